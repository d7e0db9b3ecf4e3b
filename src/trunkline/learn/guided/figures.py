"""Figures and names of a position as a learner sees it.

The engine computes all of them. A figure that does not exist at a position, such as the cash of a company
while none of the learner's has its turn, is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from trunkline.engine.kernel import chart, depot, shares
from trunkline.engine.kernel.ledger import on_sale
from trunkline.engine.kernel.state import BANK, OFFERING, POOL, TREASURY, Corporation
from trunkline.engine.steps import floating
from trunkline.engine.steps.stock import price_of
from trunkline.game import actions
from trunkline.game.effects import Effects
from trunkline.learn.guided import phrases
from trunkline.learn.guided.seen import Seen
from trunkline.util.enumeration import enumerated

Value = str | int | None
FEW_HEXES: Final = 3
"""The maximum number of hexes that a text lists."""


def figure(seen: Seen, name: str) -> Value:
    """Return a figure, or None if it does not exist at the position."""
    if name not in seen.known:
        seen.known[name] = FIGURES[name](seen)
    return seen.known[name]


def _of_company(find: Callable[[Seen, Corporation], Value]) -> Callable[[Seen], Value]:
    return lambda seen: None if seen.company is None else find(seen, seen.company)


# -- players and the opening


def _bids(seen: Seen) -> int | None:
    opening = seen.state.opening
    return sum(bids.get(seen.learner, 0) for bids in opening.bids.values()) if opening else None


def _free_cash(seen: Seen) -> int | None:
    bids = _bids(seen)
    return None if bids is None else seen.state.players[seen.learner].cash - bids


def _offered(seen: Seen) -> str | None:
    action = seen.first(actions.BuyOffered)
    return action.private if action else None


def _private_name(find: Callable[[Seen], str | None]) -> Callable[[Seen], Value]:
    def name(seen: Seen) -> Value:
        id = find(seen)
        return seen.ctx.private_name(id) if id else None

    return name


def _offered_price(seen: Seen) -> int | None:
    id = _offered(seen)
    return seen.state.privates[id].cost if id else None


def _discount(seen: Seen) -> int | None:
    id = _offered(seen)
    return seen.ctx.title.board.private[id].cost - seen.state.privates[id].cost if id else None


def _auction(seen: Seen) -> str | None:
    opening = seen.state.opening
    return (opening.auction or None) if opening else None


def _highest_bid(seen: Seen) -> int | None:
    opening = seen.state.opening
    return max(opening.bids[opening.auction].values()) if opening and opening.auction else None


def _leader(seen: Seen) -> str:
    others = [name for name in seen.state.seats if name != seen.learner]
    return max(others, key=seen.game.worth)


# -- shares


def _par(choose: Callable[[list[int]], int]) -> Callable[[Seen], Value]:
    def find(seen: Seen) -> Value:
        pars = [each.par for each in seen.of(actions.StartCorporation)]
        return choose(pars) if pars else None

    return find


def _float_percent(seen: Seen) -> int | None:
    action = seen.first(actions.StartCorporation)
    if action is None:
        return None
    corp = seen.state.corporations[action.corp]
    return floating.needed(seen.ctx, corp) * corp.percent or None


def _waiting(seen: Seen) -> Corporation | None:
    """Return a company of the learner that does not operate yet."""
    operates = seen.game.title.policies.operates
    return next((corp for corp in seen.presided if not corp.operated and not operates(seen.ctx, corp)), None)


def _missing(seen: Seen) -> int | None:
    corp = _waiting(seen)
    return None if corp is None else (floating.needed(seen.ctx, corp) - corp.sold) * corp.percent


def _sale(seen: Seen) -> actions.SellShares | None:
    return next((each for each in seen.of(actions.SellShares) if each.count == 1), None)


def _sale_price(seen: Seen, when: int) -> int | None:
    sale = _sale(seen)
    if sale is None or seen.state.stock is None:
        return None
    corp = seen.state.corporations[sale.corp]
    before = chart.price(seen.ctx, corp)
    return seen.game.effects(sale).prices.get(sale.corp, (before, before))[when]


def _other(seen: Seen) -> Corporation | None:
    """Return another player's company that has earned most of those whose shares the learner can buy."""
    found = {
        each.corp
        for each in seen.of(actions.BuyShare)
        if seen.state.corporations[each.corp].president not in ("", seen.learner)
        and seen.state.corporations[each.corp].revenue
    }
    corps = [seen.state.corporations[id] for id in sorted(found)]
    return max(corps, key=lambda corp: corp.revenue, default=None)


