"""Games in play: each behind one lock, a few of them in memory, every entry on the disk before it counts."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

import msgspec

from trunkline.actions import Action, as_saved
from trunkline.game import Game
from trunkline.kernel import engine
from trunkline.kernel import state as states
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.saves import UNREADABLE
from trunkline.tables import records, sitting, turns
from trunkline.tables.entries import (
    Begun,
    LogEntry,
    bound_by,
    in_order,
    now,
    outcome_of,
    snapshot,
    way_of,
    winners_of,
)
from trunkline.tables.errors import Impossible, Refused, Stale, Unknown
from trunkline.tables.history import ACTION, REDO, SEAT, UNDO, History, Moment, Reached, To
from trunkline.tables.jobs import Way
from trunkline.tables.limits import USUAL, Limits
from trunkline.tables.names import drawn_seed
from trunkline.tables.records import EntryKind, EntryOutcome, Logged, Made, Origin, Seat, SeatKind, Wishes
from trunkline.tables.rows import GameRow
from trunkline.tables.store import NO_WISHES, Store
from trunkline.tables.telling import Teller, undone
from trunkline.wording.choices import round_name, words
from trunkline.wording.programs import taken_by

log = logging.getLogger(__name__)
MISSED = 200
"""Entries that who came too late is told of."""


@dataclass(frozen=True)
class Seen:
    """One moment as it was when it was asked for; nothing in it changes while it is looked at."""

    table: GameTable
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

    def expected(self, version: int) -> Seen:
        """This moment, if a request was made at it. Raises ``Stale``."""
        if version != self.version:
            raise self.table.stale(version)
        return self


class GameTable:
    """One game. Reading takes its lock for an instant, writing for as long as it takes to be on the disk."""

    def __init__(
        self, kept: GameRow, store: Store, moved: Callable[[str], None], limits: Limits = USUAL
    ) -> None:
        self.kept = kept
        self.id = kept.id
        self.options = kept.options
        self.created = kept.created
        self.origin = kept.origin
        self.others_shown = kept.wishes.others_shown
        self._sit(kept.seats)
        self.lock = threading.RLock()
        self._store = store
        self._moved = moved
        self._limits = limits
        self.history = History(kept.options)
        self.teller = Teller(self.history.title, kept.options.players)
        self.log: list[LogEntry] = []
        self.views: OrderedDict[tuple[int, bool, bool], bytes] = OrderedDict()
        """Views that were asked for lately, as they are sent."""
        self._broken: str | None = None
        self._open()

    def _sit(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self.people = frozenset(seat.name for seat in seats if seat.kind == records.PERSON)
        alone = len(self.people) < 2
        wishes = self.kept.wishes
        self.reasons = alone if wishes.reasons is None else wishes.reasons
        self.hints = alone if wishes.hints is None else wishes.hints

    def _open(self) -> None:
        self.log = self._store.entries(self.id)
        if [entry.number for entry in self.log] != list(range(1, len(self.log) + 1)):
            log.error("Game %s cannot be opened: its log has a gap", self.id)
            raise Impossible(f"The log of {self.id} has a gap.")
        state = self._trusted()
        for entry in self.log:
            last = entry.number == len(self.log)
            try:
                self.history.follow(entry.kind, entry.data, state if last else None)
            except (LookupError, *UNREADABLE) as error:
                log.error("Game %s cannot be opened: entry %d is damaged", self.id, entry.number)
                raise Impossible(f"Entry {entry.number} of game {self.id} is damaged.") from error

    @property
    def broken(self) -> str:
        """Why the last entries cannot be replayed, where other rules than this program's allowed them."""
        with self.lock:
            if self._broken is None:
                try:
                    self.history.state(self.history.now)
                    self._broken = ""
                except Impossible as error:
                    self._broken = str(error)
            return self._broken

    def _trusted(self) -> State | None:
        """The last state as it was stored, if this program stored it and it is whole."""
        kept = self._store.snapshot(self.id)
        title = self.history.title
        if kept is None or kept.number != len(self.log) or kept.bound_by != bound_by(title):
            return None
        try:
            state = states.decode(kept.state, title.state)
        except UNREADABLE:
            return None
        return state if state.digest() == kept.digest else None

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.history.version

    @property
    def standing(self) -> int:
        """The number of the newest moment that can be shown: of a broken game the last before the break."""
        if not self.broken:
            return self.version
        return self.history.sound().number

    # -- looking

    def seen(self, at: int | None = None) -> Seen:
        """The game after so many entries, or now."""
        with self.lock:
            number = self.standing if at is None else at
            moment = self.history.after(number)
            game = Game.at_state(self.options, self.history.state(moment))
            broken = self.broken if number == self.standing else ""
            return Seen(self, game, moment, number, self.version, broken)

    def turn_at(self, moment: Moment) -> str:
        """What tells the turn in progress at a moment from others, as it was kept with its entry."""
        kept = self.log[moment.number - 1].outcome.turn if moment.number else ""
        return kept or turns.key(self.history.state(moment))

    def logged(self, after: int) -> list[Logged]:
        """The entries after a number, as they are told now: what is undone may be played again."""
        with self.lock:
            entries = self.log[max(after, 0) :]
            back = undone(self.history, self.log)
        return [self.teller.logged(entry, back.get(entry.number)) for entry in entries]

    # -- what must be replayed first, where that is better done elsewhere

    def far(self, at: int | None = None) -> Way | None:
        """The way to a moment, or to the one in play, if it is long."""
        with self.lock:
            if at is not None:
                return self._far(self.history.after(at))
            return None if self._broken else self._far(self.history.now)

    def far_back(self, version: int, to: int | None) -> Way | None:
        """The way to the moment that an undo leads to, if it is long."""
        with self.lock:
            self._expect(version)
            return self.far() or self._far(self._undo_target(to))

    def far_on(self, version: int, branch: int | None) -> Way | None:
        """The way to the moment that a redo leads to, if it is long."""
        with self.lock:
            self._expect(version)
            return self.far() or self._far(self.history.redo_target(branch, self._people_at))

    def recalled(self, found: dict[int, bytes]) -> None:
        """Keep positions that have been replayed elsewhere, by moments."""
        with self.lock:
            for number, written in found.items():
                self.history.remember(number, written)

    def whole(self, moment: Moment) -> Way:
        """The way from the start to a moment."""
        with self.lock:
            start, *way = self.history.path(moment)
            return self._way(start, way)

    def here(self, moment: Moment) -> Way:
        """A moment alone, for a look at it elsewhere."""
        with self.lock:
            self.history.state(moment)
            return self._way(moment, [])

    def steps(self, moment: Moment) -> list[Reached] | Way:
        """The positions on the way from the start to a moment, or the way alone if that is better replayed
        elsewhere."""
        with self.lock:
            path = self.history.path(moment)
            if sum(each.state is None for each in path) > self._limits.far:
                return self._way(path[0], path[1:])
            return self._reached(path)

    def line(self) -> list[Reached]:
        """The positions on the way to the moment in play, all replayed here."""
        with self.lock:
            return self._reached(self.history.path(self.history.now))

    def _reached(self, path: Sequence[Moment]) -> list[Reached]:
        return [
            Reached(each.number, each.action() if each.parent else None, self.history.state(each))
            for each in path
        ]

    def _far(self, moment: Moment) -> Way | None:
        way = self.history.unknown(moment)
        if len(way) <= self._limits.far:
            return None
        assert way[0].parent is not None
        return self._way(way[0].parent, way)

    def _way(self, start: Moment, way: Sequence[Moment]) -> Way:
        return Way(
            self.options,
            start.number,
            self.history.written(start),
            [moment.number for moment in way],
            [moment.data for moment in way],
        )

    # -- writing

    def act(self, version: int, action: Action, said: str = "") -> int:
        """Carry out an action; returns the version it led to once that is on the disk. The log adds ``said``
        to what happened."""
        action = as_saved(action)
        with self.lock:
            self._expect(version)
            if self.broken:
                raise Impossible(self.broken)
            before = self.history.state(self.history.now)
            try:
                state, lines = engine.play(self.history.title, before, action)
            except Refusal as refusal:
                raise Refused(refusal) from refusal
            told = outcome_of(self.options, before, state, lines)
            if said:
                told = msgspec.structs.replace(told, lines=(*told.lines, records.Line(said)))
            return self._add(ACTION, msgspec.json.encode(action), action.player, state, told)

    def undo(self, version: int, to: int | None = None) -> int:
        """Go back; returns the version that this led to."""
        with self.lock:
            self._expect(version)
            here = self.history.now
            target = self._undo_target(to)
            if self.broken:
                return self._go(UNDO, target, f"Back to where these rules can follow: {self.broken}")
            undone = self.history.path(here)[target.depth + 1]
            text = f"Undone: {words(self._game(target), undone.action())}"
            return self._go(UNDO, target, text, undone.number)

    def redo(self, version: int, branch: int | None = None) -> int:
        """Go forward again; returns the version that this led to."""
        with self.lock:
            self._expect(version)
            here = self.history.now
            target = self.history.redo_target(branch, self._people_at)
            done = self.history.path(target)[here.depth + 1]
            text = f"Redone: {words(self._game(here), done.action())}"
            return self._go(REDO, target, text, done.number)

    def seat(self, version: int, name: str, kind: SeatKind) -> int:
        """Let somebody else play a seat: a program, or people again; returns the version that this led to."""
        with self.lock:
            self._expect(version)
            if self.broken:
                raise Impossible(self.broken)
            seats, data = sitting.taken(self.seats, name, kind)
            state = self.history.state(self.history.now)
            told = way_of(self.options, state, state, taken_by(name, kind), None)
            number = self._add(SEAT, data, "", state, told, seats)
            # Moments that are kept as they were sent name who plays.
            self.views.clear()
            return number

    def _undo_target(self, to: int | None) -> Moment:
        if to is None and self.broken:
            to = self.standing
        return self.history.undo_target(to, self._people_at)

    def _people_at(self, moment: Moment) -> bool:
        """Whether a person must decide at a moment, as was told then."""
        if moment is self.history.start:
            return bool(self.people & engine.to_act(self.history.title, self.history.state(moment)))
        return bool(self.people.intersection(self.log[moment.number - 1].outcome.to_act))

    def _game(self, moment: Moment) -> Game:
        return Game.at_state(self.options, self.history.state(moment))

    def _go(self, kind: EntryKind, target: Moment, text: str, first: int | None = None) -> int:
        state = self.history.state(target)
        before = state if self.broken else self.history.state(self.history.now)
        told = way_of(self.options, before, state, text, first)
        number = self._add(kind, msgspec.json.encode(To(target.number)), "", state, told)
        self._broken = ""
        return number

    def _expect(self, version: int) -> None:
        if version != self.version:
            raise self.stale(version)

    def stale(self, version: int) -> Stale:
        """What a request is answered with that was made at another version than this one."""
        return Stale(version, self.version, tuple(map(self.teller.logged, self.log[version:][-MISSED:])))

    def _add(
        self,
        kind: EntryKind,
        data: bytes,
        seat: str,
        state: State,
        told: EntryOutcome,
        seats: tuple[Seat, ...] | None = None,
    ) -> int:
        """Put an entry on the disk, then into memory, then tell everybody."""
        if self.version >= self._limits.longest:
            raise Impossible(
                f"This game has {self.version} entries, undone ones included, and no game takes more. It can "
                f"still be read, and a sandbox be begun."
            )
        number = self.version + 1
        entry = LogEntry(number, kind, data, seat, now(), msgspec.json.encode(told))
        kept = snapshot(self.history.title, number, state)
        self._store.append(self.id, entry, told, kept, state.over, seats)
        if seats is not None:
            self._sit(seats)
        self.history.follow(kind, data, state)
        self.log.append(entry)
        self._moved(self.id)
        return number


