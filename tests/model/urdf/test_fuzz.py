# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Broken robots: whatever happens to a file, it gives a model or one of samebot's errors, soon.

Every case has a number that makes it again: `break_urdf(number)`. A few run in the usual tests,
2,000 with the marker `fuzz`.
"""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from samebot.core.chance import generator
from samebot.core.errors import SamebotError
from samebot.model import RobotModel
from samebot.model.urdf import expander, parse_urdf, read_urdf, unread, write_urdf

DATA = Path(__file__).with_name("data")
ROBOTS = Path(expander.__file__).parents[2] / "robots"
PLAIN_LIMIT = 5.0
XACRO_LIMIT = 15.0
"""How long one file may take, s, on a machine that is busy with other things."""

Chance = np.random.Generator
Mutation = Callable[[str, Chance], str | bytes]

NUMBERS = (
    "nan", "inf", "-inf", "1e999", "-1", "0", "-0.0", "1e308", "1e-320", "9" * 400, "1,5", "0x10",
    "1_0", "", " ", "a few", "1 2", "${1/0}", "\u0661", "1.2.3", "--1", "true", "1e5", "2147483648",
)  # fmt: skip
JUNK = (
    "<", ">", "&", "&amp;", "&nope;", '"', "\0", "\x07", "\ufeff", "\ud800", "😀", "<!--", "-->",
    "]]>", "<![CDATA[", "<?pi?>", "<!DOCTYPE a>", "é", "${", "$(", "$(find x)", "\n" * 50,
    "<gazebo/>", "<link/>", '<link name="x"/>', "<samebot>{}</samebot>",
    "<webots><device/></webots>",
    "<gazebo><plugin/></gazebo>", "<ros2_control><joint/></ros2_control>", "<transmission/>",
)  # fmt: skip
ENCODINGS = ("latin-1", "utf-16", "utf-16-le", "utf-32", "cp037", "utf-8-sig")
XACRO_JUNK = (
    "${", "${nix}", "${1/0}", "${'a' * 10**6}", "${[]}", "${lambda: 0}", "$(arg nix)",
    "$(find nix)",
    "$(eval 1/0)", "$$(", "<xacro:nix/>", "<xacro:include/>", '<xacro:include filename="nix"/>',
    '<xacro:include filename="*.xacro"/>', '<xacro:include filename="robot.urdf.xacro"/>',
    '<xacro:macro name="m" params=""><xacro:m/></xacro:macro><xacro:m/>', "<xacro:macro/>",
    '<xacro:property name="p" value="${p}"/><a b="${p}"/>', '<xacro:property name="1"/>',
    "<xacro:if/>", '<xacro:if value="perhaps"/>', "<xacro:insert_block/>", "<xacro:call/>",
    '<xacro:element xacro:name=""/>', '<xacro:attribute name="" value=""/>', "<xacro:arg/>",
    '<xacro:macro name="m" params=" "/>', "<xacro:nix.nix/>", "${xacro.load_yaml('nix')}",
)  # fmt: skip

_ATTRIBUTE = re.compile(r'\s[\w:]+="[^"]*"')
_START = re.compile(r"<(?!robot\b)[\w:]+")
_ELEMENT = re.compile(r"<([\w:]+)\b[^>]*?(?:/>|>.*?</\1>)", re.DOTALL)
_GAP = re.compile(r"(?<!robot)>\s*<(?!\?|robot)")
_NUMBER = re.compile(r'(?<=[">\s])[-+]?\d[\d.e+-]*(?=["<\s,])')
_TAG = re.compile(r"(?<=[</])[a-z]\w*")


def pick(found: Sequence[re.Match[str]], chance: Chance) -> re.Match[str] | None:
    return found[int(chance.integers(len(found)))] if found else None


def choose(texts: Sequence[str], chance: Chance) -> str:
    return texts[int(chance.integers(len(texts)))]


def substituted(
    text: str, pattern: re.Pattern[str], by: Callable[[str], str], chance: Chance
) -> str:
    match = pick(list(pattern.finditer(text)), chance)
    return text if match is None else text[: match.start()] + by(match[0]) + text[match.end() :]


def flip_bytes(text: str, chance: Chance) -> bytes:
    data = bytearray(text.encode())
    for _ in range(int(chance.integers(1, 9))):
        data[int(chance.integers(len(data)))] ^= 1 << int(chance.integers(8))
    return bytes(data)


def cut(text: str, chance: Chance) -> bytes:
    data = text.encode()
    return data[: int(chance.integers(len(data)))]


def drop_attribute(text: str, chance: Chance) -> str:
    return substituted(text, _ATTRIBUTE, lambda _: "", chance)


def double_attribute(text: str, chance: Chance) -> str:
    return substituted(text, _ATTRIBUTE, lambda found: found * 2, chance)


def element_in(text: str, chance: Chance) -> re.Match[str] | None:
    """Return some element within the robot, at any depth."""
    start = pick(list(_START.finditer(text)), chance)
    return None if start is None else _ELEMENT.match(text, start.start())


def with_element(text: str, by: Callable[[str], str], chance: Chance) -> str:
    match = element_in(text, chance)
    return text if match is None else text[: match.start()] + by(match[0]) + text[match.end() :]


def drop_element(text: str, chance: Chance) -> str:
    return with_element(text, lambda _: "", chance)


def double_element(text: str, chance: Chance) -> str:
    return with_element(text, lambda found: found * 2, chance)


def move_element(text: str, chance: Chance) -> str:
    match = element_in(text, chance)
    if match is None:
        return text
    without = text[: match.start()] + text[match.end() :]
    return substituted(without, _GAP, lambda _: f">{match[0]}<", chance)


def tags_of(text: str) -> list[str]:
    return sorted({*_TAG.findall(text), "link"})


def rename_tag(text: str, chance: Chance) -> str:
    tags = tags_of(text)
    return substituted(text, _TAG, lambda _: choose(tags, chance), chance)


def swap_tags(text: str, chance: Chance) -> str:
    tags = tags_of(text)
    one, other = choose(tags, chance), choose(tags, chance)
    swapped = {one: other, other: one}
    return _TAG.sub(lambda match: swapped.get(match[0], match[0]), text)


def swap_values(text: str, chance: Chance) -> str:
    match = pick(list(_ATTRIBUTE.finditer(text)), chance)
    if match is None:
        return text
    value = match[0].partition("=")[2]
    return substituted(text, _ATTRIBUTE, lambda at: f"{at.partition('=')[0]}={value}", chance)


def change_numbers(text: str, chance: Chance) -> str:
    for _ in range(int(chance.integers(1, 4))):
        text = substituted(text, _NUMBER, lambda _: choose(NUMBERS, chance), chance)
    return text


def insert_junk(text: str, chance: Chance) -> bytes:
    at = int(chance.integers(len(text)))
    return (text[:at] + choose(JUNK, chance) + text[at:]).encode(errors="surrogatepass")


def junk_between_elements(text: str, chance: Chance) -> str:
    junk = [piece for piece in JUNK if piece.startswith("<") and piece.endswith(">")]
    return substituted(text, _GAP, lambda _: f">{choose(junk, chance)}<", chance)


def nest(text: str, chance: Chance) -> str:
    times = int(10 ** chance.uniform(0, 4))
    return with_element(text, lambda at: "<link>" * times + at + "</link>" * times, chance)


def encode(text: str, chance: Chance) -> bytes:
    declared = re.sub(r"^<\?xml.*?\?>\s*", "", text)
    if chance.integers(2):
        declared = f'<?xml version="1.0" encoding="{choose(ENCODINGS, chance)}"?>\n{declared}'
    return declared.encode(choose(ENCODINGS, chance), errors="replace")


def multiply(text: str, chance: Chance) -> str:
    times = int(chance.integers(2, 200))
    return with_element(text, lambda found: found * times, chance)


def break_expression(text: str, chance: Chance) -> str:
    expression = re.compile(r"(?<=\$\{)[^}]+")
    return substituted(text, expression, lambda at: at[: int(chance.integers(len(at)))], chance)


def insert_xacro(text: str, chance: Chance) -> str:
    pattern = re.compile(r'>\s*<|="[^"]*"')
    junk = choose(XACRO_JUNK, chance)
    if junk.startswith("<"):
        return substituted(text, _GAP, lambda _: f">{junk}<", chance)
    return substituted(text, pattern, lambda at: f'="{junk}"' if at[0] == "=" else at, chance)


def rename_xacro(text: str, chance: Chance) -> str:
    tags = ("if", "unless", "macro", "property", "include", "arg", "insert_block", "call", "nix")
    return substituted(text, re.compile(r"(?<=<xacro:)\w+"), lambda _: choose(tags, chance), chance)


BREAKING: tuple[Mutation, ...] = (flip_bytes, cut, double_attribute, insert_junk, encode)
"""What the XML parser already refuses, mostly."""
MUTATIONS: tuple[Mutation, ...] = (
    *BREAKING, *2 * (
        drop_attribute, drop_element, double_element, move_element, rename_tag, swap_tags,
        swap_values, change_numbers, change_numbers, junk_between_elements, nest, multiply,
    ),
)  # fmt: skip
XACRO_MUTATIONS: tuple[Mutation, ...] = (
    *MUTATIONS, *5 * (break_expression, insert_xacro, rename_xacro),
)  # fmt: skip


def mutated(text: str, mutations: Sequence[Mutation], chance: Chance) -> bytes:
    """Return the text after one to three mutations; what has become bytes stays as it is."""
    result: str | bytes = text
    for _ in range(int(chance.integers(1, 4))):
        if isinstance(result, str):
            result = mutations[int(chance.integers(len(mutations)))](result or " ", chance)
    return result.encode(errors="surrogatepass") if isinstance(result, str) else result


@functools.cache
def plain_corpus() -> tuple[str, ...]:
    own = [path.read_text(encoding="utf-8") for path in sorted(DATA.glob("*.urdf"))]
    xacros = [*sorted(DATA.rglob("*.urdf.xacro")), *sorted(ROBOTS.glob("*/robot.urdf.xacro"))]
    return (*own, *(write_urdf(read_urdf(path, trusted=True)) for path in xacros))


@functools.cache
def xacro_corpus() -> dict[Path, bytes]:
    """Return all xacro files, by their path below one folder, with what finds their packages."""
    return {
        Path(source.name, path.relative_to(source)): path.read_bytes()
        for source in (DATA, ROBOTS)
        for path in sorted([*source.rglob("*.xacro"), *source.rglob("package.xml")])
    }


def break_urdf(number: int) -> bytes:
    """Return the broken URDF of this number."""
    chance = generator(number, "urdf")
    return mutated(choose(plain_corpus(), chance), MUTATIONS, chance)


def break_xacro(number: int, folder: Path) -> Path:
    """Write all xacro files, one of them broken; return a robot's file that may be hit by it."""
    chance = generator(number, "xacro")
    corpus = xacro_corpus()
    for path, data in corpus.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    robots = [str(path) for path in corpus if path.name.endswith(".urdf.xacro")]
    robot = Path(choose(robots, chance))
    near = [str(path) for path in corpus if path.suffix == ".xacro" and _includes(robot, path)]
    broken = Path(choose(near, chance))
    text = corpus[broken].decode()
    (folder / broken).write_bytes(mutated(text, XACRO_MUTATIONS, chance))
    return folder / robot


