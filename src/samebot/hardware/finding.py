# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Looks for robots: serial ports by what they are called, and hosts only where it is told to."""

from __future__ import annotations

import concurrent.futures
import ipaddress
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from samebot.core.clock import RealClock
from samebot.core.errors import BusError, OptionError
from samebot.hardware.addresses import parse_host
from samebot.hardware.buses.tcp import TcpStream
from samebot.hardware.epuck2.wifi_link import WifiLink

__all__ = ["Candidate", "find_buses", "find_hosts", "find_ports", "one_serial_port"]

_log = logging.getLogger("samebot.hardware")
_KNOWN: Final = {
    (0x0483, 0x5740): "USB port of an STM32, as the e-puck2's main processor has one",
    (0x1D50, 0x6018): "programmer of the e-puck2 (second port: its serial monitor)",
}
"""USB vendor and product of what e-pucks show."""
_WIFI_PORT: Final = 1000
_MOST_HOSTS: Final = 1024
_PATIENCE: Final = 0.5
_AT_ONCE: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Something that may be a robot, or that answered like one."""

    body: Literal["serial", "wifi", "pipuck"]
    address: str
    what: str
    certain: bool
    """Whether it answered like a robot, or is called like one."""


def find_ports() -> list[Candidate]:
    """Return the serial ports of USB devices and paired Bluetooth devices, likely ones first."""
    from serial.tools import list_ports

    found = []
    for port in list_ports.comports():
        usb = (port.vid, port.pid) if port.vid is not None and port.pid is not None else None
        known = _KNOWN.get(usb, "") if usb else ""
        named = any("e-puck" in str(text).lower() for text in (port.description, port.product))
        if usb or "rfcomm" in port.device or named:
            what = known or (port.description if port.description != "n/a" else "serial port")
            if usb:
                what += f" ({usb[0]:04x}:{usb[1]:04x})"
            found.append(
                Candidate(
                    body="serial", address=port.device, what=what, certain=bool(known or named)
                )
            )
    known_ports = {each.address for each in found}
    found += [
        Candidate(body="serial", address=str(path), what="Bluetooth (rfcomm)", certain=False)
        for path in Path("/dev").glob("rfcomm[0-9]*")
        if str(path) not in known_ports
    ]
    return sorted(found, key=lambda each: (not each.certain, each.address))


def find_buses() -> list[Candidate]:
    """Return the I2C buses on which a Pi-puck has its robot."""
    return [
        Candidate(
            body="pipuck", address=f"i2c:{number}", what=f"I2C bus /dev/i2c-{number}", certain=False
        )
        for number in (12, 4)
        if Path(f"/dev/i2c-{number}").exists()
    ]


def one_serial_port() -> str:
    """Return the only port that may be a robot; raises OptionError for none or several.

    Ports that are called like a robot's come before others.
    """
    ports = find_ports()
    likely = [port for port in ports if port.certain] or ports
    if len(likely) == 1:
        _log.info("using %s: %s", likely[0].address, likely[0].what)
        return likely[0].address
    if not likely:
        raise OptionError(
            "no serial port was found: plug the robot in or pair it (rfcomm), or name the port: "
            "address='/dev/ttyACM0' (--address)"
        )
    names = ", ".join(port.address for port in likely)
    raise OptionError(
        f"several serial ports may be the robot: {names}; choose one: address='...' (--address)"
    )


def find_hosts(network: str) -> list[Candidate]:
    """Ask every host of a network (192.168.1.0/24), or one (HOST[:PORT]), for an e-puck2.

    Each is sent one request that stops its wheels and asks for nothing. Raises OptionError.
    """
    with concurrent.futures.ThreadPoolExecutor(_AT_ONCE) as asking:
        answers = asking.map(_ask, _hosts(network))
        return [found for found in answers if found is not None]


def _hosts(network: str) -> Iterator[tuple[str, int]]:
    for part in filter(None, network.split(",")):
        yield from _hosts_of(part.strip())


def _hosts_of(part: str) -> Iterable[tuple[str, int]]:
    if "/" not in part:
        return [parse_host(part, _WIFI_PORT)]
    try:
        net = ipaddress.ip_network(part, strict=False)
    except ValueError as error:
        raise OptionError(f"{part!r} is no network: {error}; write 192.168.1.0/24") from None
    if net.num_addresses > _MOST_HOSTS:
        raise OptionError(
            f"{part} has {net.num_addresses} hosts, up to {_MOST_HOSTS} are asked; "
            "name a smaller network"
        )
    return [(str(host), _WIFI_PORT) for host in net.hosts()]


def _ask(host: tuple[str, int]) -> Candidate | None:
    name = f"{host[0]}:{host[1]}"
    link = WifiLink(name, lambda timeout: TcpStream(*host, timeout=timeout), RealClock())
    try:
        link.connect(_PATIENCE)
    except BusError:
        return None
    finally:
        link.close()
    address = host[0] if host[1] == _WIFI_PORT else name
    return Candidate(body="wifi", address=address, what="e-puck2 over Wi-Fi", certain=True)
