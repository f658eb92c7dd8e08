# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot senses.

Every step samples all sensors; `read()` gives them as one snapshot. A reading has the raw number
as the robot sends it and its value in SI units. Nothing in range is +inf, too close is -inf, and
a sensor that was not sampled is nan and not valid: wrong readings are data, not errors.
"""

from __future__ import annotations

import numpy as np

import samebot


def in_short(number: object) -> str:
    """Return a number, or the numbers of an array, with four digits."""
    return " ".join(f"{part:.4g}" for part in np.ravel(np.asarray(number, float)))


def main() -> None:
    """Drive for a second, then print what every sensor says."""
    with samebot.open("epuck2", world="maze", ground=True) as robot:
        robot.drive(0.02, 0.5)
        while robot.step() < 1.0:
            pass
        snapshot = robot.read()

    print(f"{'sensor':20} {'time, s':>7} {'raw':>30} {'value':>36}")
    for name in snapshot:
        reading = snapshot[name]
        if reading.valid:
            raw, value = in_short(reading.raw), in_short(reading.value)
            print(f"{name:20} {reading.time:7.2f} {raw:>30} {value:>36}")


if __name__ == "__main__":
    main()
