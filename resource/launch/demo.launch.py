# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Lets a robot wander through a world: its driver, a controller that is plain ROS 2, and RViz.

    ros2 launch samebot demo.launch.py
    ros2 launch samebot demo.launch.py robot:=turtlebot3_burger rviz:=false

The controller (examples/07_ros_controller/01_wander.py) wants a robot with a scan.
"""

from pathlib import Path

from launch import LaunchDescription
from launch.actions import (
    DeclareLaunchArgument,
    IncludeLaunchDescription,
    OpaqueFunction,
    Shutdown,
)
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from samebot.cli.demonstration.choosing import world_for
from samebot.model.catalogue import load_completed
from samebot.ros.launching import ARGUMENTS, sim_time, wandering

DEFAULTS = {"world": "auto", "rviz": "true"}


def generate_launch_description():
    """Return what is to be started."""
    declared = [
        DeclareLaunchArgument(
            name,
            default_value=DEFAULTS.get(name, argument.default),
            description=argument.description,
            choices=list(argument.choices) or None,
        )
        for name, argument in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=started)])


def started(context):
    """Return the robot and its controller."""
    given = {name: LaunchConfiguration(name).perform(context).strip() for name in ARGUMENTS}
    model = load_completed(given["robot"]).model
    if given["world"] == "auto":
        given["world"] = world_for(model)
    robot = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(str(Path(__file__).with_name("robot.launch.py"))),
        launch_arguments=list(given.items()),
    )
    return [robot, controller(given, wandering(model))]


def controller(given, chosen):
    """Return the program that drives; everything ends with it."""
    return Node(
        package="samebot",
        executable="01_wander.py",
        namespace=given["namespace"] or None,
        parameters=[{"use_sim_time": sim_time(given), **chosen}],
        output="screen",
        on_exit=[Shutdown(reason="the controller has ended")],
    )
