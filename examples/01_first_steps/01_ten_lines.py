# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot in ten lines.

An e-puck2 drives through a maze for ten seconds of its life and turns away from walls. `step()`
advances the robot by one period and returns its own time; `ranges()` are the distances that it
measures, in m; `drive()` wants m/s and rad/s. The same loop drives the physical robot.
"""

import samebot

with samebot.open("epuck2", world="maze") as robot:
    while robot.step() < 10.0:
        near = min(robot.ranges("ps*")) < 0.03
        robot.drive(0.0 if near else 0.05, 1.0 if near else 0.0)

    place = robot.supervisor.pose().xyz
    print(f"After {robot.time:.0f} s the robot is at x = {place[0]:.2f} m, y = {place[1]:.2f} m.")
