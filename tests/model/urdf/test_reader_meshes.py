# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Where meshes and packages are found."""

from pathlib import Path

import pytest

from samebot.core.errors import ModelError
from samebot.model import Mesh
from samebot.model.urdf import read_urdf, resolve_mesh

VARIABLES = (
    "AMENT_PREFIX_PATH",
    "ROS_PACKAGE_PATH",
    "GAZEBO_MODEL_PATH",
    "GZ_SIM_RESOURCE_PATH",
    "IGN_GAZEBO_RESOURCE_PATH",
)


@pytest.fixture(autouse=True)
def _no_ros(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)


def mesh(folder: Path, name: str = "a.stl") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("solid a\nendsolid a\n")
    return path


def robot(folder: Path, *addresses: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    shapes = "".join(
        f'<visual><geometry><mesh filename="{address}"/></geometry></visual>'
        for address in addresses
    )
    path = folder / "r.urdf"
    path.write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    return path


@pytest.mark.parametrize("variable", VARIABLES)
def test_packages_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    share = tmp_path / "ros" / "share"
    expected = mesh(share / "p" / "meshes")
    base = tmp_path / "elsewhere"
    base.mkdir()
    with pytest.raises(ModelError, match="is missing"):
        resolve_mesh("package://p/meshes/a.stl", base=base)
    monkeypatch.setenv(variable, str(share.parent if "AMENT" in variable else share))
    assert resolve_mesh("package://p/meshes/a.stl", base=base) == expected
    assert resolve_mesh("model://p/meshes/a.stl", base=base) == expected


def test_packages_of_the_search_path(tmp_path: Path) -> None:
    expected = mesh(tmp_path / "packages" / "p")
    base = tmp_path / "elsewhere"
    for folder in (tmp_path / "packages", tmp_path / "packages" / "p"):
        assert resolve_mesh("package://p/a.stl", base=base, search=[folder]) == expected


def test_the_package_a_file_lies_in(tmp_path: Path) -> None:
    package = tmp_path / "checkout"
    expected = mesh(package / "meshes")
    (package / "package.xml").write_text("<package><name> p </name></package>")
    assert resolve_mesh("package://p/meshes/a.stl", base=package / "urdf") == expected


def test_a_folder_named_like_the_package(tmp_path: Path) -> None:
    expected = mesh(tmp_path / "p" / "meshes")
    for base in (tmp_path / "p" / "urdf" / "deep", tmp_path / "q" / "urdf"):
        found = resolve_mesh("package://p/meshes/a.stl", base=base)
        assert found == expected


def test_a_robot_outside_its_package_keeps_its_folders(tmp_path: Path) -> None:
    expected = mesh(tmp_path / "robots" / "meshes")
    found = resolve_mesh("package://unknown/meshes/a.stl", base=tmp_path / "robots" / "urdf")
    assert found == expected


def test_paths_and_file_addresses(tmp_path: Path) -> None:
    expected = mesh(tmp_path / "meshes", "a b.stl")
    absolute = expected.as_posix()
    for address in (
        "meshes/a b.stl",
        "./meshes/a b.stl",
        "meshes\\a b.stl",
        "meshes/a%20b.stl",
        absolute,
        f"file://{absolute}",
        f"file:{absolute}",
        f"file://localhost{absolute}",
        f"file://{absolute}".replace(" ", "%20"),
        "file://meshes/a b.stl",
    ):
        assert resolve_mesh(address, base=tmp_path).samefile(expected), address
    found = resolve_mesh("a b.stl", base=tmp_path, search=[tmp_path / "meshes"])
    assert found == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("package://p/a.stl", "AMENT_PREFIX_PATH (not set)"),
        ("a.stl", "looked in"),
        ("http://example.org/a.stl", "http:// is not fetched"),
        ("package://../../etc/passwd", "is missing"),
        ("package://", "is missing"),
        ("", "is missing"),
        ("a\0b", "is missing"),
        ("x" * 5000, "is missing"),
    ],
)
def test_a_missing_mesh_says_where_it_was_looked_for(
    tmp_path: Path, address: str, expected: str
) -> None:
    with pytest.raises(ModelError) as caught:
        resolve_mesh(address, base=tmp_path)
    assert expected in str(caught.value)


def test_reading_names_the_missing_meshes_once(tmp_path: Path) -> None:
    mesh(tmp_path)
    path = robot(tmp_path, "a.stl", "b.stl", "b.stl", "c.stl", "d.stl")
    with pytest.raises(ModelError) as caught:
        read_urdf(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:1: link \"a\": mesh 'b.stl' is missing; looked in ")
    assert message.endswith("(2 other meshes are missing, too)")


def test_reading_can_do_without_meshes(tmp_path: Path) -> None:
    model = read_urdf(robot(tmp_path, "package://p/b.stl"), check_meshes=False)
    assert model.links[0].visuals[0].shape == Mesh("package://p/b.stl")
