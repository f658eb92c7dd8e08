# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Positions and orientations in space and in the plane.

Right-handed, metres and radians (REP 103). Roll, pitch, yaw turn about fixed axes x, y, z in
this order (extrinsic), as in URDF: R = Rz(yaw) Ry(pitch) Rx(roll). Quaternions are (x, y, z, w).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samebot.core.units import wrap_angle

__all__ = [
    "Matrix",
    "Pose",
    "Pose2",
    "Quaternion",
    "Vector3",
    "axis_angle_matrix",
    "matrix_to_quaternion",
    "matrix_to_rpy",
    "quaternion_to_matrix",
    "quaternion_to_rpy",
    "rpy_to_matrix",
    "rpy_to_quaternion",
    "unit",
]

Vector3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
"""x, y, z, w."""
Matrix = NDArray[np.float64]

_ORIGIN: Vector3 = (0.0, 0.0, 0.0)
_GIMBAL_LOCK = 1e-12
"""Below this cosine of pitch, roll and yaw turn about the same line: roll is taken as 0."""


def rpy_to_matrix(rpy: Vector3) -> Matrix:
    """Return the 3x3 rotation of extrinsic roll, pitch, yaw."""
    (cr, cp, cy), (sr, sp, sy) = (tuple(map(f, rpy)) for f in (math.cos, math.sin))
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def matrix_to_rpy(rotation: Matrix) -> Vector3:
    """Return extrinsic roll, pitch, yaw of a 3x3 rotation; in gimbal lock roll is 0."""
    r = rotation
    cos_pitch = math.hypot(r[0, 0], r[1, 0])
    pitch = math.atan2(-r[2, 0], cos_pitch)
    if cos_pitch < _GIMBAL_LOCK:
        return (0.0, pitch, math.atan2(-r[0, 1], r[1, 1]))
    yaw = math.atan2(r[1, 0], r[0, 0])
    # Roll is what is left when this very yaw is undone: near gimbal lock, where rounding decides
    # how the turn is shared between the two (a pitch of 1.57079632679), their errors cancel.
    cos, sin = math.cos(yaw), math.sin(yaw)
    roll = math.atan2(sin * r[0, 2] - cos * r[1, 2], cos * r[1, 1] - sin * r[0, 1])
    return (roll, pitch, yaw)


def rpy_to_quaternion(rpy: Vector3) -> Quaternion:
    """Return the unit quaternion of extrinsic roll, pitch, yaw (Diebel 2006)."""
    (cx, cy, cz), (sx, sy, sz) = (tuple(f(a / 2) for a in rpy) for f in (math.cos, math.sin))
    return (
        sx * cy * cz - cx * sy * sz,
        cx * sy * cz + sx * cy * sz,
        cx * cy * sz - sx * sy * cz,
        cx * cy * cz + sx * sy * sz,
    )


def quaternion_to_matrix(quaternion: Quaternion) -> Matrix:
    """Return the 3x3 rotation of a quaternion of any length but zero."""
    parts = _unit(quaternion)
    if parts is None:
        raise ValueError(f"quaternion {quaternion} has no direction; a unit quaternion is expected")
    x, y, z, w = parts
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_to_rpy(quaternion: Quaternion) -> Vector3:
    """Return extrinsic roll, pitch, yaw of a quaternion."""
    return matrix_to_rpy(quaternion_to_matrix(quaternion))


def matrix_to_quaternion(rotation: Matrix) -> Quaternion:
    """Return the unit quaternion of a 3x3 rotation, with w >= 0."""
    r = rotation
    # Shepperd's method: divide by the largest component, so that no digits are lost.
    squares = (
        1 + r[0, 0] - r[1, 1] - r[2, 2],
        1 - r[0, 0] + r[1, 1] - r[2, 2],
        1 - r[0, 0] - r[1, 1] + r[2, 2],
        1 + r[0, 0] + r[1, 1] + r[2, 2],
    )
    products = np.array(
        [
            [squares[0], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0], r[2, 1] - r[1, 2]],
            [r[0, 1] + r[1, 0], squares[1], r[1, 2] + r[2, 1], r[0, 2] - r[2, 0]],
            [r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], squares[2], r[1, 0] - r[0, 1]],
            [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1], squares[3]],
        ]
    )
    row = products[int(np.argmax(squares))]
    row = row / np.linalg.norm(row)
    x, y, z, w = (float(q) for q in (row if row[3] >= 0 else -row))
    return (x, y, z, w)


