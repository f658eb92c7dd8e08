# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Ten robots in one world.

`open_simulation()` puts several robots into a world, on its starts and then beside each other.
Each has a body of its own, with the same methods as a single robot; `step()` of the simulation
steps them all. They see each other with their infra-red sensors, and get out of each other's way.
"""

from __future__ import annotations

import samebot
from samebot.sim.opening import open_simulation

COUNT = 10


def avoid(robot: samebot.Body) -> None:
    """Drive on, and turn away from what is near: from the side on which it is nearer."""
    left, right = min(robot.ranges("ps[567]")), min(robot.ranges("ps[012]"))
    if min(left, right) < 0.04:
        robot.drive(0.0, -2.0 if left < right else 2.0)
    else:
        robot.drive(0.1, 0.0)


def main() -> None:
    """Let them drive for ten seconds."""
    simulation = open_simulation(["epuck2"] * COUNT, world="arena")
    try:
        starts = [robot.supervisor.pose().xyz for robot in simulation.bodies]
        while simulation.step() < 10.0:
            for robot in simulation.bodies:
                avoid(robot)
        for start, robot in zip(starts, simulation.bodies, strict=True):
            x, y, _ = robot.supervisor.pose().xyz
            print(f"{robot.name}: from ({start[0]:5.2f}, {start[1]:5.2f}) to ({x:5.2f}, {y:5.2f})")
    finally:
        simulation.close()


if __name__ == "__main__":
    main()
