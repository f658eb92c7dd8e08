# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Opens physical bodies: robots by name or model, at an address on a kind of bus."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from samebot.core.clock import Clock, PreciseClock
from samebot.core.errors import OptionError, UnknownName
from samebot.hardware.guard import Guard, guard
from samebot.hardware.link import RobotLink
from samebot.hardware.links import LinkOptions, make_link, usual_options
from samebot.hardware.physical import PhysicalBody
from samebot.model.catalogue import load
from samebot.model.options import OptionValue
from samebot.model.robot import RobotModel

__all__ = ["DEFAULT_PERIOD", "KINDS", "OPTIONS", "open_body"]

KINDS: Final = ("pipuck", "serial", "wifi")
"""The kinds of physical body."""
DEFAULT_PERIOD: Final = 0.05
"""Of a robot whose model names none, s."""
OPTIONS: Final[Mapping[str, str]] = {
    "require": "devices that must be there, as gs,tof: absence is an error",
    "video": "video device or file of YUYV frames for the camera (pipuck)",
}
"""What may be chosen of a physical body, besides its model's own options."""


def open_body(
    kind: str,
    robot: str | Path | RobotModel,
    *,
    address: str | None = None,
    period: float | None = None,
    options: Mapping[str, OptionValue] | None = None,
    clock: Clock | None = None,
    watch: bool = True,
    outlived: bool = True,
    wrapped: LinkOptions | None = None,
) -> PhysicalBody:
    """Return the body of a physical robot.

    It runs with `clock`, real time by default. Without `watch` no thread stops a robot whose
    controller is silent: whoever moves the clock calls `keep_watch`. Without `outlived` no
    process stops it if this one is killed. `wrapped` is for tests. Raises UnknownName,
    OptionError, BusError.
    """
    if kind not in KINDS:
        raise UnknownName("kind of physical body", kind, KINDS)
    if period is not None and not 0.0 < period < math.inf:
        raise OptionError(f"period is {period} s; give a positive number of seconds")
    given = dict(options or {})
    own = {name: str(given.pop(name)) for name in OPTIONS if name in given}
    required = tuple(filter(None, own.get("require", "").split(",")))
    model = _model(kind, robot, given, required)
    time = clock or PreciseClock()
    chosen = replace(wrapped or LinkOptions(), address=address, video=own.get("video"))
    link = make_link(kind, model, time, chosen)
    protector: Guard | None = guard() if outlived else None
    body = _opened(model, link, period, time, watch=watch, protector=protector)
    try:
        body.require(*required)
    except BaseException:
        body.close()
        raise
    return body


def _opened(
    model: RobotModel,
    link: RobotLink,
    period: float | None,
    clock: Clock,
    *,
    watch: bool,
    protector: Guard | None,
) -> PhysicalBody:
    try:
        return PhysicalBody(
            model,
            link,
            period=period or model.period or DEFAULT_PERIOD,
            clock=clock,
            watch=watch,
            guard=protector,
        )
    except BaseException:
        link.close()
        raise


def _model(
    kind: str,
    robot: str | Path | RobotModel,
    options: Mapping[str, OptionValue],
    required: tuple[str, ...],
) -> RobotModel:
    if isinstance(robot, RobotModel):
        for name in options:
            raise UnknownName("option", name, OPTIONS)
        return robot
    values = {
        name: f"{value[0]}x{value[1]}" if isinstance(value, tuple) else value
        for name, value in options.items()
    }
    for name, value in usual_options(kind, robot, required).items():
        values.setdefault(name, value)
    try:
        return load(robot, values)
    except UnknownName as error:
        if error.what != "option":
            raise
        raise UnknownName("option", error.name, [*error.known, *OPTIONS]) from None
