# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from samebot.core.errors import ModelError
from samebot.core.pose import Matrix, axis_angle_matrix
from samebot.model import (
    Box,
    Capsule,
    Cylinder,
    JointKind,
    Limits,
    Material,
    Mesh,
    RobotModel,
    Sphere,
)
from samebot.model.devices import DistanceSensor, Motor, PositionSensor
from samebot.model.kinematics import forward
from samebot.model.mass import SPECK, inertia_matrix
from samebot.model.shapes import Shape
from samebot.model.tree import (
    AnyJoint,
    AxisAngle,
    BallJoint,
    Child,
    Drawn,
    Hinge2Joint,
    HingeJoint,
    JointParameters,
    Node,
    Physics,
    SliderJoint,
    flatten,
)
from samebot.model.urdf import parse_urdf, write_urdf
from strategies import axes

QUARTER = math.pi / 2
lengths = st.floats(-1.0, 1.0)
vectors = st.tuples(lengths, lengths, lengths)
turns = st.builds(lambda axis, angle: (*axis, angle), axes, st.floats(-3.0, 3.0))
even_scales = st.floats(0.2, 3.0).map(lambda scale: (scale, scale, scale))
parameters = st.builds(
    JointParameters, axis=axes, anchor=vectors, position=st.just(0.0) | st.floats(-2.0, 2.0)
)


def motor(name: str) -> Motor:
    return Motor(name=name, link="", joint="")


@st.composite
def trees(draw: st.DrawFn, prefix: str = "n", depth: int = 3) -> Node:
    """Random trees with unique names, nameless nodes, even scales and all joints."""
    children: list[Child] = []
    for index in range(draw(st.integers(0, 2)) if depth else 0):
        below = draw(trees(f"{prefix}{index}", depth - 1))
        kind = draw(st.sampled_from(["node", "hinge", "slider", "hinge2", "ball"]))
        name = below.name or f"{prefix}{index} end"
        children.append(below if kind == "node" else _joint(draw, kind, replace(below, name=name)))
    return Node(
        name=draw(st.sampled_from(["", prefix])),
        translation=draw(vectors),
        rotation=draw(turns),
        scale=draw(st.just((1.0, 1.0, 1.0)) | even_scales),
        children=tuple(children),
    )


def _joint(draw: st.DrawFn, kind: str, end: Node) -> AnyJoint:
    first = draw(parameters)
    # Also the common case: the end point lies on the axis.
    if draw(st.booleans()):
        first = replace(first, anchor=end.translation)
    one, two, three = ((motor(f"{end.name} {number}"),) for number in (1, 2, 3))
    if kind == "hinge":
        return HingeJoint(parameters=first, devices=one, end_point=end)
    if kind == "slider":
        return SliderJoint(parameters=first, devices=one, end_point=end)
    second = draw(parameters)
    if kind == "hinge2":
        return Hinge2Joint(
            parameters=first, parameters2=second, devices=one, devices2=two, end_point=end
        )
    # Axes that are neither parallel nor need to be square.
    third = replace(draw(parameters), axis=(second.axis[1], -second.axis[0], second.axis[2] + 3.0))
    return BallJoint(
        parameters=first,
        parameters2=second,
        parameters3=third,
        devices=one,
        devices2=two,
        devices3=three,
        end_point=end,
    )


def turn_about(axis: tuple[float, float, float], angle: float) -> Matrix:
    matrix = np.eye(4)
    matrix[:3, :3] = axis_angle_matrix(axis, angle)
    return matrix


def shift(offset: Sequence[float] | Matrix) -> Matrix:
    matrix = np.eye(4)
    matrix[:3, 3] = offset
    return matrix


def local(node: Node) -> Matrix:
    x, y, z, angle = node.rotation
    return shift(node.translation) @ turn_about((x, y, z), angle) @ np.diag([*node.scale, 1.0])


def webots_motion(joint: AnyJoint, values: list[float], metres: float) -> Matrix:
    """What a joint does to its end point: from Webots' description of its nodes."""
    name = joint.parameters
    if isinstance(joint, SliderJoint):
        along = np.array(name.axis) / math.hypot(*name.axis)
        return shift(along * values[0] / metres)
    if isinstance(joint, HingeJoint):
        about = [name.axis]
    elif isinstance(joint, Hinge2Joint):
        about = [name.axis, joint.parameters2.axis]
    else:
        assert joint.parameters2 is not None
        assert joint.parameters3 is not None
        first, third = joint.parameters2.axis, joint.parameters3.axis
        second = tuple(np.cross(third, first))
        about = [first, (second[0], second[1], second[2]), third]
    motion = shift(name.anchor)
    for axis, value in zip(about, values, strict=True):
        motion = motion @ turn_about(axis, value)
    return motion @ shift(-np.array(name.anchor))


