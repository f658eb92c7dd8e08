# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The installed interfaces are the public ones: hashes, constants and defaults."""

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

TYPES: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("types.yaml").read_text(encoding="utf-8")
)
DEFINITIONS = Path(__file__).parents[2] / "interfaces" / "definitions"
PARTS = {
    "msg": ("message",),
    "srv": ("request", "response"),
    "action": ("goal", "result", "feedback"),
}


def installed(name: str) -> Any:
    """Return the class of an interface, for example of tf2_msgs/msg/TFMessage."""
    package, kind, type_name = name.split("/")
    pytest.importorskip("rclpy")
    pytest.importorskip(package)
    return getattr(importlib.import_module(f"{package}.{kind}"), type_name)


def described_hash(name: str) -> str:
    """Read the type hash that the installed package states in its description file."""
    prefixes = [*os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep), sys.prefix]
    candidates = [Path(prefix) / "share" / f"{name}.json" for prefix in prefixes if prefix]
    file = next(file for file in candidates if file.exists())
    hashes = {
        entry["type_name"]: entry["hash_string"]
        for entry in json.loads(file.read_text(encoding="utf-8"))["type_hashes"]
    }
    return str(hashes[name])


def constants_of(part: Any) -> dict[str, Any]:
    """Read the constants of a message class; they stand on its metaclass."""
    return {
        name: getattr(part, name)
        for name in vars(type(part))["_Metaclass_" + part.__name__ + "__constants"]
    }


def test_each_definition_has_an_expected_hash_and_each_hash_a_definition() -> None:
    files = DEFINITIONS.glob("*/*/*.*")
    assert {f"{f.parts[-3]}/{f.parts[-2]}/{f.stem}" for f in files} == set(TYPES)
    assert len(TYPES) == 45


@pytest.mark.ros
@pytest.mark.parametrize("name", TYPES)
def test_the_type_hash_is_the_official_one(name: str) -> None:
    installed(name)
    assert described_hash(name) == TYPES[name]["hash"]


@pytest.mark.ros
@pytest.mark.parametrize("name", TYPES)
def test_constants_and_defaults_are_the_official_ones(name: str) -> None:
    interface = installed(name)
    for part in PARTS[name.split("/")[1]]:
        cls = interface if part == "message" else getattr(interface, part.capitalize())
        assert constants_of(cls) == TYPES[name].get("constants", {}).get(part, {})
        for field, value in TYPES[name].get("defaults", {}).get(part, {}).items():
            assert getattr(cls(), field) == value


@pytest.mark.ros
@pytest.mark.skipif("SAMEBOT_NEEDS_ROS" not in os.environ, reason="ROS may be missing here")
@pytest.mark.parametrize("module", ["rclpy", "tf2_msgs.msg", "nav2_msgs.action", "map_msgs.msg"])
def test_ros_can_be_imported_where_it_was_set_up(module: str) -> None:
    assert importlib.import_module(module)
