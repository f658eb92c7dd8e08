# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Reckoning with unit quaternions (x, y, z, w) in plain floats, where matrices would be slow."""

from __future__ import annotations

import math

from samebot.core.pose import Quaternion, Vector3

__all__ = ["IDENTITY", "conjugate", "multiply", "normalised", "rotate", "slerp"]

IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)
_STRAIGHT = 1.0 - 1e-9
"""Above this cosine an arc and its chord are the same in floats, and the arc's formula is 0/0."""


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the rotation that turns by `b` first, then by `a`."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def conjugate(rotation: Quaternion) -> Quaternion:
    """Return the rotation back."""
    x, y, z, w = rotation
    return (-x, -y, -z, w)


def normalised(rotation: Quaternion) -> Quaternion:
    """Return a quaternion, which is not zero, of length 1."""
    x, y, z, w = rotation
    length = math.hypot(x, y, z, w)
    return (x / length, y / length, z / length, w / length)


def rotate(rotation: Quaternion, vector: Vector3) -> Vector3:
    """Return a vector turned by a rotation."""
    qx, qy, qz, qw = rotation
    x, y, z = vector
    # v + 2 q x (q x v + w v): half the products of q v q*.
    tx, ty, tz = 2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)
    return (
        x + qw * tx + qy * tz - qz * ty,
        y + qw * ty + qz * tx - qx * tz,
        z + qw * tz + qx * ty - qy * tx,
    )


def slerp(start: Quaternion, end: Quaternion, share: float) -> Quaternion:
    """Return the rotation at `share` (0 to 1) of the shorter way, turning evenly."""
    cos = sum(a * b for a, b in zip(start, end, strict=True))
    # q and -q are the same rotation; the one nearer to `start` is the shorter way.
    sign = -1.0 if cos < 0.0 else 1.0
    first, second = 1.0 - share, share
    if abs(cos) < _STRAIGHT:
        angle = math.acos(abs(cos))
        first, second = math.sin(first * angle), math.sin(second * angle)
    second *= sign
    (ax, ay, az, aw), (bx, by, bz, bw) = start, end
    return normalised(
        (
            first * ax + second * bx,
            first * ay + second * by,
            first * az + second * bz,
            first * aw + second * bw,
        )
    )
