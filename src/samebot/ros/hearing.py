# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Lets another process listen to a robot, to know that what is sent arrives."""

from __future__ import annotations

import os
import subprocess
import sys
from types import TracebackType
from typing import Final, Self

from samebot.model.changes import with_device_links
from samebot.model.robot import RobotModel
from samebot.ros.environment import child_environment
from samebot.ros.transforms import fixed_transforms, moving_transforms

__all__ = ["OtherProcess"]

_GRACE: Final = 5.0
"""What the process may take beyond its own time-out, s."""


class OtherProcess:
    """A listener in a process of its own; it is gone when the context is left."""

    def __init__(self, model: RobotModel, timeout: float) -> None:
        """Start listening for every frame of a robot, for at most `timeout` s."""
        self._timeout = timeout
        model = with_device_links(model)
        frames = {
            "--moving": [each.child for each in moving_transforms(model, {})],
            "--fixed": [each.child for each in fixed_transforms(model)],
        }
        command = [sys.executable, "-P", "-m", "samebot.ros.listener", "--timeout", str(timeout)]
        for option, names in frames.items():
            command += [option, *names] if names else []
        self._process = subprocess.Popen(  # noqa: S603 (our own program)
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=child_environment(os.environ, executable=sys.executable),
        )

    def what_it_missed(self) -> str:
        """Wait for its end and return what has not arrived; empty if everything has."""
        try:
            _, said = self._process.communicate(timeout=self._timeout + _GRACE)
        except subprocess.TimeoutExpired:
            return "another process that listens did not end in time"
        if self._process.returncode == 0:
            return ""
        last = (said.strip().splitlines() or ["it gave no reason"])[-1]
        return f"another process did not receive the transforms: {last.removeprefix('samebot: ')}"

    def running(self) -> bool:
        """Whether it still listens."""
        return self._process.poll() is None

    def __enter__(self) -> Self:
        """Return the process, which already listens."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process if it has not ended."""
        if self.running():
            self._process.kill()
        self._process.communicate()
