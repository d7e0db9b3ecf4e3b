"""One moment of a game, ready to draw. Everything comes from the state, the board and the choices."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from trunkline import svg
from trunkline.engine.corrections import disagreements
from trunkline.engine.kernel import chart, depot, shares
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.private_events import PrivateBought
from trunkline.engine.kernel.state import POOL
from trunkline.engine.mechanisms import bonds
from trunkline.engine.track.track_state import supply
from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.wording.board_texts import board_text
from trunkline.game.wording.choices import words
from trunkline.game.wording.endings import why_ended
from trunkline.game.wording.places import edges_of_stop
from trunkline.game.wording.rounds import moment as moment_text
from trunkline.util.enumeration import all_of, any_of
from trunkline.util.messages import gettext, gettext_noop, language, ngettext
from trunkline.web.games import turn_keys
from trunkline.web.games.game_tree import Moment
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.games.view_cache import ViewKey
from trunkline.web.presenters import (
    corporations,
    emergency,
    limit_facts,
    maps,
    markets,
    merger,
    money,
    past_decision,
    pending,
    private_auction,
    puzzles,
)
from trunkline.web.presenters import round as frame
from trunkline.web.presenters import trains as depots
from trunkline.web.presenters.money import dollars
from trunkline.web.schemas.answers import Version
from trunkline.web.schemas.log import PERSON
from trunkline.web.schemas.map import MapFacts, StopSpot
from trunkline.web.schemas.moment import (
    Bank,
    BranchFacts,
    MomentContent,
    NumberedText,
    OwnedPrivate,
    PhaseFacts,
    PlayerFacts,
    PrivateFacts,
    ResultFacts,
    Share,
    Stack,
    StandingFacts,
    TurnFacts,
)

PRIVATE_BOUGHT = str(PrivateBought.__struct_config__.tag)
BOUGHT = PRIVATE_BOUGHT.encode()
"""A mark in the stored data of every entry in which a private was bought."""
LINES = 12
"""Number of log lines in a view."""


def encoded(seen: MomentView, *, brief: bool = False) -> bytes:
    """Return the view of a moment as JSON. Its content is cached for later requests."""
    key = ViewKey(seen.at, seen.live, brief, language())
    content = seen.hosted_game.views.get(key, lambda: msgspec.json.encode(view(seen, brief=brief)))
    return _joined(content, msgspec.json.encode(Version(seen.version)))


def _joined(one: bytes, other: bytes) -> bytes:
    """Return one JSON object with the fields of two, neither of which is empty."""
    return one[:-1] + b"," + other[1:]


def view(seen: MomentView, *, brief: bool = False) -> MomentContent:
    """Return the content of the view of a moment. A brief view omits forbidden actions."""
    game, state = seen.game, seen.game.shared_state
    t = Context(game.title, state)
    path = seen.hosted_game.path(seen.moment)
    branches = seen.hosted_game.branches(seen.moment)
    turn = _turn(seen)
    decision = past_decision.decision(seen, brief=brief, made=_made(turn, path))
    puzzle = seen.hosted_game.row.puzzle
    withheld = seen.live and seen.hosted_game.withheld
    if withheld and decision is not None and puzzle is not None:
        decision = puzzles.asked(decision, puzzle.puzzle)
    highlights: dict[str, str] = {}
    for group in decision.groups if decision else ():
        for choice in group.choices:
            if choice.place is not None:
                highlights.setdefault(choice.place.hex, group.heading)
    laid, everything = maps.laid(game), _everything(t)
    return MomentContent(
        id=seen.hosted_game.id,
        title=game.title.id,
        name=game.title.name,
        at=seen.at,
        live=seen.live,
        broken=seen.broken,
        origin=seen.hosted_game.origin,
        variants=game.options.variants,
        rules=game.options.rules,
        branches=tuple(BranchFacts(each.number, _told(seen, each)) for each in branches),
        can_undo=seen.live and seen.moment.parent is not None and not seen.hosted_game.ended,
        can_redo=seen.live and bool(branches) and not seen.hosted_game.ended,
        moment=moment_text(game),
        turn=turn,
        round=frame.round_facts(t),
        phase=_phase(t),
        over=game.over,
        result=_result(game),
        bank=Bank(state.bank, state.bank_broken),
        players=tuple(_player(seen, t, name, everything) for name in game.players),
        corporations=tuple(corporations.companies(t, path)),
        privates=tuple(_privates(t)),
        map=MapFacts(
            laid.tiles,
            stops(game),
            laid.tokens,
            tuple(maps.private_tokens(game)),
            tuple(maps.ferries(t.title.tables, state.tiles)),
            highlights,
            svg.era_of(t.title.board, state.phase),
        ),
        chart=_chart(t),
        trains=tuple(depots.trains(t)),
        pool_trains=tuple(map(depot.train_name, state.trains_at(POOL))),
        tiles_left=supply(game.title.tables, state.tiles),
        limits=tuple(limit_facts.limits(t)),
        decision=decision,
        forms=merger.forms(game),
        formation=merger.shown(seen),
        raising=emergency.raising(game),
        asked=pending.asked(game),
        last_entries=_last_lines(seen),
        market=markets.market(t),
        opening=private_auction.opening(game, _paid(seen, path)),
        reasons=seen.hosted_game.reasons,
        hints=seen.hosted_game.hints and not withheld,
        puzzle=puzzle.puzzle if puzzle else None,
        withheld=withheld,
        disagreements=_disagreements(game),
    )


def _disagreements(game: Game) -> tuple[str, ...] | None:
    if game.title.corrections is None:
        return None
    return tuple(str(text) for _, text in disagreements(game.title, game.shared_state))


def _turn(seen: MomentView) -> TurnFacts | None:
    """Return the current turn and its first moment, or None once the game is over."""
    if seen.game.over:
        return None
    began = seen.hosted_game.turn_start(seen.moment)
    player, corp = turn_keys.turn_holder(seen.game.shared_state)
    return TurnFacts(player, corp or None, began.number, seen.moment.depth - began.depth)


def _paid(seen: MomentView, path: list[Moment]) -> dict[str, int]:
    """Return the prices paid for privates up to this moment, in dollars."""
    found: dict[str, int] = {}
    if seen.game.shared_state.opening is None:
        return found
    for moment in path:
        entry = seen.hosted_game.entry_of(moment)
        if entry is None or BOUGHT not in entry.outcome_json:
            continue
        for event in entry.outcome.events:
            if event["event"] == PRIVATE_BOUGHT:
                found[event["private"]] = event["amount"]
    return found


def _made(turn: TurnFacts | None, path: list[Moment]) -> list[Action]:
    """Return the actions of the current turn."""
    return [moment.action() for moment in path[-turn.steps :]] if turn and turn.steps else []


def _last_lines(seen: MomentView) -> tuple[NumberedText, ...]:
    found: list[NumberedText] = []
    for entry in (seen.hosted_game.log[place] for place in reversed(range(seen.at))):
        found[:0] = [
            NumberedText(entry.number, line.text) for line in seen.hosted_game.texts.outcome(entry).lines
        ]
        if len(found) >= LINES:
            break
    return tuple(found[-LINES:])


def _result(game: Game) -> ResultFacts | None:
    result = game.result
    if result is None:
        return None
    standings = tuple(StandingFacts(each.player, each.worth, each.place) for each in result.standings)
    return ResultFacts(why_ended(result.reason), result.winners, standings)


# -- phase, limits, trains


def _told(seen: MomentView, moment: Moment) -> str:
    """Return the log text of the action before a moment. The current rules may no longer lead to it."""
    lines = seen.hosted_game.texts.outcome(seen.hosted_game.log[moment.number - 1]).lines
    return lines[0].text if lines else words(seen.game, moment.action())


def _phase(ctx: Context) -> PhaseFacts:
    phase = ctx.phase
    trains_of_one = ngettext("{count} train a corporation", "{count} trains a corporation", phase.train_limit)
    parts = [
        gettext("{colours} track", colours=all_of(map(board_text, phase.tiles))),
        "".join([trains_of_one, *(f" ({each})" for each in limit_facts.other_train_limits(ctx))]),
        ngettext("{count} operating round a set", "{count} operating rounds a set", phase.operating_rounds),
    ]
    if phase.buy_privates:
        parts.append(gettext("corporations may buy privates"))
    later = ctx.title.board.phases[ctx.state.phase + 1 :]
    types = {depot.train_name(train) for train in ctx.state.trains}
    ahead = next((each for each in later if types & set(each.on_train)), None)
    # Translators: between two types of train.
    begun = any_of(name for name in phase.on_train if name in types)
    text = ""
    if ahead is not None:
        trains = any_of(gettext("{type}-train", type=name) for name in ahead.on_train if name in types)
        text = gettext("Phase {phase} begins with the first {trains}.", phase=ahead.name, trains=trains)
    return PhaseFacts(phase.name, ctx.state.phase, begun, "; ".join(parts), text)


# -- players


def _everything(ctx: Context) -> int:
    """Return the total worth of all players, at least one dollar. Debts do not reduce the total."""
    return max(1, sum(max(0, ctx.title.policies.worth(ctx, name)) for name in ctx.state.players))


def _player(seen: MomentView, ctx: Context, name: str, everything: int) -> PlayerFacts:
    game, state = seen.game, ctx.state
    player = state.players[name]
    worth = money.worth_items(ctx, name)
    liquid = money.liquidity_items(game, name)
    kinds = {seat.name: seat.kind for seat in seen.hosted_game.seats}
    return PlayerFacts(
        name=name,
        cash=player.cash,
        worth=money.total(worth),
        worth_items=tuple(worth),
        worth_share=round(100 * max(0, ctx.title.policies.worth(ctx, name)) / everything),
        liquidity=money.total(liquid),
        liquidity_items=tuple(liquid),
        certificates=shares.certificates(ctx, name) / 2,
        limit=ctx.title.policies.certificate_limit(ctx),
        priority=name == state.priority,
        to_act=name in game.to_act,
        out=player.out,
        seat_kind=kinds.get(name, PERSON),
        shares=tuple(
            Share(corp.id, corp.shares[name] * corp.percent, corp.president == name)
            for corp in state.corporations.values()
            if corp.shares.get(name)
        ),
        bonds=bonds.held(ctx, name),
        privates=tuple(
            OwnedPrivate(facts.id, facts.name, ctx.private_name(facts.id), facts.revenue)
            for p in state.privates.values()
            for facts in (ctx.title.board.private[p.id],)
            if p.player == name and not p.closed
        ),
        notes=() if game.over else tuple(notes(ctx, name)),
    )


def notes(ctx: Context, name: str) -> Iterator[str]:
    """Yield notes that a player should keep in mind now."""
    state, policies = ctx.state, ctx.title.policies
    over = shares.over_certificates(ctx, name)
    if over:
        held, limit = shares.certificates(ctx, name) / 2, policies.certificate_limit(ctx)
        if policies.half_over:
            text = gettext_noop(
                "holds {held} certificates, the limit is {limit} and may be passed by half a one: "
                "{over} must be sold"
            )
        else:
            text = gettext_noop("holds {held} certificates, the limit is {limit}: {over} must be sold")
        has, too_many = f"{held:g}", f"{over / 2:g}"
        yield gettext(text, held=has, limit=limit, over=too_many)
    for corp in shares.over_shares(ctx, name):
        yield gettext("holds more of {corp} than is allowed", corp=corp.id)
    if state.round.kind == "stock":
        barred = [corp for corp, until in state.bans.get(name, ()) if until >= state.round.number]
        if barred:
            corps = ", ".join(dict.fromkeys(barred))
            yield gettext("has sold {corps} and may not buy there this round", corps=corps)
    for private, bids in state.opening.bids.items() if state.opening else ():
        if name in bids:
            highest = bids[name] == max(bids.values())
            text = (
                gettext_noop("bids {bid} on {private}")
                if highest
                else gettext_noop("bids {bid} on {private}, not the highest")
            )
            yield gettext(text, bid=dollars(bids[name]), private=ctx.private_name(private))


# -- privates


def _privates(ctx: Context) -> Iterator[PrivateFacts]:
    for private in ctx.state.privates.values():
        facts = ctx.title.board.private[private.id]
        owner = private.player or private.corp
        yield PrivateFacts(
            private.id,
            facts.name,
            private.cost,
            facts.revenue,
            owner,
            private.closed,
            private_auction.power(facts),
        )


# -- the board


def stops(game: Game) -> dict[str, tuple[StopSpot, ...]]:
    """Return every stop of the current map, by hex."""
    tables, tiles = game.title.tables, game.shared_state.tiles
    grid = svg.grid_of(game.title.board.layout)
    found: dict[str, tuple[StopSpot, ...]] = {}
    for hex, facts in game.title.board.hexes.items():
        spots = svg.stop_spots(tables, grid, tiles, hex)
        here = []
        for stop, at in enumerate(spots):
            name = facts.name or hex
            if len(spots) > 1:
                name += edges_of_stop(game, hex, stop) or gettext(" (stop {number})", number=stop + 1)
            here.append(StopSpot(f"{hex}.{stop}", name, round(at.x, 1), round(at.y, 1)))
        if here:
            found[hex] = tuple(here)
    return found


def _chart(ctx: Context) -> tuple[Stack, ...]:
    here: dict[tuple[int, int], list[str]] = {}
    for corp in chart.order(ctx):
        if corp.cell is not None:
            here.setdefault((corp.cell[0], corp.cell[1]), []).append(corp.id)
    return tuple(Stack(row, column, tuple(corps)) for (row, column), corps in here.items())
