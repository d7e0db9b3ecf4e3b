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
from trunkline.players.clerk import VAIN, Weigh, kept_beside, train_of_another, weighed
from trunkline.players.director import offers
from trunkline.players.director.forecast import Forecast
from trunkline.players.quick_routes import QuickRoutes

WAITING: Final = 1.4
"""Cost of each dollar withheld in a future turn, including the price rise it prevents."""
ADDED: Final = 0.7
"""Maximum part of its cash that a player adds to a train it need not buy."""
LAST_RESORT: Final = 1_000.0
"""Cost in dollars of leaving another of the president's companies without a train."""
SAVED: Final = 0.5
"""Part of a longer train's earnings that is lost with the money for it. Some money comes in meanwhile."""
ENVY: Final = 0.4
"""Cost of each dollar that another player gains by a trade."""
SOON: Final = 2.0
"""Operating rounds within which a train counts as soon rusted."""


def _lay(look: Forecast, action: actions.LayTile) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    rounds = min(look.rounds, 6.0)
    thoughts = look.once(_thoughts, corp.id)
    gain = sum(
        weight * (look.glance(corp).after(action, trains) - earned) for trains, weight, earned in thoughts
    )
    yield Term("runs", gain * rounds)
    yield Term("reach", (0.5 + 1.5 * look.once(_hunger, corp.id)) * rounds * look.reach(corp).gain(action))
    goal = look.t.title.board.corporation[corp.id].destination
    funding = look.t.title.policies.funding(look.t, corp)
    if goal is not None and funding.escrow and not funding.reached:
        nearer = look.reach(corp).to(goal.hexes) - look.reach(corp).to(goal.hexes, action)
        yield Term("destination", 0.1 * (funding.escrow + 200) * nearer)
    yield Term("cost", -look.outlay(corp, track.lay_cost(look.t, action)))


def _hunger(look: Forecast, id: str) -> float:
    """Return how far a company's track lags behind the trains to consider: from 0 to 1."""
    thoughts = look.once(_thoughts, id)
    return look.hunger(look.state.corporations[id], thoughts[-1][0]) if thoughts else 1.0


def _thoughts(look: Forecast, id: str) -> list[tuple[tuple[str, ...], float, int]]:
    """Return the sets of trains to consider for a lay, with the weight and the present earnings of each."""
    corp = look.state.corporations[id]
    return [(trains, weight, look.earnings(corp, trains)) for trains, weight in _in_thought(look, corp)]


def _in_thought(look: Forecast, corp: Corporation) -> list[tuple[tuple[str, ...], float]]:
    own = tuple(look.trains(corp))
    after = look.successor(corp)
    if not after:
        return [(own, 1.0)] if own else []
    if not own:
        return [((after,), 1.0)]
    # The trains after its next purchase show what track is useful.
    room = len(own) < look.t.title.policies.train_limit(look.t, corp)
    lasting = [name for name in own if look.life(name) > 2]
    then = (*(own if room and lasting else own[1:]), after)
    return [(own, 0.5), (then, 0.5)]


def _token(look: Forecast, action: actions.PlaceToken) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    then = look.position.play(action)
    after = then.state.corporations[corp.id]
    gain = sum(
        weight * (QuickRoutes(then.table, after).now(trains) - earned)
        for trains, weight, earned in look.once(_thoughts, corp.id)
    )
    yield Term("runs", gain * min(look.rounds, 6.0))
    yield Term("cost", -look.outlay(corp, corp.cash - after.cash))


def _dividend(look: Forecast, action: actions.Dividend) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    effects = look.position.effects(action)
    before, after = effects.worth.get(look.player, (0, 0))
    yield Term("worth", float(after - before))
    had, has = effects.cash.get(corp.id, (corp.cash, corp.cash))
    kept = has - had
    yield Term("treasury", 0.3 * min(1.0, (look.rounds - 1) / 4) * look.part(corp) * kept)
    if effects.after.corporations[corp.id].closed:
        # A price that falls off the chart closes the company, so its president need not buy its trains.
        yield Term("dividends", -look.share(corp) * corp.shares.get(look.player, 0))
        yield Term("trains ahead", look.duty(corp))
        return
    short = look.short(corp)
    late = min(1.0, max(0.0, look.rounds - look.lasting(corp)) / (1 if look.poor else 2))
    yield Term("money for trains", 1.1 * late * min(short, kept))
    if not short:
        yield Term("a train sooner", _sooner(look, corp, had, kept))


