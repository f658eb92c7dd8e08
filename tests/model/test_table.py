# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Laws of lookup tables: metres to raw and back, and what lies outside."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from samebot.core.errors import ModelError, Where
from samebot.model.devices import KINDS
from samebot.model.plain import device_from_plain
from samebot.model.table import NOTHING, TOO_CLOSE, LookupTable

EPUCK = LookupTable.of(
    [
        (0.0, 4095, 0.002),
        (0.005, 2133.33, 0.003),
        (0.01, 1465.73, 0.007),
        (0.015, 601.46, 0.0406),
        (0.02, 383.84, 0.01472),
        (0.03, 234.93, 0.0241),
        (0.04, 158.03, 0.0287),
        (0.05, 120, 0.04225),
    ]
)
THYMIO = LookupTable.of(
    [
        (0, 4235),
        (0.00333, 4308),
        (0.00666, 4298),
        (0.01, 4279),
        (0.0133, 4253),
        (0.0167, 4201),
        (0.02, 4139),
        (0.0467, 2696),
        (0.09, 1195),
        (0.0933, 0),
    ]
)
ASCENDING = LookupTable.of([(0, 0), (0.1, 200), (0.2, 1000)])
SHARP = LookupTable.of([(0, 0), (0.04, 3000), (0.1, 1200), (0.3, 300)])
"""Like many triangulating sensors: blind below 4 cm, where the raw value falls again."""


def distances_of(count: int) -> st.SearchStrategy[list[float]]:
    steps = st.lists(st.floats(0.001, 1.0), min_size=count, max_size=count)
    return steps.map(lambda values: list(itertools.accumulate(values)))


@st.composite
def monotone_tables(draw: st.DrawFn) -> LookupTable:
    count = draw(st.integers(2, 8))
    steps = st.lists(st.integers(1, 1000), min_size=count, max_size=count)
    raws = list(itertools.accumulate(draw(steps)))
    if draw(st.booleans()):
        raws.reverse()
    return LookupTable.of(list(zip(draw(distances_of(count)), raws, strict=True)))


@st.composite
def any_tables(draw: st.DrawFn) -> LookupTable:
    count = draw(st.integers(2, 8))
    raws = draw(st.lists(st.integers(-50, 50), min_size=count, max_size=count))
    return LookupTable.of(list(zip(draw(distances_of(count)), raws, strict=True)))


tables = monotone_tables() | any_tables() | st.sampled_from([EPUCK, THYMIO, ASCENDING, SHARP])
shares = st.floats(0.0, 1.0)


# Metres to raw


@given(tables)
def test_a_row_gives_its_raw_and_noise_exactly(table: LookupTable) -> None:
    for distance, raw, noise in table.rows:
        assert table.raw(distance) == raw
        assert table.noise(distance) == noise


@given(tables, shares)
def test_between_rows_lies_a_straight_line(table: LookupTable, share: float) -> None:
    for near, far in itertools.pairwise(table.rows):
        distance = near[0] + share * (far[0] - near[0])
        expected = near[1] + share * (far[1] - near[1])
        assert table.raw(distance) == pytest.approx(expected, abs=1e-6 * 4096)


@given(tables, st.floats(0.0, 1e6))
def test_outside_the_table_the_end_rows_hold(table: LookupTable, beyond: float) -> None:
    assert table.raw(table.first - beyond) == table.rows[0][1]
    assert table.raw(table.last + beyond) == table.rows[-1][1]
    assert table.raw(math.inf) == table.rows[-1][1]
    assert table.raw(-math.inf) == table.rows[0][1]


def test_nan_stays_nan_both_ways() -> None:
    assert math.isnan(EPUCK.raw(math.nan))
    assert math.isnan(EPUCK.noise(math.nan))
    assert math.isnan(EPUCK.distance(math.nan))
    assert math.isnan(EPUCK.extrapolate(math.nan))


# Raw to metres


