# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""MCAP files: what is written is read again, after a crash too."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mcap")

from mcap.exceptions import EndOfFile
from mcap.reader import NonSeekingReader, make_reader

from samebot.core.clock import SimulatedClock
from samebot.core.errors import BadInput
from samebot.record.writing import BagWriter

BOOL = "bool data\n"


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "a.mcap"
    with BagWriter(file, SimulatedClock()) as bag:
        bag.add_topic("/button", "std_msgs/msg/Bool", BOOL)
        bag.add_topic("/door", "std_msgs/msg/Bool", BOOL)
        for number in range(3):
            bag.write("/door" if number == 1 else "/button", bytes([number]), 10**18 + number)
    with file.open("rb") as stream:
        found = list(make_reader(stream).iter_messages())
    assert [(c.topic, m.data, m.log_time) for _, c, m in found] == [
        ("/button", b"\0", 10**18),
        ("/door", b"\1", 10**18 + 1),
        ("/button", b"\2", 10**18 + 2),
    ]
    schema, channel, _ = found[0]
    assert schema is not None
    assert (schema.name, schema.encoding, schema.data) == (
        "std_msgs/msg/Bool",
        "ros2msg",
        BOOL.encode(),
    )
    assert channel.message_encoding == "cdr"


def test_after_a_kill_everything_up_to_the_last_half_second_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "killed.mcap"
    program = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from samebot.core.clock import SimulatedClock\n"
        "from samebot.record.writing import BagWriter\n"
        "clock = SimulatedClock()\n"
        "bag = BagWriter(Path(sys.argv[1]), clock)\n"
        "bag.add_topic('/button', 'std_msgs/msg/Bool', 'bool data')\n"
        "for number in range(1000):\n"
        "    bag.write('/button', number.to_bytes(2, 'big'), number)\n"
        "    clock.advance(0.01)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(file)], check=False, timeout=60)
    assert done.returncode == -9
    messages = []
    with contextlib.suppress(EndOfFile):
        for _, _, message in NonSeekingReader(io.BytesIO(file.read_bytes())).iter_messages(
            log_time_order=False
        ):
            messages.append(message.data)
    assert messages[:951] == [number.to_bytes(2, "big") for number in range(951)]


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "mine.mcap"
    file.write_text("precious")
    with pytest.raises(BadInput, match="exists already"):
        BagWriter(file, SimulatedClock())
    assert file.read_text() == "precious"
    with pytest.raises(BadInput, match="cannot be written"):
        BagWriter(tmp_path / "no" / "such.mcap", SimulatedClock())
