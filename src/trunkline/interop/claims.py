"""Figures that a file states, compared with those of the replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from trunkline.engine.kernel.shares import plural
from trunkline.game import Game


class Difference(NamedTuple):
    """A figure in a file that differs from the figure of the replay."""

    action: int
    """Number of effective actions replayed when the difference shows, from 1."""
    figure: str
    """Name of the figure, such as "revenue of GT"."""
    stated: int | str
    """The figure in the file. Whole numbers are dollars."""
    found: int | str
    """The figure of the replay."""

    def __str__(self) -> str:
        """Return the difference as a part of a sentence."""
        stated, found = (f"${each}" if isinstance(each, int) else each for each in (self.stated, self.found))
        return f"the {self.figure} at action {self.action} is {stated} in the file and {found} in the replay"


def sentence(name: str, differences: Sequence[Difference]) -> str:
    """Return one line that names the first difference and counts the others, or empty text without any."""
    if not differences:
        return ""
    first, *others = differences
    more = f" ({plural(len(others), 'more figure')} also {'differs' if len(others) == 1 else 'differ'})"
    return f"{name}: {first}{more if others else ''}."


def of_worth(game: Game, action: int, stated: Mapping[str, int]) -> list[Difference]:
    """Return the players whose final worth in the file differs from the replay, in seat order."""
    worth = {standing.player: standing.worth for standing in game.standings()}
    return [
        Difference(action, f"worth of {player}", stated[player], worth[player])
        for player in game.players
        if player in stated and stated[player] != worth[player]
    ]


def of_end(game: Game, action: int, finished: bool) -> list[Difference]:
    """Return a difference if the file states that the game is finished but it is not."""
    if not finished or game.over:
        return []
    return [Difference(action, "state of the game", "finished", "not finished")]


def plain(differences: Sequence[Difference]) -> list[dict[str, Any]]:
    """Return differences as plain data."""
    return [difference._asdict() for difference in differences]
