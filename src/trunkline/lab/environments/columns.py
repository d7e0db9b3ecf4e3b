"""Columns of the arrays of an observation: their names and units."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.engine.kernel.figures import Figure


class Column(NamedTuple):
    """A column of an array: its name and its unit."""

    name: str
    unit: str


class Array(NamedTuple):
    """An array of an observation: the names of its rows and its columns."""

    rows: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.rows), len(self.columns)


DOLLARS = "hundreds of dollars"
FLAG = "0 or 1"
COUNT = "number"
TENTHS = "tenths of the company"


def flags(*names: str) -> tuple[Column, ...]:
    """Return columns that are 0 or 1."""
    return tuple(Column(name, FLAG) for name in names)


def counts(*names: str) -> tuple[Column, ...]:
    """Return columns with whole numbers."""
    return tuple(Column(name, COUNT) for name in names)


def dollars(*names: str) -> tuple[Column, ...]:
    """Return columns with amounts of money."""
    return tuple(Column(name, DOLLARS) for name in names)


def of_title(figures: tuple[Figure, ...]) -> tuple[Column, ...]:
    """Return columns with figures that only one title has."""
    return tuple(Column(figure.name, FLAG if figure.flag else COUNT) for figure in figures)


def tenths(*names: str) -> tuple[Column, ...]:
    """Return columns with shares of a company."""
    return tuple(Column(name, TENTHS) for name in names)
