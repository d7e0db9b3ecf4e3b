"""Computer players (bots): programs that choose actions. ``registry`` finds them by name.

- random: draws legal actions by weight. See ``random_player``.
- clerk: follows simple heuristics. See ``clerk``.
- director: estimates future earnings and costs. See ``director``.
- tycoon: plays on from the director's best actions and compares the results. See ``tycoon``.
- scholar: does the same, and judges the results by a trained network. See ``scholar``.

Start with ``clerk.py``: a table maps each kind of action to the function that estimates it in dollars. The
director replaces most of these functions: ``director/operating_turn.py`` for dividends and trains,
``director/market.py`` for shares, and ``director/new_companies.py`` for new companies. Their figures of a
position come from ``valuation.py`` and ``director/forecast.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Protocol

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.action import Action, Pass
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game
from trunkline.titles import build
from trunkline.util.errors import UsageError

__all__ = ["FAILURES", "Chooser", "error_line", "first_to_act", "game_from_text", "play_out", "play_turns"]

FAILURES = (Exception, SystemExit)
"""Errors that a third-party player may raise."""


class Chooser(Protocol):
    """A player: any object that chooses actions for a seat."""

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action of ``player``, who must be in ``game.to_act``. Do not change the game."""


def error_line(error: BaseException) -> str:
    """Return a one-line description of a player's error."""
    why = str(error) if isinstance(error, Refusal | UsageError) else f"{type(error).__name__}: {error}"
    return " ".join(why.split())


def game_from_text(options: Options, state: bytes) -> Game:
    """Return a game at a serialized position. Raises any error of decoding it."""
    return Game.at_state(options, states.decode(state, build(options).state))


STALLED = 500
"""Consecutive passes after which a game is dead: no player owns anything that could still move it."""


def first_to_act(game: Game) -> str:
    """Return the player who decides now. If several must decide, the first in seat order does.

    So the same seed plays the same game. The game must not be over.
    """
    waiting = game.to_act
    return next(name for name in game.players if name in waiting)


def play_turns(game: Game, players: Chooser | Mapping[str, Chooser]) -> Iterator[list[Event]]:
    """Let players act until the game is over or dead. Yield the events of each action.

    One player may act for every seat, or each seat (by name) may have its own. A game is dead once everyone
    has passed ``STALLED`` times in a row: all corporations have closed and no player can afford another.
    """
    passes = 0
    while not game.over and passes < STALLED:
        player = first_to_act(game)
        chooser = players[player] if isinstance(players, Mapping) else players
        action = chooser.choose(game, player)
        passes = passes + 1 if isinstance(action, Pass) else 0
        yield game.play(action)


def play_out(game: Game, players: Chooser | Mapping[str, Chooser], max_actions: int = 50_000) -> int:
    """Let players act to the end of the game, or for ``max_actions``. Return the number of actions played."""
    return sum(1 for _ in islice(play_turns(game, players), max_actions))
