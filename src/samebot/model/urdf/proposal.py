# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""`<sensor>` as URDF itself proposes it: a camera or a laser on a link, all in attributes."""

from __future__ import annotations

from samebot.model.devices import Camera, Device, Lidar
from samebot.model.urdf.draft import Draft
from samebot.model.urdf.fields import nested, number, origin
from samebot.model.xml import Element

__all__ = ["read_proposed_sensor"]


def read_proposed_sensor(element: Element, draft: Draft) -> bool:
    """Add the device; return False if it is none that is known, or on no link."""
    parent = element.child("parent")
    link = parent.get("link") if parent is not None else ""
    name = element.get("name")
    if link not in draft.links or not name:
        return False
    rate = number(element, "update_rate", 0.0)
    period = 1.0 / rate if rate > 0.0 else None
    image = nested(element, "camera/image")
    rays = nested(element, "ray/horizontal")
    device: Device
    if image.attributes:
        device = _camera(image, element, link, period)
    elif rays.attributes:
        device = _lidar(rays, element, link, period)
    else:
        return False
    draft.add_device(device, element)
    return True


def _camera(image: Element, element: Element, link: str, period: float | None) -> Camera:
    size = (round(number(image, "width", 640.0)), round(number(image, "height", 480.0)))
    return Camera(
        name=element.get("name"),
        link=link,
        pose=origin(element),
        period=period,
        size=size,
        field_of_view=number(image, "hfov", 0.785398),
        near=number(image, "near", 0.01),
        far=number(image, "far", None),
    )


def _lidar(rays: Element, element: Element, link: str, period: float | None) -> Lidar:
    return Lidar(
        name=element.get("name"),
        link=link,
        pose=origin(element),
        period=period,
        samples=max(round(number(rays, "samples", 1.0)), 1),
        min_angle=number(rays, "min_angle", 0.0),
        max_angle=number(rays, "max_angle", 0.0),
        frequency=1.0 / period if period is not None else None,
    )
