"""Purchases of privates by corporations from players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from trunkline.kernel import depot
from trunkline.kernel.action import Action, BuyPrivate
from trunkline.kernel.choice import Amounts, Choice
from trunkline.kernel.state import OperatingTurn, Private
from trunkline.kernel.table import Table
from trunkline.steps import offers
from trunkline.steps.beside_steps import Anytime


@dataclass(frozen=True)
class BuyPrivates(Anytime):
    """A power of a corporation to buy a private from a player who agrees, in the phases that the board names.

    The price is between ``least`` and ``most`` percent of the printed cost. ``terms`` are further checks.
    ``bought`` transfers the private.
    """

    terms: tuple[Callable[[Table, OperatingTurn, str], None], ...] = ()
    bought: Callable[[Table, Action], None] = offers.buy_private
    least: int = 50
    most: int = 200
    name: str = "buy a private"
    label = "Privates"
    kinds: tuple[type[Action], ...] = (BuyPrivate,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield every private that a player owns, at every price."""
        corp = t.state.corporations[turn.corp]
        if not (t.wide or depot.phase(t).buy_privates):
            return
        for private in in_hands(t):
            low, high = self.prices(t, private.id)
            offer = BuyPrivate(corp.president, private.id, low, corp.id)
            high = min(high, corp.cash)
            if low > high and not t.wide:
                continue
            yield Amounts(offer, "price", low, high) if high > low else offer

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse a purchase that breaks the phase, the terms, the price or the treasury."""
        assert isinstance(action, BuyPrivate)
        corp = t.state.corporations[turn.corp]
        what = f"Buying {t.private_name(action.private)} for {corp.id}"
        offers.check_private(t, action)
        phase = depot.phase(t)
        if not phase.buy_privates:
            t.refuse("private.corporation-buys", what, f"corporations buy none in phase {phase.name}")
        for term in self.terms:
            term(t, turn, what)
        low, high = self.prices(t, action.private)
        if not low <= action.price <= high:
            t.refuse("private.corporation-price", what, f"the price must be from ${low:,} to ${high:,}")
        if action.price > corp.cash:
            t.refuse("private.corporation-price", what, f"{corp.id} has ${corp.cash:,}")

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Ask the owner."""
        assert isinstance(action, BuyPrivate)
        offers.propose_private(t, action, self.bought)

    def prices(self, t: Table, private: str) -> tuple[int, int]:
        """Return the lowest and the highest price of a private, in dollars."""
        cost = t.title.board.private[private].cost
        return -(-cost * self.least // 100), cost * self.most // 100


def in_hands(t: Table) -> Iterator[Private]:
    """Yield the open privates that players own."""
    return (private for private in t.state.privates.values() if private.player and not private.closed)
