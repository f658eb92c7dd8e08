# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Links, joints and materials, and the errors that name their lines."""

import math

import pytest

from samebot.core.errors import ModelError
from samebot.core.pose import Pose
from samebot.model import (
    Box,
    Capsule,
    Cylinder,
    Dynamics,
    JointKind,
    Limits,
    Link,
    Mesh,
    Mimic,
    RobotModel,
    Sphere,
)
from samebot.model.shapes import Shape
from samebot.model.urdf import parse_urdf, unread


def robot(inside: str) -> RobotModel:
    return parse_urdf(f'<robot name="r">\n{inside}\n</robot>', file="r.urdf")


def link(inside: str) -> Link:
    return robot(f'<link name="base">\n{inside}\n</link>').link("base")


def problem(inside: str) -> str:
    with pytest.raises(ModelError) as caught:
        robot(inside)
    return str(caught.value)


def joint(inside: str, kind: str = "revolute") -> str:
    return (
        '<link name="a"/><link name="b"/>'
        f'<joint name="j" type="{kind}"><parent link="a"/><child link="b"/>\n{inside}\n</joint>'
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<box size="1 2 3"/>', Box((1.0, 2.0, 3.0))),
        ('<box size="\n1\t2\n\n3 "/>', Box((1.0, 2.0, 3.0))),
        ('<cylinder radius="0.5" length="2"/>', Cylinder(0.5, 2.0)),
        ('<sphere radius="1e-3"/>', Sphere(0.001)),
        ('<capsule radius="1" length="+2."/>', Capsule(1.0, 2.0)),
        ('<mesh filename="package://p/m.stl"/>', Mesh("package://p/m.stl")),
        ('<mesh filename="m.dae" scale="1 -1 1"/>', Mesh("m.dae", (1.0, -1.0, 1.0))),
        ('<mesh filename="m.dae" scale="0.001"/>', Mesh("m.dae", (0.001, 0.001, 0.001))),
    ],
)
def test_shapes(text: str, expected: Shape) -> None:
    found = link(f"<collision><geometry>{text}</geometry></collision>")
    assert found.collisions[0].shape == expected


def test_a_link_has_several_visuals_and_collisions() -> None:
    body = '<origin xyz="1 0 0" rpy="0 1 0"/><geometry><sphere radius="1"/></geometry>'
    found = link(
        f'<visual name="eye">{body}</visual><visual>{body}</visual>'
        f'<collision>{body}</collision><collision name="nose">{body}</collision>'
    )
    assert [visual.name for visual in found.visuals] == ["eye", None]
    assert [collision.name for collision in found.collisions] == [None, "nose"]
    assert found.visuals[0].pose == Pose((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def test_an_origin_is_turned_by_a_quaternion() -> None:
    origin = '<origin xyz="1 2 3" quat_xyzw="0 0 2 2"/>'
    pose = robot(joint(origin)).joint("j").pose
    assert pose.xyz == (1.0, 2.0, 3.0)
    assert pose.rpy == pytest.approx((0.0, 0.0, math.pi / 2))


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ('quat_xyzw="0 0 0 0"', "'quat_xyzw' of <origin> is 0 0 0 0, which is no rotation"),
        ('quat_xyzw="0 0 1"', "'quat_xyzw' of <origin> is '0 0 1'; expected 4 numbers"),
        ('quat_xyzw="0 0 0 1" rpy="0 0 0"', "<origin> has both 'rpy' and 'quat_xyzw'; keep one"),
    ],
)
def test_a_quaternion_that_is_no_rotation_is_refused(turn: str, expected: str) -> None:
    assert expected in problem(joint(f"<origin {turn}/>"))


def test_inertia_may_be_zero_or_missing() -> None:
    found = link('<inertial><mass value="0"/><inertia ixx="0" iyy="0" izz="0"/></inertial>')
    assert found.inertial is not None
    assert found.inertial.inertia == (0.0,) * 6
    bare = link('<inertial><origin xyz="0 0 1"/><mass value="2"/></inertial>').inertial
    assert bare is not None
    assert (bare.mass, bare.pose.xyz) == (2.0, (0.0, 0.0, 1.0))


