"""The director's operating turn: track, tokens, dividends and trains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.kernel.state import BANK, OUT, POOL, Corporation
from trunkline.engine.steps import track
from trunkline.game import actions
from trunkline.game.actions import Action
from trunkline.players.advice import Term
from trunkline.players.clerk import (
    EXCLUDED,
    Estimator,
    estimate_choice,
    train_of_other_corporation,
)
from trunkline.players.director import offers
from trunkline.players.director.forecast import Forecast
from trunkline.players.quick_routes import QuickRoutes

WITHHOLDING_COST: Final = 1.4
"""Cost of each dollar withheld in a future turn, including the price rise it prevents."""
VOLUNTARY_FRACTION: Final = 0.7
"""Maximum part of its cash that a player adds to a train it need not buy."""
TRAINLESS_COST: Final = 1_000.0
"""Cost in dollars of leaving another of the president's companies without a train."""
POSTPONED_FRACTION: Final = 0.5
"""Part of a longer train's earnings that is lost with the money for it. Some money comes in meanwhile."""
RIVAL_GAIN_COST: Final = 0.4
"""Cost of each dollar that another player gains by a trade."""
SOON_ROUNDS: Final = 2.0
"""Operating rounds within which a train counts as soon rusted."""


def _lay(forecast: Forecast, action: actions.LayTile) -> Iterator[Term]:
    corp = forecast.state.corporations[action.corp]
    rounds = min(forecast.rounds, 6.0)
    train_sets = forecast.cached(_train_sets_with_earnings, corp.id)
    gain = sum(
        weight * (forecast.quick_routes(corp).after(action, trains) - earned)
        for trains, weight, earned in train_sets
    )
    yield Term("runs", gain * rounds)
    shortfall = forecast.cached(_track_shortfall, corp.id)
    yield Term("reach", (0.5 + 1.5 * shortfall) * rounds * forecast.reach(corp).gain(action))
    goal = forecast.ctx.title.policies.destination(forecast.ctx, corp)
    funding = forecast.ctx.title.policies.funding(forecast.ctx, corp)
    if goal is not None and funding.escrow and not funding.reached:
        nearer = forecast.reach(corp).to(goal.hexes) - forecast.reach(corp).to(goal.hexes, action)
        yield Term("destination", 0.1 * (funding.escrow + 200) * nearer)
    yield Term("cost", -forecast.spending_cost_with_ruin(corp, track.lay_cost(forecast.ctx, action)))


def _track_shortfall(forecast: Forecast, id: str) -> float:
    """Return how far a company's track lags behind the trains to consider: from 0 to 1."""
    train_sets = forecast.cached(_train_sets_with_earnings, id)
    return forecast.track_shortfall(forecast.state.corporations[id], train_sets[-1][0]) if train_sets else 1.0


def _train_sets_with_earnings(forecast: Forecast, id: str) -> list[tuple[tuple[str, ...], float, int]]:
    """Return the sets of trains to consider for a lay, with the weight and the present earnings of each."""
    corp = forecast.state.corporations[id]
    return [
        (trains, weight, forecast.earnings(corp, trains)) for trains, weight in _train_sets(forecast, corp)
    ]


def _train_sets(forecast: Forecast, corp: Corporation) -> list[tuple[tuple[str, ...], float]]:
    own = tuple(forecast.trains(corp))
    after = forecast.next_longer_train(corp)
    if not after:
        return [(own, 1.0)] if own else []
    if not own:
        return [((after,), 1.0)]
    # The trains after its next purchase show what track is useful.
    room = len(own) < forecast.ctx.title.policies.train_limit(forecast.ctx, corp)
    durable = [name for name in own if forecast.life(name) > 2]
    then = (*(own if room and durable else own[1:]), after)
    return [(own, 0.5), (then, 0.5)]


def _token(forecast: Forecast, action: actions.PlaceToken) -> Iterator[Term]:
    corp = forecast.state.corporations[action.corp]
    then = forecast.position.play(action)
    after = then.state.corporations[corp.id]
    gain = sum(
        weight * (QuickRoutes(then.table, after).now(trains) - earned)
        for trains, weight, earned in forecast.cached(_train_sets_with_earnings, corp.id)
    )
    yield Term("runs", gain * min(forecast.rounds, 6.0))
    yield Term("cost", -forecast.spending_cost_with_ruin(corp, corp.cash - after.cash))


