"""The clerk: a player of simple heuristics for beginners' games.

It buys shares, lays track that earns, runs the best routes and buys trains. It looks at the steps of a turn
in order, so that running trains never gives up a lay. It acts on the first step with a worthwhile choice. It
compares each choice in dollars with doing nothing. The code has no rules for particular titles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from trunkline.engine.kernel import chart, depot, shares
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import BANK, POOL, Corporation
from trunkline.engine.steps import floating, stock, track
from trunkline.game import Game, actions
from trunkline.game.actions import Action
from trunkline.game.effects import Effects
from trunkline.game.position import Position
from trunkline.players.advice import Advice, Estimate, Term, ranked
from trunkline.players.network_potential import NEARER, distances
from trunkline.players.quick_routes import QuickRoutes
from trunkline.players.valuation import IDLE_DOLLAR, PositionValuation

STEP_ORDER: tuple[tuple[type[Action], ...], ...] = (
    (actions.BuyPrivate,),
    (actions.LayTile, actions.AssignPower, actions.PlacePrivateToken, actions.ActivateFerry),
    (actions.PlaceToken,),
    (actions.RunTrains,),
    (actions.Dividend,),
    (actions.TakeLoan, actions.IssueShares),
    (actions.BuyTrain, actions.BorrowTrain),
    (actions.RedeemLoans, actions.RedeemShares),
)
"""The kinds of action for each step of an operating turn, in the clerk's order."""
ONLY_IF_FORCED = -1e6
"""Dollars for an action that a player takes only if forced."""
EXCLUDED = 2 * ONLY_IF_FORCED
"""Dollars for an action that a player never takes: otherwise it would propose it repeatedly."""
ONLY_IF_NOTHING_ELSE = ONLY_IF_FORCED / 2
"""Dollars for an action that a player takes only if there is nothing else to do."""
RAISE_FRACTION = 0.25
"""The part of its gain that a player adds to the lowest bid on a private that others bid on.

Without it, two players who both want a private raise each other by $5 dozens of times.
"""
GOOD_WILL = 0.5
"""Bonus for accepting an offer, in dollars. It breaks ties."""


class Clerk:
    """A player that follows heuristics. The same seed and position give the same answer."""

    def __init__(self, seed: int = 0) -> None:
        """The seed only decides which of several almost equal corporations it starts."""
        self._seed = seed

    def choose(self, game: Game, player: str) -> Action:
        """Return a legal action of ``player``, who must be in ``game.to_act``."""
        return self.advise(Position.of(game)).action

    def advise(self, position: Position) -> Advice:
        """Return advice for the first player who must decide."""
        return advise_by_step(PositionValuation(position, position.to_act[0], self._seed), ESTIMATORS)


Estimator = Callable[[Any, Any], Iterable[Term]]
"""Function that yields the terms for and against an action, given a valuation of the position."""


def advise_by_step(valuation: PositionValuation, estimators: Mapping[type[Action], Estimator]) -> Advice:
    """Return advice for the steps of a turn in order. Other kinds are judged by their effects."""
    position = valuation.position
    passing = [Estimate(choice) for choice in position.legal_of(actions.Pass) if isinstance(choice, Action)]
    estimates: list[Estimate] = []
    for choices in _choices_by_step(position):
        found = [estimate_choice(valuation, choice, estimators) for choice in choices]
        estimates += found
        if any(estimate.total > 0 for estimate in found):
            return ranked([*passing, *found])
    return ranked([*passing, *estimates])


def _choices_by_step(position: Position) -> Iterator[Sequence[Choice]]:
    operating = position.state.operating
    if position.state.pending or operating is None or operating.turn is None:
        yield [choice for choice in position.legal if kind_of(choice) is not actions.Pass]
        return
    for kinds in STEP_ORDER:
        yield position.legal_of(*kinds)
    known: tuple[type[Action], ...] = (actions.Pass, *(kind for kinds in STEP_ORDER for kind in kinds))
    yield position.legal_of(*(kind for kind in position.title.kinds if not issubclass(kind, known)))


