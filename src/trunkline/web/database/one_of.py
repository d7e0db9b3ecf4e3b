"""A condition on a column: its text is one of a list, which the statement takes as one parameter.

SQLAlchemy's own ``in_`` writes a parameter for each text. The driver of PostgreSQL then parses a long new
statement for every list, which took a third of the time of a page of the lobby.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Dialect, Text, bindparam
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator, TypeEngine


class _Texts(TypeDecorator[Sequence[str]]):
    """Texts as one parameter: an array on PostgreSQL, JSON on SQLite."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Return the type that the database has for the parameter."""
        return dialect.type_descriptor(ARRAY(Text()) if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: Sequence[str] | None, dialect: Dialect) -> object:
        """Return the texts as the driver takes them."""
        texts = list(value or ())
        return texts if dialect.name == "postgresql" else json.dumps(texts)


class _Rows(FunctionElement[str]):
    """The texts of the parameter, a row each."""

    type = Text()
    inherit_cache = True


@compiles(_Rows, "postgresql")
def _of_array(element: _Rows, compiler: SQLCompiler, **options: Any) -> str:
    return f"(SELECT unnest({compiler.process(element.clauses, **options)}))"


@compiles(_Rows, "sqlite")
def _of_json(element: _Rows, compiler: SQLCompiler, **options: Any) -> str:
    return f"(SELECT value FROM json_each({compiler.process(element.clauses, **options)}))"


def one_of(column: ColumnElement[str], parameter: str) -> ColumnElement[bool]:
    """Return the condition that the column has one of the texts of a parameter, which is a list."""
    return column.bool_op("IN")(_Rows(bindparam(parameter, type_=_Texts())))