def test_rounding_below_zero_is_no_negative_inertia() -> None:
    inertial = '<inertial><mass value="1"/><inertia ixx="{}" iyy="1" izz="1"/></inertial>'
    found = link(inertial.format("-5e-20")).inertial
    assert found is not None
    assert found.inertia[0] == 0.0
    assert "'ixx' of <inertia> is -0.1" in problem(
        f'<link name="a">{inertial.format("-0.1")}</link>'
    )


def test_all_kinds_of_joints() -> None:
    for kind in JointKind:
        found = robot(joint('<origin xyz="0 1 0"/>', kind)).joint("j")
        assert (found.kind, found.axis, found.limits) == (kind, (1.0, 0.0, 0.0), None)


def test_a_joint_with_everything() -> None:
    found = robot(
        '<link name="c"/><joint name="k" type="continuous"><parent link="b"/><child link="c"/>'
        "</joint>"
        + joint(
            '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="5" velocity="2"/>'
            '<dynamics damping="0.1" friction="0.2"/>'
            '<mimic joint="k" multiplier="-2" offset="0.5"/>'
        )
    ).joint("j")
    assert found.axis == (0.0, 0.0, 1.0)
    assert found.limits == Limits(lower=-1.0, upper=1.0, effort=5.0, velocity=2.0)
    assert found.dynamics == Dynamics(damping=0.1, friction=0.2)
    assert found.mimic == Mimic(joint="k", multiplier=-2.0, offset=0.5)


def test_what_a_limit_leaves_out_is_unbounded() -> None:
    assert robot(joint('<limit lower="-1"/>')).joint("j").limits == Limits(lower=-1.0)
    infinite = robot(joint('<limit lower="-inf" upper="inf" effort="1e999"/>'))
    assert infinite.joint("j").limits == Limits()
    assert robot(joint("")).joint("j").limits is None


def test_old_joint_properties_are_dynamics() -> None:
    found = robot(joint('<joint_properties damping="0.3" friction="0.1"/>')).joint("j")
    assert found.dynamics == Dynamics(damping=0.3, friction=0.1)


def test_safety_controller_and_calibration_are_kept_without_a_word() -> None:
    model = robot(joint('<safety_controller k_velocity="1"/><calibration rising="0"/>'))
    assert [(extra.owner, extra.line) for extra in model.extras] == [("joint j", 3), ("joint j", 3)]
    assert model.extras[0].xml == '<safety_controller k_velocity="1"/>'
    assert unread(model) == []


def test_names_may_have_spaces() -> None:
    model = robot(
        '<link name="the base"/><link name="left wheel"/><joint name="left wheel motor" '
        'type="continuous"><parent link="the base"/><child link="left wheel"/></joint>'
    )
    assert model.root == "the base"


_BLUE = '<material name="blue"><color rgba="0 0 1 1"/></material>'
_NAVY = '<material name="blue"><color rgba="0 0 0.5 1"/></material>'
_OTHER = '<material name="blue_2"><color rgba="1 1 0.2 1"/></material>'
_BY_NAME = '<material name="blue"/>'


def visual(material: str) -> str:
    return f'<visual><geometry><sphere radius="1"/></geometry>{material}</visual>'


def materials(inside: str) -> list[tuple[str, object]]:
    return [
        (shown.material.name, shown.material.colour and shown.material.colour[2])
        for shown in robot(inside).links[0].visuals
        if shown.material is not None
    ]


def test_a_material_may_be_used_before_it_is_defined() -> None:
    assert materials(f'<link name="a">{visual(_BY_NAME)}</link>{_BLUE}') == [("blue", 1.0)]


def test_a_material_defined_in_another_visual_has_its_name_everywhere() -> None:
    inside = f'<link name="a">{visual(_BY_NAME)}{visual(_BLUE)}</link>'
    assert materials(inside) == [("blue", 1.0), ("blue", 1.0)]


