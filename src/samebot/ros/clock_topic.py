# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""One simulated time for all: told on /clock, or followed where another process tells it.

A process that finds somebody who tells the time follows him. Where two begin together, the one
with the greater identity gives way at once; one that meets somebody who never gives way (another
simulator) does so a moment later. If whoever is followed is gone, the time goes on from there.
"""

from __future__ import annotations

import threading
from typing import Final

from samebot.core.clock import Clock
from samebot.ros.edge import Receiver, RosNode, Sender
from samebot.ros.interface import Quality
from samebot.ros.topics import CLOCK
from samebot.ros.wire import Form, Stamp, decode, stamp_of

__all__ = ["ClockTopic"]

_CLOCK: Final = "rosgraph_msgs/msg/Clock"
_ALIVE: Final = 1.5
"""Who tells the time is heard within so long, s: also a paused one repeats it each second."""
_OTHERS_TURN: Final = 3.0
"""For so long (s) the other one is given the chance to give way."""
_ASKED_TO_FOLLOW: Final = 3.0
"""With use_sim_time somebody who tells the time is waited for so long, s."""


class ClockTopic:
    """The time of one process's simulation; `samebot.ros.loop.Timekeeper`."""

    def __init__(self, node: RosNode, clock: Clock, *, follow: bool = False) -> None:
        """`follow`: somebody else is expected to tell the time (use_sim_time)."""
        self._node = node
        self._clock = clock
        self._follow = follow
        self._form = Form(_CLOCK)
        self._lock = threading.Lock()
        self._sender: Sender | None = None
        self._receiver: Receiver | None = None
        self._heard = threading.Condition()
        self._elsewhere: float | None = None
        self._offset: float | None = 0.0
        """What ROS's time is ahead of the simulation's, s; None: to be settled."""
        self._time = 0.0
        self._told = -1.0
        self._since = clock.now()
        """When the present state began."""
        self._met: float | None = None
        self._dead: set[bytes] = set()
        """Publishers of processes that are gone: the network forgets them late."""

    @property
    def following(self) -> bool:
        """Whether another process tells the time."""
        return self._receiver is not None

    def stamp(self, time: float) -> Stamp:
        """Return the simulation's time as ROS counts it."""
        return stamp_of(time + (self._offset or 0.0))

    def begin(self, time: float) -> None:
        """Decide at the start; `time` is the simulation's."""
        self._time = time
        if self._others() or self._follow:
            self._start_following(_ASKED_TO_FOLLOW if self._follow else _ALIVE)
        if not self.following:
            self._start_telling()

    def tell(self, time: float) -> None:
        """Note the simulation's time, and tell it."""
        self._time = time
        with self._lock:
            if self._sender is not None:
                self._form.stamp(self.stamp(time))
                self._sender.send(bytes(self._form))
                self._told = self._clock.now()

    def wait(self, time: float, patience: float) -> bool:
        """Return whether simulated `time` has come elsewhere; wait at most `patience` s."""
        with self._heard:
            return self._heard.wait_for(lambda: self._has_come(time), patience)

    def look(self) -> None:
        """See who else tells the time; to be called about once a second."""
        if self.following:
            self._look_at_leader()
            return
        others = self._others()
        if not others:
            self._met = None
        elif self._must_give_way(others):
            self._start_following(_ALIVE)
            if not self.following:
                self._start_telling()
        self._repeat()

    def _repeat(self) -> None:
        """Tell a time that stands again: for those who came in the meantime."""
        with self._lock:
            if self._sender is not None and self._clock.now() - self._told > 1.0:
                self._sender.send(bytes(self._form))

    def _has_come(self, time: float) -> bool:
        if self._elsewhere is None:
            return False
        if self._offset is None:
            self._offset = self._elsewhere - time
        return self._elsewhere >= time + self._offset - 1e-9

    def _others(self) -> list[bytes]:
        own = self._sender is not None
        found = (end.identity for end in self._node.graph.others(CLOCK, own=int(own)))
        return [identity for identity in found if identity not in self._dead]

    def _must_give_way(self, others: list[bytes]) -> bool:
        now = self._clock.now()
        self._met = now if self._met is None else self._met
        greater = self._node.graph.own > min(others)
        return self._follow or greater or now - self._met >= _OTHERS_TURN

    def _start_following(self, patience: float) -> None:
        """Follow if somebody is heard within `patience`, s."""
        with self._lock:
            if self._sender is not None:
                self._sender.close()
            self._sender = None
        self._elsewhere, before = None, self._offset
        # Both at once, so that the loop does not run ahead of a time that it does not know.
        self._offset = None
        self._receiver = self._node.hear(_CLOCK, CLOCK, self._hear, Quality.CLOCK)
        with self._heard:
            alive = self._heard.wait_for(lambda: self._elsewhere is not None, patience)
        if alive:
            who = ", ".join(sorted({end.node for end in self._node.graph.others(CLOCK)}))
            self._node.say(f"/clock is told by {who or 'another process'}: this robot follows it")
            return
        self._dead.update(self._others())
        self._offset = before
        self._stop_following()

    def _stop_following(self) -> None:
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.close()

    def _start_telling(self) -> None:
        with self._lock:
            self._sender = self._node.sender(_CLOCK, CLOCK, Quality.CLOCK)
        self._met = None
        self.tell(self._time)

    def _look_at_leader(self) -> None:
        now = self._clock.now()
        if self._others():
            self._since = now
        elif now - self._since > _ALIVE:
            self._node.say("who told /clock is gone: this robot tells it from here on")
            if self._offset is None:
                self._offset = 0.0
            self._stop_following()
            self._start_telling()

    def _hear(self, data: bytes) -> None:
        stamp = decode(_CLOCK, data)["clock"]
        time = stamp["sec"] + stamp["nanosec"] * 1e-9
        with self._heard:
            if self._elsewhere is not None and time < self._elsewhere:
                self._offset = None  # it was set back, and everything with it
            self._elsewhere = time
            self._heard.notify_all()
