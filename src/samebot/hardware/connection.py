# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Whether a robot answers: what failed since when, and when to try to reach it again."""

from __future__ import annotations

from typing import Final

from samebot.body import STOP_TIMEOUT
from samebot.core.errors import BusError
from samebot.health import LinkState

__all__ = ["CONNECT_TIMEOUT", "RECONNECT_TIMEOUT", "Connection"]

CONNECT_TIMEOUT: Final = 3.0
"""How long the first connection may take, s."""
RECONNECT_TIMEOUT: Final = 0.3
_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 0.1
"""Short, so that a robot that can be reached again is stopped within half a second."""


class Connection:
    """The state of a link, told of each success and failure with its time (s)."""

    def __init__(self) -> None:
        """Begin connected."""
        self.lost = False
        """Nothing is sent until it is connected anew."""
        self.given_up = False
        """Silent for so long that orders are void and readings invalid."""
        self._began = 0.0
        self._failing_since: float | None = None
        self._pause = _FIRST_PAUSE
        self._retry_at = 0.0
        self._shaky_until = 0.0

    def begin(self, now: float) -> None:
        """Note that an exchange begins: if it fails, the robot is silent since then."""
        self._began = now

    def succeed(self, now: float) -> None:
        """Note an exchange that worked."""
        if self._failing_since is not None:
            self._shaky_until = now + 2.0
        self._failing_since = None
        self.given_up = False

    def fail(self, now: float, error: BusError) -> None:
        """Note one that did not; too many, or a broken connection, and it is lost."""
        if self._failing_since is None:
            self._failing_since = self._began
        if (error.lost or now - self._failing_since >= STOP_TIMEOUT) and not self.lost:
            self.lost = True
            self._pause = _FIRST_PAUSE
            self._retry_at = now

    def gives_up(self, now: float) -> bool:
        """Tell, once a loss, that the robot has been silent for too long."""
        if self.given_up or self.silence(now) < STOP_TIMEOUT:
            return False
        self.given_up = True
        return True

    def may_retry(self, now: float) -> bool:
        """Tell whether to try to connect now, and plan the next try."""
        if not self.lost or now < self._retry_at:
            return False
        self._retry_at = now + self._pause
        self._pause = min(2.0 * self._pause, _LONGEST_PAUSE)
        return True

    def revive(self, now: float) -> None:
        """Note that it is connected again."""
        self.lost = False
        self.succeed(now)

    def silence(self, now: float) -> float:
        """Return for how long the robot has not answered, s."""
        return 0.0 if self._failing_since is None else now - self._failing_since

    def state(self, now: float) -> LinkState:
        """Return the state in one word."""
        if self.lost:
            return "lost"
        shaky = self._failing_since is not None or now < self._shaky_until
        return "degraded" if shaky else "ok"