def webots_places(
    node: Node, values: Mapping[str, float], frame: Matrix, found: dict[str, Matrix]
) -> None:
    """Put the 4x4 transforms (with scales) of all named nodes below into `found`."""
    metres = float(np.cbrt(np.linalg.det(frame[:3, :3])))
    for child in node.children:
        if isinstance(child, Node):
            end, placed = child, frame @ local(child)
        elif isinstance(child, Drawn) or child.end_point is None:
            continue
        else:
            end = child.end_point
            standing = _positions(child)
            if isinstance(child, SliderJoint):
                standing = [standing[0] * metres]
            now = [values.get(f"{end.name} {i}", 0.0) for i in range(1, len(standing) + 1)]
            moved = webots_motion(child, now, metres)
            undone = np.linalg.inv(webots_motion(child, standing, metres))
            placed = frame @ moved @ undone @ local(end)
        if end.name:
            found[end.name] = placed
        webots_places(end, values, placed, found)


def _positions(joint: AnyJoint) -> list[float]:
    found = [joint.parameters.position]
    for which in ("parameters2", "parameters3"):
        more = getattr(joint, which, None)
        if more is not None:
            found.append(more.position)
    return found


@given(trees(), st.data())
def test_links_stand_where_webots_has_the_nodes(tree: Node, data: st.DataObject) -> None:
    model = flatten(tree)
    values = {
        joint.name: data.draw(st.floats(-2.0, 2.0), label=joint.name)
        for joint in model.moving_joints
    }
    expected: dict[str, Matrix] = {}
    webots_places(tree, values, np.diag([*tree.scale, 1.0]), expected)
    placed = forward(model, values)
    assert expected.keys() <= placed.keys()
    for name, matrix in expected.items():
        size = np.cbrt(np.linalg.det(matrix[:3, :3]))
        assert placed[name][:3, 3] == pytest.approx(matrix[:3, 3], abs=1e-5), name
        assert placed[name][:3, :3] == pytest.approx(matrix[:3, :3] / size, abs=1e-6), name


@given(trees())
def test_a_flat_tree_is_a_model_that_any_writer_takes(tree: Node) -> None:
    model = flatten(tree, "p/")
    assert model.root == "p/base_link"
    assert all(link.name.startswith("p/") for link in model.links)
    assert all(joint.name.startswith("p/") for joint in model.joints)
    assert parse_urdf(write_urdf(model)) == model


def names(model: RobotModel) -> list[str]:
    return [link.name for link in model.links]


def test_nodes_without_a_name_are_squashed() -> None:
    # The thesis's example (figure 6.6): a nameless solid between the robot and its camera.
    quarter = Node(
        translation=(1.0, 0.0, 0.0),
        rotation=(0.0, 0.0, 1.0, QUARTER),
        children=(Node(name="camera", translation=(2.0, 0.0, 0.0)),),
    )
    model = flatten(Node(name="robot", translation=(9.0, 9.0, 9.0), children=(quarter,)))
    assert model.name == "robot"
    assert names(model) == ["base_link", "camera"]
    assert [joint.name for joint in model.joints] == ["base_link_camera_joint"]
    # Equation 6.1 as printed gives (3, 0, 0): each part of the way turns by all above it.
    assert model.joints[0].pose.xyz == pytest.approx((1.0, 2.0, 0.0))
    assert model.joints[0].pose.rpy == pytest.approx((0.0, 0.0, QUARTER))


def test_the_root_is_called_as_asked() -> None:
    tree = Node(name="epuck", children=(Node(name="arm"),))
    assert names(flatten(tree, root="")) == ["epuck", "arm"]
    assert names(flatten(tree, "a_", root="base")) == ["a_base", "a_arm"]
    assert names(flatten(Node(), root="")) == ["robot"]
    assert flatten(tree, "a_").joints[0].name == "a_base_link_arm_joint"


