# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the link of a robot from what its model says of its hardware."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from samebot.core.clock import Clock, RealClock
from samebot.core.errors import BodyError, BusError, OptionError
from samebot.hardware.addresses import parse_bus, parse_host, parse_port
from samebot.hardware.buses.role import ByteStream, I2cBus
from samebot.hardware.cameras import PluggedCamera, open_source
from samebot.hardware.epuck2.battery import SysfsBattery
from samebot.hardware.epuck2.ground import GroundBoard
from samebot.hardware.epuck2.imu import Imu
from samebot.hardware.epuck2.pipuck_link import PiPuckLink
from samebot.hardware.epuck2.queries import dialect
from samebot.hardware.epuck2.ranger import TimeOfFlight
from samebot.hardware.epuck2.serial_camera import SerialCamera
from samebot.hardware.epuck2.serial_link import SerialLink
from samebot.hardware.epuck2.wifi_link import WifiLink
from samebot.hardware.finding import one_serial_port
from samebot.hardware.link import RobotLink
from samebot.model.devices import Camera
from samebot.model.robot import RobotModel

__all__ = ["LinkOptions", "make_link", "usual_options"]

_EPUCKS: Final = ("epuck", "epuck2")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkOptions:
    """What a person chose."""

    address: str | None = None
    video: str | None = None
    wrap_stream: Callable[[ByteStream], ByteStream] = field(default=lambda stream: stream)
    """What tests put around the connection."""
    wrap_bus: Callable[[I2cBus], I2cBus] = field(default=lambda bus: bus)
    patience: Clock = field(default_factory=RealClock)
    """Answers of buses are awaited in real time, whatever the body's clock."""


def usual_options(
    kind: str, robot: object, required: Collection[str] = ()
) -> Mapping[str, str | float]:
    """Return the options of a model that a kind of body wants, unless a person chose others.

    The e-puck2 has no memory for larger pictures over its serial line. Whether a ground sensor
    board is there shows on the Pi-puck's own bus; elsewhere somebody must say so, and who
    requires it does.
    """
    if robot not in _EPUCKS:
        return {}
    small = {"camera": "52x39"} if (kind, robot) == ("serial", "epuck2") else {}
    floor = (kind, robot) == ("pipuck", "epuck2") or any(n.startswith("gs") for n in required)
    return small | ({"ground": "true"} if floor else {})


class _Hints:
    """The model's numbers for one kind of body."""

    def __init__(self, model: RobotModel, kind: str) -> None:
        found = {hint.body: hint.values for hint in model.hardware}
        if kind not in found:
            known = ", ".join(sorted(found)) or "none"
            raise BodyError(
                f"{model.name} has no physical body of the kind {kind}; its kinds are: {known}"
            )
        self._values = found[kind]

    def number(self, name: str, usual: float) -> float:
        value = self._values.get(name, usual)
        return float(value) if isinstance(value, int | float) else usual

    def text(self, name: str) -> str:
        return str(self._values.get(name, ""))


def make_link(kind: str, model: RobotModel, clock: Clock, options: LinkOptions) -> RobotLink:
    """Return the way to a robot, not connected yet; raises BodyError for kinds it has not."""
    hints = _Hints(model, kind)
    if foreign := hints.text("protocol"):
        raise BodyError(
            f"{model.name} speaks {foreign} on this way, which samebot does not know yet; the "
            "e-pucks have physical bodies: epuck, epuck2"
        )
    return {"wifi": _wifi, "serial": _serial, "pipuck": _pipuck}[kind](model, hints, clock, options)


def _camera(model: RobotModel) -> Camera | None:
    return next((each for each in model.devices if isinstance(each, Camera)), None)


def _wifi(model: RobotModel, hints: _Hints, clock: Clock, options: LinkOptions) -> RobotLink:
    del clock  # answers are awaited in real time
    if options.address is None:
        raise OptionError(_no_host(model.name, hints.text("access_point")))
    host, port = parse_host(options.address, int(hints.number("port", 1000)))
    camera = _camera(model)

    def opened(timeout: float) -> ByteStream:
        from samebot.hardware.buses.tcp import TcpStream

        return options.wrap_stream(TcpStream(host, port, timeout=timeout))

    return WifiLink(
        f"{host}:{port}",
        opened,
        options.patience,
        per_g=hints.number("accelerometer_per_g", 800.0),
        per_degree=hints.number("gyro_per_degree", 131.07),
        picture_size=None if camera is None else camera.size,
    )


def _no_host(robot: str, access_point: str) -> str:
    """Nobody's network is tried by itself: what answers there may be a router."""
    own = f"; {access_point} where the robot is the access point" if access_point else ""
    return (
        f"where is the {robot}? Give its address, as address='192.168.1.7' or --address "
        f"192.168.1.7{own}; samebot find --hosts NETWORK lists those that answer"
    )


def _serial(model: RobotModel, hints: _Hints, clock: Clock, options: LinkOptions) -> RobotLink:
    del clock
    usual_baud = int(hints.number("baud_rate", 115200))
    path, baud = parse_port(options.address or one_serial_port(), usual_baud)
    camera = _camera(model)

    def opened(timeout: float) -> ByteStream:
        from samebot.hardware.buses.serial_port import SerialPort

        return options.wrap_stream(SerialPort(path, baud, timeout=timeout))

    return SerialLink(
        path,
        opened,
        options.patience,
        dialect(
            int(hints.number("version", 2)),
            zero=hints.number("accelerometer_zero", 2048.0),
            per_g=hints.number("accelerometer_per_g", 800.0),
            per_degree=hints.number("gyro_per_degree", 131.07),
        ),
        baud=baud,
        camera=None if camera is None else SerialCamera(camera.size, camera.field_of_view),
    )


def _pipuck(model: RobotModel, hints: _Hints, clock: Clock, options: LinkOptions) -> RobotLink:
    if hints.number("version", 2) < 2:
        raise BodyError(
            f"{model.name} on a Pi-puck is not supported yet; open it with body='serial'"
        )
    number, path = parse_bus(options.address or f"i2c:{hints.number('bus', 12):.0f}")
    camera = _camera(model)

    def opened(timeout: float) -> I2cBus:
        del timeout  # there is nobody to wait for
        if path:
            from samebot.hardware.buses.i2c_socket import SocketI2c

            return options.wrap_bus(SocketI2c(path))
        from samebot.hardware.buses.i2c_linux import LinuxI2c

        return options.wrap_bus(LinuxI2c(number))

    first, other = hints.number("imu_address", 0x68), hints.number("imu_address_other", 0x69)
    chips = (
        Imu((int(first), int(other))),
        TimeOfFlight(clock, int(hints.number("tof_address", 0x29))),
        GroundBoard(int(hints.number("ground_address", 0x60))),
        SysfsBattery(Path("/sys")),
    )
    source = _pictures(options.video, camera) if camera is not None else None
    return PiPuckLink(
        f"unix:{path}" if path else f"/dev/i2c-{number}",
        opened,
        clock,
        chips,
        address=int(hints.number("address", 0x1F)),
        camera=source,
    )


def _pictures(video: str | None, camera: Camera) -> PluggedCamera:
    """Return the robot's camera, which may be absent unless somebody named it."""
    found = PluggedCamera(lambda: open_source(video, camera.size))
    if video is not None and found.problem:
        raise BusError(found.problem)
    return found
