# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A picture from the robot's camera.

Cameras are sampled only when somebody asks: the first `image()` starts the camera. The picture is
an array of height x width x 3 bytes, red-green-blue, rendered without a GPU or a display. The
option `camera` is its size. The picture goes to the file named after the program, if there is one.
"""

from __future__ import annotations

import sys

import samebot
from samebot.core.png import write_png


def main(file: str = "picture.png") -> None:
    """Take a picture of the maze of toy bricks."""
    with samebot.open("epuck2", world="rats_life", camera="320x240") as robot:
        robot.step()
        picture = robot.image()
    write_png(file, picture)
    print(f"{file}: {picture.shape[1]} x {picture.shape[0]} pixels, mean {picture.mean():.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
