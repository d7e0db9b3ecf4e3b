"""Decisions that only 18GL has."""

from __future__ import annotations

from trunkline.kernel.decisions import Decision

CONRAIL = "CR"


class ConrailTokens(Decision, tag="conrail tokens"):
    """CONRAIL has formed and chooses which further tokens of the merged corporations it replaces."""

    player: str
    """Its president."""

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
