# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Parameters of the drive (thesis table 6.2) decide what a velocity means, and what a turn does."""

from __future__ import annotations

import pytest

import foreign_robots
from driver_inside import Inside, Open
from ros_peer import Peer
from ros_programs import needs_ros
from samebot.commands import body_speeds
from samebot.core.errors import BadInput, SamebotError, UnknownName
from samebot.core.pose import Pose2
from samebot.model.catalogue import load
from samebot.model.completion import completed
from samebot.model.drive import DifferentialDrive
from samebot.model.robot import RobotModel
from samebot.model.urdf import parse_urdf
from samebot.ros.bringup import namespaces_of
from samebot.ros.driving import fastest_wheel, wheel_command, with_given_joints
from samebot.ros.interface import Inlet, Velocity

RADIUS = 0.02


def drive(robot: Inside, v: float, w: float, steps: int = 40) -> None:
    """Wish for a velocity in every step."""
    inlet = Inlet(topic="cmd_vel", type="", read=lambda _: Velocity(v=v, w=w))
    for _ in range(steps):
        robot.driver._mailbox.put(inlet, inlet.read, b"")
        robot.step()


def wheels(robot: Inside) -> tuple[float, float]:
    """Return how fast the wheels turn, rad/s."""
    speeds = robot.driver.motion.velocities
    return speeds["left_wheel_joint"], speeds["right_wheel_joint"]


def odometry(robot: Inside) -> tuple[float, float]:
    state = robot.driver.motion.odometry
    assert state is not None
    return state.v, state.w


@needs_ros
@pytest.mark.ros
@pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")
def test_sizes_count_for_commands_and_odometry(inside: Open, peer: Peer) -> None:
    robot = inside("epuck2", "-p", "wheel_distance:=0.1", config={"wheel_radius": 0.025})
    drive(robot, 0.02, 1.0)
    assert wheels(robot) == pytest.approx((-0.03 / 0.025, 0.07 / 0.025), abs=0.15)
    assert odometry(robot) == pytest.approx((0.02, 1.0), abs=0.08)
    assert peer.set_parameter("/driver", "wheel_distance", 0.053) == (True, "")
    assert peer.set_parameter("/driver", "wheel_radius", RADIUS) == (True, "")
    state = robot.driver.motion.odometry
    assert state is not None
    assert (state.pose.x, state.pose.y, state.pose.yaw) == (0.0, 0.0, 0.0), "it begins anew"
    drive(robot, 0.02, 1.0)
    turn = 0.053 / 2
    assert wheels(robot) == pytest.approx(
        ((0.02 - turn) / RADIUS, (0.02 + turn) / RADIUS), abs=0.15
    )
    assert not peer.set_parameter("/driver", "wheel_radius", 0.0)[0]
    assert not peer.set_parameter("/driver", "left_joint", "right_wheel_joint")[0], "read only"


@needs_ros
@pytest.mark.ros
@pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")
def test_joints_may_be_swapped_and_odometry_goes_with_them(inside: Open) -> None:
    swapped = {"left_joint": "right_wheel_joint", "right_joint": "left_wheel_joint"}
    robot = inside("epuck2", config=swapped)
    drive(robot, 0.0, 1.0)
    left, right = wheels(robot)
    assert left > 1.0 > -1.0 > right
    assert odometry(robot) == pytest.approx((0.0, 1.0), abs=0.08)


@needs_ros
@pytest.mark.ros
@pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")
@pytest.mark.parametrize(
    ("parameter", "complaint"),
    [
        ("left_encoder:=nothing", "no encoder named 'nothing'; known: left wheel sensor"),
        ("left_joint:=right_wheel_joint", "only a simulated robot can be told others"),
        ("odometry_method:=euler", "give arc or rk4"),
        ("wheel_radius:=-1.0", "out of range"),
        ("wheel_radius:=large", "expecting type 'DOUBLE'"),
        ("command_topic:='bad topic'", "ROS refuses 'bad topic'"),
        ("qos_overrides./odom.publisher.reliability:=perhaps", "perhaps"),
        ("ps0.topic_name:=ps1", "sent by 2 parts"),
        ("command_topic:=odom", "'odom' would be both sent and heard"),
    ],
)
def test_parameters_that_cannot_be_meant_are_refused(
    inside: Open, parameter: str, complaint: str
) -> None:
    with pytest.raises(SamebotError, match=complaint):
        inside("epuck2", "-p", parameter)


@needs_ros
@pytest.mark.ros
@pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")
@pytest.mark.parametrize("namespace", ["a b", "1st", "a//b", "\u00e4"])
def test_a_namespace_that_ros_refuses_is_one_error_and_no_noise(
    inside: Open, namespace: str
) -> None:
    inside("epuck2")  # the environment of ROS
    from samebot.ros.edge import Ros

    with Ros() as ros, pytest.raises(BadInput, match="Invalid namespace"):
        ros.node("driver", namespace)


def test_a_namespace_may_end_with_a_slash() -> None:
    model = load("epuck2")
    assert namespaces_of(model, 1, "/lab/") == ("/lab",)
    assert namespaces_of(model, 2, "lab/") == ("lab/epuck2_0", "lab/epuck2_1")


