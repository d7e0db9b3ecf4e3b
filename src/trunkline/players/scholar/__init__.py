"""The scholar: a tycoon that has learned to judge positions from games of bots.

It tries the same moves as a tycoon and plays on in the same way, but a trained network judges the end of each
line. ``features`` has the network's inputs and ``value`` its weights. ``trunkline.lab.training`` trains it.
"""

from __future__ import annotations

from trunkline.game.position import Position
from trunkline.players.advice import Term
from trunkline.players.evaluation import final_worth
from trunkline.players.scholar.value import ValueModel, expected_shares, own_model
from trunkline.players.tycoon import STEPS, Tycoon
from trunkline.players.tycoon.search import Judge

__all__ = ["Scholar"]


class Scholar(Tycoon):
    """A player that chooses by rollouts and a trained value."""

    def __init__(
        self,
        seed: int = 0,
        steps: int = STEPS,
        seconds: float | None = None,
        model: ValueModel | None = None,
    ) -> None:
        """Start as a tycoon does.

        Without a ``model``, the scholar uses the one of the title that comes with the package.
        """
        self._model = model
        super().__init__(seed, steps, seconds, self.judge_for)

    def judge_for(self, position: Position) -> Judge:
        """Return the judge of all lines from a position: it compares shares of the worth at the end."""
        model = self._model or own_model(position.title.id)
        # All lines are judged in the same dollars: shares of the worth that all players now expect.
        dollars = sum(max(0.0, worth) for worth in final_worth(position).values())

        def judge(end: Position, player: str) -> tuple[Term, ...]:
            shares = expected_shares(end, model)
            others = (1.0 - shares[player]) / max(1, len(shares) - 1)
            return (Term("worth then", dollars * shares[player]), Term("others", -dollars * others))

        return judge
