# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import itertools
import math
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mesh_samples import dae, text_stl
from samebot.core.errors import ModelError
from samebot.core.pose import Pose, Vector3
from samebot.core.units import GRAVITY
from samebot.model import (
    Box,
    Collision,
    Cylinder,
    DifferentialDrive,
    Inertial,
    Joint,
    JointKind,
    Limits,
    Link,
    Material,
    Mesh,
    Mimic,
    RobotModel,
    Sphere,
    Visual,
)
from samebot.model.catalogue import load, robots
from samebot.model.devices import LED, Gyro, Motor
from samebot.model.kinematics import forward
from samebot.model.mass import inertial_of
from samebot.model.mjcf import assemble, robot_elements, write_mjcf
from samebot.model.mjcf_contacts import Contacts
from samebot.model.mjcf_world import FLOOR_BIT, SOLID_BIT, scenery

pytest.importorskip("mujoco")

import mujoco

RADIUS, SEPARATION = 0.02, 0.053
WHEEL = Cylinder(RADIUS, 0.004)
BODY = Cylinder(0.035, 0.04)


def wheel(side: str, y: float) -> tuple[Link, Joint]:
    quarter_turn = Pose(rpy=(math.pi / 2, 0.0, 0.0))
    link = Link(
        name=side,
        inertial=Inertial(mass=0.005, inertia=(1e-6, 0.0, 0.0, 1e-6, 0.0, 1e-6)),
        collisions=(Collision(shape=WHEEL, pose=quarter_turn),),
    )
    joint = Joint(
        name=f"{side}_joint",
        kind=JointKind.CONTINUOUS,
        parent="base_link",
        child=side,
        pose=Pose((0.0, y, RADIUS)),
        axis=(0.0, 1.0, 0.0),
    )
    return link, joint


def small_robot(*, casters: bool = True) -> RobotModel:
    """A robot like an e-puck2: 70 mm, 130 g, two skids."""
    (left, left_joint), (right, right_joint) = wheel("left", 0.0265), wheel("right", -0.0265)
    base = Link(
        name="base_link",
        inertial=replace(inertial_of(BODY, Pose((0.0, 0.0, 0.025))), mass=0.12),
        collisions=(Collision(shape=BODY, pose=Pose((0.0, 0.0, 0.025))),),
        visuals=(Visual(shape=BODY, pose=Pose((0.0, 0.0, 0.025))),),
    )
    skids = Link(
        name="skids",
        friction=0.0,
        collisions=tuple(
            Collision(shape=Sphere(0.005), pose=Pose((x, 0.0, 0.005))) for x in (-0.03, 0.03)
        ),
    )
    held = Joint(name="held", kind=JointKind.FIXED, parent="base_link", child="skids")
    return RobotModel(
        name="small",
        links=(base, left, right, *((skids,) if casters else ())),
        joints=(left_joint, right_joint, *((held,) if casters else ())),
        drive=DifferentialDrive(
            left_joint="left_joint",
            right_joint="right_joint",
            wheel_radius=RADIUS,
            wheel_separation=SEPARATION,
            max_wheel_velocity=6.91,
        ),
    )


class Driven:
    """A robot on a floor in MuJoCo, at rest."""

    def __init__(self, model: RobotModel) -> None:
        """Put the robot down and let it settle."""
        assert model.drive is not None
        self.drive = model.drive
        self.model = mujoco.MjModel.from_xml_string(write_mjcf(model, world=True))
        self.data = mujoco.MjData(self.model)
        self.root = model.root
        self.run(0.0, 0.0, 0.5)

    def run(self, left: float, right: float, duration: float) -> float:
        """Turn the wheels at speeds (rad/s) for a time (s); return the worst tilt seen, rad."""
        self.data.actuator(self.drive.left_joint).ctrl[0] = left
        self.data.actuator(self.drive.right_joint).ctrl[0] = right
        upright = 1.0
        for _ in range(round(duration / self.model.opt.timestep)):
            mujoco.mj_step(self.model, self.data)
            upright = min(upright, float(self.data.body(self.root).xmat[8]))
        mujoco.mj_kinematics(self.model, self.data)
        return math.acos(min(1.0, upright))

    def place(self) -> tuple[np.ndarray, float]:
        """Return position and heading."""
        matrix = self.data.body(self.root).xmat.reshape(3, 3)
        return self.data.body(self.root).xpos.copy(), math.atan2(matrix[1, 0], matrix[0, 0])

    def wheels(self) -> np.ndarray:
        """Return how far the wheels have turned, rad."""
        names = (self.drive.left_joint, self.drive.right_joint)
        return np.array([self.data.joint(name).qpos[0] for name in names])


