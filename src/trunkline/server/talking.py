"""What streams of a table carry beside its entries: what is said, what is asked of all, who is there.

Of who sits where it is said only that it has changed: everybody is answered otherwise who asks.
For each game that somebody watches here one look at the database is made when something has changed, for all
its streams together. Who is there is told once in ``PAUSE`` seconds at most, however many come and go.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from litestar.di import NamedDependency
from sqlalchemy import Connection

from trunkline.facts.talk import Message, MotionFacts, Present, SaidNotice
from trunkline.people.database import Unavailable
from trunkline.people.seating import Seating
from trunkline.server.doors import Caller, Porter
from trunkline.tables.keeping import Full, GameRow, Store
from trunkline.tables.records import PERSON
from trunkline.tables.watchers import Hub
from trunkline.talk.chat import Chat
from trunkline.talk.motions import Motion, Motions, Standing, Wanted
from trunkline.talk.presence import NOBODY, SAYS, Presence, There

log = logging.getLogger(__name__)
PAUSE = 1.0
"""Seconds between two looks at who has come and gone."""
PART = 100
"""Messages that are sent at a time."""
TALK = "talk"
SEATS = "seats"
THERE = "there "
"""What processes say to each other: that there is something to read, that somebody sits down or gets up, or
who is there by their streams."""


@dataclass
class Room:
    """What the streams of one game are told, as it was found last; each number rises with its bytes."""

    last: int = -1
    motions: bytes = b""
    moved: int = 0
    present: bytes = b""
    came: int = 0
    sat: int = 0
    """How often somebody has sat down or got up, or the table was made private or public."""
    said: There = NOBODY
    """Who is there by our streams, as the other processes know it."""
    parts: dict[int, bytes] = field(default_factory=dict)
    """Messages after a number, as they are sent; of one change alone."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Talking:
    """The talk of the games that are watched here."""

    def __init__(self, porter: Porter, store: Store, hub: Hub) -> None:
        def tell(link: Connection, game: str) -> None:
            store.tell(game, TALK, link)

        self._porter = porter
        self._store = store
        self._hub = hub
        self._seating: Seating = porter.seating
        self.chat = Chat(porter.database, tell)
        self.motions = Motions(porter.database, tell)
        self.presence = Presence()
        self._rooms: dict[str, Room] = {}
        self._dirty: set[str] = set()
        """Games at which somebody has come or gone."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # -- begin and end

    def start(self) -> None:
        """Begin to look who comes and goes."""
        self._loop = asyncio.get_running_loop()
        self._do(self._look_round)

    async def stop(self) -> None:
        """Look no longer."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- what streams ask

    async def stream(self, caller: Caller, game: str, said: int | None) -> Stream:
        """What one stream is told beside entries, from message ``said`` on, or from now on."""
        room = self._rooms.get(game)
        if room is None or room.last < 0:
            room = await self.refreshed(game)
            # Should the stream never be opened, the room goes again.
            self._dirty.add(game)
        return Stream(self, caller, game, room, room.last if said is None else min(said, room.last))

    async def after(self, game: str, room: Room, number: int) -> tuple[int, bytes]:
        """Messages after a number, as they are sent, and the number of the last of them."""
        async with room.lock:
            if number >= room.last:
                return number, b""
            if number not in room.parts:
                found = await self._porter.ask(lambda: self.chat.after(game, number, PART))
                # More may have been said than the room knows yet: what is sent now is not sent again.
                upto = found[-1].number if found else room.last
                notice = SaidNotice(tuple(Message(*each) for each in found))
                sent = msgspec.json.encode(notice) if found else b""
                room.parts[number] = upto.to_bytes(8, "big") + sent
            kept = room.parts[number]
        return int.from_bytes(kept[:8], "big"), kept[8:]

    def came(self, game: str, room: Room, stream: object, who: str) -> Room:
        """A stream has been opened; returns the room that is kept for its game."""
        self.presence.come(game, stream, who)
        self._dirty.add(game)
        if game not in self._rooms:
            # It was given up in between, and nobody has told it what was said since.
            self._rooms[game] = room
            self.changed(game)
        return self._rooms[game]

    def gone(self, game: str, stream: object) -> None:
        """A stream has ended."""
        self.presence.go(game, stream)
        self._dirty.add(game)

    # -- what has changed

    def changed(self, game: str) -> None:
        """Something was said or asked at a table; may be called from any thread."""
        self._later(lambda: self._refresh(game))

    async def seated(self, game: str) -> None:
        """Somebody has sat down at a table or got up, or it was made private or public."""
        self._seats_changed(game)
        # It is done; who is not told of it sees it with the next thing they are told.
        with contextlib.suppress(Full, Unavailable):
            await self._porter.ask(lambda: self._store.tell(game, SEATS))

    def missed(self) -> None:
        """Anything may have been said; likewise."""
        self._later(self._refresh_all)

    def told(self, process: str, game: str, what: str) -> None:
        """Another process has said something; likewise."""
        if what == TALK:
            self.changed(game)
        elif what == SEATS:
            self._later(lambda: self._seats_changed(game))
        elif what.startswith(THERE):
            try:
                found = _there.decode(what.removeprefix(THERE))
            except msgspec.MsgspecError:
                return
            self.presence.heard(process, game, There(frozenset(found.seats), found.watching))
            self._later(lambda: self._dirty.add(game))

    async def refreshed(self, game: str) -> Room:
        """A game's room with what the database holds now; whoever watches is told what is new."""
        room = self._rooms.setdefault(game, Room())
        # One look after the other: an older one that takes longer would undo what a newer one has found.
        async with room.lock:
            last, motions = await self._porter.ask(lambda: (self.chat.last(game), self.facts(game)))
            if last != room.last:
                room.last, room.parts = last, {}
            found = msgspec.json.encode(motions)
            if found != room.motions:
                room.motions, room.moved = found, room.moved + 1
        self._hub.ring(game)
        return room

    # -- what is asked of all

    def facts(self, game: str) -> list[MotionFacts]:
        """The motions of a table, and who has not agreed yet."""
        found = self.motions.at(game)
        if not found:
            return []
        row = self._store.game(game)
        version = row.version if row is not None else 0
        sits = self.sitting(game)
        return [
            MotionFacts(
                each.kind.value,
                each.name,
                each.version,
                each.to,
                tuple(sorted(waits(each, row, sits))) if each.standing is Standing.OPEN else (),
                tuple(sorted(each.agreed)),
                each.standing.value,
                each.answered,
                *((min(each.asked), each.program) if each.kind is Wanted.SEAT else ()),
            )
            for each in found
            if not each.lapsed(version)
        ]

    def away_hours(self, game: str) -> int:
        """Return the table's setting for absence."""
        return self._seating.away(game)

    def asks_for(self, game: str, person: str) -> frozenset[str]:
        """Return the seats of other people."""
        return frozenset(seat for seat, sits in self.sitting(game).items() if sits != person)

    async def away(self, game: str, seat: str) -> bool:
        """Return whether a person is not at the table, and the game has waited too long for them."""
        if not await self._porter.ask(lambda: self._seating.overdue(game, seat)):
            return False
        return seat not in (await self.there(game)).seats

    def row(self, game: str) -> GameRow | None:
        """A game as it stands in the store."""
        return self._store.game(game)

    async def there(self, game: str) -> Present:
        """Who is at a table by all that is known here."""
        sits = await self._porter.ask(lambda: self._by_person(game))
        return _facts(self.presence.all(game, self.presence.here(game, sits)))

    def _by_person(self, game: str) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for seat, person in self.sitting(game).items():
            found.setdefault(person, set()).add(seat)
        return found

    def sitting(self, game: str) -> dict[str, str]:
        """The seats that somebody has, and who."""
        return self._seating.sitting(game)

    # -- who is there

    async def _look_round(self) -> None:
        again = 0.0
        while not self._hub.closing:
            await asyncio.sleep(PAUSE)
            again += PAUSE
            games, self._dirty = self._dirty, set()
            if again >= SAYS:
                # Said again for processes that have begun since; and what others no longer say is forgotten.
                again, games = 0.0, games | set(self.presence.games())
            for game in games:
                with contextlib.suppress(Full, Unavailable):
                    await self._count(game, repeat=not again)

    async def _count(self, game: str, *, repeat: bool) -> None:
        """Find out who is at a table, and say so where that is new."""
        room = self._rooms.get(game)
        if room is None:
            return
        here = self.presence.here(game, await self._porter.ask(lambda: self._by_person(game)))
        if not self._store.alone and (here != room.said or (repeat and here != NOBODY)):
            words = THERE + msgspec.json.encode(_facts(here)).decode()
            await self._porter.ask(lambda: self._store.tell(game, words))
        room.said = here
        found = msgspec.json.encode(_facts(self.presence.all(game, here)))
        if found != room.present:
            room.present, room.came = found, room.came + 1
            self._hub.ring(game)
        if here == NOBODY and game not in self.presence.games():
            del self._rooms[game]

    # -- beside

    async def _refresh(self, game: str) -> None:
        if game in self._rooms:
            with contextlib.suppress(Full, Unavailable):
                await self.refreshed(game)

    async def _refresh_all(self) -> None:
        for game in list(self._rooms):
            self._seats_changed(game)
            await self._refresh(game)

    def _seats_changed(self, game: str) -> None:
        room = self._rooms.get(game)
        if room is not None:
            room.sat += 1
            self._hub.ring(game)
        # Who is there is known by seats.
        self._dirty.add(game)

    def _later(self, what: Callable[[], object]) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._do, what)

    def _do(self, what: Callable[[], object]) -> None:
        found = what()
        if asyncio.iscoroutine(found):
            task = asyncio.ensure_future(found)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


