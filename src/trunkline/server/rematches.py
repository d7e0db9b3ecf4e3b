"""API endpoints for rematches: new games with the same settings and people, and a new deal."""

from __future__ import annotations

from functools import partial

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath

from trunkline.facts.places import RematchFacts
from trunkline.people.access import Operation, check
from trunkline.people.errors import Denied
from trunkline.server.answering import Here, Who
from trunkline.server.doors import Calling, Door, Entrance, Porter
from trunkline.server.responses import LOOKED, WRITTEN
from trunkline.tables.errors import Impossible
from trunkline.tables.games import GameTables
from trunkline.tables.names import drawn_seed
from trunkline.tables.records import PERSON, Made, Seat
from trunkline.tables.table import GameTable
from trunkline.titles import begun


class Rematches(Controller):
    """Rematches of finished games."""

    path = "/api/games"
    tags = ("games",)

    @get("/{id:str}/rematch", responses=LOOKED)
    async def look(
        self, id: FromPath[str], desk: Here, who: Who, caller: Calling, door: Entrance
    ) -> RematchFacts:
        """Return the rematch of a game, if there is one that you may view."""

        def found() -> str | None:
            return desk.tables.store.rematch(desk.tables[id].id)

        again = await desk.look(who, found)
        if again is None or not isinstance(door, Porter):
            return RematchFacts(again)
        place = await door.ask(partial(door.seating.place, again, caller.visitor.person))
        try:
            check(Operation.LOOK, caller.visitor, place)
        except Denied:
            return RematchFacts(None)
        return RematchFacts(again)

    @post("/{id:str}/rematch", responses=WRITTEN)
    async def rematch(self, id: FromPath[str], desk: Here, who: Who, caller: Calling, door: Entrance) -> Made:
        """Create a rematch with the same settings, and reserve the seats for the same people.

        Bots take their seats again. A game has at most one rematch: further requests return it.
        """
        table = await desk.look(who, lambda: desk.tables[id])
        sitters = await _sitters(door, id)
        made = await desk.act(who, lambda: _made(desk.tables, table, sitters))
        if isinstance(door, Porter):
            person, mine = caller.visitor.person, caller.place.seats if caller.place else frozenset()
            await door.ask(lambda: door.seating.found_again(made.id, person, sorted(mine), id))
        return made


async def _sitters(door: Door, game: str) -> frozenset[str]:
    """Return the seats that people have. Empty without accounts."""
    if not isinstance(door, Porter):
        return frozenset()
    around = (await door.ask(lambda: door.seating.many([game]))).get(game)
    return frozenset(each.seat for each in around.sitting if not each.free) if around else frozenset()


def _made(tables: GameTables, table: GameTable, sitters: frozenset[str]) -> Made:
    with table.lock:
        if not table.ended and not table.history.state(table.history.now).over:
            raise Impossible("The game is not over yet: a rematch comes after it.")
        seats = {seat.name: seat for seat in table.seats}
    options = begun(msgspec.structs.replace(table.options, seed=drawn_seed(), deal=(), rulings=0))
    kinds = {name: PERSON if name in sitters else seat.kind for name, seat in seats.items()}
    again = [Seat(name, kinds[name], drawn_seed()) for name in options.players]
    return tables.create(options, again, table.kept.wishes, table.id)