def test_contact_is_zero_metres() -> None:
    assert EPUCK.distance(4095) == 0.0
    assert EPUCK.extrapolate(4095) == 0.0


@given(monotone_tables())
def test_a_raw_at_a_row_gives_the_row_exactly(table: LookupTable) -> None:
    for distance, raw, _ in table.rows:
        assert table.distance(raw) == distance
        assert table.extrapolate(raw) == distance


@given(monotone_tables(), shares)
def test_there_and_back_is_the_same_distance(table: LookupTable, share: float) -> None:
    distance = table.first + share * (table.last - table.first)
    assume(distance <= table.last)
    assert table.distance(table.raw(distance)) == pytest.approx(distance, abs=1e-9)


@given(tables, shares)
def test_a_found_distance_has_this_raw_and_no_larger_one_does(
    table: LookupTable, share: float
) -> None:
    low, high = (f(row[1] for row in table.rows) for f in (min, max))
    raw = low + share * (high - low)
    found = table.distance(raw)
    assume(math.isfinite(found))
    assert table.raw(found) == pytest.approx(raw, abs=1e-6)
    for near, far in itertools.pairwise(table.rows):
        if near[0] > found:
            assert not min(near[1], far[1]) <= raw <= max(near[1], far[1])


@given(monotone_tables(), st.floats(1e-3, 1e6))
def test_beyond_the_last_row_is_nothing_and_before_the_first_too_close(
    table: LookupTable, beyond: float
) -> None:
    outward = -1.0 if table.falling else 1.0
    assert table.distance(table.rows[-1][1] + outward * beyond) == NOTHING == math.inf
    assert table.distance(table.rows[0][1] - outward * beyond) == TOO_CLOSE == -math.inf
    assert table.distance(outward * math.inf) == NOTHING
    assert table.distance(-outward * math.inf) == TOO_CLOSE


@given(tables, st.integers(-60, 4500), st.integers(-60, 4500))
def test_no_table_gives_a_distance_outside_itself(table: LookupTable, one: int, two: int) -> None:
    for raw in (one, two):
        found = table.distance(raw)
        assert math.isinf(found) or table.first <= found <= table.last


@pytest.mark.parametrize("table", [EPUCK, THYMIO, SHARP])
def test_of_infra_red_sensors_more_raw_is_never_farther(table: LookupTable) -> None:
    found = [table.distance(raw / 4) for raw in range(-40, 4 * 4400)]
    assert found == sorted(found, reverse=True)
    assert table.falling


def test_thymio_contact_is_ambiguous_and_gives_the_larger_distance() -> None:
    expected = 0.0133 + (0.0167 - 0.0133) * (4253 - 4235) / (4253 - 4201)
    assert THYMIO.distance(4235) == pytest.approx(expected)
    assert THYMIO.distance(4308) == 0.00333
    assert THYMIO.distance(4300) > 0.00333
    assert THYMIO.distance(4309) == TOO_CLOSE
    assert THYMIO.distance(0) == 0.0933
    assert THYMIO.distance(-1) == NOTHING


def test_little_light_is_nothing_even_if_the_blind_zone_has_it_too() -> None:
    assert SHARP.distance(250) == NOTHING
    assert SHARP.distance(300) == 0.3
    assert SHARP.distance(1200) == 0.1
    assert SHARP.distance(3000) == 0.04
    assert SHARP.distance(3001) == TOO_CLOSE


