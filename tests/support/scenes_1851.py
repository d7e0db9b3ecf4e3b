"""Positions of 1851."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from table_scene import FloatingScene
from trunkline import actions as A
from trunkline.engine.kernel.decisions import Decision, PriceChoice
from trunkline.engine.kernel.state import OFFERING, TREASURY
from trunkline.titles.t1851 import opening


class Scene(FloatingScene):
    """A game of 1851 in a position that the test sets.

    By default the privates are dealt in their order: P1 has the L&O and is L&N president.
    """

    TITLE = "1851"
    KEPT = 5
    STEPS = ("track", "token", "run", "dividend", "trains", "shares")

    def __init__(self, players: int = 3, **options: object) -> None:
        super().__init__(players, **{"deal": opening.hands(players), **options})

    def waits_for_opening(self) -> bool:
        """Return whether the L&N has no price yet."""
        waiting: Sequence[Decision] = self.state.pending
        return any(isinstance(decision, PriceChoice) for decision in waiting)

    def opened(self, par: int = 100) -> Self:
        """Choose the L&N's opening price. Stock round 1 begins."""
        (player,) = self.game.to_act
        self.play(A.StartCorporation(player, "L&N", par))
        return self

    def bought(self, id: str, count: int = 1, source: str = OFFERING) -> None:
        """In a stock round, let the players buy this number of a corporation's shares, in turn order."""
        while count:
            (player,) = self.game.to_act
            purchase = A.BuyShare(player, id, source)
            if self.game.check(purchase) is None:
                self.play(purchase)
                count -= 1
            else:
                self.pass_()

    def of_treasury(self, player: str, id: str) -> A.BuyShare:
        """Return the purchase of a share from a corporation's treasury."""
        return A.BuyShare(player, id, TREASURY)