@pytest.mark.parametrize("name", ["like an e-puck2", *(info.name for info in robots())])
def test_wheel_odometry_is_right_to_half_a_permille(name: str) -> None:
    model = small_robot() if name.startswith("like") else load(name)
    robot = Driven(model)
    (start, _), wheels = robot.place(), robot.wheels()
    speed = 0.1 / robot.drive.wheel_radius
    assert robot.run(speed, speed, 10.0) < math.radians(1.0)
    straight = robot.drive.wheel_radius * float(np.mean(robot.wheels() - wheels))
    truth = float(np.linalg.norm(robot.place()[0] - start))
    assert truth == pytest.approx(1.0, abs=0.02)
    assert straight == pytest.approx(truth, rel=5e-4)


def test_odometry_of_turns_is_right_to_half_a_permille() -> None:
    robot = Driven(small_robot())
    wheels, turned, last = robot.wheels(), 0.0, robot.place()[1]
    speed = 1.0 * SEPARATION / 2 / RADIUS
    for _ in range(40):
        robot.run(-speed, speed, 0.5)
        heading = robot.place()[1]
        turned, last = turned + math.remainder(heading - last, math.tau), heading
    left, right = robot.wheels() - wheels
    assert turned == pytest.approx(20.0, abs=0.2)
    assert RADIUS * (right - left) / SEPARATION == pytest.approx(turned, rel=5e-4)


@pytest.mark.parametrize("name", ["like an e-puck2", *(info.name for info in robots())])
def test_a_robot_does_not_tip_at_full_speed_forth_and_back(name: str) -> None:
    robot = Driven(small_robot() if name.startswith("like") else load(name))
    fastest = robot.drive.max_wheel_velocity or 5.0
    tilts = [robot.run(speed, speed, 0.5) for speed in (fastest, -fastest, 0.0)]
    assert max(tilts) < math.radians(3.0)
    assert robot.run(0.0, 0.0, 0.5) < math.radians(1.0)


def test_a_robot_without_casters_drives_dragging_its_body() -> None:
    model = small_robot(casters=False)
    robot = Driven(model)
    start = robot.place()[0]
    robot.run(5.0, 5.0, 5.0)
    assert np.linalg.norm(robot.place()[0] - start) == pytest.approx(0.5, abs=0.02)


def test_the_root_stands_as_high_as_its_lowest_point_needs() -> None:
    model = small_robot()
    assert Contacts(model).lowest == pytest.approx(0.0)
    robot = Driven(load("turtlebot3_burger"))
    assert robot.data.ncon >= 3
    assert all(abs(contact.dist) < 5e-5 for contact in robot.data.contact)


def test_wheels_touch_the_floor_only_and_the_body_walls_only() -> None:
    model = mujoco.MjModel.from_xml_string(write_mjcf(small_robot(), world=True))
    geom = {model.geom(index).name: model.geom(index) for index in range(model.ngeom)}
    bits = {name: (int(g.contype[0]), int(g.conaffinity[0])) for name, g in geom.items()}
    assert bits == {
        "floor": (0, FLOOR_BIT),
        "base_link/collision0": (SOLID_BIT, SOLID_BIT),
        "base_link/visual0": (0, 0),
        "left/wheel": (FLOOR_BIT, 0),
        "right/wheel": (FLOOR_BIT, 0),
        "skids/collision0": (FLOOR_BIT, 0),
        "skids/collision1": (FLOOR_BIT, 0),
    }
    assert int(geom["skids/collision0"].condim[0]) == 1
    assert int(geom["skids/collision0"].priority[0]) == 1
    assert int(geom["left/wheel"].priority[0]) == 1


