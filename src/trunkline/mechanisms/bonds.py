"""Bonds: debts of a corporation to their holders, at a fixed price."""

from __future__ import annotations

from dataclasses import dataclass

from trunkline.board import Bonds
from trunkline.kernel import bond_events
from trunkline.kernel.ledger import move_bonds, pay
from trunkline.kernel.shares import plural
from trunkline.kernel.state import POOL, TREASURY, Corporation
from trunkline.kernel.table import Table


def terms(t: Table) -> tuple[str, Bonds]:
    """Return the id of the corporation that may owe bonds, and their terms on the board."""
    for corp in t.title.board.corporations:
        if corp.merger is not None and corp.merger.bonds is not None:
            return corp.id, corp.merger.bonds
    raise LookupError("there are no bonds")


def held(t: Table, place: str) -> int:
    """Return the number of bonds at a place: a player, the pool, or the treasury of the corporation that owes
    them."""
    return t.state.bonds.get(place, 0)


def outstanding(t: Table) -> int:
    """Return the number of bonds outside the treasury of the corporation that owes them."""
    return sum(t.state.bonds.values()) - held(t, TREASURY)


def check_sale(t: Table, player: str, count: int) -> None:
    """Refuse a sale of this many bonds to the pool if the player may not make it."""
    what = f"Selling {plural(count, 'bond')}"
    if count < 1:
        t.refuse("bond.holding", what, "at least one bond must be sold")
    if count > held(t, player):
        t.refuse("bond.holding", what, f"{player} holds {plural(held(t, player), 'bond')}")


def sell(t: Table, player: str, count: int) -> None:
    """Sell a player's bonds to the pool."""
    amount = count * terms(t)[1].price
    move_bonds(t, player, POOL, count)
    pay(t, None, t.state.players[player], amount, "bonds")
    t.note(bond_events.BondsSold(player, count, amount))


@dataclass(frozen=True)
class IssueBonds:
    """A means of raising money: a corporation puts bonds of its treasury into the pool, and the bank pays."""

    as_cash: bool = True

    def credit(self, t: Table, corp: Corporation) -> int:
        """Return the price of all bonds in its treasury, in dollars."""
        if not t.state.bonds:
            return 0
        issuer, facts = terms(t)
        return held(t, TREASURY) * facts.price if corp.id == issuer else 0

    def draw(self, t: Table, corp: Corporation, missing: int) -> None:
        """Issue as few bonds as bring the dollars, or all of them."""
        if not self.credit(t, corp):
            return
        price = terms(t)[1].price
        count = min(held(t, TREASURY), -(-missing // price))
        move_bonds(t, TREASURY, POOL, count)
        pay(t, None, corp, count * price, "bonds")
        t.note(bond_events.BondsIssued(corp.id, count, count * price), "bond.issue")
