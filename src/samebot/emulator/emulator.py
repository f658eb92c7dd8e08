# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Emulated robots: simulated bodies whose firmware answers on real buses."""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from samebot.core.clock import Clock, RealClock
from samebot.core.errors import BadInput, UnknownName
from samebot.emulator.binary import Sercom
from samebot.emulator.clocks import RealTime, WorldClock
from samebot.emulator.i2c import I2cBus
from samebot.emulator.i2c_server import I2cServer
from samebot.emulator.imu import IMUS, MAGNETOMETER_ADDRESS, plug_imu
from samebot.emulator.mainboard import Mainboard, Panel
from samebot.emulator.mcu import ADDRESS, MainboardDevice
from samebot.emulator.registers import GroundBoard, Ov7670, WordRegisters
from samebot.emulator.sercom import SercomProtocol
from samebot.emulator.serial_server import SerialServer
from samebot.emulator.serving import Server
from samebot.emulator.vl53l0x import ADDRESS as TOF_ADDRESS
from samebot.emulator.vl53l0x import Vl53l0x
from samebot.emulator.wifi_server import WifiServer
from samebot.emulator.world import EmulatedWorld
from samebot.sim.simulation import Simulation

__all__ = ["VERSIONS", "EmulatedRobot", "Emulator"]

VERSIONS: Final = {"epuck": 1, "epuck2": 2}
"""The version of the firmware by the robot's name."""

_IMU: Final = 0x68
_IMU_ADDRESSES: Final = (0x68, 0x69)
_GROUND: Final = 0x60
_CAMERA: Final = 0x21


class EmulatedRobot:
    """One robot of an emulator: its insides, and where it can be reached."""

    def __init__(self, name: str, board: Mainboard, clock: WorldClock) -> None:
        """`clock` lets the world go on where it does not by itself."""
        self.name = name
        self.board = board
        self.bus = I2cBus()
        self.cliff = False
        """Whether the first e-puck's firmware sends two cliff sensors, too."""
        self.clock = clock
        self.wifi: WifiServer | None = None
        self.serial: SerialServer | None = None
        self.i2c: I2cServer | None = None
        self._plug_devices()

    def _plug_devices(self) -> None:
        board = self.board
        if board.version == 1:
            self.bus.plug(ADDRESS, WordRegisters(board))
        else:
            self.bus.plug(ADDRESS, MainboardDevice(board))
            self.bus.plug(_CAMERA, Ov7670())
            self.fit_imu("mpu9250")
        if board.readings.has("tof"):
            self.bus.plug(TOF_ADDRESS, Vl53l0x(board))
        if board.readings.has_ground:
            self.bus.plug(_GROUND, GroundBoard(board))

    def fit_imu(self, kind: str | None, address: int = _IMU) -> None:
        """Exchange the inertial sensor: "mpu9250", "icm20948" or None; at 0x68 or 0x69."""
        if kind is not None and kind not in IMUS:
            raise UnknownName("inertial sensor", kind, IMUS)
        for known in (*_IMU_ADDRESSES, MAGNETOMETER_ADDRESS):
            self.bus.unplug(known)
        if kind is not None:
            plug_imu(self.bus, self.board.readings, kind, address)

    @property
    def panel(self) -> Panel:
        """Selector, button and the like, to be set by hand."""
        return self.board.panel


class Emulator:
    """A context manager that serves the buses of all robots of a simulation.

    With a `rate` the world goes on by itself, as fast as real time times the rate. Without one it
    stands still until a controller sleeps on `clock`: a test of a controller with this clock is
    quick and the same each time, although bytes go over real sockets and pseudo terminals.
    """

    def __init__(
        self, simulation: Simulation, *, rate: float | None = 1.0, clock: Clock | None = None
    ) -> None:
        """Switch the robots on. `clock` is real time, for everything that is not simulated."""
        robots = [
            (placed.name, body, _version(placed.model.name))
            for placed, body in zip(simulation.robots, simulation.bodies, strict=True)
            if placed.controlled
        ]
        boards = [
            Mainboard(body, version, gumstix="ps8" in body.devices) for _, body, version in robots
        ]
        self.simulation = simulation
        self.world = EmulatedWorld(simulation, boards)
        self._server = Server(self.world.lock, clock or RealClock())
        self.robots = tuple(
            EmulatedRobot(name, board, WorldClock(self.world, self._server.settle))
            for (name, _, _), board in zip(robots, boards, strict=True)
        )
        self._rate = rate
        if rate is not None:
            self._server.add_timed(RealTime(self.world, self._server.clock, rate))

    @property
    def clock(self) -> Clock:
        """The clock of the first robot's controller: the world's, or real time with a rate."""
        return self.robots[0].clock if self._rate is None else self._server.clock

    @property
    def time(self) -> float:
        """The world's time, s."""
        return self.world.time

    def serve_wifi(self, number: int, host: str, port: int) -> tuple[str, int]:
        """Let a robot listen at an address (port 0: any); return host and port."""
        robot = self.robots[number]
        _refuse_unless(robot, 2, "Wi-Fi")
        robot.wifi = WifiServer(self._server, robot.board, host, port, now=self._now)
        self._server.add(robot.wifi)
        return robot.wifi.address

    def serve_serial(self, number: int, link: Path, baud: int | None = None) -> Path:
        """Put a robot's serial line at a path; `baud` (bits/s) makes bytes take their time."""
        robot = self.robots[number]
        robot.serial = SerialServer(
            self._server,
            lambda: SercomProtocol(Sercom(robot.board, robot.bus, cliff=robot.cliff)),
            link,
            now=self._now,
            baud=baud,
        )
        self._server.add(robot.serial)
        return link

    def serve_i2c(self, number: int, path: Path) -> Path:
        """Put a robot's I2C bus at the path of a UNIX socket."""
        robot = self.robots[number]
        robot.i2c = I2cServer(self._server, robot.bus, path)
        self._server.add(robot.i2c)
        return path

    def _now(self) -> float:
        """Return the time that protocols go by: what the clock shows, s."""
        return self.world.time if self._rate is None else self._server.clock.now()

    def settle(self) -> None:
        """Return when everything that was sent to the robots has been taken up."""
        self._server.settle()

    def check(self) -> None:
        """Raise BodyError if the robots are not served any more because of a mistake inside."""
        self._server.check()

    def start(self) -> None:
        """Begin to serve; entering the context does it."""
        self._server.start()

    def close(self) -> None:
        """Close all buses and end the world."""
        self._server.close()
        with contextlib.ExitStack() as closing:
            for body in self.simulation.bodies:
                closing.callback(body.close)

    def __enter__(self) -> Self:
        """Begin to serve."""
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close, whatever happened."""
        self.close()


def _version(robot: str) -> int:
    try:
        return VERSIONS[robot]
    except KeyError:
        raise UnknownName("robot with an emulated firmware", robot, VERSIONS) from None


def _refuse_unless(robot: EmulatedRobot, version: int, bus: str) -> None:
    if robot.board.version != version:
        raise BadInput(
            f"{robot.name} is an e-puck of version {robot.board.version}, which has no {bus}; "
            "emulate an epuck2 or leave it out"
        )
