# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""How numba compiles samebot's functions: said when it begins, and in half of numba's own time.

What only other compiled functions call, a part, is optimised as one with what calls it. Numba would
optimise it by itself, too, and make machine code of it that nobody runs.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import logging
from collections.abc import Callable, Iterator
from typing import Any, Final

from samebot.core.errors import MissingDependency

try:
    import numba
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
except ImportError as error:
    raise MissingDependency("numba", "sim", "simulation") from error

__all__ = ["AnewCompiler", "PartCompiler", "WholeCompiler", "numba", "tell"]

_log = logging.getLogger("samebot.sim")


class WholeCompiler(CompilerBase):  # type: ignore[misc] # numba has no types
    """Compiles a function that Python calls, with all its parts."""

    lasting = "the first time only"

    def __init__(self, *arguments: Any) -> None:
        """Take what numba's compilers take."""
        *before, flags, local_types = arguments
        super().__init__(*before, _Flags(flags), local_types)

    def compile_extra(self, func: Callable[..., object]) -> Any:
        """Return the compiled function."""
        tell(self.lasting)
        with _without_collections():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """Return the steps from Python to machine code."""
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class AnewCompiler(WholeCompiler):
    """The same where nothing can be kept."""

    lasting = "each time, for nothing can be written into the cache folder"


class PartCompiler(WholeCompiler):
    """Compiles a part, into a library that is never run."""

    def compile_extra(self, func: Callable[..., object]) -> Any:
        """Return the compiled part; numba compiles it while it compiles what calls it."""
        return CompilerBase.compile_extra(self, func)

    def define_pipelines(self) -> list[Any]:
        """Return the steps from Python to the library."""
        name = self.state.func_id.func_qualname
        self.state.library = _Part(self.state.targetctx.codegen(), name)
        return super().define_pipelines()


@functools.cache
def tell(lasting: str) -> None:
    """Say once in a process why nothing happens for a while."""
    _log.warning("samebot compiles its sensors' code; that takes some seconds, %s", lasting)


@contextlib.contextmanager
def _without_collections() -> Iterator[None]:
    """Let Python not look for garbage: a compiler makes much, and little of it goes soon."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Flags(Flags):  # type: ignore[misc]
    """Numba's settings; it compares them ten thousand times, which takes it long."""

    def __eq__(self, other: object) -> bool:
        """Tell whether settings are the same."""
        if isinstance(other, _Flags) and self._values == other._values:
            return True
        return bool(super().__eq__(other))

    def __hash__(self) -> int:
        """Return what numba's own have: the hash of their names."""
        return _HASH


_HASH: Final = hash(Flags())


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of one part; the names of its methods are numba's."""

    def _optimize_final_module(self) -> None:
        """Leave it to the function that calls the part."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 - numba's
        """Say that there is nothing to run."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> type[_Nowhere]:
        """Where what is run would be registered."""
        return _Nowhere


class _Nowhere:
    """Takes what machine code needs to raise errors: parts raise none."""

    @staticmethod
    def set_env(name: str, environment: object) -> None:
        """Forget it."""
