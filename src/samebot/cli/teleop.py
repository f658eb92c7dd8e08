# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot teleop`: drive a robot with the keys of a terminal."""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from samebot.cli.network import add_network, join
from samebot.cli.output import write
from samebot.cli.steering import HELP, Steering, keys_in
from samebot.core.errors import SamebotError

if TYPE_CHECKING:
    from samebot.cli.parser import Commands
    from samebot.core.clock import Clock

__all__ = ["add_to", "run"]

_PERIOD: Final = 0.1
_EPILOG: Final = f"""\
{HELP}

examples:
  samebot teleop
  samebot teleop -v 0.2 -w 1.5 --namespace epuck2_1
  samebot teleop --stamped
  samebot teleop --peer 192.168.1.7     a robot on another computer"""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "teleop",
        help="drive a robot with the keyboard",
        description="Send velocities to a running robot while a key is held.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "-v", type=_speed, default=0.1, metavar="M/S", help="forward speed (default: 0.1)"
    )
    parser.add_argument(
        "-w", type=_speed, default=1.5, metavar="RAD/S", help="turning speed (default: 1.5)"
    )
    parser.add_argument("--namespace", default="", metavar="NS", help="of the robot")
    parser.add_argument("--topic", default="cmd_vel", help="default: cmd_vel")
    parser.add_argument("--stamped", action="store_true", help="send TwistStamped")
    parser.add_argument(
        "--latch", action="store_true", help="go on after a key is released, until the next one"
    )
    add_network(parser)


def run(arguments: argparse.Namespace) -> int:
    """Drive until q, Ctrl-C or the terminal's end; the robot stands afterwards."""
    from samebot.core.clock import RealClock
    from samebot.ros.ending import asked_to_end

    with asked_to_end() as ending:
        if sys.stdin is None or not sys.stdin.isatty():
            raise SamebotError("teleop reads keys from a terminal, and there is none here")
        join(arguments)
        steering = Steering(arguments.v, arguments.w, latch=arguments.latch)
        with _sender(arguments) as send, _raw_keys():
            write(f"{HELP}\r")
            try:
                _drive(steering, send, ending.is_set, RealClock())
            finally:
                send(0.0, 0.0)
    return 0


def _drive(
    steering: Steering,
    send: Callable[[float, float], None],
    ended: Callable[[], bool],
    clock: Clock,
) -> None:
    said = ""
    while not ended() and not steering.over:
        ready, _, _ = select.select([sys.stdin], [], [], _PERIOD)
        if ready:
            typed = os.read(sys.stdin.fileno(), 256)
            if not typed:  # the terminal was closed
                return
            for key in keys_in(typed):
                steering.press(key, clock.now())
        v, w = steering.speeds(clock.now())
        send(v, w)
        line = f"\r{v:+.2f} m/s {w:+.2f} rad/s   "
        if line != said:
            said = line
            sys.stdout.write(line)
            sys.stdout.flush()


@contextlib.contextmanager
def _sender(arguments: argparse.Namespace) -> Iterator[Callable[[float, float], None]]:
    from samebot.ros.edge import Ros
    from samebot.ros.kinds.drive import TWIST, TWIST_STAMPED
    from samebot.ros.wire import Form

    with Ros() as ros:
        node = ros.node("teleop", arguments.namespace)
        stamped = arguments.stamped
        form = Form(TWIST_STAMPED if stamped else TWIST)
        before = "twist." if stamped else ""
        forward, turn = form.place(f"{before}linear.x"), form.place(f"{before}angular.z")
        sender = node.sender(form.type, arguments.topic)

        def send(v: float, w: float) -> None:
            if stamped:
                form.stamp(node.now())
            forward(v)
            turn(w)
            sender.send(bytes(form))

        yield send


@contextlib.contextmanager
def _raw_keys() -> Iterator[None]:
    """Let keys arrive at once and unseen; the terminal is as before afterwards."""
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield
    finally:
        with contextlib.suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        with contextlib.suppress(OSError):
            write("")


def _speed(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number <= 100.0:
        raise argparse.ArgumentTypeError(f"expected a speed above 0, found {text!r}")
    return number
