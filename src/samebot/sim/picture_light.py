# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How bright surfaces look to a camera under a world's lights, without shadows.

A camera shows light by a power law (gamma), and colours are given as they look in full light: so
a surface of colour c under irradiance E appears as c * (E / full) ** (1 / 2.2). Full light is
1 W/m2, or what the brightest side of a box gets if that is more, as a camera's iris would do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from samebot.sim.light import Lights, lights_of
from samebot.sim.panda import Lamp
from samebot.sim.solids import Floats
from samebot.sim.world import Light

__all__ = ["GAMMA", "Shine"]

GAMMA: Final = 2.2
_AMBIENT, _DIRECTIONAL, _POINT = range(3)
_SIDES: Final = np.concatenate([np.eye(3), -np.eye(3)])
_CLOSEST: Final = 1e-3
"""A point light is never closer than this, m."""


class Shine:
    """The lights of a world, as its cameras see them."""

    def __init__(self, lights: Sequence[Light]) -> None:
        """Set the iris for these lights."""
        self._lights: Lights = lights_of(lights)
        self._full = 1.0
        self._full = max(1.0, float(self._irradiance(np.zeros((6, 3)), _SIDES, far=True).max()))

    @property
    def even(self) -> bool:
        """Whether a flat surface is equally bright everywhere."""
        return not (self._lights.kinds == _POINT).any()

    def brightness(self, places: Floats, normals: Floats) -> Floats:
        """Return how bright (red, green, blue; 0 to 1) white surfaces look at places (m)."""
        return self._look(self._irradiance(places, normals))

    def lamps(self) -> tuple[tuple[float, float, float], list[Lamp]]:
        """Return ambient light and lamps that light moving things much like `brightness`."""
        lights, lamps = self._lights, []
        ambient = lights.strengths[lights.kinds == _AMBIENT].sum(axis=0)
        dark = self._look(ambient)
        for number in np.flatnonzero(lights.kinds != _AMBIENT):
            point = lights.kinds[number] == _POINT
            gain = self._look(ambient + lights.strengths[number]) - dark
            lamps.append(
                Lamp(
                    _three(gain),
                    _three(lights.directions[number]),
                    _three(lights.positions[number]) if point else None,
                    _three(lights.attenuations[number]) if point else (1.0, 0.0, 0.0),
                )
            )
        return _three(dark), lamps

    def _look(self, irradiance: Floats) -> Floats:
        look: Floats = np.minimum(irradiance / self._full, 1.0) ** (1.0 / GAMMA)
        return look

    def _irradiance(self, places: Floats, normals: Floats, *, far: bool = False) -> Floats:
        """Return the light on surfaces, W/m2; `far`: without point lights."""
        lights, total = self._lights, np.zeros((len(places), 3))
        for number, kind in enumerate(lights.kinds):
            strength = lights.strengths[number]
            if kind == _AMBIENT:
                total += strength
            elif kind == _DIRECTIONAL:
                total += np.maximum(-normals @ lights.directions[number], 0.0)[:, None] * strength
            elif not far:
                total += self._share(number, places, normals)[:, None] * strength
        return total

    def _share(self, number: int, places: Floats, normals: Floats) -> Floats:
        towards = self._lights.positions[number] - places
        distance = np.maximum(np.linalg.norm(towards, axis=1), _CLOSEST)
        constant, linear, square = self._lights.attenuations[number]
        cosine = np.maximum((normals * towards).sum(axis=1) / distance, 0.0)
        share: Floats = cosine / np.maximum(
            constant + linear * distance + square * distance**2, 1e-9
        )
        return share


def _three(values: Floats) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return (x, y, z)
