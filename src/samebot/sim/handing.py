# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Hands many arrays over to compiled functions at the price of one.

Numba looks at every array of every call, which takes longer than to sample a robot's sensors, and
compiles for each what takes it over. Here a tuple of arrays is written down once as addresses and
sizes, in one array of whole numbers; a compiled function reads it back. Whoever writes it down
keeps the arrays alive, and never replaces one by another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

import numpy as np

from samebot.sim.compiled import numba
from samebot.sim.solids import Whole

__all__ = ["reader", "written"]

types, cgutils = numba.types, numba.core.cgutils
ir = cgutils.ir

_Handed = TypeVar("_Handed", bound=tuple[object, ...])

_WORD: Final = ir.IntType(64)


def written(handed: tuple[object, ...], example: tuple[object, ...]) -> Whole:
    """Return where the arrays of a tuple (of tuples) are, and its numbers.

    The tuple must be like the example of its `reader`; an array of another kind, or one that does
    not lie in one piece, raises TypeError.
    """
    return np.array(list(_words(handed, example)), np.int64)


def _words(value: object, example: object) -> Iterator[int]:
    if isinstance(example, tuple):
        assert isinstance(value, tuple)
        for part, like in zip(value, example, strict=True):
            yield from _words(part, like)
    elif isinstance(example, np.ndarray):
        found, wanted = numba.typeof(value), numba.typeof(example)
        if not isinstance(value, np.ndarray) or found != wanted:
            raise TypeError(f"a compiled function is handed {found}; {wanted} is expected")
        yield value.ctypes.data
        yield from value.shape
    elif isinstance(example, float):
        yield int(np.array([value], np.float64).view(np.int64)[0])
    else:
        assert isinstance(value, int)
        yield value


def reader(example: _Handed) -> Callable[[Whole], _Handed]:
    """Return what reads in compiled functions what `written` wrote down of tuples like this one."""
    kind = numba.typeof(example)

    @numba.extending.intrinsic  # type: ignore[untyped-decorator] # numba has no types
    def read(_: object, words: Any) -> tuple[Any, Callable[..., Any]]:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = numba.np.arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
            return _Reading(context, builder, array.data).value(kind)

        return kind(words), build

    return read  # type: ignore[no-any-return]


class _Reading:
    """Builds values from the words behind a pointer, one after another."""

    def __init__(self, context: Any, builder: Any, words: Any) -> None:
        """Begin at the first word."""
        self._context = context
        self._builder = builder
        self._words = words
        self._next = 0

    def value(self, kind: Any) -> Any:
        """Return the next value, which is of a kind."""
        if isinstance(kind, types.BaseTuple):
            parts = [self.value(part) for part in kind]
            return self._context.make_tuple(self._builder, kind, parts)
        if isinstance(kind, types.Array):
            return self._array(kind)
        word = self._word()
        if isinstance(kind, types.Float):
            return self._builder.bitcast(word, ir.DoubleType())
        return word

    def _word(self) -> Any:
        place = self._builder.gep(self._words, [ir.Constant(_WORD, self._next)])
        self._next += 1
        return self._builder.load(place)

    def _array(self, kind: Any) -> Any:
        context, builder = self._context, self._builder
        arrayobj = numba.np.arrayobj  # there as soon as something is compiled
        array = arrayobj.make_array(kind)(context, builder)
        item = context.get_data_type(kind.dtype)
        data = builder.inttoptr(self._word(), item.as_pointer())
        shape = [self._word() for _ in range(kind.ndim)]
        size = ir.Constant(_WORD, context.get_abi_sizeof(item))
        strides = [size]
        for side in shape[:0:-1]:
            strides.insert(0, builder.mul(strides[0], side))
        arrayobj.populate_array(
            array,
            data=data,
            shape=cgutils.pack_array(builder, shape),
            strides=cgutils.pack_array(builder, strides),
            itemsize=size,
            meminfo=None,
        )
        return array._getvalue()  # noqa: SLF001 - numba's own way
