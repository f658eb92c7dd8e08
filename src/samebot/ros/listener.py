# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Listens from a process of its own: which transforms arrive, and where the joints stand.

`python -m samebot.ros.listener` shows them once; `--moving` and `--fixed` name frames that
must arrive on /tf and /tf_static, else it ends with status 1 after `--timeout` seconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

from samebot.core.clock import Clock, RealClock
from samebot.core.errors import SamebotError
from samebot.ros.edge import Ros, RosNode
from samebot.ros.ending import asked_to_end
from samebot.ros.environment import enter
from samebot.ros.interface import Quality
from samebot.ros.topics import JOINT_STATES, TF, TF_STATIC
from samebot.ros.transforms import FrameTransform, JointStates
from samebot.ros.wire import decode

__all__ = ["Heard", "main"]

_NODE: Final = "samebot_listener"
_TF_MESSAGE: Final = "tf2_msgs/msg/TFMessage"
_PATIENCE: Final = 0.1
"""How long the wait may be deaf to a request to end, s."""


class Heard:
    """What has arrived so far; waits until what is expected is among it."""

    def __init__(
        self, node: RosNode, moving: Iterable[str] = (), fixed: Iterable[str] = ()
    ) -> None:
        """Subscribe; `moving` and `fixed` are the child frames that must arrive."""
        self.moving: dict[str, FrameTransform] = {}
        self.fixed: dict[str, FrameTransform] = {}
        self.joints: JointStates | None = None
        self._expected = (frozenset(moving), frozenset(fixed))
        self._changed = threading.Condition()
        node.hear(_TF_MESSAGE, f"/{TF}", lambda data: self._keep(self.moving, data))
        node.hear(
            _TF_MESSAGE, f"/{TF_STATIC}", lambda data: self._keep(self.fixed, data), Quality.LATCHED
        )
        node.hear("sensor_msgs/msg/JointState", JOINT_STATES, self._keep_joints)

    def missing(self) -> tuple[list[str], list[str]]:
        """Return the expected moving and fixed frames that have not arrived."""
        moving, fixed = self._expected
        return sorted(moving - self.moving.keys()), sorted(fixed - self.fixed.keys())

    def wait(self, timeout: float, clock: Clock, ended: Callable[[], bool]) -> bool:
        """Return whether what is expected has arrived, as soon as that is known.

        Who expects nothing by name waits for one message of each kind, and is content with
        any transform.
        """
        deadline = clock.now() + timeout
        with self._changed:
            while not self._all() and clock.now() < deadline and not ended():
                self._changed.wait(_PATIENCE)
            return bool(self.moving or self.fixed) and self.missing() == ([], [])

    def _all(self) -> bool:
        if any(self._expected):
            return self.missing() == ([], [])
        return bool(self.moving and self.fixed and self.joints)

    def _keep(self, kept: dict[str, FrameTransform], data: bytes) -> None:
        transforms = [_transform(part) for part in decode(_TF_MESSAGE, data)["transforms"]]
        with self._changed:
            kept.update({transform.child: transform for transform in transforms})
            self._changed.notify_all()

    def _keep_joints(self, data: bytes) -> None:
        fields = decode("sensor_msgs/msg/JointState", data)
        with self._changed:
            self.joints = JointStates(names=tuple(fields["name"]), positions=fields["position"])
            self._changed.notify_all()


def _transform(part: dict[str, Any]) -> FrameTransform:
    moved = part["transform"]
    x, y, z = moved["translation"].values()
    qx, qy, qz, qw = moved["rotation"].values()
    return FrameTransform(
        parent=part["header"]["frame_id"],
        child=part["child_frame_id"],
        translation=(x, y, z),
        rotation=(qx, qy, qz, qw),
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Listen until all has arrived, show it, and return 0; 1 if something is missing."""
    arguments = _parser().parse_args(argv)
    with asked_to_end() as ending:
        try:
            enter()
            with Ros() as ros:
                heard = Heard(ros.node(_NODE), arguments.moving, arguments.fixed)
                complete = heard.wait(arguments.timeout, RealClock(), ending.is_set)
        except SamebotError as error:
            sys.stderr.write(f"samebot: {error}\n")
            return 1
    sys.stdout.write(_as_json(heard) if arguments.json else _as_text(heard))
    if not complete:
        sys.stderr.write(f"samebot: {_what_is_missing(heard, arguments.timeout)}\n")
    return 0 if complete else 1


def _what_is_missing(heard: Heard, timeout: float) -> str:
    moving, fixed = heard.missing()
    missing = [f"/{TF}: {frame}" for frame in moving] + [
        f"/{TF_STATIC}: {frame}" for frame in fixed
    ]
    what = ", ".join(missing[:6]) + (" ..." if len(missing) > 6 else "")
    return f"not received within {timeout:g} s: {what or 'any transform'}"


def _as_json(heard: Heard) -> str:
    return json.dumps(
        {
            "moving": [asdict(transform) for transform in heard.moving.values()],
            "fixed": [asdict(transform) for transform in heard.fixed.values()],
            "joints": asdict(heard.joints) if heard.joints else None,
        }
    )


def _as_text(heard: Heard) -> str:
    lines = [
        f"{topic:<11} {each.parent} -> {each.child}  "
        f"xyz {_numbers(each.translation)}  xyzw {_numbers(each.rotation)}"
        for topic, transforms in (("/" + TF, heard.moving), ("/" + TF_STATIC, heard.fixed))
        for each in transforms.values()
    ]
    if heard.joints:
        joints = zip(heard.joints.names, heard.joints.positions, strict=False)
        lines += [f"{JOINT_STATES}  {name} {position:.4f}" for name, position in joints]
    return "".join(f"{line}\n" for line in lines)


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{value:.4f}" for value in values)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m samebot.ros.listener",
        description="Show once which transforms and joint states arrive.",
        epilog="example: python -m samebot.ros.listener --timeout 5",
        allow_abbrev=False,
    )
    for topic, option in (("/" + TF, "--moving"), ("/" + TF_STATIC, "--fixed")):
        parser.add_argument(
            option,
            nargs="*",
            default=[],
            metavar="FRAME",
            help=f"frames that must arrive on {topic}",
        )
    parser.add_argument("--timeout", type=float, default=10.0, metavar="S", help="default: 10")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
