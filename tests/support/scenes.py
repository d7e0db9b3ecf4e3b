"""Positions of 1856."""

from __future__ import annotations

from typing import Self

from table_scene import AuctionScene
from trunkline import actions as A
from trunkline.engine.kernel.context import Funding
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.titles.t1856 import privates
from trunkline.titles.t1856.state import State1856, state_1856


class Scene(AuctionScene):
    """A game of 1856 in a position that the test sets."""

    TITLE = "1856"
    STEPS = ("track", "token", "run", "interest", "dividend", "trains", "redeem")

    def opened(self, **owners: str) -> Self:
        """Skip the opening. Privates go to these players or corporations, and the others close."""
        super().opened(**owners)
        for private in self.state.privates.values():
            if private.corp and private.id in privates.RIGHTS:
                self.corp(private.corp).rights = (*self.corp(private.corp).rights, private.id)
        return self

    @property
    def own(self) -> State1856:
        """The state with the fields of 1856. A test may change it before the game continues."""
        return state_1856(self.state)

    def funds(self, id: str) -> Funding:
        """Return the funding of a corporation."""
        return self.own.funds(id)

    def escrow(self, id: str, dollars: int) -> None:
        """Hold so many dollars in escrow for a corporation."""
        self.own.fund(id, self.funds(id)._replace(escrow=dollars))

    def _capitalise(self, corp: Corporation, way: str) -> None:
        self.own.fund(corp.id, self.funds(corp.id)._replace(way=way))

    def _enter(self, turn: OperatingTurn, step: str) -> None:
        turn.interest = turn.step > self.STEPS.index("interest")
        if step in ("run", "interest", "trains", "redeem"):
            self.operating_round.steps[turn.step].enter(self.table, turn)
        if step == "interest":  # settled as far as possible without a decision
            self._settle()

    def gt_line(self) -> Self:
        """Lay track from GT's home Oshawa (P9) to Toronto (N11): a run of $20 and $30."""
        return self.tiles("P9:6:1 O10:9:1")

    def phase(self, number: int) -> Self:
        """Set the phase by its number, with the trains of earlier phases gone from the bank.

        Phase n begins with the first n+1-train. In phase 5 a 6 has been sold and Diesels are on sale.
        """
        self.state.phase = number - 1
        types = ["2", "3", "4", "5", "6"]
        self.sell_out(*types[: number - 1])
        if number >= 5:
            self.sell_out("6")
        return self

    def six_bought(self, buyer: str, *, done: tuple[str, ...] = ()) -> Self:
        """Let a corporation buy the first 6-train and end its turn, so that all loans are due."""
        self.phase(4)
        self.sell_out("5")
        self.set_cash(buyer, 700)
        self.turn(buyer, "trains", done=done)
        self.play(self.buy(buyer, "6"), A.Pass(self.corp(buyer).president))
        return self


LPS_TILES = "C14:14:1 B15:7:3 D15:8:0 D17:57:0 D13:8:5 E14:8:2 F13:56:0 F11:9:0"
"""The rulebook's example: Maudaumin connects to Sarnia twice, to Glencoe, and by a small city to Goderich."""


def lps_about_to_run() -> Scene:
    """Return LPS with a 3 and a 4, about to run in that example. No other player holds a share."""
    scene = Scene().phase(3).tiles(LPS_TILES).opened()
    scene.started("LPS")
    scene.state.trains = {**scene.state.trains, "3-0": "LPS", "4-0": "LPS"}
    return scene.turn("LPS", "run")
