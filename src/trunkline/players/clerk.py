"""The clerk: a player of simple heuristics for beginners' games.

It buys shares, lays track that earns, runs the best routes and buys trains. It looks at the parts of a turn
in order, so that running trains never gives up a lay. It acts on the first part with a worthwhile choice, and
weighs each choice in dollars against doing nothing. The code has no rules for particular titles.
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
from trunkline.players.valuation import IDLE, PositionValuation

PARTS: tuple[tuple[type[Action], ...], ...] = (
    (actions.BuyPrivate,),
    (actions.LayTile, actions.AssignPower, actions.PlacePrivateToken, actions.ActivateFerry),
    (actions.PlaceToken,),
    (actions.RunTrains,),
    (actions.Dividend,),
    (actions.TakeLoan, actions.IssueShares),
    (actions.BuyTrain, actions.BorrowTrain),
    (actions.RedeemLoans, actions.RedeemShares),
)
"""The parts of an operating turn, in the clerk's order."""
NEVER = -1e6
"""Dollars for an action that a player takes only if forced."""
VAIN = 2 * NEVER
"""Dollars for an action that a player never takes: otherwise it would propose it repeatedly."""
LAST = NEVER / 2
"""Dollars for an action that a player takes only if there is nothing else to do."""
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
        return part_by_part(PositionValuation(position, position.to_act[0], self._seed), WEIGH)


Weigh = Callable[[Any, Any], Iterable[Term]]
"""Function that yields the terms for and against an action, given a player's outlook."""


def part_by_part(look: PositionValuation, scales: Mapping[type[Action], Weigh]) -> Advice:
    """Return advice for the parts of a turn in order. Kinds of action without a scale are tried out."""
    position = look.position
    passing = [Estimate(choice) for choice in position.legal_of(actions.Pass) if isinstance(choice, Action)]
    thought: list[Estimate] = []
    for part in _parts(position):
        found = [weighed(look, choice, scales) for choice in part]
        thought += found
        if any(estimate.total > 0 for estimate in found):
            return ranked([*passing, *found])
    return ranked([*passing, *thought])


def _parts(position: Position) -> Iterator[Sequence[Choice]]:
    operating = position.state.operating
    if position.state.pending or operating is None or operating.turn is None:
        yield [choice for choice in position.legal if kind_of(choice) is not actions.Pass]
        return
    for kinds in PARTS:
        yield position.legal_of(*kinds)
    known: tuple[type[Action], ...] = (actions.Pass, *(kind for kinds in PARTS for kind in kinds))
    yield position.legal_of(*(kind for kind in position.title.kinds if not issubclass(kind, known)))


def weighed(look: PositionValuation, choice: Choice, scales: Mapping[type[Action], Weigh]) -> Estimate:
    """Return the estimate of a choice at its best amount."""
    if isinstance(choice, Open):
        best = choice.best()
        return Estimate(best, tuple(scales.get(choice.kind, _by_worth)(look, best)), look.error)
    weigh = scales.get(kind_of(choice), _by_worth)
    if isinstance(choice, Amounts):
        sizes = {choice.low, choice.high, *look.sizes(choice)}
        tried = (choice.at(size) for size in sorted(sizes) if size in choice)
        found = (Estimate(each, tuple(weigh(look, each)), look.error) for each in tried)
        return max(found, key=lambda estimate: estimate.total)
    assert isinstance(choice, Action)
    return Estimate(choice, tuple(weigh(look, choice)), look.error)


# -- the opening


def _private(look: PositionValuation, private: str, price: int) -> Iterator[Term]:
    printed = look.t.title.board.private[private]
    yield Term("income", printed.revenue * min(look.rounds, 8.0))
    yield Term(
        "resale",
        float(printed.cost) if look.t.title.board.private_rules.close_on_phase else 0.5 * printed.cost,
    )
    yield Term("price", -float(price))
    left = look.state.players[look.player].cash - price
    start = 5 * min(look.t.title.board.par_values, default=0)
    yield Term("money to start with", -0.5 * max(0, start - left))


def _buy_offered(look: PositionValuation, action: actions.BuyOffered) -> Iterator[Term]:
    yield from _private(look, action.private, look.state.privates[action.private].cost)


def _bid(look: PositionValuation, action: actions.Bid) -> Iterator[Term]:
    yield from _private(look, action.private, action.amount)


# -- the stock round


def _start(look: PositionValuation, action: actions.StartCorporation) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    cash = look.state.players[look.player].cash
    needed = max(2, floating.needed(look.t, corp))
    lacking = max(0, needed * action.par - cash)
    yield Term("a company to run", 600.0)
    yield Term("capital", 2.0 * action.par)
    yield Term("too dear to float", -4.0 * lacking)
    idle = sum(1 for mine in look.mine if not mine.operated)
    yield Term("other companies to see to", -700.0 * idle - 250.0 * (len(look.mine) - idle))
    yield Term("site", 0.5 * site(look, corp))
    duties = sum(look.duty(mine) for mine in look.mine)
    yield Term("trains ahead", -0.5 * (max(0, look.cheapest - needed * action.par) + duties))
    yield Term("liking", look.liking(corp))


