# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The doctor finds each kind of trouble on a machine that has it, and none on a healthy one."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from samebot.cli.diagnosis import Finding, State, Surroundings, diagnose, examine, sockets
from samebot.cli.diagnosis.surroundings import Disk, Package, Run
from samebot.cli.doctor import as_text
from samebot.cli.main import main
from samebot.ros.installation import Python

LINUX = "platform_system == 'Linux' and platform_machine == 'x86_64'"
REQUIRES = (
    "numpy<3,>=1.26",
    'mujoco<4.1,>=4.0; extra == "sim"',
    f'ros-jazzy-rclpy[fastrtps]==7.1.6; ({LINUX}) and extra == "ros"',
    'viser<1.2,>=1.1; extra == "web"',
    'samebot[ros,sim,web]; extra == "all"',
)
SUFFIX = ".cpython-311-x86_64-linux-gnu.so"
ROS_PACKAGES = (
    *("std_msgs", "geometry_msgs", "sensor_msgs", "nav_msgs"),
    *("tf2_msgs", "map_msgs", "nav2_msgs"),
)


def _alive(_code: str, _environ: Mapping[str, str]) -> Run:
    return Run(0, "alive\n", "")


@pytest.fixture
def healthy(tmp_path: Path) -> Surroundings:
    """Return a machine on which everything is as it should be."""
    site = tmp_path / "venv/lib/python3.11/site-packages"
    root, home = tmp_path / "root", tmp_path / "home"
    for folder in (
        site / "rclpy",
        site / "ros_wheels_bootstrapper",
        tmp_path / "include",
        root / "dev/shm",
        root / "opt",
        home,
    ):
        folder.mkdir(parents=True)
    (tmp_path / "include/Python.h").touch()
    (site / f"rclpy/_rclpy_pybind11{SUFFIX}").touch()

    def package(name: str, version: str, *requires: str) -> Package:
        return Package(name, version, str(site), requires)

    return Surroundings(
        environ={},
        system="Linux",
        machine="x86_64",
        python=(3, 11, 7),
        bits=64,
        executable=str(tmp_path / "venv/bin/python"),
        prefix=str(tmp_path / "venv"),
        base_prefix="/usr",
        include=tmp_path / "include",
        ros_python=Python(
            prefix=str(tmp_path / "venv"),
            site_packages=str(site),
            rclpy=str(site),
            tf2_msgs=str(site),
            extension_suffix=SUFFIX,
        ),
        packages=(
            package("samebot", "0.1.0", *REQUIRES),
            package("numpy", "2.4.6"),
            package("mujoco", "4.0.0"),
            package("viser", "1.1.1"),
            package("ros-jazzy-rclpy", "7.1.6", "ros-rclpy==7.1.6"),
            package("ros-rclpy", "7.1.6"),
        ),
        root=root,
        home=home,
        folder=tmp_path,
        encoding="UTF-8",
        libc=("glibc", "2.36"),
        now=2e9,
        installed=1.9e9,
        which={"c++": "/usr/bin/c++"}.get,
        find=dict.fromkeys(ROS_PACKAGES, str(site)).get,
        disk=lambda _: Disk(2**40, 2**39),
        run=_alive,
        port_is_free=lambda _: True,
        multicast_works=lambda: True,
        addresses_of=lambda _: ("::1", "127.0.0.1"),
    )


def _changed(here: Surroundings, **changes: object) -> Surroundings:
    return dataclasses.replace(here, **changes)  # type: ignore[arg-type]


def _with(here: Surroundings, **environ: str) -> Surroundings:
    return _changed(here, environ={**here.environ, **environ})


def _without_ros(here: Surroundings) -> Surroundings:
    (Path(here.ros_python.site_packages) / "ros_wheels_bootstrapper").rmdir()
    python = dataclasses.replace(here.ros_python, rclpy=None, tf2_msgs=None)
    packages = tuple(package for package in here.packages if "ros" not in package.name)
    return _changed(here, ros_python=python, packages=packages, find=lambda _: None)


def _with_packages(here: Surroundings, *changed: Package) -> Surroundings:
    names = {package.name for package in changed}
    kept = [package for package in here.packages if package.name not in names]
    return _changed(here, packages=(*kept, *changed))


