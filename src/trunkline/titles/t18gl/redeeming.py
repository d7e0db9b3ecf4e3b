"""CONRAIL's redemption of its bonds: from the pool while it has any, else from one player a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trunkline.engine.kernel import bond_events
from trunkline.engine.kernel.action import Action, RedeemBonds
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.ledger import move_bonds, pay
from trunkline.engine.kernel.refusal import passes
from trunkline.engine.kernel.refusal_texts import costs_it
from trunkline.engine.kernel.shares import number_held
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation, OperatingTurn
from trunkline.engine.kernel.step import StepStatus
from trunkline.engine.mechanisms import bonds
from trunkline.titles.t18gl.state import state_18gl
from trunkline.util.messages import gettext_lazy, gettext_noop, ngettext_lazy


@dataclass(frozen=True)
class RedeemBondsStep:
    """The step that redeems bonds from one source, at their price. The holder is not asked."""

    name: str = gettext_noop("redeem bonds")
    kinds: tuple[type[Action], ...] = (RedeemBonds,)
    optional: bool = True
    label = gettext_noop("Bonds")

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield the bonds of the pool and of every player."""
        corp = ctx.state.corporations[turn.corp]
        affordable = corp.cash // bonds.terms(ctx)[1].price
        for place in (POOL, *ctx.state.seats):
            if bonds.held(ctx, place):
                one = RedeemBonds(corp.president, corp.id, place, 1)
                most = min(bonds.held(ctx, place), affordable)
                yield Amounts(one, "count", 1, most) if most > 1 else one

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse bonds of others, a second source, and more than the treasury can pay."""
        assert isinstance(action, RedeemBonds)
        corp = ctx.state.corporations[turn.corp]
        what = ngettext_lazy("Redeeming {count} bond", "Redeeming {count} bonds", action.count)
        issuer, facts = bonds.terms(ctx)
        if corp.id != issuer:
            ctx.refuse("redeem-bonds.amount", what, gettext_lazy("{corp} has no bonds", corp=corp.id))
        there = 0 if action.source == TREASURY else bonds.held(ctx, action.source)
        if not 1 <= action.count <= there:
            ctx.refuse(
                "redeem-bonds.amount",
                what,
                ngettext_lazy(
                    "there are {count} bond at that place", "there are {count} bonds at that place", there
                ),
            )
        before = state_18gl(ctx.state).turn.bonds_from
        if before and action.source != before:
            ctx.refuse(
                "redeem-bonds.one-player", what, gettext_lazy("bonds were redeemed elsewhere in this turn")
            )
        if action.source != POOL and bonds.held(ctx, POOL):
            why = gettext_lazy("the pool has {count}", count=bonds.held(ctx, POOL))
            ctx.refuse("redeem-bonds.market-first", what, why)
        price = action.count * facts.price
        if corp.cash < price:
            ctx.refuse("redeem-bonds.amount", what, costs_it(price, corp.cash))

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Pay the holder, or the bank for bonds of the pool."""
        assert isinstance(action, RedeemBonds)
        corp = ctx.state.corporations[turn.corp]
        price = action.count * bonds.terms(ctx)[1].price
        state_18gl(ctx.state).turn.bonds_from = action.source
        move_bonds(ctx, action.source, TREASURY, action.count)
        pay(ctx, corp, ctx.state.players.get(action.source), price, "bonds")
        redeemed = bond_events.BondsRedeemed(corp.id, action.source, action.count, price)
        ctx.note(redeemed, "redeem-bonds.amount")

    def check_leave(self, ctx: Context, turn: OperatingTurn) -> None:
        """Allow leaving the step: no bond need be redeemed."""

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether no bond can be redeemed."""
        corp = ctx.state.corporations[turn.corp]
        return not any(passes(self.check, ctx, turn, one) for one in self._single(ctx, corp))

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Do nothing on entering the step."""

    def standing(
        self, ctx: Context, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> StepStatus:
        """Return the number of bonds that others hold."""
        if turn.corp != bonds.terms(ctx)[0]:
            return StepStatus(bool(made), "")
        return StepStatus(bool(made), number_held(bonds.outstanding(ctx)))

    def _single(self, ctx: Context, corp: Corporation) -> list[RedeemBonds]:
        places = [place for place in ctx.state.bonds if place != TREASURY]
        return [RedeemBonds(corp.president, corp.id, place, 1) for place in places]
