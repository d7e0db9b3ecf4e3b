"""Offers that need another player's consent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from trunkline.kernel import events, private_events
from trunkline.kernel.action import Action, Answer, BuyPrivate, BuyTrain
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Offer, Use
from trunkline.kernel.ledger import pay
from trunkline.kernel.table import Table
from trunkline.mechanisms import leave
from trunkline.steps import operating

CarryOut = Callable[[Table, Action], None]


@dataclass(frozen=True)
class OfferStep:
    """The step in which a player answers an offer; ``carry_out`` executes the offer, by kind of action."""

    carry_out: Mapping[type[Action], CarryOut]
    name: str = "answer the offer"
    rule: str = "offer.consent"
    kinds: tuple[type[Action], ...] = (Answer,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the player who is asked for consent."""
        return (t.waiting(Offer).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return the answers yes and no."""
        yield Answer(player, True)
        yield Answer(player, False)

    def check(self, t: Table, action: Action) -> None:
        """Check that the asked player answers."""
        asked = t.waiting(Offer).player
        if action.player != asked:
            t.refuse(self.rule_now(t), "Answering the offer", f"{asked} was asked")

    def rule_now(self, t: Table) -> str:
        """Return the rule by which a player is asked: for a power, a private or a train."""
        offer = t.waiting(Offer).offer
        if isinstance(offer, Use):
            return "power.leave"
        if isinstance(offer, BuyPrivate):
            return "private.corporation-buys" if offer.corp else "private.trade"
        return self.rule

    def apply(self, t: Table, action: Action) -> None:
        """Carry out the offer, or drop it. A declined offer does not count as an action of the turn."""
        assert isinstance(action, Answer)
        offer = t.waiting(Offer).offer
        t.state.pending.pop()
        t.note(events.OfferAnswered(action.player, action.accept))
        agreed = leave.answered(t, offer, action.accept) if isinstance(offer, Use) else action.accept
        if agreed:
            self.carry_out[type(offer)](t, offer)
            operating.acted(t)
        elif not isinstance(offer, Use):
            leave.keep_declined(t, offer)

    def advance(self, t: Table) -> bool:
        """Return False: no change is automatic."""
        return False


def ask(t: Table, offer: BuyPrivate | BuyTrain, made: events.OfferMade) -> None:
    """Give an offer to the player who must answer it."""
    t.state.pending.append(Offer(made.player, offer))
    t.note(made)


def check_private(t: Table, action: BuyPrivate) -> None:
    """Refuse if the private is closed or does not belong to another player."""
    what = f"Buying {t.private_name(action.private)}"
    private = t.state.privates.get(action.private)
    if private is None:
        t.refuse("setup.companies", what, "there is no such private company")
    if private.closed:
        t.refuse("private.close", what, "it has closed")
    if not private.player:
        t.refuse("private.corporation-buys", what, "it is not in a player's hands")
    if private.player == action.player and not action.corp:
        t.refuse("private.trade", what, f"{action.player} owns it")


def propose_private(t: Table, action: BuyPrivate, carry_out: CarryOut) -> None:
    """Ask the owner of a private. If the owner is the buyer, call ``carry_out`` immediately."""
    owner = t.state.privates[action.private].player
    if owner == action.player:
        carry_out(t, action)
        return
    buyer = action.corp or action.player
    ask(t, action, events.OfferMade(owner, buyer, owner, action.price, private=action.private))


def buy_private(t: Table, action: Action) -> None:
    """Transfer a private to the buyer for its price."""
    assert isinstance(action, BuyPrivate)
    private = t.state.privates[action.private]
    buyer = t.state.corporations[action.corp] if action.corp else t.state.players[action.player]
    pay(t, buyer, t.state.players[private.player], action.price, "private")
    t.note(
        private_events.PrivateBought(action.corp or action.player, private.id, action.price, private.player)
    )
    private.player = "" if action.corp else action.player
    private.corp = action.corp
    if not action.corp and t.state.stock is not None:
        t.state.stock.bought = private.id
        t.state.traded(action.player)
