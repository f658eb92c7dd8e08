# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The same seed gives the same run, bit for bit; noise is as wide as it says."""

from __future__ import annotations

import functools
import hashlib
import math

import numpy as np
import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")

from samebot.core.errors import OptionError
from samebot.model.catalogue import load
from samebot.model.robot import RobotModel
from samebot.sim.chance import Noise
from samebot.sim.opening import open_simulation


@functools.cache
def model() -> RobotModel:
    return load("epuck2")


def fingerprint(count: int, duration: float, seed: int) -> str:
    """Return the SHA-256 of all readings of robots that wander through the arena."""
    found = hashlib.sha256()
    simulation = open_simulation([model()] * count, world="arena", seed=seed)
    for _ in range(round(duration / 0.05)):
        for body in simulation.bodies:
            near = min(body.ranges("ps*")) < 0.04
            body.drive(0.0 if near else 0.08, 1.5 if near else 0.1)
            body.step()
            snapshot = body.read()
            found.update(snapshot.raw.tobytes() + snapshot.value.tobytes())
    return found.hexdigest()


@pytest.mark.parametrize("count", [1, 10])
def test_the_same_seed_gives_the_same_minute(count: int) -> None:
    assert fingerprint(count, 60.0, 3) == fingerprint(count, 60.0, 3)


def test_another_seed_gives_another_run() -> None:
    assert fingerprint(1, 1.0, 3) != fingerprint(1, 1.0, 4)


def test_robots_have_noise_of_their_own_whatever_others_there_are() -> None:
    alone = Noise(5, "epuck2_0").draw(8).copy()
    np.testing.assert_array_equal(Noise(5, "epuck2_0").draw(8), alone)
    assert not np.array_equal(Noise(5, "epuck2_1").draw(8), alone)
    assert not np.array_equal(Noise(6, "epuck2_0").draw(8), alone)


def test_noise_is_standard_normal_and_never_repeats() -> None:
    noise = Noise(0, "robot")
    drawn = np.concatenate([noise.draw(size).copy() for size in (1, 7, 40_000, 100, 60_000)])
    assert abs(drawn.mean()) < 0.02
    assert drawn.std() == pytest.approx(1.0, abs=0.02)
    assert len(np.unique(drawn)) == len(drawn)


def test_an_ideal_robot_has_none() -> None:
    noise = Noise(0, "robot", ideal=True)
    assert not noise.draw(100_000).any()


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(OptionError, match="seed"):
        Noise(-1, "robot")


def test_ideal_sensors_say_the_same_all_the_time() -> None:
    body = open_simulation([model()], options={"noise": False}).bodies[0]
    body.step(1.0)
    first = body.read().value.copy()
    body.step(1.0)
    np.testing.assert_allclose(body.read().value, first, atol=2e-3)


def test_a_noisy_gyro_is_as_noisy_as_its_model_says() -> None:
    body = open_simulation([model()]).bodies[0]
    device = body.model.device("gyro")
    readings = []
    for _ in range(400):
        body.step()
        readings.append(np.asarray(body.read()["gyro"].value)[2])
    said = float(getattr(device, "noise", 0.0))
    assert np.std(readings) == pytest.approx(said, rel=0.25) if said else math.isfinite(said)
