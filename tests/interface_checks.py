# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What must hold for a robot's ROS interface, seen by a stock ROS program; for any body.

Each check asks the driver of one robot, which stands in a `Room`, and knows the robot's model.
"""

from __future__ import annotations

import base64
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from numpy.typing import NDArray

from expected_interfaces import HASHES, LARGE, LATCHED, Interface
from peers import Message, StockPeer
from rooms import Room, accuracy, end_of, irradiance
from samebot.core.pose import quaternion_to_matrix, rpy_to_matrix
from samebot.model.describe import range_of
from samebot.model.devices import Camera, Device, DistanceSensor, Lidar, LightSensor, RangeFinder
from samebot.model.kinematics import forward
from samebot.model.names import camera_info_topic, device_frame, device_topics
from samebot.model.robot import RobotModel

Matrix = NDArray[np.float64]
GRAVITY = 9.81


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A robot under test."""

    peer: StockPeer
    model: RobotModel
    interface: Interface
    room: Room
    noisy: bool = False
    node: str = "/driver"

    def topics(self, kind: type[Device]) -> list[tuple[Any, str]]:
        """Return the devices of a kind and their topics."""
        topics = device_topics(self.model)
        return [(d, f"/{topics[d.name]}") for d in self.model.devices if isinstance(d, kind)]

    def listen(self, *topics: str) -> None:
        """Let the peer listen to topics of the interface."""
        for topic in topics:
            quality = "latched" if topic in LATCHED else ""
            kind = self.interface.sent[topic][0]
            self.peer.listen(topic, kind, "best effort" if topic == "/clock" else quality)

    def pose(self, odometry: Message) -> Matrix:
        """Return where the odometry says that the robot's root is."""
        pose = odometry["pose"]["pose"]
        matrix = transform(pose["position"], pose["orientation"])
        root_to_base = forward(self.model)[self.interface.base]
        placed: Matrix = matrix @ np.linalg.inv(root_to_base)
        return placed


def transform(position: Message, orientation: Message) -> Matrix:
    """Return the 4x4 matrix of a ROS pose."""
    matrix = np.eye(4)
    x, y, z, w = (orientation[axis] for axis in "xyzw")
    matrix[:3, :3] = quaternion_to_matrix((x, y, z, w))
    matrix[:3, 3] = [position[axis] for axis in "xyz"]
    return matrix


def check_topics(robot: Subject) -> None:
    """Every topic exists with its type, hash and quality; the services do as well."""
    graph = robot.peer.graph()
    for topic, (kind, _) in robot.interface.sent.items():
        assert topic in graph, f"{topic} is not there"
        assert graph[topic]["types"] == [kind], topic
        (end,) = (end for end in graph[topic]["sent"] if end["node"] == robot.node)
        own = [e["hash"] for e in graph[topic]["heard"] if e["node"] == "/peer"]
        assert set(own) <= {end["hash"]}, f"{topic}: the type is not the one of stock ROS"
        assert HASHES.get(kind, "") in end["hash"], topic
        best_effort = "BEST_EFFORT" if topic == "/clock" else "RELIABLE"
        latched = "TRANSIENT_LOCAL" if topic in LATCHED else "VOLATILE"
        assert (end["reliability"], end["durability"]) == (best_effort, latched), topic
    for topic, kind in robot.interface.heard.items():
        ends = [end for end in graph[topic]["heard"] if end["node"] == robot.node]
        assert [end["type"] for end in ends] == [kind], topic
        assert {end["reliability"] for end in ends} == {"RELIABLE"}, topic
    sent = {topic: kind for topic, (kind, _) in robot.interface.sent.items()}
    depths = [f"qos_overrides.{topic}.publisher.depth" for topic in sent]
    single = {"/clock", *LATCHED}
    expected = [1 if topic in single or kind in LARGE else 5 for topic, kind in sent.items()]
    found = dict(zip(sent, robot.peer.parameters(depths, robot.node), strict=True))
    assert found == dict(zip(sent, expected, strict=True))


