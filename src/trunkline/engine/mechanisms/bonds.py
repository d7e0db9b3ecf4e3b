"""Bonds: debts of a corporation to their holders, at a fixed price."""

from __future__ import annotations

from dataclasses import dataclass

from trunkline.engine.board import Bonds
from trunkline.engine.kernel import bond_events
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_bonds, pay
from trunkline.engine.kernel.refusal_texts import selling_bonds
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation
from trunkline.util.messages import gettext_lazy, ngettext_lazy


def terms(ctx: Context) -> tuple[str, Bonds]:
    """Return the id of the corporation that may owe bonds, and their terms on the board."""
    for corp in ctx.title.board.corporations:
        if corp.merger is not None and corp.merger.bonds is not None:
            return corp.id, corp.merger.bonds
    raise LookupError("there are no bonds")


def held(ctx: Context, place: str) -> int:
    """Return the number of bonds at a place: a player, the pool, or the treasury of the corporation that owes
    them."""
    return ctx.state.bonds.get(place, 0)


def outstanding(ctx: Context) -> int:
    """Return the number of bonds outside the treasury of the corporation that owes them."""
    return sum(ctx.state.bonds.values()) - held(ctx, TREASURY)


def check_sale(ctx: Context, player: str, count: int) -> None:
    """Refuse a sale of this many bonds to the pool if the player may not make it."""
    what = selling_bonds(count)
    if count < 1:
        ctx.refuse("bond.holding", what, gettext_lazy("at least one bond must be sold"))
    if count > held(ctx, player):
        has = held(ctx, player)
        why = ngettext_lazy("{player} holds {count} bond", "{player} holds {count} bonds", has, player=player)
        ctx.refuse("bond.holding", what, why)


def sell(ctx: Context, player: str, count: int) -> None:
    """Sell a player's bonds to the pool."""
    amount = count * terms(ctx)[1].price
    move_bonds(ctx, player, POOL, count)
    pay(ctx, None, ctx.state.players[player], amount, "bonds")
    ctx.note(bond_events.BondsSold(player, count, amount))


@dataclass(frozen=True)
class IssueBonds:
    """A means of raising money: a corporation puts bonds of its treasury into the pool, and the bank pays."""

    as_cash: bool = True

    def credit(self, ctx: Context, corp: Corporation) -> int:
        """Return the price of all bonds in its treasury, in dollars."""
        if not ctx.state.bonds:
            return 0
        issuer, facts = terms(ctx)
        return held(ctx, TREASURY) * facts.price if corp.id == issuer else 0

    def draw(self, ctx: Context, corp: Corporation, missing: int) -> None:
        """Issue as few bonds as bring the dollars, or all of them."""
        if not self.credit(ctx, corp):
            return
        price = terms(ctx)[1].price
        count = min(held(ctx, TREASURY), -(-missing // price))
        move_bonds(ctx, TREASURY, POOL, count)
        pay(ctx, None, corp, count * price, "bonds")
        ctx.note(bond_events.BondsIssued(corp.id, count, count * price), "bond.issue")
