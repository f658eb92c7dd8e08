# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Draws processor and memory over time, as thesis figure 4.3: two panels, a line for each program.

Written as SVG by hand: two panels of lines are a page of text, matplotlib would be the largest
dependency of the project.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from bench.ros_cost import Cost, Window
from bench.ros_processes import Sample

__all__ = ["write_plot"]

WIDTH, HEIGHT, LEFT, TOP, GAP, RIGHT = 640, 200, 64, 30, 54, 190
COLOURS = ("#c0392b", "#1f6fb2", "#2e8b57", "#8e44ad")
_SVG = "http://www.w3.org/2000/svg"
SMOOTH = 4
"""A processor's share is taken over so many readings."""

Points = list[tuple[float, float]]


def write_plot(file: Path, costs: Mapping[str, Cost]) -> None:
    """Write the figure; solid lines with everything heard, dashed ones with nobody listening."""
    file.write_text(plot(costs), "utf-8")


def plot(costs: Mapping[str, Cost]) -> str:
    """Return the figure as SVG."""
    width, height = LEFT + WIDTH + RIGHT, TOP + 2 * HEIGHT + GAP + 50
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="{_SVG}" {size} font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *_panel(costs, "CPU, % of one core", TOP, _processor),
        *_panel(costs, "memory (RSS), MB", TOP + HEIGHT + GAP, _memory),
        *_legend(costs),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _processor(window: Window) -> Points:
    points: Points = []
    for offset, stretch in _in_a_row(window):
        step = min(SMOOTH, len(stretch) - 1)
        for early, late in zip(stretch, stretch[step:], strict=False):
            share = (late.processor - early.processor) / (late.time - early.time)
            points.append((late.time - offset, 100 * share))
    return points


def _memory(window: Window) -> Points:
    return [
        (each.time - offset, each.memory / 1e6)
        for offset, stretch in _in_a_row(window)
        for each in stretch
    ]


def _in_a_row(window: Window) -> Iterator[tuple[float, Sequence[Sample]]]:
    """Go through the stretches, with what is to be taken from their times."""
    passed = 0.0
    for stretch in window.stretches:
        yield stretch[0].time - passed, stretch
        passed += stretch[-1].time - stretch[0].time


def _panel(
    costs: Mapping[str, Cost], title: str, top: float, points_of: Callable[[Window], Points]
) -> Iterator[str]:
    lines = {
        (name, dashed): points_of(window)
        for name, cost in costs.items()
        for dashed, window in ((False, cost.heard), (True, cost.alone))
    }
    across = max((x for points in lines.values() for x, _ in points), default=1.0)
    up = _round_up(max((y for points in lines.values() for _, y in points), default=1.0))
    yield f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{title}</text>'
    for number in range(5):
        y = top + HEIGHT * (1 - number / 4)
        yield f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{up * number / 4:g}</text>'
        x = LEFT + WIDTH * number / 4
        word = f"{across * number / 4:.3g} s"
        yield f'<text x="{x:.0f}" y="{top + HEIGHT + 16}" text-anchor="middle">{word}</text>'
    names = list(costs)
    for (name, dashed), points in lines.items():
        scaled = " ".join(
            f"{LEFT + WIDTH * x / across:.1f},{top + HEIGHT * (1 - y / up):.1f}" for x, y in points
        )
        yield f'<polyline points="{scaled}" {_stroke(names.index(name), dashed=dashed)}/>'


def _legend(costs: Mapping[str, Cost]) -> Iterator[str]:
    x = LEFT + WIDTH + 14
    for number, name in enumerate(costs):
        for dashed, how in ((False, "heard"), (True, "nobody listens")):
            y = TOP + 14 + 44 * number + 18 * dashed
            yield f'<path d="M{x} {y - 4}h24" {_stroke(number, dashed=dashed)}/>'
            yield f'<text x="{x + 30}" y="{y}">{"" if dashed else escape(name)} {how}</text>'


def _stroke(number: int, *, dashed: bool) -> str:
    colour = COLOURS[number % len(COLOURS)]
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return f'fill="none" stroke="{colour}" stroke-width="1.5"{dashes}'


def _round_up(value: float) -> float:
    """Return a number to which an axis may go: 1, 2, 4 or 8 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(max(value, 1e-9)))
    return next(power * step for step in (1, 2, 4, 8, 10) if value <= power * step)
