# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What colcon wants besides pyproject.toml, which says everything else.

With --symlink-install colcon runs this file where there is no pyproject.toml, so the values are
handed over from there. The licence and the maintainer stand here because the setuptools of a
ROS 2 distribution refuses the form that newer ones ask for in pyproject.toml. The driver is a data
file, not a console script: so pip puts no program of that general name on PATH.
"""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup

ROOT = Path(__file__).resolve().parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SCRIPTS = [f"{name} = {function}" for name, function in PROJECT["scripts"].items()]


def files(folder: str) -> list[str]:
    """Return the files of a folder; setuptools wants them relative."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).glob("*.*"))


distribution = setup(
    name=PROJECT["name"],
    version=PROJECT["version"],
    description=PROJECT["description"],
    license="Apache-2.0",
    maintainer="The samebot authors",
    maintainer_email="maintainers@samebot.invalid",
    python_requires=PROJECT["requires-python"],
    entry_points={"console_scripts": SCRIPTS},
    package_dir={"": "src"},
    packages=find_packages("src"),
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/samebot"]),
        ("share/samebot", ["package.xml"]),
        (
            "share/samebot/launch",
            ["resource/launch/robot.launch.py", "resource/launch/demo.launch.py"],
        ),
        ("share/samebot/views", ["resource/views/demo.rviz", "resource/views/demo.foxglove.json"]),
        ("lib/samebot", ["resource/driver", "examples/07_ros_controller/01_wander.py"]),
    ],
)
# colcon reads all values back as text, and setuptools has made an object of this one.
distribution.python_requires = str(distribution.python_requires)
