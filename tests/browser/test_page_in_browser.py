# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A real browser shows the robot, and its sliders reach ROS."""

from __future__ import annotations

import io
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from browser.cdp import Tab, chromium, open_tab
from ros_programs import Observe, Start, needs_ros
from samebot.model.catalogue import load

pytest.importorskip("viser")
from PIL import Image

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

PATIENCE = 90.0


@pytest.fixture(scope="module")
def browser() -> Iterator[Tab]:
    """Return the one tab of the one browser of all tests here."""
    if chromium() is None:
        assert os.environ.get("SAMEBOT_NEEDS_BROWSER") != "1", "no chromium, but it is asked for"
        pytest.skip("no chromium here")
    with open_tab("about:blank", width=640, height=400) as tab:
        # Drawn without a graphics card: a quarter of the pixels takes a quarter of the time.
        tab.size(640, 400, scale=0.5)
        yield tab


@pytest.fixture
def tab(browser: Tab) -> Iterator[Tab]:
    """Return the tab; it draws nothing more when the test is over."""
    yield browser
    browser.go("about:blank")


def _picture(tab: Tab) -> NDArray[np.int16]:
    return np.asarray(Image.open(io.BytesIO(tab.screenshot())).convert("RGB"), dtype=np.int16)


def _picture_when(tab: Tab, holds: Callable[[NDArray[np.int16]], bool]) -> NDArray[np.int16]:
    """Return the first picture for which something holds."""
    deadline = time.monotonic() + PATIENCE
    while not holds(picture := _picture(tab)):
        assert time.monotonic() < deadline, "the picture did not become as expected"
    return picture


def _settled(tab: Tab) -> NDArray[np.int16]:
    """Return the picture as soon as it stays as it is: parts appear one after the other."""
    before = _picture(tab)
    deadline = time.monotonic() + PATIENCE
    while _differ(picture := _picture(tab), before) > 0.0002:
        assert time.monotonic() < deadline, "the picture did not settle"
        before = picture
    return picture


def _green(picture: NDArray[np.int16]) -> float:
    """Return which part of the picture is as green as a circuit board."""
    red, green, blue = np.moveaxis(picture, -1, 0)
    return float(np.mean((green > red + 40) & (green > blue + 20)))


def _colours(picture: NDArray[np.int16]) -> int:
    return len(np.unique(picture.reshape(-1, 3), axis=0))


def test_the_robot_is_seen_and_its_wheels_turn(tab: Tab) -> None:
    from samebot.dashboard.page import RobotPage

    with RobotPage(load("epuck2"), port=0) as page:
        tab.go(page.url)
        _picture_when(tab, lambda picture: _green(picture) > 0.03)
        seen = _settled(tab)
        page.set_positions({"left_wheel_joint": 0.6})
        _picture_when(tab, lambda picture: _differ(picture, seen) > 0.0005)
        page._server.scene.set_global_visibility(False)
        empty = _picture_when(tab, lambda picture: _green(picture) < 0.002)
        assert _colours(seen) > _colours(empty) + 1000
        tab.wait_for("document.body?.innerText.includes('left_wheel_joint [rad]')")


def _differ(one: NDArray[np.int16], other: NDArray[np.int16]) -> float:
    """Return which part of two pictures is clearly different."""
    return float(np.mean(np.abs(one - other).max(axis=-1) > 60))


@needs_ros
@pytest.mark.ros
def test_a_slider_moved_in_the_browser_moves_the_joint_in_ros(
    start: Start, observe: Observe, tab: Tab
) -> None:
    alone = ("--world", "none", "--port", "0", "--duration", "100")
    demo = start("-m", "samebot", "demo", "turtlebot3_burger", *alone)
    assert demo.stdout is not None
    url = re.search(r"http://\S+", demo.stdout.readline())
    assert url is not None
    tab.go(url[0])
    tab.wait_for("document.querySelectorAll('[role=slider]').length >= 2")
    tab.run("document.querySelectorAll('[role=slider]')[0].focus()")
    tab.key("End")
    seen = observe(joint="wheel_left_joint", value=3.141)
    assert seen["joints"] == {"wheel_left_joint": 3.141, "wheel_right_joint": 0.0}
    (turned,) = (part for part in seen["tf"] if part[2] == "wheel_left_link")
    assert abs(turned[4][3]) < 0.8  # far from where it stood


def test_a_robot_that_drives_shows_what_it_measures_and_stops_at_the_button(tab: Tab) -> None:
    from samebot.cli.demonstration.staging import staged
    from samebot.dashboard.page import RobotPage

    stage = staged(load("epuck2"))
    ended = threading.Event()
    with (
        stage.body as body,
        RobotPage(body.model, port=0, living=stage.living) as page,
        ThreadPoolExecutor(1) as pool,
    ):
        life = pool.submit(stage.life.run, page, ended.is_set)
        try:
            tab.go(page.url)
            tab.wait_for("/ps0\\s+([0-9.]+ m|nothing)/.test(document.body?.innerText)")
            tab.wait_for("document.images.length > 0")
            tab.run(BUTTON)
            tab.wait_for("document.body.innerText.includes('Go')")
            _until(lambda: body.supervisor.velocity() == pytest.approx((0.0, 0.0), abs=1e-3))
        finally:
            ended.set()
        life.result(PATIENCE)


BUTTON = "[...document.querySelectorAll('button')].find(b => b.innerText === 'Stop').click()"


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "did not happen"
        time.sleep(0.05)
