"""Programs that choose actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from trunkline.game import Game
from trunkline.kernel.action import Action

__all__ = ["Chooser", "play_out"]


class Chooser(Protocol):
    """Whoever decides for a seat."""

    def choose(self, game: Game, player: str) -> Action:
        """A legal action of ``player``, who is one of those who must decide. Changes nothing."""


def play_out(game: Game, players: Chooser | Mapping[str, Chooser], max_actions: int = 20_000) -> int:
    """Let programs play until the game is over, or for so many actions at most; returns how many were played.

    One program may play every seat, or each seat (by name) its own.
    """
    for played in range(max_actions):
        if game.over:
            return played
        # Offers may wait on several players: the first in seat order answers first, so that the same seed
        # plays the same game.
        waiting = game.to_act
        player = next(name for name in game.players if name in waiting)
        chooser = players[player] if isinstance(players, Mapping) else players
        game.play(chooser.choose(game, player))
    return max_actions
