# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Does with one body what was wished, and stops its wheels when nobody wishes any more."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from samebot.body import Body
from samebot.commands import Command
from samebot.core.errors import BadInput, CommandError, SamebotError, UnknownName
from samebot.ros.driving import is_swapped, wheel_command
from samebot.ros.interface import Trajectory, Velocity, Wish
from samebot.ros.joint_keeping import JointKeeper
from samebot.ros.motion import Motion
from samebot.ros.pursuit import Pursuer

__all__ = ["Actor"]

_DRIVEN_FOR: Final = 2.0
"""Who drives a robot counts as its driver for so long, s."""

_STAND: Final = Command(wheels=(0.0, 0.0))
Complain = Callable[[str, str], None]


class Actor:
    """The hands of one driver; all in the loop's thread."""

    def __init__(
        self,
        body: Body,
        motion: Motion,
        joints: JointKeeper,
        complain: Complain,
        *,
        timeout: float,
        now: Callable[[], float] | None = None,
    ) -> None:
        """`timeout` (s, 0: never) counts `now`, the body's time by default."""
        self.timeout = timeout
        self._body = body
        self._motion = motion
        self._joints = joints
        self._complain = complain
        self._now = now or (lambda: body.time)
        self._deadline = math.inf
        self._driven = -math.inf
        self._powered = True
        self.pursuer = Pursuer(body, motion, joints)
        """Sees goals through for which clients wait."""

    @property
    def commanded(self) -> bool:
        """Whether somebody has driven the robot during the last two seconds."""
        return self._body.time < self._driven + _DRIVEN_FOR

    def power(self, *, on: bool) -> None:
        """Let the wheels be driven, or let them stand whatever is asked of them."""
        self._powered = on

    def rest(self) -> None:
        """Stop the motors, and forget what they were about."""
        self._deadline = math.inf
        self._joints.clear()
        self.pursuer.give_up("the motors were stopped")
        self._body.stop()

    def act(self, wishes: Mapping[str, Wish]) -> None:
        """Do what is wished, by topic, and what is due by itself."""
        for topic, wish in wishes.items():
            try:
                self._do(topic, wish)
            except (BadInput, CommandError, UnknownName) as error:
                self._complain(topic, str(error))
        if not self._powered:
            self._body.write(_STAND)
        elif self._deadline < math.inf and self._now() >= self._deadline - 1e-9:
            self._deadline = math.inf
            self._body.write(_STAND)
        self.pursuer.step()
        due = self._joints.due(self._body.time, self._body.period, self._motion.positions)
        if due is not None:
            self._body.write(due)

    def _do(self, topic: str, wish: Wish) -> None:
        if isinstance(wish, Velocity):
            self._drive(topic, wish)
        elif isinstance(wish, Trajectory):
            self._follow(wish)
        elif isinstance(wish, Command):
            self._write(topic, wish)
        else:
            self._call(topic, wish)

    def _call(self, topic: str, wish: Callable[[], None]) -> None:
        try:
            wish()
        except SamebotError:
            raise
        except Exception as error:  # noqa: BLE001 - one plug-in must not end a robot
            self._complain(topic, f"what it asks for fails: {error!r}")

    def _drive(self, topic: str, wish: Velocity) -> None:
        self._driven = self._body.time
        if not self._powered:
            self._complain(topic, "the motors have no power; call motor_power with true")
            return
        moves = bool(wish.v or wish.w) and self.timeout > 0.0
        self._deadline = self._now() + self._patience() if moves else math.inf
        self._body.write(self._wheels(wish))

    def _patience(self) -> float:
        """Return for how long a velocity holds that is done now, s.

        It may have come a period ago, right after the last step; the wheels must stand when the
        time-out ends, not at the step after it. Every velocity holds for a period, however.
        """
        period = self._body.period
        return max(self.timeout - period, min(self.timeout, period))

    def _wheels(self, wish: Velocity) -> Command:
        drive = self._motion.drive
        if drive is None:
            raise CommandError(f"{self._body.model.name} has no drive; command its joints instead")
        return wheel_command(drive, wish.v, wish.w, swapped=is_swapped(self._body.model, drive))

    def _follow(self, trajectory: Trajectory) -> None:
        motion, now = self._motion, self._body.time
        stop = self._joints.follow(trajectory, now, motion.positions, motion.velocities)
        if stop is not None:
            self._body.write(stop)

    def _write(self, topic: str, wish: Command) -> None:
        applied = self._body.write(wish)
        self._joints.take(applied, self._body.time)
        changed = [name for name, value in wish.leds.items() if applied.leds.get(name) != value]
        if changed:
            told = ", ".join(f"{name}: {wish.leds[name]}" for name in changed)
            self._complain(
                topic, f"{told} is out of range; {applied.leds[changed[0]]} was taken instead"
            )
