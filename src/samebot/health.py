# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How well a body's connection to its robot does; simulated bodies have none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Health", "LinkState"]

LinkState = Literal["ok", "degraded", "lost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What diagnostics tell of a physical body; counts are since it was opened.

    `degraded`: something of the last cycles went wrong, and was made up for. `lost`: nothing
    reaches the robot; a robot whose firmware has no watchdog goes on as it was last told to.
    """

    body: str
    """The kind of body: pipuck, serial, wifi."""
    bus: str
    """The port, address or socket."""
    state: LinkState
    firmware: str = ""
    transfers: int = 0
    errors: int = 0
    retries: int = 0
    reconnects: int = 0
    bytes_sent: int = 0
    bytes_received: int = 0
    latency: float = 0.0
    """How long one exchange takes, s (a running mean)."""
    late_steps: int = 0
    """Steps that could not be held to their time."""
    lateness: float = 0.0
    """By how much the last step was late, s."""
    silence: float = 0.0
    """For how long the robot has not answered, s."""
    last_error: str = ""
    absent: tuple[str, ...] = ()
    """Devices of the model that this robot does not have, or not on this bus."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What else is worth knowing, by topic."""
