# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot bench` starts benchmarks of a source tree, and holds figures to what is wanted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import samebot
from samebot.cli.bench import benchmarks, verdict
from samebot.cli.main import main

PROGRAM = """
import json, sys
print("chatter of a library")
figure = {"name": " ".join(sys.argv[1:]), "unit": "x", "least": 2.0, "most": None, "note": "hm"}
for value in (1.5, 2.5, None):
    print(json.dumps(figure | {"value": value}), flush=True)
sys.exit(sys.argv[1] == "broken")
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a source tree whose benchmarks print what they were asked for."""
    folder = tmp_path / "bench"
    folder.mkdir()
    (folder / "__main__.py").write_text(PROGRAM)
    for name in ("slow", "quick", "broken"):
        (folder / f"{name}.py").write_text("def measure(*, quick):\n    yield\n")
    (folder / "drawing.py").write_text("def measure(*, quick, plot=None):\n    yield\n")
    (folder / "helper.py").write_text("def measured():\n    pass\n")
    monkeypatch.setattr(samebot, "__file__", str(tmp_path / "src/samebot/__init__.py"))
    return tmp_path


def test_the_project_has_benchmarks(root: Path) -> None:
    assert set(benchmarks(root / "bench")) >= {"camera", "ros", "sim"}


@pytest.mark.usefixtures("tree")
def test_figures_come_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "slow"]) == 0
    printed = capsys.readouterr()
    head, *lines, _, machine = printed.out.splitlines()
    assert head.split() == ["slow", "value", "unit", "wanted", "note"]
    assert [line.split() for line in lines] == [
        ["slow", "1.5", "x", ">=", "2", "missed", "hm"],
        ["slow", "2.5", "x", ">=", "2", "met", "hm"],
        ["slow", "-", "x", ">=", "2", "missed", "hm"],
    ]
    assert "cores" in machine
    assert "measuring slow" in printed.err


@pytest.mark.usefixtures("tree")
def test_figures_come_as_json_and_quickly(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "quick", "--quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [figure["value"] for figure in found["figures"]["quick"]] == [1.5, 2.5, None]
    assert {figure["name"] for figure in found["figures"]["quick"]} == {"quick --quick"}
    assert found["machine"]["cores"] >= 1


@pytest.mark.usefixtures("tree")
def test_a_benchmark_that_fails_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "broken"]) == 1
    assert "the benchmark broken ended with status 1" in capsys.readouterr().err


@pytest.mark.usefixtures("tree")
def test_a_plot_goes_where_the_user_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path / "bench")
    assert main(["bench", "drawing", "--quick", "--plot", "cost.svg"]) == 0
    assert f"drawing --quick --plot {tmp_path / 'bench' / 'cost.svg'}" in capsys.readouterr().out


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["drawing", "--plot", "cost.pdf"], "ends in .svg"),
        (["drawing", "--plot", "nowhere/cost.svg"], "no folder"),
        (["slow", "--plot", "cost.svg"], "one benchmark that draws"),
        (["--plot", "cost.svg"], "one benchmark that draws"),
    ],
)
def test_a_plot_that_cannot_be_is_refused_at_once(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *words]) == 1
    printed = capsys.readouterr()
    assert expected in printed.err
    assert "measuring" not in printed.err


@pytest.mark.usefixtures("tree")
def test_an_unknown_benchmark_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "slo"]) == 2
    assert "slow" in capsys.readouterr().err


def test_without_a_source_tree_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(samebot, "__file__", str(tmp_path / "lib/x/samebot/__init__.py"))
    assert main(["bench"]) == 1
    text = capsys.readouterr().err
    assert "not part of an installed samebot" in text
    assert text.count("\n") == 1


@pytest.mark.parametrize(
    ("least", "most", "value", "word"),
    [
        (None, None, 1.0, ""),
        (2.0, None, 2.0, "met"),
        (2.0, None, 1.9, "missed"),
        (None, 2.0, 2.0, "met"),
        (None, 2.0, 2.1, "missed"),
        (None, 2.0, None, "missed"),
    ],
)
def test_figures_are_held_to_what_is_wanted(
    least: float | None, most: float | None, value: float | None, word: str
) -> None:
    assert verdict({"least": least, "most": most, "value": value}) == word
