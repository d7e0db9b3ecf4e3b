"""Facts about the corporations at one moment."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.facts.companies import (
    CorpFacts,
    DestinationFacts,
    Fact,
    HexOf,
    Holding,
    LastRun,
    LoanFacts,
    OneRun,
    Status,
)
from trunkline.kernel import chart, depot
from trunkline.kernel.shares import plural
from trunkline.kernel.state import POOL, TREASURY, Corporation
from trunkline.kernel.table import Table
from trunkline.kernel.view import has_treasury_shares
from trunkline.mechanisms import bonds
from trunkline.steps import floating
from trunkline.tables.history import Moment
from trunkline.views import markets
from trunkline.views.money import dollars
from trunkline.views.runs import runs_made


def companies(t: Table, path: list[Moment]) -> Iterator[CorpFacts]:
    """Yield every corporation, with its last runs before this moment."""
    order = {corp.id: place for place, corp in enumerate(chart.order(t), 1)}
    runs = _last_runs(path)
    for corp in t.state.corporations.values():
        facts = t.title.board.corporation[corp.id]
        price = chart.price(t, corp)
        funding = t.title.policies.funding(t, corp)
        yield CorpFacts(
            id=corp.id,
            name=facts.name,
            president=corp.president,
            price=price if corp.cell is not None else None,
            par=corp.par or None,
            cash=corp.cash,
            trains=tuple(map(depot.train_name, t.state.trains_at(corp.id))),
            train_limit=t.title.policies.train_limit(t, corp),
            holdings=tuple(_holdings(t, corp)),
            tokens=tuple(HexOf(hex) for hex, _ in t.state.tokens_of(corp.id)),
            tokens_left=corp.tokens,
            facts=tuple(_facts(t, corp)),
            revenue=corp.revenue,
            last_run=runs.get(corp.id),
            status=_status(t, corp),
            order=order.get(corp.id),
            loans=_loans(t, corp),
            escrow=funding.escrow,
            destination=_destination(t, corp),
            floats_at=_floats_at(t, corp),
            sold=corp.sold * corp.percent,
            operated=corp.operated,
        )


def _loans(t: Table, corp: Corporation) -> LoanFacts | None:
    loans = t.title.board.loans
    if loans is None or not corp.started:
        return None
    limit = t.title.policies.loan_limit(t, corp)
    return LoanFacts(corp.loans, corp.loans * loans.interest, limit, loans.value)


def _destination(t: Table, corp: Corporation) -> DestinationFacts | None:
    goal = t.title.board.corporation[corp.id].destination
    reached = t.title.policies.funding(t, corp).reached
    return None if goal is None else DestinationFacts(goal.name, tuple(goal.hexes), reached)


def _floats_at(t: Table, corp: Corporation) -> int | None:
    """Return the percentage of a corporation that must be sold before it operates, or None.

    It is None for a corporation without a home, which the title itself starts.
    """
    if _status(t, corp) not in ("unstarted", "started"):
        return None
    return floating.needed(t, corp) * corp.percent or None


def _status(t: Table, corp: Corporation) -> Status:
    if corp.closed:
        return "closed"
    if not corp.started:
        return "unstarted"
    return "floated" if t.title.policies.operates(t, corp) else "started"


def _holdings(t: Table, corp: Corporation) -> Iterator[Holding]:
    for name, held in corp.shares.items():
        if held:
            yield Holding(name, held * corp.percent, True, held, None)
    places = [("offering", corp.offering), ("pool", corp.pool), ("treasury", corp.treasury)]
    for place, count in places:
        if count:
            price = markets.price_at(t, corp, place)
            yield Holding(place, count * corp.percent, False, count, price)


def _facts(t: Table, corp: Corporation) -> Iterator[Fact]:
    """Yield other facts about a corporation, if its title has them."""
    board = t.title.board
    if needed := _floats_at(t, corp):
        count = needed // corp.percent
        shares = f"{plural(count, 'share')} {'is' if count == 1 else 'are'}"
        yield Fact("Operates", f"once {f'{needed}% are' if board.floating else shares} sold")
    funding = t.title.policies.funding(t, corp)
    if funding.way:
        way = next((each.text for each in board.capitalisation if funding.way.startswith(each.kind)), "")
        yield Fact("Capital", way or funding.way)
    if funding.escrow:
        yield Fact("Escrow", dollars(funding.escrow))
    if (loans := _loans(t, corp)) is not None:
        yield Fact("Loans", f"{loans.count} (interest {dollars(loans.interest)} per turn)")
    if has_treasury_shares(board) and corp.treasury:
        yield Fact("Own shares", f"{corp.treasury * corp.percent}%")
    if t.state.bonds and corp.id == bonds.terms(t)[0]:
        places = ((TREASURY, "in its treasury"), (POOL, "in the pool"))
        told = [f"{bonds.held(t, place)} {where}" for place, where in places if bonds.held(t, place)]
        told += [f"{bonds.held(t, name)} with {name}" for name in t.state.players if bonds.held(t, name)]
        yield Fact("Bonds", ", ".join(told))
    if (goal := _destination(t, corp)) is not None:
        reached = "reached" if goal.reached else "not reached"
        yield Fact("Destination", f"{goal.name} ({', '.join(goal.hexes)}), {reached}")
    owned = [
        board.private[p.id].name for p in t.state.privates.values() if p.corp == corp.id and not p.closed
    ]
    if owned:
        yield Fact("Privates", ", ".join(owned))
    if corp.rights:
        yield Fact("Rights", ", ".join(corp.rights))
    for train in t.state.trains_at(corp.id):
        if mark := t.title.policies.train_mark(t, train):
            yield Fact("Train", f"{depot.a_train(train)} {mark}")
    if corp.started and not corp.operated and not corp.closed:
        yield Fact("Turns", "has not operated yet")


def _last_runs(path: list[Moment]) -> dict[str, LastRun]:
    """Return the last runs of each corporation before this moment."""
    found: dict[str, LastRun] = {}
    for moment, action in runs_made(path):
        if action.corp not in found:
            runs = tuple(OneRun(run.train, depot.train_name(run.train), run.path) for run in action.runs)
            found[action.corp] = LastRun(moment.number, runs)
    return found
