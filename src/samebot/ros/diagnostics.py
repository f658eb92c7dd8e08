# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How a robot does, on /diagnostics (REP 107): its loop, each topic's rate, and its bus.

Rates count in the body's time, so that a slow simulation is no slow topic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from samebot.core.clock import Clock
from samebot.health import Health
from samebot.ros.loop import Loop
from samebot.ros.robot_driver import RobotDriver
from samebot.ros.topics import DIAGNOSTICS
from samebot.ros.wire import Form
from samebot.ros.wire.form import Value

__all__ = ["ERROR", "OK", "WARN", "Finding", "health_finding", "reporter"]

OK: Final = 0
WARN: Final = 1
ERROR: Final = 2
_TYPE: Final = "diagnostic_msgs/msg/DiagnosticArray"
_SLOW: Final = 0.7
"""A topic that comes at less of its rate is told; devices are sampled in whole periods."""
_ENOUGH: Final = 4.0
"""Fewer expected messages say nothing about a rate."""
_MISSED: Final = 0.05
"""Share of periods that may take too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One status: how bad it is, of which part, and what was found."""

    level: int
    part: str
    message: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Moment:
    """What had been counted at a moment."""

    real: float
    time: float
    steps: int
    missed: int
    sent: Mapping[str, int]


def reporter(driver: RobotDriver, loop: Loop, clock: Clock) -> Callable[[], None]:
    """Return what tells how a driver does, if somebody listens; call it about once a second."""
    sender = driver.node.sender(_TYPE, DIAGNOSTICS)
    name = driver.node.name.lstrip("/")
    before: _Moment | None = None

    def report() -> None:
        nonlocal before
        if sender.listeners() == 0:
            before = None
            return
        now = _moment(driver, loop, clock)
        if before is not None:
            found = _findings(driver, loop, before, now)
            sender.send(_message(driver, name, found))
        before = now

    return report


def _moment(driver: RobotDriver, loop: Loop, clock: Clock) -> _Moment:
    sent = {topic: flow.sent for topic, flow in driver.traffic().items()}
    return _Moment(clock.now(), driver.body.time, loop.steps, loop.missed, sent)


def _message(driver: RobotDriver, name: str, found: Iterator[Finding]) -> bytes:
    seconds, nanoseconds = driver.stamp
    statuses: list[Value] = [
        {
            "level": each.level,
            "name": f"{name}: {each.part}",
            "message": each.message,
            "hardware_id": driver.body.model.name,
            "values": [{"key": key, "value": value} for key, value in each.values.items()],
        }
        for each in found
    ]
    head = {"stamp": {"sec": seconds, "nanosec": nanoseconds}}
    return bytes(Form(_TYPE, {"header": head, "status": statuses}))


def _findings(driver: RobotDriver, loop: Loop, before: _Moment, now: _Moment) -> Iterator[Finding]:
    yield _loop_finding(driver, loop, before, now)
    health = driver.body.health
    if health is not None:
        yield health_finding(health)
    for topic, flow in driver.traffic().items():
        if topic in before.sent:
            count = max(flow.sent - before.sent[topic], 0)
            yield _topic_finding(topic, count, flow.period, now.time - before.time)


def _loop_finding(driver: RobotDriver, loop: Loop, before: _Moment, now: _Moment) -> Finding:
    steps, missed = now.steps - before.steps, now.missed - before.missed
    real = now.real - before.real
    level, message = OK, "active" if driver.active else "inactive: motors stand, nothing is sent"
    if loop.gate.paused:
        message = "paused"
    elif missed > _MISSED * steps:
        level, message = WARN, f"{missed} of {steps} periods took too long"
    return Finding(
        level=level,
        part="loop",
        message=message,
        values={
            "Period (s)": f"{driver.body.period:g}",
            "Steps": str(now.steps),
            "Periods missed": str(now.missed),
            "Rate (simulated s per s)": f"{(now.time - before.time) / real:.3g}" if real else "",
            "Messages refused": str(driver.refused),
            "Wheel counter resets": str(driver.motion.resets),
        },
    )


def _topic_finding(topic: str, count: int, period: float, elapsed: float) -> Finding:
    expected = elapsed / period
    values = {
        "Actual frequency (Hz)": f"{count / elapsed:.4g}" if elapsed > 0.0 else "0",
        "Expected frequency (Hz)": f"{1.0 / period:.4g}",
        "Messages": str(count),
        "Window (s)": f"{elapsed:.4g}",
    }
    if expected >= _ENOUGH and count < _SLOW * expected:
        said = "nothing is sent" if count == 0 else "slower than it should be"
        return Finding(level=WARN, part=topic, message=said, values=values)
    return Finding(level=OK, part=topic, message="as it should be", values=values)


def health_finding(health: Health) -> Finding:
    """Return what is to be told of a connection to a robot; keys are those of REP 138 and more."""
    level = {"ok": OK, "degraded": WARN, "lost": ERROR}[health.state]
    message = {"ok": "as it should be", "degraded": "errors were made up for"}.get(
        health.state, f"the robot has not answered for {health.silence:.1f} s"
    )
    if health.absent and level == OK:
        message = f"without {', '.join(health.absent)}"
    return Finding(
        level=level,
        part="bus",
        message=message,
        values={
            "Serial Port": health.bus,
            "Kind": health.body,
            "Firmware Version": health.firmware,
            "Computed Latency": f"{health.latency:.6f}",
            "Transfers": str(health.transfers),
            "Errors": str(health.errors),
            "Retries": str(health.retries),
            "Reconnects": str(health.reconnects),
            "Bytes sent": str(health.bytes_sent),
            "Bytes received": str(health.bytes_received),
            "Late steps": str(health.late_steps),
            "Last error": health.last_error,
            "Absent": ", ".join(health.absent),
            **{f"Note: {topic}": text for topic, text in health.notes.items()},
        },
    )
