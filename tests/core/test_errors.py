# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What errors say, and that they survive the way between processes."""

from __future__ import annotations

import copy
import inspect
import pickle

import pytest

from samebot.core import errors
from samebot.core.errors import (
    BadInput,
    Extrapolation,
    MissingDependency,
    ModelError,
    OptionError,
    SamebotError,
    UnknownFrame,
    UnknownName,
    Where,
)

ROBOTS = ("epuck", "epuck2", "khepera4", "thymio2")


@pytest.mark.parametrize(
    ("name", "nearest"), [("epuk2", "epuck2"), ("thymio", "thymio2"), ("Khepera-4", "khepera4")]
)
def test_an_unknown_name_suggests_the_nearest(name: str, nearest: str) -> None:
    assert str(UnknownName("robot", name, ROBOTS)) == (
        f"no robot named {name!r}; did you mean {nearest!r}?"
    )


def test_an_unknown_name_far_from_all_lists_them() -> None:
    assert str(UnknownName("robot", "spot", ROBOTS)).endswith(
        "known: epuck, epuck2, khepera4, thymio2"
    )
    assert str(UnknownName("world", "maze", [])) == "no world named 'maze'; known: none"


def test_an_unknown_name_stays_readable_whatever_was_asked() -> None:
    message = str(UnknownName("link", "x" * 100_000, (f"link{i}" for i in range(5000))))
    assert len(message) < 1000
    assert "link1" in message


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (Where(), ""),
        (Where("a.urdf"), "a.urdf"),
        (Where("a.urdf", 12), "a.urdf:12"),
        (Where("a.urdf", 12, "joint j"), "a.urdf:12: joint j"),
        (Where(element="joint j"), "joint j"),
        (Where(line=12, element="joint j"), "line 12: joint j"),
    ],
)
def test_a_place_leaves_out_what_is_unknown(where: Where, text: str) -> None:
    assert str(where) == text
    assert str(ModelError("is bad", where)) == (f"{text}: is bad" if text else "is bad")


def test_a_missing_dependency_says_what_to_install() -> None:
    message = str(MissingDependency("mujoco", "sim", "the simulator"))
    assert message.startswith("the simulator needs mujoco")
    assert "pip install 'samebot[sim]'" in message


@pytest.mark.parametrize(
    "error",
    [
        ModelError("is bad", Where("a.urdf", 3, "link l")),
        UnknownName("robot", "epuk", ROBOTS),
        MissingDependency("mujoco", "sim", "the simulator"),
        OptionError("no"),
        UnknownFrame("base_lnk", ("base_link", "odom")),
        Extrapolation("too late", 0.25),
    ],
)
def test_errors_survive_pickling_and_copying(error: SamebotError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    text = errors.__doc__ or ""
    for name, cls in inspect.getmembers(errors, inspect.isclass):
        if issubclass(cls, SamebotError):
            assert name in text
    assert issubclass(UnknownName, BadInput)
    assert not issubclass(MissingDependency, BadInput)
