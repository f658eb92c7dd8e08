# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The JSON of `samebot describe --json`: the model's description, its options and variants.

.. code-block:: text

    as samebot.model.describe, and what the robot's device table tells
    title              what the robot is called
    ros                node, and its topics (topic, type, direction out or in, quality, period in
                       s, devices) and parameters (name, default, description)
    options            name, kind, default, value, choices, most_size, least, most, help, and
                       variants: for every other value what it adds, changes and removes (names)
    optional_devices   devices that some other value of an option brings, each as in `devices`,
                       with `when`: what to write after -o ("ground=true")
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from samebot.model.catalogue import RobotInfo
from samebot.model.describe import Json, describe, describe_devices
from samebot.model.devices import Device
from samebot.model.options import Option, OptionValue, option_text
from samebot.model.robot import RobotModel
from samebot.model.variants import Variant, chosen_values, optional_devices
from samebot.ros.listing import QUALITIES, parameters_of, topics_of

__all__ = ["as_json", "option_as_json"]


def as_json(
    model: RobotModel,
    info: RobotInfo | None,
    given: Mapping[str, str],
    found: tuple[Variant, ...],
) -> dict[str, Json]:
    """Return everything about a robot; `info` is None for a robot from stdin."""
    title: Json = (info and info.title) or model.name
    values = chosen_values(info, given) if info else {}
    options: list[Json] = [
        option_as_json(option)
        | {
            "value": option_text(values[option.name]),
            "variants": [_variant(variant) for variant in found if variant.option == option.name],
        }
        for option in (info.options if info else ())
    ]
    return describe(model) | {
        "title": title,
        "ros": _ros(model),
        "options": options,
        "optional_devices": _optional_devices(found),
    }


def _ros(model: RobotModel) -> Json:
    topics: list[Json] = [
        {
            "topic": info.topic,
            "type": info.type,
            "direction": "out" if info.sent else "in",
            "quality": QUALITIES[info.quality],
            "period": info.period,
            "devices": _names(info.devices),
        }
        for info in topics_of(model)
    ]
    parameters: list[Json] = [
        {"name": name, "default": default, "description": description}
        for name, default, description in parameters_of(model)
    ]
    return {"node": "driver", "topics": topics, "parameters": parameters}


def option_as_json(option: Option) -> dict[str, Json]:
    """Return an option; values are the texts that stand after `-o name=`."""
    return {
        "name": option.name,
        "kind": option.kind,
        "default": option_text(option.default),
        "choices": _names(option.choices),
        "most_size": None if option.most_size is None else option_text(option.most_size),
        "least": _finite(option.least),
        "most": _finite(option.most),
        "help": option.help,
    }


def _variant(variant: Variant) -> dict[str, Json]:
    return {
        "value": variant.value,
        "adds": _names(device.name for device in variant.adds),
        "changes": _names(variant.changes),
        "removes": _names(variant.removes),
    }


def _optional_devices(found: tuple[Variant, ...]) -> list[Json]:
    return [_optional_device(*each) for each in optional_devices(found)]


def _optional_device(variant: Variant, device: Device) -> dict[str, Json]:
    (described,) = describe_devices(variant.model, [device])
    when: dict[str, Json] = {"when": variant.when}
    return when | described


def _names(names: Iterable[str]) -> list[Json]:
    return list(names)


def _finite(bound: OptionValue) -> float | None:
    return bound if isinstance(bound, float) and math.isfinite(bound) else None
