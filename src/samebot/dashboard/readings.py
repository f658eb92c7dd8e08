# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What range sensors see now, as a small table in HTML with a bar for each. Pure."""

from __future__ import annotations

import html
import math
from typing import Final

import numpy as np

from samebot.body import Snapshot
from samebot.model.devices import DistanceSensor, Lidar
from samebot.model.robot import RobotModel

__all__ = ["has_ranges", "readings_table"]

_MOST: Final = 12
"""So many sensors are shown."""
_CELL: Final = "padding:1px 8px 1px 0;white-space:nowrap"


def has_ranges(model: RobotModel) -> bool:
    """Return whether there is anything to show."""
    return any(isinstance(device, DistanceSensor | Lidar) for device in model.devices)


def readings_table(model: RobotModel, snapshot: Snapshot) -> str:
    """Return a row a sensor: its name, a bar, its range; of a lidar the nearest."""
    sensors = [d for d in model.devices if isinstance(d, DistanceSensor | Lidar)]
    rows = "".join(_row(sensor, snapshot) for sensor in sensors[:_MOST])
    return f'<table style="font-size:0.8em;line-height:1.3;margin:0.5em 1em">{rows}</table>'


def _row(sensor: DistanceSensor | Lidar, snapshot: Snapshot) -> str:
    values = np.ravel(snapshot[sensor.name].value)
    numbers = values[~np.isnan(values)]
    nearest = float(numbers.min()) if numbers.size else math.nan
    return (
        f'<tr><td style="{_CELL}">{html.escape(sensor.name)}</td>'
        f'<td style="{_CELL};width:45%">{_bar(nearest, _reach(sensor))}</td>'
        f'<td style="{_CELL};opacity:0.75">{_text(nearest)}</td></tr>'
    )


def _reach(sensor: DistanceSensor | Lidar) -> float:
    if sensor.max_range is not None:
        return sensor.max_range
    table = sensor.table if isinstance(sensor, DistanceSensor) else None
    return 1.0 if table is None else table.rows[-1][0]


def _text(distance: float) -> str:
    if math.isfinite(distance):
        return f"{distance:.3f} m"
    if math.isnan(distance):
        return "no reading"
    return "nothing" if distance > 0.0 else "too close"


def _bar(distance: float, reach: float) -> str:
    """Return a bar that is the longer the nearer something is."""
    near = 0.0 if math.isnan(distance) else 1.0 - min(max(distance / reach, 0.0), 1.0)
    return (
        '<div style="background:rgba(128,128,128,0.2);height:0.6em;border-radius:3px">'
        f'<div style="background:#2563af;height:100%;border-radius:3px;width:{near:.0%}">'
        "</div></div>"
    )
