"""The director: a player that estimates share income, train costs and the burden of each company."""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players.advice import Advice
from trunkline.players.clerk import WEIGH, Weigh, part_by_part
from trunkline.players.director import company, finance, market, offers, opening
from trunkline.players.director.forecast import Forecast

__all__ = ["Director"]

SCALES: Mapping[type[Action], Weigh] = {
    **WEIGH,
    **opening.SCALES,
    **market.SCALES,
    **company.SCALES,
    **finance.SCALES,
    **offers.SCALES,
}
"""The scale for each kind of action. The clerk's scales apply to all other kinds."""


class Director:
    """A player that chooses by expected earnings. The same seed and position give the same answer."""

    def __init__(self, seed: int = 0) -> None:
        """The seed only decides between openings with nearly equal estimates."""
        self._seed = seed

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action of ``player``, who must be in ``game.to_act``."""
        return self.advise(Position.of(game)).action

    def advise(self, position: Position) -> Advice:
        """Return advice for the first player who must decide."""
        return part_by_part(Forecast(position, position.to_act[0], self._seed), SCALES)
