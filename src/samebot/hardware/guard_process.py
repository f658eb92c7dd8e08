# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The program that stops robots when the one that drives them is gone or stands still itself.

Started by guard.py with one end of a socket pair as standard input; imports the standard
library only, so that it starts at once and stays small. Each message is a line of JSON, with
an open file of the bus beside it where there is one:

    {"key": 1, "plan": {...}}    stop this robot so, if the other end of the pair is closed
    {"key": 1, "plan": null}     no more; the robot was stopped, or is gone
    {"key": 1, "left": true}     stop this robot, however long it takes: the driver gave it up
    {"key": 1, "beat": true}     the driver runs and the robot moves: stop it, too, if no other
                                 beat comes, as when the driver is suspended; false: it stands

After every line but beats it answers one byte, so that the driver knows that its files are let go
and that nobody else talks to the robot.
"""

from __future__ import annotations

import array
import ctypes
import errno
import json
import os
import select
import signal
import socket
import struct
import sys
from time import perf_counter

__all__ = ["main"]

PATIENCE = 60.0
"""For how long it tries to stop a robot, s."""
PAUSE = 0.1
ANSWER = 0.15
"""For how long it waits for the robot's answer, s."""
FROZEN = 0.4
"""A driver whose robot moves is taken for suspended after so long without a beat, s."""
I2C_RDWR = 0x0707
MOST_FILES = 8


class Message(ctypes.Structure):
    """struct i2c_msg of linux/i2c.h."""

    _fields_ = (
        ("address", ctypes.c_uint16),
        ("flags", ctypes.c_uint16),
        ("length", ctypes.c_uint16),
        ("data", ctypes.POINTER(ctypes.c_uint8)),
    )


class Transfer(ctypes.Structure):
    """struct i2c_rdwr_ioctl_data of linux/i2c-dev.h."""

    _fields_ = (("messages", ctypes.POINTER(Message)), ("count", ctypes.c_uint32))


class Taken(OSError):
    """Another program has the port now: it has stopped the robot, or will."""


class Frozen:
    """When to stop the robots of a driver that no longer beats."""

    def __init__(self) -> None:
        """Begin with robots that stand."""
        self.due: dict[int, float] = {}

    def timeout(self) -> float | None:
        """Return in how many seconds something is due; None: nothing is."""
        if not self.due:
            return None
        return max(0.0, min(self.due.values()) - perf_counter())

    def stop(self, plans: dict[int, dict[str, object]]) -> None:
        """Stop those that are due; again later where that fails."""
        for key in [key for key, when in self.due.items() if when <= perf_counter()]:
            if key not in plans or stopped(plans[key], renew=False):
                del self.due[key]
            else:
                self.due[key] = perf_counter() + PAUSE


def main() -> None:
    """Keep plans until the driver is gone, then carry out those that are left."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for children
    driver = socket.socket(fileno=os.dup(0))
    alive = driver_process()
    plans: dict[int, dict[str, object]] = {}
    frozen = Frozen()
    held = b""
    while True:
        try:
            ready = select.select([driver.fileno(), *alive], [], [], frozen.timeout())[0]
            if not ready:
                frozen.stop(plans)
                continue
            if driver.fileno() not in ready:
                break
            data, files = receive(driver)
        except OSError:
            break
        if not data:
            break
        held += data
        *lines, held = held.split(b"\n")
        try:
            take(lines, files, plans, frozen, driver)
        except OSError:
            break
    stop_all(list(plans.values()))


def take(
    lines: list[bytes],
    files: list[int],
    plans: dict[int, dict[str, object]],
    frozen: Frozen,
    driver: socket.socket,
) -> None:
    """Do what lines say; files came with the first that is a plan."""
    for line in lines:
        message = json.loads(line)
        key = int(message["key"])
        if message.get("beat"):
            frozen.due[key] = perf_counter() + FROZEN
            continue
        frozen.due.pop(key, None)
        if message.get("left") and key in plans:
            leave(plans.pop(key), driver)
        if "plan" in message:
            keep(plans, message, files)
            files = []
        if "beat" not in message:
            driver.sendall(b".")


def leave(plan: dict[str, object], driver: socket.socket) -> None:
    """Let a process of its own stop a robot: the others of the driver are looked after here."""
    if os.fork() == 0:
        driver.close()
        try:
            stop_all([plan])
        finally:
            os._exit(0)
    let_go(plan)


def driver_process() -> list[int]:
    """Return what becomes readable when the driver ends, even while its children hold the line."""
    try:
        return [os.pidfd_open(os.getppid())]
    except (AttributeError, OSError):
        return []


def receive(driver: socket.socket) -> tuple[bytes, list[int]]:
    """Return the next bytes and the files that came with them."""
    room = socket.CMSG_SPACE(MOST_FILES * array.array("i").itemsize)
    data, ancillary, _, _ = driver.recvmsg(65536, room)
    files = array.array("i")
    for level, kind, content in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            files.frombytes(content[: len(content) - len(content) % files.itemsize])
    return data, list(files)


def keep(plans: dict[int, dict[str, object]], message: dict[str, object], files: list[int]) -> None:
    """Take a plan, or drop one and let go of its file."""
    key = int(str(message["key"]))
    old = plans.pop(key, None)
    if old is not None:
        let_go(old)
    plan = message["plan"]
    if isinstance(plan, dict):
        plan["file"] = files[0] if files else -1
        plans[key] = plan
    else:
        for file in files:
            os.close(file)


def let_go(plan: dict[str, object]) -> None:
    """Close a plan's file."""
    file = plan.get("file", -1)
    plan["file"] = -1
    if isinstance(file, int) and file >= 0:
        try:
            os.close(file)
        except OSError:
            return