def _trouble(here: Surroundings) -> list[Finding]:
    return [finding for finding in diagnose(here) if finding.state is not State.OK]


def _only(here: Surroundings) -> Finding:
    found = _trouble(here)
    assert len(found) == 1, found
    return found[0]


def test_a_healthy_machine_has_only_findings_that_are_ok(healthy: Surroundings) -> None:
    assert _trouble(healthy) == []
    names = {finding.name for finding in diagnose(healthy)}
    assert {
        *("python", "compiler", "python headers", "samebot", "samebot[sim]", "ROS wheels"),
        *("ROS 2", "ROS 2 node", "ROS messages", "display", "ports", "shared memory", "clock"),
    } <= names


def test_every_trouble_says_what_to_do_or_is_only_worth_knowing(healthy: Surroundings) -> None:
    broken = _changed(
        _with(healthy, ROS_DOMAIN_ID="x", RMW_IMPLEMENTATION="y", ROS_LOCALHOST_ONLY="1"),
        python=(3, 10, 0),
        which=lambda _: None,
        packages=(),
        now=0.0,
        disk=lambda _: Disk(0, 0),
        may=lambda *_: False,
        multicast_works=lambda: False,
    )
    found = _trouble(broken)
    assert len(found) > 10
    assert all(finding.remedy for finding in found if finding.state is State.PROBLEM)


def test_an_old_python_is_a_problem(healthy: Surroundings) -> None:
    finding = _only(_changed(healthy, python=(3, 10, 13)))
    assert (finding.name, finding.state) == ("python", State.PROBLEM)
    assert "3.11" in finding.finding
    assert "apt install python3.12" in finding.remedy


def test_a_python_newer_than_tried_and_one_of_32_bit_are_notes(healthy: Surroundings) -> None:
    assert _only(_changed(healthy, python=(3, 15, 0))).state is State.NOTE
    assert "64 bit only" in _only(_changed(healthy, bits=32)).finding


def test_another_active_environment_is_a_problem(healthy: Surroundings) -> None:
    finding = _only(_with(healthy, VIRTUAL_ENV="/elsewhere"))
    assert finding.state is State.PROBLEM
    assert "/elsewhere is active" in finding.finding


def test_no_environment_is_a_note_but_conda_is_fine(healthy: Surroundings) -> None:
    bare = _changed(healthy, base_prefix=healthy.prefix)
    assert _only(bare).name == "virtual environment"
    assert _trouble(_with(bare, CONDA_PREFIX="/conda")) == []


def test_a_compiler_is_missed_only_where_messages_must_be_built(healthy: Surroundings) -> None:
    bare = _changed(healthy, which=lambda _: None, include=Path("/nowhere"))
    assert [finding.state for finding in _trouble(bare)] == [State.NOTE, State.NOTE]
    unbuilt = _changed(
        bare,
        ros_python=dataclasses.replace(bare.ros_python, tf2_msgs=None),
        find=lambda name: None if name == "tf2_msgs" else bare.ros_python.site_packages,
    )
    wrong = {f.name: f.remedy for f in _trouble(unbuilt) if f.state is State.PROBLEM}
    assert wrong["compiler"] == "sudo apt install g++"
    assert wrong["python headers"].startswith("sudo apt install python3-dev")
    assert "./run demo" in wrong["ROS messages"]
    assert "ROS 2" in wrong


def test_a_file_named_like_a_package_is_a_problem(healthy: Surroundings) -> None:
    (healthy.folder / "numpy.py").touch()
    finding = _only(healthy)
    assert (finding.name, finding.state) == ("file names", State.PROBLEM)
    assert "numpy.py" in finding.finding


def test_a_missing_extra_is_a_note_that_says_what_it_is_for(healthy: Surroundings) -> None:
    packages = tuple(package for package in healthy.packages if package.name != "mujoco")
    finding = _only(_changed(healthy, packages=packages))
    assert (finding.name, finding.state) == ("samebot[sim]", State.NOTE)
    assert "simulator" in finding.finding
    assert finding.remedy == "pip install 'samebot[sim]'"


