"""Games in play: each behind one lock, a few of them in memory, every entry on the disk before it counts."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

import msgspec

from trunkline.game import Game
from trunkline.kernel import engine
from trunkline.kernel import state as states
from trunkline.kernel.action import Action, AnyAction, as_saved
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.kernel.table import Entry as LogLine
from trunkline.saves import UNREADABLE
from trunkline.server import records, turns
from trunkline.server.errors import Impossible, Refused, Stale, Unknown
from trunkline.server.line import ACTION, REDO, UNDO, Line, Moment, Step
from trunkline.server.records import ActionKind, EntryKind, Logged, Origin, Seat, Told
from trunkline.server.store import Entry, Kept, Snapshot, Store, Taken, bound_by, now
from trunkline.terminal.wording import round_name, words

GAMES = 16
"""Games held in memory, the ones used last; others are read again when they are asked for."""
LONGEST = 100_000
"""Entries of a game; none of many thousands that random players made comes near."""


@dataclass(frozen=True)
class Seen:
    """One moment as it was when it was asked for; nothing in it changes while it is looked at."""

    table: Table
    game: Game
    moment: Moment
    at: int
    version: int
    broken: str = ""
    """Why the entries after this one cannot be replayed, where that is so."""

    @property
    def live(self) -> bool:
        """Whether this is the newest moment."""
        return self.at == self.version


class Table:
    """One game. Reading takes its lock for an instant, writing for as long as it takes to be on the disk."""

    def __init__(self, kept: Kept, store: Store, moved: Callable[[str], None]) -> None:
        self.id = kept.id
        self.options = kept.options
        self.seats = kept.seats
        self.created = kept.created
        self.origin = kept.origin
        self.people = frozenset(seat.name for seat in kept.seats if seat.kind == records.PERSON)
        self.lock = threading.RLock()
        self._store = store
        self._moved = moved
        self.line = Line(kept.options)
        self.log: list[Entry] = []
        self.views: OrderedDict[tuple[int, bool, bool], bytes] = OrderedDict()
        """Views that were asked for lately, as they are sent."""
        self.broken = ""
        """Why the last entries cannot be replayed, where other rules than this program's allowed them."""
        self._open()

    def _open(self) -> None:
        self.log = self._store.entries(self.id)
        if [entry.number for entry in self.log] != list(range(1, len(self.log) + 1)):
            raise Impossible(f"The log of {self.id} has a gap.")
        state = self._trusted()
        for entry in self.log:
            last = entry.number == len(self.log)
            self.line.follow(entry.kind, entry.data, state if last else None)
        try:
            self.line.state(self.line.now)
        except Impossible as error:
            self.broken = str(error)

    def _trusted(self) -> State | None:
        """The last state as it was stored, if this program stored it and it is whole."""
        kept = self._store.snapshot(self.id)
        title = self.line.title
        if (
            kept is None
            or kept.number != len(self.log)
            or kept.bound_by != bound_by(title.id, title.board.hash)
        ):
            return None
        try:
            state = states.decode(kept.state)
        except UNREADABLE:
            return None
        return state if state.digest() == kept.digest else None

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.line.version

    @property
    def standing(self) -> int:
        """The number of the newest moment that can be shown: of a broken game the last before the break."""
        if not self.broken:
            return self.version
        return self.line.sound().number

    # -- looking

    def seen(self, at: int | None = None) -> Seen:
        """The game after so many entries, or now."""
        with self.lock:
            number = self.standing if at is None else at
            moment = self.line.after(number)
            game = Game.at_state(self.options, self.line.state(moment))
            broken = self.broken if number == self.standing else ""
            return Seen(self, game, moment, number, self.version, broken)

    def turn_at(self, moment: Moment) -> str:
        """What tells the turn in progress at a moment from others, as it was kept with its entry."""
        kept = self.log[moment.number - 1].told.turn if moment.number else ""
        return kept or turns.key(self.line.state(moment))

    def logged(self, after: int) -> list[Entry]:
        """The entries after a number."""
        return self.log[max(after, 0) :]

    def whole(self, at: int | None = None) -> Game:
        """The game up to a moment with all its actions, to be exported."""
        seen = self.seen(at)
        game = Game.at_state(self.options, self.line.state(self.line.start))
        with self.lock:
            path = self.line.path(seen.moment)
        for moment in path[1:]:
            game.play(moment.action())
        return game

    # -- writing

    def act(self, version: int, action: Action) -> int:
        """Carry out an action; returns the version it led to once that is on the disk."""
        action = as_saved(action)
        with self.lock:
            self._expect(version)
            if version >= LONGEST:
                raise Impossible(f"No game goes on for more than {LONGEST} entries.")
            if self.broken:
                raise Impossible(self.broken)
            before = self.line.state(self.line.now)
            try:
                state, lines = engine.play(self.line.title, before, action)
            except Refusal as refusal:
                raise Refused(refusal) from refusal
            told = told_by(self.options, before, state, lines)
            return self._add(ACTION, msgspec.json.encode(action), action.player, state, told)

    def undo(self, version: int, to: int | None = None) -> int:
        """Go back; returns the version that this led to."""
        with self.lock:
            self._expect(version)
            here = self.line.now
            if self.broken:
                target = self.line.undo_target(self.standing if to is None else to, self.people)
                return self._go(UNDO, target, f"Back to where these rules can follow: {self.broken}")
            target = self.line.undo_target(to, self.people)
            undone = self.line.path(here)[target.depth + 1]
            text = f"Undone: {words(self._game(target), undone.action())}"
            return self._go(UNDO, target, text)

    def redo(self, version: int, branch: int | None = None) -> int:
        """Go forward again; returns the version that this led to."""
        with self.lock:
            self._expect(version)
            here = self.line.now
            target = self.line.redo_target(branch, self.people)
            done = self.line.path(target)[here.depth + 1]
            text = f"Redone: {words(self._game(here), done.action())}"
            return self._go(REDO, target, text)

    def _game(self, moment: Moment) -> Game:
        return Game.at_state(self.options, self.line.state(moment))

    def _go(self, kind: EntryKind, target: Moment, text: str) -> int:
        state = self.line.state(target)
        before = state if self.broken else self.line.state(self.line.now)
        told = told_by(self.options, before, state, [LogLine(text)])
        number = self._add(kind, msgspec.json.encode(Step(target.number)), "", state, told)
        self.broken = ""
        return number

    def _expect(self, version: int) -> None:
        if version != self.version:
            raise Stale(self.id, version, self.version)

    def _add(self, kind: EntryKind, data: bytes, seat: str, state: State, told: Told) -> int:
        """Put an entry on the disk, then into memory, then tell everybody."""
        number = self.version + 1
        entry = Entry(number, kind, data, seat, now(), told)
        title = self.line.title
        snapshot = Snapshot(
            number, states.encode(state), state.digest(), bound_by(title.id, title.board.hash)
        )
        try:
            self._store.append(self.id, entry, snapshot, state.over)
        except Taken:
            # Another program writes to the same file: what it added is read, and this request came too late.
            self._catch_up()
            raise Stale(self.id, number - 1, self.version) from None
        self.line.follow(kind, data, state)
        self.log.append(entry)
        self._moved(self.id)
        return number

    def _catch_up(self) -> None:
        for entry in self._store.entries(self.id)[len(self.log) :]:
            self.line.follow(entry.kind, entry.data)
            self.log.append(entry)
        self._moved(self.id)