def check_headers(robot: Subject) -> None:
    """Every small message comes, with its frame and a stamp of simulated time, else of now."""
    small = [
        topic
        for topic, (kind, _) in robot.interface.sent.items()
        if kind not in LARGE and topic not in LATCHED
    ]
    robot.listen(*small)
    heard = robot.peer.hear(*small, patience=30.0)
    missing = [topic for topic in small if not heard[topic]]
    assert not missing
    now = heard["/clock"][-1]["clock"]["sec"] if "/clock" in heard else time.time()
    for topic in small:
        frame = robot.interface.sent[topic][1]
        message = heard[topic][-1]  # the first may be from before others came at all
        if frame:
            assert message["header"]["frame_id"] == frame, topic
        if "header" in message:
            assert abs(message["header"]["stamp"]["sec"] - now) <= 2, topic


def check_frames(robot: Subject) -> None:
    """/tf and /tf_static equal the kinematics of robot_description at joint_states."""
    robot.listen("/robot_description", "/tf_static")
    described = robot.peer.heard("/robot_description", "/tf_static")
    heard = robot.peer.hear("/tf", "/joint_states", count=3)
    static = described["/tf_static"][0]["transforms"]
    states = heard["/joint_states"][-1]
    same = [m for m in heard["/tf"] if stamp_of(m["transforms"][0]) == stamp_of(states)]
    assert same, "transforms and joint states have the same stamps"
    urdf = ET.fromstring(described["/robot_description"][0]["data"])  # noqa: S314 - our own
    stand = dict(zip(states["name"], states["position"], strict=True))
    expected = dict(joint_transforms(urdf, stand))
    moving = {part["child_frame_id"]: part for part in same[0]["transforms"]}
    found = {part["child_frame_id"]: part for part in static} | moving
    odometry = found.pop(robot.interface.base if robot.interface.base in moving else "", None)
    assert odometry is not None, f"odom -> {robot.interface.base} is told"
    assert odometry["header"]["frame_id"] == "odom"
    assert expected.keys() <= found.keys()
    for frame, (parent, matrix) in expected.items():
        part = found[frame]["transform"]
        assert found[frame]["header"]["frame_id"] == parent, frame
        shown = transform(part["translation"], part["rotation"])
        np.testing.assert_allclose(shown, matrix, atol=1e-6, err_msg=frame)
    for device in robot.model.devices:
        if device.kind not in ("motor", "position_sensor"):
            assert device_frame(device) in found, device.name


def stamp_of(message: Message) -> tuple[int, int]:
    """Return the stamp of a message's header."""
    stamp = message["header"]["stamp"]
    return stamp["sec"], stamp["nanosec"]


def joint_transforms(
    urdf: ET.Element, positions: dict[str, float]
) -> list[tuple[str, tuple[str, Matrix]]]:
    """Return each joint's child with its parent and 4x4 transform, straight from the XML."""
    found = []
    for joint in urdf.findall("joint"):
        origin, axis = joint.find("origin"), joint.find("axis")
        matrix = np.eye(4)
        if origin is not None:
            roll, pitch, yaw = numbers(origin.get("rpy", "0 0 0"))
            matrix[:3, :3] = rpy_to_matrix((roll, pitch, yaw))
            matrix[:3, 3] = numbers(origin.get("xyz", "0 0 0"))
        along = np.array(numbers("1 0 0" if axis is None else axis.get("xyz", "1 0 0")))
        along = along / np.linalg.norm(along)
        value, motion = positions.get(joint.get("name", ""), 0.0), np.eye(4)
        if joint.get("type") in ("revolute", "continuous"):
            motion[:3, :3] = turned(along, value)
        elif joint.get("type") == "prismatic":
            motion[:3, 3] = along * value
        parent, child = joint.find("parent"), joint.find("child")
        assert parent is not None
        assert child is not None
        found.append((child.get("link", ""), (parent.get("link", ""), matrix @ motion)))
    return found