def estimate_choice(
    valuation: PositionValuation, choice: Choice, estimators: Mapping[type[Action], Estimator]
) -> Estimate:
    """Return the estimate of a choice at its best amount."""
    if isinstance(choice, Open):
        best = choice.best()
        return Estimate(best, tuple(estimators.get(choice.kind, _by_worth)(valuation, best)), valuation.error)
    estimator = estimators.get(kind_of(choice), _by_worth)
    if isinstance(choice, Amounts):
        sizes = {choice.low, choice.high, *valuation.sizes(choice)}
        tried = (choice.at(size) for size in sorted(sizes) if size in choice)
        found = (Estimate(each, tuple(estimator(valuation, each)), valuation.error) for each in tried)
        highest = max(found, key=lambda estimate: estimate.total)
        raised = _raised_bid(valuation, choice, highest)
        return (
            highest
            if raised is None
            else Estimate(raised, tuple(estimator(valuation, raised)), valuation.error)
        )
    assert isinstance(choice, Action)
    return Estimate(choice, tuple(estimator(valuation, choice)), valuation.error)


# -- the opening


def bids_on(valuation: PositionValuation, private: str) -> Mapping[str, int]:
    """Return the bids on a private by player, in dollars."""
    opening = valuation.state.opening
    return opening.bids.get(private, {}) if opening is not None else {}


def rise_of_own_bid(valuation: PositionValuation, action: actions.Bid) -> int | None:
    """Return the dollars that a bid adds to the player's own highest bid, or None if another leads."""
    bids = bids_on(valuation, action.private)
    own = bids.get(valuation.player)
    return action.amount - own if own is not None and own == max(bids.values()) else None


def _raised_bid(valuation: PositionValuation, choice: Amounts, lowest: Estimate) -> Action | None:
    """Return a bid above the lowest one on a private that others want, or None if the lowest one is best."""
    bid = lowest.action
    if not isinstance(bid, actions.Bid) or bids_on(valuation, bid.private).keys() <= {valuation.player}:
        return None
    more = int(RAISE_FRACTION * lowest.total) // choice.step * choice.step
    amount = min(bid.amount + more, choice.high)
    return choice.at(amount) if amount > bid.amount else None


def _private(valuation: PositionValuation, private: str, price: int) -> Iterator[Term]:
    printed = valuation.ctx.title.board.private[private]
    yield Term("income", printed.revenue * min(valuation.rounds, 8.0))
    closes = valuation.ctx.title.board.private_rules.close_on_phase
    yield Term("resale", float(printed.cost) if closes else 0.5 * printed.cost)
    yield Term("price", -float(price))
    left = valuation.state.players[valuation.player].cash - price
    start = 5 * min(valuation.ctx.title.board.par_values, default=0)
    yield Term("money to start with", -0.5 * max(0, start - left))


def _buy_offered(valuation: PositionValuation, action: actions.BuyOffered) -> Iterator[Term]:
    yield from _private(valuation, action.private, valuation.state.privates[action.private].cost)


def _bid(valuation: PositionValuation, action: actions.Bid) -> Iterator[Term]:
    rise = rise_of_own_bid(valuation, action)
    if rise is None:
        yield from _private(valuation, action.private, action.amount)
    else:
        yield Term("price", -float(rise))


# -- the stock round


def _start(valuation: PositionValuation, action: actions.StartCorporation) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    cash = valuation.state.players[valuation.player].cash
    needed = max(2, floating.needed(valuation.ctx, corp))
    shortfall = max(0, needed * action.par - cash)
    yield Term("a company to run", 600.0)
    yield Term("capital", 2.0 * action.par)
    yield Term("too dear to float", -4.0 * shortfall)
    idle = sum(1 for mine in valuation.mine if not mine.operated)
    yield Term("other companies to see to", -700.0 * idle - 250.0 * (len(valuation.mine) - idle))
    yield Term("site", 0.5 * site_value(valuation, corp))
    contributions = sum(valuation.president_contribution(mine) for mine in valuation.mine)
    yield Term("trains ahead", -0.5 * (max(0, valuation.cheapest - needed * action.par) + contributions))
    yield Term("liking", valuation.random_preference_dollars(corp))


