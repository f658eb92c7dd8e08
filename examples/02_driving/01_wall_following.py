# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Along the wall of a maze.

Whoever keeps a hand on the wall gets through every maze whose walls hang together. Three infra-red
sensors are the hand: ps2 looks right, ps0 and ps7 look ahead. They see a few centimetres, so
an infinite distance means that the wall has ended, and the robot curves around its end.
"""

from __future__ import annotations

import samebot

SPEED = 0.08
"""m/s."""
HAND = 0.03
"""Distance that is kept from the wall, m."""
FAR = 0.06
"""The sensors see little beyond, m."""


def follow_wall(robot: samebot.Body) -> None:
    """Steer for one step so that the wall stays on the right."""
    ahead = min(robot.ranges("ps[07]"))
    right = min(FAR, *robot.ranges("ps[12]"))
    if ahead < 1.5 * HAND:
        robot.drive(0.0, 1.5)
    else:
        # Too near: turn left; too far: turn right. Beyond a wall's end a circle around it.
        robot.drive(SPEED, max(-2.0, 60.0 * (HAND - right)))


def main() -> None:
    """Follow the wall until every cell was visited, or three minutes are over."""
    visited: set[tuple[int, int]] = set()
    with samebot.open("epuck2", world="maze") as robot:
        while robot.step() < 180.0 and len(visited) < 36:
            follow_wall(robot)
            x, y, _ = robot.supervisor.pose().xyz
            visited.add((int((x + 0.6) / 0.2), int((y + 0.6) / 0.2)))
        print(f"In {robot.time:.0f} s the robot has been in {len(visited)} of 36 cells.")


if __name__ == "__main__":
    main()