def _dividend(forecast: Forecast, action: actions.Dividend) -> Iterator[Term]:
    """Estimate one dividend: full, half or withheld. Withheld money can pay for trains."""
    corp = forecast.state.corporations[action.corp]
    effects = forecast.position.effects(action)
    before, after = effects.worth.get(forecast.player, (0, 0))
    yield Term("worth", float(after - before))
    had, has = effects.cash.get(corp.id, (corp.cash, corp.cash))
    withheld_cash = has - had
    weight = 0.3 * min(1.0, (forecast.rounds - 1) / 4)
    yield Term("treasury", weight * forecast.owned_fraction(corp) * withheld_cash)
    if effects.after.corporations[corp.id].closed:
        # A price that falls off the chart closes the company, so its president need not buy its trains.
        yield Term("dividends", -forecast.dividends_per_share(corp) * corp.shares.get(forecast.player, 0))
        yield Term("trains ahead", forecast.president_contribution(corp))
        return
    shortfall = forecast.train_cash_shortfall(corp)
    # 0: its trains last until the end of the game.
    trainless_rounds = max(0.0, forecast.rounds - forecast.rounds_until_last_train_rusts(corp))
    train_urgency = min(1.0, trainless_rounds / (1 if forecast.poor else 2))
    yield Term("money for trains", 1.1 * train_urgency * min(shortfall, withheld_cash))
    if not shortfall:
        yield Term("a train sooner", _gain_from_withholding(forecast, corp, had, withheld_cash))