def test_definitions_that_agree_are_one() -> None:
    inside = f'{_BLUE}{_BLUE}<link name="a">{visual(_BLUE)}{visual(_BY_NAME)}</link>'
    assert materials(inside) == [("blue", 1.0), ("blue", 1.0)]
    assert unread(robot(inside)) == []


def test_a_definition_that_differs_gets_a_number() -> None:
    inside = f'{_BLUE}<link name="a">{visual(_NAVY)}{visual(_BY_NAME)}{visual(_OTHER)}</link>'
    assert materials(inside) == [("blue_3", 0.5), ("blue", 1.0), ("blue_2", 0.2)]


def test_a_second_global_definition_is_told_of() -> None:
    model = robot(f'{_BLUE}\n{_NAVY}<link name="a">{visual(_BY_NAME)}</link>')
    assert unread(model) == [
        'second, different definition of material "blue", kept as "blue_2" (line 3)'
    ]


def test_an_unused_material_is_kept_without_a_word() -> None:
    model = robot(f'{_BLUE}<link name="a"/>')
    assert [extra.xml for extra in model.extras] == [_BLUE]
    assert unread(model) == []


def test_materials_without_a_name_or_a_meaning() -> None:
    nameless = '<material name=""><color rgba="0 0 1 1"/><texture filename=""/></material>'
    assert materials(f'<link name="a">{visual(nameless)}</link>') == [("material", 1.0)]
    assert materials(f'<link name="a">{visual(_BY_NAME)}</link>') == [("blue", None)]
    assert materials(f'<link name="a">{visual("<material/>")}</link>') == []


def test_colours_are_clamped_and_may_lack_opacity() -> None:
    found = link(visual('<material name="m"><color rgba="255 -1 0.5"/></material>'))
    assert found.visuals[0].material is not None
    assert found.visuals[0].material.colour == (1.0, 0.0, 0.5, 1.0)


def test_textures_are_kept_as_written() -> None:
    found = link(visual('<material name="m"><texture filename="package://p/t.png"/></material>'))
    assert found.visuals[0].material is not None
    assert found.visuals[0].material.texture == "package://p/t.png"


def test_bullets_friction_is_the_links() -> None:
    assert link('<contact><lateral_friction value="0.7"/></contact>').friction == 0.7


def test_unknown_shapes_and_tags_are_kept_and_told_once() -> None:
    odd = '<visual><geometry><drake:ellipsoid a="1"/></geometry></visual>'
    model = robot(f'<link name="a">\n{odd}{odd}<self_filter/></link>\n<sounds/>')
    assert unread(model) == [
        '<visual> of link "a" (line 3) and 1 more',
        '<self_filter> of link "a" (line 3)',
        "<sounds> (line 4)",
    ]


def test_prefixes_are_declared_where_they_are_kept() -> None:
    model = parse_urdf('<robot name="r" xmlns:d="http://d"><link name="a"/><d:x d:y="1"/></robot>')
    assert model.extras[0].xml == '<d:x d:y="1" xmlns:d="http://d"/>'


def test_comments_and_leftovers_do_no_harm() -> None:
    text = (
        '<?xml version="1.0"?><!-- a --><robot name="r" xmlns:xacro="http://x" version="1.0">'
        '<!-- b --><link name="a"><!-- c --></link><mujoco><compiler meshdir="m"/></mujoco></robot>'
    )
    model = parse_urdf(text)
    assert [extra.xml for extra in model.extras] == ['<mujoco><compiler meshdir="m"/></mujoco>']
    assert unread(model) == []


def inertial(mass: str) -> str:
    return f'<link name="a">\n<inertial><mass value="{mass}"/></inertial></link>'


