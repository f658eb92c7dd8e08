# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The serial side of one robot: a pseudo terminal with a link to it at a path of one's choice."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

from samebot.core.errors import BadInput, BodyError
from samebot.emulator.line import PacedLine
from samebot.emulator.sercom import SercomProtocol
from samebot.emulator.serving import Server
from samebot.emulator.stream import ByteProtocol, Stream

__all__ = ["SerialServer"]


class SerialServer:
    """A link that programs open as they open a serial port."""

    def __init__(
        self,
        server: Server,
        protocol: Callable[[], SercomProtocol],
        link: Path,
        *,
        now: Callable[[], float],
        baud: int | None = None,
    ) -> None:
        """Make the pseudo terminal and say the greeting. Raises BadInput where that cannot be.

        `baud` (bits/s) makes each byte take its time, 10 bits; None: none.
        """
        self.link = link
        self.baud = baud
        self._server = server
        self._protocol = protocol
        self._now = now
        self._master = self._slave = -1
        self.stream: Stream | None = None
        self._plug()

    @property
    def device(self) -> str:
        """The terminal's own name."""
        return os.ttyname(self._slave)

    def plug(self) -> None:
        """Connect the line, as switching the robot on does; the greeting is said."""
        self._server.call(self._plug)

    def unplug(self) -> None:
        """Cut the line: programs that have it open get errors, the link is gone."""
        self._server.call(self._unplug)

    def _plug(self) -> None:
        if self.stream is not None:
            return
        _refuse_if_taken(self.link)
        self._master, self._slave = _terminal()
        try:
            self.link.unlink(missing_ok=True)
            self.link.symlink_to(self.device)
        except OSError as error:
            self._close_terminal()
            raise BadInput(
                f"cannot make the link {self.link}: {error.strerror or error}; give a path in a "
                "folder that exists and may be written"
            ) from error
        spoken = self._protocol()
        protocol: ByteProtocol = spoken if self.baud is None else PacedLine(spoken, self.baud)
        try:
            self.stream = Stream(
                self._server, self._master, protocol, now=self._now, lost=_nothing, forgets=True
            )
        except BodyError:
            self.link.unlink()
            self._close_terminal()
            raise
        self.stream.say(spoken.greeting())

    def _unplug(self) -> None:
        if self.stream is None:
            return
        self.stream.close()
        self.stream = None
        with contextlib.suppress(OSError):
            if self.link.readlink() == Path(self.device):
                self.link.unlink()
        self._close_terminal()

    def due(self) -> float | None:
        """Return when the conversation wants to go on by itself."""
        return self.stream.due() if self.stream is not None else None

    def keep(self) -> None:
        """Go on with the conversation."""
        if self.stream is not None:
            self.stream.keep()

    def close(self) -> None:
        """Cut the line for good."""
        self._unplug()

    def _close_terminal(self) -> None:
        for file in (self._master, self._slave):
            os.close(file)
        self._master = self._slave = -1


def _nothing() -> None:
    """The terminal is held open at both ends: nobody is ever lost."""


def _terminal() -> tuple[int, int]:
    """Return both ends of a raw pseudo terminal."""
    if sys.platform == "win32":
        raise BodyError("Windows has no pseudo terminals; emulate Wi-Fi there")
    import tty

    try:
        master, slave = os.openpty()
    except OSError as error:
        raise BodyError(
            f"this computer gives no pseudo terminal: {error.strerror or error}; end programs "
            "that hold many of them"
        ) from error
    tty.setraw(slave)
    os.set_blocking(master, False)
    return master, slave


def _refuse_if_taken(link: Path) -> None:
    """Raise BadInput if something is at the path that is no link of an emulator that died."""
    if link.is_symlink():
        target = str(link.readlink())
        if not target.startswith("/dev/pts/") or link.exists():
            raise BadInput(f"{link} is a link to {target}; remove it or give another path")
    elif link.exists():
        raise BadInput(f"{link} exists; remove it or give another path")