def test_an_extra_in_the_wrong_version_is_a_problem(healthy: Surroundings) -> None:
    finding = _only(_with_packages(healthy, Package("mujoco", "3.3.7", "/site")))
    assert finding.state is State.PROBLEM
    assert "mujoco is 3.3.7, wanted <4.1,>=4.0" in finding.finding


def test_a_missing_requirement_is_a_problem(healthy: Surroundings) -> None:
    packages = tuple(package for package in healthy.packages if package.name != "numpy")
    finding = _only(_changed(healthy, packages=packages))
    assert (finding.name, finding.state) == ("samebot", State.PROBLEM)
    assert "numpy is missing" in finding.finding


def test_two_versions_in_one_folder_are_a_problem(healthy: Surroundings) -> None:
    folder = healthy.packages[0].folder
    twice = _changed(healthy, packages=(*healthy.packages, Package("numpy", "1.26.4", folder)))
    finding = _only(twice)
    assert (finding.name, finding.state) == ("packages", State.PROBLEM)
    assert "1.26.4, 2.4.6" in finding.finding


def test_python_path_that_hides_a_package_is_a_problem(healthy: Surroundings) -> None:
    hidden = _changed(healthy, packages=(Package("numpy", "1.26.4", "/old"), *healthy.packages))
    finding = _only(_with(hidden, PYTHONPATH="/old"))
    assert (finding.name, finding.state) == ("PYTHONPATH", State.PROBLEM)
    assert "unset PYTHONPATH" in finding.remedy


def test_wheels_of_another_distribution_are_a_problem(healthy: Surroundings) -> None:
    finding = _only(_with_packages(healthy, Package("ros-kilted-rclpy", "9.1.2", "/site")))
    assert (finding.name, finding.state) == ("ROS wheels", State.PROBLEM)
    assert "ros-kilted-rclpy" in finding.finding


def test_wheels_that_left_their_pin_are_a_problem(healthy: Surroundings) -> None:
    finding = _only(_with_packages(healthy, Package("ros-rclpy", "9.1.2", "/site")))
    assert finding.state is State.PROBLEM
    assert "ros-rclpy is 9.1.2, ros-jazzy-rclpy wants ==7.1.6" in finding.finding


def test_wheels_other_than_samebot_pins_are_a_problem(healthy: Surroundings) -> None:
    other = Package("ros-jazzy-rclpy", "7.2.0", "/site", ("ros-rclpy==7.1.6",))
    found = [finding.finding for finding in _trouble(_with_packages(healthy, other))]
    assert any("ros-jazzy-rclpy is 7.2.0, samebot wants ==7.1.6" in text for text in found)


def test_wheels_without_their_distribution_are_a_problem(healthy: Surroundings) -> None:
    packages = tuple(p for p in healthy.packages if p.name != "ros-jazzy-rclpy")
    found = {f.name: f for f in _trouble(_changed(healthy, packages=packages))}
    assert "may be of any" in found["ROS wheels"].finding


def test_no_ros_is_a_note_with_the_way_to_get_it(healthy: Surroundings) -> None:
    here = _without_ros(healthy)
    found = {finding.name: finding for finding in _trouble(here)}
    assert found.keys() == {"ROS 2", "samebot[ros]"}
    assert found["ROS 2"].remedy == "pip install 'samebot[ros]'"


@pytest.mark.parametrize(
    ("system", "machine", "libc", "expected"),
    [
        ("Linux", "aarch64", ("glibc", "2.36"), "ros-jazzy-ros-base"),
        ("Darwin", "arm64", ("", ""), "RoboStack"),
        ("Windows", "AMD64", ("", ""), "WSL 2"),
        ("Linux", "x86_64", ("glibc", "2.27"), "glibc 2.28"),
        ("Linux", "x86_64", ("", ""), "glibc 2.28"),
    ],
)
def test_the_way_to_ros_fits_the_machine(
    healthy: Surroundings, system: str, machine: str, libc: tuple[str, str], expected: str
) -> None:
    here = _changed(_without_ros(healthy), system=system, machine=machine, libc=libc)
    ros = next(finding for finding in diagnose(here) if finding.name == "ROS 2")
    assert ros.state is State.NOTE
    assert expected in ros.remedy