def collision(shape: str) -> str:
    return f'<link name="a"><collision><geometry>\n{shape}</geometry></collision></link>'


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("", 'r.urdf:1: robot "r": has no link'),
        ('<link name=""/>', "r.urdf:2: <link>: <link> has an empty 'name'"),
        ("<link/>", "r.urdf:2: <link>: <link> has no 'name'"),
        ('<link name="a"/>\n<link name="a"/>', 'r.urdf:3: link "a": this name is taken by'),
        (inertial("-1"), 'r.urdf:3: link "a": <mass> is -1.0 kg'),
        (inertial("nan"), "r.urdf:3: link \"a\": attribute 'value' of <mass> is 'nan'; expected a"),
        (inertial("1 kg"), "r.urdf:3: link \"a\": attribute 'value' of <mass> is '1 kg'"),
        (inertial("1_000"), "expected a number"),
        (inertial("${m}"), "this looks like xacro"),
        ('<link name="a"><inertial/></link>', "<inertial> has no <mass>"),
        (collision('<box size="0 1 1"/>'), "r.urdf:3: link \"a\": 'size' of <box> is (0.0, 1.0"),
        (collision('<box size="1,1,1"/>'), "expected 3 numbers with spaces between them (no com"),
        (collision('<box size="1 1"/>'), "r.urdf:3: link \"a\": attribute 'size' of <box> is"),
        (collision('<sphere radius="-1"/>'), "'radius' of <sphere> is -1.0; it must be positive"),
        (collision("<sphere/>"), "<sphere> has no 'radius'"),
        (collision("<mesh/>"), "<mesh> has no 'filename'"),
        (collision('<mesh filename="m" scale="1 0 1"/>'), "none may be 0"),
        (collision(""), "<collision> has no shape; expected <geometry> with one of box"),
        ('<link name="a"><visual/></link>', "<visual> has no shape"),
        (joint("", "ball"), "r.urdf:2: joint \"j\": 'ball' is no joint type; expected one of"),
        (joint('<axis xyz="0 0 0"/>'), 'r.urdf:2: joint "j": its axis is 0 0 0'),
        (joint('<limit lower="1" upper="0"/>'), "lower limit 1.0 is above upper limit 0.0"),
        (joint('<limit effort="-1"/>'), "effort limit -1.0 cannot be negative"),
        (joint('<limit upper="a lot"/>'), "r.urdf:3: joint \"j\": attribute 'upper' of <limit>"),
        (joint('<mimic joint="q"/>'), "r.urdf:2: joint \"j\": mimics joint 'q', which does not"),
        (joint('<mimic joint="j"/>'), "its mimic leads back to joint 'j'"),
        ('<link name="a"/>\n<joint name="j" type="fixed"><child link="a"/></joint>',
         'r.urdf:3: joint "j": has no <parent>'),
        ('<link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="x"/></joint>',
         "r.urdf:2: joint \"j\": its child link 'x' does not exist"),
        ('<link name="a"/><link name="b"/>', "links 'a', 'b' have no parent; expected one root"),
        (joint("") + '<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>',
         "its joints form a cycle"),
        (joint("") + '\n<joint name="k" type="fixed"><parent link="a"/><child link="b"/></joint>',
         'r.urdf:2: link "b": joints \'j\' and \'k\' both have it'),
        ('<material name="m"><color/></material><link name="a"/>', "<color> has no 'rgba'"),
    ],
)  # fmt: skip
def test_errors_name_file_line_and_element(inside: str, expected: str) -> None:
    assert expected in problem(inside)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<robot><link name="a"/></robot>', "<robot> has no 'name'"),
        ('<sdf version="1.6"/>', "expected <robot>, found <sdf>"),
        ('<mujoco model="m"/>', "expected <robot>, found <mujoco>"),
    ],
)
def test_what_is_no_robot_is_refused(text: str, expected: str) -> None:
    with pytest.raises(ModelError, match=expected):
        parse_urdf(text)


def test_reading_is_exact() -> None:
    model = robot(joint(f'<origin rpy="0 0 {math.pi!r}"/>'))
    assert model.joint("j").pose.rpy == (0.0, 0.0, math.pi)