def _gain_from_withholding(forecast: Forecast, corp: Corporation, had: int, withheld_cash: int) -> float:
    """Return what the player gains if withheld money brings the next train nearer, in dollars."""
    own = tuple(forecast.trains(corp))
    name = forecast.next_train
    limit = forecast.ctx.title.policies.train_limit(forecast.ctx, corp)
    if len(own) >= limit:
        # A place is free once the next trains rust.
        own = forecast.remaining(corp, SOON_ROUNDS)
    if not name or not withheld_cash or len(own) >= limit:
        return 0.0
    price = forecast.ctx.title.board.train[name].price
    shortfall = price - had
    if shortfall <= 0:
        return 0.0
    turns = -(-shortfall // withheld_cash)
    runs = min(forecast.life(name), forecast.rounds) - turns
    gain = forecast.added_earnings(corp, own, name, own) * max(0.0, runs) - 0.25 * price
    # Also count the money withheld in later turns, and the price rises that are missed.
    return forecast.owned_fraction(corp) * max(0.0, gain - WITHHOLDING_COST * (turns - 1) * withheld_cash)


def _buy_train(forecast: Forecast, action: actions.BuyTrain) -> Iterator[Term]:
    corp = forecast.state.corporations[action.corp]
    if action.source not in (BANK, POOL):
        yield from _from_other_corporation(forecast, corp, action)
        return
    owned = forecast.trains(corp)
    kind = depot.train_name(action.train)
    fraction = max(0.2, forecast.owned_fraction(corp))
    then = forecast.position.play(action)
    yield from _benefits(forecast, corp, action)
    cash = forecast.state.players[forecast.player].cash
    president_adds = max(0, cash - then.state.players[forecast.player].cash)
    outlasts = forecast.life(kind) > forecast.rounds_until_last_train_rusts(corp)
    needed = 0 if outlasts else forecast.cash_needed_for_train(corp)
    scarce = min(action.price, max(0, needed - (corp.cash - action.price)))
    ordinary = action.price - president_adds - scarce
    # Treasury money with no other use may as well be spent.
    train_reserve = max(forecast.cash_needed_for_train(corp), scarce)
    surplus = min(ordinary, max(0, corp.cash - forecast.track_reserve - train_reserve))
    yield Term("outlay", -fraction * (0.25 * (ordinary - surplus) + 0.05 * surplus + 1.0 * scarce))
    if owned:
        yield Term("room for a longer train", -fraction * _blocked_earnings(forecast, corp, kind))
    if owned and not scarce:
        yield Term("a longer train", -fraction * _postponement_cost(forecast, corp, kind, action.price))
    if owned and forecast.rounds > 3:
        missing = forecast.track_reserve - (corp.cash - action.price)
        yield Term("money for track", -0.8 * fraction * max(0, min(missing, action.price)))
    began = then.state.phase - forecast.state.phase
    yield Term("phase", 50.0 * began * fraction if forecast.rounds > 4 else 0.0)
    yield Term("out of my pocket", -1.1 * president_adds)
    mine, theirs = _rust_losses(forecast, then.state.trains)
    yield Term("my trains rust", -mine)
    yield Term("their trains rust", 0.4 * theirs)


def _benefits(forecast: Forecast, corp: Corporation, action: actions.BuyTrain) -> Iterator[Term]:
    """Estimate the benefits of a train, regardless of the seller."""
    kind = depot.train_name(action.train)
    gain = forecast.added_earnings(corp, forecast.trains_after_trade_in(action), kind)
    life = forecast.life(kind)
    yield Term("runs", max(0.2, forecast.owned_fraction(corp)) * gain * life)
    rounds_left = forecast.rounds_until_last_train_rusts(corp)
    if forecast.cash_needed_for_train(corp) and life > rounds_left:
        yield Term("a train that lasts", 60.0 * (life - rounds_left))
    if not forecast.trains(corp):
        yield Term("a company needs a train", 300.0)


def _from_other_corporation(
    forecast: Forecast, corp: Corporation, action: actions.BuyTrain
) -> Iterator[Term]:
    """Estimate a train of another corporation of the same president.

    It helps if the buyer has none, or if the seller must then buy a longer one. For that the president may
    add idle money. For trains of other players' companies see ``_request_to_other_player``.
    """
    seller = forecast.state.corporations[action.source]
    if seller.president != forecast.player:
        yield from _request_to_other_player(forecast, corp, action)
        return
    kind = depot.train_name(action.train)
    name = forecast.next_train
    alone = forecast.trains(seller) == [kind] and forecast.trains(corp)
    if not forecast.trains(corp) and not _may_pass(forecast):
        # A forced buyer takes a train of the president's other companies instead of asking others repeatedly.
        earned = forecast.earnings(corp, (kind,))
        yield Term("runs", forecast.owned_fraction(corp) * earned * forecast.life(kind))
        yield Term("trains ahead", -TRAINLESS_COST)
        return
    if not alone or not name or action.trade_in:
        yield from train_of_other_corporation(forecast, corp, action)
        return
    mine = forecast.state.players[forecast.player].cash
    price = forecast.ctx.title.board.train[name].price
    spent = min(price, seller.cash + action.price)
    added = price - spent
    rounds = min(forecast.rounds, forecast.life(name)) - 1
    if added > VOLUNTARY_FRACTION * mine or rounds < 2:
        yield Term("their train", EXCLUDED)
        return
    had = forecast.earnings(seller, (kind,))
    more = (forecast.earnings(seller, (name,)) - had) * rounds - had
    gain = forecast.earnings(corp, (*forecast.trains(corp), kind)) - forecast.earnings(corp)
    of_buyer, of_seller = forecast.owned_fraction(corp), forecast.owned_fraction(seller)
    yield Term("runs", of_buyer * max(0, gain) * min(forecast.life(kind), rounds))
    yield Term("a longer train", of_seller * more)
    yield Term("outlay", -0.25 * (of_buyer * action.price + of_seller * (spent - action.price)))
    yield Term("out of my pocket", -1.1 * added)


def _request_to_other_player(
    forecast: Forecast, corp: Corporation, action: actions.BuyTrain
) -> Iterator[Term]:
    """Estimate a train of another player's company.

    The company must want the train and may ask once in a turn. The other president must also gain by the
    sale, by the same estimators.
    """
    longer = forecast.life(depot.train_name(action.train)) > forecast.rounds_until_last_train_rusts(corp)
    wanted = (
        longer
        and forecast.cash_needed_for_train(corp)
        and not action.trade_in
        and not offers.was_declined(forecast, action)
    )
    theirs = offers.seller_gain(forecast, action) if wanted else 0.0
    if theirs <= 0:
        yield Term("their train", EXCLUDED)
        return
    yield from _benefits(forecast, corp, action)
    yield Term("outlay", -0.25 * max(0.2, forecast.owned_fraction(corp)) * action.price)
    yield Term("others", -RIVAL_GAIN_COST * theirs)


def best_request(forecast: Forecast) -> float:
    """Return the value of the best train to request from another player, in dollars; 0 without any."""
    requests = (
        estimate_choice(forecast, choice, ESTIMATORS)
        for choice in forecast.position.legal_of(actions.BuyTrain)
        if isinstance(choice, Amounts) and _is_sale_of_other_player(forecast, choice.action)
    )
    return max((each.total for each in requests), default=0.0)


def _is_sale_of_other_player(forecast: Forecast, action: Action) -> bool:
    seller = forecast.state.corporations.get(getattr(action, "source", ""))
    return seller is not None and seller.president != forecast.player


def _may_pass(forecast: Forecast) -> bool:
    return bool(forecast.position.legal_of(actions.Pass))


def _blocked_earnings(forecast: Forecast, corp: Corporation, kind: str) -> float:
    """Return the earnings lost while a train fills the last place for a longer one, in dollars."""
    owned = tuple(forecast.trains(corp))
    if len(owned) + 1 < forecast.ctx.title.policies.train_limit(forecast.ctx, corp):
        return 0.0
    for ahead, train in enumerate(forecast.state.trains_at(BANK)):
        longer = depot.train_name(train)
        if longer != kind and forecast.life(longer) > forecast.life(kind):
            waiting = max(0.0, forecast.life(kind) - ahead / forecast.pace)
            return 0.5 * waiting * forecast.added_earnings(corp, owned, longer)
    return 0.0


def _postponement_cost(forecast: Forecast, corp: Corporation, kind: str, dollars: int) -> float:
    """Return the cost of spending money that a longer train, soon on sale, would need, in dollars."""
    for ahead, train in enumerate(forecast.state.trains_at(BANK)):
        longer = depot.train_name(train)
        if longer == kind or forecast.life(longer) <= forecast.life(kind):
            continue
        waiting = ahead / forecast.pace
        price = forecast.ctx.title.board.train[longer].price
        missed = min(dollars, max(0, price - (corp.cash - dollars)))
        runs = min(forecast.life(longer), forecast.rounds - waiting, 6.0)
        if waiting > SOON_ROUNDS or runs <= 0:
            return 0.0
        gain = forecast.added_earnings(corp, tuple(forecast.trains(corp)), longer)
        return POSTPONED_FRACTION * gain * runs * missed / price
    return 0.0


def _rust_losses(forecast: Forecast, trains: Mapping[str, str]) -> tuple[float, float]:
    """Return what the player and the others lose by trains that rust, in dollars."""
    mine = theirs = 0.0
    gone: dict[str, list[str]] = {}
    for train, place in forecast.state.trains.items():
        if place in forecast.state.corporations and trains.get(train) == OUT:
            gone.setdefault(place, []).append(depot.train_name(train))
    for id, names in gone.items():
        corp = forecast.state.corporations[id]
        left = forecast.trains(corp)
        rounds = min(forecast.rounds, max(2.0, *(forecast.life(name) for name in names)))
        for name in names:
            left.remove(name)
        lost = (forecast.earnings(corp) - forecast.earnings(corp, tuple(left))) * rounds
        mine += forecast.owned_fraction(corp) * lost
        held = sum(count for name, count in corp.shares.items() if name != forecast.player)
        theirs += held / corp.total * lost
    return mine, theirs


ESTIMATORS: Mapping[type[Action], Estimator] = {
    actions.LayTile: _lay,
    actions.PlaceToken: _token,
    actions.Dividend: _dividend,
    actions.BuyTrain: _buy_train,
}
