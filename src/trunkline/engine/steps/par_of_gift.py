"""The price of a corporation whose president's certificate came with a private."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import chart, events
from trunkline.engine.kernel.action import Action, StartCorporation
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import PriceChoice
from trunkline.engine.kernel.ledger import move_shares
from trunkline.engine.kernel.refusal_texts import starting
from trunkline.engine.kernel.state import OFFERING, Private
from trunkline.engine.mechanisms.purchase_limits import check_par
from trunkline.util.messages import gettext_lazy, gettext_noop


@dataclass(frozen=True)
class OpeningPrice:
    """The step in which the president puts the token on a par box; ``follows`` runs after it."""

    follows: Callable[[Context], None] = lambda ctx: None
    name: str = gettext_noop("choose the opening price")
    rule: str = "start.opening-price"
    kinds: tuple[type[Action], ...] = (StartCorporation,)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the president."""
        return (ctx.waiting(PriceChoice).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return every par price."""
        corp = ctx.waiting(PriceChoice).corp
        return [StartCorporation(player, corp, par) for par in ctx.title.board.par_values]

    def check(self, ctx: Context, action: Action) -> None:
        """Check the corporation and that its par price is open."""
        assert isinstance(action, StartCorporation)
        decision = ctx.waiting(PriceChoice)
        what = starting(action.corp, action.par)
        if (action.player, action.corp) != (decision.player, decision.corp):
            why = gettext_lazy("{player} opens {corp} first", player=decision.player, corp=decision.corp)
            ctx.refuse(self.rule, what, why)
        check_par(ctx, action.par, what)

    def apply(self, ctx: Context, action: Action) -> None:
        """Place the token."""
        assert isinstance(action, StartCorporation)
        ctx.state.pending.pop()
        corp = ctx.state.corporations[action.corp]
        chart.start(ctx, corp, action.par)
        ctx.note(events.ParSet(action.player, corp.id, action.par), self.rule)
        for react in ctx.title.reactions.started:
            react(ctx, corp)
        self.follows(ctx)

    def advance(self, ctx: Context) -> bool:
        """Return False: no change is automatic."""
        return False


def take_gift(ctx: Context, private: Private) -> None:
    """Give the buyer of a private the certificate that comes with it. As president, the buyer sets the
    price."""
    gift = ctx.title.board.private[private.id].gives
    if gift is None:
        return
    corp = ctx.state.corporations[gift.corporation]
    move_shares(ctx, corp, OFFERING, private.player, gift.percent // corp.percent)
    if gift.president:
        corp.president = private.player
        ctx.state.pending.append(PriceChoice(private.player, corp.id))
