# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Services of robots that drive: ``motor_power``, ``reset`` (as ROBOTIS' robots have them)."""

from __future__ import annotations

from collections.abc import Iterator

from samebot.ros.interface import Controls, Subject, Switch, Trigger

__all__ = ["interface"]


def interface(robot: Subject) -> Iterator[Switch | Trigger]:
    """Yield the services of a robot that has a drive."""
    if robot.model.drive is not None:
        yield Switch(name="motor_power", act=_power)
        yield Trigger(name="reset", act=_reset)


def _power(robot: Controls, on: bool) -> str:  # noqa: FBT001 - what SetBool carries
    robot.power(on=on)
    return "the wheels can be driven" if on else "the wheels stand"


def _reset(robot: Controls) -> str:
    robot.reset_odometry()
    return "the odometry begins anew"