def _of_other(find: Callable[[Seen, Corporation], Value]) -> Callable[[Seen], Value]:
    def figure(seen: Seen) -> Value:
        corp = _other(seen)
        return None if corp is None else find(seen, corp)

    return figure


def _lowest_price(seen: Seen, corp: Corporation) -> int:
    """Return the least dollars for which a share is for sale, or else its price on the chart."""
    places = (OFFERING, POOL, TREASURY)
    found = [price_of(seen.ctx, corp, place) for place in places if on_sale(seen.ctx, corp, place)]
    return min(found, default=chart.price(seen.ctx, corp))


def _contested(seen: Seen) -> tuple[Corporation, str] | None:
    """Return the learner's company whose presidency another player is closest to, and that player."""
    closest: tuple[int, Corporation, str] | None = None
    for corp in seen.presided:
        for name, held in corp.shares.items():
            ahead = corp.shares.get(seen.learner, 0) - held
            if name != seen.learner and held and (closest is None or ahead < closest[0]):
                closest = (ahead, corp, name)
    return None if closest is None else closest[1:]


def _of_contested(find: Callable[[Seen, Corporation, str], Value]) -> Callable[[Seen], Value]:
    def figure(seen: Seen) -> Value:
        found = _contested(seen)
        return None if found is None else find(seen, *found)

    return figure


def _certificates_left(seen: Seen) -> int:
    return (shares.limit_halves(seen.ctx) - shares.certificates(seen.ctx, seen.learner)) // 2


# -- the turn of a company


def _home(seen: Seen, corp: Corporation) -> str | None:
    return corp.stations[0] if corp.stations else None


def _lay_at(seen: Seen) -> str | None:
    """Return the first hexes where the learner's company may lay a tile."""
    hexes = list(dict.fromkeys(each.hex for each in seen.of(actions.LayTile)))
    return enumerated(hexes[:FEW_HEXES]) if hexes else None


def _short(seen: Seen, corp: Corporation) -> int | None:
    """Return the dollars that a company is short of the next train of the bank."""
    price = _train_price(seen)
    return None if price is None else max(0, price - corp.cash)


def _escrow(seen: Seen, corp: Corporation) -> int | None:
    return seen.game.title.policies.funding(seen.ctx, corp).escrow or None


def _destination(seen: Seen, corp: Corporation) -> str | None:
    goal = seen.game.title.policies.destination(seen.ctx, corp)
    funding = seen.game.title.policies.funding(seen.ctx, corp)
    return None if goal is None or funding.reached or not funding.way else goal.name


def _destination_hex(seen: Seen, corp: Corporation) -> str | None:
    goal = seen.game.title.policies.destination(seen.ctx, corp)
    return None if goal is None or _destination(seen, corp) is None else goal.hexes[0]


def _best_run(seen: Seen) -> int | None:
    action = seen.first(actions.RunTrains)
    if seen.company is None or action is None:
        return None
    turn = seen.game.effects(action).after.operating
    return turn.turn.revenue if turn is not None and turn.turn is not None else None


def _token_cost(seen: Seen, corp: Corporation) -> int | None:
    return corp.tokens[0] if corp.tokens and seen.first(actions.PlaceToken) is not None else None


def _after(payout: str, find: Callable[[Seen, Corporation, Effects], Value]) -> Callable[[Seen], Value]:
    """Return a figure after the dividend is decided in a way."""

    def figure(seen: Seen) -> Value:
        for action in seen.of(actions.Dividend):
            if action.payout == payout and seen.company is not None:
                return find(seen, seen.company, seen.game.effects(action))
        return None

    return figure


