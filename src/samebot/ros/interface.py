# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot's ROS interface is made of: outlets that send, inlets that hear. No rclpy.

A *part* of an interface is a function from a `Subject`, one robot as the driver sees it, to
outlets, inlets and services. Each kind of device is such a part (`samebot.ros.kinds`), and so is
what a user adds: put a function into the entry-point group ``samebot.ros``, or hand it to the
driver.

.. code-block:: python

    def interface(robot: Subject) -> Iterator[Outlet | Inlet]:
        places = [robot.place(device) for device, _ in robot.devices(DistanceSensor)]
        form = Form("std_msgs/msg/Float32")
        write = form.place("data")

        def nearest(sample: Sample) -> bytes:
            write(min(sample.values[place] for place in places))
            return bytes(form)

        yield Outlet(topic="nearest", type=form.type, make=nearest)
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from samebot.body import Layout, Snapshot
from samebot.commands import Command
from samebot.core.pose import Matrix, Pose
from samebot.model.devices import Device
from samebot.model.kinematics import forward
from samebot.model.robot import RobotModel
from samebot.ros.trajectory import Trajectory
from samebot.ros.wire import Form, Stamp, decode

if TYPE_CHECKING:
    from samebot.estimation.odometry import OdometryState

__all__ = [
    "Controls",
    "DeviceSettings",
    "DriveSettings",
    "FixedFrame",
    "Follow",
    "Form",
    "Inlet",
    "Outlet",
    "Part",
    "Piece",
    "Quality",
    "Sample",
    "ScanSettings",
    "Settings",
    "Subject",
    "Switch",
    "Trajectory",
    "Trigger",
    "Velocity",
    "Wish",
    "decode",
]


_D = TypeVar("_D", bound=Device)


class Quality(enum.Enum):
    """How a topic is sent. All but the clock are reliable, so that every subscriber matches."""

    SMALL = "small"
    """The last five messages are kept."""
    LARGE = "large"
    """Pictures: only the last one."""
    LATCHED = "latched"
    """The last one is kept for those who come later."""
    CLOCK = "clock"
    """Best effort, only the last one."""


@dataclass(slots=True)
class Sample:
    """What a robot sensed and did in one tick, as makers of messages see it."""

    time: float
    """The body's time, s."""
    stamp: Stamp
    """The same as ROS counts it."""
    values: list[float]
    """The numbers of the snapshot in SI units, at the places of `Subject.place`."""
    raw: list[float]
    snapshot: Snapshot
    positions: Mapping[str, float]
    """Where joints stand that have a position sensor, rad or m."""
    velocities: Mapping[str, float]
    odometry: OdometryState | None
    """None: the robot has no drive."""
    stamp_at: Callable[[float], Stamp]
    """Turns a time of the body into a stamp."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Velocity:
    """How the robot is to drive, m/s and rad/s."""

    v: float
    w: float


Wish = Command | Velocity | Trajectory | Callable[[], None]
"""What an inlet hears, in the words of a body; or what is to be done between two steps."""


class Controls(Protocol):
    """What a service may do to its robot."""

    def power(self, *, on: bool) -> None:
        """Let the wheels be driven, or let them stand whatever is asked of them."""
        ...

    def reset_odometry(self) -> None:
        """Begin the odometry anew: the robot is where it began."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlet:
    """A topic that is sent; `make` returns the message, or None for nothing new.

    With `devices`, a message is made whenever the first of them was sampled, and they are
    sampled only while somebody listens; without, at every tick. `period` (s) makes it rarer.
    """

    topic: str
    type: str
    make: Callable[[Sample], bytes | None]
    devices: tuple[str, ...] = ()
    period: float | None = None
    always: bool = False
    """Whether it is sent even if nobody listens."""
    quality: Quality = Quality.SMALL


