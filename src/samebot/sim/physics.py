# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The physics engine: MuJoCo, and the only place of the simulation that knows it.

The state is kept as it is after `mj_step1`, so that positions, velocities and contacts are
those of the present time; after `mj_step` they would lag by one substep.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from samebot.commands import JointTarget
from samebot.core.errors import BadInput, BodyError, MissingDependency, UnknownName
from samebot.core.pose import Pose
from samebot.model.devices import Device, PositionSensor
from samebot.model.mjcf_bodies import site_names
from samebot.model.robot import RobotModel
from samebot.model.shapes import Material, Visual
from samebot.sim.document import FLOOR, prefix_of, start_pose, thing_geom, world_document
from samebot.sim.drawing import floor_picture
from samebot.sim.inward import Motion
from samebot.sim.motors import Motors
from samebot.sim.placing import Placed, first_positions
from samebot.sim.rays import MESH, PLANE
from samebot.sim.solids import Floats, Solids
from samebot.sim.world import Surface, World

try:
    import mujoco
except ImportError as error:
    raise MissingDependency("mujoco", "sim", "the physics engine") from error

# Or it leaves MUJOCO_LOG.TXT wherever a program was started; what goes wrong is raised here.
_LOG: Final = mujoco.MjLogConfig.get()
_LOG.logto_file = False
_LOG.set()

__all__ = ["SUBSTEP", "Physics", "substeps"]

_UNSTABLE: Final = slice(
    int(mujoco.mjtWarning.mjWARN_BADQPOS), int(mujoco.mjtWarning.mjWARN_BADQACC) + 1
)
"""Where MuJoCo counts bad positions, velocities and accelerations."""
_OVERLAP: Final = 0.002
"""What stands deeper in each other than this is wrong, m."""
_UNDER: Final = 0.05
"""Nobody means to put a robot deeper into the floor than this, m."""

SUBSTEP: Final = 0.004
"""Longest substep, s."""
_AT_ONCE: Final = 1000
"""So many substeps are made before Ctrl-C is heard."""
_WHITE: Final = Surface()


def substeps(duration: float) -> int:
    """Return into how many equal substeps a duration is cut."""
    return max(1, math.ceil(duration / SUBSTEP - 1e-9))