def numbers(text: str) -> list[float]:
    """Return the numbers in a text."""
    return [float(word) for word in text.split()]


def turned(axis: Matrix, angle: float) -> Matrix:
    """Return Rodrigues' rotation."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    rotation: Matrix = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    return rotation


def check_ranges(robot: Subject) -> int:
    """Each distance sensor shows what geometry says, where the odometry says that the robot is.

    Return how many see something.
    """
    sensors = robot.topics(DistanceSensor)
    heard = robot.peer.hear("/odom", *(topic for _, topic in sensors), count=2)
    placed = robot.pose(heard["/odom"][-1])
    links = forward(robot.model)
    valid = 0
    for sensor, topic in sensors:
        message = heard[topic][-1]
        expected = robot.room.seen_by(sensor, placed @ links[sensor.link] @ sensor.pose.matrix())
        valid += check_range(sensor, message, expected, noisy=robot.noisy)
    return valid


def check_range(sensor: DistanceSensor, message: Message, expected: float, *, noisy: bool) -> bool:
    """One reading is right, by REP 117; return whether it is a distance."""
    near, far = range_of(sensor)
    assert message["radiation_type"] == (0 if sensor.type == "sonar" else 1), sensor.name
    assert message["field_of_view"] == pytest.approx(sensor.aperture), sensor.name
    assert (message["min_range"], message["max_range"]) == pytest.approx((near or 0.0, far))
    tolerance = accuracy(sensor, min(expected, end_of(sensor)), noisy=noisy) + 0.01 * expected
    if expected > (far or math.inf) + tolerance or expected >= end_of(sensor):
        assert message["range"] == math.inf, sensor.name
        return False
    if near is not None and expected < near - tolerance:
        # One whose table begins there cannot tell; the others say "too close".
        assert message["range"] in (-math.inf, pytest.approx(near)), sensor.name
        return False
    shown = message["range"]
    if math.isinf(shown):  # right only at the edge, where noise takes it over
        edge = far if shown > 0.0 else near
        assert edge is not None
        assert abs(expected - edge) < tolerance, sensor.name
        return False
    assert shown == pytest.approx(expected, abs=tolerance), sensor.name
    return True


def check_lidar(robot: Subject) -> None:
    """Each ray of a lidar goes as far as geometry says, in the direction that the grid says."""
    for lidar, topic in robot.topics(Lidar):
        heard = robot.peer.hear("/odom", topic, count=2)
        scan, placed = heard[topic][-1], robot.pose(heard["/odom"][-1])
        placed = placed @ forward(robot.model)[lidar.link] @ lidar.pose.matrix()
        assert len(scan["ranges"]) == lidar.samples
        assert scan["range_min"] == pytest.approx(lidar.min_range)
        assert scan["range_max"] == pytest.approx(lidar.max_range)
        last = scan["angle_min"] + scan["angle_increment"] * (lidar.samples - 1)
        assert last == pytest.approx(scan["angle_max"], abs=1e-3)
        if lidar.frequency:
            assert scan["scan_time"] == pytest.approx(1.0 / lidar.frequency)
        off = []
        for number, seen in enumerate(scan["ranges"]):
            angle = scan["angle_min"] + number * scan["angle_increment"]
            ray = placed[:3, :3] @ np.array([math.cos(angle), math.sin(angle), 0.0])
            expected, cosine = robot.room.distance(placed[:3, 3], ray)
            if lidar.min_range < expected < lidar.max_range:
                off.append(abs(seen - expected) * cosine)
        assert len(off) > lidar.samples // 2
        assert max(off) < 0.01 + 5 * lidar.noise * robot.noisy


def check_imu(robot: Subject) -> None:
    """At rest the IMU shows +9.81 m/s2 on z of the robot, and no turning."""
    frame = robot.interface.sent["/imu"][1]
    imu = mean(robot.peer.hear("/imu", count=5)["/imu"][:5], "linear_acceleration")
    turn = rotation_of(robot, frame)
    np.testing.assert_allclose(turn @ imu, [0.0, 0.0, GRAVITY], atol=0.25)


def rotation_of(robot: Subject, frame: str) -> Matrix:
    """Return how a frame (of a link or a device) is turned in the root."""
    links = forward(robot.model)
    if frame in links:
        return links[frame][:3, :3]
    device = next(d for d in robot.model.devices if device_frame(d) == frame)
    rotation: Matrix = (links[device.link] @ device.pose.matrix())[:3, :3]
    return rotation


def mean(messages: Sequence[Message], field: str) -> Matrix:
    """Return the mean of a vector."""
    vectors = [[message[field][axis] for axis in "xyz"] for message in messages]
    return np.asarray(np.mean(vectors, axis=0), np.float64)


def check_light(robot: Subject) -> None:
    """Light comes in lux, 120 for each W/m2."""
    links = forward(robot.model)
    sensors = robot.topics(LightSensor)
    heard = robot.peer.hear("/odom", *(topic for _, topic in sensors), count=1)
    placed = robot.pose(heard["/odom"][-1])
    for sensor, topic in sensors:
        axis = (placed @ links[sensor.link] @ sensor.pose.matrix())[:3, 0]
        expected = 120.0 * irradiance(axis.tolist())
        assert heard[topic][-1]["illuminance"] == pytest.approx(expected, rel=0.01), sensor.name


def check_camera(robot: Subject) -> None:
    """Pictures show the red wall in front; the intrinsic numbers are those of the lens."""
    for camera, topic in robot.topics(Camera):
        info_topic = camera_info_topic(topic)
        robot.listen(topic, info_topic)
        heard = robot.peer.hear(topic, info_topic)
        robot.peer.ignore(topic)
        robot.peer.ignore(info_topic)
        picture, info = heard[topic][0], heard[info_topic][0]
        width, height = camera.size
        assert (picture["width"], picture["height"]) == (width, height)
        assert (picture["encoding"], picture["step"]) == ("rgb8", 3 * width)
        check_info(info, camera, robot.interface.sent[info_topic][1])
        assert picture["header"]["frame_id"] == info["header"]["frame_id"]
        pixels = np.frombuffer(base64.b64decode(picture["data"]), np.uint8)
        middle = pixels.reshape(height, width, 3)[height // 2, width // 2].astype(int)
        assert middle[0] > 2 * max(middle[1], middle[2]), "the wall in front is red"


def check_depth(robot: Subject) -> None:
    """Depth pictures show how far the wall is along the line of sight."""
    for camera, topic in robot.topics(RangeFinder):
        info_topic = camera_info_topic(topic)
        robot.listen(topic, info_topic)
        heard = robot.peer.hear("/odom", topic, info_topic)
        robot.peer.ignore(topic)
        robot.peer.ignore(info_topic)
        picture, (width, height) = heard[topic][0], camera.size
        assert (picture["encoding"], picture["step"]) == ("32FC1", 4 * width)
        check_info(heard[info_topic][0], camera, robot.interface.sent[info_topic][1])
        depth = np.frombuffer(base64.b64decode(picture["data"]), "<f4").reshape(height, width)
        placed = robot.pose(heard["/odom"][-1]) @ forward(robot.model)[camera.link]
        placed = placed @ camera.pose.matrix()
        expected, _ = robot.room.distance(placed[:3, 3], placed[:3, 0])
        assert depth[height // 2, width // 2] == pytest.approx(expected, rel=0.01)


def check_info(info: Message, camera: Camera | RangeFinder, frame: str) -> None:
    """Camera parameters are those of a lens without distortion."""
    width, height = camera.size
    f = width / (2 * math.tan(camera.field_of_view / 2))
    assert (info["width"], info["height"], info["distortion_model"]) == (width, height, "plumb_bob")
    assert info["header"]["frame_id"] == frame
    assert info["d"] == [0.0] * 5
    assert info["k"] == pytest.approx([f, 0, width / 2, 0, f, height / 2, 0, 0, 1])
    assert info["r"] == [1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert info["p"] == pytest.approx([f, 0, width / 2, 0, 0, f, height / 2, 0, 0, 0, 1, 0])


def check_emulated_scan(robot: Subject) -> None:
    """The scan of single sensors lies on a grid of 15 degrees; where none looks it is nan."""
    if "/scan" not in robot.interface.sent or robot.topics(Lidar):
        return
    scan = robot.peer.hear("/scan")["/scan"][0]
    step = math.radians(15.0)
    assert scan["angle_increment"] == pytest.approx(step, abs=1e-6)
    assert scan["angle_min"] / step == pytest.approx(round(scan["angle_min"] / step), abs=1e-4)
    links = forward(robot.model)
    seen = [each for each in scan["ranges"] if math.isfinite(each)]
    assert seen
    assert any(math.isnan(each) for each in scan["ranges"])
    for number, reach in enumerate(scan["ranges"]):
        if math.isfinite(reach):
            angle = scan["angle_min"] + number * step
            ray = np.array([math.cos(angle), math.sin(angle), 0.0])
            wall, _ = robot.room.distance(links[robot.model.root][:3, 3] + [0, 0, 0.03], ray)
            assert reach == pytest.approx(wall, rel=0.25), "counted from the middle of the robot"


def check_turning(robot: Subject, speed: float) -> None:
    """To the left is positive: for the odometry, the gyro, and the wheels."""
    before = yaw_of(robot.peer.next("/odom"))
    twist = {"angular": {"z": speed}}
    robot.peer.hear("/odom", "/imu")
    robot.peer.say("/cmd_vel", robot.interface.heard["/cmd_vel"], twist, times=12)
    heard = robot.peer.heard("/odom", "/imu")
    robot.peer.say("/cmd_vel", robot.interface.heard["/cmd_vel"], {})
    spun = [m["twist"]["twist"]["angular"]["z"] for m in heard["/odom"][-5:]]
    assert np.mean(spun) == pytest.approx(speed, rel=0.1)
    assert 0.3 * speed < yaw_of(heard["/odom"][-1]) - before < 1.2 * speed
    if heard["/imu"][0]["angular_velocity_covariance"][0] != -1.0:
        turn = rotation_of(robot, robot.interface.sent["/imu"][1])
        rate = turn @ mean(heard["/imu"][-5:], "angular_velocity")
        np.testing.assert_allclose(rate, [0.0, 0.0, speed], atol=0.1 * speed + 0.02)


def yaw_of(odometry: Message) -> float:
    """Return the heading."""
    turn = odometry["pose"]["pose"]["orientation"]
    return 2 * math.atan2(turn["z"], turn["w"])


def check_driving(robot: Subject, speed: float) -> None:
    """Forwards is positive; the covariance grows; half a second of silence stops the wheels."""
    twist = {"linear": {"x": speed}}
    before = robot.peer.next("/odom")
    robot.peer.say("/cmd_vel", robot.interface.heard["/cmd_vel"], twist, times=10)
    after = robot.peer.next("/odom")
    yaw = yaw_of(after)
    way = [
        after["pose"]["pose"]["position"][axis] - before["pose"]["pose"]["position"][axis]
        for axis in "xy"
    ]
    assert way[0] * math.cos(yaw) + way[1] * math.sin(yaw) > 0.2 * speed
    assert after["pose"]["covariance"][0] > before["pose"]["covariance"][0]
    assert after["child_frame_id"] == robot.interface.base
