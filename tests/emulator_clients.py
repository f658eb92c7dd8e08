# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: D102, D107 - what the methods do is what they are called
"""Clients of emulators for tests, typed from the protocols' description; no code of samebot's."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

__all__ = [
    "PATIENCE",
    "Actuators",
    "I2cClient",
    "SerialClient",
    "WifiClient",
    "checksum",
    "closing",
    "packet",
]

PATIENCE = 30.0
"""How long tests wait for an answer, s."""


class WifiClient:
    """Sends requests of 21 bytes, waits for all packets that were asked for."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=PATIENCE)

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            assert part, f"hung up after {len(data)} of {count} bytes"
            data += part
        return data

    def packets(self, count: int) -> dict[int, bytes]:
        """Read packets by their identifier, in whatever order they come."""
        found = {}
        for _ in range(count):
            (kind,) = self.exactly(1)
            found[kind] = self.exactly({1: 38400, 2: 104, 3: 0}[kind])
        return found

    def ask(self, request: bytes) -> dict[int, bytes]:
        self.send(request)
        return self.packets(max(1, (request[1] & 1) + (request[1] >> 1 & 1)))

    def close(self) -> None:
        self.socket.close()


class I2cClient:
    """A master at the other end of the UNIX socket."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(str(path))

    def transfer(self, *parts: tuple[int, bytes | int]) -> tuple[int, bytes]:
        """Write bytes to, or read a number of bytes from, addresses; return errno and data."""
        request = bytes([len(parts)])
        wanted = 0
        for address, part in parts:
            if isinstance(part, int):
                request += struct.pack("<HHH", address, 1, part)
                wanted += part
            else:
                request += struct.pack("<HHH", address, 0, len(part)) + part
        self.socket.sendall(request)
        wrong = self.exactly(1)[0]
        return wrong, b"" if wrong else self.exactly(wanted)

    def exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            assert part, f"hung up after {len(data)} of {count} bytes"
            data += part
        return data

    def close(self) -> None:
        self.socket.close()


class SerialClient:
    """A program on a serial line: a file, nothing more."""

    def __init__(self, link: Path) -> None:
        self.file = os.open(link, os.O_RDWR | os.O_NOCTTY)

    def send(self, data: bytes) -> None:
        os.write(self.file, data)

    def exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            ready, _, _ = select.select([self.file], [], [], PATIENCE)
            assert ready, f"silent after {len(data)} of {count} bytes: {data!r}"
            data += os.read(self.file, count - len(data))
        return data

    def line(self) -> bytes:
        data = b""
        while not data.endswith(b"\r\n"):
            data += self.exactly(1)
        return data

    def silent(self, duration: float) -> bool:
        return not select.select([self.file], [], [], duration)[0]

    def ask(self, data: bytes, count: int) -> bytes:
        self.send(data)
        return self.exactly(count)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self.file)


class Actuators:
    """The 19 bytes that Wi-Fi and the serial command 0xF7 have in common."""

    def __init__(
        self,
        left: int = 0,
        right: int = 0,
        *,
        settings: int = 0,
        leds: int = 0,
        rgb: bytes = bytes(12),
        sound: int = 0,
    ) -> None:
        self.bytes = (
            bytes([settings])
            + struct.pack("<hh", left, right)
            + bytes([leds])
            + rgb
            + bytes([sound])
        )

    def wifi(self, wanted: int) -> bytes:
        return bytes([0x80, wanted]) + self.bytes

    def serial(self) -> bytes:
        return b"\xf7" + self.bytes


def checksum(data: bytes) -> int:
    result = 0
    for byte in data:
        result ^= byte
    return result


def packet(
    left: int = 0,
    right: int = 0,
    *,
    speaker: int = 0,
    leds: int = 0,
    rgb: bytes = bytes(12),
    settings: int = 0,
) -> bytes:
    """Return the 20 bytes for the microcontroller of the e-puck2 on I2C."""
    data = struct.pack("<hh", left, right) + bytes([speaker, leds]) + rgb + bytes([settings])
    return data + bytes([checksum(data)])


@contextlib.contextmanager
def closing(*clients: WifiClient | I2cClient | SerialClient) -> Iterator[None]:
    """Close clients when the context is left."""
    try:
        yield
    finally:
        for client in clients:
            client.close()
