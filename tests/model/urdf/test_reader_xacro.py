# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""xacro files: expanded within bounds, errors with their own file and line."""

import importlib
import subprocess
import sys
import time
from pathlib import Path
from xml.dom import minidom

import pytest

from samebot.core.errors import ModelError
from samebot.model import RobotModel
from samebot.model.urdf import expander, read_urdf
from samebot.model.urdf.expansion import expand_file

ROBOTS = Path(expander.__file__).parents[2] / "robots"
XMLNS = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'


def write(folder: Path, inside: str, name: str = "r.xacro") -> Path:
    path = folder / name
    path.write_text(f'<robot name="r" {XMLNS}>\n{inside}\n</robot>', encoding="utf-8")
    return path


def read(folder: Path, inside: str, **options: str) -> RobotModel:
    return read_urdf(write(folder, inside), arguments=options, trusted=True)


@pytest.fixture(params=[True, False], ids=["here", "apart"])
def trusted(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_both_ways_give_the_same(tmp_path: Path) -> None:
    path = write(tmp_path, '<xacro:property name="n" value="${1 + 1}"/><link name="l${n}"/>')
    apart, here = read_urdf(path), read_urdf(path, trusted=True)
    assert apart == here
    assert apart.root == "l2"


def test_arguments_and_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMEBOT_TEST", "sea")
    inside = (
        '<xacro:arg name="who" default="me"/>'
        '<link name="$(arg who)-$(env SAMEBOT_TEST)-$(optenv SAMEBOT_NONE air)"/>'
    )
    assert read(tmp_path, inside).root == "me-sea-air"
    path = write(tmp_path, inside)
    assert read_urdf(path, arguments={"who": "you"}).root == "you-sea-air"


def test_a_urdf_with_xacro_tags_is_expanded(tmp_path: Path) -> None:
    inside = '<xacro:property name="n" value="x"/><link name="${n}"/>'
    assert read_urdf(write(tmp_path, inside, "r.urdf"), trusted=True).root == "x"


def test_packages_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: bool) -> None:
    share = tmp_path / "ros" / "share" / "far_away"
    share.mkdir(parents=True)
    write(share, '<link name="found"/>', "part.xacro")
    inside = '<xacro:include filename="{}far_away{}/part.xacro"/>'
    (tmp_path / "robots").mkdir()
    find = write(tmp_path / "robots", inside.format("$(find ", ")"))
    with pytest.raises(ModelError, match="package 'far_away' is nowhere; looked in AMENT_PREFIX"):
        read_urdf(find, trusted=trusted)
    assert read_urdf(find, search=[share.parent], trusted=trusted).root == "found"
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(share.parents[1]))
    assert read_urdf(find, trusted=trusted).root == "found"
    address = write(tmp_path / "robots", inside.format("package://", ""))
    assert read_urdf(address, trusted=trusted).root == "found"


def test_errors_of_the_model_name_the_included_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, '\n\n<link name="a"><inertial><mass value="-1"/></inertial></link>', "p.xacro")
    with pytest.raises(ModelError) as caught:
        read(tmp_path, '<xacro:include filename="p.xacro"/>')
    assert str(caught.value).startswith(f'{tmp_path / "p.xacro"}:4: link "a": <mass> is -1.0 kg')


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ('\n<link name="${nix}"/>', "r.xacro:3: name 'nix' is not defined when evaluating"),
        ('<link name="${1/0}"/>', "r.xacro:2: division by zero"),
        ('<link name="${1 +}"/>', "r.xacro:2: invalid syntax"),
        ('<link name="${__import__(\'os\')}"/>', "r.xacro:2: Use of invalid name"),
        ('<link name="$(arg x)"/>', "r.xacro:2: argument 'x' has no value; give it one"),
        ('<link name="$(env NO_SUCH)"/>', "r.xacro:2: environment variable 'NO_SUCH' is not set"),
        ('<link name="$(what x)"/>', "Unknown substitution command"),
        ('<link name="$(find ../..)"/>', "package '../..' is nowhere"),
        ("<xacro:nix/>", "r.xacro:2: unknown macro name: xacro:nix"),
        ('\n\n<xacro:include filename="no.xacro"/>', "r.xacro:4: cannot read "),
        ('<xacro:include filename="."/>', "is not a regular file"),
        ("<xacro:include/>", "missing attribute 'filename'"),
        ('<xacro:property name="a" value="${a}"/><link name="${a}"/>', "circular variable"),
        ('<xacro:macro name="m" params="a b"/><xacro:m a="1"/>', "Undefined parameters [b]"),
        ('<xacro:if value="maybe"><link name="a"/></xacro:if>', "not a boolean expression"),
        ('<xacro:include filename="r.xacro"/>', "nest without end"),
        ('<xacro:macro name="m" params=""><xacro:m/></xacro:macro><xacro:m/>', "nest without end"),
        ("<link>", "r.xacro:3: is not well-formed XML: mismatched tag"),
        ('<link name="${chr(0)}"/>', "name 'chr' is not defined"),
        ('<link name="${\'\\x00\'}"/>', "is binary data"),
    ],
)  # fmt: skip
def test_errors_of_xacro_name_the_line(tmp_path: Path, inside: str, expected: str) -> None:
    with pytest.raises(ModelError) as caught:
        read(tmp_path, inside)
    message = str(caught.value)
    assert expected in message
    assert message.startswith(str(tmp_path))
    assert "\n" not in message


