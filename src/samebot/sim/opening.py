# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Opens simulated bodies: robots by name, file or model, in a world by name, file or value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from samebot.body import LONGEST_STEP
from samebot.core.clock import Clock, RealClock
from samebot.core.errors import BadInput, OptionError, UnknownName
from samebot.model.catalogue import load_completed
from samebot.model.options import Option, OptionValue, option_values
from samebot.model.robot import RobotModel
from samebot.sim.engine import Engine
from samebot.sim.flaws import Flaws
from samebot.sim.pace import Pace
from samebot.sim.placing import Placed, placed_on_starts
from samebot.sim.simulated import SimulatedBody
from samebot.sim.simulation import Simulation
from samebot.sim.world import World
from samebot.sim.world_check import check_world
from samebot.sim.world_file import load_world

__all__ = ["DEFAULT_PERIOD", "OPTIONS", "open_body", "open_simulation"]

DEFAULT_PERIOD: Final = 0.05
"""Of a robot whose model names none, s."""

OPTIONS: Final = (
    Option(name="noise", kind="bool", default=True, help="false: ideal sensors"),
    Option(
        name="left_radius",
        kind="number",
        default=1.0,
        least=0.8,
        most=1.25,
        help="radius of the left wheel that is really built, as a factor of the model's",
    ),
    Option(
        name="right_radius",
        kind="number",
        default=1.0,
        least=0.8,
        most=1.25,
        help="radius of the right wheel that is really built, as a factor of the model's",
    ),
    Option(
        name="separation",
        kind="number",
        default=1.0,
        least=0.8,
        most=1.25,
        help="distance between the wheels that are really built, as a factor of the model's",
    ),
    Option(
        name="gyro_bias",
        kind="number",
        default=0.0,
        least=-10.0,
        most=10.0,
        help="what gyros show too much about z, rad/s",
    ),
    Option(
        name="range_offset",
        kind="number",
        default=0.0,
        least=-0.1,
        most=0.1,
        help="what distance sensors measure too much, m: they sit so far behind their place",
    ),
)
"""What may be chosen of a simulated body, besides its model's own options."""


def _physics(world: World, robots: Sequence[Placed]) -> Engine:
    from samebot.sim.physics import Physics

    return Physics(world, robots)


_ENGINES: Final[Mapping[str, Callable[[World, Sequence[Placed]], Engine]]] = {"physics": _physics}


def open_body(
    robot: str | Path | RobotModel,
    *,
    world: str | Path | World = "empty",
    engine: str = "physics",
    seed: int = 0,
    period: float | None = None,
    rate: float = 0.0,
    options: Mapping[str, OptionValue] | None = None,
    clock: Clock | None = None,
) -> SimulatedBody:
    """Return the body of one robot alone in a world."""
    return open_simulation(
        [robot],
        world=world,
        engine=engine,
        seed=seed,
        period=period,
        rate=rate,
        options=options,
        clock=clock,
    ).bodies[0]


def open_simulation(
    robots: Sequence[str | Path | RobotModel],
    *,
    world: str | Path | World = "empty",
    engine: str = "physics",
    seed: int = 0,
    period: float | None = None,
    rate: float = 0.0,
    options: Mapping[str, OptionValue] | None = None,
    clock: Clock | None = None,
) -> Simulation:
    """Return a world with robots on its starts, one body each, all with the same options.

    Robots are named after their model, with a number (`epuck2_0` ...) where there are several.
    Raises UnknownName for robots, worlds, engines and options that do not exist, OptionError
    for values that do not fit, BadInput if the world has no room.
    """
    if engine not in _ENGINES:
        raise UnknownName("engine", engine, _ENGINES)
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise OptionError(f"the seed is {seed!r}; a whole number of 0 or more is expected")
    if period is not None and not (_is_number(period) and 0.0 < period <= LONGEST_STEP):
        raise OptionError(
            f"period is {period!r} s; give a positive number of seconds, at most a day"
        )
    if not _is_number(rate):
        raise OptionError(f"the rate is {rate!r}; 0 (as fast as possible) or more is expected")
    place = _world(world)
    own = {option.name for option in OPTIONS}
    given = {name: value for name, value in (options or {}).items() if name in own}
    rest = {name: value for name, value in (options or {}).items() if name not in own}
    values = option_values(OPTIONS, _numbers(given))
    noise = bool(values.pop("noise"))
    flaws = Flaws(**{name: float(str(value)) for name, value in values.items()})
    models = _models(robots, rest)
    placed = [
        Placed(
            model=model,
            name=model.name if len(models) == 1 else f"{model.name}_{number}",
            period=period or model.period or DEFAULT_PERIOD,
            flaws=flaws,
        )
        for number, model in enumerate(models)
    ]
    return Simulation(
        place,
        [*placed_on_starts(place, placed), *_residents(place)],
        _ENGINES[engine],
        seed=seed,
        noise=noise,
        pace=Pace(clock or RealClock(), rate),
    )


def _world(world: str | Path | World) -> World:
    if not isinstance(world, World):
        return load_world(world)
    check_world(world)
    return world


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number)


def _numbers(options: Mapping[str, OptionValue]) -> dict[str, str | float]:
    """Return options as the codec of a model's options takes them."""
    return {
        name: f"{value[0]}x{value[1]}" if isinstance(value, tuple) else value
        for name, value in options.items()
    }


def _models(
    robots: Sequence[str | Path | RobotModel], options: Mapping[str, OptionValue]
) -> list[RobotModel]:
    """Return the robots' models; a file is read once, however many robots are made from it."""
    if not robots:
        raise BadInput("no robot was given; a simulation needs at least one")
    read: dict[str, RobotModel] = {}
    models = []
    for robot in robots:
        name = str(robot) if isinstance(robot, str | Path) else ""
        model = read.get(name) or _model(robot, options)
        if name:
            read[name] = model
        models.append(model)
    return models


def _model(robot: str | Path | RobotModel, options: Mapping[str, OptionValue]) -> RobotModel:
    known = [option.name for option in OPTIONS]
    if not isinstance(robot, str | Path | RobotModel):
        raise OptionError(f"robot is {robot!r}; a name, the path of a file or a RobotModel does")
    if isinstance(robot, RobotModel):
        for name in options:
            raise UnknownName("option", name, known)
        return robot
    try:
        return load_completed(robot, _numbers(options)).model
    except UnknownName as error:
        if error.what != "option":
            raise
        raise UnknownName("option", error.name, [*error.known, *known]) from None


def _residents(world: World) -> list[Placed]:
    """Return the robots that belong to the world."""
    placed = []
    for number, resident in enumerate(world.residents):
        model = load_completed(resident.robot, dict(resident.options)).model
        placed.append(
            Placed(
                model=model,
                name=resident.name or f"{model.name}_resident_{number}",
                start=resident.pose,
                period=model.period or DEFAULT_PERIOD,
                controlled=False,
            )
        )
    return placed