class Stream:
    """What one stream is told beside the entries."""

    def __init__(self, talking: Talking, caller: Caller, game: str, room: Room, said: int) -> None:
        self._talking = talking
        self._game = game
        self._room = room
        self._said = said
        self._who = caller.who
        self._moved = self._came = -1
        self._sat = room.sat

    def open(self) -> None:
        """It is being sent."""
        self._room = self._talking.came(self._game, self._room, self, self._who)

    @property
    def mark(self) -> str:
        """What stands behind the version in the id of an event: up to where messages have been sent."""
        return f".{self._said}" if self._said else ""

    async def news(self, version: int) -> bytes:
        """What is new since it was asked last; nothing for nothing."""
        room, parts = self._room, []
        if self._moved != room.moved:
            self._moved = room.moved
            parts.append(b"event: motions\ndata: %b\n\n" % (room.motions or b"[]"))
        if self._came != room.came and room.present:
            self._came = room.came
            parts.append(b"event: present\ndata: %b\n\n" % room.present)
        if self._sat != room.sat:
            self._sat = room.sat
            parts.append(b"event: seats\ndata: {}\n\n")
        while self._said < room.last:
            self._said, data = await self._talking.after(self._game, room, self._said)
            if not data:
                break
            parts.append(b"id: %d%b\nevent: said\ndata: %b\n\n" % (version, self.mark.encode(), data))
        return b"".join(parts)

    def close(self) -> None:
        """It has ended."""
        self._talking.gone(self._game, self)


