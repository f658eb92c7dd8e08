# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""What colcon wants besides pyproject.toml, which says everything else.

The licence and the maintainer stand here because the setuptools of a ROS 2 distribution refuses
the form that newer ones ask for in pyproject.toml. The driver is a data file, not a console
script, so that installing with pip puts no program of that general name on PATH.
"""

from setuptools import setup

setup(
    license="Apache-2.0",
    maintainer="The samebot authors",
    maintainer_email="maintainers@samebot.invalid",
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/samebot"]),
        ("share/samebot", ["package.xml"]),
        ("lib/samebot", ["resource/driver"]),
    ],
)
