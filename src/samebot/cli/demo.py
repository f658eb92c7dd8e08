# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot demo [ROBOT]`: a robot drives about, in the browser and, where it can be, in ROS 2.

With somebody at the terminal it runs until Ctrl-C. Otherwise it ends by itself and its exit
status tells whether the page answered, the robot moved and another process received its
transforms. Without a drive or a simulator, sliders move its joints.
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
from samebot.core.errors import BadInput, BodyError, MissingDependency

if TYPE_CHECKING:
    from samebot.cli.demonstration.living import Life
    from samebot.cli.demonstration.staging import Stage
    from samebot.cli.parser import Commands
    from samebot.dashboard.page import RobotPage
    from samebot.model.robot import RobotModel
    from samebot.ros.installation import RosState

__all__ = ["add_to", "run"]

_PORT: Final = 8080
_DEFAULT_DURATION: Final = 3.0
"""How long it runs where nobody can end it, s."""
_NO_WORLD: Final = "none"

_EPILOG: Final = """\
examples:
  samebot demo
  samebot demo turtlebot3_burger --port 9000
  samebot demo epuck2 -o ground=true --duration 10
  samebot demo thymio2 --world office
  samebot demo tiago --world none
  samebot demo my_robot.urdf --no-ros

Without a terminal, with CI=true or with --duration it ends by itself; exit status 0 then says
that the page answered, that the robot moved, and that another process received its
transforms."""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "demo",
        help="a robot that drives about, in the browser and in ROS 2",
        description="Let a simulated robot drive about in a world, show it in the browser, and be "
        "its ROS 2 node: robot_description, joint_states, tf. A robot without a drive stands "
        "still and has a slider for each joint.",
        epilog=_EPILOG,
    )
    add_robot(parser, default="epuck2")
    parser.add_argument(
        "--world",
        default="",
        metavar="W",
        help="where it drives: a built-in world (see: samebot worlds), a .yaml file, or none: "
        "only sliders (default: one that it fits in; e-puck2: maze)",
    )
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
    from samebot.cli.demonstration.checking import check, wait
    from samebot.ros.ending import asked_to_end

    with asked_to_end() as ending:
        # First of all: this may start the program anew.
        ros = None if arguments.no_ros else _enter_ros()
        model = load_robot(arguments)
        report_unread(model)
        with _staged(model, arguments) as (stage, page):
            life = None if stage is None else stage.life
            with (
                _lived(life, page, ending) as living,
                _node(model, ros, stage or page, ending) as node,
            ):
                write(_welcome(arguments, page, ros, stage))
                sys.stdout.flush()
                threads = [thread for thread in (living, node) if thread is not None]
                duration = _own_end(arguments.duration)
                if duration is None:
                    wait(ending, threads)
                    return 0
                return check(model, page, life, node, threads, ending, duration)


@contextlib.contextmanager
def _staged(
    model: RobotModel, arguments: argparse.Namespace
) -> Iterator[tuple[Stage | None, RobotPage]]:
    """Open the robot's body, if it can be simulated, and its page."""
    with contextlib.ExitStack() as opened:
        stage = _stage(model, arguments)
        if stage is not None:
            opened.callback(stage.body.close)
        yield stage, opened.enter_context(_page(model, arguments, stage))


def _stage(model: RobotModel, arguments: argparse.Namespace) -> Stage | None:
    """Return the robot in its world; None, said in a sentence, where only sliders can move it."""
    if arguments.world == _NO_WORLD:
        return None
    if model.drive is None:
        complain(f"note: {model.name} has no drive; it stands still, and sliders move its joints")
        return None
    try:
        from samebot.cli.demonstration.staging import staged

        return staged(model, arguments.world)
    except (MissingDependency, BodyError, BadInput) as error:
        if arguments.world and isinstance(error, BadInput):
            raise
        complain(f"note: {error}; until then the robot stands still, with a slider for each joint")
    return None


@contextlib.contextmanager
def _lived(
    life: Life | None, page: RobotPage, ending: threading.Event
) -> Iterator[Future[None] | None]:
    """Let the robot live in a thread of its own until the context is left."""
    if life is None:
        yield None
        return
    with _thread("body", ending, lambda ended: life.run(page, ended)) as future:
        yield future


def _enter_ros() -> RosState | None:
    """Return the ROS that is used; None, said in a sentence, where there is none."""
    from samebot.ros.environment import enter, ros_state

    state = ros_state(os.environ)
    if not state:
        complain(f"there is {state}; only the page is shown")
        return None
    return enter()


def _page(model: RobotModel, arguments: argparse.Namespace, stage: Stage | None) -> RobotPage:
    from samebot.dashboard import open_page

    page = open_page(
        model,
        title=model.name,
        port=arguments.port,
        moved=None if stage is None else stage.life.move,
        living=None if stage is None else stage.living,
    )
    if arguments.port not in (0, page.port):
        complain(f"note: port {arguments.port} is taken; the page is on port {page.port}")
    return page


@contextlib.contextmanager
def _node(
    model: RobotModel, ros: RosState | None, shown: Stage | RobotPage, ending: threading.Event
) -> Iterator[Future[None] | None]:
    """Be the robot's node in a thread of its own until the context is left."""
    if ros is None:
        yield None
        return
    from samebot.core.clock import RealClock
    from samebot.ros.driver import drive

    def be_node(ended: Callable[[], bool]) -> None:
        drive(model, positions=lambda: shown.positions, ended=ended, clock=RealClock())

    with _thread("driver", ending, be_node) as future:
        yield future


@contextlib.contextmanager
def _thread(
    name: str, ending: threading.Event, work: Callable[[Callable[[], bool]], None]
) -> Iterator[Future[None]]:
    """Work in a thread until the context is left or the end is asked for; pass its errors on."""
    left = threading.Event()
    with ThreadPoolExecutor(1, thread_name_prefix=name) as pool:
        future = pool.submit(work, lambda: left.is_set() or ending.is_set())
        try:
            yield future
        finally:
            left.set()
        future.result()


def _own_end(duration: float | None) -> float | None:
    """Return after how many seconds it ends by itself; None: when somebody says so."""
    if duration is not None:
        return duration
    somebody = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return None if somebody and not _in_ci(os.environ) else _DEFAULT_DURATION


def _in_ci(environ: Mapping[str, str]) -> bool:
    return environ.get("CI", "").lower() not in ("", "0", "false", "no")


def _welcome(
    arguments: argparse.Namespace, page: RobotPage, ros: RosState | None, stage: Stage | None
) -> str:
    seen = "the robot, a slider for each joint, its devices"
    if stage is not None:
        seen = f"the robot in world {stage.living.world.name}: what it does, measures and sees"
    lines = [f"page    {page.url}   {seen}"]
    if ros is not None:
        lines += [
            f"ROS 2   {ros.distro or ros.where}, {_reach(os.environ)}; node /driver",
            "        topics /robot_description /joint_states /tf /tf_static",
        ]
    lines += ["", "Try next:", *(f"  {line}" for line in _next(arguments, ros, stage))]
    if _own_end(arguments.duration) is None:
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
