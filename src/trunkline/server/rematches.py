"""A finished game once more: the same settings, the same people, another deal."""

from __future__ import annotations

import random

import msgspec
from litestar import Controller, post
from litestar.params import FromPath

from trunkline.server.answering import Here, Who
from trunkline.server.doors import Calling, Door, Entrance, Porter
from trunkline.server.responses import WRITTEN
from trunkline.tables.errors import Impossible
from trunkline.tables.games import GameTables
from trunkline.tables.names import drawn_seed
from trunkline.tables.records import PERSON, Made, Seat
from trunkline.tables.table import GameTable
from trunkline.titles import begun


class Rematches(Controller):
    """Games that are played once more."""

    path = "/api/games"
    tags = ("games",)

    @post("/{id:str}/rematch", responses=WRITTEN)
    async def rematch(self, id: FromPath[str], desk: Here, who: Who, caller: Calling, door: Entrance) -> Made:
        """A table of the same settings for the same people, who accept by taking a seat; programs sit again.
        A game has one: whoever asks again is told of that."""
        table = await desk.look(who, lambda: desk.tables[id])
        sitters = await _sitters(door, id)
        made = await desk.act(who, lambda: _made(desk.tables, table, sitters))
        if isinstance(door, Porter):
            person, mine = caller.visitor.person, caller.place.seats if caller.place else frozenset()
            await door.ask(lambda: door.seating.found_again(made.id, person, sorted(mine), id))
        return made


async def _sitters(door: Door, game: str) -> frozenset[str]:
    """The seats that somebody has, where there are accounts."""
    if not isinstance(door, Porter):
        return frozenset()
    around = (await door.ask(lambda: door.seating.many([game]))).get(game)
    return frozenset(each.seat for each in around.sitting if not each.free) if around else frozenset()


def _made(tables: GameTables, table: GameTable, sitters: frozenset[str]) -> Made:
    with table.lock:
        if not table.history.state(table.history.now).over:
            raise Impossible("The game is not over yet: a rematch comes after it.")
        seats = {seat.name: seat for seat in table.seats}
    seed = drawn_seed()
    options = begun(msgspec.structs.replace(table.options, seed=seed, deal=(), rulings=0))
    rng = random.Random(seed)
    kinds = {name: PERSON if name in sitters else seat.kind for name, seat in seats.items()}
    again = [Seat(name, kinds[name], rng.randrange(1_000_000)) for name in options.players]
    return tables.create(options, again, table.kept.wishes, table.id)
