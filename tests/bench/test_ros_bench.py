# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The benchmark of the ROS 2 face counts what arrives, and refuses to be cheated."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ros_domains import own_domain
from ros_programs import needs_ros
from samebot.core.errors import BodyError


@pytest.fixture(autouse=True)
def _source_tree(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(root), *sys.path])


@pytest.fixture(scope="session")
def messages(root: Path) -> list[Sequence[str]]:
    """Return topic, type and bytes of everything that is sent."""
    with pytest.MonkeyPatch.context() as patch, own_domain() as domain:
        patch.setattr(sys, "path", [str(root), *sys.path])
        from bench.ros import messages_of_plain
        from bench.ros_processes import environment

        return messages_of_plain(environment(domain))


@needs_ros
@pytest.mark.ros
def test_the_full_interface_is_sent(messages: list[Sequence[str]]) -> None:
    types = {topic: name for topic, name, _ in messages}
    many = {"ps": 8, "ls": 8, "gs": 3, "mic": 4}
    one = "odom /tf tof scan imu imu/mag joint_states battery_state temperature"
    expected = {*one.split(), "button", "selector", "remote"} | {
        f"{name}{number}" for name, count in many.items() for number in range(count)
    }
    assert set(types) == expected
    assert types["scan"] == "sensor_msgs/msg/LaserScan"


@needs_ros
@pytest.mark.ros
def test_all_programs_send_everything(
    messages: list[Sequence[str]], ros_domain: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bench.ros_processes import environment

    from bench import ros, ros_cost

    monkeypatch.setattr(ros_cost, "SETTLING", 0.3)
    variables = environment(ros_domain)
    types = {topic: name for topic, name, _ in messages}
    costs = {}
    for name, start in ros.programs(variables, messages, tmp_path).items():
        with start() as program:
            costs[name] = ros_cost.cost(program, types, 20.0, 0.5, variables)
    for cost in costs.values():
        assert cost.heard.processor > 0.0
        assert cost.alone.memory > 1e7
    ratios = {figure.name: figure.value for figure in ros.ratios(costs)}
    assert ratios["C on rcl, of plain rclpy node"] < 1.0
    assert ratios["samebot, of plain rclpy node"] < 1.0


@needs_ros
@pytest.mark.ros
def test_what_is_not_sent_is_noticed(
    messages: list[Sequence[str]], ros_domain: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bench.ros_processes import Program, environment

    from bench import ros_cost

    monkeypatch.setattr(ros_cost, "SETTLING", 0.3)
    variables = environment(ros_domain)
    types = {topic: name for topic, name, _ in messages}
    with (
        Program.module("bench.ros_plain", "60", variables=variables) as program,
        pytest.raises(BodyError, match=r"arrived .*ps0 \d\d\..*figures would mean nothing"),
    ):
        ros_cost.cost(program, types, 40.0, 0.5, variables)


def test_a_program_that_ends_by_itself_is_said() -> None:
    from bench.ros_processes import Program, until

    with Program("short", [sys.executable, "-c", "exit('no robot here')"], {}) as program:
        with pytest.raises(BodyError, match="in vain for the robot"):
            until("the robot", lambda: False, 0.01)
        with pytest.raises(BodyError, match="no robot here"):
            until("its end", lambda: program.sample().time < 0.0)


def test_cost_over_time_is_drawn() -> None:
    from bench.ros_cost import Cost, Window
    from bench.ros_plot import plot
    from bench.ros_processes import Sample

    line = Window((tuple(Sample(100 + 0.5 * n, 0.01 * n, 75e6) for n in range(21)),))
    assert line.processor == pytest.approx(0.02)
    flat = Window((tuple(Sample(0.5 * n, 0.0, 3e7) for n in range(21)),))
    drawn = ET.XML(plot({"one": Cost(line, flat, 1.0), "<two>": Cost(flat, line, 1.0)}))
    lines = [each.attrib["points"].split() for each in drawn.iter() if each.tag.endswith("line")]
    assert len(lines) == 8
    heights = {float(point.split(",")[1]) for point in lines[0]}
    assert max(heights) - min(heights) < 0.2
    (first, *_, last) = lines[0]
    assert float(last.split(",")[0]) > float(first.split(",")[0]) + 300


@needs_ros
@pytest.mark.ros
def test_a_velocity_reaches_the_wheels(ros_domain: int) -> None:
    from bench.ros_delays import command_delay

    (figure,) = command_delay(3, ros_domain)
    assert 0.0 < figure.value < 1000.0


def test_periods_that_are_missed_are_counted() -> None:
    from bench.ros_world import missed

    period, ms = 50_000_000, 1_000_000
    delays = [3, 0, 49, 51, 2, 200, 150, 100, 50, 0]
    ticks = [(7 + n * period + late * ms, n * period) for n, late in enumerate(delays)]
    assert missed(ticks) == pytest.approx(0.4)
    assert missed([]) == 0.0
