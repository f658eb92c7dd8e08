# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Expands one xacro file, and remembers in which file and line each element stood.

Used in two ways: imported, and as a program of its own, which reads a request (JSON) from
standard input, limits itself, and writes the answer (JSON). As a program it must start fast,
so only the standard library and xacro are imported, and nothing of samebot.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import runpy
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn
from xml.dom import expatbuilder, minidom, xmlbuilder
from xml.parsers.expat import ErrorString, ExpatError

__all__ = ["Failure", "expand"]

_LARGEST: Final = 64 * 2**20
_MOST_FILES: Final = 1000
_ENDLESS: Final = "its includes, macros or elements nest without end"
_LONGEST_MESSAGE: Final = 400
_PACKAGE: Final = re.compile(r"package://([^/]+)/(.*)", re.DOTALL)
_one_at_a_time = threading.Lock()
_TRACED: Final = ("handle_macro_call", "grab_property", "grab_macro", "process_include")
_SILENCED: Final = ("warning", "error", "message", "print_location")
_STATE: Final = ("filestack", "macrostack", "all_includes", "verbosity", "parse", "eval_text")


class Failure(Exception):  # becomes a ModelError where samebot may be imported
    """The file cannot be expanded; `line` 0 is unknown."""

    def __init__(self, problem: str, file: str = "", line: int = 0) -> None:
        """Keep the parts."""
        super().__init__(problem)
        self.problem, self.file, self.line = problem, file, line


def expand(
    path: str, arguments: Mapping[str, str], find: Callable[[str], str], mark: str
) -> tuple[str, list[str]]:
    """Return the expanded text and the files that went into it.

    Every element carries the attribute `mark`, "NUMBER:LINE": which of the files, and where.
    `find` returns a package's folder or raises LookupError. xacro's global state is as before
    afterwards. Raises Failure.
    """
    with _one_at_a_time:
        xacro = _import_xacro()
        expansion = _Expansion(xacro, mark, find)
        with _own_state(xacro, expansion, find):
            return expansion.run(path, dict(arguments)), expansion.files