def site_value(valuation: PositionValuation, corp: Corporation) -> float:
    """Return the value of the stops around its home, each discounted by distance."""
    tables = valuation.ctx.title.tables
    away = distances(tables)
    key = valuation.ctx.phase.off_board
    total = 0.0
    for home in valuation.ctx.title.board.corporation[corp.id].home[:1]:
        near = away[tables.index[home]]
        for h, spot in enumerate(tables.hexes):
            for stop in spot.stops:
                total += max(10, stop.values.get(key, stop.value)) * NEARER ** near[h]
    return total


def _buy_share(valuation: PositionValuation, action: actions.BuyShare) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    price = stock.price_of(valuation.ctx, corp, action.source)
    cash = valuation.state.players[valuation.player].cash
    yield Term("dividends", valuation.dividends_per_share(corp))
    yield Term("outlay", -0.1 * price)
    shares_to_float = valuation.shares_to_float(corp)
    if shares_to_float and corp.president == valuation.player:
        affordable = cash >= shares_to_float * price
        yield Term("floats my company", 800.0 / shares_to_float if affordable else 100.0)
    elif shares_to_float:
        yield Term("may not float", -0.5 * valuation.dividends_per_share(corp))
    reserve = sum(valuation.president_contribution(mine) for mine in valuation.mine if mine.operated)
    yield Term("money for trains", -0.7 * max(0, min(reserve - (cash - price), price)))


def _sell_shares(valuation: PositionValuation, action: actions.SellShares) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    price = chart.price(valuation.ctx, corp)
    yield Term("dividends", -valuation.dividends_per_share(corp) * action.count)
    yield Term("falling price", -0.15 * price * action.count)
    if corp.operated and not valuation.trains(corp):
        yield Term("no trains", 0.4 * price * action.count)
    if corp.president != valuation.player:
        return
    yield Term("my company", -400.0)
    if shares.successor(valuation.ctx, corp, valuation.player, action.count) != valuation.player:
        yield Term("trains ahead", valuation.president_contribution(corp))


def _buy_private(valuation: PositionValuation, action: actions.BuyPrivate) -> Iterator[Term]:
    private = valuation.state.privates[action.private]
    if not action.corp or private.player != valuation.player:
        yield Term("not mine to sell", EXCLUDED)
        return
    corp = valuation.state.corporations[action.corp]
    printed = valuation.ctx.title.board.private[action.private]
    yield Term("cash", float(action.price))
    yield Term("worth as a private", -float(printed.cost))
    yield Term("income", -0.5 * printed.revenue * valuation.rounds)
    yield Term("my part of the treasury", -valuation.owned_fraction(corp) * 0.5 * action.price)
    needed = valuation.cash_needed_for_train(corp)
    yield Term("money for trains", -2.0 * max(0, needed - (corp.cash - action.price)))


# -- an operating turn


def _lay(valuation: PositionValuation, action: actions.LayTile) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    trains = _trains_or_next(valuation, corp)
    gain = 0
    if trains:
        gain = valuation.quick_routes(corp).after(action, trains) - valuation.earnings(corp, trains)
    yield Term("runs", gain * min(valuation.rounds, 4.0))
    yield Term("reach", 0.5 * min(valuation.rounds, 4.0) * valuation.reach(corp).gain(action))
    yield Term("cost", -valuation.spending_cost(corp, track.lay_cost(valuation.ctx, action)))


def _trains_or_next(valuation: PositionValuation, corp: Corporation) -> tuple[str, ...]:
    """Return its trains, or the next one on sale if it has none."""
    return tuple(valuation.trains(corp)) or ((valuation.next_train,) if valuation.next_train else ())


