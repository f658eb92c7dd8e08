# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Tilted, spun and lit in the same way, every body of a robot shows the same numbers."""

from __future__ import annotations

import functools
import math
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from rooms import irradiance
from same_bodies import KINDS, SLOPE, Floats, Twin, on_slope, opened, slope, standing
from samebot.core.units import GRAVITY
from samebot.model.catalogue import load
from samebot.model.kinematics import forward

SPIN = 1.0
"""rad/s, to the left."""
YAWS = (0.0, math.pi / 2, math.pi, -2.0)
PAIRS = [("epuck2", kind) for kind in KINDS] + [("epuck", "sim"), ("epuck", "serial")]
STEP = {
    "sim": {"accelerometer": 0.0, "gyro": 0.0},
    "pipuck": {"accelerometer": GRAVITY / 16384, "gyro": math.radians(1 / 131.07)},
    "serial": {"accelerometer": GRAVITY / 800, "gyro": math.radians(1 / 131.07)},
    "wifi": {"accelerometer": GRAVITY / 800, "gyro": math.radians(1 / 131.07)},
}
"""What one count is, m/s2 and rad/s."""


@dataclass(frozen=True)
class Shown:
    """What a body showed, with where its robot truly was."""

    tilted: tuple[tuple[Floats, Floats], ...]
    """For each yaw acceleration and the robot's true rotation."""
    bright: tuple[Floats, ...]
    """For each yaw its light sensors, W/m2."""
    spun: Floats
    """Turning speeds about x, y, z; nan without a gyro."""
    turned: float
    """The true one."""
    dark: Floats


@functools.cache
def shown(robot: str, kind: str) -> Shown:
    """Put a robot through it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        twin = opened(stack, kind, folder, slope(), robot=robot)
        seen = [_inclined(twin, yaw) for yaw in YAWS]
        twin.truth.set_pose(standing())
        for _ in range(16):
            twin.body.step()
            twin.body.drive(0.0, SPIN)
        spun = twin.body.read()
        gyro = "gyro" in spun.names
        return Shown(
            tilted=tuple((felt, turned) for felt, turned, _ in seen),
            bright=tuple(light for _, _, light in seen),
            spun=np.array(spun["gyro"].value if gyro else (math.nan,) * 3),
            turned=twin.truth.velocity()[1],
            dark=_light(twin),
        )


def _inclined(twin: Twin, yaw: float) -> tuple[Floats, Floats, Floats]:
    twin.truth.set_pose(on_slope(yaw))
    for _ in range(10):
        twin.body.step()
    felt = np.array(twin.body.read()["accelerometer"].value)
    return felt, twin.truth.pose().matrix()[:3, :3], _light(twin)


def _light(twin: Twin) -> Floats:
    return np.array([twin.body.read()[f"ls{number}"].value for number in range(8)])


@pytest.mark.parametrize(("robot", "kind"), PAIRS)
def test_a_slope_is_felt_where_it_rises(robot: str, kind: str) -> None:
    for yaw, (felt, turned) in zip(YAWS, shown(robot, kind).tilted, strict=True):
        along, up = GRAVITY * math.sin(SLOPE), GRAVITY * math.cos(SLOPE)
        # Nose up: forwards is up, so that is felt forwards; turned left, the slope rises right.
        rough = (along * math.cos(yaw), -along * math.sin(yaw), up)
        np.testing.assert_allclose(felt, rough, atol=0.04)
        np.testing.assert_allclose(felt, turned.T @ (0.0, 0.0, GRAVITY), atol=0.02)


@pytest.mark.parametrize(("robot", "kind"), PAIRS)
def test_acceleration_is_that_of_the_simulated_body_to_half_a_count(robot: str, kind: str) -> None:
    expected = [felt for felt, _ in shown(robot, "sim").tilted]
    found = [felt for felt, _ in shown(robot, kind).tilted]
    np.testing.assert_allclose(found, expected, atol=_half(robot, kind, "accelerometer"))


@pytest.mark.parametrize("kind", KINDS)
def test_turning_left_is_positive_about_z_in_radians(kind: str) -> None:
    seen = shown("epuck2", kind)
    assert seen.turned == pytest.approx(SPIN, rel=0.01)
    half = _half("epuck2", kind, "gyro")
    assert seen.spun[2] == pytest.approx(seen.turned, abs=half + 1e-4)
    np.testing.assert_allclose(seen.spun, shown("epuck2", "sim").spun, atol=half)


def _half(robot: str, kind: str, sensor: str) -> float:
    """Return half a count, and the simulated body's own half where it is quantised, too."""
    device = next(d for d in load(robot).devices if d.name == sensor)
    own = float(getattr(device, "resolution", None) or 0.0)
    return (STEP[kind][sensor] + own) / 2 + 1e-9


@pytest.mark.parametrize(("robot", "kind"), PAIRS)
def test_a_known_lamp_has_the_same_brightness(robot: str, kind: str) -> None:
    model = load(robot)
    links = forward(model)
    seen = shown(robot, kind)
    for (_, turned), bright in zip(seen.tilted, seen.bright, strict=True):
        for number, value in enumerate(bright):
            sensor = next(d for d in model.devices if d.name == f"ls{number}")
            axis = turned @ (links[sensor.link] @ sensor.pose.matrix())[:3, 0]
            assert value == pytest.approx(irradiance(axis.tolist()), abs=1e-3)
    assert np.array_equal(seen.bright, shown(robot, "sim").bright)
    assert np.array_equal(seen.dark, shown(robot, "sim").dark)
