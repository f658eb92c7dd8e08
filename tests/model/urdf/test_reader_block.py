# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The samebot block: what URDF cannot say."""

import pytest

from samebot.core.errors import ModelError
from samebot.model import HardwareHint, Limits, RobotModel
from samebot.model.urdf import parse_urdf

LINKS = '<link name="a"/><link name="b"/>'
JOINT = (
    '<joint name="j" type="revolute"><parent link="a"/><child link="b"/>'
    '<limit effort="1e9" velocity="2"/></joint>'
)
CAMERA = '<gazebo reference="a"><sensor name="eye" type="camera"/></gazebo>'


def robot(block: str, besides: str = "") -> RobotModel:
    text = (
        f"<robot name='r'>{LINKS}{JOINT}{besides}\n<samebot version='1'>{block}</samebot></robot>"
    )
    return parse_urdf(text, file="r.urdf")


def test_devices_of_the_block_are_all_there_are() -> None:
    block = '{"devices": [{"kind": "led", "name": "led0", "link": "a"}]}'
    model = robot(block, CAMERA)
    assert [device.name for device in model.devices] == ["led0"]
    assert len(model.extras) == 1


def test_without_devices_in_the_block_other_tags_add_theirs() -> None:
    model = robot('{"summary": "a robot"}', CAMERA)
    assert [device.name for device in model.devices] == ["eye"]
    assert model.summary == "a robot"


def test_drive_hardware_and_limits() -> None:
    model = robot(
        '{"drive": {"kind": "differential", "left_joint": "j", "right_joint": "k", '
        '"wheel_radius": 0.1, "wheel_separation": 0.2}, '
        '"hardware": [{"body": "serial", "values": {"baud": 115200}}], '
        '"limits": {"j": {"velocity": 2}}}',
        '<link name="c"/><joint name="k" type="continuous"><parent link="a"/><child link="c"/>'
        "</joint>",
    )
    assert model.drive is not None
    assert model.drive.wheel_radius == 0.1
    assert model.hardware == (HardwareHint(body="serial", values={"baud": 115200}),)
    assert model.joint("j").limits == Limits(velocity=2.0)
    assert robot('{"limits": {"j": null}}').joint("j").limits is None


def test_surfaces_are_put_on_materials_by_name() -> None:
    visual = (
        '<link name="c"><visual><geometry><sphere radius="1"/></geometry>'
        '<material name="steel"/></visual></link><joint name="k" type="fixed">'
        '<parent link="a"/><child link="c"/></joint>'
    )
    model = robot('{"materials": {"steel": {"roughness": 0.2, "metalness": 1}}}', visual)
    material = model.link("c").visuals[0].material
    assert material is not None
    assert (material.roughness, material.metalness) == (0.2, 1.0)


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("{", "holds no valid JSON"),
        ("[]", "holds no JSON object"),
        ('{"colour": 1}', "'colour', which is none of devices, drive"),
        ('{"devices": {}}', "'devices' is no list"),
        ('{"devices": [1]}', "is no kind of device"),
        ('{"devices": [{"kind": "lamp"}]}', "'lamp' is no kind of device"),
        ('{"devices": [{"kind": "led", "name": "l", "link": "x"}]}', "its link 'x' does not exist"),
        ('{"devices": [{"kind": "led", "name": "l"}]}', "'link' is missing"),
        ('{"devices": [{"kind": "gps", "name": "l", "link": "a", "noise": NaN}]}', "NaN"),
        (f'{{"devices": [{{"kind": "gps", "noise": {"9" * 400}}}]}}', "too long"),
        ('{"drive": 1}', "is no kind of drive"),
        ('{"hardware": [1]}', "'hardware' expects"),
        ('{"hardware": [{"body": "x", "values": {"a": [1]}}]}', "'hardware' expects"),
        ('{"materials": {"m": {"roughness": "rough"}}}', "material 'm' has"),
        ('{"materials": []}', "'materials' does not map"),
        ('{"limits": {"q": null}}', "joint 'q', which does not exist"),
        ('{"limits": {"j": {"upper": "x"}}}', "expected a number"),
        ('{"summary": 1}', "'summary' is no text"),
        ("[" * 20_000, "nested too deeply"),
    ],
)
def test_a_broken_block_is_one_error_with_its_line(block: str, expected: str) -> None:
    with pytest.raises(ModelError) as caught:
        robot(block)
    assert str(caught.value).startswith("r.urdf:2: ")
    assert expected in str(caught.value)


def test_two_devices_of_one_name_are_refused() -> None:
    led = '{"kind": "led", "name": "l", "link": "a"}'
    with pytest.raises(ModelError, match="names must be unique"):
        robot(f'{{"devices": [{led}, {led}]}}')


def test_a_newer_version_is_refused() -> None:
    with pytest.raises(ModelError, match="update samebot"):
        parse_urdf('<robot name="r"><link name="a"/><samebot version="2">{}</samebot></robot>')