def test_wheels_are_spheres_of_the_drives_radius_and_separation() -> None:
    model = small_robot()
    assert model.drive is not None
    wide = replace(model, drive=replace(model.drive, wheel_radius=0.021, wheel_separation=0.06))
    loaded = mujoco.MjModel.from_xml_string(write_mjcf(wide))
    data = mujoco.MjData(loaded)
    mujoco.mj_kinematics(loaded, data)
    left, right = data.geom("left/wheel").xpos, data.geom("right/wheel").xpos
    assert left - right == pytest.approx([0.0, 0.06, 0.0], abs=1e-12)
    assert loaded.geom("left/wheel").size[0] == 0.021


def test_two_robots_stand_in_one_document() -> None:
    model = small_robot()
    parts = [
        robot_elements(model, f"r{index}/", pose=Pose((0.2 * index, 0.0, 0.0)), visuals=False)
        for index in range(2)
    ]
    loaded = mujoco.MjModel.from_xml_string(assemble("two", parts, scenery()))
    data = mujoco.MjData(loaded)
    for wheels in ("r1/left_joint", "r1/right_joint"):
        data.actuator(wheels).ctrl[0] = 5.0
    for _ in range(250):
        mujoco.mj_step(loaded, data)
    assert data.body("r0/base_link").xpos[0] == pytest.approx(0.0, abs=1e-4)
    assert data.body("r1/base_link").xpos[0] == pytest.approx(0.3, abs=0.01)
    assert loaded.ngeom == 1 + 2 * 5


@pytest.mark.parametrize("name", [info.name for info in robots()])
def test_sites_stand_where_the_devices_are(name: str) -> None:
    model = load(name)
    loaded = mujoco.MjModel.from_xml_string(write_mjcf(model))
    data = mujoco.MjData(loaded)
    mujoco.mj_kinematics(loaded, data)
    placed = forward(model)
    seen = {loaded.site(index).name for index in range(loaded.nsite)}
    for device in model.devices:
        if device.name in seen:
            expected = placed[device.link] @ device.pose.matrix()
            assert data.site(device.name).xpos == pytest.approx(expected[:3, 3], abs=1e-9)
            turn = data.site(device.name).xmat.reshape(3, 3)
            assert turn == pytest.approx(expected[:3, :3], abs=1e-9)
    assert len(seen) == sum(not hasattr(device, "joint") for device in model.devices)


def test_devices_that_share_a_frame_have_sites_of_their_own() -> None:
    base = Link(name="base")
    devices = tuple(Gyro(name=name, link="base", frame="imu") for name in ("one", "two"))
    led = LED(name="led 1", link="base")
    loaded = mujoco.MjModel.from_xml_string(
        write_mjcf(RobotModel(name="r", links=(base,), devices=(*devices, led)))
    )
    names = [loaded.site(index).name for index in range(loaded.nsite)]
    assert names == ["imu", "imu/two", "led_1"]


def arm(
    *joints: Joint, devices: tuple[Motor, ...] = (), links: tuple[Link, ...] = ()
) -> RobotModel:
    rod = Collision(shape=Box((0.02, 0.02, 0.3)), pose=Pose((0.15, 0.0, 0.0)))
    made = tuple(Link(name=joint.child, collisions=(rod,)) for joint in joints)
    return RobotModel(
        name="arm", links=links or (Link(name="world"), *made), joints=joints, devices=devices
    )


def joint(
    name: str,
    kind: str = "revolute",
    *,
    parent: str = "world",
    axis: Vector3 = (0.0, 1.0, 0.0),
    limits: Limits | None = None,
    mimic: Mimic | None = None,
) -> Joint:
    return Joint(
        name=name,
        kind=JointKind(kind),
        parent=parent,
        child=f"{name}_link",
        axis=axis,
        limits=limits,
        mimic=mimic,
    )


def loaded_arm(model: RobotModel, base: Path = Path()) -> tuple[mujoco.MjModel, mujoco.MjData]:
    loaded = mujoco.MjModel.from_xml_string(write_mjcf(model, base=base))
    return loaded, mujoco.MjData(loaded)