def waits(motion: Motion, row: GameRow | None, sits: dict[str, str]) -> frozenset[str]:
    """The seats that must agree and have not, with somebody there who can be asked: to an end those of
    people, for a program agrees to it; to an undo those whose people's work goes, whoever plays by now."""
    asked = motion.asked
    if motion.kind is Wanted.SEAT:
        seat, voters = _voters(motion, sits)
        if vote(motion, sits) is True:
            return frozenset()
        asked_people = voters | {sits[seat]}
        asked = frozenset(each for each, person in sits.items() if person in asked_people) - motion.declined
    if motion.kind is Wanted.END:
        asked = frozenset(seat.name for seat in (row.seats if row else ()) if seat.kind == PERSON)
    return (asked & sits.keys()) - motion.agreed


def vote(motion: Motion, sits: dict[str, str]) -> bool | None:
    """Return whether a program may play a seat, or None while that is open.

    Its person decides, or more than half of the other people; the one who asks does not count.
    """
    seat, voters = _voters(motion, sits)
    person = sits.get(seat)
    if person is None:
        return True
    yes, no = ({sits.get(each) for each in seats} for seats in (motion.agreed, motion.declined))
    if person in yes or 2 * len(voters & yes) > len(voters):
        return True
    return False if person in no and 2 * len(voters & no) >= len(voters) else None


def _voters(motion: Motion, sits: dict[str, str]) -> tuple[str, set[str]]:
    (seat,) = motion.asked
    return seat, set(sits.values()) - {motion.person, sits.get(seat, "")}


def _facts(there: There) -> Present:
    return Present(tuple(sorted(there.seats)), there.watching)


Floor = NamedDependency[Talking]
MaybeFloor = NamedDependency[Talking | None]
_there = msgspec.json.Decoder(Present)
