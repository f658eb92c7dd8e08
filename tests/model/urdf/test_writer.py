# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest

from samebot.core.errors import ModelError
from samebot.core.pose import Pose
from samebot.model import (
    Box,
    Capsule,
    Collision,
    DifferentialDrive,
    Dynamics,
    Extra,
    Inertial,
    Joint,
    JointKind,
    Limits,
    Link,
    Material,
    Mesh,
    Mimic,
    RobotModel,
    Visual,
)
from samebot.model.devices import LED
from samebot.model.urdf import parse_urdf, write_urdf

BLUE = Material(name="blue", colour=(0.0, 0.0, 1.0, 1.0), roughness=0.25)
ARM = RobotModel(
    name="arm & hand",
    summary="One joint.",
    links=(
        Link(
            name="base",
            visuals=(Visual(shape=Box((0.1, 0.2, 0.3)), material=BLUE),),
            collisions=(Collision(shape=Capsule(0.1, 0.2), name="bump"),),
            friction=0.5,
        ),
        Link(
            name="hand",
            inertial=Inertial(mass=0.1, inertia=(1e-5, 0.0, 0.0, 1e-5, 0.0, 1e-5)),
            visuals=(
                Visual(
                    shape=Mesh("package://arm/hand.stl", (0.001, 0.001, 0.001)),
                    pose=Pose((0.0, 0.0, 0.1)),
                    material=BLUE,
                ),
            ),
        ),
    ),
    joints=(
        Joint(
            name="wrist",
            kind=JointKind.REVOLUTE,
            parent="base",
            child="hand",
            pose=Pose((0.0, 0.0, 1 / 3)),
            axis=(0.0, 0.0, 1.0),
            limits=Limits(lower=-1.0, upper=1.0, effort=2.0),
            dynamics=Dynamics(damping=0.5),
        ),
    ),
    devices=(LED(name="led", link="hand"),),
    extras=(
        Extra(owner="link hand", xml="<gripper/>"),
        Extra(owner="robot", xml='<plugin a="1"><b>text</b></plugin>'),
    ),
)
TEXT = """\
<?xml version="1.0"?>
<robot name="arm &amp; hand">
  <material name="blue">
    <color rgba="0 0 1 1" />
  </material>
  <link name="base">
    <visual>
      <geometry>
        <box size="0.1 0.2 0.3" />
      </geometry>
      <material name="blue" />
    </visual>
    <collision name="bump">
      <geometry>
        <capsule radius="0.1" length="0.2" />
      </geometry>
    </collision>
  </link>
  <link name="hand">
    <inertial>
      <mass value="0.1" />
      <inertia ixx="1e-05" ixy="0" ixz="0" iyy="1e-05" iyz="0" izz="1e-05" />
    </inertial>
    <visual>
      <origin xyz="0 0 0.1" rpy="0 0 0" />
      <geometry>
        <mesh filename="package://arm/hand.stl" scale="0.001 0.001 0.001" />
      </geometry>
      <material name="blue" />
    </visual>
    <gripper/>
  </link>
  <joint name="wrist" type="revolute">
    <origin xyz="0 0 0.3333333333333333" rpy="0 0 0" />
    <parent link="base" />
    <child link="hand" />
    <axis xyz="0 0 1" />
    <limit lower="-1" upper="1" effort="2" velocity="1000000000" />
    <dynamics damping="0.5" friction="0" />
  </joint>
  <gazebo reference="base">
    <mu1>0.5</mu1>
    <mu2>0.5</mu2>
  </gazebo>
  <plugin a="1"><b>text</b></plugin>
  <samebot version="1">
{
"summary": "One joint.",
"materials": {"blue": {"roughness": 0.25}},
"limits": {"wrist": {"lower": -1.0, "upper": 1.0, "effort": 2.0}},
"devices": [
  {"kind": "led", "name": "led", "link": "hand"}
]
}
  </samebot>
</robot>
"""