def test_an_installed_ros_that_is_not_sourced_is_named(healthy: Surroundings) -> None:
    setup = healthy.root / "opt/ros/jazzy/setup.bash"
    setup.parent.mkdir(parents=True)
    setup.touch()
    ros = next(f for f in diagnose(_without_ros(healthy)) if f.name == "ROS 2")
    assert "source /opt/ros/jazzy/setup.bash" in ros.remedy


def test_another_rclpy_on_python_path_is_a_problem(healthy: Surroundings, tmp_path: Path) -> None:
    other = tmp_path / "opt/ros/humble/lib/python3.10/site-packages"
    other.mkdir(parents=True)
    python = dataclasses.replace(healthy.ros_python, rclpy=str(other))
    found = {f.name: f for f in _trouble(_changed(healthy, ros_python=python))}
    assert found["ROS 2"].state is State.PROBLEM
    assert "PYTHONPATH" in found["ROS 2"].finding
    assert "unset PYTHONPATH" in found["ROS 2"].remedy


def test_a_ros_for_another_python_is_a_problem(healthy: Surroundings) -> None:
    python = dataclasses.replace(healthy.ros_python, extension_suffix=".cpython-313-x.so")
    found = {f.name: f for f in _trouble(_changed(healthy, ros_python=python))}
    assert found["ROS 2"].state is State.PROBLEM
    assert "another Python" in found["ROS 2"].finding


def test_two_sourced_distributions_are_a_problem(healthy: Surroundings) -> None:
    paths = "/opt/ros/jazzy:/opt/ros/humble"
    found = {f.name: f for f in _trouble(_with(healthy, AMENT_PREFIX_PATH=paths))}
    assert found["two ROS installations"].state is State.PROBLEM
    assert "humble and jazzy" in found["two ROS installations"].finding
    assert found["AMENT_PREFIX_PATH"].state is State.NOTE


def test_a_sourced_ros_beside_the_wheels_is_a_note(healthy: Surroundings, tmp_path: Path) -> None:
    here = _with(healthy, ROS_DISTRO="humble", AMENT_PREFIX_PATH=str(tmp_path))
    finding = _only(here)
    assert (finding.name, finding.state) == ("two ROS installations", State.NOTE)
    assert "whose messages may differ" in finding.finding


def test_foreign_ros_libraries_are_a_note(healthy: Surroundings, tmp_path: Path) -> None:
    (tmp_path / "librcl.so").touch()
    finding = _only(_with(healthy, LD_LIBRARY_PATH=f"/usr/lib:{tmp_path}"))
    assert (finding.name, finding.state) == ("LD_LIBRARY_PATH", State.NOTE)


def test_ros_1_is_a_note(healthy: Surroundings) -> None:
    finding = _only(_with(healthy, ROS_MASTER_URI="http://localhost:11311"))
    assert (finding.name, finding.state) == ("ROS 1", State.NOTE)


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (Run(102, "", ""), "middleware rmw_x_cpp cannot be loaded"),
        (Run(-11, "", ""), "signal 11"),
        (Run(1, "", "Traceback\nImportError: librcl.so: cannot open\n"), "ImportError: librcl.so"),
        (Run(1, "", "RCLError: Failed to get logging directory, at x"), "no folder for its logs"),
        (Run(1, "", ""), "no message"),
        (Run(0, "", ""), "no message"),
        (Run(-1000, "", "still running after 20 s"), "still running"),
    ],
)
def test_a_node_that_does_not_start_is_a_problem(
    healthy: Surroundings, run: Run, expected: str
) -> None:
    here = _changed(_with(healthy, RMW_IMPLEMENTATION="rmw_x_cpp"), run=lambda *_: run)
    node = next(finding for finding in diagnose(here) if finding.name == "ROS 2 node")
    assert node.state is State.PROBLEM
    assert expected in node.finding


