"""The parts of an event stream besides entries: chat, motions, presence and seat changes.

A seat event has no details, because the response to each person is different. After a change in a watched
game, one database query serves all its streams in this process. Presence is sent at most once in ``PAUSE``
seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import Connection

from trunkline.web.accounts.membership import Membership
from trunkline.web.chat.messages import Chat
from trunkline.web.chat.motions import MotionRequest, Motions, MotionStatus
from trunkline.web.chat.presence import NOBODY, SAYS, Presence, PresentPeople
from trunkline.web.database.pool import Unavailable
from trunkline.web.games.repository import GameRepository, GameRow, StorageUnavailable
from trunkline.web.games.subscriptions import Subscriptions
from trunkline.web.http.auth import AccountAuth, RequestUser
from trunkline.web.http.message_parts import MessagePart, encode_part
from trunkline.web.http.motion_votes import pending_seats, seat_of
from trunkline.web.schemas.talk import MotionFacts, Present

log = logging.getLogger(__name__)
PAUSE = 1.0
"""Seconds between two updates of presence."""
PART = 100
"""The maximum number of messages in one event."""
TALK = "talk"
SEATS = "seats"
THERE = "there "
"""The notifications between processes: new chat or motions, a seat change, or the presence in one process."""


@dataclass
class FeedState:
    """The latest stream data of one game. Each counter increases with its data."""

    last: int = -1
    motions: bytes = b""
    motions_version: int = 0
    present: bytes = b""
    presence_version: int = 0
    seats_version: int = 0
    """The number of seat changes and privacy changes so far."""
    removed: tuple[int, ...] = ()
    """The numbers of the messages that operators have removed."""
    presence_sent: PresentPeople = NOBODY
    """The presence in this process, as last sent to the other processes."""
    parts: dict[int, MessagePart] = field(default_factory=dict)
    """The encoded messages after a number. Cleared with every change."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class NoFeed:
    """The feed of a server without accounts: without chat, motions or presence."""

    def start(self) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""

    def on_reconnect(self) -> None:
        """Do nothing."""

    def on_notification(self, process: str, game: str, what: str) -> None:
        """Do nothing."""

    async def is_away(self, game: str, seat: str) -> bool:
        """Return True: without accounts, anyone may hand a seat to a bot."""
        return True

    def seats_needing_consent(self, game: str, person: str) -> frozenset[str]:
        """Return the seats whose players must consent: none."""
        return frozenset()

    def away_hours(self, game: str) -> int:
        """Return 0: no seat has to wait."""
        return 0

    async def stream(self, caller: RequestUser, game: str, last_message: int | None) -> FeedStream | None:
        """Return no extra data for an event stream."""
        return None


