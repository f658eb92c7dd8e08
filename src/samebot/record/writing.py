# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Writes MCAP files as ROS 2's own recorder does; the only file that imports mcap's writer.

A message goes into the file at once and to the disk within half a second, not chunk by chunk:
after a crash everything up to then can be read.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

from samebot.core.clock import Clock
from samebot.core.errors import BadInput, MissingDependency

__all__ = ["BagWriter"]

_FLUSH_EVERY: Final = 0.5


class BagWriter:
    """One file that is being written; use it as a context manager."""

    def __init__(self, path: Path, clock: Clock) -> None:
        """Create a file; BadInput where there is one already, MissingDependency without mcap."""
        try:
            from mcap.writer import CompressionType, Writer
        except ImportError as error:
            raise MissingDependency("mcap", "record", "recording") from error
        self.path = path
        self.messages = 0
        self._clock = clock
        self._file = _create(path)
        self._flushed = clock.now()
        self._channels: dict[str, int] = {}
        self._schemas: dict[str, int] = {}
        self._writer = Writer(self._file, compression=CompressionType.NONE, use_chunking=False)
        self._writer.start(profile="ros2", library="samebot")

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that were added, in this order."""
        return tuple(self._channels)

    def add_topic(self, topic: str, message: str, definition: str) -> None:
        """Add a topic of a type (``std_msgs/msg/Bool``), whose `definition` includes its parts'."""
        if message not in self._schemas:
            self._schemas[message] = self._writer.register_schema(
                name=message, encoding="ros2msg", data=definition.encode()
            )
        self._channels[topic] = self._writer.register_channel(
            topic=topic, message_encoding="cdr", schema_id=self._schemas[message]
        )

    def write(self, topic: str, data: bytes, nanoseconds: int) -> None:
        """Write a message of a topic that was added, at a time since 1970."""
        self._writer.add_message(self._channels[topic], nanoseconds, data, nanoseconds)
        self.messages += 1
        now = self._clock.now()
        if now >= self._flushed + _FLUSH_EVERY:
            self._flushed = now
            self.flush()

    def flush(self) -> None:
        """Bring everything to the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Write the summary and close the file; a second time does nothing."""
        if not self._file.closed:
            self._writer.finish()
            self.flush()
            self._file.close()

    def __enter__(self) -> Self:
        """Return the writer itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close, whatever happened."""
        self.close()


def _create(path: Path) -> BinaryIO:
    try:
        return path.open("xb")
    except FileExistsError as error:
        raise BadInput(f"{path} exists already; name another file, or move it away") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from error
