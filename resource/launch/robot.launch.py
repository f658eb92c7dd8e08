# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Brings one robot up, simulated or physical, and RViz on wish.

    ros2 launch samebot robot.launch.py robot:=epuck2 world:=maze rviz:=true
    ros2 launch samebot robot.launch.py body:=wifi address:=192.168.1.7

When the robot ends, everything ends; when the launch ends, the robot's motors stop.
"""

from ament_index_python.packages import PackageNotFoundError, get_package_prefix

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, LogInfo, OpaqueFunction, Shutdown
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from samebot.ros.launching import ARGUMENTS, run_words, rviz_words, shows_rviz, sim_time, switch


def generate_launch_description():
    """Return what is to be started."""
    declared = [
        DeclareLaunchArgument(
            name,
            default_value=argument.default,
            description=argument.description,
            choices=list(argument.choices) or None,
        )
        for name, argument in ARGUMENTS.items()
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=started)])


def started(context):
    """Return the programs that the arguments ask for."""
    given = {name: LaunchConfiguration(name).perform(context).strip() for name in ARGUMENTS}
    programs = [driver(given)]
    if shows_rviz(given):
        programs.append(rviz(given))
    return programs


def driver(given):
    """Return the robot's driver; everything ends with it."""
    files = [given["node_parameters"]] if given["node_parameters"] else []
    return Node(
        package="samebot",
        executable="samebot",
        arguments=run_words(given),
        namespace=given["namespace"] or None,
        parameters=[{"publish_tf": switch(given["publish_tf"])}, *files],
        output="screen",
        on_exit=[Shutdown(reason="the robot has ended")],
    )


def rviz(given):
    """Return RViz; the robot goes on without it."""
    try:
        get_package_prefix("rviz2")
    except PackageNotFoundError:
        return LogInfo(msg="rviz2 is not installed: the robot runs without it")
    return Node(
        package="rviz2",
        executable="rviz2",
        arguments=rviz_words(given),
        parameters=[{"use_sim_time": sim_time(given)}],
        output="log",
    )