def test_the_node_is_tried_on_this_machine_only(healthy: Surroundings) -> None:
    seen: list[Mapping[str, str]] = []

    def run(_code: str, environ: Mapping[str, str]) -> Run:
        seen.append(environ)
        return Run(0, "alive", "")

    asked = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET", "ROS_DOMAIN_ID": "7"}
    diagnose(_changed(_with(healthy, **asked), run=run))
    assert [env["ROS_AUTOMATIC_DISCOVERY_RANGE"] for env in seen] == ["LOCALHOST"]
    assert seen[0]["ROS_DOMAIN_ID"] == "7"


def test_a_foreign_middleware_is_a_note_with_the_wheels(healthy: Surroundings) -> None:
    finding = _only(_with(healthy, RMW_IMPLEMENTATION="rmw_cyclonedds_cpp"))
    assert (finding.name, finding.state) == ("RMW_IMPLEMENTATION", State.NOTE)
    assert finding.remedy == "unset RMW_IMPLEMENTATION"


def test_a_middleware_that_a_sourced_ros_lacks_is_a_problem(
    healthy: Surroundings, tmp_path: Path
) -> None:
    (Path(healthy.ros_python.site_packages) / "ros_wheels_bootstrapper").rmdir()
    here = _with(
        healthy,
        RMW_IMPLEMENTATION="rmw_zenoh_cpp",
        ROS_DISTRO="jazzy",
        AMENT_PREFIX_PATH=str(tmp_path),
    )
    finding = _only(here)
    assert finding.state is State.PROBLEM
    assert "ros-jazzy-rmw-zenoh-cpp" in finding.remedy
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/librmw_zenoh_cpp.so").touch()
    assert _trouble(here) == []


@pytest.mark.parametrize("domain", ["-1", "102", "abc", "1.5", "99999999999", "\u0663"])
def test_a_domain_that_does_not_work_is_a_problem(healthy: Surroundings, domain: str) -> None:
    finding = _only(_with(healthy, ROS_DOMAIN_ID=domain))
    assert (finding.name, finding.state) == ("ROS_DOMAIN_ID", State.PROBLEM)


@pytest.mark.parametrize("domain", ["0", "42", "101"])
def test_a_domain_that_works_is_fine(healthy: Surroundings, domain: str) -> None:
    assert _trouble(_with(healthy, ROS_DOMAIN_ID=domain)) == []


@pytest.mark.parametrize(
    ("name", "value", "state"),
    [
        ("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCAL", State.PROBLEM),
        ("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF", State.NOTE),
        ("ROS_LOCALHOST_ONLY", "1", State.NOTE),
        ("ROS_STATIC_PEERS", "10.0.0.2", State.NOTE),
        ("FASTRTPS_DEFAULT_PROFILES_FILE", "/nowhere.xml", State.PROBLEM),
        ("FASTDDS_DEFAULT_PROFILES_FILE", __file__, State.NOTE),
        ("ROS_DISCOVERY_SERVER", "10.0.0.2:11811", State.NOTE),
        ("FASTDDS_BUILTIN_TRANSPORTS", "TCP", State.PROBLEM),
        ("ROS_SECURITY_ENABLE", "true", State.NOTE),
    ],
)
def test_variables_of_ros_that_change_things_are_told(
    healthy: Surroundings, name: str, value: str, state: State
) -> None:
    finding = _only(_with(healthy, **{name: value}))
    assert (finding.name, finding.state) == (name, state)


def test_enforced_security_without_keys_is_a_problem(healthy: Surroundings) -> None:
    secure = {"ROS_SECURITY_ENABLE": "true", "ROS_SECURITY_STRATEGY": "Enforce"}
    assert _only(_with(healthy, **secure)).state is State.PROBLEM
    keyed = _only(_with(healthy, **secure, ROS_SECURITY_KEYSTORE=str(healthy.folder)))
    assert keyed.state is State.NOTE


def test_missing_messages_of_a_sourced_ros_come_from_apt(healthy: Surroundings) -> None:
    (Path(healthy.ros_python.site_packages) / "ros_wheels_bootstrapper").rmdir()
    there = dict.fromkeys(ROS_PACKAGES, healthy.ros_python.site_packages)
    del there["nav2_msgs"]
    finding = _only(_with(_changed(healthy, find=there.get), ROS_DISTRO="jazzy"))
    assert finding.remedy == "sudo apt install ros-jazzy-nav2-msgs"


