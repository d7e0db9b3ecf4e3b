"""A page of a person's own games, with what each asks and what happened since."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from trunkline.web.accounts.visits import Visit
from trunkline.web.errors import NotPossible
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.http.auth import AccountAuth
from trunkline.web.http.request_context import RequestContext
from trunkline.web.http.services.lobby_pages import lobby_page
from trunkline.web.http.services.open_requests import open_requests
from trunkline.web.http.services.plans import ready_plan
from trunkline.web.http.services.since import lines_of
from trunkline.web.plans.repository import StoredPlan
from trunkline.web.presenters import decisions
from trunkline.web.presenters.quick import quick_choices
from trunkline.web.schemas.lists import Wanted
from trunkline.web.schemas.log import PERSON
from trunkline.web.schemas.my_games import MyGame, MyGames, QuickChoice
from trunkline.web.schemas.places import LobbyGame


async def my_games(context: RequestContext, wanted: Wanted) -> MyGames:
    """Return a page of the caller's own games."""
    requests = await context.read(lambda: open_requests(context))
    asking = requests.asking(context)
    page = await context.read(lambda: lobby_page(context, wanted, asking))
    waiting = await context.read(lambda: context.games.store.waiting(asking))
    ids = [game.id for game in page.games]
    seats, visits, plans = await context.read(lambda: _relations(context, ids))
    found = []
    for game in page.games:
        mine = [seat.name for seat in game.seats if seat.name in seats.get(game.id, ())]
        if not isinstance(context.auth, AccountAuth):
            mine = [seat.name for seat in game.seats if seat.kind == PERSON]
        visit = visits.get(game.id)
        kept = [row for row in plans if row.game == game.id]
        one = await _my_game(context, game, mine, visit and visit.version, kept)
        lost = requests.lost.get(game.id)
        found.append(
            msgspec.structs.replace(
                one,
                requests=requests.asked.get(game.id, ()),
                lost_seat=lost and lost.seat,
                lost_text=lost.text if lost else "",
            )
        )
    return MyGames(tuple(found), waiting.games, page.next)


def _relations(
    context: RequestContext, ids: list[str]
) -> tuple[Mapping[str, Collection[str]], Mapping[str, Visit], Sequence[StoredPlan]]:
    """Return the seats and the last visits of the caller by game, and the plans. Empty without accounts."""
    auth, person = context.auth, context.person
    if not isinstance(auth, AccountAuth) or not person:
        return {}, {}, ()
    return auth.membership.seats(ids, person), auth.visits.many(ids, person), context.plans.many(ids, person)


async def _my_game(
    context: RequestContext,
    game: LobbyGame,
    mine: list[str],
    visit: int | None,
    plans: Sequence[StoredPlan],
) -> MyGame:
    """Return one game. A game that this program cannot replay is listed with the reason."""
    if game.over:
        return MyGame(game)
    try:
        now = await context.moment(game.id)
        steps, lines = await lines_of(context, now, visit, mine)
        return await context.read(lambda: _presented(game, now, mine, steps, lines, plans))
    except NotPossible as error:
        return MyGame(game, problem=str(error))


def _presented(
    game: LobbyGame,
    now: MomentView,
    mine: list[str],
    steps: int,
    lines: tuple[str, ...],
    plans: Sequence[StoredPlan],
) -> MyGame:
    seat = next((name for name in mine if name in now.game.to_act), "")
    text, corp = ("", None) if now.game.over else decisions.asked(now.game)
    quick: tuple[QuickChoice, ...] | None = None
    if seat and game.since is not None and not now.broken:
        quick = quick_choices(now.game, seat)
    ready = (ready_plan(now, row) for row in plans if not now.broken)
    plan = next((each for each in ready if each is not None), None)
    return MyGame(game, seat, text, corp, steps, lines, quick, plan)
