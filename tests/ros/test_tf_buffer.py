# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The tf buffer: laws of lookups and interpolation, and what it says when it cannot answer."""

from __future__ import annotations

import math
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.errors import (
    Extrapolation,
    FrameCycle,
    TransformError,
    UnconnectedFrames,
    UnknownFrame,
)
from samebot.core.pose import Matrix, Quaternion, Vector3
from samebot.core.quaternion import normalised
from samebot.ros.tf_buffer import TransformBuffer
from samebot.ros.tf_history import SECOND
from samebot.ros.transforms import FrameTransform

lengths = st.floats(-10.0, 10.0)
places = st.tuples(lengths, lengths, lengths)
rotations = (
    st.tuples(lengths, lengths, lengths, lengths)
    .filter(lambda q: math.hypot(*q) > 1e-2)
    .map(normalised)
)


def yaw(angle: float) -> Quaternion:
    return (0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2))


def link(
    parent: str,
    child: str,
    at: Vector3 = (0.0, 0.0, 0.0),
    rotation: Quaternion = (0.0, 0.0, 0.0, 1.0),
) -> FrameTransform:
    return FrameTransform(parent=parent, child=child, translation=at, rotation=rotation)


def seconds(time: float) -> int:
    return round(time * SECOND)


def silent(text: str) -> None:
    raise AssertionError(text)


@pytest.fixture
def robot() -> TransformBuffer:
    """Return odom -> base_link, 1 m/s from 1.0 s to 2.0 s at 10 Hz, and a laser fixed on it."""
    buffer = TransformBuffer(say=silent)
    buffer.set_transform(link("base_link", "laser", (0.1, 0.0, 0.2)), 0, static=True)
    for tick in range(11):
        buffer.set_transform(
            link("odom", "base_link", (0.1 * tick, 0.0, 0.0)), seconds(1.0 + 0.1 * tick)
        )
    return buffer


@st.composite
def trees(draw: st.DrawFn) -> list[tuple[FrameTransform, bool]]:
    """Draw a tree of frames f0 (the root), f1, ... and which of them are static."""
    tree = []
    for number in range(1, draw(st.integers(2, 9))):
        parent = f"f{draw(st.integers(0, number - 1))}"
        transform = link(parent, f"f{number}", draw(places), draw(rotations))
        tree.append((transform, draw(st.booleans())))
    return tree


def filled(tree: list[tuple[FrameTransform, bool]]) -> TransformBuffer:
    buffer = TransformBuffer(say=silent)
    for transform, static in tree:
        buffer.set_transform(transform, seconds(1.0), static=static)
    return buffer


def from_root(tree: list[tuple[FrameTransform, bool]]) -> dict[str, Matrix]:
    placed = {"f0": np.eye(4)}
    for transform, _ in tree:
        placed[transform.child] = placed[transform.parent] @ transform.matrix()
    return placed


@given(trees(), st.data())
def test_a_lookup_is_the_product_of_the_chain(
    tree: list[tuple[FrameTransform, bool]], data: st.DataObject
) -> None:
    buffer, placed = filled(tree), from_root(tree)
    target, source = (data.draw(st.sampled_from(sorted(placed))) for _ in range(2))
    expected = np.linalg.inv(placed[target]) @ placed[source]
    found = buffer.lookup(target, source)
    assert (found.parent, found.child) == (target, source)
    np.testing.assert_allclose(found.matrix(), expected, atol=1e-9)
    assert math.hypot(*found.rotation) == pytest.approx(1.0, abs=1e-12)


@given(trees(), st.data())
def test_a_lookup_is_the_inverse_of_the_lookup_back(
    tree: list[tuple[FrameTransform, bool]], data: st.DataObject
) -> None:
    buffer, names = filled(tree), sorted(from_root(tree))
    a, b, c = (data.draw(st.sampled_from(names)) for _ in range(3))
    there, back = buffer.lookup(a, b).matrix(), buffer.lookup(b, a).matrix()
    np.testing.assert_allclose(there @ back, np.eye(4), atol=1e-9)
    through = buffer.lookup(a, c).matrix() @ buffer.lookup(c, b).matrix()
    np.testing.assert_allclose(through, there, atol=1e-9)


@given(trees().flatmap(lambda tree: st.tuples(st.just(tree), st.permutations(tree))))
def test_the_order_in_which_transforms_arrive_does_not_matter(
    drawn: tuple[list[tuple[FrameTransform, bool]], list[tuple[FrameTransform, bool]]],
) -> None:
    tree, shuffled = drawn
    names = sorted(from_root(tree))
    one, other = filled(tree), filled(shuffled)
    assert one.frames() == other.frames() == tuple(names)
    for name in names:
        assert one.lookup("f0", name) == other.lookup("f0", name)


