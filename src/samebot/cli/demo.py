# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot demo [ROBOT]`: a robot in the browser and, where ROS 2 can be used, in ROS.

With somebody at the terminal it runs until Ctrl-C. Otherwise it ends by itself and its exit
status tells whether the page answered and another process received the robot's transforms.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import shlex
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

from samebot.cli.arguments import add_robot, load_robot, report_unread
from samebot.cli.output import complain, write

if TYPE_CHECKING:
    from samebot.cli.parser import Commands
    from samebot.dashboard.page import RobotPage
    from samebot.model.kinematics import JointPositions
    from samebot.model.robot import RobotModel
    from samebot.ros.installation import RosState

__all__ = ["add_to", "run"]

_PORT: Final = 8080
_DEFAULT_DURATION: Final = 3.0
"""How long it runs where nobody can end it, s."""
_HEARING_TIMEOUT: Final = 20.0
_PATIENCE: Final = 0.2

_EPILOG: Final = """\
examples:
  samebot demo
  samebot demo turtlebot3_burger --port 9000
  samebot demo epuck2 -o ground=true --duration 10
  samebot demo my_robot.urdf --no-ros

Without a terminal, with CI=true or with --duration it ends by itself; exit status 0 then says
that the page answered and that another process received the robot's transforms."""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "demo",
        help="a robot in the browser, and in ROS 2 where that is installed",
        description="Show a robot in the browser, with a slider for each joint, and be its ROS 2 "
        "node: robot_description, joint_states, tf.",
        epilog=_EPILOG,
    )
    add_robot(parser, default="epuck2")
    parser.add_argument(
        "--port",
        type=_port,
        default=_PORT,
        metavar="P",
        help=f"port of the page; if it is taken the next free one (default: {_PORT})",
    )
    parser.add_argument(
        "--duration", type=_seconds, metavar="S", help="end after S seconds, checking itself"
    )
    parser.add_argument("--no-ros", action="store_true", help="only the page, no ROS node")


def run(arguments: argparse.Namespace) -> int:
    """Run the demo and return its exit status."""
    from samebot.ros.ending import asked_to_end

    with asked_to_end() as ending:
        # First of all: this may start the program anew.
        ros = None if arguments.no_ros else _enter_ros()
        model = load_robot(arguments)
        report_unread(model)
        joints = _Joints()
        with _page(model, arguments, joints.move) as page:
            joints.move(page.positions)
            with _node(model, ros, joints, ending) as node:
                write(_welcome(arguments, page, ros))
                sys.stdout.flush()
                duration = _own_end(arguments.duration)
                if duration is None:
                    _wait(ending, node)
                    return 0
                return _check(model, page, node, ending, duration)


class _Joints:
    """Where the joints stand: written by the page, read by the node."""

    def __init__(self) -> None:
        self._positions: JointPositions = {}

    def move(self, positions: JointPositions) -> None:
        self._positions = positions  # one reference: no half-moved robot is ever read

    def positions(self) -> JointPositions:
        return self._positions


def _enter_ros() -> RosState | None:
    """Return the ROS that is used; None, said in a sentence, where there is none."""
    from samebot.ros.environment import enter, ros_state

    state = ros_state(os.environ)
    if not state:
        complain(f"there is {state}; only the page is shown")
        return None
    return enter()


def _page(
    model: RobotModel, arguments: argparse.Namespace, moved: Callable[[JointPositions], None]
) -> RobotPage:
    from samebot.dashboard import open_page

    file = Path(arguments.robot)
    meshes = file if file.is_dir() else file.parent
    page = open_page(model, title=model.name, port=arguments.port, meshes=meshes, moved=moved)
    if arguments.port not in (0, page.port):
        complain(f"note: port {arguments.port} is taken; the page is on port {page.port}")
    return page


@contextlib.contextmanager
def _node(
    model: RobotModel, ros: RosState | None, joints: _Joints, ending: threading.Event
) -> Iterator[Future[None] | None]:
    """Be the robot's node in a thread of its own until the context is left."""
    if ros is None:
        yield None
        return
    from samebot.core.clock import RealClock
    from samebot.ros.driver import drive

    left = threading.Event()
    with ThreadPoolExecutor(1, thread_name_prefix="driver") as pool:
        node = pool.submit(
            drive,
            model,
            positions=joints.positions,
            ended=lambda: left.is_set() or ending.is_set(),
            clock=RealClock(),
        )
        try:
            yield node
        finally:
            left.set()
        node.result()


