"""The start of a digest for a person, and the digest of a game from there."""

from __future__ import annotations

from collections.abc import Collection

from trunkline.util.messages import gettext
from trunkline.web.errors import Denied, NotPossible
from trunkline.web.games.game_tree import ACTION
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.request_context import RequestContext
from trunkline.web.http.services.key_moments import course_of
from trunkline.web.presenters import digest as digests
from trunkline.web.presenters.digest import Span
from trunkline.web.presenters.digest_lines import three_lines
from trunkline.web.schemas.digest import Digest, SinceWhat
from trunkline.web.schemas.key_moments import KeyMoment


def own_seats(context: RequestContext, hosted_game: HostedGame) -> tuple[str, ...]:
    """Return the seats of the caller, in seat order. Without accounts, those of all people."""
    if context.caller.unrestricted:
        return tuple(name for name in hosted_game.options.players if name in hosted_game.people)
    role = context.caller.table_role
    return tuple(name for name in hosted_game.options.players if role and name in role.seats)


def choose_seat(moment_view: MomentView, mine: Collection[str]) -> str:
    """Return the seat of "you": the first one that must act, else the first one. Empty without a seat."""
    to_act = moment_view.game.to_act
    return next((seat for seat in mine if seat in to_act), next(iter(mine), ""))


def last_action(hosted_game: HostedGame, seats: Collection[str]) -> int | None:
    """Return the number of the last action of some seats, or None."""
    for number in range(hosted_game.version, 0, -1):
        entry = hosted_game.log[number - 1]
        if entry.kind == ACTION and entry.seat in seats:
            return number
    return None


def start_of(
    hosted_game: HostedGame, visit: int | None, seats: Collection[str], requested: int | None
) -> tuple[SinceWhat, int]:
    """Return the start of a digest: the requested version, the last visit, the last action or the start."""
    version = hosted_game.version
    if requested is not None:
        if requested > version:
            raise NotPossible(
                gettext(
                    "The game has no version {requested} yet: the newest is {version}.",
                    requested=str(requested),
                    version=version,
                )
            )
        return "request", requested
    if visit is not None:
        return "visit", min(visit, version)
    acted = last_action(hosted_game, seats)
    return ("start", 0) if acted is None else ("action", acted)


def last_visit(context: RequestContext, id: str) -> int | None:
    """Return the newest version that the caller has seen, or None. Without accounts, it is always None."""
    if not isinstance(context.auth, AccountAuth) or not context.person:
        return None
    visit = context.auth.visits.last(id, context.person)
    return visit and visit.version


async def lines_of(
    context: RequestContext, now: MomentView, visit: int | None, mine: Collection[str]
) -> tuple[int, tuple[str, ...]]:
    """Return the number of moves since a person was here, and at most three lines about them."""
    hosted_game = now.hosted_game
    start, after = await context.read(lambda: start_of(hosted_game, visit, mine, None))
    after = min(after, now.at)
    if start == "start":
        return 0, ()
    before = await context.moment(hosted_game.id, after)

    def compare() -> tuple[int, tuple[str, ...]]:
        entries = hosted_game.progress(after, now.at).entries
        states = before.game.shared_state, now.game.shared_state
        return len(entries), three_lines(hosted_game.options, *states, entries, choose_seat(now, mine))

    return await context.read(compare)


async def digest_of(context: RequestContext, id: str, requested: int | None, seat: str) -> Digest:
    """Return the digest of a game for the caller. Long replays run in a worker process."""
    now = await context.moment(id)
    hosted_game = now.hosted_game

    def begin() -> Span:
        mine = own_seats(context, hosted_game)
        if seat and seat not in mine:
            raise Denied(
                gettext("You do not play for {seat}: leave out the seat, or name your own.", seat=seat)
            )
        chosen = (seat,) if seat else mine
        start, after = start_of(hosted_game, last_visit(context, id), chosen, requested)
        after = min(after, now.at)
        at = hosted_game.log[after - 1].at if after else hosted_game.created
        return Span(start, after, now.at, at, choose_seat(now, chosen))

    span = await context.read(begin)
    before = await context.moment(id, span.after)
    keys: tuple[KeyMoment, ...] = ()
    if span.after < span.version:
        keys = (await course_of(context, now)).keys
    return await context.read(
        lambda: digests.digest(
            hosted_game.options,
            before.game.shared_state,
            now.game.shared_state,
            hosted_game.progress(span.after, span.version),
            span,
            keys,
        )
    )