@given(trees(), st.data())
def test_a_cycle_is_refused_and_changes_nothing(
    tree: list[tuple[FrameTransform, bool]], data: st.DataObject
) -> None:
    buffer = filled(tree)
    lines = {"f0": ["f0"]}
    for transform, _ in tree:
        lines[transform.child] = [*lines[transform.parent], transform.child]
    below = data.draw(st.sampled_from(sorted(lines)))
    above = data.draw(st.sampled_from(lines[below]))
    before = buffer.lookup("f0", below)
    with pytest.raises(FrameCycle):
        buffer.set_transform(link(below, above), seconds(2.0))
    assert buffer.lookup("f0", below) == before
    assert buffer.frames() == tuple(sorted(lines))


def test_a_cycle_is_shown() -> None:
    buffer = TransformBuffer()
    for parent, child in (("map", "odom"), ("odom", "base"), ("base", "laser")):
        buffer.set_transform(link(parent, child), 0, static=True)
    with pytest.raises(
        FrameCycle, match=r"'odom' cannot lie in 'laser'.* odom -> base -> laser -> odom;"
    ):
        buffer.set_transform(link("laser", "odom"), 0)


@given(places, places, rotations, rotations, st.floats(0.0, 1.0))
def test_between_two_times_a_frame_moves_evenly(
    start: Vector3, end: Vector3, turned: Quaternion, further: Quaternion, share: float
) -> None:
    buffer = TransformBuffer()
    buffer.set_transform(link("a", "b", start, turned), seconds(5.0))
    buffer.set_transform(link("a", "b", end, further), seconds(6.0))
    at = buffer.lookup("a", "b", seconds(5.0 + share))
    expected = [s + share * (e - s) for s, e in zip(start, end, strict=True)]
    assert at.translation == pytest.approx(expected, abs=1e-6)
    whole, part = (
        2 * math.acos(min(1.0, abs(sum(p * q for p, q in zip(turned, r, strict=True)))))
        for r in (further, at.rotation)
    )
    assert part == pytest.approx(share * whole, abs=1e-6)


def test_half_way_is_half_way() -> None:
    buffer = TransformBuffer()
    buffer.set_transform(link("a", "b", (0.0, 0.0, 0.0), yaw(0.0)), seconds(1.0))
    buffer.set_transform(link("a", "b", (1.0, 2.0, 4.0), yaw(1.0)), seconds(2.0))
    half = buffer.lookup("a", "b", seconds(1.5))
    assert half.translation == pytest.approx((0.5, 1.0, 2.0))
    assert half.rotation == pytest.approx(yaw(0.5))


def test_the_shorter_way_round_is_taken() -> None:
    buffer = TransformBuffer()
    buffer.set_transform(link("a", "b", rotation=yaw(3.0)), seconds(1.0))
    buffer.set_transform(link("a", "b", rotation=yaw(-3.0)), seconds(2.0))
    x, y, z, w = buffer.lookup("a", "b", seconds(1.5)).rotation
    assert abs(2 * math.atan2(z, w)) == pytest.approx(math.pi)
    assert (x, y) == (0.0, 0.0)


def test_a_moving_chain_is_taken_at_the_time_asked_for(robot: TransformBuffer) -> None:
    found = robot.lookup("odom", "laser", seconds(1.55))
    assert found.translation == pytest.approx((0.65, 0.0, 0.2))
    assert robot.lookup("laser", "odom", seconds(1.0)).translation == pytest.approx(
        (-0.1, 0.0, -0.2)
    )


def test_stamps_of_today_lose_no_digits() -> None:
    buffer, now = TransformBuffer(), 1_790_000_000_123_456_789
    buffer.set_transform(link("a", "b", (0.0, 0.0, 0.0)), now)
    buffer.set_transform(link("a", "b", (1.0, 0.0, 0.0)), now + 1000)
    assert buffer.lookup("a", "b", now + 250).translation[0] == pytest.approx(0.25)


def test_without_a_stamp_the_latest_common_time_is_taken(robot: TransformBuffer) -> None:
    for tick in range(6):
        robot.set_transform(link("map", "odom", (0.0, float(tick), 0.0)), seconds(1 + 0.15 * tick))
    assert robot.latest("map", "laser") == seconds(1.75)
    assert robot.latest("odom", "laser") == seconds(2.0)
    assert robot.latest("base_link", "laser") is None
    assert robot.latest("laser", "laser") is None
    assert robot.lookup("map", "base_link").translation == pytest.approx((0.75, 5.0, 0.0))
    assert robot.lookup("odom", "base_link").translation == pytest.approx((1.0, 0.0, 0.0))