def test_shapes_of_squashed_nodes_move_to_the_named_one() -> None:
    red = Material(name="red", colour=(1.0, 0.0, 0.0, 1.0))
    shape = Drawn(shape=Box((1.0, 2.0, 3.0)), material=red)
    lifted = Node(translation=(0.0, 0.0, 1.0), scale=(2.0, 1.0, 0.5), children=(shape,))
    tree = Node(
        children=(Node(rotation=(0.0, 0.0, 1.0, QUARTER), children=(lifted,)),),
        bounding=(Node(translation=(0.1, 0.0, 0.0), children=(shape,)),),
    )
    link = flatten(tree).links[0]
    (visual,), (collision,) = link.visuals, link.collisions
    assert visual.material == red
    assert visual.shape == Box((2.0, 2.0, 1.5))
    assert visual.pose.xyz == (0.0, 0.0, 1.0)
    assert visual.pose.rpy == pytest.approx((0.0, 0.0, QUARTER))
    assert collision.shape == Box((1.0, 2.0, 3.0))
    assert collision.pose.xyz == (0.1, 0.0, 0.0)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Box((1.0, 1.0, 1.0)), Box((2.0, 8.0, 4.0))),
        (Cylinder(1.0, 1.0), Cylinder(4.0, 4.0)),
        (Capsule(1.0, 1.0), Capsule(4.0, 4.0)),
        (Sphere(1.0), Sphere(4.0)),
        (Mesh("a.stl", (1.0, -1.0, 1.0)), Mesh("a.stl", (2.0, -8.0, 4.0))),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_uneven_scales_stretch_shapes_along_their_axes(shape: Shape, expected: Shape) -> None:
    node = Node(scale=(2.0, 8.0, 4.0), children=(Drawn(shape=shape),))
    found = flatten(Node(children=(node,))).links[0].visuals[0].shape
    assert type(found) is type(expected)
    for name in ("size", "radius", "length", "scale"):
        if hasattr(expected, name):
            assert getattr(found, name) == pytest.approx(getattr(expected, name))


def test_the_scale_above_a_turned_box_reaches_its_own_axes() -> None:
    turned = Node(rotation=(0.0, 0.0, 1.0, QUARTER), children=(Drawn(shape=Box((1.0, 1.0, 1.0))),))
    link = flatten(Node(scale=(5.0, 1.0, 1.0), children=(turned,))).links[0]
    shape = link.visuals[0].shape
    assert isinstance(shape, Box)
    assert shape.size == pytest.approx((1.0, 5.0, 1.0))


def test_a_skewed_box_is_stretched_along_its_own_axes() -> None:
    turned = Node(rotation=(0.0, 0.0, 1.0, QUARTER / 2), children=(Drawn(shape=Box((1, 1, 1))),))
    shape = flatten(Node(scale=(3.0, 1.0, 1.0), children=(turned,))).links[0].visuals[0].shape
    assert isinstance(shape, Box)
    assert shape.size == pytest.approx((math.sqrt(5.0), math.sqrt(5.0), 1.0))


def test_the_scale_of_a_named_node_stays_with_its_contents() -> None:
    inner = Node(name="inner", translation=(1.0, 0.0, 0.0), children=(Drawn(shape=Sphere(1.0)),))
    model = flatten(Node(children=(Node(name="outer", scale=(3.0, 3.0, 3.0), children=(inner,)),)))
    assert forward(model)["inner"][:3, 3] == pytest.approx([3.0, 0.0, 0.0])
    assert forward(model)["inner"][:3, :3] == pytest.approx(np.eye(3))
    shape = model.link("inner").visuals[0].shape
    assert isinstance(shape, Sphere)
    assert shape.radius == pytest.approx(3.0)


def wheel(**changes: object) -> Node:
    """A robot with one wheel whose centre is the anchor, as an e-puck's."""
    about = {"axis": (0.0, 1.0, 0.0), "anchor": (0.0, 0.026, 0.02), **changes}
    joint = HingeJoint(
        parameters=JointParameters(**about),  # type: ignore[arg-type]
        devices=(
            PositionSensor(name="left wheel sensor", link="", joint=""),
            Motor(name="left wheel motor", link="", joint="", max_velocity=6.28),
        ),
        end_point=Node(name="left wheel", translation=(0.0, 0.026, 0.02)),
    )
    return Node(name="e-puck", children=(joint,))


