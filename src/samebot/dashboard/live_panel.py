# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The panel of a robot that lives: stop and go, reset, what it measures and what it sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from samebot.body import Snapshot
from samebot.core.pose import Pose
from samebot.dashboard.readings import has_ranges, readings_table
from samebot.model.devices import Camera
from samebot.model.robot import RobotModel

if TYPE_CHECKING:
    import viser

    from samebot.sim.world import World

__all__ = ["LivePanel", "Living", "Wishes"]


class Wishes(Protocol):
    """What people want of a robot; called from the page's threads, must be quick."""

    def go(self, going: bool) -> None:  # noqa: FBT001 (the one thing it says)
        """Let it drive, or stop it."""
        ...

    def reset(self) -> None:
        """Put the world back to its beginning."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Living:
    """What turns a page of a model into that of a body: its world, and who is told of wishes."""

    world: World
    wishes: Wishes
    start: Pose = Pose()
    """Where the robot's root link is at first."""
    joints: frozenset[str] = frozenset()
    """The joints that get sliders."""


class LivePanel:
    """Buttons, readings and the camera's picture."""

    def __init__(self, server: viser.ViserServer, model: RobotModel, wishes: Wishes) -> None:
        """Add the panel to the page."""
        self._model = model
        self._wishes = wishes
        self._picture: viser.GuiImageHandle | None = None
        self._looking: viser.GuiCheckboxHandle | None = None
        gui = server.gui
        self._going = True
        self._button = gui.add_button("Stop", hint="stop the robot, or let it go on")
        self._button.on_click(self._on_button)
        gui.add_button("Reset", hint="put everything back to where it began").on_click(
            self._on_reset
        )
        self._readings = None
        if has_ranges(model):
            with gui.add_folder("Ranges"):
                self._readings = gui.add_html("")
        self._add_camera(gui)

    @property
    def wants_picture(self) -> bool:
        """Whether somebody wants to see the camera's picture."""
        return self._looking is not None and self._looking.value

    def show_readings(self, snapshot: Snapshot) -> None:
        """Show what was measured."""
        if self._readings is not None:
            self._readings.content = readings_table(self._model, snapshot)

    def show_picture(self, picture: NDArray[np.uint8]) -> None:
        """Show what the camera sees."""
        if self._picture is not None:
            self._picture.image = picture

    def _add_camera(self, gui: viser.GuiApi) -> None:
        camera = next((d for d in self._model.devices if isinstance(d, Camera)), None)
        if camera is None:
            return
        with gui.add_folder("Camera"):
            self._looking = gui.add_checkbox("Picture", initial_value=True)
            width, height = camera.size
            self._picture = gui.add_image(
                np.full((height, width, 3), 220, np.uint8), format="jpeg", jpeg_quality=80
            )

    async def _on_button(self, _: viser.GuiEvent[Any]) -> None:
        self._going = not self._going
        self._button.label = "Stop" if self._going else "Go"
        self._wishes.go(self._going)

    async def _on_reset(self, _: viser.GuiEvent[Any]) -> None:
        self._wishes.reset()
