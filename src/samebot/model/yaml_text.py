# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""YAML files as plain data that still knows its lines; bounded in size, depth and expansion."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import yaml

from samebot.core.errors import ModelError, Where
from samebot.model.files import check_size, read_bytes
from samebot.model.plain import Plain

__all__ = ["Step", "YamlText", "parse_yaml", "read_yaml"]

MAX_BYTES: Final = 2**20
MAX_DEPTH: Final = 50
MAX_VALUES: Final = 200_000
"""How many values a file may mean once its aliases and merge keys are written out."""
_TOO_DEEP: Final = f"is nested deeper than {MAX_DEPTH} levels"

# libyaml reads about ten times as fast, but not every wheel of PyYAML has it.
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Step = str | int


class _Mark(Protocol):
    @property
    def line(self) -> int: ...


@dataclass(frozen=True, slots=True)
class YamlText:
    """The data of a YAML file; `where` tells in which line a part of it stands."""

    file: str
    data: Plain
    _root: yaml.Node | None

    def where(self, *path: Step, element: str = "") -> Where:
        """Return the place of the part that the keys and indices lead to, as far as they lead."""
        node = self._root
        line = 0
        for step in (None, *path):
            node = node if step is None else _child(node, step)
            if node is None:
                break
            line = _line(node.start_mark)
        return Where(self.file, line, element)


def read_yaml(path: Path) -> YamlText:
    """Return the data of a file; raise ModelError for what cannot be read or is too big."""
    content = read_bytes(path, MAX_BYTES)
    return parse_yaml(content, file=str(path))


def parse_yaml(content: bytes | str, *, file: str) -> YamlText:
    """Return the data of a YAML text; an empty one is None. Raises ModelError."""
    check_size(len(content), MAX_BYTES, Where(file))
    text = content if isinstance(content, str) else _decoded(content, file)
    _refuse_depth(text, file)
    loader = _Loader(text)
    try:
        root = loader.get_single_node()
        if root is None:
            return YamlText(file, None, None)
        _measure(root, file, {}, set())
        return YamlText(file, loader.construct_document(root), root)
    except yaml.YAMLError as error:
        raise _not_yaml(error, file) from error
    except ValueError as error:  # a date that is none, a whole number of thousands of digits
        reason = str(error).partition(";")[0]  # without advice to programmers
        raise ModelError(f"has a value that cannot be read: {reason}", Where(file)) from error
    finally:
        loader.dispose()


def _decoded(content: bytes, file: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ModelError("is not UTF-8 text; save it as UTF-8", Where(file, line)) from error


def _refuse_depth(text: str, file: str) -> None:
    # Nodes are composed by recursion, so the depth is looked at first, from the flat events.
    depth = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > MAX_DEPTH:
                    raise ModelError(_TOO_DEEP, Where(file, _line(event.start_mark)))
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
    except yaml.YAMLError as error:
        raise _not_yaml(error, file) from error


def _line(mark: _Mark | None) -> int:
    return mark.line + 1 if mark else 0


def _not_yaml(error: yaml.YAMLError, file: str) -> ModelError:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    return ModelError(f"is not YAML: {problem}", Where(file, _line(mark)))


def _measure(
    node: yaml.Node, file: str, known: dict[int, tuple[int, int]], above: set[int]
) -> tuple[int, int]:
    """Return how many values a node means with its aliases written out, and how deep they lie."""
    key = id(node)
    if key in known:
        return known[key]
    where = Where(file, _line(node.start_mark))
    if key in above:
        raise ModelError("has an alias inside of what it stands for", where)
    above.add(key)
    parts = [_measure(part, file, known, above) for part in _parts(node, where)]
    above.discard(key)
    values = 1 + sum(count for count, _ in parts)
    depth = 1 + max((depth for _, depth in parts), default=0)
    if values > MAX_VALUES:
        raise ModelError(f"aliases make more than {MAX_VALUES} values of it", where)
    if depth > MAX_DEPTH:
        raise ModelError(_TOO_DEEP, where)
    known[key] = (values, depth)
    return known[key]


def _parts(node: yaml.Node, where: Where) -> list[yaml.Node]:
    if isinstance(node, yaml.SequenceNode):
        return list(node.value)
    if not isinstance(node, yaml.MappingNode):
        return []
    keys = Counter(key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode))
    for key, times in keys.items():
        if times > 1:
            raise ModelError(f"has the key {key!r} {times} times", where)
    return [part for pair in node.value for part in pair]


def _child(node: yaml.Node | None, step: Step) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        # Merged keys come first and lose against the mapping's own.
        pairs = reversed(node.value)
        return next((value for key, value in pairs if key.value == step), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        child: yaml.Node = node.value[step]
        return child
    return None