def test_a_wheel_is_a_continuous_joint_named_like_its_motor() -> None:
    model = flatten(wheel())
    (joint,) = model.joints
    assert names(model) == ["base_link", "left wheel"]
    assert (joint.name, joint.kind) == ("left wheel motor", JointKind.CONTINUOUS)
    assert joint.limits == Limits(velocity=6.28)
    assert joint.axis == (0.0, 1.0, 0.0)
    sensor, turning = model.devices
    assert (sensor.link, getattr(sensor, "joint", "")) == ("left wheel", "left wheel motor")
    assert (turning.link, getattr(turning, "joint", "")) == ("left wheel", "left wheel motor")


def test_stops_and_the_motors_range_become_limits() -> None:
    (joint,) = flatten(
        wheel(min_stop=-1.0, max_stop=2.0, min_position=-0.5, max_position=3.0)
    ).joints
    assert joint.kind is JointKind.REVOLUTE
    assert joint.limits == Limits(lower=-0.5, upper=2.0, velocity=6.28)
    (joint,) = flatten(wheel(damping=0.1, static_friction=0.2)).joints
    assert joint.dynamics is not None
    assert (joint.dynamics.damping, joint.dynamics.friction) == (0.1, 0.2)


def test_an_end_point_off_its_axis_gets_a_link_on_it() -> None:
    model = flatten(wheel(anchor=(0.0, 0.0, 0.0)))
    assert names(model) == ["base_link", "left wheel_hinge", "left wheel"]
    assert [joint.name for joint in model.joints] == [
        "left wheel motor",
        "left wheel_hinge_left wheel_joint",
    ]
    placed = forward(model, {"left wheel motor": QUARTER})["left wheel"]
    assert placed[:3, 3] == pytest.approx([0.02, 0.026, 0.0])
    assert model.link("left wheel_hinge").inertial == SPECK


def test_joints_of_two_and_three_axes_are_chains() -> None:
    ball = flatten(Node(children=(BallJoint(end_point=Node(name="eye")),)))
    assert names(ball) == ["base_link", "eye_axis1", "eye_axis2", "eye"]
    # Without parameters: about x, across, about z.
    assert [joint.axis for joint in ball.joints] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert all(joint.kind is JointKind.CONTINUOUS for joint in ball.joints)
    assert ball.link("eye_axis1").inertial == SPECK
    universal = flatten(Node(children=(Hinge2Joint(end_point=Node(name="wheel")),)))
    assert names(universal) == ["base_link", "wheel_axis1", "wheel"]


def test_missing_axes_of_a_ball_are_across_the_others() -> None:
    for given_axis in ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 2.0)):
        known = JointParameters(axis=given_axis)
        eye = Node(name="eye")
        for joint in (
            BallJoint(parameters2=known, end_point=eye),
            BallJoint(parameters3=known, end_point=eye),
        ):
            found = [np.array(each.axis) for each in flatten(Node(children=(joint,))).joints]
            assert np.array(found) @ np.array(found).T == pytest.approx(np.eye(3), abs=1e-12)
            assert any(
                np.allclose(axis, np.array(given_axis) / math.hypot(*given_axis)) for axis in found
            )


def test_joints_without_an_end_point_are_nothing_and_nameless_ones_become_links() -> None:
    model = flatten(
        Node(
            children=(
                HingeJoint(devices=(motor("spare"),)),
                SliderJoint(devices=(motor("lift"),), end_point=Node()),
                HingeJoint(end_point=Node()),
            )
        )
    )
    assert names(model) == ["base_link", "lift_link", "solid"]
    assert [joint.name for joint in model.joints] == ["lift", "base_link_solid_joint"]
    assert [device.name for device in model.devices] == ["lift"]


def test_a_device_becomes_a_link_with_the_device_on_it() -> None:
    sensor = DistanceSensor(name="ps0", link="")
    turned: AxisAngle = (0.0, 0.0, 1.0, -0.3)
    node = Node(name="ps0", translation=(0.03, -0.01, 0.033), rotation=turned, device=sensor)
    nameless = Node(device=replace(sensor, name="ps1"))
    model = flatten(Node(children=(Node(children=(node,)), nameless)), "r/")
    assert names(model) == ["r/base_link", "r/ps0", "r/ps1"]
    device = model.device("ps0")
    assert (device.link, device.frame) == ("r/ps0", "r/ps0")
    assert forward(model)["r/ps0"][:3, 3] == pytest.approx([0.03, -0.01, 0.033])


