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
    """An offer waits for its answer; ``carry_out`` does what was offered, by kind of action."""

    carry_out: Mapping[type[Action], CarryOut]
    name: str = "answer the offer"
    rule: str = "offer.consent"
    kinds: tuple[type[Action], ...] = (Answer,)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Whose consent is asked."""
        return (t.waiting(Offer).player,)

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Yes and no."""
        yield Answer(player, True)
        yield Answer(player, False)

    def check(self, t: Table, action: Action) -> None:
        """Only the player who was asked may answer."""
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
        """Do what was offered, or let it go; an offer that is declined was no action of the turn."""
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
        """Nothing happens by itself."""
        return False


def ask(t: Table, offer: BuyPrivate | BuyTrain, made: events.OfferMade) -> None:
    """Put an offer before the player who must answer it."""
    t.state.pending.append(Offer(made.player, offer))
    t.note(made)


def check_private(t: Table, action: BuyPrivate) -> None:
    """The private must be open and in another player's hands."""
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
    """Ask the owner of a private; where the owner buys, ``carry_out`` is called at once."""
    owner = t.state.privates[action.private].player
    if owner == action.player:
        carry_out(t, action)
        return
    buyer = action.corp or action.player
    ask(t, action, events.OfferMade(owner, buyer, owner, action.price, private=action.private))


def buy_private(t: Table, action: Action) -> None:
    """Hand a private over for its price."""
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
