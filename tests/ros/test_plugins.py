# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What users add to the interface: parts in packages of their own, good ones and broken ones."""

from __future__ import annotations

import importlib.metadata
import math
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from driver_inside import Open
from ros_peer import Peer, message
from ros_programs import Start, needs_ros
from samebot.core.errors import BadInput
from samebot.ros.face import GROUP, installed_parts
from samebot.ros.interface import Form, Inlet, Outlet, Sample, Subject

SCAN = "sensor_msgs/msg/LaserScan"
FLOAT = "std_msgs/msg/Float32"
pytestmark = pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")


@pytest.fixture
def installed(root: Path, tmp_path: Path) -> Path:
    """Return a folder into which pip has installed the example's package."""
    source = tmp_path / "source"
    shutil.copytree(root / "examples" / "06_own_interface" / "cone_scan", source)
    target = tmp_path / "site"
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet")
    pip = (sys.executable, "-m", "pip", "install", *offline, "--disable-pip-version-check")
    subprocess.run([*pip, "--target", str(target), str(source)], check=True, timeout=60)
    return target


@needs_ros
@pytest.mark.ros
def test_a_package_of_somebody_else_puts_its_scan_in_the_place_of_ours(
    start: Start, peer: Peer, installed: Path
) -> None:
    program = ("-m", "samebot", "run", "epuck2", "--world", "maze", "-o", "noise=false")
    start(*program, "-p", "scan.disable:=true", PYTHONPATH=str(installed))
    scans, front = peer.hear(SCAN, "scan"), peer.hear("sensor_msgs/msg/Range", "tof")
    transforms = peer.hear("tf2_msgs/msg/TFMessage", "/tf_static", latched())
    peer.until(lambda: scans and front and transforms)
    scan, ahead = scans[-1], front[-1]
    assert (scan.header.frame_id, len(scan.ranges)) == ("cone_scanner", 72)
    frames = {part.child_frame_id: part for part in transforms[-1].transforms}
    assert frames["cone_scanner"].header.frame_id == "base_link"
    assert "laser_scanner" not in frames, "ours is gone"
    assert len(peer.node.get_publishers_info_by_topic("/scan")) == 1
    tof = frames["tof"].transform.translation.x
    assert math.isfinite(ahead.range)
    assert scan.ranges[0] == pytest.approx(ahead.range + tof, abs=2e-3)
    assert sum(math.isnan(ray) for ray in scan.ranges) < 50, "cones, not single rays"


def latched() -> Any:
    from rclpy.qos import DurabilityPolicy, QoSProfile

    return QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def twice(robot: Subject) -> Iterator[Outlet]:
    yield Outlet(topic="scan", type=SCAN, make=lambda _: None, period=robot.period)


def fragile(robot: Subject) -> Iterator[Outlet | Inlet]:
    """Send the time, until it comes to something that is not there; hear what cannot be done."""
    form = Form(FLOAT)
    write = form.place("data")

    def make(sample: Sample) -> bytes:
        if sample.time > 1.0:
            raise KeyError(robot.model.name)
        write(sample.time)
        return bytes(form)

    def wish() -> None:
        raise ZeroDivisionError("by nothing")

    yield Outlet(topic="fragile", type=FLOAT, make=make)
    yield Inlet(topic="wish", type=FLOAT, read=lambda _: wish)


@needs_ros
@pytest.mark.ros
def test_two_parts_on_one_topic_are_refused(inside: Open) -> None:
    with pytest.raises(BadInput, match="'scan' would be sent by 2 parts"):
        inside("epuck2", parts=(twice,))


@needs_ros
@pytest.mark.ros
def test_a_part_that_breaks_while_it_runs_ends_alone(
    inside: Open, peer: Peer, capfd: pytest.CaptureFixture[str]
) -> None:
    robot = inside("epuck2", parts=(fragile,))
    broken, ranges = peer.hear(FLOAT, "fragile"), peer.hear("sensor_msgs/msg/Range", "ps0")
    send = peer.sender(FLOAT, "wish")

    def both() -> bool:
        robot.driver._looked = -1.0
        if robot.driver.body.time < 0.9:
            robot.step()
        return bool(broken and ranges)

    peer.until(both)
    send(message(FLOAT))
    peer.spin_for(0.1)
    robot.step(40)
    before = len(ranges)
    robot.step(5)
    peer.until(lambda: len(ranges) > before)
    assert robot.driver.body.time > 1.5
    assert all(each.data <= 1.0 for each in broken)
    assert "/fragile" not in robot.driver.traffic()
    told = capfd.readouterr().err
    assert told.count("fragile: cannot be made, and is sent no more: KeyError('epuck2')") == 1
    assert "wish: what it asks for fails: ZeroDivisionError('by nothing')" in told


def broken(robot: Subject) -> Iterator[Outlet]:
    yield Outlet(topic=robot.nothing, type=FLOAT, make=lambda _: None)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("nowhere_to_be_found:part", "cannot be loaded: ModuleNotFoundError"),
        ("test_plugins:nothing", "cannot be loaded: AttributeError"),
        ("test_plugins:broken", "fails for epuck2: AttributeError"),
    ],
)
def test_a_broken_package_is_named(
    monkeypatch: pytest.MonkeyPatch, value: str, complaint: str
) -> None:
    from samebot.model.catalogue import load
    from samebot.ros.choices import declarations, settings_of
    from samebot.ros.face import face_of

    entry = importlib.metadata.EntryPoint(name="mine", value=value, group=GROUP)
    monkeypatch.setattr("samebot.ros.face.entry_points", lambda group: [entry] * (group == GROUP))
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    model = load("epuck2")
    settings = settings_of(model, {each.name: each.default for each in declarations(model)})
    with pytest.raises(BadInput, match=f"the plug-in 'mine' .*{complaint}"):
        face_of(Subject(model, settings, 0.05), installed_parts())