def test_two_sensors_on_a_robot_do_not_depend_on_where_it_is(robot: TransformBuffer) -> None:
    robot.set_transform(link("base_link", "camera", (0.0, 0.3, 0.2)), 0, static=True)
    for stamp in (None, 0, seconds(1.5), seconds(1e6)):
        found = robot.lookup("camera", "laser", stamp)
        assert found.translation == pytest.approx((0.1, -0.3, 0.0))


def test_transforms_may_arrive_out_of_order() -> None:
    buffer = TransformBuffer()
    for time in (1.0, 1.3, 1.1, 1.2, 1.1):
        buffer.set_transform(link("a", "b", (time, 0.0, 0.0)), seconds(time))
    for time in (1.0, 1.05, 1.15, 1.25, 1.3):
        assert buffer.lookup("a", "b", seconds(time)).translation[0] == pytest.approx(time)


def test_of_two_transforms_of_one_time_the_later_told_counts() -> None:
    buffer = TransformBuffer()
    for x in (1.0, 2.0):
        buffer.set_transform(link("a", "b", (x, 0.0, 0.0)), seconds(1.0))
    assert buffer.lookup("a", "b", seconds(1.0)).translation[0] == 2.0


def test_a_new_static_transform_replaces_the_old_one(robot: TransformBuffer) -> None:
    robot.set_transform(link("base_link", "laser", (0.5, 0.0, 0.0)), 0, static=True)
    assert robot.lookup("base_link", "laser").translation == (0.5, 0.0, 0.0)


def test_a_frame_that_was_static_can_begin_to_move(robot: TransformBuffer) -> None:
    robot.set_transform(link("base_link", "laser", (0.5, 0.0, 0.0)), seconds(1.0))
    robot.set_transform(link("base_link", "laser", (0.7, 0.0, 0.0)), seconds(2.0))
    found = robot.lookup("base_link", "laser", seconds(1.5))
    assert found.translation == pytest.approx((0.6, 0.0, 0.0))


