"""API endpoints for rematches: new games with the same settings and people, and a new deal."""

from __future__ import annotations

from functools import partial

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath

from trunkline.titles import begun
from trunkline.web.accounts.permissions import Operation, require
from trunkline.web.errors import Conflict, Denied
from trunkline.web.games.game_cache import GameCache
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.games.names import drawn_seed
from trunkline.web.http.auth import AccountAuth, AuthPolicy
from trunkline.web.http.openapi_responses import LOOKED, WRITTEN
from trunkline.web.http.permissions import requires
from trunkline.web.http.request_context import ContextDep
from trunkline.web.schemas.log import PERSON, Made, Seat
from trunkline.web.schemas.places import RematchFacts


class Rematches(Controller):
    """Rematches of finished games."""

    path = "/api/games"
    tags = ("games",)

    @get("/{id:str}/rematch", responses=LOOKED, opt=requires(Operation.LOOK))
    async def look(self, id: FromPath[str], context: ContextDep) -> RematchFacts:
        """Return the rematch of a game, if there is one that you may view."""

        def found() -> str | None:
            return context.games.store.rematch(context.games[id].id)

        again = await context.look(found)
        auth = context.auth
        if again is None or not isinstance(auth, AccountAuth):
            return RematchFacts(again)
        place = await auth.ask(partial(auth.seating.place, again, context.person))
        try:
            require(Operation.LOOK, context.caller.visitor, place)
        except Denied:
            return RematchFacts(None)
        return RematchFacts(again)

    @post("/{id:str}/rematch", responses=WRITTEN, opt=requires(Operation.REMATCH))
    async def rematch(self, id: FromPath[str], context: ContextDep) -> Made:
        """Create a rematch with the same settings, and reserve the seats for the same people.

        Bots take their seats again. A game has at most one rematch: further requests return it.
        """
        auth = context.auth
        table = await context.look(lambda: context.games[id])
        sitters = await _sitters(auth, id)
        made = await context.act(lambda: _made(context.games, table, sitters))
        if isinstance(auth, AccountAuth):
            mine = context.caller.place.seats if context.caller.place else frozenset()
            await auth.ask(partial(auth.seating.create_rematch, made.id, context.person, sorted(mine), id))
        return made


async def _sitters(auth: AuthPolicy, game: str) -> frozenset[str]:
    """Return the seats that people have. Empty without accounts."""
    if not isinstance(auth, AccountAuth):
        return frozenset()
    around = (await auth.ask(lambda: auth.seating.many([game]))).get(game)
    return frozenset(each.seat for each in around.sitting if not each.free) if around else frozenset()


def _made(tables: GameCache, table: HostedGame, sitters: frozenset[str]) -> Made:
    if not table.over:
        raise Conflict("The game is not over yet: a rematch comes after it.")
    seats = {seat.name: seat for seat in table.seats}
    options = begun(msgspec.structs.replace(table.options, seed=drawn_seed(), deal=(), rulings=0))
    kinds = {name: PERSON if name in sitters else seat.kind for name, seat in seats.items()}
    again = [Seat(name, kinds[name], drawn_seed()) for name in options.players]
    return tables.create(options, again, table.kept.wishes, table.id)
