# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Distance sensors against a calculation of their own: plane geometry, no rays."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.pose import Pose, Vector3
from samebot.model import LookupTable
from samebot.model.devices import DistanceSensor
from samebot.sim import rays
from samebot.sim.columns import Place
from samebot.sim.compiled import compiled
from samebot.sim.distance import (
    distance_columns,
    ray_angles,
    ray_weights,
    table_column,
    table_distance,
)
from samebot.sim.solids import Floats, FloorPicture, Solids
from senses_alone import Alone

INFRA_RED = LookupTable.of(
    [
        (0.0, 4095, 0.002),
        (0.005, 2133.33, 0.003),
        (0.01, 1465.73, 0.007),
        (0.015, 601.46, 0.0406),
        (0.02, 383.84, 0.01472),
        (0.03, 234.93, 0.0241),
        (0.04, 158.03, 0.0287),
        (0.05, 120.0, 0.04225),
        (0.06, 104.09, 0.03065),
        (0.07, 67.19, 0.04897),
    ]
)
WHITE, RED, BLACK = (1.0, 1.0, 1.0), (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
GREY = (0.5, 0.5, 0.5)


def boxes(
    *walls: tuple[float, float, float, Vector3],
    roughness: float = 0.0,
    floor: FloorPicture | None = None,
) -> Solids:
    """A floor, and big boxes whose near face is at (x, y), turned by yaw, in a colour."""
    count = len(walls) + 1
    positions, rotations, sizes = np.zeros((count, 3)), np.zeros((count, 9)), np.zeros((count, 3))
    rotations[0] = np.eye(3).ravel()
    for row, (x, y, yaw, _) in enumerate(walls, start=1):
        c, s = math.cos(yaw), math.sin(yaw)
        sizes[row] = (0.5, 5.0, 1.0)
        positions[row] = (x + 0.5 * c, y + 0.5 * s, 0.5)
        rotations[row] = (c, -s, 0, s, c, 0, 0, 0, 1)
    return Solids(
        kinds=np.array([rays.PLANE] + [rays.BOX] * len(walls)),
        sizes=sizes,
        positions=positions,
        rotations=rotations,
        radii=np.array([-1.0] + [6.0] * len(walls)),
        owners=np.full(count, -1),
        colours=np.array([WHITE, *(wall[3] for wall in walls)]),
        roughness=np.full(count, roughness),
        seen=np.arange(count),
        floor=0,
        picture=floor or FloorPicture(np.ones((1, 1, 3), np.float32), 0.0, 0.0, 1.0),
        link_positions=np.zeros((1, 3)),
        link_rotations=np.eye(3).reshape(1, 9),
    )


def sensor(**fields: object) -> DistanceSensor:
    values = {"table": INFRA_RED, "type": "infra-red", "pose": Pose((0.0, 0.0, 0.1))} | fields
    return DistanceSensor(name="ps", link="base", **values)  # type: ignore[arg-type]


def sample(device: DistanceSensor, solids: Solids, noise: float = 0.0) -> tuple[float, float]:
    plan = distance_columns([device], {"base": 0}, 0, [Place(0, 0, 0)])
    alone = Alone(solids=solids, distance=plan)
    alone.sample(noise=noise)
    return float(alone.readings.raw[0]), float(alone.readings.value[0])


def mean_of_fan(
    device: DistanceSensor, distance: float, turn: float, factor: float, last: float
) -> float:
    """Return the fan's weighted mean distance to a wall turned by `turn`, by trigonometry."""
    lengths = [
        min(distance * math.cos(turn) / math.cos(angle - turn) / factor, last)
        for angle in ray_angles(device)
    ]
    return float(np.dot(ray_weights(device), lengths))


@pytest.mark.parametrize(
    ("colour", "factor"), [(WHITE, 1.0), (RED, 1.0), (GREY, 0.6), (BLACK, 0.2)]
)
@pytest.mark.parametrize("turn_deg", [-30, -15, 0, 20, 40])
@pytest.mark.parametrize(
    "distance", [0.001, 0.004, 0.008, 0.012, 0.02, 0.025, 0.035, 0.045, 0.055, 0.066]
)
def test_infra_red_reads_the_table_at_the_mean_over_its_fan(
    distance: float, turn_deg: float, colour: Vector3, factor: float
) -> None:
    device = sensor(rays=5, aperture=0.5)
    turn = math.radians(turn_deg)
    raw, value = sample(device, boxes((distance, 0.0, turn, colour)))
    expected = mean_of_fan(device, distance, turn, factor, 0.07)
    if expected >= 0.07 - 1e-12:  # a sum of weights, each rounded: not the same on every processor
        assert (raw, value) == (0.0, math.inf)
    else:
        assert raw == pytest.approx(INFRA_RED.raw(expected), rel=1e-9)
        assert value == pytest.approx(expected, abs=1e-9)


def test_a_rough_surface_looks_farther_away_than_a_smooth_one() -> None:
    smooth = sample(sensor(), boxes((0.03, 0.0, 0.0, WHITE)))[1]
    rough = sample(sensor(), boxes((0.03, 0.0, 0.0, WHITE), roughness=1.0))[1]
    assert smooth == pytest.approx(0.03)
    assert rough == pytest.approx(0.03 / 0.6)


def test_weights_are_a_bell_that_adds_up_to_one() -> None:
    device = sensor(rays=15, aperture=0.44, gaussian_width=0.354)
    weights = ray_weights(device)
    assert weights.sum() == pytest.approx(1.0)
    sigma = 0.44 / 4
    assert weights[0] / weights[7] == pytest.approx(math.exp(-0.5 * (0.22 / sigma) ** 2), rel=0.01)
    assert list(weights) == pytest.approx(list(weights[::-1]))


CORNER = ((0.3, 0.0, 0.0, WHITE), (0.0, 0.2, math.pi / 2, WHITE))


@pytest.mark.parametrize("heading_deg", [0, 20, 33.69, 45, 60, 90])
def test_a_cone_in_a_corner_is_mean_or_first_return(heading_deg: float) -> None:
    heading = math.radians(heading_deg)
    table = LookupTable.of([(0, 0), (2, 2000)])
    pose = Pose((0.0, 0.0, 0.1), (0.0, 0.0, heading))
    mean = sensor(type="generic", table=table, rays=15, aperture=0.44, pose=pose)
    first = sensor(type="laser", table=table, rays=15, aperture=0.44, pose=pose)
    directions = [heading + angle for angle in ray_angles(mean)]
    lengths = [
        min(0.3 / max(math.cos(d), 1e-9), 0.2 / max(math.sin(d), 1e-9), 2.0) for d in directions
    ]
    expected = float(np.dot(ray_weights(mean), lengths))
    assert sample(mean, boxes(*CORNER))[1] == pytest.approx(expected, rel=1e-9)
    assert sample(first, boxes(*CORNER))[1] == pytest.approx(min(lengths), rel=1e-9)


@pytest.mark.parametrize(("turn_deg", "seen"), [(0, True), (22, True), (23, False), (45, False)])
def test_a_sonar_loses_a_wall_that_it_meets_at_more_than_22_5_degrees(
    turn_deg: float, seen: bool
) -> None:
    table = LookupTable.of([(0.0, 0.0), (2.0, 2.0)])
    sonar = sensor(type="sonar", table=table, rays=1)
    _, value = sample(sonar, boxes((0.5, 0.0, math.radians(turn_deg), WHITE)))
    assert value == (pytest.approx(0.5) if seen else math.inf)


def line_on_the_floor() -> FloorPicture:
    """White, with a black line 2 cm wide along y through the origin, pixels of 1 mm."""
    pixels = np.ones((200, 200, 3), np.float32)
    pixels[:, 90:110] = 0.0
    return FloorPicture(pixels, -0.1, -0.1, 0.001)


@pytest.mark.parametrize("x", [-0.02, -0.0104, -0.0096, 0.0, 0.0096, 0.0104, 0.02])
def test_a_ground_sensor_sees_the_edge_of_a_line(x: float) -> None:
    table = LookupTable.of([(0.0, 1000.0), (0.016, 300.0)])
    pose = Pose((x, 0.003, 0.002), (0.0, math.pi / 2, 0.0))
    ground = sensor(table=table, pose=pose)
    raw, _ = sample(ground, boxes(floor=line_on_the_floor()))
    distance = 0.002 / 0.2 if abs(x) < 0.01 else 0.002
    assert raw == pytest.approx(1000.0 - 700.0 * distance / 0.016, rel=1e-4)


def test_a_pressed_sensor_reads_contact_even_from_inside_the_wall() -> None:
    for depth in (0.0, 0.001, 0.004):
        raw, value = sample(sensor(), boxes((-depth, 0.0, 0.0, WHITE)))
        assert raw == pytest.approx(4095.0)
        assert value == pytest.approx(0.0, abs=1e-12)


def test_ranges_outside_of_what_is_valid_are_told_apart() -> None:
    device = sensor(
        type="generic",
        table=LookupTable.of([(0.0, 0.0), (2.0, 2.0)]),
        min_range=0.25,
        max_range=1.0,
    )
    assert sample(device, boxes((0.1, 0.0, 0.0, WHITE)))[1] == -math.inf
    assert sample(device, boxes((0.5, 0.0, 0.0, WHITE)))[1] == pytest.approx(0.5)
    assert sample(device, boxes((1.5, 0.0, 0.0, WHITE)))[1] == math.inf
    raw, value = sample(device, boxes((3.0, 0.0, 0.0, WHITE)))
    assert raw == pytest.approx(2.1)
    assert value == math.inf


def test_noise_is_a_fraction_of_the_raw_value_from_the_table() -> None:
    solids = boxes((0.03, 0.0, 0.0, WHITE))
    ideal, _ = sample(sensor(), solids)
    noisy, value = sample(sensor(), solids, noise=2.0)
    assert noisy == pytest.approx(ideal * (1 + 2 * 0.0241))
    assert value == pytest.approx(INFRA_RED.distance(noisy))


ROWS = st.lists(
    st.tuples(st.floats(0.001, 1.0), st.floats(-1000, 5000), st.floats(0, 0.2)),
    min_size=2,
    max_size=8,
)


def table_of(steps: list[tuple[float, float, float]]) -> LookupTable:
    distances = np.cumsum([step for step, _, _ in steps])
    return LookupTable.of(
        [(float(d), raw, noise) for d, (_, raw, noise) in zip(distances, steps, strict=True)]
    )


@compiled
def column_of(distance: float, rows: Floats, column: int) -> float:
    return table_column(distance, rows, column)


@compiled
def distance_of(raw: float, rows: Floats, falling: bool) -> float:
    return table_distance(raw, rows, falling)


@given(ROWS, st.floats(-2000, 6000), st.floats(-1, 10))
def test_the_compiled_table_says_what_the_models_table_says(
    steps: list[tuple[float, float, float]], raw: float, distance: float
) -> None:
    table = table_of(steps)
    rows: Floats = np.array(table.rows)
    assert column_of(distance, rows, 1) == table.raw(distance)
    assert column_of(distance, rows, 2) == table.noise(distance)
    for some in (raw, *(row[1] for row in table.rows)):
        found = distance_of(some, rows[table.peak :], table.falling)
        assert found == table.distance(some)
