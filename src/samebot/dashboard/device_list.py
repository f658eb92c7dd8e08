# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot's devices as a small table in HTML, by kind. Pure; every name is escaped."""

from __future__ import annotations

import html

from samebot.model.robot import RobotModel

__all__ = ["device_table"]

_CELL = "padding:2px 10px 2px 0;vertical-align:top"


def device_table(model: RobotModel) -> str:
    """Return one row a kind of device: the kind, and the names of its devices."""
    kinds: dict[str, list[str]] = {}
    for device in model.devices:
        kinds.setdefault(device.kind, []).append(device.name)
    rows = "".join(_row(kind, names) for kind, names in kinds.items())
    return f'<table style="font-size:0.8em;line-height:1.4;margin:0.5em 1em">{rows}</table>'


def _row(kind: str, names: list[str]) -> str:
    # Names wrap between each other, not within.
    shown = ", ".join(
        f'<span style="white-space:nowrap">{html.escape(name)}</span>' for name in names
    )
    title = html.escape(kind.replace("_", " "))
    return f'<tr><td style="{_CELL};opacity:0.65">{title}</td><td style="{_CELL}">{shown}</td></tr>'
