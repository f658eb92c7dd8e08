# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""URDF, plain and xacro: to a robot model and back."""

from samebot.model.urdf.meshes import resolve_mesh
from samebot.model.urdf.reader import parse_urdf, read_urdf
from samebot.model.urdf.unread import unread
from samebot.model.urdf.writer import write_urdf

__all__ = ["parse_urdf", "read_urdf", "resolve_mesh", "unread", "write_urdf"]
