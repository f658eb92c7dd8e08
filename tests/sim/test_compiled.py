# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Machine code on disk: named by its sources, never stale, never in the way."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("numba")

import numba

from samebot.sim import compiled as door
from samebot.sim import compiling

SHARED = """from samebot.sim.compiled import compiled
@compiled
def f(x): return 2.0 * x
"""
KERNEL = "\n@compiled\ndef f(x): return x\n"


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    door.cache_folder.cache_clear()
    yield
    door.cache_folder.cache_clear()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for file, text in (
        ("core/units.py", "G = 9.81"),
        ("sim/solids.py", "pass"),
        ("sim/columns.py", "pass"),
        ("sim/compiled.py", "pass"),
        ("sim/handing.py", "pass"),
        ("sim/compiling.py", "pass"),
        ("sim/rays.py", KERNEL),
        ("sim/world.py", "pass"),
    ):
        path = tmp_path / "package" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "package"


@pytest.mark.parametrize(
    "file",
    [
        "sim/rays.py",
        "sim/solids.py",
        "sim/columns.py",
        "sim/compiled.py",
        "sim/handing.py",
        "sim/compiling.py",
        "core/units.py",
    ],
)
def test_what_goes_into_machine_code_names_its_folder(package: Path, file: str) -> None:
    before = door.fingerprint(package)
    (package / file).write_text(KERNEL + "# changed")
    assert door.fingerprint(package) != before


def test_what_does_not_go_into_it_leaves_the_folder(package: Path) -> None:
    before = door.fingerprint(package)
    (package / "sim" / "world.py").write_text("changed = True")
    assert door.fingerprint(package) == before


def test_the_folder_is_the_users_and_old_ones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for age in range(6):
        old = tmp_path / "samebot" / f"compiled-{age}"
        old.mkdir(parents=True)
        os.utime(old, (1000.0 - age, 1000.0 - age))
    other = tmp_path / "samebot" / "interfaces-1"
    other.mkdir()
    folder = door.cache_folder()
    assert folder is not None
    assert folder.parent == tmp_path / "samebot"
    left = {path.name for path in (tmp_path / "samebot").iterdir()}
    assert left == {folder.name, "compiled-0", "compiled-1", "compiled-2", "interfaces-1"}


def test_where_nothing_can_be_written_functions_compile_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert door.cache_folder() is None
    assert door.compiled(_twice)(2.0) == 4.0


def test_the_cache_of_other_programs_stays_where_they_want_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "elsewhere")
    monkeypatch.setattr(numba.config, "CACHE_LOCATOR_CLASSES", "theirs")
    assert door.compiled(_twice)(3.0) == 6.0
    assert numba.config.CACHE_DIR == "elsewhere"
    assert numba.config.CACHE_LOCATOR_CLASSES == "theirs"
    assert list((tmp_path / "samebot").rglob("*.nbi"))


def test_copies_of_one_source_share_their_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found: list[list[str]] = []
    for text in (SHARED, SHARED, SHARED.replace("2.0", "3.0")):
        place = tmp_path / str(len(found))
        place.mkdir()
        (place / "shared.py").write_text(text)
        program = "import shared; print(shared.f(2.0), *shared.f.stats.cache_hits.values())"
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=place,
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        )
        found.append(done.stdout.split())
    assert found == [["4.0"], ["4.0", "1"], ["6.0"]]


def _twice(x: float) -> float:
    return 2.0 * x


def test_after_warming_a_robot_needs_nothing_compiled() -> None:
    program = (
        "from samebot.sim.warming import warm\n"
        "from samebot.sim import lidar, sampling\n"
        "import samebot\n"
        "assert warm()\n"
        "kernels = [m._sample for m in (lidar, sampling)]\n"
        "assert all(len(k.signatures) == 1 for k in kernels)\n"
        "for robot in ('epuck2', 'turtlebot3_burger', 'tiago'):\n"
        "    samebot.open(robot).step()\n"
        "assert all(len(k.signatures) == 1 for k in kernels), kernels\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=100)


_ABS = ctypes.CDLL(None).abs
_ABS.argtypes, _ABS.restype = (ctypes.c_int,), ctypes.c_int


def _outside(x: int) -> int:
    return _ABS(x)  # type: ignore[no-any-return]


def test_code_that_cannot_be_kept_runs_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.warns(numba.NumbaWarning, match="Cannot cache"):
        assert door.compiled(_outside)(-2) == 2


def test_the_user_is_told_once_why_it_takes_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiling.tell.cache_clear()
    function = door.compiled(_twice)
    assert not caplog.records
    assert function(1.0) + function(1) == 4.0
    assert [record.message for record in caplog.records] == [
        "samebot compiles its sensors' code; that takes some seconds, the first time only"
    ]
    assert gc.isenabled()


def test_where_nothing_is_kept_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    compiling.tell.cache_clear()
    door.compiled(_twice)(1.0)
    assert "each time, for nothing can be written" in caplog.text
