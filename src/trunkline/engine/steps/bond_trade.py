"""Trades of bonds between players and the pool in a stock round."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.engine.kernel import bond_events
from trunkline.engine.kernel.action import Action, BuyBond, SellBonds
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_bonds, pay
from trunkline.engine.kernel.refusal_texts import costs
from trunkline.engine.kernel.state import POOL, StockTurn
from trunkline.engine.mechanisms import bonds
from trunkline.util.messages import Message, gettext_lazy

KINDS: tuple[type[Action], ...] = (BuyBond, SellBonds)
BOND = "a bond"
"""The entry for bonds in the purchases and sales of a turn (``StockTurn.bought``, ``.sold``)."""


def candidates(ctx: Context, player: str) -> Iterable[Choice]:
    """Return a purchase of one bond from the pool, and a sale of any number of the player's bonds."""
    if ctx.include_illegal or bonds.held(ctx, POOL):
        yield BuyBond(player)
    held = bonds.held(ctx, player)
    if ctx.include_illegal or held:
        sale = SellBonds(player, 1)
        yield Amounts(sale, "count", 1, held) if held > 1 else sale


def check_purchase(ctx: Context, turn: StockTurn, player: str, what: Message) -> None:
    """Raise ``Refusal`` if the pool has no bond, the player is short of money, or the turn has sold bonds."""
    if not bonds.held(ctx, POOL):
        ctx.refuse("bond.trade", what, gettext_lazy("the pool holds none"))
    if BOND in turn.sold:
        ctx.refuse("bond.trade", what, gettext_lazy("{player} has sold bonds in this turn", player=player))
    cash, price = ctx.state.players[player].cash, bonds.terms(ctx)[1].price
    if cash < price:
        ctx.refuse("bond.trade", what, costs(price, player, cash))


def buy(ctx: Context, turn: StockTurn, player: str) -> None:
    """Move a bond from the pool to the player and its price to the bank."""
    price = bonds.terms(ctx)[1].price
    move_bonds(ctx, POOL, player, 1)
    pay(ctx, ctx.state.players[player], None, price, "bonds")
    ctx.note(bond_events.BondBought(player, price), "bond.trade")
    turn.bought = BOND


def sell(ctx: Context, turn: StockTurn, player: str, count: int) -> None:
    """Move bonds from the player to the pool."""
    bonds.sell(ctx, player, count)
    turn.sold = {**turn.sold, BOND: bonds.terms(ctx)[1].price}
    turn.sold_before = True