def _received(seen: Seen, corp: Corporation, effects: Effects) -> int:
    before, after = effects.cash.get(seen.learner, (0, 0))
    return after - before


def _price_then(seen: Seen, corp: Corporation, effects: Effects) -> int:
    price = chart.price(seen.ctx, corp)
    return effects.prices.get(corp.id, (price, price))[1]


def _earned(seen: Seen, corp: Corporation) -> int | None:
    return seen.turn.revenue if seen.turn is not None and seen.first(actions.Dividend) is not None else None


def _loan_cash(seen: Seen, corp: Corporation) -> int | None:
    action = seen.first(actions.TakeLoan)
    if action is None:
        return None
    before, after = seen.game.effects(action).cash.get(corp.id, (0, 0))
    return after - before


def _interest(seen: Seen) -> int | None:
    loans = seen.ctx.title.board.loans
    return loans.interest if loans else None


def _private(seen: Seen) -> list[actions.BuyPrivate]:
    """Return the lowest and the highest offer of the learner's company for the learner's first private."""
    company = seen.company
    found = [
        each
        for each in seen.of(actions.BuyPrivate)
        if company is not None
        and each.corp == company.id
        and seen.state.privates[each.private].player == seen.learner
    ]
    return [each for each in found if each.private == found[0].private]


def _private_offer(choose: Callable[[Iterable[int]], int]) -> Callable[[Seen], Value]:
    def find(seen: Seen) -> Value:
        offers = _private(seen)
        return choose(each.price for each in offers) if offers else None

    return find


# -- trains and phases


def _next_train(seen: Seen) -> str | None:
    return depot.next_type(seen.ctx) or None


def _train_price(seen: Seen) -> int | None:
    name = _next_train(seen)
    return seen.ctx.title.board.train[name].price if name else None


def _bank_trains(seen: Seen) -> list[str]:
    return [depot.train_name(train) for train in seen.state.trains_at(BANK)]


def _left_before(seen: Seen, name: str) -> int | None:
    """Return the number of trains in the bank that are sold before the first of a type."""
    types = _bank_trains(seen)
    sold = name not in types or types.count(name) < (seen.ctx.title.board.train[name].count or 1)
    return None if sold else types.index(name)


def _rusting(seen: Seen) -> tuple[str, str, int] | None:
    """Return the learner's type of train that rusts first, the type that rusts it, and the sales left."""
    board = seen.ctx.title.board
    owned = {depot.train_name(train) for corp in seen.presided for train in seen.state.trains_at(corp.id)}
    found = [
        (left, name, cause)
        for name in owned
        for cause in board.train[name].rusts_on
        if cause in board.train and (left := _left_before(seen, cause)) is not None
    ]
    left, name, cause = min(found, default=(0, "", ""))
    return (name, cause, left) if name else None


def _rust(place: int) -> Callable[[Seen], Value]:
    def find(seen: Seen) -> Value:
        found = _rusting(seen)
        return None if found is None else found[place]

    return find


def _debts(seen: Seen) -> int:
    return sum(corp.loans for corp in seen.presided)


def _privates_close(seen: Seen) -> str | None:
    """Return the type of train whose first sale closes the privates."""
    board = seen.ctx.title.board
    closing = (phase for phase in board.phases if phase.name == board.private_rules.close_on_phase)
    return next((phase.on_train[0] for phase in closing), None)


def _loans_end(seen: Seen) -> str | None:
    """Return the type of train whose first sale ends the loans."""
    phases = seen.ctx.title.board.phases[seen.state.phase :]
    ends = (phase for phase in phases[1:] if phases[0].loans and not phase.loans)
    return next((phase.on_train[0] for phase in ends), None)


def _loans_end_left(seen: Seen) -> int | None:
    name = _loans_end(seen)
    return _left_before(seen, name) if name else None


