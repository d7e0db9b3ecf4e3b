"""API endpoints for chat, notes, presence and motions."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from trunkline.web.accounts.permissions import Operation, TableRole, allowed, kinds, own_seat
from trunkline.web.chat.motions import Motion, MotionRequest, MotionStatus
from trunkline.web.errors import Conflict, Denied, Invalid, StaleVersion
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.http.auth import AccountsDep, RequestUser, UserDep
from trunkline.web.http.chat_feed import ChatFeed, Floor, pending_seats, vote
from trunkline.web.http.openapi_responses import SEATED
from trunkline.web.http.permissions import requires
from trunkline.web.http.responses import ClientKey, DispatcherDep
from trunkline.web.http.services.play import OVERDUE, doers
from trunkline.web.schemas.log import PERSON
from trunkline.web.schemas.talk import (
    KeepNote,
    Message,
    MotionFacts,
    Move,
    Noted,
    Present,
    Read,
    Reply,
    Say,
    Talk,
)

LIMIT = 50


class Talks(Controller):
    """Chat and motions at a table."""

    path = "/api/games/{id:str}"
    tags = ("talk",)

    @get("/talk", responses=SEATED, opt=requires(Operation.HEAR))
    async def talk(
        self,
        id: FromPath[str],
        porter: AccountsDep,
        caller: UserDep,
        floor: Floor,
        before: Annotated[
            int | None, QueryParameter(ge=0, le=2**31, description="Older than this one.")
        ] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = LIMIT,
    ) -> Talk:
        """Return the newest messages, or those before a given one. The event stream sends later messages."""
        person = caller.visitor.person

        def found() -> Talk:
            last = floor.chat.last(id)
            # Request one more message than needed, to find out whether there are older ones.
            said = floor.chat.before(id, before, limit + 1)
            read, unread = floor.chat.unread(id, person) if person else (0, 0)
            writes = allowed(Operation.SAY, kinds(caller.visitor, caller.place), private=True)
            page = tuple(Message(*each) for each in said[-limit:])
            return Talk(page, last, len(said) > limit, read, unread, writes)

        return await porter.ask(found)

    @post("/talk", responses=SEATED, opt=requires(Operation.SAY))
    async def say(
        self, id: FromPath[str], data: JSONBody[Say], porter: AccountsDep, caller: UserDep, floor: Floor
    ) -> Read:
        """Send a message to everyone who may view the table. Returns its number."""
        number = await porter.ask(lambda: floor.chat.say(id, caller.visitor.person, data.text))
        floor.changed(id)
        return Read(number)

    @post("/talk/read", status_code=204, responses=SEATED, opt=requires(Operation.NOTE))
    async def read(
        self, id: FromPath[str], data: JSONBody[Read], porter: AccountsDep, caller: UserDep, floor: Floor
    ) -> None:
        """Mark messages as read."""
        await porter.ask(lambda: floor.chat.read(id, caller.visitor.person, data.number))

    @get("/note", responses=SEATED, opt=requires(Operation.NOTE))
    async def note(self, id: FromPath[str], porter: AccountsDep, caller: UserDep, floor: Floor) -> Noted:
        """Return your private note. Only you can read it."""
        return Noted(await porter.ask(lambda: floor.chat.note(id, caller.visitor.person)))

    @put("/note", status_code=204, responses=SEATED, opt=requires(Operation.NOTE))
    async def keep_note(
        self, id: FromPath[str], data: JSONBody[KeepNote], porter: AccountsDep, caller: UserDep, floor: Floor
    ) -> None:
        """Replace your private note."""
        await porter.ask(lambda: floor.chat.keep_note(id, caller.visitor.person, data.text))

    @get("/present", responses=SEATED, opt=requires(Operation.HEAR))
    async def present(self, id: FromPath[str], porter: AccountsDep, floor: Floor) -> Present:
        """Return the people who have the table open. The event stream reports changes."""
        return await floor.there(id)

    @post("/motions", status_code=200, responses=SEATED, opt=requires(Operation.MOVE))
    async def move(
        self,
        id: FromPath[str],
        data: JSONBody[Move],
        desk: DispatcherDep,
        who: ClientKey,
        porter: AccountsDep,
        caller: UserDep,
        floor: Floor,
    ) -> list[MotionFacts]:
        """Ask the other players to consent to an undo, to end the game, or to let a bot play a seat."""
        kind = MotionRequest(data.kind)
        mine = caller.place.seats if caller.place else frozenset()
        seat, program, away = data.seat or "", "", False
        if kind is MotionRequest.SEAT:
            program, away = desk.admitted(data.program or ""), await floor.away(id, seat)

        def moved(table: HostedGame) -> None:
            person = caller.visitor.person
            if kind is MotionRequest.SEAT:
                asked = _seat_asked(floor, caller, table, data)
                if away:
                    table.seat(data.version, seat, program, OVERDUE)
                    return
            else:
                own_seat(caller.place or TableRole(True), min(mine, default=""))
                asked = _asked(table, caller, data) if kind is MotionRequest.UNDO else frozenset()
            if kind is MotionRequest.END:
                _may_end(table, data.version)
            floor.motions.move(
                id, kind, person, data.version, to=data.to, asked=asked, agreed=mine, program=program
            )
            _carry_out(floor, table, floor.motions.of(id, kind))

        await desk.acted(who, id, moved)
        return await _now(floor, porter, id)

    @post("/motions/answer", status_code=200, responses=SEATED, opt=requires(Operation.MOVE))
    async def answer(
        self,
        id: FromPath[str],
        data: JSONBody[Reply],
        desk: DispatcherDep,
        who: ClientKey,
        porter: AccountsDep,
        caller: UserDep,
        floor: Floor,
    ) -> list[MotionFacts]:
        """Agree to a motion or decline it. If you proposed it, declining withdraws it.

        The motion is carried out once all who must agree have agreed.
        """
        person = caller.visitor.person
        mine = caller.place.seats if caller.place else frozenset()

        def answered(table: HostedGame) -> None:
            motion = floor.motions.of(id, MotionRequest(data.kind))
            if motion.lapsed(table.version):
                raise Invalid("The game has moved on: that is no longer asked.")
            if motion.person == person and not data.yes:
                floor.motions.close(id, motion, MotionStatus.WITHDRAWN, motion.name)
            elif motion.kind is MotionRequest.UNDO and motion.person != person and not motion.asked & mine:
                raise Denied("Only who would lose a turn is asked.")
            elif motion.kind is MotionRequest.SEAT:
                own_seat(caller.place or TableRole(True), min(mine, default=""))
                motion = floor.motions.agree(id, motion, mine, yes=data.yes)
                if vote(motion, floor.sitting(id)) is False:
                    floor.motions.close(id, motion, MotionStatus.DECLINED, _name(caller))
                else:
                    _carry_out(floor, table, motion)
            elif not data.yes:
                floor.motions.close(id, motion, MotionStatus.DECLINED, _name(caller))
            else:
                _carry_out(floor, table, floor.motions.agree(id, motion, mine))

        await desk.acted(who, id, answered)
        return await _now(floor, porter, id)


async def _now(floor: ChatFeed, porter: AccountsDep, id: str) -> list[MotionFacts]:
    floor.changed(id)
    return await porter.ask(lambda: floor.facts(id))


def _asked(table: HostedGame, caller: RequestUser, data: Move) -> frozenset[str]:
    """Return the other players' seats whose actions an undo takes back.

    Raises ``StaleVersion``, and ``Invalid`` if there are none.
    """
    with table.lock:
        if data.version != table.version:
            raise table.stale(data.version)
        target = table.undo_target(data.to)
        path = table.history.path(table.history.now)[target.depth + 1 :]
        others = caller.others(doers(table, path))
    if not others:
        raise Invalid("That undoes no action of others, so it needs no consent.")
    return frozenset(others)


def _name(caller: RequestUser) -> str:
    return caller.person.name if caller.person else ""


def _seat_asked(floor: ChatFeed, caller: RequestUser, table: HostedGame, data: Move) -> frozenset[str]:
    """Return the seat that a bot would play. Raises ``Denied`` and ``Invalid``."""
    if not (caller.place and caller.place.owner):
        raise Denied("Only the owner of the table may ask for that.")
    if data.program == PERSON or data.seat not in floor.asks_for(table.id, caller.visitor.person):
        raise Invalid("That needs no consent.")
    return frozenset({data.seat or ""})


def _may_end(table: HostedGame, version: int) -> None:
    """Check that the game can be ended. Raises ``StaleVersion`` and ``Conflict``."""
    if version != table.version:
        raise table.stale(version)
    if table.seen().game.over:
        raise Conflict("This game is over already.")


def _carry_out(floor: ChatFeed, table: HostedGame, motion: Motion) -> None:
    """Carry out a motion once everyone has agreed. Raises ``StaleVersion`` if the game has continued."""
    if pending_seats(motion, floor.row(table.id), floor.sitting(table.id)):
        return
    try:
        if motion.kind is MotionRequest.UNDO:
            table.undo(motion.version, motion.to, _agreed(motion))
        elif motion.kind is MotionRequest.SEAT:
            (seat,) = motion.asked
            table.seat(table.version, seat, motion.program, _agreed(motion))
        else:
            _end(table)
    finally:
        floor.motions.done(table.id, motion)


def _end(table: HostedGame) -> None:
    while True:
        try:
            table.end(table.version, "The players have agreed to end the game")
            return
        except StaleVersion:
            # A player acted at the same time. Try again with the new version.
            continue


def _agreed(motion: Motion) -> str:
    seats = sorted(motion.agreed if motion.kind is MotionRequest.SEAT else motion.agreed & motion.asked)
    said = f"{' and '.join(seats)} agreed to it" if seats else "there was nobody to be asked"
    return f"Asked for by {motion.name}; {said}"
