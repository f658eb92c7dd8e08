# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Messages as bytes: the same as ROS itself makes and reads."""

from __future__ import annotations

import contextlib
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_programs import needs_ros
from samebot.core.errors import BadInput, UnknownName
from samebot.ros.wire import Form, decode, stamp_of
from samebot.ros.wire.layouts import _LAYOUTS, SIZES, fields_of

NAMES = sorted(_LAYOUTS)
NUMBERS: dict[str, st.SearchStrategy[Any]] = {
    "bool": st.booleans(),
    "float32": st.floats(width=32, allow_nan=False),
    "float64": st.floats(allow_nan=False),
    "byte": st.integers(0, 255),
    **{
        f"{sign}int{bits}": st.integers(
            0 if sign else -(1 << (bits - 1)), (1 << bits if sign else 1 << (bits - 1)) - 1
        )
        for bits in (8, 16, 32, 64)
        for sign in ("u", "")
    },
    "string": st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5),
}


def values_of(message: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return messages of a type as dictionaries."""
    fields = {}
    for name, kind, length in fields_of(message):
        one = NUMBERS[kind] if kind in NUMBERS else values_of(kind)
        if length is None:
            fields[name] = one
        else:
            bounds = (length, length) if length else (0, 3)
            many = st.lists(one, min_size=bounds[0], max_size=bounds[1])
            fields[name] = many.map(bytes) if kind == "uint8" and not length else many
    return st.fixed_dictionaries(fields)


def plain(value: Any) -> Any:
    """Return what was read with lists in place of tuples."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, tuple | list) else value


@given(st.data())
def test_what_is_laid_out_is_read_again(data: st.DataObject) -> None:
    message = data.draw(st.sampled_from(NAMES))
    values = data.draw(values_of(message))
    assert plain(decode(message, bytes(Form(message, values)))) == values


@needs_ros
@pytest.mark.ros
@pytest.mark.filterwarnings("ignore:module 'sre_:DeprecationWarning")
@given(st.data())
def test_ros_reads_what_is_laid_out_and_the_other_way_round(data: st.DataObject) -> None:
    from rclpy.serialization import deserialize_message, serialize_message

    from samebot.ros.edge.modules import ros_type

    message = data.draw(st.sampled_from(NAMES))
    values = data.draw(values_of(message))
    ours = bytes(Form(message, values))
    theirs = serialize_message(deserialize_message(ours, ros_type(message)))
    assert plain(decode(message, theirs)) == values


@needs_ros
@pytest.mark.ros
@pytest.mark.parametrize("message", NAMES)
def test_the_fields_are_those_of_ros(message: str) -> None:
    from samebot.ros.edge.modules import ros_type

    theirs = ros_type(message).get_fields_and_field_types()
    assert [name for name, _, _ in fields_of(message)] == list(theirs)
    for name, kind, length in fields_of(message):
        told = theirs[name]
        assert ("sequence" in told) == (length == 0), (name, told)
        assert (f"[{length}]" in told) == bool(length), (name, told)
        if kind not in SIZES and kind != "string":
            assert kind.replace("/msg/", "/") in told


@given(st.data(), st.binary(max_size=60))
def test_other_bytes_are_read_or_refused(data: st.DataObject, noise: bytes) -> None:
    message = data.draw(st.sampled_from(NAMES))
    for tail in (noise, b"\x00\x01\x00\x00" + noise, b"\x00\x00\x00\x00" + noise):
        with contextlib.suppress(BadInput):
            assert decode(message, tail).keys() == {name for name, _, _ in fields_of(message)}


def test_big_endian_senders_are_understood() -> None:
    assert decode("std_msgs/msg/Int32", b"\x00\x00\x00\x00\x00\x00\x01\x02") == {"data": 258}


def test_a_field_is_written_in_place() -> None:
    form = Form("geometry_msgs/msg/TwistStamped", {"header": {"frame_id": "base"}})
    form.stamp((7, 8))
    form.place("twist.linear.x", 3)(1.0, 2.0, 3.0)
    form.place("twist.angular.z")(0.5)
    read = decode(form.type, bytes(form))
    assert read["header"] == {"stamp": {"sec": 7, "nanosec": 8}, "frame_id": "base"}
    assert read["twist"]["linear"] == {"x": 1.0, "y": 2.0, "z": 3.0}
    assert read["twist"]["angular"]["z"] == 0.5


def test_fields_and_types_that_do_not_exist_are_named() -> None:
    with pytest.raises(BadInput, match="has no field 'rnage'; it has header"):
        Form("sensor_msgs/msg/Range", {"rnage": 1.0})
    with pytest.raises(UnknownName, match="sensor_msgs/msg/Range"):
        Form("sensor_msgs/msg/Rnage")
    with pytest.raises(BadInput, match="9 are expected"):
        Form("sensor_msgs/msg/CameraInfo", {"k": [1.0]})


@given(st.floats(0.0, 1e9))
def test_a_stamp_is_the_time_to_a_nanosecond(seconds: float) -> None:
    whole, nanoseconds = stamp_of(seconds)
    assert 0 <= nanoseconds < 1_000_000_000
    assert math.isclose(whole + nanoseconds * 1e-9, seconds, rel_tol=0.0, abs_tol=1e-6)
