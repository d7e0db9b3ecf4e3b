"""Facts about the corporations at one moment."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.kernel import chart, depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.state import POOL, TREASURY, Corporation
from trunkline.engine.kernel.state_json import has_treasury_shares
from trunkline.engine.mechanisms import bonds
from trunkline.engine.steps import floating
from trunkline.game.wording.board_texts import board_text, capital_text
from trunkline.util.messages import gettext, gettext_noop, ngettext
from trunkline.web.games.game_tree import Moment
from trunkline.web.presenters import markets
from trunkline.web.presenters.money import dollars
from trunkline.web.presenters.runs import runs_made
from trunkline.web.schemas.corporations import (
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


def companies(ctx: Context, path: list[Moment]) -> Iterator[CorpFacts]:
    """Yield every corporation, with its last runs before this moment."""
    order = {corp.id: place for place, corp in enumerate(chart.order(ctx), 1)}
    runs = _last_runs(path)
    for corp in ctx.state.corporations.values():
        facts = ctx.title.board.corporation[corp.id]
        price = chart.price(ctx, corp)
        funding = ctx.title.policies.funding(ctx, corp)
        yield CorpFacts(
            id=corp.id,
            name=facts.name,
            president=corp.president,
            price=price if corp.cell is not None else None,
            par=corp.par or None,
            cash=corp.cash,
            trains=tuple(map(depot.train_name, ctx.state.trains_at(corp.id))),
            train_limit=ctx.title.policies.train_limit(ctx, corp),
            holdings=tuple(_holdings(ctx, corp)),
            tokens=tuple(HexOf(hex) for hex, _ in ctx.state.tokens_of(corp.id)),
            tokens_left=corp.tokens,
            facts=tuple(_facts(ctx, corp)),
            revenue=corp.revenue,
            last_run=runs.get(corp.id),
            status=_status(ctx, corp),
            order=order.get(corp.id),
            loans=_loans(ctx, corp),
            escrow=funding.escrow,
            destination=_destination(ctx, corp),
            floats_at=_floats_at(ctx, corp),
            sold=corp.sold * corp.percent,
            operated=corp.operated,
        )


def _loans(ctx: Context, corp: Corporation) -> LoanFacts | None:
    loans = ctx.title.board.loans
    if loans is None or not corp.started:
        return None
    limit = ctx.title.policies.loan_limit(ctx, corp)
    return LoanFacts(corp.loans, corp.loans * loans.interest, limit, loans.value)


def _destination(ctx: Context, corp: Corporation) -> DestinationFacts | None:
    goal = ctx.title.policies.destination(ctx, corp)
    reached = ctx.title.policies.funding(ctx, corp).reached
    return None if goal is None else DestinationFacts(goal.name, tuple(goal.hexes), reached)


def _floats_at(ctx: Context, corp: Corporation) -> int | None:
    """Return the percentage of a corporation that must be sold before it operates, or None.

    It is None for a corporation without a home, which the title itself starts.
    """
    if _status(ctx, corp) not in ("unstarted", "started"):
        return None
    return floating.needed(ctx, corp) * corp.percent or None


def _status(ctx: Context, corp: Corporation) -> Status:
    if corp.closed:
        return "closed"
    if not corp.started:
        return "unstarted"
    return "floated" if ctx.title.policies.operates(ctx, corp) else "started"


def _holdings(ctx: Context, corp: Corporation) -> Iterator[Holding]:
    for name, held in corp.shares.items():
        if held:
            yield Holding(name, held * corp.percent, True, held, None)
    places = [("offering", corp.offering), ("pool", corp.pool), ("treasury", corp.treasury)]
    for place, count in places:
        if count:
            price = markets.price_at(ctx, corp, place)
            yield Holding(place, count * corp.percent, False, count, price)


def _facts(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    """Yield other facts about a corporation. A title has some of them."""
    for facts in (
        _when_it_operates,
        _capital,
        _owed_loans,
        _own_shares,
        _bonds,
        _way_to_destination,
        _privates_and_rights,
        _marked_trains,
        _first_turn,
    ):
        yield from facts(ctx, corp)


def _when_it_operates(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    if needed := _floats_at(ctx, corp):
        count = needed // corp.percent
        if ctx.title.board.floating:
            text = gettext("once {percent}% are sold", percent=needed)
        else:
            text = ngettext("once {count} share is sold", "once {count} shares are sold", count)
        yield Fact(gettext("Operates"), text)


def _capital(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    funding = ctx.title.policies.funding(ctx, corp)
    if funding.way:
        ways = ctx.title.board.capitalisation
        way = next((each for each in ways if funding.way.startswith(each.kind)), None)
        text = capital_text(ctx.title.board, way) if way else board_text(funding.way)
        yield Fact(gettext("Capital"), text)
    if funding.escrow:
        yield Fact(gettext("Escrow"), dollars(funding.escrow))


def _owed_loans(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    if (loans := _loans(ctx, corp)) is not None:
        interest = dollars(loans.interest)
        text = gettext("{count} (interest {interest} per turn)", count=loans.count, interest=interest)
        yield Fact(gettext("Loans"), text)


def _own_shares(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    if has_treasury_shares(ctx.title.board) and corp.treasury:
        yield Fact(gettext("Own shares"), f"{corp.treasury * corp.percent}%")


def _bonds(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    if ctx.state.bonds and corp.id == bonds.terms(ctx)[0]:
        places = {
            TREASURY: gettext_noop("{count} in its treasury"),
            POOL: gettext_noop("{count} in the pool"),
            **dict.fromkeys(ctx.state.players, gettext_noop("{count} with {player}")),
        }
        held = [
            gettext(text, count=count, player=place)
            for place, text in places.items()
            if (count := bonds.held(ctx, place))
        ]
        yield Fact(gettext("Bonds"), ", ".join(held))


def _way_to_destination(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    if (goal := _destination(ctx, corp)) is not None:
        text = (
            gettext_noop("{name} ({hexes}), reached")
            if goal.reached
            else gettext_noop("{name} ({hexes}), not reached")
        )
        yield Fact(gettext("Destination"), gettext(text, name=goal.name, hexes=", ".join(goal.hexes)))


def _privates_and_rights(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    owned = [private for private in ctx.state.privates.values() if private.corp == corp.id]
    names = [ctx.title.board.private[private.id].name for private in owned if not private.closed]
    if names:
        yield Fact(gettext("Privates"), ", ".join(names))
    if corp.rights:
        yield Fact(gettext("Rights"), ", ".join(map(board_text, corp.rights)))


def _marked_trains(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    for train in ctx.state.trains_at(corp.id):
        if mark := ctx.title.policies.train_mark(ctx, train):
            yield Fact(gettext("Train"), f"{depot.train_phrase(train)} {mark}")


def _first_turn(ctx: Context, corp: Corporation) -> Iterator[Fact]:
    if corp.started and not corp.operated and not corp.closed:
        yield Fact(gettext("Turns"), gettext("has not operated yet"))


def _last_runs(path: list[Moment]) -> dict[str, LastRun]:
    """Return the last runs of each corporation before this moment."""
    found: dict[str, LastRun] = {}
    for moment, action in runs_made(path):
        if action.corp not in found:
            runs = tuple(OneRun(run.train, depot.train_name(run.train), run.path) for run in action.runs)
            found[action.corp] = LastRun(moment.number, runs)
    return found