class Tables:
    """The games of a store, the ones used last in memory."""

    def __init__(self, store: Store, moved: Callable[[str], None] = lambda id: None) -> None:
        self.store = store
        self.moved = moved
        self._lock = threading.Lock()
        self._opening: dict[str, threading.Lock] = {}
        self._latest: OrderedDict[str, Table] = OrderedDict()
        # Whoever still uses a table that is no longer among the latest must get the same one again.
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()

    def __getitem__(self, id: str) -> Table:
        """The game with this id. Raises ``Unknown``."""
        found = self._found(id)
        if found is not None:
            return found
        kept = self.store.game(id)
        if kept is None:
            raise Unknown("There is no such game.")
        with self._lock:
            opening = self._opening.setdefault(id, threading.Lock())
        try:
            with opening:
                return self._found(id) or self._keep(Table(kept, self.store, self.moved))
        finally:
            with self._lock:
                self._opening.pop(id, None)

    def create(self, options: Options, seats: Sequence[Seat]) -> Table:
        """A new game."""
        line = Line(options)
        game = Game.at_state(options, line.state(line.start))
        first = Told(next_round=round_name(game.state), to_act=_in_order(game), over=game.over)
        table = self[self.store.create(options, seats, (), first, game.over)]
        self.moved(table.id)
        return table

    def copy(
        self,
        options: Options,
        seats: Sequence[Seat],
        played: Sequence[AnyAction],
        origin: Origin | None = None,
    ) -> Table:
        """A new game that begins with actions that have been played elsewhere. Raises ``Refused``."""
        line = Line(options)
        state = line.state(line.start)
        game = Game.at_state(options, state)
        last = Told(next_round=round_name(state), to_act=_in_order(game), over=state.over)
        log: list[Entry] = []
        at = now()
        for number, action in enumerate(played, 1):
            try:
                after, lines = engine.play(line.title, state, action)
            except Refusal as refusal:
                raise Refused(refusal) from refusal
            last = told_by(options, state, after, lines)
            log.append(Entry(number, ACTION, msgspec.json.encode(action), action.player, at, last))
            state = after
        table = self[self.store.create(options, seats, log, last, state.over, origin)]
        self.moved(table.id)
        return table

    def _found(self, id: str) -> Table | None:
        with self._lock:
            table = self._alive.get(id)
            if table is not None:
                self._latest[id] = table
                self._latest.move_to_end(id)
            return table

    def _keep(self, table: Table) -> Table:
        with self._lock:
            self._alive[table.id] = table
            self._latest[table.id] = table
            while len(self._latest) > GAMES:
                self._latest.popitem(last=False)
        return table


def told_by(options: Options, before: State, after: State, lines: Sequence[LogLine]) -> Told:
    """What an entry is remembered by."""
    game = Game.at_state(options, after)
    return Told(
        tuple(records.Line(line.text, line.rule) for line in lines),
        round_name(before),
        round_name(after),
        _in_order(game),
        after.over,
        turns.key(after),
    )


def logged(entry: Entry) -> Logged:
    """An entry as clients see it."""
    told = entry.told
    named = _named_by(entry.data)
    return Logged(
        entry.number, entry.kind, named.kind, entry.seat, named.corp or None, told.round, entry.at, told.lines
    )


class _Named(msgspec.Struct):
    """What the log says of an action: its kind, and the corporation it names."""

    kind: ActionKind | None = None
    corp: str = ""


def _named_by(data: bytes) -> _Named:
    # What another version wrote may be no action to this one.
    try:
        return _named.decode(data)
    except UNREADABLE:
        return _Named()


_named = msgspec.json.Decoder(_Named)


def _in_order(game: Game) -> tuple[str, ...]:
    """Who must decide, in seat order."""
    return tuple(name for name in game.players if name in game.to_act)
