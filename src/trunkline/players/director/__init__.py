"""The director: a player that estimates share income, train costs and the burden of each company.

- ``operating_turn``: track, tokens, dividends and trains.
- ``market``: shares.
- ``opening`` and ``new_companies``: privates and new companies.
- ``finance``: loans, share issues and the powers of privates.
- ``offers``: trades with other players.
- ``forecast``: the figures of a position that all of these use.
"""

from __future__ import annotations

from collections.abc import Mapping

from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players import clerk
from trunkline.players.advice import Advice
from trunkline.players.clerk import Estimator, advise_by_step
from trunkline.players.director import finance, market, offers, opening, operating_turn
from trunkline.players.director.forecast import Forecast

__all__ = ["Director"]

ESTIMATORS: Mapping[type[Action], Estimator] = {
    **clerk.ESTIMATORS,
    **opening.ESTIMATORS,
    **market.ESTIMATORS,
    **operating_turn.ESTIMATORS,
    **finance.ESTIMATORS,
    **offers.ESTIMATORS,
}
"""The estimator of each kind of action. The clerk's estimators apply to all other kinds."""


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
        return advise_by_step(Forecast(position, position.to_act[0], self._seed), ESTIMATORS)
