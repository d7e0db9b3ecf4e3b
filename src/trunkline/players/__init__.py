"""Programs that choose actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Protocol

from trunkline.game import Game
from trunkline.kernel.action import Action
from trunkline.kernel.table import Entry

__all__ = ["Chooser", "play_out", "turns"]


class Chooser(Protocol):
    """Whoever decides for a seat."""

    def choose(self, game: Game, player: str) -> Action:
        """A legal action of ``player``, who is one of those who must decide. Changes nothing."""


def turns(game: Game, players: Chooser | Mapping[str, Chooser]) -> Iterator[list[Entry]]:
    """Let programs play until the game is over; what happened, action by action.

    One program may play every seat, or each seat (by name) its own.
    """
    while not game.over:
        waiting = game.to_act
        # Several may have to decide: they do so in seat order, so that the same seed plays the same game.
        player = next(name for name in game.players if name in waiting)
        chooser = players[player] if isinstance(players, Mapping) else players
        yield game.play(chooser.choose(game, player))


def play_out(game: Game, players: Chooser | Mapping[str, Chooser], max_actions: int = 50_000) -> int:
    """Let programs play to the end, or so many actions at most; returns how many were played."""
    return sum(1 for _ in islice(turns(game, players), max_actions))
