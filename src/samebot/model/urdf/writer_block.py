# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The ``<samebot version="1">`` block of a written URDF: as JSON text, what URDF cannot say.

.. code-block:: text

    summary    one sentence
    devices    list of devices, each with its kind and the fields that are not at their default
    drive      the drive, likewise
    period     how often the robot is usually stepped, s
    hardware   list of {"body": .., "values": {..}}
    materials  name: {"roughness": .., "metalness": ..}
    limits     joint: its limits, where the <limit> element says more than the model: readers demand
               numbers where there is no bound. A field not given, or null, is unbounded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from xml.etree import ElementTree as ET

from samebot.model.plain import Plain, to_plain
from samebot.model.robot import RobotModel
from samebot.model.shapes import Material
from samebot.model.structure import Limits
from samebot.model.urdf.writer_text import NOT_IN_XML

__all__ = ["samebot_block"]


def samebot_block(model: RobotModel, limits: Mapping[str, Limits | None]) -> ET.Element | None:
    """Return the block, None if there is nothing to say in it."""
    content: dict[str, Plain] = {
        "summary": model.summary,
        "drive": None if model.drive is None else to_plain(model.drive),
        "period": model.period,
        "hardware": [to_plain(hint) for hint in model.hardware],
        "materials": _surfaces(model),
        "limits": {joint: to_plain(bounds) for joint, bounds in limits.items()},
        "devices": [to_plain(device) for device in model.devices],
    }
    said = {key: value for key, value in content.items() if value}
    if not said:
        return None
    block = ET.Element("samebot", version="1")
    block.text = f"\n{_json(said)}\n  "
    return block


def _surfaces(model: RobotModel) -> dict[str, Plain]:
    surfaces = {}
    for link in model.links:
        for visual in link.visuals:
            if visual.material is not None and _surface(visual.material):
                surfaces[visual.material.name] = _surface(visual.material)
    return surfaces


def _surface(material: Material) -> dict[str, Plain]:
    plain = to_plain(material)
    return {key: plain[key] for key in ("roughness", "metalness") if key in plain}


def _json(content: Mapping[str, Plain]) -> str:
    """Return JSON with one line for each device and each other entry."""
    entries = []
    for key, value in content.items():
        if isinstance(value, list):
            items = ",\n".join(f"  {_line(item)}" for item in value)
            entries.append(f"{_line(key)}: [\n{items}\n]")
        else:
            entries.append(f"{_line(key)}: {_line(value)}")
    return "{\n" + ",\n".join(entries) + "\n}"


def _line(value: Plain) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return NOT_IN_XML.sub(lambda match: json.dumps(match.group())[1:-1], text)
