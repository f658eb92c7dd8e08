# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Chance is seeded: same seed and name, same numbers; other names, independent numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.chance import generator
from samebot.core.errors import OptionError

seeds = st.integers(0, 2**64)


@given(seeds, st.text(max_size=20))
def test_same_seed_and_name_give_the_same_numbers(seed: int, name: str) -> None:
    one, other = generator(seed, name), generator(seed, name)
    assert one.normal(size=8).tolist() == other.normal(size=8).tolist()


def test_the_numbers_are_the_same_in_every_release() -> None:
    # A recorded run must be repeatable years later: these may never change.
    assert generator(0).integers(0, 1 << 32, 3).tolist() == [3653403231, 2735729615, 2195314465]
    assert generator(7, "epuck2_0").integers(0, 1 << 32, 2).tolist() == [1713531012, 3279780803]


def test_streams_of_different_seeds_and_names_are_independent() -> None:
    names = ["", "a", "b", "epuck2_0", "epuck2_1"]
    streams = np.array([generator(s, n).normal(size=4000) for s in (0, 1, 2**32) for n in names])
    correlation = np.corrcoef(streams) - np.eye(len(streams))
    assert np.abs(correlation).max() < 0.08


@pytest.mark.parametrize("seed", [-1, -(2**40)])
def test_a_negative_seed_is_refused_with_what_to_do(seed: int) -> None:
    with pytest.raises(OptionError, match=rf"seed is {seed}; .* 0 or more"):
        generator(seed)
