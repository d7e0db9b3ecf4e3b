"""Decisions that only 18GL has."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.kernel.decisions import Decision

CONRAIL = "CR"


class Further(NamedTuple):
    """A station token of CONRAIL in a city where those merged into it had tokens, and no home."""

    hex: str
    stop: int
    corps: tuple[str, ...]
    """Whose tokens it stands for."""


class ConrailTokens(Decision, tag="conrail tokens"):
    """CONRAIL has formed and its president chooses which tokens it keeps beside its homes."""

    player: str
    further: tuple[Further, ...] = ()
    """Those that it has, its homes apart."""

    @property
    def corp(self) -> str:
        """CONRAIL."""
        return CONRAIL


class Shortfall(Decision, tag="shortfall"):
    """A corporation cannot pay its interest, and its president must raise what it lacks."""

    player: str
    """The president."""
    corp: str
    cause: str
    """What is due, as the ledger notes it."""
    dues: dict[str, int]
    """Dollars that are due, by payee. Never changed in place."""
    sold: dict[str, int] = {}
    """Corporations sold for it, each with the price (dollars) before its first sale. Never changed in
    place."""


Decision18GL = ConrailTokens | Shortfall
