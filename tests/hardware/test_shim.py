# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Stock programs for /dev/i2c-N, in Python and in C, talk to a socket."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mujoco")
pytest.importorskip("numba")
if sys.platform != "linux" or shutil.which("cc") is None:
    pytest.skip("needs Linux and a C compiler", allow_module_level=True)

from hardware_pairs import emulated
from samebot.hardware.epuck2.mcu_packets import decode, encode
from samebot.hardware.link import Orders
from samebot.hardware.shim import compile_shim

PYTHON = """
import sys
from smbus2 import SMBus, i2c_msg
packet = bytes.fromhex(sys.argv[1])
with SMBus(12) as bus:
    write, read = i2c_msg.write(0x1F, packet), i2c_msg.read(0x1F, 47)
    bus.i2c_rdwr(write, read)
    print(bytes(read).hex())
    try:
        bus.read_byte_data(0x33, 0)
    except OSError as error:
        print(error.errno)
print(open("/dev/null").read() == "")
"""
C = r"""
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
int main(int count, char **words) {
    unsigned char out[20], in[47];
    for (int i = 0; i < 20; i++) sscanf(words[1] + 2 * i, "%2hhx", out + i);
    int file = open("/dev/i2c-12", count > 2 ? O_RDONLY : O_RDWR);
    if (file < 0) return perror("open"), 1;
    ioctl(file, I2C_SLAVE, 0x1F);
    if (write(file, out, 20) != 20 || read(file, in, 47) != 47) return perror("plain"), 1;
    for (int i = 0; i < 47; i++) printf("%02x", in[i]);
    printf("\n");
    ioctl(file, I2C_SLAVE, 0x33);
    printf("%d\n", read(file, in, 1) < 0 ? errno : 0);
    return close(file);
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shim")
    library = compile_shim(folder)
    assert compile_shim(folder) == library
    return library


def run(words: list[str], library: Path, mapping: str) -> list[str]:
    surroundings = os.environ | {"LD_PRELOAD": str(library), "SAMEBOT_I2C": mapping}
    done = subprocess.run(
        words, env=surroundings, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("language", ["python", "c", "fortified c"])
def test_a_stock_program_drives_an_emulator(language: str, library: Path, tmp_path: Path) -> None:
    packet = encode(Orders(left=159, right=-159)).hex()
    words = [sys.executable, "-c", PYTHON, packet]
    if language != "python":
        source, program = tmp_path / "program.c", tmp_path / "program"
        source.write_text(C)
        checked = ["-O2", "-D_FORTIFY_SOURCE=2"] if language == "fortified c" else []
        subprocess.run(["cc", *checked, "-o", str(program), str(source)], check=True, timeout=30)
        words = [str(program), packet]
    with emulated("pipuck", tmp_path, rate=1.0) as emulator:
        answer, error, *_ = run(words, library, f"11=/nowhere;12={tmp_path / 'bus'}")
        assert decode(bytes.fromhex(answer)).selector == 10
        assert error in {"6", "121"}
        with emulator.world.lock:
            assert emulator.robots[0].board.speeds == (159, -159)


def test_an_address_beyond_7_bits_is_invalid(library: Path, tmp_path: Path) -> None:
    ask = """
from smbus2 import SMBus
with SMBus(12) as bus:
    try:
        bus.read_byte(0x80)
    except OSError as error:
        print(error.errno)
"""
    with emulated("pipuck", tmp_path, rate=1.0):
        assert run([sys.executable, "-c", ask], library, f"12={tmp_path / 'bus'}") == ["22"]


def test_buses_that_are_not_named_stay_the_systems_own(library: Path) -> None:
    ask = "import os\ntry:\n os.open('/dev/i2c-211', 2)\nexcept FileNotFoundError: print('none')"
    assert run([sys.executable, "-c", ask], library, "12=/nowhere") == ["none"]
