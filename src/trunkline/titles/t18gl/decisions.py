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


Decision18GL = ConrailTokens