def test_a_robot_without_a_drive_is_held_by_the_world_and_holds_its_arm() -> None:
    loaded, data = loaded_arm(arm(joint("shoulder")))
    assert loaded.njnt == 1
    data.actuator("shoulder").ctrl[0] = 0.5
    for _ in range(500):
        mujoco.mj_step(loaded, data)
    # Its weight lets it sag, in the sense of a positive turn about y.
    sag = float(data.joint("shoulder").qpos[0]) - 0.5
    assert 0.0 < sag < math.radians(1.5)
    assert abs(float(data.joint("shoulder").qvel[0])) < 1e-3


def test_the_effort_of_a_joint_bounds_its_servo() -> None:
    loaded, _ = loaded_arm(arm(joint("shoulder", limits=Limits(lower=-1.0, upper=2.0, effort=3.0))))
    assert loaded.actuator("shoulder").forcerange == pytest.approx([-3.0, 3.0])
    assert loaded.actuator("shoulder").ctrlrange == pytest.approx([-1.0, 2.0])
    assert loaded.joint("shoulder").range == pytest.approx([-1.0, 2.0])


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (None, None),
        (Limits(), None),
        (Limits(lower=-1.0), (-1.0, 1e6)),
        (Limits(upper=-1.0), (-1e6, -1.0)),
        (Limits(lower=0.5, upper=0.5), (0.5, 0.500001)),
    ],
)
def test_open_and_closed_ranges_of_a_joint(
    limits: Limits | None, expected: tuple[float, float] | None
) -> None:
    loaded, _ = loaded_arm(arm(joint("slide", "prismatic", limits=limits)))
    assert bool(loaded.joint("slide").limited[0]) == (expected is not None)
    if expected is not None:
        assert loaded.joint("slide").range == pytest.approx(expected)


def test_motors_are_what_they_are_commanded_with_and_others_turn_freely() -> None:
    joints = [joint(name, "continuous") for name in ("speed", "place", "torque", "caster")]
    devices = (
        Motor(name="m1", link="speed_link", joint="speed", command="velocity"),
        Motor(name="m2", link="place_link", joint="place", command="position"),
        Motor(name="m3", link="torque_link", joint="torque", command="effort"),
    )
    loaded, _ = loaded_arm(arm(*joints, devices=devices))
    kinds = {
        loaded.actuator(index).name: (
            float(loaded.actuator_biasprm[index, 1]) != 0.0,
            float(loaded.actuator_biasprm[index, 2]) != 0.0,
        )
        for index in range(loaded.nu)
    }
    assert kinds == {"speed": (False, True), "place": (True, True), "torque": (False, False)}


def test_a_mimic_follows_in_the_physics() -> None:
    leader = joint("leader", axis=(0.0, 0.0, 1.0))
    follower = joint(
        "follower",
        parent="leader_link",
        axis=(0.0, 0.0, 1.0),
        mimic=Mimic(joint="leader", multiplier=-2.0, offset=0.1),
    )
    loaded, data = loaded_arm(arm(leader, follower))
    assert [loaded.actuator(index).name for index in range(loaded.nu)] == ["leader"]
    data.actuator("leader").ctrl[0] = 0.4
    for _ in range(750):
        mujoco.mj_step(loaded, data)
    assert data.joint("leader").qpos[0] == pytest.approx(0.4, abs=5e-3)
    assert data.joint("follower").qpos[0] == pytest.approx(-0.7, abs=5e-3)


def test_joints_of_several_freedoms_become_several() -> None:
    loaded, _ = loaded_arm(arm(joint("table", "planar"), joint("boat", "floating")))
    names = {loaded.joint(index).name for index in range(loaded.njnt)}
    slides = {"table/x", "table/y", "boat/x", "boat/y", "boat/z"}
    assert names == {*slides, "table/turn", "boat/turn"}


def test_an_arms_own_parts_do_not_bump() -> None:
    first, second = joint("first"), joint("second", parent="first_link")
    third = joint("third", parent="second_link")
    loaded, data = loaded_arm(arm(first, second, third))
    mujoco.mj_forward(loaded, data)
    assert data.ncon == 0
    assert loaded.nexclude == 3


def test_an_arm_does_not_bump_against_a_root_called_world() -> None:
    table = Link(name="world", collisions=(Collision(shape=Box((1.0, 1.0, 1.0))),))
    one = joint("one")
    hand = Link(name="one_link", collisions=(Collision(shape=Sphere(0.1)),))
    loaded, data = loaded_arm(arm(one, links=(table, hand)))
    mujoco.mj_forward(loaded, data)
    assert data.ncon == 0
    assert loaded.body("world/link").id == 1


