"""Trades of bonds between players and the pool in a stock round."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.kernel import bond_events
from trunkline.kernel.action import Action, BuyBond, SellBonds
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.ledger import move_bonds, pay
from trunkline.kernel.state import POOL, StockTurn
from trunkline.kernel.table import Table
from trunkline.mechanisms import bonds

KINDS: tuple[type[Action], ...] = (BuyBond, SellBonds)
BOND = "a bond"
"""The entry for bonds in the purchases and sales of a turn (``StockTurn.bought``, ``.sold``)."""


def candidates(t: Table, player: str) -> Iterable[Choice]:
    """Return a purchase of one bond from the pool, and a sale of any number of the player's bonds."""
    if t.wide or bonds.held(t, POOL):
        yield BuyBond(player)
    held = bonds.held(t, player)
    if t.wide or held:
        sale = SellBonds(player, 1)
        yield Amounts(sale, "count", 1, held) if held > 1 else sale


def check_purchase(t: Table, turn: StockTurn, player: str, what: str) -> None:
    """Raise ``Refusal`` if the pool has no bond, the player is short of money, or the turn has sold bonds."""
    if not bonds.held(t, POOL):
        t.refuse("bond.trade", what, "the pool holds none")
    if BOND in turn.sold:
        t.refuse("bond.trade", what, f"{player} has sold bonds in this turn")
    cash, price = t.state.players[player].cash, bonds.terms(t)[1].price
    if cash < price:
        t.refuse("bond.trade", what, f"it costs ${price:,} and {player} has ${cash:,}")


def buy(t: Table, turn: StockTurn, player: str) -> None:
    """Move a bond from the pool to the player and its price to the bank."""
    price = bonds.terms(t)[1].price
    move_bonds(t, POOL, player, 1)
    pay(t, t.state.players[player], None, price, "bonds")
    t.note(bond_events.BondBought(player, price), "bond.trade")
    turn.bought = BOND


def sell(t: Table, turn: StockTurn, player: str, count: int) -> None:
    """Move bonds from the player to the pool."""
    bonds.sell(t, player, count)
    turn.sold = {**turn.sold, BOND: bonds.terms(t)[1].price}
    turn.sold_before = True
