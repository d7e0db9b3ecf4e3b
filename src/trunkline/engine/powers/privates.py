"""Purchases of privates by corporations from players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import Action, BuyPrivate
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.refusal_texts import buying_private_for
from trunkline.engine.kernel.state import OperatingTurn, Private
from trunkline.engine.steps import offers
from trunkline.engine.steps.turn_step_bases import AnytimePower
from trunkline.util.messages import Message, gettext_lazy, gettext_noop


@dataclass(frozen=True)
class BuyPrivates(AnytimePower):
    """A power of a corporation to buy a private from a player who agrees, in the phases that the board names.

    The price is between ``least`` and ``most`` percent of the printed cost. ``terms`` are further checks.
    ``bought`` transfers the private.
    """

    terms: tuple[Callable[[Context, OperatingTurn, Message], None], ...] = ()
    bought: Callable[[Context, Action], None] = offers.buy_private
    least: int = 50
    most: int = 200
    name: str = gettext_noop("buy a private")
    label = gettext_noop("Privates")
    kinds: tuple[type[Action], ...] = (BuyPrivate,)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield every private that a player owns, at every price."""
        corp = ctx.state.corporations[turn.corp]
        if not (ctx.include_illegal or depot.phase(ctx).buy_privates):
            return
        for private in in_hands(ctx):
            low, high = self.prices(ctx, private.id)
            offer = BuyPrivate(corp.president, private.id, low, corp.id)
            high = min(high, corp.cash)
            if low > high and not ctx.include_illegal:
                continue
            yield Amounts(offer, "price", low, high) if high > low else offer

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse a purchase that breaks the phase, the terms, the price or the treasury."""
        assert isinstance(action, BuyPrivate)
        corp = ctx.state.corporations[turn.corp]
        what = buying_private_for(ctx.private_name(action.private), corp.id)
        offers.check_private(ctx, action)
        phase = depot.phase(ctx)
        if not phase.buy_privates:
            why = gettext_lazy("corporations buy none in phase {phase}", phase=phase.name)
            never = not any(later.buy_privates for later in depot.later_phases(ctx))
            ctx.refuse("private.corporation-buys", what, why, lasting=never)
        for term in self.terms:
            term(ctx, turn, what)
        low, high = self.prices(ctx, action.private)
        if not low <= action.price <= high:
            why = gettext_lazy("the price must be from ${low} to ${high}", low=low, high=high)
            ctx.refuse("private.corporation-price", what, why)
        if action.price > corp.cash:
            why = gettext_lazy("{corp} has ${cash}", corp=corp.id, cash=corp.cash)
            ctx.refuse("private.corporation-price", what, why)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Ask the owner."""
        assert isinstance(action, BuyPrivate)
        offers.propose_private(ctx, action, self.bought)

    def prices(self, ctx: Context, private: str) -> tuple[int, int]:
        """Return the lowest and the highest price of a private, in dollars."""
        cost = ctx.title.board.private[private].cost
        return -(-cost * self.least // 100), cost * self.most // 100


def in_hands(ctx: Context) -> Iterator[Private]:
    """Yield the open privates that players own."""
    return (private for private in ctx.state.privates.values() if private.player and not private.closed)