def test_impossible_inertia_is_mended() -> None:
    flat = Inertial(mass=1.0, inertia=(1.0, 9.0, 0.0, 1.0, 0.0, 5.0))
    one = joint("one")
    model = arm(one, links=(Link(name="world"), Link(name="one_link", inertial=flat)))
    loaded, data = loaded_arm(model)
    mujoco.mj_step(loaded, data)
    assert loaded.body("one_link").mass[0] == 1.0


def stl(path: Path) -> None:
    """Write a tetrahedron as binary STL."""
    corners = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    data = b"\0" * 80 + struct.pack("<I", len(faces))
    for face in faces:
        data += struct.pack("<3f", 0.0, 0.0, 0.0)
        data += b"".join(struct.pack("<3f", *corners[corner]) for corner in face) + b"\0\0"
    path.write_bytes(data)


def with_mesh(uri: str) -> RobotModel:
    steel = Material(name="steel", colour=(0.5, 0.5, 0.6, 1.0), roughness=0.2, metalness=0.8)
    visual = Visual(shape=Mesh(uri, (0.1, 0.1, 0.1)), material=steel)
    hand = Link(name="hand", visuals=(visual, visual), collisions=(Collision(shape=Mesh(uri)),))
    return RobotModel(name="r", links=(hand,))


def test_meshes_and_materials_are_written_once(tmp_path: Path) -> None:
    stl(tmp_path / "hand.stl")
    loaded, _ = loaded_arm(with_mesh("hand.stl"), tmp_path)
    assert loaded.nmesh == 2  # two scales
    assert loaded.nmat == 1
    assert loaded.ngeom == 3
    assert loaded.mat_rgba[0] == pytest.approx([0.5, 0.5, 0.6, 1.0])


def test_a_missing_mesh_and_one_of_another_format_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"mesh 'hand.stl' is missing"):
        write_mjcf(with_mesh("hand.stl"), base=tmp_path)
    (tmp_path / "hand.ply").write_text("ply")
    with pytest.raises(ModelError, match=r"MuJoCo cannot read 'hand.ply'; convert it to one of"):
        write_mjcf(with_mesh("hand.ply"), base=tmp_path)


def test_meshes_that_mujoco_cannot_read_are_written_as_triangles(tmp_path: Path) -> None:
    stl(tmp_path / "hand.stl")
    (tmp_path / "hand.dae").write_bytes(dae())
    (tmp_path / "text.stl").write_bytes(text_stl())
    for uri, size in (("hand.stl", (1, 1, 1)), ("hand.dae", (1, 2, 3)), ("text.stl", (1, 2, 3))):
        loaded, _ = loaded_arm(with_mesh(uri), tmp_path)
        assert loaded.mesh_facenum[0] == 4
        turn = np.empty(9)
        mujoco.mju_quat2Mat(turn, loaded.mesh_quat[0])  # MuJoCo turns meshes to their own axes
        points = loaded.mesh_vert[: loaded.mesh_vertnum[0]] @ turn.reshape(3, 3).T
        assert points.min(axis=0) + loaded.mesh_pos[0] == pytest.approx([0, 0, 0], abs=1e-6)
        assert np.ptp(points, axis=0) == pytest.approx(np.array(size), abs=1e-6)


def test_an_stl_file_too_fine_for_mujoco_is_written_as_triangles(tmp_path: Path) -> None:
    stl(tmp_path / "hand.stl")
    facets = (tmp_path / "hand.stl").read_bytes()[84:]
    many = b"\0" * 80 + struct.pack("<I", 200_004) + facets * 50_001
    (tmp_path / "hand.stl").write_bytes(many)
    loaded, _ = loaded_arm(with_mesh("hand.stl"), tmp_path)
    assert loaded.mesh_vertnum[0] == 4


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 84, b"\0" * 80 + struct.pack("<I", 9) + b"\0" * 99]
)
def test_a_broken_stl_file_is_refused_before_mujoco_does(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "hand.stl").write_bytes(content)
    with pytest.raises(ModelError, match=r"hand\.stl: .*export it again"):
        write_mjcf(with_mesh("hand.stl"), base=tmp_path)