def stop_all(plans: list[dict[str, object]]) -> None:
    """Stop every robot; try again until it answered, or for a minute."""
    end = perf_counter() + PATIENCE
    while plans and perf_counter() < end:
        plans = [plan for plan in plans if not stopped(plan)]
        if plans:
            select.select([], [], [], PAUSE)


def stopped(plan: dict[str, object], *, renew: bool = True) -> bool:
    """Try once; tell whether the robot said that it stopped.

    Without `renew` only the driver's own file is used, which it will go on with.
    """
    frame, answer = bytes.fromhex(str(plan["frame"])), bytes.fromhex(str(plan["answer"]))
    try:
        file = plan["file"]
        if not isinstance(file, int) or file < 0:
            if not renew:
                return False
            file = plan["file"] = opened(str(plan["kind"]), str(plan["target"]))
        if renew and plan["kind"] == "serial":
            refuse_if_taken(file)
        if plan["kind"] in ("i2c", "unix"):
            address, length = int(str(plan["address"])), int(str(plan["length"]))
            way = by_ioctl if plan["kind"] == "i2c" else by_socket
            # Twice: a packet that arrives broken is answered, but not obeyed.
            return all(way(file, address, frame, length).startswith(answer) for _ in range(2))
        # What the driver had asked for may come before the answer, but not to a second question.
        return any(answered(file, frame, answer) for _ in range(2))
    except Taken:
        let_go(plan)
        return True
    except (OSError, ValueError) as error:
        if renew and (not isinstance(error, OSError) or error.errno != errno.EREMOTEIO):
            let_go(plan)
        return False


def answered(file: int, frame: bytes, answer: bytes) -> bool:
    """Send a frame; tell whether exactly the answer comes."""
    drain(file)
    write(file, frame)
    return read(file, len(answer) + 64, ANSWER, answer) == answer


def opened(kind: str, target: str) -> int:
    """Open a bus anew: the file that came from the driver is broken."""
    if kind == "i2c":
        return os.open(target, os.O_RDWR)
    if kind == "unix":
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(1.0)
        connection.connect(target)
        return connection.detach()
    if kind == "tcp":
        host, _, port = target.rpartition(":")
        return socket.create_connection((host, int(port)), 1.0).detach()
    return opened_port(*target.rsplit("@", 1))


def opened_port(path: str, baud: str) -> int:
    """Open a serial port, raw, 8N1."""
    import termios
    import tty

    file = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        refuse_if_taken(file)
    except OSError:
        os.close(file)
        raise
    tty.setraw(file, termios.TCSANOW)
    settings = termios.tcgetattr(file)
    settings[2] |= termios.CLOCAL | termios.CREAD
    speed = getattr(termios, f"B{baud}", None)
    if speed is not None:
        settings[4] = settings[5] = speed
    termios.tcsetattr(file, termios.TCSANOW, settings)
    return file


def refuse_if_taken(file: int) -> None:
    """Raise Taken where a driver has claimed a serial port; the dead driver's claim ends here."""
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Taken from None
    fcntl.flock(file, fcntl.LOCK_UN)


def by_ioctl(file: int, address: int, frame: bytes, length: int) -> bytes:
    """Write and read in one combined transfer of Linux."""
    import fcntl

    out = (ctypes.c_uint8 * len(frame))(*frame)
    back = (ctypes.c_uint8 * length)()
    pointer = ctypes.POINTER(ctypes.c_uint8)
    messages = (Message * 2)(
        Message(address, 0, len(frame), ctypes.cast(out, pointer)),
        Message(address, 1, length, ctypes.cast(back, pointer)),
    )
    fcntl.ioctl(file, I2C_RDWR, Transfer(ctypes.cast(messages, ctypes.POINTER(Message)), 2))
    return bytes(back)


def by_socket(file: int, address: int, frame: bytes, length: int) -> bytes:
    """The same through a socket that stands for the bus."""
    drain(file)
    head = struct.Struct("<HHH")
    order = head.pack(address, 0, len(frame)) + frame
    write(file, b"\x02" + order + head.pack(address, 1, length))
    answer = read(file, 1 + length, ANSWER)
    if len(answer) != 1 + length or answer[0]:
        raise OSError(errno.EREMOTEIO, "not acknowledged")
    return answer[1:]


def drain(file: int) -> None:
    """Forget what arrived before; what never ends is no robot's."""
    for _ in range(64):
        if not select.select([file], [], [], 0.0)[0]:
            return
        if not os.read(file, 65536):
            raise OSError(errno.EPIPE, "the other end is gone")


def write(file: int, data: bytes) -> None:
    """Write a frame whether or not the file blocks: the driver may go on with it as it is."""
    while data:
        if not select.select([], [file], [], ANSWER)[1]:
            raise OSError(errno.EAGAIN, "takes no more bytes")
        data = data[os.write(file, data) :]


def read(file: int, most: int, timeout: float, enough: bytes = b"") -> bytes:
    """Return up to `most` bytes that arrive in time; less if nothing more comes, or enough is."""
    data = b""
    end = perf_counter() + timeout
    while len(data) < most and (not data or data != enough):
        left = end - perf_counter()
        if left <= 0.0 or not select.select([file], [], [], left)[0]:
            break
        part = os.read(file, most - len(data))
        if not part:
            raise OSError(errno.EPIPE, "the other end is gone")
        data += part
        end = min(end, perf_counter() + 0.03) if len(data) >= 1 else end
    return data


if __name__ == "__main__":
    main()
    sys.exit(0)