def test_the_written_text_is_this_one() -> None:
    assert write_urdf(ARM) == TEXT
    assert parse_urdf(TEXT) == ARM


def test_a_plain_model_has_no_block() -> None:
    text = write_urdf(RobotModel(name="r", links=(Link(name="base"),)))
    assert text == '<?xml version="1.0"?>\n<robot name="r">\n  <link name="base" />\n</robot>\n'


@pytest.mark.parametrize("kind", list(JointKind))
@pytest.mark.parametrize(
    "limits",
    [
        None,
        Limits(),
        Limits(lower=-1.0),
        Limits(upper=2.0, effort=3.0),
        Limits(lower=-1e9, upper=1e9, effort=1e9, velocity=1e9),
    ],
)
def test_what_is_unbounded_stays_so_and_every_limit_is_complete(
    kind: JointKind, limits: Limits | None
) -> None:
    joint = replace(ARM.joints[0], kind=kind, limits=limits)
    model = replace(ARM, joints=(joint,))
    text = write_urdf(model)
    assert parse_urdf(text) == model
    if kind in (JointKind.REVOLUTE, JointKind.PRISMATIC) or limits is not None:
        # The common C++ reader refuses a <limit> without these two, and such joints without it.
        line = next(line for line in text.splitlines() if "<limit " in line)
        assert 'effort="' in line
        assert 'velocity="' in line


def test_numbers_are_exact() -> None:
    pose = Pose((0.1 + 0.2, 1e-300, -0.0), (2 / 3, 1e22, 5e-324))
    model = replace(ARM, joints=(replace(ARM.joints[0], pose=pose),))
    assert parse_urdf(write_urdf(model)).joints[0].pose == pose


def test_what_stood_in_a_link_that_is_gone_is_kept_in_the_robot() -> None:
    model = replace(ARM, extras=(Extra(owner="link gone", xml="<tool/>"),))
    assert parse_urdf(write_urdf(model)).extras == (Extra(owner="robot", xml="<tool/>"),)


def test_text_that_looks_like_the_writers_own_marks_stays_text() -> None:
    mark = '<samebot-raw number="0" />'
    extras = (Extra(owner="robot", xml=f"<a>{mark}</a>"), Extra(owner="robot", xml="<b/>"))
    text = write_urdf(replace(ARM, name=mark, summary=mark, extras=extras))
    assert text.count(mark) == 1
    assert f"<a>{mark}</a>" in text


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\ud800", "\uffff"])
def test_a_name_that_xml_cannot_hold_is_refused_and_a_summary_is_escaped(character: str) -> None:
    with pytest.raises(ModelError, match=f"U\\+{ord(character):04X}"):
        write_urdf(replace(ARM, name=f"a{character}"))
    text = write_urdf(replace(ARM, summary=f"a{character}"))
    assert parse_urdf(text).summary == f"a{character}"


def test_a_mimic_and_a_drive_come_back() -> None:
    wheel = replace(ARM.joints[0], kind=JointKind.CONTINUOUS, limits=None)
    model = replace(
        ARM,
        links=(*ARM.links, Link(name="other")),
        joints=(
            wheel,
            replace(
                wheel, name="follower", child="other", mimic=Mimic(joint="wrist", multiplier=-1.0)
            ),
        ),
        drive=DifferentialDrive(
            left_joint="wrist", right_joint="follower", wheel_radius=0.02, wheel_separation=0.053
        ),
    )
    assert parse_urdf(write_urdf(model)) == model


def test_mujocos_settings_are_there_on_request_once() -> None:
    text = write_urdf(ARM, mujoco=True)
    assert 'fusestatic="false"' in text
    assert 'discardvisual="false"' in text
    assert 'strippath="false"' in text
    assert "<mujoco" not in write_urdf(ARM)
    assert write_urdf(parse_urdf(text), mujoco=True).count("<mujoco>") == 1
