# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`samebot run`: bring up one robot or several, simulated or physical, in ROS 2 or without."""

from __future__ import annotations

import argparse
import contextlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from samebot.cli.arguments import add_robot, given_options, load_robot, report_unread
from samebot.cli.network import join
from samebot.cli.output import write
from samebot.cli.run_options import add_options
from samebot.core.errors import OptionError, UnknownName

if TYPE_CHECKING:
    from samebot.body import Body
    from samebot.cli.parser import Commands
    from samebot.model.robot import RobotModel
    from samebot.ros.edge import Tap
    from samebot.ros.robot_driver import RobotDriver

__all__ = ["add_to", "run"]

_EPILOG: Final = """\
examples:
  samebot run
  samebot run epuck2 --world maze -o ground=true
  samebot run epuck2 --count 3 --world arena
  samebot run epuck2 --body wifi --address 192.168.1.7
  samebot run my_robot.urdf -p wheel_radius:=0.021 -p ps0.disable:=true
  samebot run epuck2 --ros-args -r imu:=imu/data_raw --params-file my_robot.yaml

One robot has the topics /cmd_vel, /odom, /ps0 ...; of several each has its namespace, epuck2_0
and so on. Ctrl-C stops the motors and ends it."""


def add_to(subparsers: Commands) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "run",
        help="bring up one robot or several, with their ROS 2 interface",
        description="Bring up one robot or several, with the ROS 2 interface that their models "
        "make: in a simulated world, or the physical robot at an address.",
        epilog=_EPILOG,
    )
    add_robot(parser, default="epuck2")
    add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the robots until the end is asked for."""
    from samebot.ros.ending import asked_to_end

    _refuse_what_does_not_fit(arguments)
    with asked_to_end() as ending:
        if arguments.no_ros:
            _run_alone(arguments, ending.is_set)
            return 0
        joined = join(arguments)

        def ready(drivers: Sequence[RobotDriver]) -> None:
            write(joined)
            for driver in drivers:
                up = f"{driver.node.name}: {driver.body.model.name} is up; Ctrl-C ends it"
                write(up, at_once=True)

        bring_up = _simulated if arguments.body == "sim" else _physical
        with _recorded(arguments) as tap:
            bring_up(arguments, ending.is_set, ready, tap)
    return 0


def _recorded(arguments: argparse.Namespace) -> contextlib.AbstractContextManager[Tap | None]:
    if arguments.record is None:
        return contextlib.nullcontext()
    from samebot.cli.record import recording

    return recording(arguments.record)


def _simulated(
    arguments: argparse.Namespace,
    ended: Callable[[], bool],
    ready: Callable[[Sequence[RobotDriver]], None],
    tap: Tap | None,
) -> None:
    from samebot.ros.bringup import Simulated, bring_up, namespaces_of
    from samebot.ros.choices import read_config

    model, options = _model_and_options(arguments)
    plan = Simulated(
        robots=(model,) * arguments.count,
        world=arguments.world,
        engine=arguments.engine,
        seed=arguments.seed,
        rate=arguments.rate,
        options=options,
        namespaces=namespaces_of(model, arguments.count, arguments.namespace),
        config={} if arguments.config is None else read_config(arguments.config),
        lockstep=arguments.lockstep,
    )
    bring_up(
        plan,
        ended=ended,
        ros_arguments=_ros_arguments(arguments),
        duration=arguments.duration,
        ready=ready,
        tap=tap,
    )


def _physical(
    arguments: argparse.Namespace,
    ended: Callable[[], bool],
    ready: Callable[[Sequence[RobotDriver]], None],
    tap: Tap | None,
) -> None:
    from samebot.ros.bringup import namespaces_of
    from samebot.ros.choices import read_config
    from samebot.ros.physical import Physical, bring_up_physical

    addresses = arguments.address or [None]
    openers = tuple(_opener(arguments, address) for address in addresses)
    model = _model_only(arguments)
    plan = Physical(
        openers=openers,
        namespaces=namespaces_of(model, len(openers), arguments.namespace),
        config={} if arguments.config is None else read_config(arguments.config),
    )
    bring_up_physical(
        plan,
        ended=ended,
        ros_arguments=_ros_arguments(arguments),
        duration=arguments.duration,
        ready=ready,
        tap=tap,
    )


def _model_only(arguments: argparse.Namespace) -> RobotModel:
    """Return the robot as its own options make it, whatever else was chosen of its body."""
    from samebot.hardware.opening import OPTIONS

    mine = [pair for pair in arguments.options if pair[0] not in OPTIONS]
    return load_robot(argparse.Namespace(robot=arguments.robot, options=mine))


def _opener(arguments: argparse.Namespace, address: str | None) -> Callable[[], Body]:
    from samebot.opening import open as open_body

    given = given_options(arguments)
    if arguments.require:
        given["require"] = arguments.require

    def opened() -> Body:
        return open_body(
            arguments.robot,
            body=arguments.body,
            address=address,
            token=arguments.token,
            **given,  # type: ignore[arg-type] # names of options are no parameters
        )

    return opened


def _run_alone(arguments: argparse.Namespace, ended: Callable[[], bool]) -> None:
    """Let a body stand in its world, or be connected, without a controller."""
    from samebot.opening import open as open_body

    if arguments.body == "sim":
        place: Mapping[str, object] = {
            "world": arguments.world,
            "engine": arguments.engine,
            "seed": arguments.seed,
            "rate": arguments.rate,
        }
        model, options = _model_and_options(arguments)
        body = open_body(model, **place, **options)  # type: ignore[arg-type]
    else:
        body = _opener(arguments, (arguments.address or [None])[0])()
    with body:
        write(f"{body.model.name} is up, without ROS; Ctrl-C ends it", at_once=True)
        while not ended() and not body.time >= (arguments.duration or math.inf):
            body.step()


def _model_and_options(arguments: argparse.Namespace) -> tuple[RobotModel, dict[str, str]]:
    """Return the robot as its own options make it, and the options of the simulated body."""
    from samebot.sim.opening import OPTIONS

    own = {option.name for option in OPTIONS}
    options = given_options(arguments)
    mine = [(name, value) for name, value in options.items() if name not in own]
    try:
        model = load_robot(argparse.Namespace(robot=arguments.robot, options=mine))
    except UnknownName as error:
        if error.what != "option":
            raise
        raise UnknownName("option", error.name, [*error.known, *own]) from None
    report_unread(model)
    return model, {name: value for name, value in options.items() if name in own}


def _refuse_what_does_not_fit(arguments: argparse.Namespace) -> None:
    """Raise OptionError for options that another kind of body has."""
    from samebot.opening import BODIES

    if arguments.body not in BODIES:
        raise UnknownName("kind of body", arguments.body, BODIES)
    if arguments.body == "sim":
        wrong = [("--address", arguments.address), ("--token", arguments.token)]
        wrong.append(("--require", arguments.require))
        what = "a simulated robot has none; give --body as well"
    else:
        wrong = [("--count", arguments.count != 1), ("--lockstep", arguments.lockstep)]
        wrong.append(("--world", arguments.world != "empty"))
        wrong.append(("--rate", arguments.rate != 1.0))
        what = f"a {arguments.body} body is not simulated; leave it out"
    _refuse(wrong, what)
    if arguments.no_ros:
        needs_ros = {
            "--count": arguments.count != 1,
            "--lockstep": arguments.lockstep,
            "--record": arguments.record,
            "--namespace": arguments.namespace,
            "-p": arguments.parameters,
            "--config": arguments.config,
            "--ros-args": arguments.ros_args,
        }
        _refuse(needs_ros.items(), "without ROS nothing comes of it; leave out --no-ros")
        if len(arguments.address or ()) > 1:
            raise OptionError(
                f"{len(arguments.address)} addresses were given, and --no-ros connects one robot; "
                "leave it out, or start one command for each"
            )


def _refuse(wrong: Iterable[tuple[str, object]], what: str) -> None:
    for option, given in wrong:
        if given:
            raise OptionError(f"{option} was given, but {what}")


def _ros_arguments(arguments: argparse.Namespace) -> list[str]:
    words = [word for parameter in arguments.parameters for word in ("-p", parameter)]
    words += arguments.ros_args
    return ["--ros-args", *words] if words else []
