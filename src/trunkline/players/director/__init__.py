"""A player that plays to win: what shares will earn, what trains cost whom, which company to be rid of."""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.actions import Action
from trunkline.game import Game
from trunkline.players.advice import Advice
from trunkline.players.clerk import WEIGH, Weigh, part_by_part
from trunkline.players.director import company, finance, market, offers, opening
from trunkline.players.director.forecast import Forecast
from trunkline.position import Position

__all__ = ["Director"]

SCALES: Mapping[type[Action], Weigh] = {
    **WEIGH,
    **opening.SCALES,
    **market.SCALES,
    **company.SCALES,
    **finance.SCALES,
    **offers.SCALES,
}
"""What speaks for and against each kind of action; what a clerk does as well is left to the clerk."""


class Director:
    """Chooses by what it expects to earn. The same seed and position get the same answer."""

    def __init__(self, seed: int = 0) -> None:
        """The seed only decides between openings that promise about as much."""
        self._seed = seed

    def choose(self, game: Game, player: str) -> Action:
        """A legal action of ``player``, who is one of those who must decide."""
        return self.advise(Position.of(game)).action

    def advise(self, position: Position) -> Advice:
        """What the first who must decide should do, and why."""
        return part_by_part(Forecast(position, position.to_act[0], self._seed), SCALES)
