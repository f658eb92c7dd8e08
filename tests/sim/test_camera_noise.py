# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A camera's noise is Gaussian, as strong as the model says, and the same for the same seed."""

from dataclasses import replace

import numpy as np
import pytest

from camera_scenes import FULL_LIGHT, SQUARE, Image, build, eye
from samebot.core.pose import Pose
from samebot.model.devices import Camera
from samebot.model.shapes import Box
from samebot.sim.world import Floor, Surface, Thing, World

GREY = Thing(
    name="wall", shape=Box((0.02, 9, 9)), pose=Pose((0.3, 0, 0)), surface=Surface(colour=(0.5,) * 3)
)
WORLD = World(name="grey", floor=Floor(size=(0.01, 0.01)), things=(GREY,), lights=FULL_LIGHT)


def shots(camera: Camera, count: int, *, seed: int = 0, noise: bool = True) -> list[Image]:
    scene = build(WORLD, [(eye(camera), Pose((0, 0, 0.1)))], seed=seed, noise=noise)
    return [scene.shoot(0, camera.name) for _ in range(count)]


@pytest.mark.parametrize("sigma", [0.005, 0.02, 0.1])
@pytest.mark.parametrize("size", [(160, 120), (161, 97)])
def test_noise_is_gaussian_with_the_given_strength(sigma: float, size: tuple[int, int]) -> None:
    pictures = shots(replace(SQUARE, noise=sigma, size=size), 4)
    errors = np.array([picture[:40].astype(float) - 128 for picture in pictures])
    levels = 255 * sigma
    assert errors.mean() == pytest.approx(0, abs=0.05 * levels)
    # Whole levels add the variance of rounding.
    assert errors.std() == pytest.approx(np.sqrt(levels**2 + 1 / 12), rel=0.02)
    assert (np.abs(errors) < levels).mean() == pytest.approx(0.68, abs=0.13 / max(levels, 2) + 0.02)


def test_noise_of_neighbours_channels_and_pictures_is_independent() -> None:
    first, second = (
        picture[:40].astype(float) - 128 for picture in shots(replace(SQUARE, noise=0.05), 2)
    )
    pairs = [
        (first[:, 1:], first[:, :-1]),
        (first[1:], first[:-1]),
        (first[..., 0], first[..., 1]),
        (first, second),
    ]
    for a, b in pairs:
        assert abs(np.corrcoef(a.ravel(), b.ravel())[0, 1]) < 0.03


def test_noise_ends_at_black_and_white() -> None:
    for colour, end in (((0.0, 0.0, 0.0), 0), ((1.0, 1.0, 1.0), 255)):
        wall = replace(GREY, surface=Surface(colour=colour))
        scene = build(
            replace(WORLD, things=(wall,)), [(eye(replace(SQUARE, noise=0.1)), Pose((0, 0, 0.1)))]
        )
        part = scene.shoot()[:40]
        assert (part == end).mean() == pytest.approx(0.5, abs=0.03)
        assert np.abs(part.astype(int) - end).max() < 150


def test_the_same_seed_gives_the_same_pictures() -> None:
    camera = replace(SQUARE, noise=0.02)
    first, again, other = (shots(camera, 3, seed=seed) for seed in (5, 5, 6))
    assert [a.tobytes() for a in first] == [b.tobytes() for b in again]
    assert len({picture.tobytes() for picture in first + other}) == 6


def test_one_camera_does_not_change_the_noise_of_another() -> None:
    camera = replace(SQUARE, noise=0.02)
    alone = shots(camera, 2)
    second = replace(camera, name="second", size=(64, 48))
    scene = build(WORLD, [(eye(camera, second), Pose((0, 0, 0.1)))])
    together = []
    for _ in range(2):
        scene.shoot(0, "second")
        together.append(scene.shoot())
    assert [a.tobytes() for a in alone] == [b.tobytes() for b in together]


def test_ideal_cameras_have_no_noise_and_noise_can_be_asked_for() -> None:
    camera = replace(SQUARE, noise=0.05)
    assert (shots(camera, 1, noise=False)[0][:40] == 128).all()
    scene = build(WORLD, [(eye(replace(camera, noise=0.0)), Pose((0, 0, 0.1)))])
    assert (scene.shoot()[:40] == 128).all()
    assert scene.shoot(noise=0.05)[:40].std() == pytest.approx(12.75, rel=0.03)


@pytest.mark.parametrize(
    ("exposure", "expected"), [(None, 128), (1.0, 128), (0.5, 93), (100.0, 255), (0.0, 0)]
)
def test_exposure_scales_the_light(exposure: float | None, expected: int) -> None:
    picture = shots(replace(SQUARE, exposure=exposure), 1)[0]
    assert (np.abs(picture[:40].astype(int) - expected) <= 1).all()
