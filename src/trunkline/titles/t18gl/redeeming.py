"""CONRAIL's redemption of its bonds: from the pool while it has any, else from one player a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trunkline.kernel import bond_events
from trunkline.kernel.action import Action, RedeemBonds
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import move_bonds, pay
from trunkline.kernel.refusal import passes
from trunkline.kernel.shares import plural
from trunkline.kernel.state import POOL, TREASURY, Corporation, OperatingTurn
from trunkline.kernel.table import Standing, Table
from trunkline.mechanisms import bonds
from trunkline.titles.t18gl.state import own


@dataclass(frozen=True)
class RedeemBondsStep:
    """The step that redeems bonds from one source, at their price. The holder is not asked."""

    name: str = "redeem bonds"
    kinds: tuple[type[Action], ...] = (RedeemBonds,)
    optional: bool = True
    label = "Bonds"

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield the bonds of the pool and of every player."""
        corp = t.state.corporations[turn.corp]
        affordable = corp.cash // bonds.terms(t)[1].price
        for place in (POOL, *t.state.seats):
            if bonds.held(t, place):
                one = RedeemBonds(corp.president, corp.id, place, 1)
                most = min(bonds.held(t, place), affordable)
                yield Amounts(one, "count", 1, most) if most > 1 else one

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse bonds of others, a second source, and more than the treasury can pay."""
        assert isinstance(action, RedeemBonds)
        corp = t.state.corporations[turn.corp]
        what = f"Redeeming {plural(action.count, 'bond')}"
        issuer, facts = bonds.terms(t)
        if corp.id != issuer:
            t.refuse("redeem-bonds.amount", what, f"{corp.id} has no bonds")
        there = 0 if action.source == TREASURY else bonds.held(t, action.source)
        if not 1 <= action.count <= there:
            t.refuse("redeem-bonds.amount", what, f"there are {plural(there, 'bond')} at that place")
        before = own(t.state).turn.bonds_from
        if before and action.source != before:
            t.refuse("redeem-bonds.one-player", what, "bonds were redeemed elsewhere in this turn")
        if action.source != POOL and bonds.held(t, POOL):
            t.refuse("redeem-bonds.market-first", what, f"the pool has {bonds.held(t, POOL)}")
        price = action.count * facts.price
        if corp.cash < price:
            t.refuse("redeem-bonds.amount", what, f"that costs ${price:,} and it has ${corp.cash:,}")

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Pay the holder, or the bank for bonds of the pool."""
        assert isinstance(action, RedeemBonds)
        corp = t.state.corporations[turn.corp]
        price = action.count * bonds.terms(t)[1].price
        own(t.state).turn.bonds_from = action.source
        move_bonds(t, action.source, TREASURY, action.count)
        pay(t, corp, t.state.players.get(action.source), price, "bonds")
        redeemed = bond_events.BondsRedeemed(corp.id, action.source, action.count, price)
        t.note(redeemed, "redeem-bonds.amount")

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Allow leaving the step: no bond need be redeemed."""

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether no bond can be redeemed."""
        corp = t.state.corporations[turn.corp]
        return not any(passes(self.check, t, turn, one) for one in self._single(t, corp))

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Do nothing on entering the step."""

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the number of bonds that others hold."""
        owes = turn.corp == bonds.terms(t)[0]
        return Standing(bool(made), plural(bonds.outstanding(t), "bond") if owes else "")

    def _single(self, t: Table, corp: Corporation) -> list[RedeemBonds]:
        places = [place for place in t.state.bonds if place != TREASURY]
        return [RedeemBonds(corp.president, corp.id, place, 1) for place in places]
