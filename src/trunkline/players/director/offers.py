"""The director's trades: offers for trains and privates, and requests to other players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.decisions import Offer
from trunkline.engine.kernel.state import Corporation
from trunkline.game import actions
from trunkline.game.actions import Action
from trunkline.game.position import Position
from trunkline.players import clerk
from trunkline.players.advice import Term
from trunkline.players.clerk import GOOD_WILL, Estimator, by_effects
from trunkline.players.director.forecast import Forecast


def _answer(forecast: Forecast, action: actions.Answer) -> Iterator[Term]:
    yield from clerk.ESTIMATORS[actions.Answer](forecast, action)
    offered = forecast.ctx.waiting(Offer).offer
    if action.accept and isinstance(offered, actions.BuyTrain):
        yield from _sale_terms(forecast, offered, forecast.position.play(action))
    elif action.accept and isinstance(offered, actions.BuyPrivate):
        revenue = forecast.ctx.title.board.private[offered.private].revenue
        yield Term("income", -0.5 * revenue * forecast.rounds)


def _sale_terms(forecast: Forecast, offered: actions.BuyTrain, then: Position) -> Iterator[Term]:
    """Estimate the seller's lost earnings, and what its president may have to add for another train."""
    seller = forecast.state.corporations[offered.source]
    kind = depot.train_name(offered.train)
    yield Term("runs", forecast.cached(_lost_earnings, seller.id, kind))
    left = _trains_without(forecast, seller, kind)
    gain = forecast.gain_if_train_affordable(seller, seller.cash, offered.price, left)
    yield Term("a train sooner", forecast.owned_fraction(seller) * gain)
    later = Forecast(then, forecast.player)
    contribution = later.president_contribution(later.state.corporations[seller.id])
    yield Term("trains ahead", forecast.president_contribution(seller) - contribution)


def _lost_earnings(forecast: Forecast, id: str, kind: str) -> float:
    """Return what a player loses if a company gives up a train, in dollars."""
    seller = forecast.state.corporations[id]
    left = _trains_without(forecast, seller, kind)
    lost = forecast.added_earnings(seller, left, kind, instead=left)
    return -forecast.owned_fraction(seller) * lost * min(forecast.life(kind), forecast.rounds, 6.0)


def _trains_without(forecast: Forecast, seller: Corporation, kind: str) -> tuple[str, ...]:
    trains = forecast.trains(seller)
    trains.remove(kind)
    return tuple(trains)


def seller_gain(forecast: Forecast, action: actions.BuyTrain) -> float:
    """Return the value of a train offer to the other president, in dollars, by the same estimators."""
    effects = forecast.position.effects(action)
    theirs = forecast.cached(_forecast_of, effects.asked)
    then = Position(forecast.position.title, effects.after, options=forecast.position.options)
    terms = (*by_effects(theirs, effects), Term("good will", GOOD_WILL), *_sale_terms(theirs, action, then))
    return sum(term.dollars for term in terms)


def _forecast_of(forecast: Forecast, player: str) -> Forecast:
    return Forecast(forecast.position, player)


def was_declined(forecast: Forecast, action: actions.BuyTrain) -> bool:
    """Return whether such a train of that company was already declined in this turn."""
    operating = forecast.state.operating
    declined = operating.turn.declined if operating and operating.turn else ()
    asked = action.source, depot.train_name(action.train)
    return any(
        (each.source, depot.train_name(each.train)) == asked
        for each in declined
        if isinstance(each, actions.BuyTrain)
    )


ESTIMATORS: Mapping[type[Action], Estimator] = {actions.Answer: _answer}
