# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The page of one robot on a port of this computer: the drawn robot, its joints, its devices."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from samebot.body import Snapshot
from samebot.core.pose import Pose
from samebot.dashboard import HOST, PORT, server
from samebot.dashboard.device_list import device_table
from samebot.dashboard.live_panel import LivePanel, Living
from samebot.dashboard.meshes import MeshFiles
from samebot.dashboard.scene import RobotScene
from samebot.dashboard.sliders import Slider, positions_of, sliders
from samebot.model.kinematics import JointPositions
from samebot.model.robot import RobotModel

if TYPE_CHECKING:
    import viser

__all__ = ["RobotPage"]

_BLUE = (37, 99, 175)
_FEW = 4
"""More sliders than these are folded away beside a robot that lives."""


class RobotPage:
    """Serves a robot until it is closed; `moved` is called with the new joint positions.

    It is called from the page's own thread, in the order of the moves, and must be quick.
    """

    def __init__(
        self,
        model: RobotModel,
        *,
        title: str = "",
        port: int = PORT,
        moved: Callable[[JointPositions], None] | None = None,
        living: Living | None = None,
    ) -> None:
        """Serve on the first free port from `port` on.

        With `living` the sliders only wish: the robot is seen where `show` puts it.
        Raises BadInput if there is none.
        """
        self._moved = moved
        self._lock = threading.Lock()
        self._model = model
        self._living = living
        self._live: LivePanel | None = None
        self._values = {
            slider: slider.start
            for slider in sliders(model)
            if living is None or slider.joint in living.joints
        }
        self._handles: dict[Slider, viser.GuiSliderHandle[float]] = {}
        self._server = server.start(port)
        self.port: int = self._server.get_port()
        with contextlib.ExitStack() as half_open:
            half_open.callback(self.close)
            self.scene = self._scene()
            self.scene.place(self.positions)
            self._add_panel(model, title or model.name)
            half_open.pop_all()

    @property
    def url(self) -> str:
        """Where a browser finds the page."""
        return f"http://{HOST}:{self.port}"

    @property
    def positions(self) -> JointPositions:
        """Where the joints that have sliders stand: rad or m, by name."""
        return positions_of(self._values)

    def set_positions(self, positions: Mapping[str, float]) -> None:
        """Move joints (with one value) as if by hand, within what their sliders allow."""
        for slider, handle in self._handles.items():
            if slider.joint in positions:
                self._stand(slider, handle, positions[slider.joint])
        self._show()

    def reset(self) -> None:
        """Move every joint back to where it stood at the beginning."""
        for slider, handle in self._handles.items():
            self._stand(slider, handle, slider.start)
        self._show()

    @property
    def watched(self) -> bool:
        """Whether a browser shows the page."""
        return bool(self._server.get_clients())

    @property
    def wants_picture(self) -> bool:
        """Whether somebody wants to see what the camera sees."""
        return self._live is not None and self._live.wants_picture

    def show(self, root: Pose, joints: JointPositions, things: Mapping[str, Pose]) -> None:
        """Show where a living robot and the things in its world are."""
        self.scene.place_root(root)
        self.scene.place(joints)
        self.scene.place_things(things)

    def show_readings(self, snapshot: Snapshot) -> None:
        """Show what a living robot measures."""
        if self._live is not None:
            self._live.show_readings(snapshot)

    def show_picture(self, picture: NDArray[np.uint8]) -> None:
        """Show what its camera sees."""
        if self._live is not None:
            self._live.show_picture(picture)

    def close(self) -> None:
        """End serving."""
        server.stop(self._server)

    def __enter__(self) -> Self:
        """Return the page, which already serves."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End serving."""
        self.close()

    def _scene(self) -> RobotScene:
        files = MeshFiles(self._model.folder)
        if self._living is None:
            return RobotScene(self._server, self._model, files)
        return RobotScene(self._server, self._model, files, self._living.world, self._living.start)

    def _add_panel(self, model: RobotModel, title: str) -> None:
        gui = self._server.gui
        gui.configure_theme(show_logo=False, show_share_button=False, brand_color=_BLUE)
        gui.set_panel_label(title)
        if self._living is not None:
            self._live = LivePanel(self._server, model, self._living.wishes)
        self._add_joints()
        self._add_view()
        self._add_devices(model)

    def _add_joints(self) -> None:
        if not self._values:
            return
        gui = self._server.gui
        folded = self._living is not None and len(self._values) > _FEW
        with gui.add_folder("Joints", expand_by_default=not folded):
            gui.add_button("Reset joints").on_click(self._on_reset)
            groups = dict.fromkeys(slider.group for slider in self._values)
            for group in groups:
                # A few joints need no folder of their own; many are folded away.
                folder = gui.add_folder(group, expand_by_default=False) if group else None
                with folder or contextlib.nullcontext():
                    self._add_sliders(group)

    def _add_sliders(self, group: str) -> None:
        for slider in (slider for slider in self._values if slider.group == group):
            handle = self._server.gui.add_slider(
                f"{slider.label} [{slider.unit}]",
                min=slider.lower,
                max=slider.upper,
                step=slider.step,
                initial_value=slider.start,
                hint=f"{slider.lower:g} to {slider.upper:g} {slider.unit}",
            )
            handle.on_update(self._on_slider(slider))
            self._handles[slider] = handle

    def _add_view(self) -> None:
        frames = self._server.gui.add_checkbox(
            "Show frames", initial_value=False, hint="axes of links and devices: x red, y green"
        )

        @frames.on_update
        async def _(_: object) -> None:
            self.scene.show_frames(frames.value)

    def _add_devices(self, model: RobotModel) -> None:
        gui = self._server.gui
        if model.devices:
            with gui.add_folder(f"Devices ({len(model.devices)})", expand_by_default=False):
                gui.add_html(device_table(model))
        lost = self.scene.unreadable_meshes
        if lost:
            gui.add_markdown(f"Not shown, cannot be found or read: {_as_code(lost)}")

    def _on_slider(self, slider: Slider) -> Callable[[viser.GuiEvent[Any]], Any]:
        # Callbacks that are coroutines run one after the other, in the order of the moves.
        async def move(event: viser.GuiEvent[Any]) -> None:
            value = slider.within(event.target.value)
            if value != self._values[slider]:
                self._values[slider] = value
                self._show()

        return move

    async def _on_reset(self, _: object) -> None:
        self.reset()

    def _stand(self, slider: Slider, handle: viser.GuiSliderHandle[float], value: float) -> None:
        self._values[slider] = slider.within(value)
        # mypy takes the property for read-only, as its setter does not follow its getter.
        handle.value = self._values[slider]  # type: ignore[misc]

    def _show(self) -> None:
        with self._lock:
            positions = self.positions
            if self._living is None:
                self.scene.place(positions)
            if self._moved is not None:
                self._moved(positions)


def _as_code(addresses: Sequence[str]) -> str:
    """Return the first addresses of files as Markdown that shows them as they are."""
    shown = [f"`{address.replace('`', chr(39))[:80]}`" for address in addresses[:5]]
    more = len(addresses) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
