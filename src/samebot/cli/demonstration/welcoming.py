# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What the demo says at its start: where the robot can be seen, and what to try next."""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from samebot.cli.demonstration.facing import Face
    from samebot.cli.demonstration.staging import Stage
    from samebot.dashboard.page import RobotPage
    from samebot.ros.installation import RosState

__all__ = ["own_end", "welcome"]

_DEFAULT_DURATION: Final = 3.0
"""How long it runs where nobody can end it, s."""
_WIDTH: Final = 100
_INDENT: Final = " " * 8


def own_end(duration: float | None) -> float | None:
    """Return after how many seconds it ends by itself; None: when somebody says so."""
    if duration is not None:
        return duration
    somebody = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return None if somebody and not _in_ci(os.environ) else _DEFAULT_DURATION


def _in_ci(environ: Mapping[str, str]) -> bool:
    return environ.get("CI", "").lower() not in ("", "0", "false", "no")


def welcome(
    arguments: argparse.Namespace,
    page: RobotPage,
    ros: RosState | None,
    face: Face | None,
    stage: Stage | None,
) -> str:
    """Return the demo's first words."""
    seen = "the robot, a slider for each joint, its devices"
    if stage is not None:
        seen = f"the robot in world {stage.living.world.name}: what it does, measures and sees"
    lines = [f"page    {page.url}   {seen}"]
    if ros is not None and face is not None:
        from samebot.ros.listing import together

        lines.append(f"ROS 2   {ros.distro or ros.where}, {_reach(os.environ)}; node /driver")
        lines += textwrap.wrap(
            f"topics {' '.join(info.topic for info in together(face.topics))}",
            _WIDTH,
            initial_indent=_INDENT,
            subsequent_indent=_INDENT,
            break_on_hyphens=False,
        )
    lines += ["", "Try next:", *(f"  {line}" for line in _next(arguments, ros, stage))]
    if own_end(arguments.duration) is None:
        lines += ["", "Ctrl-C ends it."]
    return "\n".join(lines)


def _reach(environ: Mapping[str, str]) -> str:
    seen = environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "")
    where = "this computer only" if seen == "LOCALHOST" else f"discovery range {seen}"
    return f"domain {environ.get('ROS_DOMAIN_ID') or '0'}, {where}"


def _next(
    arguments: argparse.Namespace, ros: RosState | None, stage: Stage | None
) -> Iterator[str]:
    samebot = _short(shutil.which("samebot") or str(Path(sys.executable).with_name("samebot")))
    yield "open the page and move a slider" if stage is None else "open the page and watch it drive"
    if ros is not None:
        python = _short(sys.executable)
        yield f"{python} -m samebot.ros.listener    (another terminal: what ROS programs receive)"
        if stage is not None:
            yield "send geometry_msgs/Twist on /cmd_vel: it follows, and wanders on afterwards"
    yield f"{samebot} describe {shlex.quote(arguments.robot)}"
    other = "turtlebot3_burger" if arguments.robot != "turtlebot3_burger" else "tiago"
    yield f"{samebot} demo {other}"
    if stage is not None:
        yield f"{samebot} worlds    (where else it can drive: demo --world W)"


def _short(program: str) -> str:
    """Return the shortest way to write a program so that a shell here starts it."""
    name = Path(program).name
    found = shutil.which(name)
    if found and Path(found) == Path(program):
        return name
    with contextlib.suppress(ValueError):
        return shlex.quote(str(Path(program).relative_to(Path.cwd())))
    return shlex.quote(program)