def _own_end(duration: float | None) -> float | None:
    """Return after how many seconds it ends by itself; None: when somebody says so."""
    if duration is not None:
        return duration
    somebody = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return None if somebody and not _in_ci(os.environ) else _DEFAULT_DURATION


def _in_ci(environ: Mapping[str, str]) -> bool:
    return environ.get("CI", "").lower() not in ("", "0", "false", "no")


def _wait(ending: threading.Event, node: Future[None] | None, duration: float = math.inf) -> None:
    """Wait until somebody asks for the end, the node ends, or `duration` (s) is over."""
    from samebot.core.clock import RealClock

    clock = RealClock()
    deadline = clock.now() + duration
    while not ending.is_set() and (left := deadline - clock.now()) > 0.0:
        if node is not None and node.done():
            node.result()
            return
        ending.wait(min(left, _PATIENCE))


def _check(
    model: RobotModel,
    page: RobotPage,
    node: Future[None] | None,
    ending: threading.Event,
    duration: float,
) -> int:
    from samebot.core.clock import RealClock
    from samebot.dashboard.answering import what_is_wrong_with

    clock = RealClock()
    start = clock.now()
    problems = [what_is_wrong_with("127.0.0.1", page.port)]
    if node is not None:
        problems.append(_what_was_not_heard(model, node, ending))
    _wait(ending, node, duration - (clock.now() - start))
    problems = [problem for problem in problems if problem]
    for problem in problems:
        complain(f"the demo failed: {problem}")
    if not problems:
        heard = "" if node is None else ", and another process received the robot's transforms"
        write(f"The page answered{heard}.")
    return 1 if problems else 0


def _what_was_not_heard(model: RobotModel, node: Future[None], ending: threading.Event) -> str:
    from samebot.ros.hearing import OtherProcess

    with OtherProcess(model, _HEARING_TIMEOUT) as other:
        while other.running() and not node.done():
            if ending.wait(_PATIENCE / 4):
                return "it was told to end before another process had received the transforms"
        if node.done():
            node.result()
            return "the ROS node has ended"
        return other.what_it_missed()


def _welcome(arguments: argparse.Namespace, page: RobotPage, ros: RosState | None) -> str:
    lines = [f"page    {page.url}   the robot, a slider for each joint, its devices"]
    if ros is not None:
        lines += [
            f"ROS 2   {ros.distro or ros.where}, {_reach(os.environ)}; node /driver",
            "        topics /robot_description /joint_states /tf /tf_static",
        ]
    lines += ["", "Try next:", *(f"  {line}" for line in _next(arguments, ros))]
    if _own_end(arguments.duration) is None:
        lines += ["", "Ctrl-C ends it."]
    return "\n".join(lines)


def _reach(environ: Mapping[str, str]) -> str:
    seen = environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", "")
    where = "this computer only" if seen == "LOCALHOST" else f"discovery range {seen}"
    return f"domain {environ.get('ROS_DOMAIN_ID') or '0'}, {where}"


def _next(arguments: argparse.Namespace, ros: RosState | None) -> Iterator[str]:
    samebot = _short(shutil.which("samebot") or str(Path(sys.executable).with_name("samebot")))
    yield "open the page and move a slider"
    if ros is not None:
        python = _short(sys.executable)
        yield f"{python} -m samebot.ros.listener    (another terminal: what ROS programs receive)"
    yield f"{samebot} describe {shlex.quote(arguments.robot)}"
    other = "turtlebot3_burger" if arguments.robot != "turtlebot3_burger" else "tiago"
    yield f"{samebot} demo {other}"


def _short(program: str) -> str:
    """Return the shortest way to write a program so that a shell here starts it."""
    name = Path(program).name
    found = shutil.which(name)
    if found and Path(found) == Path(program):
        return name
    with contextlib.suppress(ValueError):
        return shlex.quote(str(Path(program).relative_to(Path.cwd())))
    return shlex.quote(program)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:6]) <= 65535):
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, found {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, found {text!r}")
    return number