def site(look: PositionValuation, corp: Corporation) -> float:
    """Return the value of the stops around its home, each discounted by distance."""
    tables = look.t.title.tables
    away = distances(tables)
    key = look.t.phase.off_board
    total = 0.0
    for home in look.t.title.board.corporation[corp.id].home[:1]:
        near = away[tables.index[home]]
        for h, spot in enumerate(tables.hexes):
            for stop in spot.stops:
                total += max(10, stop.values.get(key, stop.value)) * NEARER ** near[h]
    return total


def _buy_share(look: PositionValuation, action: actions.BuyShare) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    price = stock.price_of(look.t, corp, action.source)
    cash = look.state.players[look.player].cash
    yield Term("dividends", look.share(corp))
    yield Term("outlay", -0.1 * price)
    lacking = look.lacking(corp)
    if lacking and corp.president == look.player:
        affordable = cash >= lacking * price
        yield Term("floats my company", 800.0 / lacking if affordable else 100.0)
    elif lacking:
        yield Term("may not float", -0.5 * look.share(corp))
    reserve = sum(look.duty(mine) for mine in look.mine if mine.operated)
    yield Term("money for trains", -0.7 * max(0, min(reserve - (cash - price), price)))


def _sell_shares(look: PositionValuation, action: actions.SellShares) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    price = chart.price(look.t, corp)
    yield Term("dividends", -look.share(corp) * action.count)
    yield Term("falling price", -0.15 * price * action.count)
    if corp.operated and not look.trains(corp):
        yield Term("no trains", 0.4 * price * action.count)
    if corp.president != look.player:
        return
    yield Term("my company", -400.0)
    if shares.successor(look.t, corp, look.player, action.count) != look.player:
        yield Term("trains ahead", look.duty(corp))


def _buy_private(look: PositionValuation, action: actions.BuyPrivate) -> Iterator[Term]:
    private = look.state.privates[action.private]
    if not action.corp or private.player != look.player:
        yield Term("not mine to sell", VAIN)
        return
    corp = look.state.corporations[action.corp]
    printed = look.t.title.board.private[action.private]
    yield Term("cash", float(action.price))
    yield Term("worth as a private", -float(printed.cost))
    yield Term("income", -0.5 * printed.revenue * look.rounds)
    yield Term("my part of the treasury", -look.part(corp) * 0.5 * action.price)
    yield Term("money for trains", -2.0 * max(0, look.wanting(corp) - (corp.cash - action.price)))


# -- an operating turn


def _lay(look: PositionValuation, action: actions.LayTile) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    trains = _in_thought(look, corp)
    gain = look.glance(corp).after(action, trains) - look.earnings(corp, trains) if trains else 0
    yield Term("runs", gain * min(look.rounds, 4.0))
    yield Term("reach", 0.5 * min(look.rounds, 4.0) * look.reach(corp).gain(action))
    yield Term("cost", -look.spent(corp, track.lay_cost(look.t, action)))


def _in_thought(look: PositionValuation, corp: Corporation) -> tuple[str, ...]:
    """Return its trains, or the next one on sale if it has none."""
    return tuple(look.trains(corp)) or ((look.next_train,) if look.next_train else ())


def _token(look: PositionValuation, action: actions.PlaceToken) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    then = look.position.play(action)
    trains = _in_thought(look, corp)
    after = then.state.corporations[corp.id]
    if trains:
        gain = QuickRoutes(then.table, after).now(trains) - look.earnings(corp, trains)
        yield Term("runs", gain * min(look.rounds, 4.0))
    yield Term("cost", -look.spent(corp, corp.cash - after.cash))


def _run(look: PositionValuation, action: actions.RunTrains) -> Iterator[Term]:
    yield Term("runs", 1.0)


def _announce(look: PositionValuation, action: actions.AnnounceRuns) -> Iterator[Term]:
    yield Term("runs", look.part(look.state.corporations[action.corp]))


def _ask_no_more(look: PositionValuation, action: actions.AskNoMore) -> Iterator[Term]:
    yield Term("silence", -1.0)


def _dividend(look: PositionValuation, action: actions.Dividend) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    effects = look.position.effects(action)
    before, after = effects.worth.get(look.player, (0, 0))
    yield Term("worth", float(after - before))
    had, has = effects.cash.get(corp.id, (corp.cash, corp.cash))
    short = look.short(corp)
    yield Term("treasury", 0.3 * look.part(corp) * (has - had))
    yield Term("money for trains", 1.2 * min(short, has - had))


