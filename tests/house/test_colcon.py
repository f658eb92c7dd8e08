# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The repository is an ament_python package too: colcon builds it, and the driver starts."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TIMEOUT = 60.0
LISTEN = "python3 -m samebot.ros.listener --timeout 50 --json"


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    """Return what pyproject.toml says of the project."""
    table: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return table


@pytest.fixture(scope="module")
def learned(root: Path) -> dict[str, Any]:
    """Return what colcon learns from setup.py."""
    colcon = pytest.importorskip("colcon_python_setup_py.package_identification.python_setup_py")
    values: dict[str, Any] = colcon.get_setup_information(root / "setup.py")
    return values


@pytest.fixture(scope="module")
def manifest(root: Path) -> Any:
    """Return package.xml, read by ROS's own reader, which must find nothing to complain about."""
    package = pytest.importorskip("catkin_pkg.package")
    warnings: list[str] = []
    parsed = package.parse_package(str(root / "package.xml"), warnings=warnings)
    parsed.validate(warnings=warnings)
    assert warnings == []
    return parsed


def test_the_manifest_is_of_an_ament_python_package(manifest: Any) -> None:
    assert manifest.package_format == 3
    assert manifest.get_build_type() == "ament_python"


def test_the_manifest_says_what_pyproject_and_setup_say(
    manifest: Any, project: dict[str, Any], learned: dict[str, Any]
) -> None:
    for key in ("name", "version", "description"):
        assert getattr(manifest, key) == project[key]
    (maintainer,) = manifest.maintainers
    assert maintainer.name == learned["metadata"]["maintainer"] == project["authors"][0]["name"]
    assert maintainer.email == learned["metadata"]["maintainer_email"]
    assert [str(name) for name in manifest.licenses] == [learned["metadata"]["license"]]


def test_setup_says_what_pyproject_says(project: dict[str, Any], learned: dict[str, Any]) -> None:
    for key in ("name", "version", "description"):
        assert learned["metadata"][key] == project[key]
    assert learned["python_requires"] == project["requires-python"]
    assert len(learned["install_requires"]) == len(project["dependencies"])
    assert set(learned["extras_require"]) == set(project["optional-dependencies"])
    scripts = [f"{name} = {function}" for name, function in project["scripts"].items()]
    assert learned["entry_points"] == {"console_scripts": scripts}


def test_pip_puts_nothing_but_samebot_on_path(project: dict[str, Any]) -> None:
    assert list(project["scripts"]) == ["samebot"]
    assert not project.get("gui-scripts")


def test_the_interfaces_want_the_same_ros_and_have_the_same_version(
    root: Path, project: dict[str, Any]
) -> None:
    interfaces = tomllib.loads((root / "interfaces" / "pyproject.toml").read_text())
    pinned = {line.split(";")[0] for line in project["optional-dependencies"]["ros"]}
    pinned = {line for line in pinned if line.startswith("ros-")}
    assert all("==" in line for line in pinned)
    assert pinned == set(interfaces["project"]["dependencies"])
    assert pinned <= set(interfaces["build-system"]["requires"])
    assert interfaces["project"]["version"] == project["version"]


def test_colcon_does_not_enter_other_folders(root: Path) -> None:
    assert (root / "interfaces" / "COLCON_IGNORE").exists()
    assert (root / "resource" / "samebot").exists()


@pytest.fixture(scope="module")
def workspace(tracked: list[Path], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with a copy of the repository."""
    pytest.importorskip("colcon_ros")
    pytest.importorskip("rclpy")
    place = tmp_path_factory.mktemp("workspace")
    for file in tracked:
        copy = place / "samebot" / file.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    return place


@pytest.mark.slow
@pytest.mark.ros
@pytest.mark.parametrize("how", ["--install-base=copied", "--symlink-install"])
def test_a_built_driver_starts_and_sends_transforms(
    workspace: Path, how: str, ros_domain: int, tracked: list[Path], root: Path
) -> None:
    environment = _environment(workspace, ros_domain)
    base = workspace / ("copied" if "copied" in how else "install")
    build = [
        _program("colcon"),
        "build",
        how,
        "--base-paths",
        "samebot",
        "--build-base",
        f"{base}.b",
    ]
    done = subprocess.run(
        build,
        check=False,
        cwd=workspace,
        env=environment,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr[-2000:]

    imported = Path(
        _in_shell(base, environment, "python3 -c 'import samebot as s; print(s.__file__)'")
    )
    assert imported.is_relative_to(workspace)
    data = {file.relative_to(root / "src" / "samebot") for file in _data_files(tracked, root)}
    assert {str(name) for name in data if not (imported.parent / name).exists()} == set()

    with _running(base, environment, f"exec {base}/samebot/lib/samebot/driver --duration 60"):
        heard = json.loads(_in_shell(base, environment, LISTEN))
    assert heard["moving"]

    _check_launch(base, environment, root)


def _check_launch(base: Path, environment: dict[str, str], root: Path) -> None:
    """The launch files are where ROS looks for them, and so is all that they start."""
    share = base / "samebot" / "share" / "samebot"
    assert {file.name for file in (share / "launch").iterdir()} == {
        "robot.launch.py",
        "demo.launch.py",
    }
    assert {file.suffix for file in (share / "views").iterdir()} == {".rviz", ".json"}
    assert os.access(base / "samebot" / "lib" / "samebot" / "01_wander.py", os.X_OK)
    starter = root / "tests" / "launch_stand_in" / "start.py"
    command = f"exec python3 {starter} {share}/launch/demo.launch.py rviz:=false"
    with _running(base, environment, command):
        assert json.loads(_in_shell(base, environment, LISTEN))["moving"]


def _environment(workspace: Path, ros_domain: int) -> dict[str, str]:
    """Return an environment in which ROS comes from this Python and nothing is kept at home."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("COLCON_", "AMENT_", "COV_CORE_", "RMW_")) and name != "PYTHONPATH"
    }
    return environment | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLCON_HOME": str(workspace / "colcon"),
        "COLCON_LOG_PATH": str(workspace / "log"),
        "ROS_LOG_DIR": str(workspace / "ros"),
        "ROS_DOMAIN_ID": str(ros_domain),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
    }


def _program(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def _data_files(tracked: list[Path], root: Path) -> list[Path]:
    package = root / "src" / "samebot"
    return [file for file in tracked if file.is_relative_to(package)]


def _sourced(base: Path, command: str) -> list[str]:
    """Return a shell command that runs with the install space's environment."""
    return ["sh", "-c", f'. "{base}/setup.sh" && {command}']


def _in_shell(base: Path, environment: dict[str, str], command: str) -> str:
    done = subprocess.run(
        _sourced(base, command),
        check=False,
        env=environment,
        cwd=base,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@contextlib.contextmanager
def _running(base: Path, environment: dict[str, str], command: str) -> Iterator[None]:
    """Run a program meanwhile; it must still run in the end, and ends in good order."""
    process = subprocess.Popen(_sourced(base, command), env=environment, cwd=base)
    try:
        yield
        assert process.poll() is None, f"the driver ended by itself: {process.returncode}"
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