def axis_angle_matrix(axis: Vector3, angle: float) -> Matrix:
    """Return the 3x3 rotation by `angle` (rad) about `axis`, which need not be normalised."""
    x, y, z = (a * math.sin(angle / 2) for a in unit(axis))
    return quaternion_to_matrix((x, y, z, math.cos(angle / 2)))


def unit(axis: Vector3) -> Vector3:
    """Return the vector of length 1 along `axis`; ValueError for zero and what is not finite."""
    parts = _unit(axis)
    if parts is None:
        raise ValueError(f"axis {axis} has no direction; a vector other than zero is expected")
    x, y, z = parts
    return (x, y, z)


def _unit(vector: Sequence[float]) -> list[float] | None:
    """Return a vector of length 1 in the same direction; None where there is none."""
    if not any(vector) or not all(map(math.isfinite, vector)):
        return None
    largest = max(map(abs, vector))
    # Divided by the largest first: the squares of 1e-200 and of 1e200 leave the range of floats.
    scaled = [value / largest for value in vector]
    norm = math.hypot(*scaled)
    return [value / norm for value in scaled]


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a frame lies in its parent: position (m) and extrinsic roll, pitch, yaw (rad).

    The angles are kept as given, so that a file that is read and written again stays the same.
    """

    xyz: Vector3 = _ORIGIN
    rpy: Vector3 = _ORIGIN

    @classmethod
    def from_matrix(cls, matrix: Matrix) -> Pose:
        """Return the pose of a 4x4 rigid transform (a 3x3 one has its origin at zero)."""
        x, y, z = (float(v) for v in matrix[:3, 3]) if matrix.shape == (4, 4) else _ORIGIN
        return cls((x, y, z), matrix_to_rpy(matrix[:3, :3]))

    @classmethod
    def from_quaternion(cls, xyz: Vector3, quaternion: Quaternion) -> Pose:
        """Return the pose with an orientation given as (x, y, z, w)."""
        return cls(xyz, quaternion_to_rpy(quaternion))

    @property
    def quaternion(self) -> Quaternion:
        """The orientation as a unit quaternion (x, y, z, w)."""
        return rpy_to_quaternion(self.rpy)

    def matrix(self) -> Matrix:
        """Return the 4x4 transform that takes coordinates in this frame to the parent's."""
        matrix = np.eye(4)
        matrix[:3, :3] = rpy_to_matrix(self.rpy)
        matrix[:3, 3] = self.xyz
        return matrix

    def __matmul__(self, other: Pose) -> Pose:
        """Return `other`, given in this frame, in this frame's parent."""
        return Pose.from_matrix(self.matrix() @ other.matrix())

    def inverse(self) -> Pose:
        """Return where the parent lies in this frame."""
        rotation = rpy_to_matrix(self.rpy).T
        matrix = np.eye(4)
        matrix[:3, :3] = rotation
        matrix[:3, 3] = -rotation @ np.array(self.xyz)
        return Pose.from_matrix(matrix)

    def apply(self, point: Vector3) -> Vector3:
        """Return a point, given in this frame, in the parent's coordinates."""
        x, y, z = (float(v) for v in rpy_to_matrix(self.rpy) @ np.array(point) + self.xyz)
        return (x, y, z)


@dataclass(frozen=True, slots=True)
class Pose2:
    """A position (m) and heading (rad, counter-clockwise from x) in the plane."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0

    def __matmul__(self, other: Pose2) -> Pose2:
        """Return `other`, given in this frame, in this frame's parent."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        return Pose2(
            self.x + cos * other.x - sin * other.y,
            self.y + sin * other.x + cos * other.y,
            wrap_angle(self.yaw + other.yaw),
        )

    def inverse(self) -> Pose2:
        """Return where the parent lies in this frame."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        return Pose2(
            -cos * self.x - sin * self.y, sin * self.x - cos * self.y, wrap_angle(-self.yaw)
        )

    def along_arc(self, *, length: float, turn: float) -> Pose2:
        """Return the pose after a circular arc of `length` (m) that turns by `turn` (rad)."""
        half = turn / 2
        # sin(h)/h without the 0/0 of a straight line; the series is exact to 1e-16 below 1e-4.
        chord = length * (math.sin(half) / half if abs(half) > 1e-4 else 1 - half * half / 6)
        return self @ Pose2(chord * math.cos(half), chord * math.sin(half), turn)

    def to_pose(self) -> Pose:
        """Return the same pose in space, on the plane z = 0."""
        return Pose((self.x, self.y, 0.0), (0.0, 0.0, self.yaw))