def _buy_train(look: PositionValuation, action: actions.BuyTrain) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    if action.source not in (BANK, POOL):
        yield from train_of_another(look, corp, action)
        return
    owned = look.trains(corp)
    kind = depot.train_name(action.train)
    gain = look.earnings(corp, (*kept_beside(look, action), kind)) - look.earnings(corp, tuple(owned))
    yield Term("runs", gain * look.life(kind))
    if look.wanting(corp) and look.life(kind) > look.lasting(corp):
        yield Term("a train that lasts", 60.0 * (look.life(kind) - look.lasting(corp)))
    if not owned:
        yield Term("a company needs a train", 400.0)
    helped = look.state.players[look.player].cash - _left(look, action)
    yield Term("outlay", -IDLE * (action.price - helped))
    yield Term("out of my pocket", -1.2 * helped)


def kept_beside(look: PositionValuation, action: actions.BuyTrain) -> tuple[str, ...]:
    """Return the types of the trains that the buyer keeps, without one that is traded in."""
    kept = look.trains(look.state.corporations[action.corp])
    if action.trade_in:
        kept.remove(depot.train_name(action.trade_in))
    return tuple(kept)


def train_of_another(look: PositionValuation, corp: Corporation, action: actions.BuyTrain) -> Iterator[Term]:
    """Weigh a train of another corporation.

    The clerk buys only between two corporations of the same president, and only if the buyer has no train.
    """
    seller = look.state.corporations[action.source]
    kind = depot.train_name(action.train)
    left = look.trains(seller)
    left.remove(kind)
    lasting = max(map(look.life, left), default=0.0)
    if seller.president != look.player:
        yield Term("their train", VAIN)
        return
    if look.trains(corp) or lasting < min(look.life(kind), look.rounds):
        yield Term("their train", LAST)
        return
    yield Term("runs", look.earnings(corp, (kind,)) * look.life(kind))
    yield Term("outlay", -0.5 * action.price)


def _left(look: PositionValuation, action: Action) -> int:
    """Return the player's cash after the action."""
    return look.position.play(action).state.players[look.player].cash


def _loan(look: PositionValuation, action: actions.TakeLoan) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    loans = look.t.title.board.loans
    value = loans.value if loans else 0
    wants = not look.trains(corp) and 0 < look.short(corp) <= 2 * value
    yield Term("money for trains", 60.0 if wants else 0.0)
    yield Term("interest", -50.0)


def _redeem_loans(look: PositionValuation, action: actions.RedeemLoans) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    loans = look.t.title.board.loans
    value, interest = (loans.value, loans.interest) if loans else (0, 0)
    yield Term("interest", float(interest * look.rounds * action.count))
    yield Term("money for trains", -1.0 * max(0, look.wanting(corp) - (corp.cash - value * action.count)))


def _issue(look: PositionValuation, action: actions.IssueShares) -> Iterator[Term]:
    corp = look.state.corporations[action.corp]
    short = 0 if look.trains(corp) else look.short(corp)
    yield Term("money for trains", float(min(short, action.count * chart.price(look.t, corp))))
    yield Term("dividends", -0.5 * look.share(corp) * action.count)
    yield Term("falling price", -10.0)


def _redeem_shares(look: PositionValuation, action: actions.RedeemShares) -> Iterator[Term]:
    yield Term("money for trains", -1.0)


# -- decisions that interrupt


def _answer(look: PositionValuation, action: actions.Answer) -> Iterator[Term]:
    if action.accept:
        yield from _by_worth(look, action)
        yield Term("good will", GOOD_WILL)


def _discard(look: PositionValuation, action: actions.DiscardTrain) -> Iterator[Term]:
    kind = depot.train_name(action.train)
    yield Term("runs", -look.life(kind) * look.t.title.board.train[kind].price)


def _bankrupt(look: PositionValuation, action: Action) -> Iterator[Term]:
    yield Term("bankruptcy", NEVER)


def _by_worth(look: PositionValuation, action: Action) -> Iterator[Term]:
    """Weigh an action without its own scale by its effects on worth, treasuries and runs."""
    try:
        effects = look.position.effects(action)
    except Refusal:
        return
    yield from by_effects(look, effects)
    named = getattr(action, "corp", "")
    if named and effects.after.tokens != effects.before.tokens:
        then = Position(look.position.title, effects.after, options=look.position.options)
        corp = then.state.corporations[named]
        yield Term(
            "runs",
            float(QuickRoutes(then.table, corp).own() - look.glance(look.state.corporations[named]).own()),
        )


def by_effects(look: PositionValuation, effects: Effects) -> Iterator[Term]:
    """Weigh changes of the player's worth, and of the treasuries of companies in which it holds shares."""
    before, after = effects.worth_of(look.player)
    yield Term("worth", float(after - before))
    treasuries = 0.0
    for id, (had, has) in effects.cash.items():
        if id in look.state.corporations:
            treasuries += 0.3 * look.part(look.state.corporations[id]) * (has - had)
    yield Term("treasury", treasuries)


WEIGH: Mapping[type[Action], Weigh] = {
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
"""The scale for each kind of action. Other kinds are tried out."""
