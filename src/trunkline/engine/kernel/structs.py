"""The building blocks of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Self, TypeVar

import msgspec

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class StateStruct(msgspec.Struct, gc=False, omit_defaults=True):
    """A part of the state. It has no reference cycles, so the garbage collector can skip it.

    Fields with their default value are not written, so a new field keeps the digests of old games unchanged.
    """

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class FrozenDict(dict[_Key, _Value]):
    """A mapping that never changes. To change it, replace it with a new mapping.

    It is a dict, so that it is serialized like any other mapping.
    """

    __slots__ = ()

    def _never(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("This mapping never changes: put a new one in its place.")

    __setitem__ = __delitem__ = __ior__ = _never
    clear = pop = popitem = setdefault = update = _never

    def __reduce__(self) -> tuple[type[Self], tuple[dict[_Key, _Value]]]:
        return type(self), (dict(self),)


def sealed(mapping: dict[_Key, _Value]) -> dict[_Key, _Value]:
    """Return the mapping as read-only. An empty mapping stays a plain dict, which is the unwritten
    default."""
    return FrozenDict(mapping) if mapping and type(mapping) is dict else mapping
