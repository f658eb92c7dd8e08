# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: INP001 - a program, not a package
"""Makes docs/images/demo.png: an e-puck2 in the page of the demo, drawn by headless Chromium.

Use: .venv/bin/python docs/tools/screenshot.py [ROBOT [FILE]]
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from browser.cdp import open_tab  # noqa: E402 (it lies with the tests)
from samebot.core.clock import RealClock  # noqa: E402
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

OPEN_DEVICES = (
    "[...document.querySelectorAll('*')].filter(e => !e.children.length || e.children.length == 1)"
    ".find(e => e.textContent.startsWith('Devices')).click()"
)


def picture(robot: str) -> Image.Image:
    """Return what a browser shows of a robot's page, once it stays the same."""
    clock = RealClock()
    with (
        open_page(load(robot), title=robot, port=0) as page,
        open_tab(page.url, width=SIZE[0], height=SIZE[1]) as tab,
    ):
        tab.wait_for("document.body?.innerText.includes('Show frames')")
        tab.run(OPEN_DEVICES)
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
