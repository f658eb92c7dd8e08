# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The one door to numba: compile a function once and keep the machine code on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from samebot.core.errors import MissingDependency

try:
    import numba
except ImportError as error:
    raise MissingDependency("numba", "sim", "simulation") from error

__all__ = ["compiled"]

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """Return the function compiled for the types it is called with.

    Arithmetic stays IEEE (no fast-math), so that runs are the same bit for bit.
    """
    return cast("_Function", numba.njit(cache=True, error_model="numpy")(function))