@dataclass(frozen=True, slots=True, kw_only=True)
class Inlet:
    """A topic that is heard; `read` turns a message into a wish, or raises BadInput."""

    topic: str
    type: str
    read: Callable[[bytes], Wish]
    others: Mapping[str, Callable[[bytes], Wish]] = field(default_factory=dict)
    """Other types that are heard instead where only they are sent, and how they are read."""
    refused: Wish | None = None
    """What is done where a message is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """A service of type std_srvs/Trigger; `act` returns what to answer, a SamebotError is a no."""

    name: str
    act: Callable[[Controls], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A service of type std_srvs/SetBool; `act` returns what to answer, a SamebotError is a no."""

    name: str
    act: Callable[[Controls, bool], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """An action of type control_msgs/FollowJointTrajectory, where that package is installed.

    `read` returns the trajectory of a trajectory_msgs/JointTrajectory, a SamebotError is a no.
    """

    name: str
    read: Callable[[bytes], Trajectory]


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedFrame:
    """A frame that stands still in another one of the robot; told on /tf_static."""

    parent: str
    name: str
    pose: Pose


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceSettings:
    """What may be chosen of a device's interface (thesis table 6.3)."""

    topic: str
    frame: str
    period: float | None = None
    """s; None: the device's or the body's own."""
    disabled: bool = False
    always: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveSettings:
    """What may be chosen of the drive's interface (thesis table 6.2); sizes in m."""

    left_joint: str = ""
    right_joint: str = ""
    left_encoder: str = ""
    right_encoder: str = ""
    wheel_distance: float = 0.0
    wheel_radius: float = 0.0
    command_topic: str = "cmd_vel"
    odometry_topic: str = "odom"
    odometry_frame: str = "odom"
    robot_base_frame: str = ""
    method: str = "arc"
    stamped: bool = False
    """Whether commands are expected as TwistStamped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanSettings:
    """What may be chosen of the scan that is made out of single sensors; empty: the usual."""

    topic: str = ""
    frame: str = ""
    period: float | None = None
    disabled: bool = False
    always: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that may be chosen of one robot's interface."""

    devices: Mapping[str, DeviceSettings] = field(default_factory=dict)
    drive: DriveSettings = DriveSettings()
    scan: ScanSettings = ScanSettings()
    frame_prefix: str = ""
    lux_per_watt: float = 120.0
    """Illuminance of 1 W/m2; about right for sunlight."""
    scan_zeros: bool = False
    """Whether rays without a reading are 0, as in the thesis, instead of nan and inf."""
    publish_tf: bool = True
    tf_in_namespace: bool = False
    ground_truth: bool = False
    velocity_timeout: float = 0.5
    """s without a velocity until the wheels stop; 0: never."""
    rate: float = 1.0
    lockstep: bool = False
    start_paused: bool = False
    autostart: bool = True


class Subject:
    """One robot as its interface sees it: the model, its places in a sample, the settings."""

    def __init__(self, model: RobotModel, settings: Settings, period: float) -> None:
        """`period` (s) is that of the body."""
        self.model = model
        self.settings = settings
        self.period = period
        self._layout = Layout(model.devices)
        self._links: Mapping[str, Matrix] | None = None

    def devices(self, kind: type[_D]) -> Iterator[tuple[_D, DeviceSettings]]:
        """Go through the devices of a kind that have an interface, in model order."""
        for device in self.model.devices:
            if isinstance(device, kind):
                settings = self.settings.devices[device.name]
                if not settings.disabled:
                    yield device, settings

    def place(self, device: Device) -> int:
        """Return where the first number of a device's sample lies in `Sample.values`."""
        return int(self._layout.slices[device.name].start)

    def width(self, device: Device) -> int:
        """Return how many numbers a device's sample has."""
        place = self._layout.slices[device.name]
        return int(place.stop) - int(place.start)

    def placed(self, device: Device) -> Matrix:
        """Return where a device is in the root link, 4x4, with every joint at zero."""
        if self._links is None:
            self._links = forward(self.model)
        placed: Matrix = self._links[device.link] @ device.pose.matrix()
        return placed

    def frame(self, name: str) -> str:
        """Return a frame's full name."""
        return self.settings.frame_prefix + name

    def sampled_every(self, device: Device) -> float:
        """Return how often a device is sampled, s."""
        chosen = self.settings.devices[device.name].period
        return chosen or device.period or self.period


Piece = Outlet | Inlet | Trigger | Switch | Follow | FixedFrame
"""What an interface is made of."""

Part = Callable[[Subject], Iterator[Piece]]
"""A part of a robot's interface."""
