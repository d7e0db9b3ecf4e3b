"""What others offer for a company's train or for a private, what it takes to part with it, and what to ask
others for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trunkline import actions
from trunkline.actions import Action
from trunkline.kernel import depot
from trunkline.kernel.decisions import Offer
from trunkline.players.advice import Term
from trunkline.players.clerk import WEIGH, Weigh
from trunkline.players.director.forecast import Forecast


def _answer(look: Forecast, action: actions.Answer) -> Iterator[Term]:
    yield from WEIGH[actions.Answer](look, action)
    offered = look.t.waiting(Offer).offer
    if action.accept and isinstance(offered, actions.BuyTrain):
        yield from _train(look, action, offered)
    elif action.accept and isinstance(offered, actions.BuyPrivate):
        revenue = look.t.title.board.private[offered.private].revenue
        yield Term("income", -0.5 * revenue * look.rounds)


def _train(look: Forecast, action: actions.Answer, offered: actions.BuyTrain) -> Iterator[Term]:
    """What the seller no longer earns, and what its president may have to add for another train."""
    seller = look.state.corporations[offered.source]
    kind = depot.train_name(offered.train)
    trains = look.trains(seller)
    trains.remove(kind)
    left = tuple(trains)
    lost = look.promise(seller, left, kind, instead=left)
    yield Term("runs", -look.part(seller) * lost * min(look.life(kind), look.rounds, 6.0))
    yield Term("a train sooner", look.part(seller) * look.sooner(seller, seller.cash, offered.price, left))
    then = Forecast(look.position.play(action), look.player)
    yield Term("trains ahead", look.duty(seller) - then.duty(then.state.corporations[seller.id]))


def to_the_seller(look: Forecast, action: actions.BuyTrain) -> float:
    """What an offer for a train promises the president who is asked, as far as that one thinks alike."""
    asked = look.position.play(action)
    seller = asked.to_act[0]
    return sum(term.dollars for term in _answer(Forecast(asked, seller), actions.Answer(seller, True)))


def was_declined(look: Forecast, action: actions.BuyTrain) -> bool:
    """Whether such a train of that company was asked for in vain in this turn."""
    operating = look.state.operating
    declined = operating.turn.declined if operating and operating.turn else ()
    asked = action.source, depot.train_name(action.train)
    return any(
        (each.source, depot.train_name(each.train)) == asked
        for each in declined
        if isinstance(each, actions.BuyTrain)
    )


SCALES: Mapping[type[Action], Weigh] = {actions.Answer: _answer}