def test_a_mesh_too_fine_for_anybody_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hand.stl").write_bytes(
        b"\0" * 80 + struct.pack("<I", 500_001) + b"\0" * 25_000_050
    )
    with pytest.raises(ModelError, match=r"has 500001 triangles; at most 500000"):
        write_mjcf(with_mesh("hand.stl"), base=tmp_path)


def test_a_missing_texture_is_called_one(tmp_path: Path) -> None:
    stl(tmp_path / "hand.stl")
    model = with_mesh("hand.stl")
    wood = Material(name="wood", texture="wood.png")
    (link,) = model.links
    painted = replace(link, visuals=(replace(link.visuals[0], material=wood),))
    with pytest.raises(ModelError, match=r"texture 'wood.png' is missing"):
        write_mjcf(replace(model, links=(painted,)), base=tmp_path)


def test_without_visuals_their_meshes_are_not_asked_for() -> None:
    model = with_mesh("missing.ply")
    model = replace(model, links=(replace(model.links[0], collisions=()),))
    for free in (False, True):
        assert robot_elements(model, visuals=False, free=free).assets == ()


def test_what_is_seen_bumps_where_a_free_robot_has_nothing_else_to_stand_on() -> None:
    model = small_robot(casters=False)
    bare = replace(model, links=tuple(replace(link, collisions=()) for link in model.links))
    assert [touch.name for touch in Contacts(bare).of("base_link")] == ["collision0"]
    assert Contacts(bare, free=False).of("base_link") == ()
    robot = Driven(bare)
    # It leans on the edge that is 5 mm above the floor.
    assert robot.run(5.0, 5.0, 1.0) < math.radians(10.0)


def test_gravity_and_settings_are_those_of_the_project() -> None:
    loaded, _ = loaded_arm(arm(joint("one")))
    assert loaded.opt.timestep == 0.004
    assert loaded.opt.gravity[2] == -GRAVITY


def chain(links: int) -> RobotModel:
    names = [f"l{number}" for number in range(links)]
    return RobotModel(
        name="chain",
        links=tuple(Link(name=name) for name in names),
        joints=tuple(
            Joint(name=f"{one}_{two}", kind=JointKind.FIXED, parent=one, child=two)
            for one, two in itertools.pairwise(names)
        ),
    )


def test_the_longest_chain_of_links_is_loaded_and_a_longer_one_refused() -> None:
    assert mujoco.MjModel.from_xml_string(write_mjcf(chain(400))).nbody == 401
    with pytest.raises(ModelError, match="link 'l400' hangs on 400 others"):
        write_mjcf(chain(3000))


def fan(links: int) -> RobotModel:
    box = (Collision(shape=Box((0.1, 0.1, 0.1))),)
    names = [f"l{number}" for number in range(links)]
    return RobotModel(
        name="fan",
        links=tuple(Link(name=name, collisions=box) for name in names),
        joints=tuple(
            Joint(name=f"j{name}", kind=JointKind.CONTINUOUS, parent=names[0], child=name)
            for name in names[1:]
        ),
    )


def test_links_that_bump_are_bounded_since_each_pair_costs_memory() -> None:
    few = robot_elements(fan(50), visuals=False, free=False)
    assert len(few.exclusions) == 50 * 49 // 2
    with pytest.raises(ModelError, match=r"'fan': has 1001 links that can bump; .* at most 1000"):
        write_mjcf(fan(1001))


def test_meshes_are_looked_for_beside_the_robots_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = tmp_path / "my_robot"
    robot.mkdir()
    (robot / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\n")
    mesh = '<geometry><mesh filename="part.obj"/></geometry>'
    (robot / "robot.urdf").write_text(
        f'<robot name="r"><link name="a"><collision>{mesh}</collision></link></robot>'
    )
    monkeypatch.chdir(tmp_path)
    for named in ("my_robot", "my_robot/robot.urdf", robot):
        assert str(robot / "part.obj") in write_mjcf(load(named))
    monkeypatch.chdir("/")
    assert str(robot / "part.obj") in write_mjcf(load(robot))