FIGURES: Final[Mapping[str, Callable[[Seen], Value]]] = {
    "learner": lambda seen: seen.learner,
    "rivals": lambda seen: enumerated(name for name in seen.state.seats if name != seen.learner),
    "cash": lambda seen: seen.state.players[seen.learner].cash,
    "worth": lambda seen: seen.game.worth(seen.learner),
    "leader": _leader,
    "leader_worth": lambda seen: seen.game.worth(_leader(seen)),
    "bank": lambda seen: seen.state.bank,
    "set": lambda seen: seen.state.round.number,
    "phase": lambda seen: seen.ctx.phase.name,
    "colours": lambda seen: phrases.colours(seen.ctx.phase.tiles),
    "operating_rounds": lambda seen: seen.ctx.phase.operating_rounds,
    # the opening
    "bids": _bids,
    "free_cash": _free_cash,
    "offered": _private_name(_offered),
    "offered_price": _offered_price,
    "discount": _discount,
    "auction": _private_name(_auction),
    "highest_bid": _highest_bid,
    # shares
    "passes": lambda seen: seen.state.stock.passes if seen.state.stock else None,
    "lowest_par": _par(min),
    "highest_par": _par(max),
    "float_percent": _float_percent,
    "waiting": lambda seen: corp.id if (corp := _waiting(seen)) else None,
    "missing": _missing,
    "sale": lambda seen: sale.corp if (sale := _sale(seen)) else None,
    "sale_price": lambda seen: _sale_price(seen, 0),
    "price_after_sale": lambda seen: _sale_price(seen, 1),
    "other": _of_other(lambda seen, corp: corp.id),
    "other_president": _of_other(lambda seen, corp: corp.president),
    "other_revenue": _of_other(lambda seen, corp: corp.revenue),
    "other_price": _of_other(_lowest_price),
    "contested": _of_contested(lambda seen, corp, name: corp.id),
    "contested_own": _of_contested(lambda seen, corp, name: corp.shares[seen.learner] * corp.percent),
    "rival": _of_contested(lambda seen, corp, name: name),
    "rival_holds": _of_contested(lambda seen, corp, name: corp.shares[name] * corp.percent),
    "ahead": _of_contested(lambda seen, corp, name: corp.shares[seen.learner] - corp.shares[name]),
    "certificates_left": _certificates_left,
    "certificate_limit": lambda seen: shares.limit_halves(seen.ctx) // 2,
    # the turn of a company
    "company": _of_company(lambda seen, corp: corp.id),
    "company_cash": _of_company(lambda seen, corp: corp.cash),
    "company_trains": _of_company(lambda seen, corp: len(seen.state.trains_at(corp.id))),
    "company_turns": _of_company(lambda seen, corp: int(corp.operated)),
    "home": _of_company(_home),
    "lay_at": _lay_at,
    "short": _of_company(_short),
    "escrow": _of_company(_escrow),
    "destination": _of_company(_destination),
    "destination_hex": _of_company(_destination_hex),
    "token_cost": _of_company(_token_cost),
    "best_run": _best_run,
    "earned": _of_company(_earned),
    "received": _after("pay", _received),
    "price_paid": _after("pay", _price_then),
    "price_withheld": _after("withhold", _price_then),
    "loan_cash": _of_company(_loan_cash),
    "interest": _interest,
    "private": _private_name(lambda seen: offers[0].private if (offers := _private(seen)) else None),
    "private_least": _private_offer(min),
    "private_most": _private_offer(max),
    # trains
    "train": _next_train,
    "train_price": _train_price,
    "rusting": _rust(0),
    "rusted_by": _rust(1),
    "rust_left": _rust(2),
    "rust_trains": lambda seen: phrases.more_trains(found[2]) if (found := _rusting(seen)) else None,
    "debts": _debts,
    "loans": lambda seen: phrases.loans(_debts(seen)),
    "loans_end": _loans_end,
    "loans_end_left": _loans_end_left,
    "loans_end_trains": lambda seen: phrases.more_trains(_loans_end_left(seen)),
    "privates_close": _privates_close,
}
"""The figures by the names that topics use. Amounts are in dollars, parts of a company in percent."""
