# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Along a line, with ground sensors.

The option `ground=True` gives the e-puck2 its board of three infra-red sensors that look down.
White paper reflects much, a black line little: the difference between the outer two tells on
which side the line is. Where all three see white, the robot turns to where the line was last.
"""

from __future__ import annotations

import samebot

SPEED = 0.08
"""m/s."""
TURN = 1.8
"""Fastest turn, rad/s."""


class LineFollower:
    """Steers along a dark line on a bright floor."""

    def __init__(self) -> None:
        """Begin on the line."""
        self._side = 0.0

    def steer(self, robot: samebot.Body) -> None:
        """Steer for one step."""
        snapshot = robot.read()
        left, middle, right = (float(snapshot[name].raw) for name in ("gs0", "gs1", "gs2"))
        brightest = max(left, middle, right)
        darkest = min(left, middle, right)
        if darkest < 0.6 * brightest:
            # Some see the line and some do not: it is where it is darker.
            self._side = (right - left) / brightest
        robot.drive(SPEED * (1.0 - 0.5 * abs(self._side)), TURN * self._side)


def main() -> None:
    """Drive one lap and a little more."""
    follower = LineFollower()
    with samebot.open("epuck2", world="line_track", ground=True) as robot:
        while robot.step() < 60.0:
            follower.steer(robot)
        x, y, _ = robot.supervisor.pose().xyz
    print(f"After a minute the robot is at x = {x:.2f} m, y = {y:.2f} m.")


if __name__ == "__main__":
    main()
