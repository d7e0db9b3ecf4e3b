"""Which share certificate lies where, as 18xx.games tells them apart.

The referee counts shares; the site's files name single certificates, ``CORP_0`` being the president's.
They are kept here in the order in which each holder got them, for that order decides which ones a new
president hands over.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from trunkline.kernel.state import MARKET, OFFERING, Corporation, State

SECOND_ISSUE = 20
"""Number of the first certificate of a second issue."""
ISSUE = 10
"""Shares of an ordinary corporation."""


@dataclass
class Certificates:
    """Certificates by corporation and holder (a player, the offering or the market), the oldest first."""

    held: dict[str, dict[str, list[int]]] = field(default_factory=dict)

    @classmethod
    def at_start(cls, corporations: dict[str, Corporation]) -> Certificates:
        """All certificates in the offerings."""
        count = ISSUE - 1
        return cls({id: {OFFERING: list(range(count))} for id in corporations})

    def place_of(self, corp: str, number: int) -> str:
        """Who holds a certificate; empty where it does not exist."""
        return next((place for place, numbers in self.held.get(corp, {}).items() if number in numbers), "")

    def follow(self, before: State, after: State, named: dict[str, list[int]]) -> None:
        """Move certificates as shares moved from one state to the next.

        ``named`` gives the certificates that the action was about, by corporation; those beside them that
        change hands do so because a presidency does.
        """
        for id, now in after.corporations.items():
            old = before.corporations[id]
            if now.closed:
                if not old.closed:
                    self.held[id] = {}
            elif (
                now.total and not _places(old) and _places(now) and not old.started and not now.par_by_player
            ):
                pass