@pytest.mark.parametrize(
    ("rows", "raw", "expected"),
    [
        ([(0, 100), (0.05, 50), (0.1, 100)], 75, 0.075),  # a valley
        ([(0, 1000), (0.1, 100), (0.2, 300)], 200, 0.15),
        ([(0, 1000), (0.1, 100), (0.2, 300)], 1000, 0.0),
        ([(0, 1000), (0.1, 100), (0.2, 300)], 50, NOTHING),
        ([(0, 50), (0.05, 100), (0.1, 50)], 75, 0.075),  # a hill
        ([(0, 100), (0.1, 500), (0.2, 50)], 100, 0.2 - 0.1 * 50 / 450),
        ([(0, 300), (0.1, 100), (0.2, 1000)], 200, 0.1 + 0.1 / 9),
        ([(0, 0), (0.1, 50), (0.2, 30), (0.3, 100)], 40, 0.2 + 1 / 70),  # a dent, rising
        ([(0, 100), (0.1, 50), (0.2, 80), (0.3, 10)], 60, 0.2 + 2 / 70),  # and falling
        ([(0, 1000), (0.08, 105), (0.09, 98), (0.1, 101)], 101, 0.1),  # a noisy end
        ([(0, 1000), (0.08, 105), (0.09, 98), (0.1, 101)], 105, 0.08),
        ([(0, 1000), (0.08, 105), (0.09, 98), (0.1, 101)], 97, NOTHING),
        ([(0, 1000), (0.08, 105), (0.09, 98), (0.1, 101)], 1001, TOO_CLOSE),
    ],
)
def test_an_ambiguous_raw_gives_the_larger_distance(
    rows: list[tuple[float, float]], raw: float, expected: float
) -> None:
    assert LookupTable.of(rows).distance(raw) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("rows", "raw", "expected"),
    [
        ([(0, 4095), (0.01, 4095), (0.05, 100), (0.1, 100)], 4095, 0.01),
        ([(0, 4095), (0.01, 4095), (0.05, 100), (0.1, 100)], 100, 0.1),
        ([(0, 4095), (0.01, 4095), (0.05, 100), (0.1, 100)], 99, NOTHING),
        ([(0, 4095), (0.01, 4095), (0.05, 100), (0.1, 100)], 4096, TOO_CLOSE),
        ([(0, 0), (0.1, 100), (0.3, 100)], 100, 0.3),
        ([(0, 0), (0.1, 100), (0.3, 100)], 101, NOTHING),
        ([(0, 0), (0.1, 0), (0.3, 100)], 0, 0.1),
        ([(0, 0), (0.1, 0), (0.3, 100)], -1, TOO_CLOSE),
        ([(0, 5), (1, 5)], 5, 1.0),
        ([(0, 5), (1, 5)], 4, NOTHING),
        ([(0, 5), (1, 5)], 6, TOO_CLOSE),
    ],
)
def test_a_flat_part_gives_its_far_end(
    rows: list[tuple[float, float]], raw: float, expected: float
) -> None:
    assert LookupTable.of(rows).distance(raw) == expected


def test_a_jump_is_one_distance() -> None:
    table = LookupTable.of([(0, 1000), (0.1, 500), (0.1, 200), (0.2, 100)])
    assert [table.distance(raw) for raw in (500, 300, 200)] == [0.1, 0.1, 0.1]
    assert table.raw(0.1) == 500
    assert table.raw(0.1 + 1e-12) == pytest.approx(200)


@pytest.mark.parametrize(
    ("rows", "below", "above"),
    [
        ([(0, 0), (0.1, 0), (0.1, 1000)], TOO_CLOSE, NOTHING),
        ([(0.1, 0), (0.1, 1000), (0.2, 1000)], TOO_CLOSE, NOTHING),
        ([(0, 1000), (0.1, 1000), (0.1, 0)], NOTHING, TOO_CLOSE),
        ([(0.3, 1035.9983162301967), (0.3, 3), (0.7, 3)], NOTHING, TOO_CLOSE),
    ],
)
def test_a_flat_line_with_a_jump_at_an_end_rises_or_falls(
    rows: list[tuple[float, float]], below: float, above: float
) -> None:
    table = LookupTable.of(rows)
    assert (table.distance(-1), table.distance(2000)) == (below, above)


def test_tables_of_signed_quantities_go_both_ways() -> None:
    table = LookupTable.of([(-39.24, -32), (39.24, 32)])
    assert table.distance(0) == 0.0
    assert table.distance(-32) == -39.24
    assert table.raw(9.81) == pytest.approx(8)


# Extrapolation