class GameTables:
    """The games of a store, the ones used last in memory."""

    def __init__(self, store: Store, limits: Limits = USUAL) -> None:
        self.store = store
        self.limits = limits
        self.moved: Callable[[str], None] = lambda id: None
        """Told whenever a game has moved on."""
        self._lock = threading.Lock()
        self._opening: dict[str, threading.Lock] = {}
        self._latest: OrderedDict[str, GameTable] = OrderedDict()
        # Whoever still uses a table that is no longer among the latest must get the same one again.
        self._alive: WeakValueDictionary[str, GameTable] = WeakValueDictionary()

    def __getitem__(self, id: str) -> GameTable:
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
                return self._found(id) or self._keep(GameTable(kept, self.store, self.moved, self.limits))
        finally:
            with self._lock:
                self._opening.pop(id, None)

    def create(self, options: Options, seats: Sequence[Seat], wishes: Wishes = NO_WISHES) -> Made:
        """A new game."""
        history = History(options)
        game = Game.at_state(options, history.state(history.start))
        first = EntryOutcome(next_round=round_name(game.state), to_act=in_order(game), over=game.over)
        return self._made(self.store.create(options, seats, first, game.over, wishes), 0)

    def bring(self, begun: Begun) -> Made:
        """A new game that begins with what has been played elsewhere; people play all its seats."""
        seats = [Seat(name, seed=drawn_seed()) for name in begun.options.players]
        return self._made(self.store.bring(begun, seats), begun.snapshot.number)

    def branch(self, seen: Seen) -> Made:
        """A new game that begins as another did, up to a moment; people play all its seats."""
        table, state = seen.table, seen.game.state
        with table.lock:
            numbers = [moment.number for moment in table.history.path(seen.moment)[1:]]
        last = EntryOutcome(
            next_round=round_name(state),
            to_act=in_order(seen.game),
            over=state.over,
            winners=winners_of(seen.game),
        )
        kept = snapshot(table.history.title, len(numbers), state)
        seats = [Seat(seat.name, seed=seat.seed) for seat in table.seats]
        origin = Origin(table.id, seen.at)
        id = self.store.branch(table.kept, numbers, seats, origin, last, kept, state.over)
        return self._made(id, len(numbers))

    def _made(self, id: str, version: int) -> Made:
        self.moved(id)
        return Made(id, version)

    def _found(self, id: str) -> GameTable | None:
        with self._lock:
            table = self._alive.get(id)
            if table is not None:
                self._latest[id] = table
                self._latest.move_to_end(id)
            return table

    def _keep(self, table: GameTable) -> GameTable:
        with self._lock:
            self._alive[table.id] = table
            self._latest[table.id] = table
            entries = sum(each.version for each in self._latest.values())
            while len(self._latest) > 1 and (
                len(self._latest) > self.limits.games or entries > self.limits.held
            ):
                entries -= self._latest.popitem(last=False)[1].version
        return table