def _token(valuation: PositionValuation, action: actions.PlaceToken) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    then = valuation.position.play(action)
    trains = _trains_or_next(valuation, corp)
    after = then.state.corporations[corp.id]
    if trains:
        gain = QuickRoutes(then.table, after).now(trains) - valuation.earnings(corp, trains)
        yield Term("runs", gain * min(valuation.rounds, 4.0))
    yield Term("cost", -valuation.spending_cost(corp, corp.cash - after.cash))


def _run(valuation: PositionValuation, action: actions.RunTrains) -> Iterator[Term]:
    yield Term("runs", 1.0)


def _announce(valuation: PositionValuation, action: actions.AnnounceRuns) -> Iterator[Term]:
    yield Term("runs", valuation.owned_fraction(valuation.state.corporations[action.corp]))


def _ask_no_more(valuation: PositionValuation, action: actions.AskNoMore) -> Iterator[Term]:
    yield Term("silence", -1.0)


def _dividend(valuation: PositionValuation, action: actions.Dividend) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    effects = valuation.position.effects(action)
    before, after = effects.worth.get(valuation.player, (0, 0))
    yield Term("worth", float(after - before))
    had, has = effects.cash.get(corp.id, (corp.cash, corp.cash))
    shortfall = valuation.train_cash_shortfall(corp)
    yield Term("treasury", 0.3 * valuation.owned_fraction(corp) * (has - had))
    yield Term("money for trains", 1.2 * min(shortfall, has - had))


def _buy_train(valuation: PositionValuation, action: actions.BuyTrain) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    if action.source not in (BANK, POOL):
        yield from train_of_other_corporation(valuation, corp, action)
        return
    owned = valuation.trains(corp)
    kind = depot.train_name(action.train)
    life, rounds_left = valuation.life(kind), valuation.rounds_until_last_train_rusts(corp)
    then = (*valuation.trains_after_trade_in(action), kind)
    gain = valuation.earnings(corp, then) - valuation.earnings(corp, tuple(owned))
    yield Term("runs", gain * life)
    if valuation.cash_needed_for_train(corp) and life > rounds_left:
        yield Term("a train that lasts", 60.0 * (life - rounds_left))
    if not owned:
        yield Term("a company needs a train", 400.0)
    president_adds = valuation.state.players[valuation.player].cash - _cash_after(valuation, action)
    yield Term("outlay", -IDLE_DOLLAR * (action.price - president_adds))
    yield Term("out of my pocket", -1.2 * president_adds)


def train_of_other_corporation(
    valuation: PositionValuation, corp: Corporation, action: actions.BuyTrain
) -> Iterator[Term]:
    """Estimate a train of another corporation.

    The clerk buys only between two corporations of the same president, and only if the buyer has no train.
    """
    seller = valuation.state.corporations[action.source]
    kind = depot.train_name(action.train)
    left = valuation.trains(seller)
    left.remove(kind)
    rounds_left = max(map(valuation.life, left), default=0.0)
    if seller.president != valuation.player:
        yield Term("their train", EXCLUDED)
        return
    if valuation.trains(corp) or rounds_left < min(valuation.life(kind), valuation.rounds):
        yield Term("their train", ONLY_IF_NOTHING_ELSE)
        return
    yield Term("runs", valuation.earnings(corp, (kind,)) * valuation.life(kind))
    yield Term("outlay", -0.5 * action.price)


def _cash_after(valuation: PositionValuation, action: Action) -> int:
    """Return the player's cash after the action."""
    return valuation.position.play(action).state.players[valuation.player].cash


def _loan(valuation: PositionValuation, action: actions.TakeLoan) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    loans = valuation.ctx.title.board.loans
    value = loans.value if loans else 0
    wants = not valuation.trains(corp) and 0 < valuation.train_cash_shortfall(corp) <= 2 * value
    yield Term("money for trains", 60.0 if wants else 0.0)
    yield Term("interest", -50.0)


