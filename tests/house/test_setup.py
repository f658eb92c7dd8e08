# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`./run` names what a system lacks; systems are made of doubles, and nothing is downloaded."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="doubles are shell scripts")

TOOLS = (
    *("basename", "cat", "cksum", "cut", "date", "dirname", "find", "flock", "grep", "mkdir"),
    *("mktemp", "rm", "sed", "sh", "sha256sum", "sleep", "sort", "tail", "timeout", "xargs"),
)
SHORT = f"{sys.version_info.major}.{sys.version_info.minor}"
# What a Python on another system would answer; each line is one deviation from this one.
DEVIATIONS = {
    "no headers": "sysconfig.get_path = lambda name: '/nowhere'",
    "headers": "sysconfig.get_path = lambda name: HERE",
    "no ensurepip": "util.find_spec = lambda name: None if name == 'ensurepip' else name",
    "of the system": "sys.base_prefix = '/usr'",
}
CUSTOM = """\
import ctypes, os, sys, sysconfig
import importlib.util as util
HERE = os.path.dirname(__file__)
ctypes.CDLL = str
sys.base_prefix = '/opt/python'  # of one's own, whatever Python runs these tests
"""


@dataclass
class System:
    """A system of doubles, and a copy of the project in it."""

    place: Path
    environment: dict[str, str] = field(default_factory=dict)

    def double(self, name: str, script: str) -> None:
        """Put a program on PATH."""
        file = self.place / "bin" / name
        file.unlink(missing_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def python(self, *deviations: str, name: str = "python3") -> Path:
        """Put this Python on PATH, as it would be with these deviations."""
        home = self.place / f"of-{name}"
        subprocess.run([base_python(), "-m", "venv", "--without-pip", home], check=True, timeout=60)
        site = home / "lib" / f"python{SHORT}" / "site-packages"
        lines = [DEVIATIONS[deviation] for deviation in deviations]
        # Not as sitecustomize: Debian's Python has one of its own, which comes first.
        (site / "deviations.py").write_text(CUSTOM + "\n".join(lines) + "\n")
        (site / "deviations.pth").write_text("import deviations\n")
        (site / "Python.h").touch()
        self.double(name, f'exec "{home}/bin/python" "$@"')
        return home / "bin" / "python"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the project's `run` here, and nothing from outside."""
        return subprocess.run(
            [self.place / "project" / "run", *arguments],
            check=False,
            env={
                "PATH": str(self.place / "bin"),
                "HOME": str(self.place),
                "PIP_NO_INDEX": "1",
                **self.environment,
            },
            capture_output=True,
            text=True,
            timeout=60,
            stdin=subprocess.DEVNULL,
        )

    def told(self, *arguments: str, status: int = 0) -> str:
        """Return what `run` prints, all in one line."""
        done = self.run(*arguments)
        text = done.stdout + done.stderr
        assert done.returncode == status, text
        return " ".join(text.split())


def base_python() -> str:
    return str(getattr(sys, "_base_executable", sys.executable))


@pytest.fixture
def system(root: Path, tmp_path: Path) -> System:
    """Return a Linux PC of somebody who is not root, with a compiler and no Python."""
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        if found := shutil.which(tool):
            (tmp_path / "bin" / tool).symlink_to(found)
    project = tmp_path / "project"
    ignore = shutil.ignore_patterns("build", "__pycache__")
    shutil.copytree(root / "interfaces", project / "interfaces", ignore=ignore)
    for name in ("run", "pyproject.toml"):
        shutil.copy(root / name, project / name)
    system = System(tmp_path)
    system.double("uname", 'case $1 in -m) echo x86_64 ;; *) echo "Linux" ;; esac')
    system.double("id", "echo 1000")
    system.double("apt-get", f'echo "$@" >>"{tmp_path}/apt-calls"')
    for name in ("cc", "c++"):
        system.double(name, "exit 0")
    system.environment |= {"CC": "cc", "CXX": "c++"}
    return system


def test_a_complete_system_lacks_nothing(system: System) -> None:
    system.python("headers")
    told = system.told("check")
    assert told.endswith("ROS: wheels")
    assert "This system lacks" not in told
    assert not (system.place / "project" / ".venv").exists()


def test_an_old_python_is_named_with_the_command_that_gives_a_newer_one(system: System) -> None:
    system.double("python3", "echo 3.9.2")
    told = system.told("check", status=1)
    assert "found Python 3.9.2 (python3), which is too old; samebot needs Python 3.11" in told
    assert "pyenv install 3.13" in told


def test_an_old_system_python_gets_the_newest_that_apt_has(system: System) -> None:
    system.double("python3", "echo 3.10.12")
    offers = "case $2 in python3.1[12]) echo '  Candidate: 3.12.3-1' ;; esac"
    system.double("apt-cache", offers)
    told = system.told("check", status=1)
    assert "sudo apt-get install -y python3.12 python3.12-venv python3.12-dev" in told


def test_a_system_without_python_is_told_so(system: System) -> None:
    system.double("python3", "echo 'pyenv: python3: command not found' >&2; exit 127")
    assert "found no Python 3; samebot needs" in system.told("check", status=1)


def test_commands_that_do_not_run_or_are_old_are_passed_over(system: System) -> None:
    system.double("python3", "echo 3.10.1")
    system.double("python3.14", "exit 127")
    chosen = system.python("headers", name="python3.13")
    assert f"({chosen})" in system.told("check")


def test_the_named_python_is_taken_or_complained_about(system: System) -> None:
    system.double("python3", "exit 1")
    chosen = system.python("headers", name="mine")
    system.environment["SAMEBOT_PYTHON"] = str(system.place / "bin" / "mine")
    assert f"({chosen})" in system.told("check")
    system.environment["SAMEBOT_PYTHON"] = "/nowhere/python"
    assert "SAMEBOT_PYTHON is '/nowhere/python', which does not run" in system.told(
        "check", status=1
    )


def test_without_headers_all_but_ros_is_set_up_and_one_sentence_says_so(system: System) -> None:
    system.python("no headers", "of the system")
    told = system.told("check")
    assert told.count("Without the ROS face") == 1
    assert "(no Python.h in /nowhere)" in told
    assert "dev" in told.split("To install: sudo apt-get install -y ")[1].split()[0]
    assert told.endswith("ROS: none")


def test_apt_is_not_offered_for_headers_of_a_python_of_ones_own(system: System) -> None:
    chosen = system.python("no headers")
    told = system.told("check")
    assert "To install" not in told
    assert f"apt cannot give to {chosen}" in told
    assert told.endswith("ROS: none")


def test_a_missing_compiler_is_named_with_the_exact_line(system: System) -> None:
    system.python("headers")
    (system.place / "bin" / "c++").unlink()
    told = system.told("check")
    assert "This system lacks: g++ To install: sudo apt-get install -y g++ " in told
    assert "cannot be built without a C++ compiler." in told


def test_no_compiler_is_needed_where_the_wheel_was_built_before(system: System) -> None:
    chosen = system.python("headers")
    (system.place / "bin" / "c++").unlink()
    code = "import cached_wheel; print(cached_wheel._folder())"
    asked = subprocess.run(
        [chosen, "-c", code],
        check=True,
        cwd=system.place / "project" / "interfaces",
        env={"HOME": str(system.place)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    kept = Path(asked.stdout.strip())
    assert kept.is_relative_to(system.place)
    kept.mkdir(parents=True)
    (kept / "samebot_interfaces.whl").touch()
    assert "This system lacks" not in system.told("check")


def test_without_venv_the_line_is_printed_and_nothing_else_is_done(system: System) -> None:
    system.python("headers", "no ensurepip", "of the system")
    for command in ("check", "setup"):
        told = system.told(command, status=1)
        assert "sudo apt-get install -y python3" in told
        assert "cannot make a virtual environment without python3-venv" in told
    assert not (system.place / "project" / ".venv").exists()


def test_a_python_of_ones_own_without_venv_is_named(system: System) -> None:
    chosen = system.python("headers", "no ensurepip")
    assert f"{chosen} has no venv and ensurepip modules" in system.told("check", status=1)


def test_root_gets_it_installed_before_anything_else(system: System) -> None:
    system.double("id", "echo 0")
    system.python("headers", "no ensurepip", "of the system")
    (system.place / "bin" / "c++").unlink()
    assert "To install: apt-get install -y python3" in system.told("check", status=1)
    assert not (system.place / "apt-calls").exists()

    system.told("setup", status=1)  # this apt-get installs nothing, so venv is still missing
    update, install = (system.place / "apt-calls").read_text().splitlines()
    assert update == "update"
    assert install.startswith("install -y --no-install-recommends python3")
    assert install.endswith(" g++")


@pytest.mark.parametrize(("kernel", "machine"), [("Linux", "aarch64"), ("Darwin", "arm64")])
def test_elsewhere_one_sentence_says_that_there_is_no_ros(
    system: System, kernel: str, machine: str
) -> None:
    system.python("no headers")
    system.double("uname", f"case $1 in -m) echo {machine} ;; *) echo {kernel} ;; esac")
    told = system.told("check")
    assert told.count("Without the ROS face") == 1
    assert f"there are no ROS 2 wheels for {kernel} on {machine}" in told
    assert told.endswith("ROS: none")


def test_a_sourced_ros_is_used_and_what_it_lacks_is_named(system: System) -> None:
    system.python("no headers")
    for name in ("rclpy", "tf2_msgs"):
        (system.place / "ros" / "lib" / name).mkdir(parents=True)
        (system.place / "ros" / "lib" / name / "__init__.py").touch()
    system.environment["AMENT_PREFIX_PATH"] = str(system.place / "ros")
    system.environment["PYTHONPATH"] = str(system.place / "ros" / "lib")
    told = system.told("check")
    assert "The sourced ROS 2 lacks map_msgs nav2_msgs" in told
    assert told.endswith("ROS: sourced")


@pytest.mark.slow
def test_a_set_up_that_failed_says_what_to_do_and_does_not_count(system: System) -> None:
    system.double("python3", f'exec "{base_python()}" "$@"')
    for _ in range(2):
        told = system.told("setup", status=1)
        assert "set-up stopped while it was installing pip" in told
        assert "run the same command again" in told
    state = system.place / "project" / ".venv" / ".samebot"
    assert (state / "setup.log").exists()
    assert not (state / "all").exists()


def test_wrong_use_is_status_2_and_help_names_the_commands(system: System) -> None:
    assert "there is no command 'dance'" in system.told("dance", status=2)
    told = system.told("help")
    assert all(name in told for name in ("demo", "test", "fuzz", "docs", "check", "clean"))


@pytest.mark.parametrize(
    ("user", "browser", "needed", "installed"),
    [
        (1000, True, "1", False),
        (0, True, "1", False),
        (0, False, "1", True),
        (1000, False, "", False),
    ],
)
def test_ci_gets_a_browser_if_it_can_and_then_needs_it(
    system: System, root: Path, user: int, browser: bool, needed: str, installed: bool
) -> None:
    project = system.place / "project"
    (project / ".ci").mkdir()
    script = Path(shutil.copy(root / ".ci" / "run", project / ".ci" / "run"))
    (project / "run").write_text('#!/bin/sh\necho "$* CI=$CI needed=${SAMEBOT_NEEDS_BROWSER-}"\n')
    system.double("id", f"echo {user}")
    if browser:
        system.double("chromium", "exit 0")
    environment = {"PATH": str(system.place / "bin")}
    done = subprocess.run(
        [script], check=True, env=environment, capture_output=True, text=True, timeout=30
    )
    assert done.stdout.splitlines()[-1] == f"test CI=true needed={needed}"
    calls = system.place / "apt-calls"
    assert (calls.read_text().split() if calls.exists() else []) == (
        ["update", "install", "-y", "--no-install-recommends", "chromium"] if installed else []
    )


GATES = ("ruff check", "ruff format --check", "mypy", "pytest")


def gated(system: System, failing: str = "", ros: str = "wheels") -> tuple[int, list[str]]:
    """Run `./run test` where all is set up; return its status and how pytest was called."""
    project = system.place / "project"
    state = project / ".venv" / ".samebot"
    state.mkdir(parents=True)
    (state.parent / "bin").mkdir()
    calls = system.place / "pytest-calls"
    for name in ("ruff", "mypy", "python"):
        double = state.parent / "bin" / name
        script = f'case "{name} $*" in *pytest*) echo "$*" >>"{calls}" ;; esac\n'
        script += f'case "{name} $*" in *"{failing or "nothing"}"*) exit 1 ;; esac\n'
        double.write_text(f"#!/bin/sh\n{script}")
        double.chmod(0o755)
    (state / "ros").write_text(ros)
    (state / "python").touch()
    (state / "all").touch()
    shell = [shutil.which("sh") or "sh", "-c", '. "$0" help >/dev/null; key', str(project / "run")]
    environment = {"PATH": str(system.place / "bin"), **system.environment}
    key = subprocess.run(shell, check=True, env=environment, capture_output=True, timeout=30).stdout
    for part in ("all", "dev"):
        (state / part).write_bytes(key)
    done = system.run("test")
    assert "set up" not in done.stdout
    assert [line[4:] for line in done.stdout.splitlines() if line.startswith("==> ruff")] == [
        "ruff check",
        "ruff format --check",
    ]
    return done.returncode, calls.read_text().splitlines()


def test_tests_pass_when_every_gate_passes(system: System) -> None:
    assert gated(system) == (0, ["-m pytest -n 2"])


@pytest.mark.parametrize("gate", GATES)
def test_a_gate_that_fails_fails_the_tests_and_hides_no_other(system: System, gate: str) -> None:
    status, calls = gated(system, failing=gate)
    assert status == 1
    assert len(calls) == 1


def test_in_ci_the_coverage_is_measured_against_its_floor(system: System) -> None:
    system.environment["CI"] = "true"
    _, (call,) = gated(system)
    assert "--cov " in call
    assert "fail-under" not in call


def test_without_ros_the_floor_does_not_hold(system: System) -> None:
    system.environment["CI"] = "true"
    system.python("no headers", "of the system")
    _, (call,) = gated(system, ros="none")
    assert "--cov-fail-under=0" in call


def test_every_ros_gets_what_recordings_and_compressed_images_need(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    installed = re.findall(r"^ *extras=(\S+)$", (root / "run").read_text(), re.MULTILINE)
    assert installed == ["sim,ros,web", "sim,record,web", "sim,web"]  # wheels, sourced, none
    assert {"sim", "ros", "web", "record"} <= set(extras)
    assert "samebot[record]" in extras["ros"]


def test_both_scripts_are_plain_sh(root: Path) -> None:
    shell = shutil.which("dash") or "sh"
    for script in (root / "run", root / ".ci" / "run"):
        assert script.read_text().startswith("#!/bin/sh\n")
        assert os.access(script, os.X_OK)
        subprocess.run([shell, "-n", script], check=True, timeout=10)
