"""API endpoints for the reasons and hints of bots."""

from __future__ import annotations

from functools import partial

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery

from trunkline.actions import AnyAction
from trunkline.facts.advice import AdviceFacts
from trunkline.players.entrants import CLERK, advises
from trunkline.server.answering import Asked, Here, Who, known, knows
from trunkline.server.responses import LOOKED
from trunkline.tables import sitting
from trunkline.tables.errors import Impossible
from trunkline.tables.history import ACTION
from trunkline.tables.records import PERSON, Seat
from trunkline.tables.table import GameTable, Seen
from trunkline.views import advice


class Advising(Controller):
    """Reasons and hints of bots, computed on request. They never change a game."""

    path = "/api/games"
    tags = ("games",)

    @get("/{id:str}/reasons/{number:int}", responses=LOOKED)
    async def reason(
        self, id: FromPath[str], number: FromPath[int], desk: Here, who: Who, request: Asked
    ) -> Response[AdviceFacts | None]:
        """Return the reasons for an action that a bot took.

        Null if there are none, for example if a person acted.
        """
        table = (await desk.seen(who, id, None, lambda seen: seen)).table
        played = _played(table, number)
        if played is None or knows(request, str(number)):
            return known(request, str(number), lambda: None)
        seat, action = played
        before = await desk.seen(who, id, number - 1, lambda seen: seen)
        told = await desk.about(who, before, partial(advice.reasoned, seat.kind, seat.seed, action))
        return known(request, str(number), lambda: told)

    @get("/{id:str}/hint", responses=LOOKED)
    async def hint(
        self, id: FromPath[str], desk: Here, who: Who, request: Asked, level: FromQuery[str] = CLERK
    ) -> Response[AdviceFacts]:
        """Return the action that a bot would choose for the player to move, with its reasons."""
        seen = await desk.seen(who, id, None, lambda seen: seen)
        asking = _asking(seen)
        if not advises(level):
            raise Impossible("There is no program of that name that gives hints.")
        tag = f"{seen.at}-{level}"
        if knows(request, tag):
            return known(request, tag, lambda: None)
        told = await desk.about(who, seen, partial(advice.hinted, level, asking.seed, _others(seen, asking)))
        return known(request, tag, lambda: told)


def _asking(seen: Seen) -> Seat:
    """Return the seat that must decide. Raises ``Impossible`` if hints are off or the game is over."""
    if not seen.table.hints:
        raise Impossible("The people at this table play without hints.")
    for seat in seen.table.seats:
        if seat.name in seen.game.to_act:
            return seat
    raise Impossible("The game is over: there is nothing to decide.")


def _others(seen: Seen, asking: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in seen.table.seats if seat != asking)


def _played(table: GameTable, number: int) -> tuple[Seat, AnyAction] | None:
    """Return the bot that made an entry and its action. None if no bot with reasons made it.

    Raises ``Impossible`` if the table does not show reasons.
    """
    if not table.reasons:
        raise Impossible("At this table nobody says why programs act.")
    with table.lock:
        moment = table.history.after(number)
        entry = table.log[number - 1] if number else None
        if entry is None or entry.kind != ACTION:
            return None
        seat = sitting.seat_at(table.seats, table.log, entry.seat, number)
        if seat.kind == PERSON or not advises(seat.kind):
            return None
        return seat, moment.action()
