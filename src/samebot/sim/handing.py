# SPDX-FileCopyrightText: 2026 The samebot authors
# SPDX-License-Identifier: Apache-2.0
"""Hands many arrays over to compiled functions at the price of one number.

Numba looks at every array of every call, which takes longer than to sample a robot's sensors, and
compiles for each what takes it over, again in every function that it is handed on to. Here a named
tuple of arrays is written down once as addresses and sizes, in one array of whole numbers. Compiled
functions know it by its place and look up only what they use. Whoever writes it down keeps the
arrays alive, and never replaces one by another.
"""

from __future__ import annotations

import hashlib
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


def reader(example: _Handed) -> Callable[[int], _Handed]:
    """Return what finds in compiled functions a named tuple like this one that was `written`.

    It takes the address of the words: `words.ctypes.data`.
    """
    kind = _Place(numba.typeof(example))

    @numba.extending.intrinsic  # type: ignore[untyped-decorator] # numba has no types
    def read(_: object, address: Any) -> tuple[Any, Callable[..., Any]]:
        def build(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], _WORD.as_pointer())

        return kind(address), build

    return read  # type: ignore[no-any-return]


class _Place(numba.types.Type):  # type: ignore[misc] # numba has no types
    """What compiled functions know a named tuple by: where its words are."""

    def __init__(self, kind: Any) -> None:
        """`kind` is what numba calls such a tuple."""
        self.kind = kind
        # Names of functions hold those of their types: a short one, that tells kinds apart.
        mark = hashlib.sha256(str(kind).encode()).hexdigest()[:12]
        super().__init__(name=f"{kind.instance_class.__name__}@{mark}")

    def part(self, name: str) -> tuple[Any, int]:
        """Return kind and first word of a field."""
        number = self.kind.fields.index(name)
        return self.kind[number], sum(_length(part) for part in self.kind[:number])


def _length(kind: Any) -> int:
    """Return how many words something has."""
    if isinstance(kind, types.BaseTuple):
        return sum(map(_length, kind))
    return 1 + kind.ndim if isinstance(kind, types.Array) else 1


def _as_found(kind: Any) -> Any:
    return _Place(kind) if isinstance(kind, types.BaseNamedTuple) else kind


@numba.extending.register_model(_Place)
class _PlaceModel(numba.extending.models.PrimitiveModel):  # type: ignore[misc]
    """A pointer to words."""

    def __init__(self, manager: Any, kind: _Place) -> None:
        super().__init__(manager, kind, _WORD.as_pointer())


@numba.core.typing.templates.infer_getattr
class _Fields(numba.core.typing.templates.AttributeTemplate):  # type: ignore[misc]
    """Tells what the fields of a named tuple are."""

    key = _Place

    def generic_resolve(self, place: _Place, name: str) -> Any:
        return _as_found(place.part(name)[0]) if name in place.kind.fields else None


@numba.core.imputils.lower_getattr_generic(_Place)  # type: ignore[untyped-decorator]
def _field(context: Any, builder: Any, place: _Place, words: Any, name: str) -> Any:
    kind, first = place.part(name)
    return _Reading(context, builder, words, first).value(kind)


class _Reading:
    """Builds values from the words behind a pointer, one after another."""

    def __init__(self, context: Any, builder: Any, words: Any, first: int) -> None:
        """Begin at some word."""
        self._context = context
        self._builder = builder
        self._words = words
        self._next = first

    def value(self, kind: Any) -> Any:
        """Return the next value, which is of a kind."""
        if isinstance(kind, types.BaseNamedTuple):
            return self._pointer()
        if isinstance(kind, types.BaseTuple):
            parts = [self.value(part) for part in kind]
            return self._context.make_tuple(self._builder, kind, parts)
        if isinstance(kind, types.Array):
            return self._array(kind)
        word = self._word()
        if isinstance(kind, types.Float):
            return self._builder.bitcast(word, ir.DoubleType())
        return word

    def _pointer(self) -> Any:
        return self._builder.gep(self._words, [ir.Constant(_WORD, self._next)])

    def _word(self) -> Any:
        word = self._builder.load(self._pointer())
        # It is never written again, so it need not be read again in each turn of a loop.
        word.set_metadata("invariant.load", self._builder.module.add_metadata([]))
        self._next += 1
        return word

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
