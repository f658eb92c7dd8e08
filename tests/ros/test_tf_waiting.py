# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The tf buffer asked from several threads: waiting for transforms, and for none in vain."""

from __future__ import annotations

import difflib
import math
import threading
from collections.abc import Callable

import pytest

from samebot.core.clock import RealClock, SimulatedClock
from samebot.core.errors import Extrapolation, UnconnectedFrames, UnknownFrame
from samebot.core.pose import Vector3
from samebot.ros.tf_buffer import TransformBuffer
from samebot.ros.tf_history import SECOND
from samebot.ros.transforms import FrameTransform


def link(parent: str, child: str, at: Vector3) -> FrameTransform:
    return FrameTransform(parent=parent, child=child, translation=at, rotation=(0.0, 0.0, 0.0, 1.0))


def seconds(time: float) -> int:
    return round(time * SECOND)


@pytest.fixture
def robot() -> TransformBuffer:
    """Return odom -> base_link from 1 s to 2 s, and a laser fixed on it."""
    buffer = TransformBuffer()
    buffer.set_transform(link("base_link", "laser", (0.1, 0.0, 0.2)), 0, static=True)
    for time in (1.0, 2.0):
        buffer.set_transform(link("odom", "base_link", (time - 1.0, 0.0, 0.0)), seconds(time))
    return buffer


def waiting(act: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    return thread


def test_a_wait_ends_when_the_transform_comes(robot: TransformBuffer) -> None:
    found: list[FrameTransform] = []
    thread = waiting(
        lambda: found.append(
            robot.wait_for("odom", "laser", seconds(2.05), timeout=30.0, clock=RealClock())
        )
    )
    robot.set_transform(link("odom", "base_link", (1.1, 0.0, 0.0)), seconds(2.1))
    thread.join(20.0)
    assert found[0].translation == pytest.approx((1.15, 0.0, 0.2))


def test_a_wait_is_woken_by_the_transform_and_not_by_its_next_look(
    robot: TransformBuffer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samebot.ros.tf_buffer._PATIENCE", 600.0)
    waits, done = threading.Event(), threading.Event()

    def looked() -> bool:
        waits.set()  # from within the lock: who tells something now has to wait for the wait
        return False

    def wait() -> None:
        robot.wait_for("odom", "laser", seconds(2.1), 600.0, RealClock(), ended=looked)
        done.set()

    waiting(wait)
    assert waits.wait(20.0)
    robot.set_transform(link("odom", "base_link", (1.1, 0.0, 0.0)), seconds(2.1))
    assert done.wait(20.0)


def test_a_wait_may_begin_before_the_frames_exist() -> None:
    buffer = TransformBuffer()
    found: list[FrameTransform] = []
    thread = waiting(
        lambda: found.append(buffer.wait_for("a", "c", None, timeout=30.0, clock=RealClock()))
    )
    for parent, child in (("b", "c"), ("a", "b")):
        buffer.set_transform(link(parent, child, (1.0, 0.0, 0.0)), 0, static=True)
    thread.join(20.0)
    assert found == [link("a", "c", (2.0, 0.0, 0.0))]


@pytest.mark.parametrize(
    ("target", "source", "stamp", "kind"),
    [
        ("odom", "nothing", None, UnknownFrame),
        ("odom", "dock", None, UnconnectedFrames),
        ("odom", "laser", seconds(3.0), Extrapolation),
    ],
)
def test_a_wait_in_vain_ends_with_the_error_of_the_lookup(
    robot: TransformBuffer, target: str, source: str, stamp: int | None, kind: type[Exception]
) -> None:
    robot.set_transform(link("map", "dock", (0.0, 0.0, 0.0)), 0, static=True)
    clock = RealClock()
    begun = clock.now()
    with pytest.raises(kind):
        robot.wait_for(target, source, stamp, timeout=0.05, clock=clock)
    assert clock.now() - begun >= 0.05


def test_a_wait_follows_the_clock_that_it_is_given(robot: TransformBuffer) -> None:
    clock, ended = SimulatedClock(), threading.Event()

    def wait() -> None:
        with pytest.raises(Extrapolation):
            robot.wait_for("odom", "laser", seconds(3.0), timeout=1000.0, clock=clock)
        ended.set()

    waiting(wait)
    # The clock may advance before the wait has looked at it for the first time.
    for _ in range(100):
        clock.advance(1000.0)
        if ended.wait(0.2):
            break
    assert ended.is_set()


def test_a_wait_can_be_called_off(robot: TransformBuffer) -> None:
    asked, ended = threading.Event(), threading.Event()

    def wait() -> None:
        with pytest.raises(UnknownFrame):
            robot.wait_for(
                "odom", "nothing", None, timeout=1e6, clock=SimulatedClock(), ended=asked.is_set
            )
        ended.set()

    waiting(wait)
    assert not ended.is_set()
    asked.set()
    assert ended.wait(20.0)


def test_a_wait_for_an_unknown_frame_searches_the_nearest_name_once(
    robot: TransformBuffer, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[str] = []
    get_close_matches = difflib.get_close_matches

    def searched(word: str, *args: object, **options: object) -> object:
        searches.append(word)
        return get_close_matches(word, *args, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(difflib, "get_close_matches", searched)
    looks = iter(range(3))

    def tell_more() -> bool:
        number = next(looks, None)
        if number is not None:
            robot.set_transform(link("base_link", "wheel", (0.0, 0.0, 0.0)), seconds(1 + number))
        return number is None

    with pytest.raises(UnknownFrame, match="did you mean 'laser'"):
        robot.wait_for("odom", "lasr", None, timeout=1e6, clock=SimulatedClock(), ended=tell_more)
    assert searches == ["lasr"]


def test_nobody_waits_for_the_past(robot: TransformBuffer) -> None:
    with pytest.raises(Extrapolation, match="before the first"):
        robot.wait_for("odom", "laser", seconds(0.5), timeout=1e6, clock=SimulatedClock())


@pytest.mark.parametrize("timeout", [-1.0, math.nan, math.inf])
def test_a_wait_without_end_is_refused(robot: TransformBuffer, timeout: float) -> None:
    with pytest.raises(ValueError, match="give a time-out of 0 s or more"):
        robot.wait_for("odom", "laser", None, timeout=timeout, clock=SimulatedClock())


def test_threads_that_tell_and_ask_at_once_see_whole_transforms() -> None:
    buffer = TransformBuffer(duration=1.0)
    failures: list[tuple[float, float]] = []
    buffer.set_transform(link("a", "b", (0.0, 0.0, 0.0)), 0)

    def tell() -> None:
        for tick in range(1, 3000):
            buffer.set_transform(link("a", "b", (tick * 0.01, tick * 0.01, 0.0)), tick * 10**7)

    def ask() -> None:
        while teller.is_alive():
            x, y, _ = buffer.lookup("a", "b").translation
            if x != y:
                failures.append((x, y))

    teller = waiting(tell)
    askers = [waiting(ask) for _ in range(2)]
    for thread in (teller, *askers):
        thread.join(60.0)
    assert failures == []
    assert buffer.lookup("a", "b").translation[0] == pytest.approx(29.99)
