# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: INP001 - a program, not a package
"""Makes docs/images/demo.png: an e-puck2 in the demo's maze, drawn by headless Chromium.

Use: .venv/bin/python docs/tools/screenshot.py [ROBOT [FILE]]
"""

from __future__ import annotations

import dataclasses
import io
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from browser.cdp import open_tab  # noqa: E402 (it lies with the tests)
from samebot.cli.demonstration.staging import staged  # noqa: E402
from samebot.core.clock import RealClock  # noqa: E402
from samebot.core.pose import Pose  # noqa: E402
from samebot.dashboard import open_page  # noqa: E402
from samebot.model.catalogue import load  # noqa: E402

SIZE = (1280, 800)
LOOKS = 40
SAME_LOOKS = 3
SHADE = 5
"""Shades of a colour closer than this become one: half the size, and white stays white."""
CLOSE_HINTS = (
    "document.querySelectorAll('.mantine-Notification-closeButton').forEach(b => b.click())"
)

PLACE = Pose((-0.45, -0.42, 0.0), (0.0, 0.0, -1.0))
"""In the first corridor of the maze, near a corner."""


def picture(robot: str) -> Image.Image:
    """Return what a browser shows of a robot in its world, once it stays the same."""
    clock = RealClock()
    stage = staged(load(robot))
    with stage.body as body:
        body.supervisor.set_pose(PLACE)
        body.step()
        living = dataclasses.replace(stage.living, start=body.supervisor.pose())
        with (
            open_page(body.model, title=robot, port=0, living=living) as page,
            open_tab(page.url, width=SIZE[0], height=SIZE[1]) as tab,
        ):
            tab.wait_for("document.body?.innerText.includes('Show frames')")
            page.show_readings(body.read())
            page.show_picture(body.image())
            last, same = b"", 0
            for _ in range(LOOKS):
                clock.sleep(1.0)
                tab.run(CLOSE_HINTS)
                seen = tab.screenshot()
                same = same + 1 if seen == last else 0
                last = seen
                if same == SAME_LOOKS:
                    break
            return Image.open(io.BytesIO(last)).convert("RGB")


def main() -> None:
    """Write the picture."""
    robot, file = (*sys.argv[1:], *("epuck2", "docs/images/demo.png")[len(sys.argv) - 1 :])
    shades = picture(robot).point([round(value / SHADE) * SHADE for value in range(256)] * 3)
    shades.save(ROOT / file, optimize=True)
    sys.stdout.write(f"{file}: {(ROOT / file).stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
