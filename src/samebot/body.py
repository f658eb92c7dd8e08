# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The body: a robot that can be stepped, whatever it is made of.

A body reads its devices' sensors and writes its actuators. `Body` is the role that every kind
plays; what a kind must add is five private methods. `Snapshot` is what was sensed, `Command`
what is to be done. Values are SI; `raw` is the number as the robot sends it.
"""

from __future__ import annotations

import abc
import fnmatch
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType, TracebackType
from typing import Final, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from samebot.commands import Command, CommandGate, JointTarget, is_finite
from samebot.core.errors import BodyError, CommandError, UnknownName
from samebot.core.pose import Pose
from samebot.health import Health
from samebot.model import devices as kinds
from samebot.model.robot import RobotModel

__all__ = [
    "LONGEST_STEP",
    "STOP_TIMEOUT",
    "Body",
    "Command",
    "DeviceHandle",
    "Floats",
    "Image",
    "JointTarget",
    "Layout",
    "Reading",
    "Schedule",
    "Snapshot",
    "Supervisor",
    "sample_width",
]

STOP_TIMEOUT: Final = 0.5
"""A body whose controller is silent for so long (s) stops its motors."""

LONGEST_STEP: Final = 86_400.0
"""A step (and a period) is at most a day, s: more is a slip, and would seem to hang."""

_FINE: Final = 5e-7
"""Times closer than this are the same, s: sums of periods are not exact."""

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]


class Reading(NamedTuple):
    """One device's last sample: its time (s), raw and SI value, and whether it can be believed.

    A wrong reading is data: too close is -inf, nothing in range +inf, invalid nan (REP 117).
    Devices with several numbers (accelerometer, lidar) give arrays, cameras RGB888 images.
    """

    time: float
    raw: float | Floats | Image
    value: float | Floats | Image
    valid: bool


class Layout:
    """Where each sensing device's numbers lie in the arrays of a snapshot, in model order."""

    def __init__(self, devices: tuple[kinds.Device, ...]) -> None:
        """Give each device that senses its place."""
        widths = {device.name: sample_width(device) for device in devices}
        self.names: tuple[str, ...] = tuple(n for n, width in widths.items() if width is not None)
        self.slices: dict[str, slice] = {}
        self.order: dict[str, int] = {}
        self.size = 0
        self.scans = frozenset(d.name for d in devices if isinstance(d, kinds.Lidar))
        """Devices whose readings are arrays however few numbers they have."""
        for number, name in enumerate(self.names):
            width = widths[name] or 0
            self.slices[name] = slice(self.size, self.size + width)
            self.order[name] = number
            self.size += width