class _Expansion:
    """One run of xacro: the files it has read and the place it has come to."""

    def __init__(self, xacro: ModuleType, mark: str, find: Callable[[str], str]) -> None:
        self._xacro = xacro
        self._mark = mark
        self._find = find
        self._place = ""
        self.files: list[str] = []

    def run(self, path: str, arguments: dict[str, str]) -> str:
        try:
            self._xacro.init_stacks(path)
            document = self.parse(None, path)
            root: Any = document.documentElement
            self._place = root.getAttribute(self._mark)
            self._xacro.process_doc(document, mappings=arguments)
            return str(root.toxml())
        except Failure:
            raise
        except RecursionError:
            self._fail(_ENDLESS)
        except MemoryError:
            self._fail("it needs too much memory")
        except ExpatError as error:
            file = self._xacro.filestack[-1]
            reason = f"is not well-formed XML: {ErrorString(error.code)}"
            raise Failure(f"{reason} (column {error.offset + 1})", file, error.lineno) from error
        # A stranger's expressions raise whatever Python can, some of it through xacro.
        except Exception as error:  # noqa: BLE001
            self._fail(_reason(error))

    def parse(self, text: Any, filename: str | None = None) -> minidom.Document:
        """Take the place of xacro.parse: with lines, without document types, bounded."""
        if text is not None or filename is None:
            raise Failure("xacro asked for a text that is not in a file")
        if len(self.files) >= _MOST_FILES:
            self._fail(f"it includes more than {_MOST_FILES} files")
        try:
            filename = self._in_package(filename)
            data = _read(filename)
        except OSError as error:
            self._xacro.filestack.pop()
            raise self._xacro.XacroException(exc=error) from error
        self.files.append(filename)
        return _Builder(len(self.files) - 1, filename, self._mark).build(data)

    def _in_package(self, filename: str) -> str:
        """Return the file that package:// means; xacro has put the folder in front of it."""
        address = _PACKAGE.search(filename)
        if address is None:
            return filename
        return str(Path(self._find(address.group(1)), address.group(2)))

    def traced(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function of xacro, with its first argument's place noted first."""

        def trace(node: minidom.Element, *arguments: Any, **options: Any) -> Any:
            place = node.getAttribute(self._mark)
            if place:
                self._place = place
                if node.tagName.startswith("xacro:"):  # which take no unknown attributes
                    node.removeAttribute(self._mark)
            return function(node, *arguments, **options)

        return trace

    def _fail(self, problem: str) -> NoReturn:
        file, line = next(iter(self.files), ""), 0
        number, _, text = self._place.partition(":")
        if number:
            file, line = self.files[int(number)], int(text)
        raise Failure(problem, file, line)


class _Builder(expatbuilder.ExpatBuilderNS):
    """Builds the tree that xacro works on."""

    def __init__(self, number: int, file: str, mark: str) -> None:
        options = xmlbuilder.Options()
        options.comments = False
        super().__init__(options)
        self._number, self._file, self._mark_name = number, file, mark
        self._skipped = 0

    def build(self, data: bytes) -> minidom.Document:
        start = data.lstrip()
        if start.startswith(b"<?xml"):
            self._skipped = data[: len(data) - len(start)].count(b"\n")
            data = start
        document: minidom.Document = self.parseString(data)
        return document

    def start_element_handler(self, name: str, attributes: list[str]) -> None:
        super().start_element_handler(name, attributes)
        line = self.getParser().CurrentLineNumber + self._skipped
        element: Any = self.curNode
        element.setAttribute(self._mark_name, f"{self._number}:{line}")

    def character_data_handler_cdata(self, data: str) -> None:
        if not data.isspace():  # indentation, which only costs time
            super().character_data_handler_cdata(data)

    def start_doctype_decl_handler(self, *_: object) -> NoReturn:
        raise Failure(
            "has a <!DOCTYPE>; document types are refused, because their entities can grow "
            'without bound ("billion laughs"); remove it',
            self._file,
            self.getParser().CurrentLineNumber,
        )


def _read(filename: str) -> bytes:
    path = Path(filename)
    if path.exists() and not path.is_file():
        raise OSError(f"{filename!r} is not a regular file")
    with path.open("rb") as stream:
        data = stream.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise Failure(f"has more than {_LARGEST // 2**20} MB", filename)
    return data


def _import_xacro() -> ModuleType:
    # On import, xacro changes how every XML document of the process is printed.
    write = minidom.Element.writexml
    try:
        importlib.import_module("xacro.substitution_args")
        return importlib.import_module("xacro")
    except ImportError as error:
        raise Failure(f"xacro cannot be imported ({error}); pip install xacro") from error
    finally:
        minidom.Element.writexml = write  # type: ignore[method-assign]


@contextmanager
def _own_state(
    xacro: ModuleType, expansion: _Expansion, find: Callable[[str], str]
) -> Iterator[None]:
    """Let xacro work with our parser, finder and trace; put everything back afterwards."""
    import yaml

    changed = {name: getattr(xacro, name) for name in (*_STATE, *_TRACED, *_SILENCED)}
    context = dict(xacro.substitution_args_context)
    arguments = xacro.substitution_args
    finders = arguments._eval_find, arguments._eval_dict["find"]  # noqa: SLF001
    constructors = dict(yaml.SafeLoader.yaml_constructors)
    try:
        vars(xacro).update({name: expansion.traced(changed[name]) for name in _TRACED})
        vars(xacro).update(dict.fromkeys(_SILENCED, _say_nothing))
        vars(xacro).update(parse=expansion.parse, all_includes=[], verbosity=0)
        vars(xacro).update(eval_text=_without_detour(changed["eval_text"]))
        arguments._eval_find = arguments._eval_dict["find"] = find  # noqa: SLF001
        yield
    finally:
        vars(xacro).update(changed)
        xacro.substitution_args_context.clear()
        xacro.substitution_args_context.update(context)
        arguments._eval_find, arguments._eval_dict["find"] = finders  # noqa: SLF001
        xacro._global_symbols.pop("__builtins__", None)  # noqa: SLF001
        yaml.SafeLoader.yaml_constructors = constructors


def _without_detour(evaluate: Callable[..., Any]) -> Callable[..., Any]:
    """Return xacro's evaluation of a text; most have nothing to evaluate, and it is slow."""
    return lambda text, symbols: evaluate(text, symbols) if "$" in text else text


def _say_nothing(*_: object, **__: object) -> None:
    """Take the place of xacro's warnings, which would go to the user's terminal."""


def _reason(error: BaseException) -> str:
    """Return what lies under an error of xacro, in one line."""
    expression = ""
    while getattr(error, "exc", None) is not None:
        expression = getattr(error, "suffix", "") or expression
        error = error.exc  # type: ignore[attr-defined]
    text = str(error) or type(error).__name__
    if isinstance(error, RecursionError):
        return _ENDLESS
    if type(error).__name__ == "ArgException":
        text = f"argument {text!r} has no value; give it one or a default"
    elif isinstance(error, KeyError):
        text = f"{text} is not known"
    elif isinstance(error, OSError) and error.filename:
        text = f"cannot read {error.filename!r}: {error.strerror}"
    line = " ".join(f"{text} {expression}".split())
    return line if len(line) <= _LONGEST_MESSAGE else line[:_LONGEST_MESSAGE] + "..."


# From here on: the program.


def _main() -> None:
    request = json.load(sys.stdin.buffer)
    _limit(request["seconds"], request["bytes"])
    packages = runpy.run_path(str(Path(__file__).with_name("packages.py")))
    path, search = request["path"], request["search"]

    def find(name: str) -> str:
        return str(packages["require_package"](name, Path(path).parent, search))

    _fence()
    answer: dict[str, object]
    try:
        text, files = expand(path, request["arguments"], find, request["mark"])
        answer = {"text": text, "files": files}
    except Failure as failure:
        answer = {"problem": failure.problem, "file": failure.file, "line": failure.line}
    except MemoryError:
        answer = {"problem": "it needs too much memory"}
    sys.stdout.buffer.write(json.dumps(answer).encode())
    sys.stdout.buffer.flush()
    os._exit(0)  # freeing a large tree would take its time


def _limit(seconds: float, memory: int) -> None:
    try:
        import resource
    except ImportError:  # Windows: the other process watches the time alone
        return
    limits = {
        resource.RLIMIT_CPU: int(seconds) + 1,
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
    }
    for kind, most in limits.items():
        _, hard = resource.getrlimit(kind)
        try:
            bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (bound, hard))
        except (ValueError, OSError):  # macOS has kinds that cannot be set
            continue


_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_HARMFUL: Final = re.compile(
    r"subprocess|socket|ctypes|shutil|pty|urllib|ftplib|smtplib|http|winreg|_winapi|webbrowser"
    r"|os\.(system|exec|spawn|posix_spawn|fork|kill|startfile|remove|rename|rmdir|mkdir|link"
    r"|symlink|truncate|ch)"
)


def _fence() -> None:
    """Refuse what no robot description needs. xacro's own guard of expressions has gaps."""
    sys.dont_write_bytecode = True

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITES
        if writes or _HARMFUL.match(event):
            raise PermissionError(f"a xacro file may not do this: {event}")

    sys.addaudithook(refuse)


if __name__ == "__main__":
    _main()
