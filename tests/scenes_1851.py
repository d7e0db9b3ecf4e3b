"""Positions of 1851."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from table_scene import TableScene
from trunkline import actions as A
from trunkline.kernel.decisions import Decision, PriceChoice
from trunkline.kernel.state import OFFERING, TREASURY, Corporation
from trunkline.titles.t1851 import opening


class Scene(TableScene):
    """A game of 1851 in a position of the test's own making.

    The deal is the privates in their order unless another is given: P1 has the L&O and is L&N president.
    """

    TITLE = "1851"
    STEPS = ("track", "token", "run", "dividend", "trains", "shares")

    def __init__(self, players: int = 3, **options: object) -> None:
        super().__init__(players, **{"deal": opening.hands(players), **options})

    def waits_for_opening(self) -> bool:
        """Whether the L&N has no price yet."""
        waiting: Sequence[Decision] = self.state.pending
        return any(isinstance(decision, PriceChoice) for decision in waiting)

    def opened(self, par: int = 100) -> Self:
        """Choose the L&N's opening price; stock round 1 begins."""
        (player,) = self.game.to_act
        self.play(A.StartCorporation(player, "L&N", par))
        return self

    def floated(
        self,
        id: str,
        president: str = "P1",
        shares: dict[str, int] | None = None,
        *,
        treasury: int | None = None,
        price: int = 100,
        cell: tuple[int, int] | None = None,
        cash: int = 0,
        operated: bool = True,
    ) -> Corporation:
        """A corporation that has floated: holdings in shares; what is not given lies in the pool,
        but for half (or so many shares) in its treasury."""
        if self.waits_for_opening():
            self.opened()
        corp = self.started(
            id, president, shares or {president: 5}, price=price, cell=cell, cash=cash, operated=operated
        )
        left = corp.offering
        corp.treasury = min(5, left) if treasury is None else treasury
        corp.pool = left - corp.treasury
        corp.offering = 0
        return corp

    def phase(self, name: str) -> Self:
        """The phase by its name, with the trains of earlier ones gone from the bank."""
        names = [phase.name for phase in self.game.title.board.phases]
        self.state.phase = names.index(name)
        self.sell_out(*names[: names.index(name)])
        return self

    def bought(self, id: str, count: int = 1, source: str = OFFERING) -> None:
        """In a stock round, let the players in turn buy shares of a corporation until so many are bought."""
        while count:
            (player,) = self.game.to_act
            purchase = A.BuyShare(player, id, source)
            if self.game.check(purchase) is None:
                self.play(purchase)
                count -= 1
            else:
                self.pass_()

    def of_treasury(self, player: str, id: str) -> A.BuyShare:
        """The purchase of a share out of a corporation's treasury."""
        return A.BuyShare(player, id, TREASURY)
