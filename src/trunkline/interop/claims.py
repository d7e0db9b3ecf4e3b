"""Figures that a file states, compared with those of the replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from trunkline.game import Game
from trunkline.util.messages import gettext, gettext_noop, ngettext

_FIGURES = {
    "revenue of ": gettext_noop(
        "the revenue of {name} at action {action} is {stated} in the file and {found} in the replay"
    ),
    "worth of ": gettext_noop(
        "the worth of {name} at action {action} is {stated} in the file and {found} in the replay"
    ),
    "price of a share of ": gettext_noop(
        "the price of a share of {name} at action {action} is {stated} in the file and {found} in the replay"
    ),
    "destination of ": gettext_noop(
        "the destination of {name} at action {action} is reached in the file and not reached in the replay"
    ),
    "state of the game": gettext_noop(
        "the state of the game at action {action} is finished in the file and not finished in the replay"
    ),
}
"""The sentence about a difference, by the beginning of the figure's name."""


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
        beginning = next(each for each in _FIGURES if self.figure.startswith(each))
        return gettext(
            _FIGURES[beginning],
            name=self.figure.removeprefix(beginning),
            action=str(self.action),
            stated=_dollars(self.stated),
            found=_dollars(self.found),
        )


def _dollars(figure: int | str) -> str:
    return gettext("${amount}", amount=str(figure))


def sentence(name: str, differences: Sequence[Difference]) -> str:
    """Return one line that names the first difference and counts the others, or empty text without any."""
    if not differences:
        return ""
    first, *others = differences
    if not others:
        return gettext("{name}: {difference}.", name=name, difference=first)
    return ngettext(
        "{name}: {difference} ({count} more figure also differs).",
        "{name}: {difference} ({count} more figures also differ).",
        len(others),
        name=name,
        difference=first,
    )


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
