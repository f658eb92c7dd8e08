# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The physical body: any robot behind a link, stepped in real time."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from samebot.body import STOP_TIMEOUT, Body, Floats, Image, Snapshot
from samebot.commands import Command, JointTarget
from samebot.core.clock import Clock
from samebot.core.errors import BodyError, BusError, CommandError
from samebot.hardware.absence import Absence, meant_by
from samebot.hardware.connection import CONNECT_TIMEOUT, RECONNECT_TIMEOUT, Connection
from samebot.hardware.extras import Extra
from samebot.hardware.guard import Guard
from samebot.hardware.keeper import Keeper
from samebot.hardware.link import Orders, RobotLink, Sample, Samples
from samebot.hardware.pulse import Pulse
from samebot.hardware.readings import Readings
from samebot.hardware.rhythm import Rhythm
from samebot.hardware.wheels import Wheels
from samebot.health import Health
from samebot.model.devices import Camera
from samebot.model.robot import RobotModel

__all__ = ["PhysicalBody"]

_CALIBRATION: Final = 1.5
"""How long the robot measures its infra-red sensors in free air, s."""
_SLICE: Final = 0.05
_SILENT: Final = STOP_TIMEOUT - 0.015
"""A controller is silent after so long (s): the order to stop takes a moment to arrive."""
_PICTURE: Final = 5.0
"""How long a picture that somebody waits for may take, s."""
_PICTURES: Final = 20
"""How often it is asked for."""
_log = logging.getLogger("samebot.hardware")


