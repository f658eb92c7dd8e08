# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One controller, any body.

What follows knows distances in metres, speeds and nothing else: no bus, no simulator. So the same
file drives the simulated robot and the physical one, on whatever way it is reached:

    python 01_along_the_wall.py
    python 01_along_the_wall.py --body wifi --address 192.168.1.7
    python 01_along_the_wall.py --body serial --address /dev/ttyACM0
    python 01_along_the_wall.py --body pipuck --address i2c:12

`samebot emulate epuck2 --world maze` stands in for a robot that is not at hand.
"""

from __future__ import annotations

import argparse

import samebot

SPEED = 0.08
"""m/s."""
HAND = 0.03
"""Distance that is kept from the wall, m."""
FAR = 0.06
"""The sensors see little beyond, m."""
WHEEL = 0.02
"""Radius, m."""


def steer(robot: samebot.Body) -> None:
    """Steer for one step so that the wall stays on the right."""
    ahead = min(robot.ranges("ps[07]"))
    right = min(FAR, *robot.ranges("ps[12]"))
    if ahead < 1.5 * HAND:
        robot.drive(0.0, 1.5)
    else:
        # Too near: turn left; too far: turn right. Beyond a wall's end a circle around it.
        robot.drive(SPEED, max(-2.0, 60.0 * (HAND - right)))


def control(robot: samebot.Body, duration: float = 60.0) -> float:
    """Follow the wall for so long (s); return how far the wheels went by their encoders, m."""
    encoders = ("left wheel sensor", "right wheel sensor")
    start = [float(robot.read()[name].value) for name in encoders]
    while robot.step() < duration:
        steer(robot)
    robot.stop()
    end = [float(robot.read()[name].value) for name in encoders]
    return WHEEL * (sum(end) - sum(start)) / 2


def main() -> None:
    """Open the body that the command line names."""
    parser = argparse.ArgumentParser(description="Follow the wall for a minute, on any body.")
    parser.add_argument("--body", default="sim", help="sim, pipuck, serial or wifi")
    parser.add_argument("--address", help="where the robot is; see docs/physical.md")
    chosen = parser.parse_args()
    with samebot.open("epuck2", body=chosen.body, address=chosen.address, world="maze") as robot:
        way = control(robot)
        print(f"In {robot.time:.0f} s the wheels of the {chosen.body} body went {way:.2f} m.")


if __name__ == "__main__":
    main()
