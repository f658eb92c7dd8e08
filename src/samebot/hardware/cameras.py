# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where pictures come from that do not travel on the robot's bus: recorded, or a video device."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from samebot.core.errors import BusError, OptionError
from samebot.hardware.images import Image, from_yuyv

__all__ = ["CameraSource", "PluggedCamera", "RecordedYuyv", "open_source"]


class CameraSource(Protocol):
    """A camera's raw frames as pictures, RGB888."""

    size: tuple[int, int]

    def grab(self) -> Image:
        """Return the next picture; raises BusError."""
        ...

    def close(self) -> None:
        """Let go of it; closing twice is harmless."""
        ...


class RecordedYuyv:
    """A file of YUYV frames one after the other, again and again: for tests and demonstrations."""

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        """`size` is that of each frame; raises OptionError if the file does not fit."""
        self.size = size
        self._frame = 2 * size[0] * size[1]
        try:
            self._data = path.read_bytes()
        except OSError as error:
            raise OptionError(f"{path} cannot be read: {error.strerror or error}") from error
        if not self._data or len(self._data) % self._frame:
            raise OptionError(
                f"{path} has {len(self._data)} bytes; frames of {size[0]}x{size[1]} pixels in "
                f"YUYV have {self._frame} each"
            )
        self._next = 0

    def grab(self) -> Image:
        """Return the next frame."""
        frame = self._data[self._next : self._next + self._frame]
        self._next = (self._next + self._frame) % len(self._data)
        return from_yuyv(frame, self.size)

    def close(self) -> None:
        """Nothing to let go of."""


class PluggedCamera:
    """A camera that may be absent: given up when it goes on failing, taken up when it is back."""

    def __init__(self, opened: Callable[[], CameraSource | None]) -> None:
        """`opened` returns the source, or None where there is none; look for it once."""
        self._opened = opened
        self._source: CameraSource | None = None
        self._failures = 0
        self.problem = ""
        """Why there are no pictures; empty: there are."""
        self.look()

    def look(self) -> bool:
        """Look for it; tell whether it is there."""
        self._failures = 0
        try:
            self._source = self._opened()
        except BusError as error:
            self.problem = str(error)
            return False
        self.problem = "" if self._source is not None else _NO_CAMERA
        return self._source is not None

    def grab(self) -> Image:
        """Return the next picture; raises BusError."""
        if self._source is None:
            raise BusError(self.problem)
        try:
            image = self._source.grab()
        except BusError as error:
            self._failures += 1
            if self._failures >= _MOST_FAILURES:
                self.close()
                self.problem = str(error)
            raise
        self._failures = 0
        return image

    def close(self) -> None:
        """Let go of it; closing twice is harmless."""
        if self._source is not None:
            self._source.close()
            self._source = None


_NO_CAMERA: Final = "there is no video device; name one or a recording: -o video=FILE"
_MOST_FAILURES: Final = 3
_DEVICES: Final = "/dev/video"


def open_source(video: str | None, size: tuple[int, int]) -> CameraSource | None:
    """Return the source that `video` names: a device, a recorded file; None: no camera.

    Without a name the first video device is taken, if there is one.
    """
    device = video or f"{_DEVICES}0"
    if not device.startswith(_DEVICES):
        return RecordedYuyv(Path(device), size)
    if not Path(device).exists():
        if video is not None:
            raise BusError(f"there is no device {device}; plug the camera in, or name another")
        return None
    from samebot.hardware.v4l2 import VideoDevice

    return VideoDevice(device, size)
