"""The director's trades: offers for trains and privates, and requests to other players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.decisions import Offer
from trunkline.engine.kernel.state import Corporation
from trunkline.game import actions
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players.advice import Term
from trunkline.players.clerk import GOOD_WILL, WEIGH, Weigh, by_effects
from trunkline.players.director.forecast import Forecast


def _answer(look: Forecast, action: actions.Answer) -> Iterator[Term]:
    yield from WEIGH[actions.Answer](look, action)
    offered = look.t.waiting(Offer).offer
    if action.accept and isinstance(offered, actions.BuyTrain):
        yield from _train(look, offered, look.position.play(action))
    elif action.accept and isinstance(offered, actions.BuyPrivate):
        revenue = look.t.title.board.private[offered.private].revenue
        yield Term("income", -0.5 * revenue * look.rounds)


def _train(look: Forecast, offered: actions.BuyTrain, then: Position) -> Iterator[Term]:
    """Weigh the seller's lost earnings, and what its president may have to add for another train."""
    seller = look.state.corporations[offered.source]
    kind = depot.train_name(offered.train)
    yield Term("runs", look.once(_forgone, seller.id, kind))
    left = _without(look, seller, kind)
    yield Term("a train sooner", look.part(seller) * look.sooner(seller, seller.cash, offered.price, left))
    ahead = Forecast(then, look.player)
    yield Term("trains ahead", look.duty(seller) - ahead.duty(ahead.state.corporations[seller.id]))


def _forgone(look: Forecast, id: str, kind: str) -> float:
    """Return what a player loses if a company gives up a train, in dollars."""
    seller = look.state.corporations[id]
    left = _without(look, seller, kind)
    lost = look.promise(seller, left, kind, instead=left)
    return -look.part(seller) * lost * min(look.life(kind), look.rounds, 6.0)


def _without(look: Forecast, seller: Corporation, kind: str) -> tuple[str, ...]:
    trains = look.trains(seller)
    trains.remove(kind)
    return tuple(trains)


def to_the_seller(look: Forecast, action: actions.BuyTrain) -> float:
    """Return the value of a train offer to the other president, in dollars, on the same scales."""
    effects = look.position.effects(action)
    theirs = look.once(_as_seen_by, effects.asked)
    then = Position(look.position.title, effects.after, options=look.position.options)
    terms = (*by_effects(theirs, effects), Term("good will", GOOD_WILL), *_train(theirs, action, then))
    return sum(term.dollars for term in terms)


def _as_seen_by(look: Forecast, player: str) -> Forecast:
    return Forecast(look.position, player)


def was_declined(look: Forecast, action: actions.BuyTrain) -> bool:
    """Return whether such a train of that company was already declined in this turn."""
    operating = look.state.operating
    declined = operating.turn.declined if operating and operating.turn else ()
    asked = action.source, depot.train_name(action.train)
    return any(
        (each.source, depot.train_name(each.train)) == asked
        for each in declined
        if isinstance(each, actions.BuyTrain)
    )


SCALES: Mapping[type[Action], Weigh] = {actions.Answer: _answer}
