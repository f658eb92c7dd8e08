# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from hypothesis import given

from samebot.model import RobotModel
from samebot.model.catalogue import load, robots
from samebot.model.urdf import parse_urdf, write_urdf
from strategies import models


@given(models())
def test_a_model_comes_back_from_its_urdf_unchanged(model: RobotModel) -> None:
    text = write_urdf(model)
    back = parse_urdf(text)
    assert back == model
    assert back.summary == model.summary
    assert write_urdf(back) == text


@given(models())
def test_settings_for_mujoco_do_not_change_the_model(model: RobotModel) -> None:
    back = parse_urdf(write_urdf(model, mujoco=True))
    others = tuple(extra for extra in back.extras if not extra.xml.startswith("<mujoco"))
    assert others == model.extras
    assert (back.links, back.joints, back.devices) == (model.links, model.joints, model.devices)
    assert write_urdf(back, mujoco=True).count("<mujoco") == 1


@pytest.mark.parametrize("name", [info.name for info in robots()])
def test_a_built_in_robot_comes_back_from_its_urdf_unchanged(name: str) -> None:
    model = load(name)
    back = parse_urdf(write_urdf(model))
    assert back == model
    assert back.summary == model.summary
