# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Which devices of a model a robot lacks, from the groups that its link says are absent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from samebot.body import Layout
from samebot.core.errors import UnknownName
from samebot.model.devices import Camera, Device

__all__ = ["Absence", "meant_by"]


class Absence:
    """Names of absent devices; found anew only when the link's groups change."""

    def __init__(
        self,
        devices: tuple[Device, ...],
        layout: Layout,
        groups: Mapping[str, tuple[str, ...]],
        told: Collection[str],
    ) -> None:
        """`groups` are the link's; `told` are the devices of which any of them tells."""
        self._names = layout.names
        self._groups = groups
        self._cameras = {device.name for device in devices if isinstance(device, Camera)}
        self._known = self._cameras | set(told)
        self._of: Mapping[str, str] | None = None
        self._found: frozenset[str] = frozenset()

    def of(self, groups: Mapping[str, str]) -> frozenset[str]:
        """Return the devices that are absent where these groups are.

        A link that finds something else makes a new mapping.
        """
        if groups is not self._of:
            self._of, self._found = groups, frozenset(self._missing(groups))
        return self._found

    def _missing(self, groups: Mapping[str, str]) -> list[str]:
        missing = {name for group in groups for name in self._groups.get(group, ())}
        if "camera" in groups:
            missing |= self._cameras
        return [name for name in self._names if name in missing or name not in self._known]


def meant_by(words: Iterable[str], devices: tuple[Device, ...]) -> list[str]:
    """Return the devices that words mean: by topic, or by what a name or a kind begins with.

    Raises UnknownName for a word that means none.
    """
    found: list[str] = []
    for word in words:
        meant = [each.name for each in devices if _means(word, each)]
        if not meant:
            raise UnknownName("device", word, [each.name for each in devices])
        found += [name for name in meant if name not in found]
    return found


def _means(word: str, device: Device) -> bool:
    return device.topic == word or device.name.startswith(word) or device.kind.startswith(word)
