# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""A video device of Linux: one memory-mapped buffer, YUYV frames.

The layout of the ioctls was written from linux/videodev2.h and is NOT tested on a camera: there
was none. What is done with the frames is tested with recorded ones.
"""

from __future__ import annotations

import contextlib
import fcntl
import mmap
import os
import select
import struct
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from samebot.core.errors import BusError
from samebot.hardware.buses.access import cannot_open
from samebot.hardware.images import Image, from_yuyv

__all__ = ["VideoDevice"]

_CAPTURE: Final = 1
_MMAP: Final = 1
_YUYV: Final = int.from_bytes(b"YUYV", "little")
_FIELD_NONE: Final = 1
_REQUEST: Final = struct.Struct("<3I2I")
_POINTER: Final = struct.calcsize("P")
_PICTURE: Final = _POINTER
"""Where the picture's format begins in struct v4l2_format, after its type."""
_TIMEVAL: Final = 2 * struct.calcsize("l")


def _ioctl(direction: int, number: int, size: int) -> int:
    return direction << 30 | size << 16 | ord("V") << 8 | number


def _buffer() -> bytearray:
    """Return an empty struct v4l2_buffer with its type and memory filled in."""
    head = struct.pack("<5I", 0, _CAPTURE, 0, 0, 0)
    head += b"\0" * (4 if _POINTER == 8 else 0) + b"\0" * _TIMEVAL
    head += b"\0" * 16 + struct.pack("<2I", 0, _MMAP)
    return bytearray(head + b"\0" * (_POINTER + 4 + 4 + 4 + (4 if _POINTER == 8 else 0)))


class Granted(NamedTuple):
    """What a device gives, whatever it was asked for."""

    width: int
    height: int
    stride: int
    """Bytes from one row to the next."""


def wished(size: tuple[int, int]) -> bytearray:
    """Return struct v4l2_format that asks for YUYV of a size."""
    form = bytearray(_PICTURE + 200)
    struct.pack_into("<I", form, 0, _CAPTURE)
    struct.pack_into("<4I", form, _PICTURE, *size, _YUYV, _FIELD_NONE)
    return form


def granted(form: bytes | bytearray) -> Granted:
    """Return what the device made of the wish; raises BusError if it is no YUYV."""
    width, height, kind, _, stride = struct.unpack_from("<5I", form, _PICTURE)
    if kind != _YUYV:
        name = kind.to_bytes(4, "little").decode("ascii", "replace")
        raise BusError(f"the video device gives {name!r} pictures, YUYV was asked for")
    return Granted(width, height, max(stride, 2 * width))


def picture(memory: bytes, given: Granted, size: tuple[int, int]) -> Image:
    """Return a frame as RGB888 of `size`: cameras like the OV7670 give what they can."""
    rows = np.frombuffer(memory, np.uint8, given.stride * given.height)
    packed = rows.reshape(given.height, given.stride)[:, : 2 * given.width]
    image = from_yuyv(packed.tobytes(), (given.width, given.height))
    if size == (given.width, given.height):
        return image
    across, down = _middles(given.width, size[0]), _middles(given.height, size[1])
    return np.ascontiguousarray(image[down[:, None], across[None, :]])


def _middles(given: int, wanted: int) -> NDArray[np.int64]:
    """Return for each wanted pixel the given one in its middle."""
    return (2 * np.arange(wanted) + 1) * given // (2 * wanted)


class VideoDevice:
    """A camera that the kernel knows, like the e-puck2's OV7670 behind the Pi-puck's USB."""

    def __init__(self, path: str, size: tuple[int, int], *, timeout: float = 1.0) -> None:
        """Open it for frames of `size`; a frame may take `timeout` s."""
        self.size = size
        self._path = path
        self._timeout = timeout
        try:
            self._file = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        except OSError as error:
            raise cannot_open("video", path, error) from error
        try:
            self._start()
        except BusError:
            os.close(self._file)
            raise
        except OSError as error:
            os.close(self._file)
            raise BusError(
                f"{path} gives no YUYV pictures of {size[0]}x{size[1]}: {error.strerror}"
            ) from error

    def _start(self) -> None:
        form = wished(self.size)
        fcntl.ioctl(self._file, _ioctl(3, 5, len(form)), form)
        self._given = granted(form)
        request = bytearray(_REQUEST.pack(1, _CAPTURE, _MMAP, 0, 0))
        fcntl.ioctl(self._file, _ioctl(3, 8, len(request)), request)
        buffer = _buffer()
        fcntl.ioctl(self._file, _ioctl(3, 9, len(buffer)), buffer)
        place = 4 * 5 + (4 if _POINTER == 8 else 0) + _TIMEVAL + 16 + 8
        offset = struct.unpack_from("<I", buffer, place)[0]
        length = struct.unpack_from("<I", buffer, place + _POINTER)[0]
        self._memory = mmap.mmap(self._file, length, offset=offset)
        fcntl.ioctl(self._file, _ioctl(1, 18, 4), struct.pack("<i", _CAPTURE))
        self._queue()

    def _queue(self) -> None:
        buffer = _buffer()
        fcntl.ioctl(self._file, _ioctl(3, 15, len(buffer)), buffer)

    def grab(self) -> Image:
        """Wait for the next frame."""
        if not select.select([self._file], [], [], self._timeout)[0]:
            raise BusError(f"{self._path}: no picture came in {self._timeout} s")
        buffer = _buffer()
        try:
            fcntl.ioctl(self._file, _ioctl(3, 17, len(buffer)), buffer)
            frame = self._memory[: self._given.stride * self._given.height]
            self._queue()
        except OSError as error:
            raise BusError(f"{self._path}: {error.strerror}") from error
        return picture(frame, self._given, self.size)

    def close(self) -> None:
        """Stop the stream and close the device."""
        if self._file < 0:
            return
        with contextlib.suppress(OSError):
            fcntl.ioctl(self._file, _ioctl(1, 19, 4), struct.pack("<i", _CAPTURE))
        self._memory.close()
        os.close(self._file)
        self._file = -1