def test_names_that_are_taken_get_a_number() -> None:
    children = (Node(name="solid"), Node(name="solid"), Node(name="base_link"))
    sensors = tuple(Node(device=DistanceSensor(name="ds", link="")) for _ in range(2))
    model = flatten(Node(children=(*children, *sensors)))
    assert names(model) == ["base_link", "solid", "solid_2", "base_link_2", "ds", "ds_2"]
    assert [device.name for device in model.devices] == ["ds", "ds_2"]


def test_materials_of_one_name_and_different_looks_are_told_apart() -> None:
    looks = [Material(name="", colour=(shade, 0.0, 0.0, 1.0)) for shade in (0.1, 0.2, 0.1)]
    children = tuple(Drawn(shape=Sphere(1.0), material=look) for look in looks)
    visuals = flatten(Node(children=children)).links[0].visuals
    assert [visual.material.name for visual in visuals if visual.material] == [
        "material",
        "material_2",
        "material",
    ]


def test_mass_follows_from_density_and_bounding_shapes() -> None:
    box = (Drawn(shape=Box((0.1, 0.1, 0.1))),)
    inertial = flatten(Node(bounding=box, physics=Physics())).links[0].inertial
    assert inertial is not None
    assert inertial.mass == pytest.approx(1.0)
    heavy = Physics(mass=6.0, centre_of_mass=(0.0, 0.0, -0.01))
    inertial = flatten(Node(bounding=box, physics=heavy)).links[0].inertial
    assert inertial is not None
    assert inertial.mass == 6.0
    assert inertial.pose.xyz == (0.0, 0.0, -0.01)
    assert inertial.inertia[0] == pytest.approx(0.01)
    assert flatten(Node(physics=Physics())).links[0].inertial is None
    assert flatten(Node(bounding=box)).links[0].inertial is None


def test_a_given_inertia_turns_with_its_node_and_parts_add_up() -> None:
    physics = Physics(mass=2.0, inertia=(1.0, 2.0, 3.0, 0.0, 0.0, 0.0))
    turned = Node(translation=(1.0, 0.0, 0.0), rotation=(0.0, 0.0, 1.0, QUARTER), physics=physics)
    inertial = flatten(Node(children=(turned,))).links[0].inertial
    assert inertial is not None
    assert inertial.pose.xyz == pytest.approx((1.0, 0.0, 0.0))
    assert inertia_matrix(inertial) == pytest.approx(np.diag([2.0, 1.0, 3.0]), abs=1e-12)
    twice = flatten(Node(children=(turned, replace(turned, translation=(-1.0, 0.0, 0.0)))))
    both = twice.links[0].inertial
    assert both is not None
    assert both.mass == 4.0
    assert both.pose.xyz == pytest.approx((0.0, 0.0, 0.0))
    assert inertia_matrix(both) == pytest.approx(np.diag([4.0, 6.0, 10.0]), abs=1e-12)


def test_a_mass_without_shapes_is_a_ball() -> None:
    inertial = flatten(Node(physics=Physics(mass=1.0))).links[0].inertial
    assert inertial is not None
    radius = (0.75 / 1000.0 / math.pi) ** (1 / 3)
    assert inertial.inertia[0] == pytest.approx(0.4 * radius**2)


def nested(depth: int) -> Node:
    node = Node(name="inmost")
    for _ in range(depth):
        node = Node(children=(node,))
    return node


def test_a_deep_tree_is_read_and_a_bottomless_one_refused() -> None:
    assert names(flatten(nested(100))) == ["base_link", "inmost"]
    with pytest.raises(ModelError, match="nested more than"):
        flatten(nested(400))
    with pytest.raises(ModelError, match="nested more than"):
        flatten(Node(bounding=(nested(400),)))


def test_what_is_no_axis_or_rotation_is_refused() -> None:
    flat = JointParameters(axis=(0.0, 0.0, 0.0))
    with pytest.raises(ModelError, match="has no axis"):
        flatten(Node(children=(HingeJoint(parameters=flat, end_point=Node()),)))
    with pytest.raises(ModelError, match=r"rotation 0\.0 0\.0 0\.0 1\.0 is none"):
        flatten(Node(children=(Node(rotation=(0.0, 0.0, 0.0, 1.0)),)))
    assert names(flatten(Node(children=(Node(name="a", rotation=(0.0, 0.0, 0.0, 0.0)),))))
    with pytest.raises(ModelError, match="sizes must be positive"):
        flatten(Node(children=(Node(scale=(0.0, 1.0, 1.0), children=(Drawn(shape=Sphere(1.0)),)),)))
