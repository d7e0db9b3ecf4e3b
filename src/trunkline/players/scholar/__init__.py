"""The scholar: a player that has learned the value of a position from its own games.

It plays on from the director's best moves, as the tycoon does, but only for two rounds: a network then
judges the position. ``features`` has the network's inputs, ``value`` its weights, ``search`` the lines.
``trunkline.lab.training`` trains it.
"""

from __future__ import annotations

from typing import Final

from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players.advice import Advice, Estimate, Term
from trunkline.players.director import Director
from trunkline.players.evaluation import final_worth
from trunkline.players.scholar.search import try_moves
from trunkline.players.scholar.value import ValueModel, expected_shares, own_model
from trunkline.players.tycoon.candidates import candidates
from trunkline.players.tycoon.search import line_policies

__all__ = ["STEPS", "Scholar"]

STEPS: Final = 600
"""Default number of positions played for a decision."""
LINES: Final = 8
"""Maximum number of lines for a move."""
DOUBT: Final = 10.0
"""Dollars by which another move must exceed the director's own choice."""


class Scholar:
    """A player that chooses by short rollouts and a trained value."""

    def __init__(self, seed: int = 0, steps: int = STEPS, model: ValueModel | None = None) -> None:
        """``steps`` limits the positions played for a decision.

        Without a ``model``, the scholar uses the one of the title that comes with the package.
        """
        self.steps = steps
        self._director = Director(seed)
        self._model = model
        self._policies = line_policies(self._director, seed, LINES)

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action of ``player``, who must be in ``game.to_act``."""
        return self.advise(Position.of(game)).action

    def advise(self, position: Position) -> Advice:
        """Return advice for the first player who must decide."""
        advice = self._director.advise(position)
        tried = candidates(advice)
        if len(tried) < 2:
            return advice
        model = self._model or own_model(position.title.id)
        player = position.to_act[0]
        # All moves are judged in the same dollars: a share of what all players are expected to have now.
        dollars = sum(max(0.0, worth) for worth in final_worth(position).values())

        def value(end: Position) -> float:
            return dollars * expected_shares(end, model)[player]

        own = tried[0].action
        found = try_moves(position, [each.action for each in tried], self._policies, value, self.steps)
        doubt = {move.action: DOUBT * (move.action == own) for move in found}
        best = max(found, key=lambda move: (len(move.lines), move.value + doubt[move.action]))
        order = [best, *(move for move in found if move is not best)]
        return Advice(
            tuple(
                Estimate(move.action, (Term("worth then", move.value - order[1].value),)) for move in order
            ),
            beside_second=True,
        )