def _includes(robot: Path, part: Path) -> bool:
    return part == robot or (part.parent in robot.parents and ".urdf" not in part.suffixes)


def complaint(read: Callable[[], RobotModel]) -> str:
    """Return the error's message, or that of an error in what follows; "" for a whole model."""
    try:
        model = read()
        assert all(isinstance(sentence, str) for sentence in unread(model))
        assert parse_urdf(write_urdf(model)) == model
    except SamebotError as error:
        return str(error) or "an error without words\n"
    return ""


def survives(case: str, read: Callable[[], RobotModel], limit: float) -> None:
    """Check that there is a model, which is whole, or an error in words; both soon enough."""
    started = time.monotonic()
    try:
        message = complaint(read)
    except Exception as error:
        raise AssertionError(f"{case} is not survived") from error
    assert "\n" not in message, case
    assert len(message) < 2000, case
    assert time.monotonic() - started < limit, case


def plain_cases(numbers: range) -> None:
    for number in numbers:
        data = break_urdf(number)
        survives(f"broken URDF {number}", functools.partial(parse_urdf, data), PLAIN_LIMIT)


def xacro_cases(numbers: range, folder: Path) -> None:
    for number in numbers:
        path = break_xacro(number, folder)
        read = functools.partial(read_urdf, path, check_meshes=False)
        survives(f"broken xacro file {number}", read, XACRO_LIMIT)


def test_broken_urdf_is_survived() -> None:
    plain_cases(range(180))


def test_broken_xacro_is_survived(tmp_path: Path) -> None:
    xacro_cases(range(20), tmp_path)


@pytest.mark.fuzz
@pytest.mark.parametrize("start", range(1000, 2700, 100))
def test_much_broken_urdf_is_survived(start: int) -> None:
    plain_cases(range(start, start + 100))


@pytest.mark.fuzz
@pytest.mark.timeout(900)
@pytest.mark.parametrize("start", range(1000, 1300, 50))
def test_much_broken_xacro_is_survived(start: int, tmp_path: Path) -> None:
    xacro_cases(range(start, start + 50), tmp_path)


def test_the_same_number_breaks_the_same_way(tmp_path: Path) -> None:
    assert break_urdf(7) == break_urdf(7)
    first, again = tmp_path / "first", tmp_path / "again"
    robot = break_xacro(7, first)
    assert break_xacro(7, again).relative_to(again) == robot.relative_to(first)
    for path in xacro_corpus():
        assert (again / path).read_bytes() == (first / path).read_bytes()
    assert len({break_urdf(number) for number in range(20)}) > 15
