# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A robot as Webots has it, nodes within nodes, to a robot model.

The e-puck2 thesis (Lukic 2020, section 6.3.1) does this for Webots' own export; here with the
full 4x4 transforms, scales included, and with what that export leaves out: shapes, inertia,
devices, joints of two and three axes.

- A node with a name becomes a link (devices always have one); the root is `base_link`. Nameless
  nodes are squashed: their transforms are multiplied from the named parent down, and their
  shapes and masses move to it.
- A link is rigid. Its orientation is the product of the nodes' rotations; scales go into where
  things are and how large (see `tree_shapes`). Masses that are given stay.
- A link has its frame where Webots has the node's. Joint values are Webots' (slides in metres of
  the robot, also inside scaled nodes); at `position` all is placed as written.
- A hinge whose end point lies off its axis gets one more link, NAME_hinge, on the axis; the joint
  moves that one and the end point is fixed to it. Joints of more axes are chains with the links
  NAME_axis1, NAME_axis2 between, which weigh as little as `mass.SPECK`.
- A joint is named like its motor, else its position sensor, else PARENT_CHILD_joint. Stops and
  the motor's range become limits; a hinge without any is continuous. A joint without an end
  point is nothing.
- Names that are taken get a number.
"""

from __future__ import annotations

from samebot.model.robot import RobotModel
from samebot.model.tree_flattening import Flattener
from samebot.model.tree_nodes import (
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
)

__all__ = [
    "AnyJoint",
    "AxisAngle",
    "BallJoint",
    "Child",
    "Drawn",
    "Hinge2Joint",
    "HingeJoint",
    "JointParameters",
    "Node",
    "Physics",
    "SliderJoint",
    "flatten",
]


def flatten(tree: Node, prefix: str = "", *, root: str = "base_link") -> RobotModel:
    """Return the robot model of a tree, by the rules above.

    `prefix` stands before the names of links, joints and frames. `root` names the root link
    (empty: as the tree is named, like any other link). Where the tree stands in the world is
    left out. Raises ModelError for trees nested too deeply and for what no model can have.
    """
    return Flattener(prefix).model(tree, root)
