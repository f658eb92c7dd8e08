# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The devices of a robot: one frozen value a kind, all data.

A new kind is one class with a `kind` here; reading, writing and describing follow from its
fields. Angles in rad, distances in m, periods in s. `noise` is the standard deviation in the
reading's SI unit unless a field says otherwise; a lookup table carries its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from samebot.core.pose import Pose, Vector3
from samebot.model.table import LookupTable

__all__ = [
    "KINDS",
    "LED",
    "Accelerometer",
    "Battery",
    "Button",
    "Camera",
    "Compass",
    "Device",
    "Display",
    "DistanceSensor",
    "Emitter",
    "GPS",
    "Gyro",
    "InertialUnit",
    "Lidar",
    "LightSensor",
    "Microphone",
    "Motor",
    "PositionSensor",
    "Propeller",
    "RangeFinder",
    "Receiver",
    "RemoteControl",
    "Selector",
    "Speaker",
    "Thermometer",
    "TouchSensor",
]

_ALL_AXES = (True, True, True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """One sensor or actuator at `pose` on a link, looking along its +x."""

    kind: ClassVar[str] = "device"

    name: str
    link: str
    pose: Pose = Pose()
    period: float | None = None
    """Sampling period, s; None: the body's."""
    enabled: bool = True
    """Whether the driver makes an interface for it."""
    always_publish: bool = False
    """Whether it is published even when nobody listens."""
    topic: str = ""
    """Topic; empty: made from its kind or name. Of a camera: what stands before image_raw."""
    frame: str = ""
    """Frame of its readings; empty: made from the device's name."""
    source: str = ""
    """Where the numbers come from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceSensor(Device):
    """Measures along a cone of `rays` within the full angle `aperture`.

    `table` turns metres into raw values; None: raw is metres. `infra-red` sees colour and
    roughness (`red_sensitivity`); `sonar` and `laser` take the nearest ray, the others a
    weighted mean (`gaussian_width` relative to the aperture).
    """

    kind: ClassVar[str] = "distance_sensor"

    type: Literal["generic", "infra-red", "sonar", "laser"] = "generic"
    table: LookupTable | None = None
    aperture: float = 1.5708
    rays: int = 1
    gaussian_width: float = 1.0
    resolution: float | None = None
    """Smallest step of the raw value."""
    red_sensitivity: float = 1.0
    min_range: float | None = None
    max_range: float | None = None
    """Range of valid readings, m; None: the table's ends."""
    nothing: float | None = None
    """Raw value when nothing is in range; None: 0 for falling tables, else above the last row."""
    noise: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LightSensor(Device):
    """Measures irradiance (W/m2); `table` turns it into raw values."""

    kind: ClassVar[str] = "light_sensor"

    table: LookupTable | None = None
    colour_filter: Vector3 = (1.0, 1.0, 1.0)
    occlusion: bool = True
    resolution: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera(Device):
    """A colour camera; `field_of_view` is horizontal, pixels are square.

    The image looks along the device's +x with +z up. `rotation` (rad) is how far the sensor
    is turned about its own line of sight (pi: the image arrives upside down).
    """

    kind: ClassVar[str] = "camera"

    size: tuple[int, int] = (640, 480)
    """Width and height, pixels."""
    max_size: tuple[int, int] | None = None
    field_of_view: float = 0.785398
    near: float = 0.01
    far: float | None = None
    noise: float = 0.0
    """Standard deviation as a fraction of full scale."""
    distortion: tuple[float, ...] = ()
    """plumb_bob k1, k2, p1, p2, k3."""
    rotation: float = 0.0
    exposure: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeFinder(Device):
    """A depth camera."""

    kind: ClassVar[str] = "range_finder"

    size: tuple[int, int] = (64, 64)
    field_of_view: float = 0.785398
    min_range: float = 0.01
    max_range: float = 1.0
    noise: float = 0.0
    resolution: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lidar(Device):
    """A scanning rangefinder: `samples` rays from `min_angle` to `max_angle` a layer."""

    kind: ClassVar[str] = "lidar"

    samples: int = 360
    min_angle: float = -3.141592653589793
    max_angle: float = 3.141592653589793
    layers: int = 1
    vertical_field_of_view: float = 0.0
    min_range: float = 0.01
    max_range: float = 1.0
    noise: float = 0.0
    resolution: float | None = None
    frequency: float | None = None
    """Turns (scans) per second, Hz."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inertial(Device):
    """What the three-axis sensors share; `table` is for each axis, in SI units, both signs."""

    table: LookupTable | None = None
    axes: tuple[bool, bool, bool] = _ALL_AXES
    noise: float = 0.0
    bias: Vector3 = (0.0, 0.0, 0.0)
    max_value: float | None = None
    resolution: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accelerometer(_Inertial):
    """Proper acceleration, m/s2: +9.81 on z at rest."""

    kind: ClassVar[str] = "accelerometer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gyro(_Inertial):
    """Angular velocity, rad/s."""

    kind: ClassVar[str] = "gyro"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compass(_Inertial):
    """Magnetic field, T."""

    kind: ClassVar[str] = "compass"


@dataclass(frozen=True, slots=True, kw_only=True)
class InertialUnit(Device):
    """Orientation; `noise` and `resolution` in rad; `axes`: which of roll, pitch, yaw it tells."""

    kind: ClassVar[str] = "inertial_unit"

    axes: tuple[bool, bool, bool] = _ALL_AXES
    noise: float = 0.0
    resolution: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GPS(Device):
    """Position, m."""

    kind: ClassVar[str] = "gps"

    noise: float = 0.0
    resolution: float | None = None
    speed_noise: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchSensor(Device):
    """Touch: yes or no (`bumper`), or how strongly (N)."""

    kind: ClassVar[str] = "touch_sensor"

    type: Literal["bumper", "force", "force-3d"] = "bumper"
    table: LookupTable | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Microphone(Device):
    """Loudness, 0 to 1; raw 0 to `max_raw`."""

    kind: ClassVar[str] = "microphone"

    max_raw: int = 4095
    sample_rate: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker(Device):
    """Plays the numbered `melodies`, 1 the first; 0 stops."""

    kind: ClassVar[str] = "speaker"

    melodies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LED(Device):
    """A light that can be switched (`binary`), dimmed (`gradual`) or coloured (`rgb`)."""

    kind: ClassVar[str] = "led"

    type: Literal["binary", "gradual", "rgb"] = "binary"
    colours: tuple[Vector3, ...] = ((1.0, 0.0, 0.0),)
    """What value 1, 2 ... shows; `rgb` takes 0xRRGGBB instead."""
    max_raw: int = 1
    """The hardware's full scale (for `rgb` of each channel)."""
    size: float = 0.0025
    """Radius of the visible dot, m."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Display(Device):
    """A picture to draw on."""

    kind: ClassVar[str] = "display"

    size: tuple[int, int] = (64, 64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Motor(Device):
    """Moves a joint. Units follow the joint: rad or m, per s, per s2, N m or N."""

    kind: ClassVar[str] = "motor"

    joint: str
    max_velocity: float | None = None
    acceleration: float | None = None
    max_effort: float | None = None
    step: float | None = None
    """Stepper motors: the smallest move."""
    command: Literal["velocity", "position", "effort"] = "position"
    """What it is usually commanded with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSensor(Device):
    """Measures a joint's position; `noise` and `resolution` in rad or m."""

    kind: ClassVar[str] = "position_sensor"

    joint: str
    noise: float = 0.0
    resolution: float | None = None
    bits: int | None = None
    """Width of the hardware counter, which overflows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Emitter(Device):
    """Sends packets to receivers."""

    kind: ClassVar[str] = "emitter"

    type: Literal["radio", "serial", "infra-red"] = "radio"
    max_range: float | None = None
    aperture: float | None = None
    channel: int = 0
    baud_rate: int | None = None
    buffer_size: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver(Device):
    """Receives emitters' packets."""

    kind: ClassVar[str] = "receiver"

    type: Literal["radio", "serial", "infra-red"] = "radio"
    aperture: float | None = None
    channel: int = 0
    baud_rate: int | None = None
    buffer_size: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Propeller(Device):
    """Thrust (N) and torque (N m) from a joint's speed: c1 |w| w - c2 |w| V, as in Webots."""

    kind: ClassVar[str] = "propeller"

    joint: str = ""
    thrust_constants: tuple[float, float] = (0.0, 0.0)
    torque_constants: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Battery(Device):
    """Voltage (V) and charge between `empty` and `full`."""

    kind: ClassVar[str] = "battery"

    empty: float = 3.4
    full: float = 4.2
    raw_per_volt: float | None = None
    capacity: float | None = None
    """A h."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button(Device):
    """Pressed or not."""

    kind: ClassVar[str] = "button"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selector(Device):
    """A rotary switch with `positions` places, counted from 0."""

    kind: ClassVar[str] = "selector"

    positions: int = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Thermometer(Device):
    """Temperature, degrees Celsius (REP 103)."""

    kind: ClassVar[str] = "thermometer"

    resolution: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteControl(Device):
    """Receives the codes of a TV remote control."""

    kind: ClassVar[str] = "remote_control"

    protocol: str = "rc5"


_CLASSES: tuple[type[Device], ...] = (
    DistanceSensor,
    LightSensor,
    Camera,
    RangeFinder,
    Lidar,
    Accelerometer,
    Gyro,
    Compass,
    InertialUnit,
    GPS,
    TouchSensor,
    Microphone,
    Speaker,
    LED,
    Display,
    Motor,
    PositionSensor,
    Emitter,
    Receiver,
    Propeller,
    Battery,
    Button,
    Selector,
    Thermometer,
    RemoteControl,
)

KINDS: dict[str, type[Device]] = {cls.kind: cls for cls in _CLASSES}
"""Every kind of device by its name."""