class PhysicalBody(Body):
    """A robot on a bus. `step()` hands over orders, waits, and takes one sample at its end.

    A single exchange that fails costs one sample. A robot that is silent for half a second has
    lost its orders: wheels are to stand, readings turn invalid, and as soon as it can be
    reached again it is stopped first. Its controller's silence stops it, too.
    """

    def __init__(
        self,
        model: RobotModel,
        link: RobotLink,
        *,
        period: float,
        clock: Clock,
        watch: bool = True,
        guard: Guard | None = None,
    ) -> None:
        """Connect, stop the robot and take a first sample; raises BusError.

        Without `watch` no thread looks after the robot: whoever drives the clock does, by
        `keep_watch`.
        """
        super().__init__(model, period=period)
        self._link = link
        self._clock = clock
        self._bus_lock = threading.RLock()
        self._orders_lock = threading.Lock()
        self._orders = Orders()
        self._wheels = None if model.drive is None else Wheels(model.drive)
        self._readings = Readings(model.devices, self._layout, link.groups)
        self._cameras = [
            (row, device.name)
            for row, device in enumerate(model.devices)
            if isinstance(device, Camera)
        ]
        self._absence = Absence(model.devices, self._layout, link.groups, self._readings.names)
        self._extras = {name: Extra(name, period) for name in link.extras}
        self._missing: Mapping[str, str] = {}
        self._changes = 0
        self._connection = Connection()
        self._stepping = self._owes_stop = False
        self._pushed = (0, 0)
        self._turning = False
        """Whether the robot was told to move, and not yet, so that it obeyed, to stand."""
        self._notes: dict[str, str] = {}
        link.connect(CONNECT_TIMEOUT)
        self._guard, self._keeper = guard, None
        self._pulse = Pulse(guard, id(self))
        self._arm_guard()
        self._rhythm = Rhythm(clock, period)
        self._heard = clock.now()
        self._snapshot = self._collected()
        self._keeper = Keeper(self) if watch else None

    @property
    def time(self) -> float:
        """Seconds of the clock since opening, at the end of the last step."""
        return self._rhythm.time

    @property
    def lateness(self) -> float:
        """By how much the last step ended late, s."""
        return self._rhythm.lateness

    @property
    def extras(self) -> Mapping[str, Extra]:
        """What else this robot can tell on this bus, by name; off until enabled."""
        return MappingProxyType(self._extras)

    @property
    def absent(self) -> frozenset[str]:
        """Sensing devices of the model that the robot lacks now, or not on this bus."""
        return self._absence.of(self._link.absent)

    @property
    def health(self) -> Health:
        """How well the connection does."""
        now, statistics = self._clock.now(), self._link.statistics
        absent = self.absent
        return Health(
            body=self._link.kind,
            bus=self._link.name,
            state=self._connection.state(now),
            firmware=self._link.firmware,
            transfers=statistics.transfers,
            errors=statistics.errors,
            retries=statistics.retries,
            reconnects=statistics.reconnects,
            bytes_sent=statistics.bytes_sent,
            bytes_received=statistics.bytes_received,
            latency=statistics.latency,
            late_steps=self._rhythm.late_steps,
            lateness=self._rhythm.lateness,
            silence=self._connection.silence(now),
            last_error=statistics.last_error,
            absent=tuple(n for n in self._layout.names if n in absent),
            notes={**self._notes, **self._link.absent},
        )

    def read(self) -> Snapshot:
        """Return what the last step sampled."""
        return self._snapshot

    def calibrate_sensors(self) -> None:
        """Let the robot calibrate its infra-red sensors: stand it away from everything.

        It stops, and this takes 1.5 s.
        """
        self._refuse_if_closed()
        self.stop()
        self._order(calibrate=True)
        self._push()
        for _ in range(round(_CALIBRATION / _SLICE)):
            self._heard = self._clock.now()
            self._clock.sleep(_SLICE)
        self._heard = self._clock.now()
        self._rhythm.skip()

    def set_step_counters(self, left: int = 0, right: int = 0) -> None:
        """Set the robot's step counters (steps, 16 bit with sign) and what the encoders show."""
        for steps in (left, right):
            if not -32768 <= steps <= 32767:
                raise CommandError(f"a step counter holds -32768 to 32767; {steps} was given")
        self._refuse_if_closed()
        if self._wheels is None:
            raise CommandError(f"{self.model.name} has no step counters")
        self._order(counters=(left, right))
        self._push()
        for counter, steps in zip(self._wheels.counters, (left, right), strict=True):
            counter.set(steps, self._rhythm.time)

    def keep_watch(self) -> float:
        """Stop the robot if its controller is silent, reach it again if it is lost.

        Returns in how many seconds to look again. A thread calls this in real time.
        """
        if self._closed:
            return math.inf
        self._show_life()
        now = self._clock.now()
        if self._connection.lost:
            self._forget_orders_if_silent(now)
            self._reconnect(now)
            return 0.0
        silent = now - self._heard
        if not self._stepping and silent >= _SILENT and self._may_move:
            self._notes["controller"] = f"silent for {STOP_TIMEOUT} s, so the wheels were stopped"
            self._order(left=0, right=0)
            self._owes_stop = True
        if self._owes_stop and not self._push_unless_busy():
            return 0.0
        return _SILENT - silent if silent < _SILENT else STOP_TIMEOUT

    @property
    def _may_move(self) -> bool:
        """Whether the wheels turn, for all that is known, or are to."""
        return self._turning or self._orders.speeds != (0, 0)

    def _push_unless_busy(self) -> bool:
        """Push, but do not wait for a bus that carries a picture: the guard must hear of life."""
        if not self._bus_lock.acquire(blocking=False):
            return False
        try:
            self._push()
        finally:
            self._bus_lock.release()
        return True

    def _advance(self, duration: float) -> None:
        if self._keeper is None:
            self.keep_watch()
        self._heard = self._clock.now()
        self._stepping = True
        try:
            self._show_life()
            self._push()
            self._rhythm.keep(duration)
            self._snapshot = self._collected()
        finally:
            self._heard = self._clock.now()
            self._stepping = False

    def _show_life(self) -> None:
        """Tell the guard that this program runs; after a pause it may have stopped the robot."""
        if self._pulse.beat(moving=self._may_move or self._owes_stop):
            with self._bus_lock:
                self._arm_guard()  # it answers when it has let go of the robot
                self._link.forget()

    def _push(self) -> None:
        """Hand over the orders; what is to be done once is done once."""
        if self._connection.lost:
            return
        with self._bus_lock:
            orders = self._orders
            self._connection.begin(self._clock.now())
            try:
                answered = self._owes_stop
                if self._owes_stop:
                    self._link.stop()
                    self._turning = False
                answered |= self._told(orders)
            except BusError as error:
                self._failed(error)
                return
        self._owes_stop = False
        if answered:
            self._connection.succeed(self._clock.now())
        with self._orders_lock:
            now = self._orders
            self._orders = replace(
                now,
                sound=None if now.sound == orders.sound else now.sound,
                calibrate=now.calibrate and not orders.calibrate,
                counters=None if now.counters == orders.counters else now.counters,
            )

    def _told(self, orders: Orders) -> bool:
        """Send orders; what may have arrived counts as if it had, if it lets the robot move."""
        self._turning |= orders.speeds != (0, 0)
        answered = self._link.send(orders)
        self._pushed = orders.speeds
        self._mind_standing()
        return answered

    def _mind_standing(self) -> None:
        if self._pushed == (0, 0) and self._link.obeyed:
            self._turning = False

    def _collected(self) -> Snapshot:
        time = self._rhythm.time
        due = self._schedule.take(time)
        extras = [name for name, extra in self._extras.items() if extra.take(time)]
        self._mind_switches()
        if not self._connection.lost:
            with self._bus_lock:
                self._connection.begin(self._clock.now())
                try:
                    self._exchange(time, due, extras)
                except BusError as error:
                    self._failed(error)
        self._forget_orders_if_silent(self._clock.now())
        return self._readings.snapshot(time)

    def _exchange(self, time: float, due: Floats, extras: list[str]) -> None:
        absent = self._link.absent
        groups = [name for name in self._readings.wanted(due) if name not in absent]
        before = self._link.statistics.transfers
        samples = self._link.sample([*groups, *extras])
        if self._link.statistics.transfers > before:
            self._connection.succeed(self._clock.now())
            self._mind_standing()
        self._take(samples, time, due)
        for row, name in self._cameras:
            if due[row] and "camera" not in absent:
                self._keep_picture(name, time)
        self._mind_absences()

    def _mind_absences(self) -> None:
        """Forget what parts showed that are absent now, whichever exchange found that out."""
        absent = self._link.absent
        if absent != self._missing:
            self._missing = absent
            self._readings.invalidate(self.absent)

    def _keep_picture(self, name: str, time: float) -> None:
        try:
            self._readings.put_image(name, self._link.picture(), time)
        except BusError as error:
            if error.lost:
                raise
            self._link.statistics.note_error(error)

    def _take(self, samples: Samples, time: float, due: Floats) -> None:
        for name, sample in samples.items():
            if name in self._extras:
                values = sample.values if sample.values is not None else sample.raw
                self._extras[name].put(tuple(map(float, values)), time)
            elif name == "steps" and self._wheels is not None:
                counted = self._count(sample, time)
                if counted is not None:
                    self._readings.put(name, counted, time, due)
            else:
                self._readings.put(name, sample, time, due)

    def _count(self, sample: Sample, time: float) -> Sample | None:
        assert self._wheels is not None
        resets = self._wheels.resets
        counted = self._wheels.count(sample, time)
        if self._wheels.resets > resets:
            self._notes["reset"] = f"the robot was reset; noticed at {time:.2f} s"
            self._link.forget()
        return counted

    def _mind_switches(self) -> None:
        if self._schedule.changes != self._changes:
            self._changes = self._schedule.changes
            off = np.flatnonzero(self._schedule.due == math.inf)
            self._readings.invalidate(self.model.devices[row].name for row in off)

    def _failed(self, error: BusError) -> None:
        was_lost = self._connection.lost
        self._link.statistics.last_error = str(error)
        self._connection.fail(self._clock.now(), error)
        if self._connection.lost and not was_lost:
            _log.warning("lost the robot at %s: %s", self._link.name, error)
            self._link.disconnect()

    def _forget_orders_if_silent(self, now: float) -> None:
        if self._connection.gives_up(now):
            self._order(left=0, right=0)
            self._readings.invalidate(self._layout.names)

    def _reconnect(self, now: float, *, closing: bool = False) -> None:
        if not self._connection.may_retry(now):
            return
        with self._bus_lock:
            if self._closed and not closing:
                return
            try:
                self._link.connect(RECONNECT_TIMEOUT)
                self._told(self._orders)
            except BodyError as error:
                self._link.statistics.note_error(error)
                self._link.disconnect()
                return
            self._link.statistics.reconnects += 1
            if self._wheels is not None:
                self._wheels.mind_reconnection()
            self._connection.revive(self._clock.now())
        self._arm_guard()
        _log.warning("reached the robot at %s again", self._link.name)

    def _arm_guard(self) -> None:
        if self._guard is not None:
            self._guard.watch(id(self), self._link.stop_plan())

    def _order(self, **changes: object) -> None:
        with self._orders_lock:
            self._orders = replace(self._orders, **changes)  # type: ignore[arg-type] # by field

    def _apply(self, command: Command) -> None:
        changes: dict[str, object] = {}
        left, right = self._orders.speeds
        if command.wheels is not None and self._wheels is not None:
            left, right = map(self._wheels.steps, command.wheels)
        for joint, target in command.joints.items():
            if self._wheels is None or not isinstance(target, JointTarget):
                continue
            if target.velocity is None or target.position is not None:
                raise CommandError(f"{joint} takes a velocity only; it has no position control")
            steps = self._wheels.steps(target.velocity)
            left = steps if joint == self._wheels.drive.left_joint else left
            right = steps if joint == self._wheels.drive.right_joint else right
        changes |= {"left": left, "right": right}
        if command.leds:
            changes["leds"] = {**self._orders.leds, **command.leds}
        if command.sounds:
            changes["sound"] = command.sounds[-1]
        self._order(**changes)

    def _halt(self) -> None:
        self._order(left=0, right=0)
        self._owes_stop = True
        self._push()

    def _take_picture(self, name: str) -> Image:
        if "camera" in self._link.absent:
            raise BodyError(f"{name}: {self._link.absent['camera']}")
        image = self._awaited_picture()
        self._readings.put_image(name, image, self._rhythm.time)
        self._snapshot = self._readings.snapshot(self._snapshot.time)
        return image

    def _awaited_picture(self) -> Image:
        """Wait for a picture without keeping others from the bus for long."""
        end = self._clock.now() + _PICTURE
        for left in range(_PICTURES - 1, -1, -1):
            try:
                with self._bus_lock:
                    return self._link.picture()
            except BusError as error:
                if error.lost or not left or self._clock.now() > end:
                    raise
        raise AssertionError  # the last attempt returns or raises

    def require(self, *names: str) -> None:
        """Raise BodyError if one of these is absent: names of devices or what they begin with."""
        missing = [n for n in meant_by(names, self.model.devices) if n in self.absent]
        if missing:
            raise BodyError(
                f"{', '.join(missing)} is required, but not there; see that it is plugged in, "
                "or leave the requirement out"
            )

    def _release(self) -> None:
        if self._keeper is not None:
            self._keeper.dismiss()
        with self._bus_lock:
            if self._owes_stop:
                self._insist()
            if self._guard is not None:
                self._guard.release(id(self), stopped=not self._owes_stop)
            self._link.close()

    def _insist(self) -> None:
        """Try for half a second to stop a robot that did not take it at once."""
        for _ in range(round(STOP_TIMEOUT / _SLICE)):
            if self._connection.lost:
                self._reconnect(self._clock.now(), closing=True)
            self._push()
            if not self._owes_stop:
                return
            self._clock.sleep(_SLICE)
        _log.warning(
            "the robot at %s could not be told to stop; it may go on until it is switched off",
            self._link.name,
        )