@pytest.mark.parametrize(
    ("table", "raw", "expected"),
    [
        (EPUCK, 0, 0.04 + 0.01 * 158.03 / 38.03),
        (EPUCK, 5000, 0.005 * (4095 - 5000) / (4095 - 2133.33)),
        (ASCENDING, 1200, 0.225),
        (ASCENDING, -100, -0.05),
        (LookupTable.of([(0, 1000), (0.1, 200)]), 0, 0.125),
        (LookupTable.of([(0, 1000), (0.1, 200), (0.2, 200)]), 100, 0.1125),  # a flat end
        (LookupTable.of([(0, 9), (0.1, 5), (0.1, 2)]), 1, 0.2),  # a jump at the end
        (LookupTable.of([(0, 1000), (0.08, 105), (0.09, 98), (0.1, 101)]), 91, 0.1),  # noisy end
        (SHARP, 210, 0.32),
        (SHARP, 3030, 0.039),
    ],
)
def test_extrapolation_goes_on_with_the_nearer_line(
    table: LookupTable, raw: float, expected: float
) -> None:
    assert table.extrapolate(raw) == pytest.approx(expected)


def test_nothing_in_sight_of_the_epuck_is_extrapolated_to_eight_centimetres() -> None:
    assert EPUCK.extrapolate(0) == pytest.approx(0.0815, abs=1e-4)


@given(tables, st.floats(-1e4, 1e4))
def test_extrapolation_agrees_inside_and_leaves_outwards(table: LookupTable, raw: float) -> None:
    inside, found = table.distance(raw), table.extrapolate(raw)
    if math.isfinite(inside):
        assert found == inside
    elif inside == NOTHING:
        assert found > table.first
    else:
        assert found < table.last


@given(monotone_tables(), st.floats(1e-3, 1e4))
def test_extrapolation_leaves_a_monotone_table(table: LookupTable, beyond: float) -> None:
    outward = -beyond if table.falling else beyond
    assert table.extrapolate(table.rows[-1][1] + outward) > table.last
    assert table.extrapolate(table.rows[0][1] - outward) < table.first


def test_a_flat_table_has_no_line_to_go_on_with() -> None:
    assert LookupTable.of([(0, 5), (1, 5)]).extrapolate(4) == NOTHING


# What is refused


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "at least two rows, found 0"),
        ([[0, 1]], "at least two rows, found 1"),
        ([[0, 1], [1]], "row 1 .* has 1 numbers"),
        ([[0, 1], [1, 2, 3, 4]], "row 1 .* has 4 numbers"),
        ([[0, 1], [0.2, 2], [0.1, 3]], "ascend, found 0.1 after 0.2"),
        ([[0.1, 1], [0.1, 2]], "all rows"),
        ([[0, 1], [1, 2, -0.1]], "negative noise"),
        ([[0, 1], [1, math.nan]], "finite"),
        ([[0, 1], [math.inf, 2]], "finite"),
        ([[0, 1], [1, ".nan"]], "number"),
    ],
)
def test_what_cannot_be_looked_up_in_is_refused_with_the_device(
    rows: list[list[object]], reason: str
) -> None:
    data = {"kind": "distance_sensor", "name": "ps3", "link": "base", "table": rows}
    with pytest.raises(ModelError, match=rf'devices.yaml: device "ps3".table.*{reason}'):
        device_from_plain(data, Where("devices.yaml"))


def test_rows_of_two_numbers_need_the_named_constructor() -> None:
    with pytest.raises(ValueError, match="expected 3"):
        LookupTable(((0.0, 1.0), (1.0, 2.0)))  # type: ignore[arg-type]


def test_every_kind_with_a_table_refuses_one_row() -> None:
    for kind, cls in KINDS.items():
        if "table" in cls.__dataclass_fields__:
            data = {"kind": kind, "name": "x", "link": "base", "table": [[0, 1]]}
            with pytest.raises(ModelError, match=r'device "x"\.table'):
                device_from_plain(data, Where())
