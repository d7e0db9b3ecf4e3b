"""Positions around the Canadian Government Railways: loans due, its formation and its operation."""

from __future__ import annotations

from scenes import Scene
from trunkline import actions as A
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.state import OFFERING, POOL, Corporation
from trunkline.titles.t1856.decisions import DebtsDue
from trunkline.titles.t1856.state import CgrStatus


class CgrScene(Scene):
    """A game of 1856 just before the first 6: phase four, all 5s sold, GW able to buy the 6."""

    def __init__(
        self, players: int = 3, *, buyer: str = "P1", rules: str = "printed", variants: tuple[str, ...] = ()
    ) -> None:
        super().__init__(players, rules=rules, variants=variants)
        self.opened().phase(4)
        self.sell_out("5")
        self.started("GW", buyer, cash=700)

    # -- before the formation

    def debtor(
        self,
        id: str,
        shares: dict[str, int],
        *,
        loans: int = 1,
        cash: int = 0,
        price: int = 100,
        in_pool: int = 0,
    ) -> Corporation:
        """Add a corporation with loans. The first of its holders is the president."""
        president = next(iter(shares))
        return self.started(
            id, president, shares, price=price, in_pool=in_pool, cash=cash, loans=loans, capital="escrow"
        )

    def poor(self) -> None:
        """Take all cash from the players."""
        for name in self.game.players:
            self.set_cash(name, 0)

    def first_six(self, *, done: tuple[str, ...] = ()) -> list[Event]:
        """Let GW buy the first 6 and end its turn after ``done`` have operated. Return the last events."""
        self.turn("GW", "trains", done=done)
        self.play(self.buy("GW", "6"))
        return self.play(A.Pass(self.corp("GW").president))

    def settle(self, *saved: str) -> None:
        """Settle every pending debt in the order asked: pay for those named, give up the others."""
        while self.game.to_act and self.debts():
            id = self.debts()[0]
            self.play(A.SettleDebt(self.corp(id).president, id, id in saved))

    def settle_with(self, **cash: int) -> None:
        """Give up every debtor. Give the players this cash before the last one is settled."""
        while len(self.table.waiting(DebtsDue).corps) > 1:
            id = self.debts()[0]
            self.play(A.SettleDebt(self.corp(id).president, id, False))
        for name, amount in cash.items():
            self.set_cash(name, amount)
        self.settle()

    def debts(self) -> list[str]:
        """Return the corporations whose debts the player asked may settle, in the order listed."""
        waiting = self.own.pending[-1] if self.own.pending else None
        if not isinstance(waiting, DebtsDue):
            return []
        (decider,) = self.game.to_act
        return [id for id in waiting.corps if self.corp(id).president == decider]

    def form(self, *, done: tuple[str, ...] = ()) -> list[Event]:
        """Form the CGR: GW buys the first 6 and no president pays. Return the events."""
        before = len(self.game.log)
        self.first_six(done=done)
        self.settle()
        return self.game.log[before:]

    # -- the CGR in play

    def cgr(
        self,
        shares: dict[str, int],
        *,
        total: int = 10,
        in_pool: int = 0,
        cash: int = 0,
        price: int = 100,
        par: int = 100,
        permanent: bool = True,
        cell: tuple[int, int] | None = None,
        phase: int = 5,
    ) -> Corporation:
        """Return the CGR after it has formed, with the first holder as president.

        ``permanent`` says that it has had a permanent train.
        """
        self.phase(phase)
        corp = self.corp("CGR")
        corp.total, corp.home, corp.tokens = total, True, (100,) * 10
        self.started(
            "CGR",
            next(iter(shares)),
            shares,
            par=par,
            price=price,
            cell=cell,
            in_pool=in_pool,
            cash=cash,
            capital="none",
        )
        self.own.cgr.status = CgrStatus.FORMED
        self.own.cgr.permanent = permanent
        return corp

    def cgr_station(self) -> None:
        """Put a CGR token on Oshawa, with track to Toronto: a run of $20 and $30."""
        self.gt_line()
        self.token("CGR", "P9")

    # -- inspection

    def split(self) -> tuple[dict[str, int], int, int]:
        """Return the CGR's shares of the players, in the pool and in the offering."""
        corp = self.corp("CGR")
        return dict(corp.shares), corp.pool, corp.offering

    def stations(self) -> list[tuple[str, int]]:
        """Return the hex and stop of each of the CGR's tokens."""
        return [(hex, token.stop) for hex, token in self.state.tokens_of("CGR")]

    def buy_share(self, player: str, corp: str = "CGR", source: str = OFFERING) -> A.BuyShare:
        """Return the purchase of a share by a player."""
        return A.BuyShare(player, corp, source)

    def buy_from_pool(self, player: str, corp: str = "CGR") -> A.BuyShare:
        """Return the purchase of a share from the pool."""
        return A.BuyShare(player, corp, POOL)


def cgr_turn(
    step: str = "run",
    *,
    cash: int = 0,
    permanent: bool = False,
    trains: str = "",
    rules: str = "printed",
    variants: tuple[str, ...] = (),
    revenue: int = 0,
) -> CgrScene:
    """Return the scene in the turn of the CGR (P2), with a run of $50 from Oshawa to Toronto. GW is rich."""
    scene = CgrScene(rules=rules, variants=variants)
    scene.set_cash("GW", 3000)
    scene.cgr({"P2": 4, "P1": 1, "P3": 1}, cash=cash, permanent=permanent, in_pool=2)
    scene.cgr_station()
    scene.give_trains("CGR", *trains.split())
    scene.turn("CGR", step, revenue=revenue)
    return scene