def sample_width(device: kinds.Device) -> int | None:
    """Return how many numbers one sample of a device has; 0: an image; None: it senses nothing."""
    match device:
        case kinds.Camera() | kinds.RangeFinder():
            return 0
        case kinds.Accelerometer() | kinds.Gyro() | kinds.Compass() | kinds.GPS():
            return 3
        case kinds.InertialUnit():
            return 4
        case kinds.Lidar():
            return device.samples * device.layers
        case kinds.TouchSensor() if device.type == "force-3d":
            return 3
        case (
            kinds.LED()
            | kinds.Speaker()
            | kinds.Display()
            | kinds.Motor()
            | kinds.Propeller()
            | kinds.Emitter()
            | kinds.Receiver()
        ):
            return None
    return 1


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that was sensed at one step, stamped with the body's time (s)."""

    time: float
    layout: Layout
    raw: Floats
    value: Floats
    times: Floats
    """When each device was sampled, s; nan: not yet. In the order of `names`."""
    images: Mapping[str, Image | Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Let nobody write into what was sensed."""
        self.raw.setflags(write=False)
        self.value.setflags(write=False)
        self.times.setflags(write=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The devices that sense, in model order."""
        return self.layout.names

    def __getitem__(self, name: str) -> Reading:
        """Return one device's reading."""
        try:
            place = self.layout.slices[name]
        except (KeyError, TypeError):
            raise UnknownName("sensor", str(name), self.names) from None
        when = float(self.times[self.layout.order[name]])
        if place.start == place.stop:
            return self._image_reading(name, when)
        if place.stop - place.start == 1 and name not in self.layout.scans:
            value = float(self.value[place.start])
            return Reading(when, float(self.raw[place.start]), value, not math.isnan(value))
        values = self.value[place]
        return Reading(when, self.raw[place], values, not bool(np.isnan(values).any()))

    def _image_reading(self, name: str, when: float) -> Reading:
        image = self.images.get(name)
        if image is None:
            empty: Image = np.zeros((0, 0, 3), np.uint8)
            return Reading(math.nan, empty, empty, valid=False)
        return Reading(when, image, image, valid=True)

    def __iter__(self) -> Iterator[str]:
        """Go through the devices' names."""
        return iter(self.names)

    def __len__(self) -> int:
        """Return how many devices sense."""
        return len(self.names)


def _nothing() -> None:
    """Do nothing."""


class Schedule:
    """When each device of a body is sampled: arrays in the order of the body's devices."""

    def __init__(self, devices: tuple[kinds.Device, ...], body_period: float) -> None:
        """Enable all at their own period, or the body's; cameras wait until they are asked for."""
        self.body_period = body_period
        self.changes = 0
        """How often a device was enabled or disabled."""
        self.on_change: Callable[[], None] = _nothing
        """Is called when a device was enabled or disabled."""
        self.periods: Floats = np.array([device.period or body_period for device in devices])
        self.due: Floats = np.full(len(devices), -1.0)
        """When each is sampled next, body time in s; inf: disabled."""
        for number, device in enumerate(devices):
            if sample_width(device) == 0:
                self.due[number] = math.inf

    def take(self, time: float) -> Floats:
        """Return 1.0 for each device that is due now, else 0.0, and plan its next sample."""
        due = self.due <= time + _FINE
        following = self.due + self.periods
        # One that was enabled just now, or is faster than the body, does not catch up.
        late = following <= time + _FINE
        following[late] = time + self.periods[late]
        self.due[due] = following[due]
        return due.astype(np.float64)

    def note_change(self) -> None:
        """Note that a device was enabled or disabled."""
        self.changes += 1
        self.on_change()

    def move(self, due: Floats, periods: Floats) -> None:
        """Keep the plan in other arrays from now on, as part of larger ones."""
        due[:], periods[:] = self.due, self.periods
        self.due, self.periods = due, periods


class DeviceHandle:
    """One device of a body: its model, and whether and how often it is sampled."""

    def __init__(self, model: kinds.Device, schedule: Schedule, number: int) -> None:
        """`number` is the device's place in the schedule."""
        self.model = model
        self._schedule = schedule
        self._number = number

    @property
    def name(self) -> str:
        """The device's name."""
        return self.model.name

    @property
    def enabled(self) -> bool:
        """Whether it is sampled."""
        return bool(self._schedule.due[self._number] < math.inf)

    @property
    def period(self) -> float:
        """How often it is sampled, s."""
        return float(self._schedule.periods[self._number])

    def enable(self, period: float | None = None) -> None:
        """Sample it every `period` seconds (None: the device's own, else the body's)."""
        if period is not None and not (is_finite(period) and period > 0.0):
            raise CommandError(f"{self.name}: period is {period!r} s; give a positive number")
        usual = self.model.period or self._schedule.body_period
        self._schedule.periods[self._number] = usual if period is None else float(period)
        self._schedule.due[self._number] = -1.0
        self._schedule.note_change()

    def disable(self) -> None:
        """Sample it no more; its reading turns invalid."""
        self._schedule.due[self._number] = math.inf
        self._schedule.note_change()


class Supervisor(Protocol):
    """The world's side of a simulated body; what a real robot can never know or do."""

    def pose(self, name: str = "") -> Pose:
        """Return the true pose of this robot, or of a thing in the world by name."""
        ...

    def set_pose(self, pose: Pose, name: str = "") -> None:
        """Put this robot, or a movable thing, somewhere, at rest."""
        ...

    def velocity(self) -> tuple[float, float]:
        """Return this robot's true forward speed (m/s) and turning speed (rad/s)."""
        ...

    def reset(self) -> None:
        """Put the world back to its beginning; time goes on."""
        ...


class Body(abc.ABC):
    """A robot that can be stepped; use it as a context manager, so that it always stops.

    On opening every device is enabled at the body's period, except cameras, depth cameras and
    sound buffers: these are sampled when first asked for.
    """

    def __init__(self, model: RobotModel, *, period: float) -> None:
        """Prepare the shared parts; kinds of body call this before their own."""
        if not 0.0 < period <= LONGEST_STEP:
            raise CommandError(
                f"period is {period} s; give a positive number of seconds, at most a day"
            )
        self.model = model
        self.period = period
        self._layout = Layout(model.devices)
        self._schedule = Schedule(model.devices, period)
        self._handles = {
            device.name: DeviceHandle(device, self._schedule, number)
            for number, device in enumerate(model.devices)
        }
        self._gate = CommandGate(model)
        self._range_places: dict[str, NDArray[np.int64]] = {}
        self._closed = False

    @property
    def devices(self) -> Mapping[str, DeviceHandle]:
        """All devices by name, in model order."""
        return MappingProxyType(self._handles)

    @property
    def closed(self) -> bool:
        """Whether the body was closed."""
        return self._closed

    @property
    def absent(self) -> frozenset[str]:
        """Sensing devices of the model that this robot lacks now; their readings are invalid."""
        return frozenset()

    @property
    def health(self) -> Health | None:
        """How well the connection to the robot does; None: there is none that could fail."""
        return None

    @property
    @abc.abstractmethod
    def time(self) -> float:
        """The body's own time, s."""

    def step(self, dt: float | None = None) -> float:
        """Apply the commands, advance by `dt` (s, default one period), sample; return the time."""
        duration = self.period
        if dt is not None:
            if not (is_finite(dt) and 0.0 < dt <= LONGEST_STEP):
                raise CommandError(
                    f"a step of {dt!r} s was asked for; give a positive number, at most"
                    f" {LONGEST_STEP:.0f} (a day)"
                )
            duration = float(dt)
        self._refuse_if_closed()
        self._advance(duration)
        return self.time

    @abc.abstractmethod
    def read(self) -> Snapshot:
        """Return what the last step sampled; no input or output."""

    def write(self, command: Command) -> Command:
        """Keep a command until it is changed; return what is really applied.

        Speeds are clamped and quantised as the robot's motors do. A number that is nan or
        infinite, or a name that does not exist, refuses the whole command and stops the motors.
        """
        self._refuse_if_closed()
        try:
            applied = self._gate.admit(command)
        except (CommandError, UnknownName):
            self.stop()
            raise
        self._apply(applied)
        return applied

    def drive(self, v: float, w: float) -> tuple[float, float]:
        """Drive at `v` m/s and turn at `w` rad/s; return what is really applied."""
        gate = self._gate
        try:
            wheels = gate.admit_wheels(gate.wheel_speeds(v, w))
        except CommandError:
            self.stop()
            raise
        self._refuse_if_closed()
        self._turn_wheels(wheels)
        return gate.body_speeds(wheels)

    def stop(self) -> None:
        """Stop all motors: wheels stand, other joints hold or go limp as the robot does."""
        if not self._closed:
            self._halt()

    def device(self, name: str) -> DeviceHandle:
        """Return a device by name, to enable or disable it."""
        try:
            return self._handles[name]
        except (KeyError, TypeError):
            raise UnknownName("device", str(name), self._handles) from None

    def ranges(self, pattern: str) -> tuple[float, ...]:
        """Return the distances (m, REP 117) of the sensors whose names match, in model order."""
        if not isinstance(pattern, str):
            raise CommandError(f"{pattern!r} is no name of sensors; give one, such as 'ps*'")
        places = self._range_places.get(pattern)
        if places is None:
            places = self._range_places[pattern] = self._matching(pattern)
        return tuple(self.read().value[places].tolist())

    def image(self, name: str = "camera") -> Image:
        """Return a camera's last picture, RGB888, height x width x 3; asking enables the camera."""
        handle = self.device(name)
        if not isinstance(handle.model, kinds.Camera):
            raise CommandError(f"{name} is a {handle.model.kind}, which takes no pictures")
        self._refuse_if_closed()
        if not handle.enabled:
            handle.enable()
        image = self.read().images.get(name)
        return self._take_picture(name) if image is None else np.asarray(image, np.uint8)

    @property
    def supervisor(self) -> Supervisor:
        """The world's side of a simulated body: poses, reset, ground truth."""
        raise BodyError(f"only simulated bodies have a supervisor; this is a {type(self).__name__}")

    def close(self) -> None:
        """Stop the motors and let go of everything; closing twice is harmless."""
        if not self._closed:
            try:
                self._halt()
            finally:
                self._closed = True
                self._release()

    def __enter__(self) -> Self:
        """Return the body itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close, whatever happened."""
        self.close()

    def _matching(self, pattern: str) -> NDArray[np.int64]:
        """Return where in a snapshot the numbers of the matching range sensors lie."""
        ranging = (kinds.DistanceSensor, kinds.Lidar)
        known = [n for n in self._layout.names if isinstance(self._handles[n].model, ranging)]
        places = [self._layout.slices[n] for n in known if fnmatch.fnmatchcase(n, pattern)]
        if not places:
            raise UnknownName("range sensor", pattern, known)
        return np.concatenate([np.arange(place.start, place.stop) for place in places])

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise BodyError(f"{self.model.name} is closed; open it again to go on")

    @abc.abstractmethod
    def _advance(self, duration: float) -> None:
        """Go on by `duration` seconds and sample what is due."""

    @abc.abstractmethod
    def _apply(self, command: Command) -> None:
        """Hand an admitted command to the actuators."""

    def _turn_wheels(self, wheels: tuple[float, float]) -> None:
        """Hand admitted wheel speeds to the motors: what is commanded most, so it may be short."""
        self._apply(Command(wheels=wheels))

    @abc.abstractmethod
    def _halt(self) -> None:
        """Stop all motors at once."""

    @abc.abstractmethod
    def _take_picture(self, name: str) -> Image:
        """Return a picture of a camera that was never sampled."""

    @abc.abstractmethod
    def _release(self) -> None:
        """Let go of buses, processes, windows."""
