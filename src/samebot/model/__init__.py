# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The robot model: what a robot is, with its readers and writers. Pure data, no behaviour."""

from samebot.model import devices
from samebot.model.devices import Device
from samebot.model.drive import DifferentialDrive, Drive
from samebot.model.robot import Extra, HardwareHint, RobotModel
from samebot.model.shapes import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Inertial,
    Material,
    Mesh,
    Sphere,
    Visual,
)
from samebot.model.structure import Dynamics, Joint, JointKind, Limits, Link, Mimic
from samebot.model.table import NOTHING, TOO_CLOSE, LookupTable

__all__ = [
    "NOTHING",
    "TOO_CLOSE",
    "Box",
    "Capsule",
    "Collision",
    "Cylinder",
    "Device",
    "DifferentialDrive",
    "Drive",
    "Dynamics",
    "Extra",
    "HardwareHint",
    "Inertial",
    "Joint",
    "JointKind",
    "Limits",
    "Link",
    "LookupTable",
    "Material",
    "Mesh",
    "Mimic",
    "RobotModel",
    "Sphere",
    "Visual",
    "devices",
]