class Physics:
    """A world with robots, stepped by MuJoCo."""

    def __init__(self, world: World, robots: Sequence[Placed]) -> None:
        """Build the world and put the robots onto its floor."""
        self._models = [placed.build for placed in robots]
        self._names = [placed.name for placed in robots]
        text = world_document(world, robots)
        try:
            self._model: Any = mujoco.MjModel.from_xml_string(text)
        except ValueError as error:
            raise BodyError(f"MuJoCo does not build the world: {error}") from error
        self._data: Any = mujoco.MjData(self._model)
        self._step = 0.0
        self._unstable = self._data.warning.number[_UNSTABLE]
        self._starts = [start_pose(placed) for placed in robots]
        self._motors = [
            Motors(model, self._model, self._data, prefix_of(number))
            for number, model in enumerate(self._models)
        ]
        self._roots = [
            self._model.body(f"{prefix_of(number)}{model.root}").id
            for number, model in enumerate(self._models)
        ]
        self.solids = self._solids(world)
        self.motion = self._motion()
        self._joints = self._first_joints()
        self.reset()
        self._refuse_overlaps()

    def links(self, robot: int) -> Mapping[str, int]:
        """Return each link's row in the link arrays of `solids`."""
        prefix = prefix_of(robot)
        links = self._models[robot].links
        return {link.name: self._model.body(prefix + link.name).id for link in links}

    def movable_things(self) -> Mapping[str, int]:
        """Return the row in the link arrays of each thing that can move, by name."""
        rows = {}
        for body in range(1, self._model.nbody):
            name = self._model.body(body).name
            if name.startswith(thing_geom("")) and self._model.body_jntnum[body]:
                rows[name.removeprefix(thing_geom(""))] = body
        return rows

    def sources(self, robot: int, devices: Sequence[Device]) -> Sequence[tuple[int, int]]:
        """Return each device's rows in `motion`: of its place (or joint), and of its motion."""
        return [self._source(robot, device) for device in devices]

    def _source(self, robot: int, device: Device) -> tuple[int, int]:
        prefix = prefix_of(robot)
        if isinstance(device, PositionSensor):
            joint = self._model.joint(prefix + device.joint)
            return int(joint.qposadr[0]), 0
        site = site_names(self._models[robot], prefix)[device.name]
        row = 0
        if device.kind in _SENSORS:
            sensor = self._model.sensor(f"{_SENSORS[device.kind]}:{site}")
            row = int(sensor.adr[0]) // 3
        return self._model.site(site).id, row

    def advance(self, duration: float) -> None:
        """Go on by `duration` seconds, in equal substeps of at most 4 ms."""
        count = substeps(duration)
        step = duration / count
        if step != self._step:
            self._model.opt.timestep = self._step = step
        gradual = [motors for motors in self._motors if motors.gradual]
        if gradual:
            for _ in range(count):
                for motors in gradual:
                    motors.go_on(step)
                mujoco.mj_step2(self._model, self._data)
                mujoco.mj_step1(self._model, self._data)
        else:
            mujoco.mj_step2(self._model, self._data)
            for done in range(1, count, _AT_ONCE):
                mujoco.mj_step(self._model, self._data, min(_AT_ONCE, count - done))
            mujoco.mj_step1(self._model, self._data)
        if any(self._unstable.tolist()):
            self.reset()
            raise BodyError(
                "the physics became unstable and was reset; use smaller speeds and efforts, or"
                " masses that are more alike"
            )

    def set_wheels(self, robot: int, left: float, right: float) -> None:
        """Let the drive's wheels turn at these speeds, rad/s."""
        self._motors[robot].set_wheels(left, right)

    def set_joint(self, robot: int, joint: str, target: JointTarget) -> None:
        """Let a joint go for a position, turn at a velocity, or be pushed by an effort."""
        self._motors[robot].set_joint(joint, target)

    def halt(self, robot: int) -> None:
        """Stop a robot's wheels; other joints hold where they are."""
        self._motors[robot].halt()

    def pose(self, robot: int) -> Pose:
        """Return where a robot's root link is."""
        return self._body_pose(self._roots[robot])

    def set_pose(self, robot: int, pose: Pose) -> None:
        """Put a robot somewhere, at rest; BadInput if that is in a thing, a robot or the ground."""
        under = self._starts[robot].xyz[2] - pose.xyz[2]
        if under > _UNDER:
            raise BadInput(f"{self._names[robot]} would stand {under:.2f} m under the floor")
        self._put_free(self._roots[robot], pose)

    def velocity(self, robot: int) -> tuple[float, float]:
        """Return a robot's forward (m/s) and turning speed (rad/s)."""
        body = self._roots[robot]
        found = np.zeros(6)
        kind = mujoco.mjtObj.mjOBJ_XBODY
        mujoco.mj_objectVelocity(self._model, self._data, kind, body, found, 1)
        return float(found[3]), float(found[2])

    def thing_pose(self, name: str) -> Pose:
        """Return where a thing is."""
        geom = self._thing(name)
        matrix = np.eye(4)
        matrix[:3, :3] = self._data.geom_xmat[geom].reshape(3, 3)
        matrix[:3, 3] = self._data.geom_xpos[geom]
        return Pose.from_matrix(matrix)

    def set_thing_pose(self, name: str, pose: Pose) -> None:
        """Put a thing somewhere, at rest."""
        geom = self._thing(name)
        body = int(self._model.geom_bodyid[geom])
        if not self._model.body_jntnum[body]:
            raise BodyError(f"{name} cannot be moved; give it a mass in the world's file")
        self._put_free(body, pose)

    def reset(self) -> None:
        """Put everything back to the beginning."""
        mujoco.mj_resetData(self._model, self._data)
        for place, position in self._joints.items():
            self._data.qpos[place] = position
        for body, pose in zip(self._roots, self._starts, strict=True):
            self._put(body, pose)
        for motors in self._motors:
            motors.reset()
        mujoco.mj_step1(self._model, self._data)

    def _thing(self, name: str) -> int:
        try:
            return int(self._model.geom(thing_geom(name)).id)
        except KeyError:
            geoms = (self._model.geom(number).name for number in range(self._model.ngeom))
            first = thing_geom("")
            known = [geom.removeprefix(first) for geom in geoms if geom.startswith(first)]
            raise UnknownName("thing", name, known) from None

    def _body_pose(self, body: int) -> Pose:
        matrix = np.eye(4)
        matrix[:3, :3] = self._data.xmat[body].reshape(3, 3)
        matrix[:3, 3] = self._data.xpos[body]
        return Pose.from_matrix(matrix)

    def _put_free(self, body: int, pose: Pose) -> None:
        """Put a body somewhere; where it would stand in another, all stays as it was."""
        before = [array.copy() for array in self._state()]
        self._put(body, pose)
        moved = self._model.body_rootid[self._model.geom_bodyid] == body
        for contact in self._data.contact:
            deep = contact.dist < -_OVERLAP and self.solids.floor not in contact.geom
            if deep and moved[contact.geom[0]] != moved[contact.geom[1]]:
                told = self._overlap(contact)
                for array, old in zip(self._state(), before, strict=True):
                    array[:] = old
                mujoco.mj_step1(self._model, self._data)
                raise BadInput(f"{told}; put it somewhere else")

    def _state(self) -> tuple[Floats, ...]:
        model = self._model
        return (self._data.qpos, self._data.qvel, model.body_pos, model.body_quat)

    def _put(self, body: int, pose: Pose) -> None:
        x, y, z, w = pose.quaternion
        joint = int(self._model.body_jntadr[body])
        if joint >= 0 and self._model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE:
            place = int(self._model.jnt_qposadr[joint])
            self._data.qpos[place : place + 7] = (*pose.xyz, w, x, y, z)
        else:
            self._model.body_pos[body] = pose.xyz
            self._model.body_quat[body] = (w, x, y, z)
        self._data.qvel[self._model.body_rootid[self._model.dof_bodyid] == body] = 0.0
        mujoco.mj_step1(self._model, self._data)

    def _first_joints(self) -> dict[int, float]:
        """Return where joints begin that cannot stand at 0, and what follows them, by place."""
        found = {}
        for number, model in enumerate(self._models):
            for joint, position in first_positions(model).items():
                found[int(self._model.joint(prefix_of(number) + joint).qposadr[0])] = position
        return found

    def _refuse_overlaps(self) -> None:
        """Raise BadInput if robots stand in each other or in things at the beginning.

        Things that can move are to stand free, too: what overlaps would fly apart.
        """
        for contact in self._data.contact:
            owners = [int(self.solids.owners[geom]) for geom in contact.geom]
            if contact.dist >= -_OVERLAP:
                continue
            if owners[0] == owners[1] == -1:
                raise BadInput(f"{self._overlap(contact)}; put what can move somewhere else")
            if owners[0] != owners[1] and self.solids.floor not in contact.geom:
                raise BadInput(f"{self._overlap(contact)}; start the robot somewhere else")

    def _overlap(self, contact: Any) -> str:
        first, second = (self._called(int(geom)) for geom in contact.geom)
        return f"{first} and {second} overlap by {-contact.dist * 1000:.0f} mm"

    def _called(self, geom: int) -> str:
        owner = int(self.solids.owners[geom])
        if owner < 0 or owner >= len(self._names):
            return str(self._model.geom(geom).name).removeprefix(thing_geom(""))
        return self._names[owner]

    def _solids(self, world: World) -> Solids:
        model, data = self._model, self._data
        kinds = model.geom_type.astype(np.int64)
        sizes = model.geom_size.copy()
        sizes[kinds == MESH] = model.geom_aabb[kinds == MESH, 3:]
        owners = np.full(model.ngeom, -1, np.int64)
        for robot, body in enumerate(self._roots):
            owners[model.body_rootid[model.geom_bodyid] == body] = robot
        colours, roughness = self._surfaces(world)
        return Solids(
            kinds=kinds,
            sizes=sizes,
            positions=data.geom_xpos,
            rotations=data.geom_xmat,
            radii=np.where(kinds == PLANE, -1.0, model.geom_rbound),
            owners=owners,
            colours=colours,
            roughness=roughness,
            seen=np.arange(model.ngeom, dtype=np.int64),
            floor=int(model.geom(FLOOR).id),
            picture=floor_picture(world.floor),
            link_positions=data.xpos,
            link_rotations=data.xmat,
        )

    def _surfaces(self, world: World) -> tuple[Floats, Floats]:
        """Return colour and roughness of every geom, as infra-red sensors see it."""
        surfaces = [_WHITE] * self._model.ngeom
        surfaces[self._model.geom(FLOOR).id] = world.floor.surface
        for thing in world.things:
            surfaces[self._model.geom(thing_geom(thing.name)).id] = thing.surface
        for robot, model in enumerate(self._models):
            for link, surface in _link_surfaces(model).items():
                body = self._model.body(prefix_of(robot) + link)
                for geom in range(int(body.geomadr[0]), int(body.geomadr[0] + body.geomnum[0])):
                    surfaces[geom] = surface
        colours = np.array([surface.colour for surface in surfaces], np.float64)
        return colours, np.array([surface.roughness for surface in surfaces], np.float64)

    def _motion(self) -> Motion:
        turns = self._model.sensor_type == mujoco.mjtSensor.mjSENS_GYRO
        # Three numbers a sensor; gyros follow the velocities of accelerometers.
        readings = self._data.sensordata.reshape(-1, 3)
        assert not turns.size or np.all(np.diff(turns.astype(int)) >= 0)
        return Motion(
            positions=self._data.site_xpos,
            rotations=self._data.site_xmat,
            velocities=readings,
            turns=readings,
            joints=self._data.qpos,
        )


_SENSORS: Final = {"accelerometer": "framelinvel", "gyro": "gyro"}


def _link_surfaces(model: RobotModel) -> dict[str, Surface]:
    """Return how each link looks to infra-red sensors."""
    found = ((link.name, _surface(link.visuals)) for link in model.links)
    return {name: surface for name, surface in found if surface is not None}


def _surface(visuals: Sequence[Visual]) -> Surface | None:
    """Return how the first opaque visual looks through the clear ones before it: a shell."""
    shells: dict[str, Material] = {}
    for visual in visuals:
        material = visual.material
        if material is None or material.colour is None:
            continue
        if material.colour[3] < 1.0:
            shells[material.name] = material
            continue
        colour: Floats = np.array((*material.colour[:3], material.roughness))
        for shell in reversed(shells.values()):
            red, green, blue, cover = shell.colour or material.colour
            over = np.array((red, green, blue, shell.roughness))
            colour = cover * over + (1.0 - cover) * colour
        red, green, blue, rough = colour.tolist()
        return Surface(colour=(red, green, blue), roughness=rough)
    return None
