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
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from samebot.cli.arguments import add_robot, load_completed_robot, report_unread
from samebot.cli.demonstration.welcoming import own_end, welcome
from samebot.cli.output import complain, write
from samebot.core.errors import BadInput, BodyError, MissingDependency

if TYPE_CHECKING:
    from samebot.body import Body
    from samebot.cli.demonstration.facing import Face
    from samebot.cli.demonstration.staging import Stage
    from samebot.cli.parser import Commands
    from samebot.dashboard.page import RobotPage
    from samebot.model.robot import RobotModel
    from samebot.ros.installation import RosState

__all__ = ["add_to", "run"]

_PORT: Final = 8080
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
        "its ROS 2 node, with the whole interface. A robot without wheels stands still and has "
        "a slider for each joint.",
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
        model = load_completed_robot(arguments)
        report_unread(model)
        with _staged(model, arguments) as (stage, page):
            life = None if stage is None else stage.life
            with _lived(model, stage, page, ros, ending) as (living, face):
                write(welcome(arguments, page, ros, face, stage), at_once=True)
                threads = [] if living is None else [living]
                duration = own_end(arguments.duration)
                if duration is None:
                    wait(ending, threads)
                    return 0
                heard = model if face is not None else None
                return check(heard, page, life, threads, ending, duration)


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
    model: RobotModel,
    stage: Stage | None,
    page: RobotPage,
    ros: RosState | None,
    ending: threading.Event,
) -> Iterator[tuple[Future[None] | None, Face | None]]:
    """Let the robot live, and be its node, in a thread of its own until the context is left."""
    with contextlib.ExitStack() as opened:
        body = None if stage is None else stage.life.body
        if body is None and ros is not None:
            body = _posed(model, page)
        face = None
        if ros is not None and body is not None:
            from samebot.cli.demonstration.facing import in_ros

            face = opened.enter_context(in_ros(body, simulated=stage is not None))
        work = _work(stage, page, face)
        if work is None:
            yield None, None
            return
        yield opened.enter_context(_thread("body", ending, work)), face


def _posed(model: RobotModel, page: RobotPage) -> Body:
    from samebot.cli.demonstration.posing import PosedBody
    from samebot.core.clock import RealClock

    return PosedBody(model, lambda: page.positions, RealClock())


def _work(
    stage: Stage | None, page: RobotPage, face: Face | None
) -> Callable[[Callable[[], bool]], None] | None:
    """Return what steps the body until it is told to end; None if nothing has to."""
    if stage is not None:
        return lambda ended: stage.life.run(page, ended, face)
    return None if face is None else face.run


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
