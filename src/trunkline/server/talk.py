"""API endpoints for chat, notes, presence and motions."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from trunkline.facts.talk import KeepNote, Message, MotionFacts, Move, Noted, Present, Read, Reply, Say, Talk
from trunkline.people.access import Operation, Place, kinds, may, own_seat
from trunkline.people.errors import Denied, Wrong
from trunkline.server.answering import Here, Who
from trunkline.server.doors import AtPorter, Caller, Calling
from trunkline.server.playing import OVERDUE, doers
from trunkline.server.responses import SEATED
from trunkline.server.talking import Floor, Talking, vote, waits
from trunkline.tables.errors import Impossible, Stale
from trunkline.tables.records import PERSON
from trunkline.tables.table import GameTable
from trunkline.talk.motions import Motion, Standing, Wanted

LIMIT = 50


class Talks(Controller):
    """Chat and motions at a table."""

    path = "/api/games/{id:str}"
    tags = ("talk",)

    @get("/talk", responses=SEATED)
    async def talk(
        self,
        id: FromPath[str],
        porter: AtPorter,
        caller: Calling,
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
            writes = may(Operation.SAY, kinds(caller.visitor, caller.place), private=True)
            page = tuple(Message(*each) for each in said[-limit:])
            return Talk(page, last, len(said) > limit, read, unread, writes)

        return await porter.ask(found)

    @post("/talk", responses=SEATED)
    async def say(
        self, id: FromPath[str], data: JSONBody[Say], porter: AtPorter, caller: Calling, floor: Floor
    ) -> Read:
        """Send a message to everyone who may view the table. Returns its number."""
        number = await porter.ask(lambda: floor.chat.say(id, caller.visitor.person, data.text))
        floor.changed(id)
        return Read(number)

    @post("/talk/read", status_code=204, responses=SEATED)
    async def read(
        self, id: FromPath[str], data: JSONBody[Read], porter: AtPorter, caller: Calling, floor: Floor
    ) -> None:
        """Mark messages as read."""
        await porter.ask(lambda: floor.chat.read(id, caller.visitor.person, data.number))

    @get("/note", responses=SEATED)
    async def note(self, id: FromPath[str], porter: AtPorter, caller: Calling, floor: Floor) -> Noted:
        """Return your private note. Only you can read it."""
        return Noted(await porter.ask(lambda: floor.chat.note(id, caller.visitor.person)))

    @put("/note", status_code=204, responses=SEATED)
    async def keep_note(
        self, id: FromPath[str], data: JSONBody[KeepNote], porter: AtPorter, caller: Calling, floor: Floor
    ) -> None:
        """Replace your private note."""
        await porter.ask(lambda: floor.chat.keep_note(id, caller.visitor.person, data.text))

    @get("/present", responses=SEATED)
    async def present(self, id: FromPath[str], porter: AtPorter, floor: Floor) -> Present:
        """Return the people who have the table open. The event stream reports changes."""
        return await floor.there(id)

    @post("/motions", status_code=200, responses=SEATED)
    async def move(
        self,
        id: FromPath[str],
        data: JSONBody[Move],
        desk: Here,
        who: Who,
        porter: AtPorter,
        caller: Calling,
        floor: Floor,
    ) -> list[MotionFacts]:
        """Ask the other players to consent to an undo, to end the game, or to let a bot play a seat."""
        kind = Wanted(data.kind)
        mine = caller.place.seats if caller.place else frozenset()
        seat, program, away = data.seat or "", "", False
        if kind is Wanted.SEAT:
            program, away = desk.admitted(data.program or ""), await floor.away(id, seat)

        def moved(table: GameTable) -> None:
            person = caller.visitor.person
            if kind is Wanted.SEAT:
                asked = _seat_asked(floor, caller, table, data)
                if away:
                    table.seat(data.version, seat, program, OVERDUE)
                    return
            else:
                own_seat(caller.place or Place(True), min(mine, default=""))
                asked = _asked(table, caller, data) if kind is Wanted.UNDO else frozenset()
            if kind is Wanted.END:
                _may_end(table, data.version)
            floor.motions.move(
                id, kind, person, data.version, to=data.to, asked=asked, agreed=mine, program=program
            )
            _carry_out(floor, table, floor.motions.of(id, kind))

        await desk.acted(who, id, moved)
        return await _now(floor, porter, id)

    @post("/motions/answer", status_code=200, responses=SEATED)
    async def answer(
        self,
        id: FromPath[str],
        data: JSONBody[Reply],
        desk: Here,
        who: Who,
        porter: AtPorter,
        caller: Calling,
        floor: Floor,
    ) -> list[MotionFacts]:
        """Agree to a motion or decline it. If you proposed it, declining withdraws it.

        The motion is carried out once all who must agree have agreed.
        """
        person = caller.visitor.person
        mine = caller.place.seats if caller.place else frozenset()

        def answered(table: GameTable) -> None:
            motion = floor.motions.of(id, Wanted(data.kind))
            if motion.lapsed(table.version):
                raise Wrong("The game has moved on: that is no longer asked.")
            if motion.person == person and not data.yes:
                floor.motions.close(id, motion, Standing.WITHDRAWN, motion.name)
            elif motion.kind is Wanted.UNDO and motion.person != person and not motion.asked & mine:
                raise Denied("Only who would lose a turn is asked.")
            elif motion.kind is Wanted.SEAT:
                own_seat(caller.place or Place(True), min(mine, default=""))
                motion = floor.motions.agree(id, motion, mine, yes=data.yes)
                if vote(motion, floor.sitting(id)) is False:
                    floor.motions.close(id, motion, Standing.DECLINED, _name(caller))
                else:
                    _carry_out(floor, table, motion)
            elif not data.yes:
                floor.motions.close(id, motion, Standing.DECLINED, _name(caller))
            else:
                _carry_out(floor, table, floor.motions.agree(id, motion, mine))

        await desk.acted(who, id, answered)
        return await _now(floor, porter, id)


async def _now(floor: Talking, porter: AtPorter, id: str) -> list[MotionFacts]:
    floor.changed(id)
    return await porter.ask(lambda: floor.facts(id))


def _asked(table: GameTable, caller: Caller, data: Move) -> frozenset[str]:
    """Return the other players' seats whose actions an undo takes back.

    Raises ``Stale``, and ``Wrong`` if there are none.
    """
    with table.lock:
        if data.version != table.version:
            raise table.stale(data.version)
        target = table.undo_target(data.to)
        path = table.history.path(table.history.now)[target.depth + 1 :]
        others = caller.others(doers(table, path))
    if not others:
        raise Wrong("That takes back nothing of others: it needs nobody's consent.")
    return frozenset(others)


def _name(caller: Caller) -> str:
    return caller.person.name if caller.person else ""


def _seat_asked(floor: Talking, caller: Caller, table: GameTable, data: Move) -> frozenset[str]:
    """Return the seat that a bot would play. Raises ``Denied`` and ``Wrong``."""
    if not (caller.place and caller.place.owner):
        raise Denied("Only the owner of the table may ask for that.")
    if data.program == PERSON or data.seat not in floor.asks_for(table.id, caller.visitor.person):
        raise Wrong("That needs nobody's consent.")
    return frozenset({data.seat or ""})


def _may_end(table: GameTable, version: int) -> None:
    """Check that the game can be ended. Raises ``Stale`` and ``Impossible``."""
    if version != table.version:
        raise table.stale(version)
    if table.seen().game.over:
        raise Impossible("This game is over already.")


def _carry_out(floor: Talking, table: GameTable, motion: Motion) -> None:
    """Carry out a motion once everyone has agreed. Raises ``Stale`` if the game has continued."""
    if waits(motion, floor.row(table.id), floor.sitting(table.id)):
        return
    try:
        if motion.kind is Wanted.UNDO:
            table.undo(motion.version, motion.to, _agreed(motion))
        elif motion.kind is Wanted.SEAT:
            (seat,) = motion.asked
            table.seat(table.version, seat, motion.program, _agreed(motion))
        else:
            _end(table)
    finally:
        floor.motions.done(table.id, motion)


def _end(table: GameTable) -> None:
    while True:
        try:
            table.end(table.version, "The players have agreed to end the game")
            return
        except Stale:
            # A player acted at the same time. Try again with the new version.
            continue


def _agreed(motion: Motion) -> str:
    seats = sorted(motion.agreed if motion.kind is Wanted.SEAT else motion.agreed & motion.asked)
    said = f"{' and '.join(seats)} agreed to it" if seats else "there was nobody to be asked"
    return f"Asked for by {motion.name}; {said}"
