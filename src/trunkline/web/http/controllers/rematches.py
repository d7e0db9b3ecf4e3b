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
from trunkline.web.http.auth import AccountAuth, AuthDep, AuthPolicy, UserDep
from trunkline.web.http.openapi_responses import LOOKED, WRITTEN
from trunkline.web.http.permissions import requires
from trunkline.web.http.responses import ClientKey, DispatcherDep
from trunkline.web.schemas.log import PERSON, Made, Seat
from trunkline.web.schemas.places import RematchFacts


class Rematches(Controller):
    """Rematches of finished games."""

    path = "/api/games"
    tags = ("games",)

    @get("/{id:str}/rematch", responses=LOOKED, opt=requires(Operation.LOOK))
    async def look(
        self, id: FromPath[str], desk: DispatcherDep, who: ClientKey, caller: UserDep, door: AuthDep
    ) -> RematchFacts:
        """Return the rematch of a game, if there is one that you may view."""

        def found() -> str | None:
            return desk.tables.store.rematch(desk.tables[id].id)

        again = await desk.look(who, found)
        if again is None or not isinstance(door, AccountAuth):
            return RematchFacts(again)
        place = await door.ask(partial(door.seating.place, again, caller.visitor.person))
        try:
            require(Operation.LOOK, caller.visitor, place)
        except Denied:
            return RematchFacts(None)
        return RematchFacts(again)

    @post("/{id:str}/rematch", responses=WRITTEN, opt=requires(Operation.REMATCH))
    async def rematch(
        self, id: FromPath[str], desk: DispatcherDep, who: ClientKey, caller: UserDep, door: AuthDep
    ) -> Made:
        """Create a rematch with the same settings, and reserve the seats for the same people.

        Bots take their seats again. A game has at most one rematch: further requests return it.
        """
        table = await desk.look(who, lambda: desk.tables[id])
        sitters = await _sitters(door, id)
        made = await desk.act(who, lambda: _made(desk.tables, table, sitters))
        if isinstance(door, AccountAuth):
            person, mine = caller.visitor.person, caller.place.seats if caller.place else frozenset()
            await door.ask(lambda: door.seating.found_again(made.id, person, sorted(mine), id))
        return made


async def _sitters(door: AuthPolicy, game: str) -> frozenset[str]:
    """Return the seats that people have. Empty without accounts."""
    if not isinstance(door, AccountAuth):
        return frozenset()
    around = (await door.ask(lambda: door.seating.many([game]))).get(game)
    return frozenset(each.seat for each in around.sitting if not each.free) if around else frozenset()


def _made(tables: GameCache, table: HostedGame, sitters: frozenset[str]) -> Made:
    with table.lock:
        if not table.ended and not table.history.state(table.history.now).over:
            raise Conflict("The game is not over yet: a rematch comes after it.")
        seats = {seat.name: seat for seat in table.seats}
    options = begun(msgspec.structs.replace(table.options, seed=drawn_seed(), deal=(), rulings=0))
    kinds = {name: PERSON if name in sitters else seat.kind for name, seat in seats.items()}
    again = [Seat(name, kinds[name], drawn_seed()) for name in options.players]
    return tables.create(options, again, table.kept.wishes, table.id)
