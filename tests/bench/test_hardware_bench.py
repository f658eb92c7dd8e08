# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The benchmark of the physical bodies moves the bytes that it speaks of."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")
if sys.platform != "linux":
    pytest.skip("needs pseudo terminals and /proc", allow_module_level=True)

from samebot.core.errors import BodyError


@pytest.fixture(autouse=True)
def _source_tree(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(root), *sys.path])


def test_a_full_cycle_moves_all_bytes_in_little_more_than_their_time(tmp_path: Path) -> None:
    from bench.hardware_emulator import emulated
    from bench.hardware_serial import BAUD, measured, opened

    line = tmp_path / "line"
    words = ["--serial", str(line), "--baud", str(BAUD), "-o", "ground=true"]
    with emulated("epuck", words, line), opened("epuck", line) as body:
        cycles = measured(body, 40)
    # E-GO's 106 bytes, and what confirms the orders: a question, its answer, the end of a buffer.
    assert cycles.moved == 40 * (106 + 1 + 4 + 1)
    assert 1.0 < cycles.ratio < 3.0, "a busy machine takes longer, but never less"


def test_cycles_with_the_microcontroller_are_exchanges(tmp_path: Path) -> None:
    from bench.hardware_emulator import emulated
    from bench.hardware_pipuck import connected, cycle_cost, opened, step_cost

    bus = tmp_path / "bus"
    with emulated("epuck2", ["--i2c", str(bus)], bus):
        link = connected(bus)
        assert 0.0 < cycle_cost(link, 4) < 0.01
        link.close()
        with opened(bus) as body:
            assert 0.0 < step_cost(body, 2, turning=True) < 0.01
            for name in body.devices:
                body.device(name).disable()
            with pytest.raises(BodyError, match="mean nothing"):
                step_cost(body, 2, turning=False)


@pytest.mark.parametrize(("found", "shared_by"), [(300, 300), (289, 289), (301, 300)])
def test_a_cost_is_shared_by_the_exchanges_that_took_place(found: int, shared_by: int) -> None:
    from bench.hardware_pipuck import _exchanges

    assert _exchanges(found, 300) == shared_by
    with pytest.raises(BodyError, match="269 exchanges in 300"):
        _exchanges(269, 300)


def test_steps_that_are_off_are_counted() -> None:
    from bench.hardware_steps import Steps, kept, steps

    one = Steps([0.01, 0.01, 0.002, 0.005], [0.01, 0.0121, 0.00213, 0.0059], 2)
    assert one.within(0.01) == 25.0
    assert one.within(0.01, 1e-4) == 25.0
    assert one.within(0.1, 1e-4) == 50.0
    assert one.within(0.2) == 75.0
    strict, loose = kept("steps", one, (98.6, 99.5), 1e-4)
    assert (strict.value, strict.least, loose.value, loose.least) == (25.0, 98.6, 75.0, 99.5)
    assert "2 of 4 said that they were late" in loose.note
    real = steps(20)
    assert min(real.found) > 0.0
    assert sum(real.found) >= 0.99 * sum(real.wanted), "time that is lost is not made up for"
