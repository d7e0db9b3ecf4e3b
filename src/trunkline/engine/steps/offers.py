"""Offers that need another player's consent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from trunkline.engine.kernel import events, private_events
from trunkline.engine.kernel.action import Action, Answer, BuyPrivate, BuyTrain
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Offer, Use
from trunkline.engine.kernel.ledger import pay
from trunkline.engine.kernel.refusal_texts import buying_private
from trunkline.engine.mechanisms import permission
from trunkline.engine.steps import operating
from trunkline.util.messages import gettext_lazy, gettext_noop

CarryOut = Callable[[Context, Action], None]


@dataclass(frozen=True)
class OfferStep:
    """The step in which a player answers an offer; ``carry_out`` executes the offer, by kind of action."""

    carry_out: Mapping[type[Action], CarryOut]
    name: str = gettext_noop("answer the offer")
    rule: str = "offer.consent"
    kinds: tuple[type[Action], ...] = (Answer,)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the player who is asked for consent."""
        return (ctx.waiting(Offer).player,)

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return the answers yes and no."""
        yield Answer(player, True)
        yield Answer(player, False)

    def check(self, ctx: Context, action: Action) -> None:
        """Check that the asked player answers."""
        asked = ctx.waiting(Offer).player
        if action.player != asked:
            why = gettext_lazy("{player} was asked", player=asked)
            ctx.refuse(self.rule_now(ctx), gettext_lazy("Answering the offer"), why)

    def rule_now(self, ctx: Context) -> str:
        """Return the rule by which a player is asked: for a power, a private or a train."""
        offer = ctx.waiting(Offer).offer
        if isinstance(offer, Use):
            return "power.leave"
        if isinstance(offer, BuyPrivate):
            return "private.corporation-buys" if offer.corp else "private.trade"
        return self.rule

    def apply(self, ctx: Context, action: Action) -> None:
        """Carry out the offer, or drop it. A declined offer does not count as an action of the turn."""
        assert isinstance(action, Answer)
        offer = ctx.waiting(Offer).offer
        ctx.state.pending.pop()
        ctx.note(events.OfferAnswered(action.player, action.accept))
        agreed = permission.answered(ctx, offer, action.accept) if isinstance(offer, Use) else action.accept
        if agreed:
            self.carry_out[type(offer)](ctx, offer)
            operating.acted(ctx)
        elif not isinstance(offer, Use):
            permission.keep_declined(ctx, offer)

    def advance(self, ctx: Context) -> bool:
        """Return False: no change is automatic."""
        return False


def ask(ctx: Context, offer: BuyPrivate | BuyTrain, made: events.OfferMade) -> None:
    """Give an offer to the player who must answer it."""
    ctx.state.pending.append(Offer(made.player, offer))
    ctx.note(made)


def check_private(ctx: Context, action: BuyPrivate) -> None:
    """Refuse if the private is closed or does not belong to another player."""
    what = buying_private(ctx.private_name(action.private))
    private = ctx.state.privates.get(action.private)
    if private is None:
        ctx.refuse("setup.companies", what, gettext_lazy("there is no such private company"))
    if private.closed:
        ctx.refuse("private.close", what, gettext_lazy("it has closed"), lasting=True)
    if not private.player:
        ctx.refuse("private.corporation-buys", what, gettext_lazy("it is not in a player's hands"))
    if private.player == action.player and not action.corp:
        ctx.refuse("private.trade", what, gettext_lazy("{player} owns it", player=action.player))


def propose_private(ctx: Context, action: BuyPrivate, carry_out: CarryOut) -> None:
    """Ask the owner of a private. If the owner is the buyer, call ``carry_out`` immediately."""
    owner = ctx.state.privates[action.private].player
    if owner == action.player:
        carry_out(ctx, action)
        return
    buyer = action.corp or action.player
    ask(ctx, action, events.OfferMade(owner, buyer, owner, action.price, private=action.private))


def buy_private(ctx: Context, action: Action) -> None:
    """Transfer a private to the buyer for its price."""
    assert isinstance(action, BuyPrivate)
    private = ctx.state.privates[action.private]
    buyer = ctx.state.corporations[action.corp] if action.corp else ctx.state.players[action.player]
    pay(ctx, buyer, ctx.state.players[private.player], action.price, "private")
    ctx.note(
        private_events.PrivateBought(action.corp or action.player, private.id, action.price, private.player)
    )
    private.player = "" if action.corp else action.player
    private.corp = action.corp
    if not action.corp and ctx.state.stock is not None:
        ctx.state.stock.bought = private.id
        ctx.state.traded(action.player)


def private_offers(ctx: Context, player: str) -> Iterable[Choice]:
    """Yield an offer for each private of another player, at any price up to the player's cash."""
    cash = ctx.state.players[player].cash
    for private in ctx.state.privates.values():
        if private.player and private.player != player:
            offer = BuyPrivate(player, private.id, 0)
            yield Amounts(offer, "price", 0, cash) if cash > 0 else offer
