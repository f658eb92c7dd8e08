# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What wheel encoders have turned in all, although their counters overflow, stop and restart.

The rule: a counter goes the shorter way round, and one that went further than its wheel can turn
was set anew (the robot restarted): it is followed from there on, and no motion is counted.
"""

from __future__ import annotations

import math
from typing import SupportsFloat

__all__ = ["AngleCounter", "Counter", "unwrap"]


def unwrap(previous: int, raw: int, *, bits: int = 16) -> int:
    """Continue a counter that overflows, assuming less than half a range per step."""
    span = 1 << bits
    return previous + (raw - previous + span // 2) % span - span // 2


class _Reach:
    """How far a wheel may have turned since its last good sample."""

    def __init__(self, limit_rate: float, margin: float, grace: float) -> None:
        if not (limit_rate > 0.0 and margin > 0.0 and grace >= 0.0):
            raise ValueError(
                f"a counter that follows {limit_rate} a second, times {margin}, plus {grace}: "
                "give a limit_rate and a margin above 0 (inf: no limit), and a grace of 0 or more"
            )
        self._rate = limit_rate * margin
        self._grace = grace
        self.pending = 0.0
        """Time since the last good sample, s; 0 when the last sample was good."""
        self.resets = 0
        """How often the counter was set anew under us."""

    def _arrived(self, raw: float, dt: float) -> bool:
        """Add up the time, and return whether there is a sample."""
        if dt > 0.0:
            self.pending += dt
        return math.isfinite(raw)

    def _is_motion(self, way: float) -> bool:
        """Return whether a wheel can have gone so far; begin to wait for the next sample."""
        # No limit and no time is inf * 0 = nan, and nothing is further than nan: no reset.
        reset = abs(way) > self._rate * self.pending + self._grace
        self.pending = 0.0
        self.resets += reset
        return not reset


class Counter(_Reach):
    """Steps counted in all since the first sample, from a counter of so many bits.

    Signed and unsigned counters are read alike. nan and inf are samples that got lost: the total
    stays, and the next good sample brings what was turned meanwhile, provided that this is less
    than half the counter's range (e-puck2: 30 s at full speed).
    """

    def __init__(
        self, bits: int, limit_rate: float, *, margin: float = 1.2, grace: float = 50.0
    ) -> None:
        """`limit_rate` in steps/s (e-puck2: 1100; inf: unknown); `grace` in steps.

        More than `margin` x `limit_rate` x dt + `grace` between two samples is a reset.
        """
        super().__init__(limit_rate, margin, grace)
        if bits < 1:
            raise ValueError(f"a counter of {bits} bits; 1 or more are expected")
        self._bits = bits
        self._previous: int | None = None
        self._total = 0

    @property
    def total(self) -> int:
        """The steps since the first sample; negative is backwards."""
        return self._total

    def forget(self) -> None:
        """Follow the counter from its next sample on, whatever it shows then."""
        self._previous = None

    def update(self, raw: SupportsFloat, dt: float) -> int:
        """Take what the counter shows `dt` seconds after the last call; return the total."""
        # As a float first: a numpy int16 would overflow in what follows.
        number = float(raw)
        if self._arrived(number, dt):
            shown = round(number)
            previous = shown if self._previous is None else self._previous
            way = unwrap(previous, shown, bits=self._bits) - previous
            if self._is_motion(way):
                self._total += way
            self._previous = shown
        return self._total


class AngleCounter(_Reach):
    """An angle (rad) turned in all since the first sample, where the sensor gives an angle.

    It does not overflow, but gets lost and restarts as a `Counter` does.
    """

    def __init__(self, limit_rate: float, *, margin: float = 1.2, grace: float = 0.314) -> None:
        """`limit_rate` in rad/s (inf: unknown); `grace` in rad, by default 50 steps of an e-puck.

        More than `margin` x `limit_rate` x dt + `grace` between two samples is a reset.
        """
        super().__init__(limit_rate, margin, grace)
        self._offset: float | None = None
        self._total = 0.0

    @property
    def total(self) -> float:
        """The angle since the first sample, rad; negative is backwards."""
        return self._total

    def forget(self) -> None:
        """Follow the angle from its next sample on, whatever it is then."""
        self._offset = None

    def update(self, raw: float, dt: float) -> float:
        """Take the angle that is shown `dt` seconds after the last call; return the total."""
        if self._arrived(raw, dt):
            if self._offset is None:
                self._offset = raw - self._total
            # From the offset, not step by step: rounding does not add up on a long way.
            total = raw - self._offset
            if self._is_motion(total - self._total) and math.isfinite(total):
                self._total = total
            else:
                self._offset = raw - self._total
        return self._total
