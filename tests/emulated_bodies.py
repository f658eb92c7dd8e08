# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Physical bodies against emulated robots, in lock-step: for the contract of all bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from body_contract import LetPass, Make
from samebot.body import Body
from samebot.emulator import Emulator
from samebot.hardware.opening import open_body
from samebot.hardware.physical import PhysicalBody

__all__ = ["Address", "let_all_pass", "opened_bodies"]

Address = Callable[[Emulator, Path], str]
SLICE = 0.05


def opened_bodies(
    kind: str, start: Callable[[str], tuple[Emulator, str]], **options: str
) -> Iterator[Make]:
    """Yield what opens bodies of a kind; `start` returns an emulator of a robot, and where."""
    with ExitStack() as stack:

        def opened(robot: str) -> Body:
            emulator, address = start(robot)
            stack.enter_context(emulator)
            return stack.enter_context(
                open_body(
                    kind,
                    robot,
                    address=address,
                    clock=emulator.clock,
                    watch=False,
                    outlived=False,
                    options=dict(options),
                )
            )

        yield opened


def let_all_pass() -> LetPass:
    """Return what lets time go on while a controller is silent, as the watching thread sees it."""

    def passing(body: Body, duration: float) -> None:
        assert isinstance(body, PhysicalBody)
        for _ in range(round(duration / SLICE)):
            body._clock.sleep(SLICE)
            body.keep_watch()

    return passing