def _sooner(look: Forecast, corp: Corporation, had: int, kept: int) -> float:
    """Return what the player gains if the kept money brings the next train nearer, in dollars."""
    own = tuple(look.trains(corp))
    name = look.next_train
    if len(own) >= look.t.title.policies.train_limit(look.t, corp):
        # A place is free once the next trains rust.
        own = look.remaining(corp, SOON)
    if not name or not kept or len(own) >= look.t.title.policies.train_limit(look.t, corp):
        return 0.0
    price = look.t.title.board.train[name].price
    lacking = price - had
    if lacking <= 0:
        return 0.0
    turns = -(-lacking // kept)
    runs = min(look.life(name), look.rounds) - turns
    gain = look.promise(corp, own, name, own) * max(0.0, runs) - 0.25 * price
    # Also count the money withheld in later turns, and the price rises that are missed.
    return look.part(corp) * max(0.0, gain - WAITING * (turns - 1) * kept)


def _buy_train(look: Forecast, action: actions.BuyTrain) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    if action.source not in (BANK, POOL):
        yield from _from_another(look, corp, action)
        return
    owned = look.trains(corp)
    kind = depot.train_name(action.train)
    part = max(0.2, look.part(corp))
    then = look.position.play(action)
    yield from _gained(look, corp, action)
    helped = max(0, look.state.players[look.player].cash - then.state.players[look.player].cash)
    needed = look.wanting(corp) if look.life(kind) <= look.lasting(corp) else 0
    dear = min(action.price, max(0, needed - (corp.cash - action.price)))
    plain = action.price - helped - dear
    # Treasury money with no other use may as well be spent.
    lazy = min(plain, max(0, corp.cash - look.terrain - max(look.wanting(corp), dear)))
    yield Term("outlay", -part * (0.25 * (plain - lazy) + 0.05 * lazy + 1.0 * dear))
    if owned:
        yield Term("room for a longer train", -part * _blocked(look, corp, kind))
    if owned and not dear:
        yield Term("a longer train", -part * _postponed(look, corp, kind, action.price))
    if owned and look.rounds > 3:
        left = corp.cash - action.price
        yield Term("money for track", -0.8 * part * max(0, min(look.terrain - left, action.price)))
    began = then.state.phase - look.state.phase
    yield Term("phase", 50.0 * began * part if look.rounds > 4 else 0.0)
    yield Term("out of my pocket", -1.1 * helped)
    mine, theirs = _rust(look, then.state.trains)
    yield Term("my trains rust", -mine)
    yield Term("their trains rust", 0.4 * theirs)


def _gained(look: Forecast, corp: Corporation, action: actions.BuyTrain) -> Iterator[Term]:
    """Weigh the benefits of a train, regardless of the seller."""
    kind = depot.train_name(action.train)
    gain = look.promise(corp, kept_beside(look, action), kind)
    yield Term("runs", max(0.2, look.part(corp)) * gain * look.life(kind))
    if look.wanting(corp) and look.life(kind) > look.lasting(corp):
        yield Term("a train that lasts", 60.0 * (look.life(kind) - look.lasting(corp)))
    if not look.trains(corp):
        yield Term("a company needs a train", 300.0)


def _from_another(look: Forecast, corp: Corporation, action: actions.BuyTrain) -> Iterator[Term]:
    """Weigh a train of another corporation of the same president.

    It helps if the buyer has none, or if the seller must then buy a longer one. For that the president may
    add idle money. For trains of other players' companies see ``_asked_for``.
    """
    seller = look.state.corporations[action.source]
    if seller.president != look.player:
        yield from _asked_for(look, corp, action)
        return
    kind = depot.train_name(action.train)
    name = look.next_train
    alone = look.trains(seller) == [kind] and look.trains(corp)
    if not look.trains(corp) and not _may_pass(look):
        # A forced buyer takes a train of the president's other companies instead of asking others repeatedly.
        yield Term("runs", look.part(corp) * look.earnings(corp, (kind,)) * look.life(kind))
        yield Term("trains ahead", -LAST_RESORT)
        return
    if not alone or not name or action.trade_in:
        yield from train_of_another(look, corp, action)
        return
    mine = look.state.players[look.player].cash
    price = look.t.title.board.train[name].price
    spent = min(price, seller.cash + action.price)
    added = price - spent
    rounds = min(look.rounds, look.life(name)) - 1
    if added > ADDED * mine or rounds < 2:
        yield Term("their train", VAIN)
        return
    had = look.earnings(seller, (kind,))
    more = (look.earnings(seller, (name,)) - had) * rounds - had
    gain = look.earnings(corp, (*look.trains(corp), kind)) - look.earnings(corp)
    yield Term("runs", look.part(corp) * max(0, gain) * min(look.life(kind), rounds))
    yield Term("a longer train", look.part(seller) * more)
    yield Term(
        "outlay", -0.25 * (look.part(corp) * action.price + look.part(seller) * (spent - action.price))
    )
    yield Term("out of my pocket", -1.1 * added)


def _asked_for(look: Forecast, corp: Corporation, action: actions.BuyTrain) -> Iterator[Term]:
    """Weigh a train of another player's company.

    The company must want the train and may ask once in a turn. The other president must also gain by the
    sale, on the same scales.
    """
    longer = look.life(depot.train_name(action.train)) > look.lasting(corp)
    wanted = longer and look.wanting(corp) and not action.trade_in and not offers.was_declined(look, action)
    theirs = offers.to_the_seller(look, action) if wanted else 0.0
    if theirs <= 0:
        yield Term("their train", VAIN)
        return
    yield from _gained(look, corp, action)
    yield Term("outlay", -0.25 * max(0.2, look.part(corp)) * action.price)
    yield Term("others", -ENVY * theirs)


def best_asked_for(look: Forecast) -> float:
    """Return the value of the best train to request from another player, in dollars; 0 or less if there is
    none."""
    asking = (
        weighed(look, choice, SCALES)
        for choice in look.position.legal_of(actions.BuyTrain)
        if isinstance(choice, Amounts) and _of_somebody_else(look, choice.action)
    )
    return max((each.total for each in asking), default=0.0)


def _of_somebody_else(look: Forecast, action: Action) -> bool:
    seller = look.state.corporations.get(getattr(action, "source", ""))
    return seller is not None and seller.president != look.player


def _may_pass(look: Forecast) -> bool:
    return bool(look.position.legal_of(actions.Pass))


def _blocked(look: Forecast, corp: Corporation, kind: str) -> float:
    """Return the earnings lost while a train fills the last place for a longer one, in dollars."""
    owned = tuple(look.trains(corp))
    if len(owned) + 1 < look.t.title.policies.train_limit(look.t, corp):
        return 0.0
    for ahead, train in enumerate(look.state.trains_at(BANK)):
        longer = depot.train_name(train)
        if longer != kind and look.life(longer) > look.life(kind):
            waiting = max(0.0, look.life(kind) - ahead / look.pace)
            return 0.5 * waiting * look.promise(corp, owned, longer)
    return 0.0


def _postponed(look: Forecast, corp: Corporation, kind: str, dollars: int) -> float:
    """Return the cost of spending money that a longer train, soon on sale, would need, in dollars."""
    for ahead, train in enumerate(look.state.trains_at(BANK)):
        longer = depot.train_name(train)
        if longer == kind or look.life(longer) <= look.life(kind):
            continue
        waiting = ahead / look.pace
        price = look.t.title.board.train[longer].price
        missed = min(dollars, max(0, price - (corp.cash - dollars)))
        runs = min(look.life(longer), look.rounds - waiting, 6.0)
        if waiting > SOON or runs <= 0:
            return 0.0
        return SAVED * look.promise(corp, tuple(look.trains(corp)), longer) * runs * missed / price
    return 0.0


def _rust(look: Forecast, trains: Mapping[str, str]) -> tuple[float, float]:
    """Return what the player and the others lose by trains that rust, in dollars."""
    mine = theirs = 0.0
    gone: dict[str, list[str]] = {}
    for train, place in look.state.trains.items():
        if place in look.state.corporations and trains.get(train) == OUT:
            gone.setdefault(place, []).append(depot.train_name(train))
    for id, names in gone.items():
        corp = look.state.corporations[id]
        left = look.trains(corp)
        rounds = min(look.rounds, max(2.0, *(look.life(name) for name in names)))
        for name in names:
            left.remove(name)
        lost = (look.earnings(corp) - look.earnings(corp, tuple(left))) * rounds
        mine += look.part(corp) * lost
        held = sum(count for name, count in corp.shares.items() if name != look.player)
        theirs += held / corp.total * lost
    return mine, theirs


SCALES: Mapping[type[Action], Weigh] = {
    actions.LayTile: _lay,
    actions.PlaceToken: _token,
    actions.Dividend: _dividend,
    actions.BuyTrain: _buy_train,
}