def test_texts_are_evaluated_but_not_in_cdata(tmp_path: Path) -> None:
    inside = '<link name="a"/><note> ${1 + 1} <![CDATA[${1 < 2}]]></note>'
    assert read(tmp_path, inside).extras[0].xml == "<note>2 ${1 &lt; 2}</note>"


def test_document_types_are_refused(tmp_path: Path, trusted: bool) -> None:
    (tmp_path / "part.xacro").write_text('<!DOCTYPE r [<!ENTITY a "ha">]><r>&a;</r>')
    path = write(tmp_path, '<xacro:include filename="part.xacro"/>')
    with pytest.raises(ModelError, match=r"part\.xacro:1: .*billion laughs"):
        read_urdf(path, trusted=trusted)


_ENDLESS = '<xacro:macro name="m" params="n"><xacro:m n="${n}a"/><xacro:m n="${n}b"/></xacro:macro>'
_TRIPLING = '<xacro:macro name="m{}"><xacro:m{}/><xacro:m{}/><xacro:m{}/></xacro:macro>'
_MANY = "".join(_TRIPLING.format(n + 1, n, n, n) for n in range(30))


@pytest.mark.parametrize(
    "inside",
    [
        '<link name="${10**10**10}"/>',
        '<link name="${[0] * 10**11}"/>',
        '<link name="${sum(range(10**12))}"/>',
        f'{_ENDLESS}<xacro:m n=""/>',
        f'{_MANY}<xacro:macro name="m0"><link name="x"/></xacro:macro><xacro:m30/>',
    ],
    ids=["power", "list", "loop", "recursion", "multiplication"],
)
def test_bombs_end_in_bounded_time(tmp_path: Path, inside: str) -> None:
    path = write(tmp_path, inside)
    started = time.monotonic()
    with pytest.raises(ModelError):
        expand_file(path, arguments={}, seconds=1.0)
    assert time.monotonic() - started < 15.0


def test_include_bombs_end_in_bounded_time(tmp_path: Path) -> None:
    for number in range(20):
        include = f'<xacro:include filename="{number + 1}.xacro"/>' * 3
        write(tmp_path, include, f"{number}.xacro")
    write(tmp_path, '<link name="a"/>', "20.xacro")
    with pytest.raises(ModelError):
        expand_file(tmp_path / "0.xacro", arguments={}, seconds=1.0)


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of memory")
def test_memory_is_bounded(tmp_path: Path) -> None:
    path = write(tmp_path, '<link name="${len([0] * 10**8)}"/>')
    with pytest.raises(ModelError, match=r"memory|within"):
        expand_file(path, arguments={}, memory=2**28)


def test_a_stranger_cannot_write_or_start_programs(tmp_path: Path) -> None:
    # xacro's own guard does not look into lambdas; the fence must hold.
    target = tmp_path / "written"
    classes = "().__class__.__base__.__subclasses__()"
    call = "[c for c in {} if c.__name__ == '_wrap_close'][0].__init__.__globals__['{}']('{}')"
    for function, argument in (("system", f"touch {target}"), ("mkdir", str(target))):
        expression = call.format(classes, function, argument)
        path = write(tmp_path, f'<link name="a${{(lambda: {expression})()}}"/>')
        with pytest.raises(ModelError, match="a xacro file may not do this: os"):
            read_urdf(path)
    assert not target.exists()


def test_expanding_here_leaves_no_trace(tmp_path: Path) -> None:
    import yaml

    xacro = importlib.import_module("xacro")

    (tmp_path / "a.yaml").write_text("angle: !degrees 180")
    write_of_minidom = minidom.Element.writexml
    before = {name: value for name, value in vars(xacro).items() if name != "__builtins__"}
    symbols, constructors = dict(xacro._global_symbols), dict(yaml.SafeLoader.yaml_constructors)
    read(
        tmp_path,
        '<xacro:arg name="q" default="1"/>'
        "<link name=\"${xacro.load_yaml('a.yaml')['angle'] > 3}\"/>",
    )
    with pytest.raises(ModelError):
        read(tmp_path, "<xacro:nix/>")
    after = {name: value for name, value in vars(xacro).items() if name != "__builtins__"}
    assert after == before
    assert xacro.substitution_args_context == {}
    assert xacro._global_symbols == symbols
    assert yaml.SafeLoader.yaml_constructors == constructors
    assert minidom.Element.writexml is write_of_minidom


def test_the_worker_starts_without_numpy() -> None:
    code = (
        "import sys, runpy; runpy.run_path(sys.argv[1]); "
        "print([name for name in ('numpy', 'samebot', 'mujoco') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, expander.__file__],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_other_encodings_are_read(tmp_path: Path, trusted: bool) -> None:
    path = tmp_path / "r.xacro"
    declaration = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    text = f'{declaration}<robot name="é" {XMLNS}><link name="ü"/></robot>'
    path.write_bytes(text.encode("latin-1"))
    assert read_urdf(path, trusted=trusted).name == "é"


@pytest.mark.parametrize(
    "path", sorted(ROBOTS.glob("*/robot.urdf.xacro")), ids=lambda path: path.parent.name
)
def test_built_in_robots_are_the_same_apart(path: Path) -> None:
    assert read_urdf(path) == read_urdf(path, trusted=True)