def _redeem_loans(valuation: PositionValuation, action: actions.RedeemLoans) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    loans = valuation.ctx.title.board.loans
    value, interest = (loans.value, loans.interest) if loans else (0, 0)
    yield Term("interest", float(interest * valuation.rounds * action.count))
    needed = valuation.cash_needed_for_train(corp)
    yield Term("money for trains", -1.0 * max(0, needed - (corp.cash - value * action.count)))


def _issue(valuation: PositionValuation, action: actions.IssueShares) -> Iterator[Term]:
    corp = valuation.state.corporations[action.corp]
    shortfall = 0 if valuation.trains(corp) else valuation.train_cash_shortfall(corp)
    yield Term("money for trains", float(min(shortfall, action.count * chart.price(valuation.ctx, corp))))
    yield Term("dividends", -0.5 * valuation.dividends_per_share(corp) * action.count)
    yield Term("falling price", -10.0)


def _redeem_shares(valuation: PositionValuation, action: actions.RedeemShares) -> Iterator[Term]:
    yield Term("money for trains", -1.0)


# -- decisions that interrupt


def _answer(valuation: PositionValuation, action: actions.Answer) -> Iterator[Term]:
    if action.accept:
        yield from _by_worth(valuation, action)
        yield Term("good will", GOOD_WILL)


def _discard(valuation: PositionValuation, action: actions.DiscardTrain) -> Iterator[Term]:
    kind = depot.train_name(action.train)
    yield Term("runs", -valuation.life(kind) * valuation.ctx.title.board.train[kind].price)


def _bankrupt(valuation: PositionValuation, action: Action) -> Iterator[Term]:
    yield Term("bankruptcy", ONLY_IF_FORCED)


def _by_worth(valuation: PositionValuation, action: Action) -> Iterator[Term]:
    """Estimate an action without an estimator by its effects on worth, treasuries and runs."""
    try:
        effects = valuation.position.effects(action)
    except Refusal:
        return
    yield from by_effects(valuation, effects)
    named = getattr(action, "corp", "")
    if named and effects.after.tokens != effects.before.tokens:
        then = Position(valuation.position.title, effects.after, options=valuation.position.options)
        corp = then.state.corporations[named]
        earned = valuation.quick_routes(valuation.state.corporations[named]).own()
        yield Term("runs", float(QuickRoutes(then.table, corp).own() - earned))


def by_effects(valuation: PositionValuation, effects: Effects) -> Iterator[Term]:
    """Estimate changes of the player's worth, and of the treasuries of companies in which it holds shares."""
    before, after = effects.worth_of(valuation.player)
    yield Term("worth", float(after - before))
    treasuries = 0.0
    for id, (had, has) in effects.cash.items():
        if id in valuation.state.corporations:
            treasuries += 0.3 * valuation.owned_fraction(valuation.state.corporations[id]) * (has - had)
    yield Term("treasury", treasuries)


ESTIMATORS: Mapping[type[Action], Estimator] = {
    actions.BuyOffered: _buy_offered,
    actions.Bid: _bid,
    actions.StartCorporation: _start,
    actions.BuyShare: _buy_share,
    actions.SellShares: _sell_shares,
    actions.BuyPrivate: _buy_private,
    actions.LayTile: _lay,
    actions.PlaceToken: _token,
    actions.RunTrains: _run,
    actions.AnnounceRuns: _announce,
    actions.AskNoMore: _ask_no_more,
    actions.Dividend: _dividend,
    actions.BuyTrain: _buy_train,
    actions.TakeLoan: _loan,
    actions.RedeemLoans: _redeem_loans,
    actions.IssueShares: _issue,
    actions.RedeemShares: _redeem_shares,
    actions.Answer: _answer,
    actions.DiscardTrain: _discard,
    actions.DeclareBankruptcy: _bankrupt,
}
"""The estimator of each kind of action. Other kinds are judged by their effects."""
