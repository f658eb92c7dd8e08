# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What is handed over to compiled functions arrives as it is, and stays the caller's."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

pytest.importorskip("numba")

from samebot.sim.compiled import compiled
from samebot.sim.handing import reader, written
from samebot.sim.solids import Floats, Whole


class Inner(NamedTuple):
    """What lies inside."""

    table: Floats
    corner: tuple[int, float]


class Outer(NamedTuple):
    """Some of everything."""

    scale: float
    line: Floats
    inner: Inner
    whole: Whole


EXAMPLE = Outer(1.0, np.zeros(1), Inner(np.zeros((1, 1)), (1, 1.0)), np.zeros((1, 1, 1), np.int64))
read = reader(EXAMPLE)


@compiled
def mixed(address: int) -> float:
    """Touch everything, with indices that tell rows from columns; write into one array."""
    found = read(address)
    table, whole = found.inner.table, found.whole
    found.line[1] = found.scale
    number, fraction = found.inner.corner
    rows, columns = table.shape
    depth, high, wide = whole.shape
    sides = 100.0 * rows + 10.0 * columns + depth * high * wide + len(found.line)
    return float(sides + 1e-3 * table[1, 2] + 1e-6 * whole[1, 0, 3] + number + fraction)


def values() -> Outer:
    table = np.arange(6.0).reshape(2, 3)
    whole: Whole = np.arange(16).reshape(2, 2, 4)
    return Outer(0.25, np.zeros(3), Inner(table, (7, 0.5)), whole)


def test_a_compiled_function_finds_what_was_written_down() -> None:
    some = values()
    words = written(some, EXAMPLE)
    assert mixed(words.ctypes.data) == pytest.approx(
        200 + 30 + 16 + 3 + 5e-3 + 11e-6 + 7.5, abs=1e-12
    )
    assert some.line.tolist() == [0.0, 0.25, 0.0]
    some.inner.table[1, 2] = 0.0
    assert mixed(words.ctypes.data) == pytest.approx(256.5 + 11e-6, abs=1e-12)


def test_whole_numbers_serve_as_floats() -> None:
    some = values()._replace(scale=3)
    words = written(some, EXAMPLE)
    mixed(words.ctypes.data)
    assert some.line[1] == 3.0


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((3, 1)),
        np.zeros(3, np.float32),
        np.zeros(3, np.int64),
        np.zeros(6)[::2],
        [0.0, 0.0, 0.0],
    ],
)
def test_an_array_of_another_kind_is_refused(wrong: Floats) -> None:
    with pytest.raises(TypeError, match="is expected"):
        written(values()._replace(line=wrong), EXAMPLE)


def test_an_array_that_nobody_may_write_into_is_refused() -> None:
    fixed = np.zeros(3)
    fixed.flags.writeable = False
    with pytest.raises(TypeError, match="is expected"):
        written(values()._replace(line=fixed), EXAMPLE)
