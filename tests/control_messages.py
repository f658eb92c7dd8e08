# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""control_msgs for tests: no wheel has it, so it is built once with the interfaces' recipe.

Only what FollowJointTrajectory needs, in our own definitions: fields, constants and their order
are those of the public interface in ROS 2 Jazzy.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

import pytest

INTERFACES: Final = Path(__file__).resolve().parents[1] / "interfaces"
PACKAGE: Final = "control_msgs"
DEFINITIONS: Final = {
    "msg/JointTolerance.msg": """\
string name
float64 position
float64 velocity
float64 acceleration
""",
    "msg/JointComponentTolerance.msg": """\
string joint_name
uint16 component
float64 position
float64 velocity
float64 acceleration
uint16 X_AXIS=1
uint16 Y_AXIS=2
uint16 Z_AXIS=3
uint16 TRANSLATION=4
uint16 ROTATION=5
""",
    "action/FollowJointTrajectory.action": """\
trajectory_msgs/JointTrajectory trajectory
trajectory_msgs/MultiDOFJointTrajectory multi_dof_trajectory
JointTolerance[] path_tolerance
JointComponentTolerance[] component_path_tolerance
JointTolerance[] goal_tolerance
JointComponentTolerance[] component_goal_tolerance
builtin_interfaces/Duration goal_time_tolerance
---
int32 error_code
int32 SUCCESSFUL=0
int32 INVALID_GOAL=-1
int32 INVALID_JOINTS=-2
int32 OLD_HEADER_TIMESTAMP=-3
int32 PATH_TOLERANCE_VIOLATED=-4
int32 GOAL_TOLERANCE_VIOLATED=-5
string error_string
---
std_msgs/Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint desired
trajectory_msgs/JointTrajectoryPoint actual
trajectory_msgs/JointTrajectoryPoint error
string[] multi_dof_joint_names
trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_desired
trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_actual
trajectory_msgs/MultiDOFJointTrajectoryPoint multi_dof_error
""",
}


@pytest.fixture(scope="session")
def control_msgs() -> str:
    """Return the folder to be put on PYTHONPATH; built where that was not done before."""
    pytest.importorskip("rosidl_generator_py")
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed: control_msgs cannot be built")
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    folder = Path(home) / "samebot" / f"{PACKAGE}-{_fingerprint()}"
    if not folder.is_dir():
        _build(folder)
    return str(folder)


def _fingerprint() -> str:
    recipe = sorted((INTERFACES / "recipe").glob("*.*"))
    digest = hashlib.sha256(str(sysconfig.get_config_var("SOABI")).encode())
    for text in (*DEFINITIONS.values(), *(file.read_text("utf-8") for file in recipe)):
        digest.update(text.encode())
    return digest.hexdigest()[:16]


def _build(folder: Path) -> None:
    """Build in a copy, and move the result to its place in one step."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{PACKAGE}-") as place:
        copy = Path(place) / "source"
        shutil.copytree(INTERFACES / "recipe", copy / "recipe")
        shutil.copy(INTERFACES / "setup.py", copy)
        for name, text in DEFINITIONS.items():
            file = copy / "definitions" / PACKAGE / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        done = subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "../built"],
            check=False,
            cwd=copy,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-2000:]
        if not folder.exists():  # another worker may have been quicker
            (Path(place) / "built").rename(folder)