@needs_ros
@pytest.mark.ros
@pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")
def test_three_sources_in_their_order_and_whole_numbers_are_numbers(
    inside: Open, capfd: pytest.CaptureFixture[str]
) -> None:
    robot = inside(
        "epuck2",
        *("-p", "wheel_radius:=1", "-p", "ps0.topic_name:=from_ros", "-p", "wheel_radus:=3.0"),
        config={
            "wheel_radius": 2.0,
            "ps0": {"topic_name": "from_dictionary", "timestep": 100, "frame_id": "nose"},
            "ps1": {"disable": True},
        },
    )
    settings = robot.driver.settings
    assert settings.drive.wheel_radius == 1.0, "a ROS parameter goes first"
    assert settings.drive.wheel_distance == load("epuck2").drive.wheel_separation  # type: ignore[union-attr]
    ps0 = settings.devices["ps0"]
    assert (ps0.topic, ps0.period, ps0.frame) == ("from_ros", 0.1, "nose")
    topics = {topic.topic for topic in robot.driver.topics}
    assert {"/from_ros", "/ps2"} <= topics
    assert not {"/ps0", "/ps1", "/from_dictionary"} & topics
    assert (
        "no parameter named 'wheel_radus'; did you mean 'wheel_radius'?" in capfd.readouterr().err
    )


def car() -> RobotModel:
    """Return a robot in which nobody finds a drive: it is steered in front."""
    model = parse_urdf(foreign_robots.CAR)
    assert completed(model).model.drive is None
    return model


def test_a_robot_without_a_drive_is_told_its_wheels() -> None:
    given = {"left_joint": "rear_left", "right_joint": "rear_right", "wheel_radius": 0.06}
    model = with_given_joints(car(), given)
    assert model.drive is not None
    assert (model.drive.left_joint, model.drive.right_joint) == ("rear_left", "rear_right")
    assert model.drive.wheel_separation == pytest.approx(0.3), "as far as they are apart"
    wide = with_given_joints(car(), {**given, "wheel_distance": 0.32}).drive
    assert wide is not None
    assert wide.wheel_separation == 0.32


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"left_joint": "rear_left"}, "name both"),
        ({"left_joint": "rear_left", "right_joint": "rear_left"}, "two joints are expected"),
        ({"left_joint": "rear_left", "right_joint": "rear_right"}, "give wheel_radius"),
    ],
)
def test_wheels_that_are_told_by_half_are_refused(given: dict[str, str], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        with_given_joints(car(), given)


def test_other_wheels_than_the_models_are_taken_or_refused() -> None:
    model = load("epuck2")
    assert with_given_joints(model, {}) is model
    assert with_given_joints(model, {"wheel_radius": 1.0}) is model
    with pytest.raises(UnknownName, match="left_wheel_joint"):
        with_given_joints(model, {"left_joint": "left_weel_joint"})
    rear = {f"{side}_joint": f"rear_{side}_wheel" for side in ("left", "right")}
    skid = with_given_joints(parse_urdf(foreign_robots.HUSKY), {**rear, "wheel_radius": 0.165})
    driven = completed(skid).model
    assert driven.drive is not None
    assert driven.drive.left_joint == "rear_left_wheel"
    follower = driven.joint("front_left_wheel").mimic
    assert follower is not None
    assert follower.joint == "rear_left_wheel", "the others turn with them"


@pytest.mark.parametrize(("max_linear", "max_angular"), [(None, None), (0.4, None), (0.4, 2.0)])
@pytest.mark.parametrize(("v", "w"), [(100.0, 0.0), (0.0, -1000.0), (100.0, 1000.0), (1e300, 1.0)])
def test_what_odometry_cannot_follow_is_not_commanded(
    max_linear: float | None, max_angular: float | None, v: float, w: float
) -> None:
    own = DifferentialDrive(
        left_joint="left",
        right_joint="right",
        wheel_radius=0.06,
        wheel_separation=0.36,
        max_linear=max_linear,
        max_angular=max_angular,
    )
    left, right = wheel_command(own, v, w, swapped=False).wheels or (0.0, 0.0)
    fastest = fastest_wheel(own)
    assert max(abs(left), abs(right)) <= fastest * (1.0 + 1e-12) <= 100.0 * (1.0 + 1e-12)
    # They turn on the same curve as what was asked for.
    asked = body_speeds(own, left, right)
    assert asked[0] * w == pytest.approx(asked[1] * v, rel=1e-9, abs=1e-6 * max(v, abs(w)))


@needs_ros
@pytest.mark.ros
def test_a_driver_knows_where_joints_stand_before_its_first_step(inside: Open) -> None:
    motion = inside("tiago", noise=False).driver.motion
    assert motion.positions["torso_lift_joint"] == pytest.approx(0.0, abs=1e-3)
    assert len(motion.positions) == len(motion.sensors) > 10
    assert motion.odometry is not None
    assert motion.odometry.pose == Pose2()
