# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""samebot's own driver of a body that always senses the same.

Use: python -m bench.ros_ours SECONDS [--tell]; with `--tell` it prints for each command when it
reached the wheels (monotonic, ns), and the forward velocity that they will give (m/s).
"""

from __future__ import annotations

import sys
import time

from bench.ros_body import Still

from samebot.body import Command
from samebot.core.clock import RealClock
from samebot.ros.ending import asked_to_end
from samebot.ros.environment import enter

RADIUS = 0.02
"""Of a wheel, m."""


def main() -> None:
    """Run the driver for a while."""
    with asked_to_end() as ending:
        enter()
        from samebot.ros.bringup import NODE, driver_of
        from samebot.ros.edge import Ros
        from samebot.ros.gate import Gate
        from samebot.ros.loop import BodyLoop

        tell = _tell if "--tell" in sys.argv else lambda _: None
        with Ros() as ros, Still(applied=tell) as body:
            driver = driver_of(ros.node(NODE, managed=True), body)
            BodyLoop(driver, RealClock(), gate=Gate()).run(ending.is_set, float(sys.argv[1]))


def _tell(command: Command) -> None:
    if command.wheels is not None:
        print(time.monotonic_ns(), RADIUS * sum(command.wheels) / 2, flush=True)


if __name__ == "__main__":
    main()
