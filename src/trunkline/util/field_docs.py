"""Descriptions of the fields of a class: the strings that follow them in its source."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache


@cache
def field_docs(kind: type) -> dict[str, str]:
    """Return the description of each field that has one, by the name of the field. Each is one line."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each.__module__.partition(".")[0] == __name__.partition(".")[0]:
            found |= _own(each)
    return found


def _own(kind: type) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                found[name] = " ".join(words.split())
    return found