class ChatFeed(NoFeed):
    """Chat, motions and presence of the games watched in this process."""

    def __init__(self, auth: AccountAuth, store: GameRepository, subscriptions: Subscriptions) -> None:
        self._auth = auth
        self._store = store
        self._subscriptions = subscriptions
        self._membership: Membership = auth.membership
        self.chat = Chat(auth.database, self.notify_chat)
        self.motions = Motions(auth.database, self.notify_chat)
        self.presence = Presence()
        self._states: dict[str, FeedState] = {}
        self._dirty: set[str] = set()
        """The games in which a stream was opened or closed."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def notify_chat(self, link: Connection, game: str) -> None:
        """Notify other processes of a change in a table's chat, in the transaction of the change."""
        self._store.notify(game, TALK, link)

    # -- start and stop

    def start(self) -> None:
        """Start to update presence."""
        self._loop = asyncio.get_running_loop()
        self._do(self._update_presence)

    async def stop(self) -> None:
        """Stop all tasks."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- streams

    async def stream(self, caller: RequestUser, game: str, last_message: int | None) -> FeedStream:
        """Return the extra data of one event stream, from message ``last_message`` on, or from now on."""
        state = self._states.get(game)
        if state is None or state.last < 0:
            state = await self.refresh(game)
            # If the stream is never opened, the next update of presence removes the data.
            self._dirty.add(game)
        return FeedStream(
            self, caller, game, state, state.last if last_message is None else min(last_message, state.last)
        )

    async def after(self, game: str, state: FeedState, number: int, person: str) -> tuple[int, bytes]:
        """Return the encoded messages after a number for a person, and the number of the last of them."""
        async with state.lock:
            if number >= state.last:
                return number, b""
            if number not in state.parts:
                state.parts[number] = await self._auth.run_in_thread(
                    lambda: encode_part(self.chat.after(game, number, PART), self.chat.muted_by, state.last)
                )
            part = state.parts[number]
        return part.last, part.data_for(person)

    def stream_opened(self, game: str, state: FeedState, stream: object, who: str) -> FeedState:
        """Register an open stream, and return the stream data of its game."""
        self.presence.come(game, stream, who)
        self._dirty.add(game)
        if game not in self._states:
            # The data was removed in the meantime and has missed changes since.
            self._states[game] = state
            self.on_chat_change(game)
        return self._states[game]

    def stream_closed(self, game: str, stream: object) -> None:
        """Register the end of a stream."""
        self.presence.go(game, stream)
        self._dirty.add(game)

    # -- changes

    def on_chat_change(self, game: str) -> None:
        """Handle a change of chat or motions. Safe to call from any thread."""
        self._later(lambda: self._refresh(game))

    async def notify_seat_change(self, game: str) -> None:
        """Notify all streams and processes of a seat change or privacy change."""
        self._seats_changed(game)
        # The change is stored. A process that misses the notification shows it with the next response.
        with contextlib.suppress(StorageUnavailable, Unavailable):
            await self._auth.run_in_thread(lambda: self._store.notify(game, SEATS))

    async def notify_new_deadlines(self, person: str) -> None:
        """Notify the streams of the games that wait for a person whose deadlines may have moved."""
        for game in await self._auth.run_in_thread(lambda: self._auth.clocks.waiting_for(person)):
            await self.notify_seat_change(game)

    def on_reconnect(self) -> None:
        """Refresh all games after a loss of notifications. Safe to call from any thread."""
        self._later(self._refresh_all)

    def on_notification(self, process: str, game: str, what: str) -> None:
        """Handle a notification from another process. Safe to call from any thread."""
        if what == TALK:
            self.on_chat_change(game)
        elif what == SEATS:
            self._later(lambda: self._seats_changed(game))
        elif what.startswith(THERE):
            try:
                found = _there.decode(what.removeprefix(THERE))
            except msgspec.MsgspecError:
                return
            self.presence.heard(process, game, PresentPeople(frozenset(found.seats), found.watching))
            self._later(lambda: self._dirty.add(game))

    async def refresh(self, game: str) -> FeedState:
        """Update the stream data of a game from the database, and notify its streams."""
        state = self._states.setdefault(game, FeedState())
        # Refresh one at a time: a slow older query must not overwrite the result of a newer one.
        async with state.lock:
            last, removed, motions = await self._auth.run_in_thread(
                lambda: (self.chat.last(game), self.chat.removed(game), self.motion_facts(game))
            )
            if (last, removed) != (state.last, state.removed):
                state.last, state.removed, state.parts = last, removed, {}
            found = msgspec.json.encode(motions)
            if found != state.motions:
                state.motions, state.motions_version = found, state.motions_version + 1
        self._subscriptions.wake(game)
        return state

    # -- motions

    def motion_facts(self, game: str) -> list[MotionFacts]:
        """Return the motions of a table, with the seats that have not agreed yet."""
        found = self.motions.at(game)
        if not found:
            return []
        row = self._store.game(game)
        version = row.version if row is not None else 0
        people = self.people_in_seats(game)
        return [
            MotionFacts(
                each.kind.value,
                each.name,
                each.version,
                each.to,
                tuple(sorted(pending_seats(each, row, people))) if each.standing is MotionStatus.OPEN else (),
                tuple(sorted(each.agreed)),
                each.standing.value,
                each.answered,
                *(seat_of(each, people) if each.kind is MotionRequest.SEAT else ()),
            )
            for each in found
            if not each.lapsed(version)
        ]

    def away_hours(self, game: str) -> int:
        """Return the hours after which the table counts a person as away."""
        return self._membership.away(game)

    def seats_needing_consent(self, game: str, person: str) -> frozenset[str]:
        """Return the seats whose players must consent: those of other people."""
        return frozenset(seat for seat, owner in self.people_in_seats(game).items() if owner != person)

    async def is_away(self, game: str, seat: str) -> bool:
        """Return whether a person is absent and the game has waited too long for them.

        On a table with a clock, its setting alone decides that (see ``timekeeper``).
        """

        def is_overdue() -> bool:
            return self._auth.clocks.state(game) is None and self._membership.overdue(game, seat)

        if not await self._auth.run_in_thread(is_overdue):
            return False
        return seat not in (await self.find_present(game)).seats

    def pause(self, game: str) -> None:
        """Pause the clock of a table, and tell the people there."""
        if self._auth.clocks.pause(game):
            self._later(lambda: self._seats_changed(game))
            self._store.notify(game, SEATS)

    def row(self, game: str) -> GameRow | None:
        """Return the stored row of a game."""
        return self._store.game(game)

    async def find_present(self, game: str) -> Present:
        """Return the presence at a table in all processes."""
        people = await self._auth.run_in_thread(lambda: self._by_person(game))
        return _facts(self.presence.all(game, self.presence.here(game, people)))

    def _by_person(self, game: str) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for seat, person in self.people_in_seats(game).items():
            found.setdefault(person, set()).add(seat)
        return found

    def people_in_seats(self, game: str) -> dict[str, str]:
        """Return the seats that people have, with their ids."""
        return self._membership.sitting(game)

    # -- presence

    async def _update_presence(self) -> None:
        again = 0.0
        while not self._subscriptions.closing:
            await asyncio.sleep(PAUSE)
            again += PAUSE
            games, self._dirty = self._dirty, set()
            if again >= SAYS:
                # Repeat the report for new processes. Other processes expire reports that are not repeated.
                again, games = 0.0, games | set(self.presence.games())
            for game in games:
                with contextlib.suppress(StorageUnavailable, Unavailable):
                    await self._report_presence(game, repeat=not again)

    async def _report_presence(self, game: str, *, repeat: bool) -> None:
        """Update the presence at a table, and report it if it has changed."""
        state = self._states.get(game)
        if state is None:
            return
        here = self.presence.here(game, await self._auth.run_in_thread(lambda: self._by_person(game)))
        if not self._store.is_only_process and (here != state.presence_sent or (repeat and here != NOBODY)):
            words = THERE + msgspec.json.encode(_facts(here)).decode()
            await self._auth.run_in_thread(lambda: self._store.notify(game, words))
        state.presence_sent = here
        found = msgspec.json.encode(_facts(self.presence.all(game, here)))
        if found != state.present:
            state.present, state.presence_version = found, state.presence_version + 1
            self._subscriptions.wake(game)
        if here == NOBODY and game not in self.presence.games():
            del self._states[game]

    # -- helpers

    async def _refresh(self, game: str) -> None:
        if game in self._states:
            with contextlib.suppress(StorageUnavailable, Unavailable):
                await self.refresh(game)

    async def _refresh_all(self) -> None:
        for game in list(self._states):
            self._seats_changed(game)
            await self._refresh(game)

    def _seats_changed(self, game: str) -> None:
        state = self._states.get(game)
        if state is not None:
            state.seats_version += 1
            self._subscriptions.wake(game)
        # Presence is reported by seats.
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


class FeedStream:
    """The extra data of one event stream, besides entries."""

    def __init__(
        self, feed: ChatFeed, caller: RequestUser, game: str, state: FeedState, last_message: int
    ) -> None:
        self._feed = feed
        self._game = game
        self._state = state
        self._last_message = last_message
        self._who = caller.client_key
        self._motions_version = self._presence_version = -1
        self._seats_version = state.seats_version
        self._removed = state.removed

    def open(self) -> None:
        """Register the stream as open."""
        self._state = self._feed.stream_opened(self._game, self._state, self, self._who)

    @property
    def mark(self) -> str:
        """The suffix of an event id: a point and the number of the last message sent."""
        return f".{self._last_message}" if self._last_message else ""

    async def news(self, version: int) -> bytes:
        """Return the events since the last call. Empty if there are none."""
        state, parts = self._state, []
        if self._motions_version != state.motions_version:
            self._motions_version = state.motions_version
            parts.append(b"event: motions\ndata: %b\n\n" % (state.motions or b"[]"))
        if self._presence_version != state.presence_version and state.present:
            self._presence_version = state.presence_version
            parts.append(b"event: present\ndata: %b\n\n" % state.present)
        if self._seats_version != state.seats_version:
            self._seats_version = state.seats_version
            parts.append(b"event: seats\ndata: {}\n\n")
        if self._removed != state.removed:
            numbers = sorted(set(state.removed) - set(self._removed))
            self._removed = state.removed
            parts.append(b"event: removed\ndata: %b\n\n" % msgspec.json.encode({"numbers": numbers}))
        while self._last_message < state.last:
            before = self._last_message
            self._last_message, data = await self._feed.after(self._game, state, before, self._who)
            if self._last_message == before:
                break
            if data:
                parts.append(b"id: %d%b\nevent: said\ndata: %b\n\n" % (version, self.mark.encode(), data))
        return b"".join(parts)

    def close(self) -> None:
        """Register the end of the stream."""
        self._feed.stream_closed(self._game, self)


def _facts(there: PresentPeople) -> Present:
    return Present(tuple(sorted(there.seats)), there.watching)


_there = msgspec.json.Decoder(Present)