def test_the_wheels_are_not_wanted_beside_a_sourced_ros(healthy: Surroundings) -> None:
    (Path(healthy.ros_python.site_packages) / "ros_wheels_bootstrapper").rmdir()
    packages = tuple(package for package in healthy.packages if "ros" not in package.name)
    here = _with(_changed(healthy, packages=packages), ROS_DISTRO="jazzy")
    (finding,) = (each for each in diagnose(here) if each.name == "samebot[ros]")
    assert (finding.state, finding.remedy) == (State.OK, "")
    assert "not wanted beside the sourced ROS 2" in finding.finding


def test_messages_of_another_ros_are_a_problem(healthy: Surroundings) -> None:
    there = dict.fromkeys(ROS_PACKAGES, healthy.ros_python.site_packages)
    there["nav_msgs"] = "/opt/ros/jazzy/lib/python3.12/site-packages"
    finding = _only(_changed(healthy, find=there.get))
    assert (finding.name, finding.state) == ("ROS messages", State.PROBLEM)
    assert "nav_msgs comes from /opt/ros/jazzy" in finding.finding


@pytest.mark.parametrize(
    ("kernel", "state"),
    [
        ("Linux version 5.15.90.1-microsoft-standard-WSL2", State.NOTE),
        ("Linux version 4.4.0-19041-Microsoft", State.PROBLEM),
    ],
)
def test_wsl_is_recognised(healthy: Surroundings, kernel: str, state: State) -> None:
    (healthy.root / "proc").mkdir()
    (healthy.root / "proc/version").write_text(kernel)
    finding = _only(healthy)
    assert (finding.name, finding.state) == ("WSL", state)


def test_a_container_is_a_note(healthy: Surroundings) -> None:
    (healthy.root / ".dockerenv").touch()
    assert _only(healthy).name == "container"


def test_a_display_is_never_needed(healthy: Surroundings) -> None:
    assert _trouble(_with(healthy, DISPLAY=":0")) == []
    display = next(f for f in diagnose(healthy) if f.name == "display")
    assert "none is needed" in display.finding


def test_little_memory_is_a_note(healthy: Surroundings) -> None:
    (healthy.root / "proc").mkdir()
    (healthy.root / "proc/meminfo").write_text("MemTotal: 400000 kB\nMemAvailable: 102400 kB\n")
    assert "100 MB are left" in _only(healthy).finding


def test_a_clock_before_the_installation_is_a_problem(healthy: Surroundings) -> None:
    finding = _only(_changed(healthy, now=0.0))
    assert (finding.name, finding.state) == ("clock", State.PROBLEM)
    assert "1970-01-01" in finding.finding


def test_a_character_set_other_than_utf_8_is_a_note(healthy: Surroundings) -> None:
    assert _only(_changed(healthy, encoding="ANSI_X3.4-1968")).name == "character set"
    assert _trouble(_changed(healthy, encoding="utf8")) == []


def test_a_port_without_permission_names_the_group(healthy: Surroundings) -> None:
    for node in ("ttyACM0", "i2c-1"):
        (healthy.root / "dev" / node).touch()

    def may(path: Path, mode: int) -> bool:
        return path.name != "ttyACM0" and os.access(path, mode)

    finding = _only(_changed(healthy, may=may))
    assert finding.name == "cables"
    assert "ttyACM0" in finding.finding
    assert "usermod -aG dialout" in finding.remedy


@pytest.mark.parametrize(("free", "state"), [(10, State.PROBLEM), (500, State.NOTE)])
def test_a_full_disk_is_told(healthy: Surroundings, free: int, state: State) -> None:
    def disk(path: Path) -> Disk:
        return Disk(2**40, free * 2**20 if path == healthy.home else 2**39)

    finding = _only(_changed(healthy, disk=disk))
    assert (finding.name, finding.state) == ("disk", state)