def test_old_transforms_are_forgotten() -> None:
    buffer = TransformBuffer(duration=2.0)
    for tick in range(100_000):
        buffer.set_transform(link("a", "b", (tick * 0.01, 0.0, 0.0)), tick * SECOND // 100)
    assert len(buffer._histories["b"]._stamps) == 201
    assert buffer.can_transform("a", "b", seconds(997.99))
    assert not buffer.can_transform("a", "b", seconds(997.98))


def test_an_unknown_frame_names_the_nearest(robot: TransformBuffer) -> None:
    with pytest.raises(UnknownFrame, match="no frame named 'base_lnk'; did you mean 'base_link'"):
        robot.lookup("odom", "base_lnk")
    with pytest.raises(UnknownFrame, match="no frame named 'odim'; did you mean 'odom'"):
        robot.lookup("odim", "base_link")
    with pytest.raises(UnknownFrame, match="known: none"):
        TransformBuffer().lookup("a", "a")


def test_two_trees_are_named_by_their_roots(robot: TransformBuffer) -> None:
    robot.set_transform(link("map", "dock"), 0, static=True)
    with pytest.raises(UnconnectedFrames, match=r"from 'laser' to 'dock'.*roots 'odom' and 'map'"):
        robot.lookup("dock", "laser")


@pytest.mark.parametrize(
    ("time", "ahead", "text"),
    [
        (
            2.25,
            0.25,
            "at 2.250 s is not known: it is 0.250000 s after the last .* of 2.000 s; wait",
        ),
        (
            0.9,
            -0.1,
            "at 0.900 s is not known: it is 0.100000 s before the first .* of 1.000 s; ask",
        ),
    ],
)
def test_extrapolation_is_refused_with_the_numbers(
    robot: TransformBuffer, time: float, ahead: float, text: str
) -> None:
    with pytest.raises(Extrapolation, match=f"'base_link' in 'odom' {text}") as caught:
        robot.lookup("odom", "laser", seconds(time))
    assert caught.value.ahead == pytest.approx(ahead)


def test_times_of_two_clocks_are_told_apart(robot: TransformBuffer) -> None:
    with pytest.raises(Extrapolation, match="another clock, so set use_sim_time"):
        robot.lookup("odom", "laser", 1_790_000_000 * SECOND)


def test_a_lookup_among_many_robots_costs_no_more() -> None:
    few, many = TransformBuffer(), TransformBuffer()
    for buffer, robots in ((few, 1), (many, 2000)):
        for name in (f"robot{number}" for number in range(robots)):
            for parent, child in (
                (f"{name}/odom", f"{name}/base"),
                (f"{name}/base", f"{name}/eye"),
            ):
                buffer.set_transform(link(parent, child), 0, static=True)

    def effort(buffer: TransformBuffer) -> float:
        begun = process_time()
        for _ in range(50):
            buffer.lookup("robot0/odom", "robot0/eye")
        return process_time() - begun

    # A search among all frames takes some fifty times as long.
    assert min(effort(many) for _ in range(5)) < 8 * min(effort(few) for _ in range(5))


def test_one_transform_is_known_at_its_own_time_only() -> None:
    buffer = TransformBuffer()
    buffer.set_transform(link("a", "b"), seconds(1.0))
    known = [buffer.can_transform("a", "b", seconds(1.0) + off) for off in (-1, 0, 1)]
    assert known == [False, True, False]
    assert buffer.can_transform("a", "b")


def test_a_second_parent_wins_and_is_said_once() -> None:
    said: list[str] = []
    buffer = TransformBuffer(say=said.append)
    for tick in range(5):
        buffer.set_transform(link("odom", "base_link", (1.0, 0.0, 0.0)), seconds(1.0 + tick / 10))
        buffer.set_transform(link("map", "base_link", (2.0, 0.0, 0.0)), seconds(1.05 + tick / 10))
    assert len(said) == 1
    assert "'base_link' has two parents, 'odom' and 'map'; the last one wins" in said[0]
    assert buffer.lookup("map", "base_link").translation == (2.0, 0.0, 0.0)
    with pytest.raises(UnknownFrame):
        buffer.lookup("odom", "base_link")


def test_a_second_parent_may_turn_the_tree_round() -> None:
    buffer = TransformBuffer(say=lambda _: None)
    buffer.set_transform(link("a", "b"), 0, static=True)
    buffer.set_transform(link("b", "c"), 0, static=True)
    buffer.set_transform(link("d", "b", (1.0, 0.0, 0.0)), 0, static=True)
    buffer.set_transform(link("c", "a", (0.0, 1.0, 0.0)), 0, static=True)
    assert buffer.lookup("d", "a").translation == (1.0, 1.0, 0.0)


def test_a_second_parent_is_logged_where_nobody_else_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    buffer = TransformBuffer()
    for parent in ("a", "b"):
        buffer.set_transform(link(parent, "c"), 0)
    assert "two parents" in caplog.text


def test_a_time_that_jumps_back_forgets_what_moves(robot: TransformBuffer) -> None:
    robot.set_transform(link("base_link", "wheel"), seconds(2.0))
    robot.set_transform(link("odom", "base_link", (7.0, 0.0, 0.0)), seconds(0.05))
    assert robot.lookup("odom", "laser").translation == pytest.approx((7.1, 0.0, 0.2))
    assert not robot.can_transform("odom", "base_link", seconds(1.5))
    assert "wheel" not in robot.frames()


def test_a_buffer_that_is_cleared_keeps_what_is_static(robot: TransformBuffer) -> None:
    robot.clear()
    assert robot.frames() == ("base_link", "laser")
    with pytest.raises(UnknownFrame):
        robot.lookup("odom", "laser")


def test_a_slash_in_front_is_no_part_of_the_name(robot: TransformBuffer) -> None:
    robot.set_transform(link("/map", "/odom"), 0, static=True)
    assert robot.lookup("/map", "laser", seconds(1.0)) == robot.lookup("map", "laser", seconds(1.0))


@pytest.mark.parametrize(
    ("bad", "text"),
    [
        (link("", "b"), "lacks the name"),
        (link("a", "/"), "lacks the name"),
        (link("a", "b", (math.nan, 0.0, 0.0)), "not finite"),
        (link("a", "b", (0.0, math.inf, 0.0)), "not finite"),
        (link("a", "b", rotation=(0.0, 0.0, 0.0, math.nan)), "not finite"),
        (link("a", "b", rotation=(0.0, 0.0, 0.0, 0.0)), "length 0; a unit quaternion"),
        (link("a", "b", rotation=(1.0, 0.0, 0.0, 1.0)), "length 1.41"),
        (link("a", "a"), "cannot lie in"),
    ],
)
def test_what_is_no_transform_is_refused(bad: FrameTransform, text: str) -> None:
    buffer = TransformBuffer()
    with pytest.raises(TransformError, match=text):
        buffer.set_transform(bad, 0)
    assert buffer.frames() == ()


def test_a_rotation_that_was_rounded_is_made_a_unit() -> None:
    buffer = TransformBuffer()
    buffer.set_transform(link("a", "b", rotation=(0.0, 0.0, 0.7, 0.71)), 0)
    assert math.hypot(*buffer.lookup("a", "b").rotation) == pytest.approx(1.0, abs=1e-15)


@pytest.mark.parametrize("duration", [0.0, -1.0, math.nan, math.inf])
def test_a_buffer_of_no_duration_is_refused(duration: float) -> None:
    with pytest.raises(ValueError, match="give a duration above 0"):
        TransformBuffer(duration)
