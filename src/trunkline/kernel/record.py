"""What the parts of a state are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Self, TypeVar

import msgspec

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Record(msgspec.Struct, gc=False, omit_defaults=True):
    """A part of the state. Nothing in it refers back: the garbage collector need not look at it.

    What has its default is not written, so that a new field leaves the digests of old games as they were.
    """

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...


class Sealed(dict[_Key, _Value]):
    """A mapping that never changes; whoever wants another puts a new one in its place.

    It is a dict all the same, so that it is written down like any other.
    """

    __slots__ = ()

    def _never(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("This mapping never changes: put a new one in its place.")

    __setitem__ = __delitem__ = __ior__ = _never
    clear = pop = popitem = setdefault = update = _never

    def __reduce__(self) -> tuple[type[Self], tuple[dict[_Key, _Value]]]:
        return type(self), (dict(self),)


def sealed(mapping: dict[_Key, _Value]) -> dict[_Key, _Value]:
    """The mapping, closed to changes; an empty one stays a plain dict, the default that is not written."""
    return Sealed(mapping) if mapping and type(mapping) is dict else mapping
