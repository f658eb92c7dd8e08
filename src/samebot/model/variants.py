# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What a robot would have with other options: every choice is tried and compared."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from samebot.core.errors import BadInput
from samebot.model.catalogue import RobotInfo, load
from samebot.model.devices import Device
from samebot.model.options import Option, OptionValue, option_text, option_values
from samebot.model.robot import RobotModel

__all__ = ["Variant", "chosen_values", "optional_devices", "variants"]

_MOST_TRIES: Final = 20
"""Each takes the time of loading the robot; one with more options is not tried further."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One other value of one option, and the devices it adds, changes and takes away."""

    option: str
    value: str
    model: RobotModel
    adds: tuple[Device, ...]
    changes: tuple[str, ...]
    removes: tuple[str, ...]

    @property
    def when(self) -> str:
        """What to write after -o to get this."""
        return f"{self.option}={self.value}"


def chosen_values(info: RobotInfo, given: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return the value of each option; what is `given` beside them is the xacro file's affair."""
    known = {option.name for option in info.options}
    return option_values(info.options, {name: given[name] for name in given if name in known})


def variants(model: RobotModel, info: RobotInfo, given: Mapping[str, str]) -> tuple[Variant, ...]:
    """Return the models that differ from `model`, which has the `given` options, in one of them.

    Only options with few values (true or false, choices) are tried. A value that makes no robot,
    which a user's file may have, is left out.
    """
    values = chosen_values(info, given)
    others = (
        (option.name, value)
        for option in info.options
        for value in _other_values(option, option_text(values[option.name]))
    )
    tried = itertools.islice(others, _MOST_TRIES)
    return tuple(found for choice in tried for found in _tried(model, info.name, given, *choice))


def _tried(
    model: RobotModel, robot: str, given: Mapping[str, str], option: str, value: str
) -> Iterator[Variant]:
    try:
        other = load(robot, {**given, option: value})
    except BadInput:
        return
    yield _compared(model, other, option, value)


def optional_devices(found: tuple[Variant, ...]) -> Iterator[tuple[Variant, Device]]:
    """Return each device that some variant adds, once, with the first variant that does."""
    seen: set[str] = set()
    for variant in found:
        for device in variant.adds:
            if device.name not in seen:
                seen.add(device.name)
                yield variant, device


def _other_values(option: Option, present: str) -> Iterator[str]:
    every = ("true", "false") if option.kind == "bool" else option.choices
    yield from (value for value in every if value != present)


def _compared(base: RobotModel, other: RobotModel, option: str, value: str) -> Variant:
    before = {device.name: device for device in base.devices}
    after = {device.name: device for device in other.devices}
    return Variant(
        option=option,
        value=value,
        model=other,
        adds=tuple(device for name, device in after.items() if name not in before),
        changes=tuple(
            name for name, device in after.items() if name in before and before[name] != device
        ),
        removes=tuple(name for name in before if name not in after),
    )
