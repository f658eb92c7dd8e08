# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Parameters as plain values, each with a description, a range, and a check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from samebot.core.errors import BadInput, SamebotError
from samebot.ros.edge.modules import first_line, ros_module

__all__ = ["Declaration", "ParameterValue", "Parameters"]

ParameterValue = bool | int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A parameter: its default also says its type; a number may have bounds."""

    name: str
    default: ParameterValue
    description: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    """The texts that are allowed; empty: all."""
    fixed: bool = False
    """Whether it is settled at the start."""


class Parameters:
    """The parameters of one node."""

    def __init__(self, node: Any) -> None:
        """Manage those of an rclpy node."""
        self._node = node
        self._watched: dict[str, Callable[[ParameterValue], None]] = {}
        self._choices: dict[str, tuple[str, ...]] = {}
        node.add_on_set_parameters_callback(self._check)

    def declare(self, declarations: Sequence[Declaration]) -> dict[str, ParameterValue]:
        """Declare parameters and return their values: those given at the start, else defaults."""
        rows = [(each.name, each.default, _descriptor(each)) for each in declarations]
        self._choices |= {each.name: each.choices for each in declarations if each.choices}
        self._make_floats(declarations)
        names = ros_module("rclpy.exceptions")
        refusals = (
            names.InvalidParameterTypeException,
            names.InvalidParameterValueException,
            names.ParameterException,
        )
        try:
            declared = self._node.declare_parameters("", rows)
        except refusals as error:
            raise BadInput(f"a parameter is refused: {first_line(error)}") from error
        return {parameter.name: parameter.value for parameter in declared}

    def _make_floats(self, declarations: Sequence[Declaration]) -> None:
        """Take whole numbers for numbers: who writes ``rate:=2`` means 2.0."""
        parameter = ros_module("rclpy.parameter").Parameter
        overrides = self._node._parameter_overrides  # noqa: SLF001 - rclpy has no other way
        for each in declarations:
            given = overrides.get(each.name)
            if given is not None and isinstance(each.default, float) and type(given.value) is int:
                overrides[each.name] = parameter(each.name, value=float(given.value))

    def watch(self, name: str, changed: Callable[[ParameterValue], None]) -> None:
        """Call when somebody sets a parameter; a SamebotError refuses the change."""
        self._watched[name] = changed

    def set(self, name: str, value: ParameterValue) -> None:
        """Set a declared parameter."""
        parameter = ros_module("rclpy.parameter").Parameter
        self._node.set_parameters([parameter(name, value=value)])

    def get(self, name: str) -> ParameterValue:
        """Return a declared parameter's value."""
        value: ParameterValue = self._node.get_parameter(name).value
        return value

    def given(self) -> Mapping[str, ParameterValue]:
        """Return what was given at the start, by command line or file, declared or not."""
        overrides = self._node._parameter_overrides  # noqa: SLF001 - rclpy has no other way
        return {name: parameter.value for name, parameter in overrides.items()}

    def _check(self, parameters: Sequence[Any]) -> Any:
        result = ros_module("rcl_interfaces.msg").SetParametersResult
        for parameter in parameters:
            changed = self._watched.get(parameter.name)
            allowed = self._choices.get(parameter.name, ())
            if allowed and parameter.value not in allowed:
                reason = f"{parameter.name} is {parameter.value!r}; give {' or '.join(allowed)}"
                return result(successful=False, reason=reason)
            try:
                if changed is not None:
                    changed(parameter.value)
            except SamebotError as error:
                return result(successful=False, reason=str(error))
        return result(successful=True)


def _descriptor(declaration: Declaration) -> Any:
    messages = ros_module("rcl_interfaces.msg")
    descriptor = messages.ParameterDescriptor(
        description=declaration.description,
        read_only=declaration.fixed,
        additional_constraints=" or ".join(declaration.choices),
    )
    if declaration.least is None and declaration.most is None:
        return descriptor
    whole = isinstance(declaration.default, int) and not isinstance(declaration.default, bool)
    kind = int if whole else float
    bounds = messages.IntegerRange if whole else messages.FloatingPointRange
    least = -1e12 if declaration.least is None else declaration.least
    most = 1e12 if declaration.most is None else declaration.most
    reach = bounds(from_value=kind(least), to_value=kind(most))
    if whole:
        descriptor.integer_range = [reach]
    else:
        descriptor.floating_point_range = [reach]
    return descriptor
