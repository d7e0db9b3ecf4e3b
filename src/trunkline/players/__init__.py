"""Programs that choose actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Protocol

from trunkline.errors import UsageError
from trunkline.game import Game
from trunkline.kernel import state as states
from trunkline.kernel.action import Action, Pass
from trunkline.kernel.events import Event
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.titles import build

__all__ = ["FAILURES", "Chooser", "failure", "play_out", "turns", "written"]

FAILURES = (Exception, SystemExit)
"""Whatever a program of somebody else's does wrong."""


class Chooser(Protocol):
    """Whoever decides for a seat."""

    def choose(self, game: Game, player: str) -> Action:
        """A legal action of ``player``, who is one of those who must decide. Changes nothing."""


def failure(error: BaseException) -> str:
    """What a program has done wrong, in one line."""
    why = str(error) if isinstance(error, Refusal | UsageError) else f"{type(error).__name__}: {error}"
    return " ".join(why.split())


def written(options: Options, state: bytes) -> Game:
    """A game at a position that came in writing. Raises what reading it raises."""
    return Game.at_state(options, states.decode(state, build(options).state))


STALLED = 500
"""Passes in a row after which a game is dead: nobody owns anything that could still move it."""


def turns(game: Game, players: Chooser | Mapping[str, Chooser]) -> Iterator[list[Event]]:
    """Let programs play until the game is over or dead; what happened, action by action.

    One program may play every seat, or each seat (by name) its own. A game is dead once everyone has
    passed ``STALLED`` times in a row: all corporations have closed and no one can pay for another.
    """
    passes = 0
    while not game.over and passes < STALLED:
        waiting = game.to_act
        # Several may have to decide: they do so in seat order, so that the same seed plays the same game.
        player = next(name for name in game.players if name in waiting)
        chooser = players[player] if isinstance(players, Mapping) else players
        action = chooser.choose(game, player)
        passes = passes + 1 if isinstance(action, Pass) else 0
        yield game.play(action)


def play_out(game: Game, players: Chooser | Mapping[str, Chooser], max_actions: int = 50_000) -> int:
    """Let programs play to the end, or so many actions at most; returns how many were played."""
    return sum(1 for _ in islice(turns(game, players), max_actions))
