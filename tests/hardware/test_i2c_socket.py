# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""I2C transfers over a UNIX socket: whoever is at the other end, answers belong to requests."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from samebot.core.errors import BusError
from samebot.hardware.buses.i2c_socket import SocketI2c
from samebot.hardware.buses.role import Read, Write

if sys.platform == "win32":
    pytest.skip("there are no UNIX sockets", allow_module_level=True)

ASK = (Write(0x60, b"\x00"), Read(0x60, 2), Read(0x60, 1))


@contextlib.contextmanager
def answering(path: Path, answers: Sequence[Sequence[bytes]]) -> Iterator[SocketI2c]:
    """Yield a bus whose other end sends so many pieces for each request."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()

        def serve() -> None:
            connection, _ = listening.accept()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            with connection:
                for pieces in answers:
                    if not connection.recv(4096):
                        return
                    for piece in pieces:
                        connection.sendall(piece)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        with contextlib.closing(SocketI2c(str(path))) as bus:
            yield bus
        thread.join(5.0)


def test_an_answer_is_shared_out_however_it_is_cut(tmp_path: Path) -> None:
    whole = b"\x00\x01\x02\x03"
    cuts = [[whole], [whole[:1], whole[1:]], [bytes((byte,)) for byte in whole]]
    with answering(tmp_path / "bus", cuts) as bus:
        for _ in cuts:
            assert bus.transfer(ASK) == [b"\x01\x02", b"\x03"]


def test_data_behind_an_error_are_not_taken_for_the_next_answer(tmp_path: Path) -> None:
    answers = [[b"\x79", b"\xff\xff\xff"], [b"\x00\x01\x02\x03"], [b"\x06"], [b"\x00abc"]]
    with answering(tmp_path / "bus", answers) as bus:
        for expected in ([b"\x01\x02", b"\x03"], [b"ab", b"c"]):
            with pytest.raises(BusError, match="60"):
                bus.transfer(ASK)
            assert bus.transfer(ASK) == expected


def test_the_other_end_that_hangs_up_is_lost(tmp_path: Path) -> None:
    with (
        answering(tmp_path / "bus", [[b"\x00\x01"]]) as bus,
        pytest.raises(BusError, match="hung up") as caught,
    ):
        bus.transfer(ASK)
    assert caught.value.lost
