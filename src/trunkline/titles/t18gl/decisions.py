"""Decisions that only 18GL has."""

from __future__ import annotations

from typing import NamedTuple

from trunkline.engine.kernel.decisions import Decision

CONRAIL = "CR"


class Further(NamedTuple):
    """A station token of CONRAIL in a city that had tokens, but no home, of merged corporations."""

    hex: str
    stop: int
    corps: tuple[str, ...]
    """Corporations whose tokens it replaces."""


class ConrailTokens(Decision, tag="conrail tokens"):
    """The decision of CONRAIL's president on the tokens to keep besides homes."""

    player: str
    further: tuple[Further, ...] = ()
    """The tokens that are not homes."""

    @property
    def corp(self) -> str:
        """The id of CONRAIL."""
        return CONRAIL


class Shortfall(Decision, tag="shortfall"):
    """A shortage of interest money that a president must raise for a corporation."""

    player: str
    """The president."""
    corp: str
    cause: str
    """The cause of the payment, as in the ledger."""
    dues: dict[str, int]
    """Dollars due, by payee. Never changed in place."""
    sold: dict[str, int] = {}
    """Corporations sold for it, each with the price in dollars before its first sale. Never changed in
    place."""


Decision18GL = ConrailTokens | Shortfall
