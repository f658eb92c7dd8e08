# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What `samebot doctor` looks at: small checks of the machine, each of which never crashes."""

from collections.abc import Iterable

from samebot.cli.diagnosis import (
    folders,
    interpreter,
    machine,
    messages,
    network,
    packages,
    ros,
    variables,
    wheels,
)
from samebot.cli.diagnosis.finding import Check, Finding, State, examine
from samebot.cli.diagnosis.surroundings import Surroundings

__all__ = ["CHECKS", "Finding", "State", "Surroundings", "diagnose", "examine"]

CHECKS: tuple[Check, ...] = (
    *interpreter.CHECKS,
    *packages.CHECKS,
    *wheels.CHECKS,
    *ros.CHECKS,
    *variables.CHECKS,
    *messages.CHECKS,
    *machine.CHECKS,
    *folders.CHECKS,
    *network.CHECKS,
)
"""Every check, in the order in which findings are told."""


def diagnose(here: Surroundings, checks: Iterable[Check] = CHECKS) -> list[Finding]:
    """Return what all checks find."""
    return examine(here, checks)
