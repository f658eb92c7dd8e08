# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""The public face: every module lists its public names, and they exist."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

import pytest

import samebot.core
import samebot.model


def listed(tree: ast.Module) -> list[str] | None:
    """Return the names in a module's `__all__`; None without one."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets
        ):
            return [str(name) for name in ast.literal_eval(node.value)]
    return None


def defined(tree: ast.Module) -> set[str]:
    """Return the names that a module's top level defines or imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).split(".")[0])
    return names


def order(name: str) -> tuple[int, str]:
    """Sort constants, then classes, then the rest; each by alphabet."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def complaints(source: str, *, package: bool = True) -> list[str]:
    """Say what is wrong with a module's list of public names; a package's is sorted, too."""
    tree = ast.parse(source)
    names = listed(tree)
    if names is None:
        public = [
            node.name
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
        ]
        return [f"no __all__ but public {public}"] if public else []
    found = [f"{name} does not exist" for name in names if name not in defined(tree)]
    if len(set(names)) < len(names):
        found.append("a name stands twice")
    if package and names not in (
        sorted(names),
        sorted(names, key=order),
        sorted(names, key=str.casefold),
    ):
        found.append("not sorted")
    return found


def test_every_module_lists_its_public_names(root: Path) -> None:
    package = root / "src" / "samebot"
    found = {
        path.relative_to(package).as_posix(): complaints(
            path.read_text(), package=path.name == "__init__.py"
        )
        for path in package.rglob("*.py")
    }
    assert {file: texts for file, texts in found.items() if texts} == {}


def taken(source: str, lists: Mapping[str, list[str]]) -> list[str]:
    """Return what a module imports from others of `lists` that these do not list."""
    return [
        f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module in lists
        for alias in node.names
        if alias.name not in lists[node.module] and f"{node.module}.{alias.name}" not in lists
    ]


def test_modules_take_from_others_only_what_these_list(root: Path) -> None:
    package = root / "src" / "samebot"
    sources = {_module(path, package): path.read_text() for path in package.rglob("*.py")}
    lists = {module: listed(ast.parse(source)) or [] for module, source in sources.items()}
    found = {module: taken(source, lists) for module, source in sources.items()}
    assert {module: names for module, names in found.items() if names} == {}


def _module(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_what_is_taken_without_being_listed_is_noticed() -> None:
    lists = {"samebot.a": ["listed", "b"], "samebot.a.c": []}
    assert taken("from samebot.a import listed, c, inner\nimport x", lists) == ["samebot.a.inner"]


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("def f(): ...", "no __all__"),
        ("def _f(): ...", None),
        ("__all__ = ['f']", "does not exist"),
        ("__all__ = ['f']\ndef f(): ...", None),
        ("__all__ = ['g', 'f']\ndef f(): ...\ndef g(): ...", "not sorted"),
        ("__all__ = ['f', 'f']\ndef f(): ...", "twice"),
        ("from x import y as z\n__all__ = ['z']", None),
        ("__all__ = ['LED', 'Ab', 'f']\nfrom x import LED, Ab, f", None),
    ],
)
def test_a_wrong_list_is_noticed(source: str, complaint: str | None) -> None:
    found = complaints(source)
    assert (found == []) if complaint is None else any(complaint in text for text in found)


def test_the_model_room_gives_what_it_lists() -> None:
    for name in samebot.model.__all__:
        assert getattr(samebot.model, name) is not None
    assert samebot.core.__doc__
