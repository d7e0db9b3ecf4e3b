"""Valid values of declared types as text, for error messages and for the comments of a title file."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache, reduce
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from trunkline.util.messages import gettext, translated

FEW = 12
"""Most names listed in an advice. Of more names, only the closest one is named."""


def valid(kind: Any) -> str:
    """Return the values that a type accepts as a noun phrase, or an empty text if it has no simple one."""
    return _phrase(inspect.type_info(kind))


def _phrase(kind: inspect.Type) -> str:
    match kind:
        case inspect.LiteralType(values=values):
            return gettext("one of {values}", values=", ".join(_quoted(each) for each in values))
        case inspect.BoolType():
            return gettext("true or false")
        case inspect.IntType(ge=int(low), le=int(high)):
            return gettext("a whole number from {low} to {high}", low=str(low), high=str(high))
        case inspect.IntType(ge=int(low)):
            return gettext("a whole number of at least {low}", low=str(low))
        case inspect.IntType():
            return gettext("a whole number")
        case inspect.FloatType():
            return gettext("a number")
        case inspect.StrType(pattern=None):
            return gettext("a text in quotes")
        case inspect.StrType(pattern=str(pattern)):
            return gettext("a text of the form {pattern}", pattern=pattern.replace(r"\Z", "$"))
        case inspect.Metadata(extra_json_schema={"description": str(description)}):
            return translated(description)
        case inspect.Metadata(type=inner):
            return _phrase(inner)
        case inspect.TupleType(item_types=items):
            return gettext("a list of {count} values", count=str(len(items)))
        case inspect.VarTupleType():
            return gettext("a list")
        case inspect.DictType() | inspect.StructType():
            return gettext("keys with values")
        case inspect.UnionType(types=types):
            parts = [_phrase(each) for each in types]
            return reduce(_either, dict.fromkeys(parts)) if all(parts) else ""
        case inspect.NoneType():
            return "null"
    return ""


def _either(first: str, second: str) -> str:
    return gettext("{first} or {second}", first=first, second=second)


def _quoted(value: object) -> str:
    return value if isinstance(value, str) and value else f'"{value}"'


@lru_cache(maxsize=256)
def fields_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the types of a record's keys, by the names that files use."""
    hints = get_type_hints(kind, include_extras=True)
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {encoded: hints[name] for name, encoded in names}


def bare(kind: Any, data: Any = None) -> Any:
    """Return a type without its limits and without None. Of several records, return that of the data."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif get_origin(kind) in (UnionType, Union):
            kinds = [each for each in get_args(kind) if each is not type(None)]
            kind = next((each for each in kinds if _is_tagged(each, data)), kinds[0])
        else:
            return kind


def tags(kind: Any) -> tuple[str, ...]:
    """Return the tags of the records in a union, such as the kinds of powers."""
    return tuple(str(each.__struct_config__.tag) for each in get_args(kind) if _is_record(each))


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _is_tagged(kind: Any, data: Any) -> bool:
    if not (_is_record(kind) and isinstance(data, dict)):
        return False
    config = kind.__struct_config__
    return config.tag_field is not None and data.get(config.tag_field) == config.tag


def advice(name: str, known: Iterable[str]) -> str:
    """Return advice on a name that does not exist: the closest known name, or all names if there are few."""
    names = [str(each) for each in known]
    # For a name of two characters, one in common is close enough: many coordinates and ids are that short.
    if close := get_close_matches(name, names, 1, 0.5 if len(name) == 2 else 0.6):
        return gettext("the closest name is {name}", name=close[0])
    if not names:
        return gettext("the board has none")
    if len(names) <= FEW:
        return gettext("there are {names}", names=", ".join(names))
    return ""