def test_a_cache_that_may_not_be_written_is_a_problem(healthy: Surroundings) -> None:
    (healthy.folder / "file").touch()
    finding = _only(_with(healthy, XDG_CACHE_HOME=str(healthy.folder / "file")))
    assert (finding.name, finding.state) == ("folders", State.PROBLEM)
    assert "is no folder" in finding.finding
    assert "XDG_CACHE_HOME" in finding.remedy


@pytest.mark.parametrize(
    ("total", "free", "state"),
    [(64, 60, State.NOTE), (1000, 1, State.PROBLEM)],
)
def test_small_and_full_shared_memory_are_told(
    healthy: Surroundings, total: int, free: int, state: State
) -> None:
    def disk(path: Path) -> Disk:
        shared = path.name == "shm"
        return Disk(total * 2**20, free * 2**20) if shared else Disk(2**40, 2**39)

    finding = _only(_changed(healthy, disk=disk))
    assert (finding.name, finding.state) == ("shared memory", state)


def test_shared_memory_that_is_not_there_is_a_note(healthy: Surroundings) -> None:
    (healthy.root / "dev/shm").rmdir()
    assert _only(healthy).name == "shared memory"


def test_a_taken_port_names_who_has_it(healthy: Surroundings) -> None:
    here = _changed(
        healthy, port_is_free=lambda port: port != 8080, listener=lambda _: "python (process 7)"
    )
    finding = _only(here)
    assert (finding.name, finding.state) == ("ports", State.NOTE)
    assert "taken by python (process 7)" in finding.finding


def test_a_loopback_that_does_not_work_is_a_note(healthy: Surroundings) -> None:
    assert "multicast" in _only(_changed(healthy, multicast_works=lambda: False)).finding
    assert "localhost" in _only(_changed(healthy, addresses_of=lambda _: ("::1",))).finding


def test_a_check_that_fails_is_a_finding_and_the_rest_goes_on(healthy: Surroundings) -> None:
    def _weak_check(_here: Surroundings) -> Iterator[Finding]:
        yield Finding("first", State.OK, "fine")
        raise PermissionError(13, "Permission denied", "/proc")

    def _strong_check(_here: Surroundings) -> Iterator[Finding]:
        yield Finding("last", State.OK, "fine")

    found = examine(healthy, [_weak_check, _strong_check])
    assert [finding.name for finding in found] == ["weak check", "last"]
    assert found[0].state is State.NOTE
    assert "PermissionError" in found[0].finding


def test_a_taken_port_is_noticed_and_its_owner_found() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(1)
        port = server.getsockname()[1]
        assert not sockets.port_is_free(port)
        owner = sockets.listener(port)
        assert owner == "another program" or f"process {os.getpid()}" in owner
    assert sockets.port_is_free(port)
    assert sockets.listener(port) == "another program"


def test_a_process_is_ended_by_what_it_loads_without_ending_the_doctor() -> None:
    here = Surroundings.here()
    assert here.run("import os; os._exit(102)", os.environ) == Run(102, "", "")
    assert here.run("print('alive')", os.environ).output.strip() == "alive"


def test_the_doctor_tells_people_what_to_do(healthy: Surroundings) -> None:
    found = diagnose(_with(healthy, ROS_DOMAIN_ID="300"))
    text = as_text(found)
    assert "PROBLEM ROS_DOMAIN_ID" in text
    assert "-> export ROS_DOMAIN_ID=0" in text
    assert text.endswith("1 problem, 0 notes. Begin with the first.")
    assert as_text(diagnose(healthy)).endswith("Nothing is wrong (0 notes).")


def test_the_doctor_of_this_machine_prints_json_and_agrees_with_its_status(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", "300")
    status = main(["doctor", "--json"])
    told = json.loads(capsys.readouterr().out)
    wrong = [each["name"] for each in told["findings"] if each["state"] == "problem"]
    assert status == 1
    assert told["healthy"] is False
    assert "ROS_DOMAIN_ID" in wrong


@pytest.mark.ros
def test_a_node_starts_where_ros_is_installed() -> None:
    if importlib.util.find_spec("rclpy") is None:
        pytest.skip("no rclpy here")
    here = Surroundings.here()
    node = [finding for finding in diagnose(here) if finding.name == "ROS 2 node"]
    assert [finding.state for finding in node] in ([], [State.OK]), node
