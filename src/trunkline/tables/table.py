"""Games in play: each behind one lock, a few of them in memory, every entry on the disk before it counts."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from trunkline.actions import Action, as_saved
from trunkline.game import Game
from trunkline.kernel import engine
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.tables import ending, naming, records, sitting
from trunkline.tables.entries import (
    LogEntry,
    ending_of,
    now,
    outcome_of,
    snapshot,
    way_of,
)
from trunkline.tables.errors import Impossible, Refused, Stale
from trunkline.tables.history import ACTION, END, REDO, SEAT, UNDO, History, Moment, Reached, To
from trunkline.tables.jobs import Way
from trunkline.tables.keeping import Full, Opened, Overtaken, Store
from trunkline.tables.limits import USUAL, Limits
from trunkline.tables.log import Log
from trunkline.tables.opening import take_in
from trunkline.tables.records import EntryKind, EntryOutcome, Logged, Seat, SeatKind, Wishes
from trunkline.tables.telling import Teller, undone
from trunkline.wording.choices import words
from trunkline.wording.programs import taken_by

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
        self, opened: Opened, store: Store, moved: Callable[[str], None], limits: Limits = USUAL
    ) -> None:
        self.id = opened.game.id
        self.created = opened.game.created
        self.origin = opened.game.origin
        self.others_shown = opened.game.wishes.others_shown
        self.lock = threading.RLock()
        self._store = store
        self._moved = moved
        self._limits = limits
        self._unranked = opened.game.over and opened.game.ending is None
        """Whether it was over before it was kept how games end."""
        self._begin(opened)

    def _begin(self, opened: Opened) -> None:
        """Take the game in from its first entry."""
        kept, history, log = opened.game, History(opened.game.options), Log()
        take_in(self.id, history, log, opened.entries, opened.snapshot)
        self.kept, self.options, self.history, self.log = kept, kept.options, history, log
        self.teller = Teller(history.title, kept.options.players)
        self.views: OrderedDict[tuple[int, bool, bool], bytes] = OrderedDict()
        """Views that were asked for lately, as they are sent."""
        self._broken: str | None = None
        self._sit(kept.seats)

    def _sit(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self.people = frozenset(seat.name for seat in seats if seat.kind == records.PERSON)
        # A seat that is lent to a program stays that of a person, who has agreed to nothing.
        alone = len(sitting.people_ever(seats, self.log)) < 2
        # A sandbox is one person's, whatever was wished where it began.
        wishes = self.kept.wishes if self.origin is None else Wishes(reasons=True, hints=True)
        self.reasons = alone if wishes.reasons is None else wishes.reasons
        self.hints = alone if wishes.hints is None else wishes.hints

    def catch_up(self, version: int) -> None:
        """Follow what other processes have written, if the game is at this version by now, and tell of it.

        A request may find it before it is heard of; whoever finds it first is the only one that tells.
        """
        if version <= self.version:
            return
        with self.lock:
            opened = self._store.opened(self.id, self.version) if version > self.version else None
            if opened is None:
                return
            self._follow(opened)
        self._moved(self.id)

    def _follow(self, opened: Opened) -> None:
        if opened.game.options.players != self.options.players:
            # A seat has another name since, in the entries that are known as well.
            whole = self._store.opened(self.id)
            return self._begin(whole) if whole else None
        new = opened.entries
        take_in(self.id, self.history, self.log, new, opened.snapshot)
        self._broken = None
        if any(entry.kind in (SEAT, END) for entry in new):
            # Moments that are kept as they were sent name who plays, and whether one may undo.
            self.views.clear()
            self._sit(opened.game.seats)

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

    @property
    def ended(self) -> bool:
        """Whether the people agreed to end it: nothing more is done in it then."""
        return ending.end_in(self.log) is not None

    # -- looking

    def seen(self, at: int | None = None) -> Seen:
        """The game after so many entries, or now."""
        with self.lock:
            number = self.standing if at is None else at
            moment = self.history.after(number)
            state = self.history.state(moment)
            if number == ending.end_in(self.log):
                state = ending.ended(state)
            game = Game.at_state(self.options, state)
            broken = self.broken if number == self.standing else ""
            if self._unranked and number == self.version:
                self._rank(game)
            return Seen(self, game, moment, number, self.version, broken)

    def _rank(self, game: Game) -> None:
        """Have lists say how it ended, which has been found out by now."""
        self._unranked = False
        found = ending_of(game)
        if found is not None:
            # Where it cannot be kept now, it is the next time that the game is opened.
            with contextlib.suppress(Full):
                self._store.rank(self.id, self.version, found)

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
            return self.far() or self._far(self.undo_target(to))

    def far_on(self, version: int, branch: int | None) -> Way | None:
        """The way to the moment that a redo leads to, if it is long."""
        with self.lock:
            self._expect(version)
            return self.far() or self._far(self.history.redo_target(branch, self.people_at))

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
            naming.check_complete(self.seats)
            before = self.history.state(self.history.now)
            try:
                state, lines = engine.play(self.history.title, before, action)
            except Refusal as refusal:
                raise Refused(refusal) from refusal
            told = outcome_of(self.options, before, state, lines)
            if said:
                told = msgspec.structs.replace(told, lines=(*told.lines, records.Line(said)))
            return self._add(ACTION, msgspec.json.encode(action), action.player, state, told)

    def undo(self, version: int, to: int | None = None, said: str = "") -> int:
        """Go back; returns the version that this led to. The log adds ``said``."""
        with self.lock:
            self._expect(version)
            here = self.history.now
            target = self.undo_target(to)
            if self.broken:
                return self._go(UNDO, target, f"Back to where these rules can follow: {self.broken}")
            undone = self.history.path(here)[target.depth + 1]
            text = f"Undone: {words(self._game(target), undone.action())}"
            return self._go(UNDO, target, text, undone.number, said)

    def redo(self, version: int, branch: int | None = None) -> int:
        """Go forward again; returns the version that this led to."""
        with self.lock:
            self._expect(version)
            here = self.history.now
            target = self.history.redo_target(branch, self.people_at)
            done = self.history.path(target)[here.depth + 1]
            text = f"Redone: {words(self._game(here), done.action())}"
            return self._go(REDO, target, text, done.number)

    def seat(self, version: int, name: str, kind: SeatKind, said: str = "") -> int:
        """Let a program play a seat, or people again; return the version that this led to. The log adds
        ``said``.

        Programs move on while somebody chooses: that matters to no seat, unless one has changed hands since.
        """
        with self.lock:
            while True:
                if version > self.version or sitting.changed_since(self.log, version):
                    raise self.stale(version)
                known = self.version
                try:
                    return self._seat(name, kind, said)
                except Stale:
                    # Another process was faster. What it has written is known by now, and may be no seat.
                    if self.version == known:
                        raise

    def _seat(self, name: str, kind: SeatKind, said: str) -> int:
        if self.broken:
            raise Impossible(self.broken)
        seats, data = sitting.taken(self.seats, name, kind)
        state = self.history.state(self.history.now)
        text = f"{taken_by(name, kind)}{f' ({said})' if said else ''}"
        told = way_of(self.options, state, state, text, None)
        number = self._add(SEAT, data, "", state, told, seats)
        # Moments that are kept as they were sent name who plays.
        self.views.clear()
        return number

    def rename(self, old: str, wanted: str | None, beside: naming.Beside) -> bool:
        """Let the account of a person who sits down name a seat, or None if one gets up.

        ``beside`` writes that in the same transaction. Return False if the name stays: it has been played.
        """
        with self.lock:
            while (seat := naming.nameable(self.seats, self.log, old)) is not None:
                known = self.version
                changed = naming.renamed(self.options, self.seats, self.log, seat, wanted, beside)
                state = History(changed.options).state_at_start
                told = way_of(changed.options, state, state, changed.text, None)
                try:
                    self._add(SEAT, changed.data, "", state, told, changed.seats, renamed=changed)
                    return True
                except Stale:
                    # Another process was faster.
                    if self.version == known:
                        raise
            return False

    def end(self, version: int, said: str) -> int:
        """End the game as it stands, as its people agreed; returns the version that this led to."""
        with self.lock:
            self._expect(version)
            if self.broken:
                raise Impossible(self.broken)
            state = self.history.state(self.history.now)
            if state.over:
                raise Impossible("This game is over already.")
            told = way_of(self.options, state, ending.ended(state), said, None)
            number = self._add(END, b"{}", "", state, told, over=True)
            # The moment is the same, and shows otherwise from now on.
            self.views.clear()
            return number

    def undo_target(self, to: int | None) -> Moment:
        """The moment that an undo leads to. Raises ``Impossible``."""
        if to is None and self.broken:
            to = self.standing
        return self.history.undo_target(to, self.people_at)

    def people_at(self, moment: Moment) -> bool:
        """Whether a person must decide at a moment, as was told then."""
        if moment is self.history.start:
            return bool(self.people & engine.to_act(self.history.title, self.history.state(moment)))
        return bool(self.people.intersection(self.log[moment.number - 1].outcome.to_act))

    def _game(self, moment: Moment) -> Game:
        return Game.at_state(self.options, self.history.state(moment))

    def _go(
        self, kind: EntryKind, target: Moment, text: str, first: int | None = None, said: str = ""
    ) -> int:
        state = self.history.state(target)
        before = state if self.broken else self.history.state(self.history.now)
        told = way_of(self.options, before, state, text, first)
        if said:
            told = msgspec.structs.replace(told, lines=(*told.lines, records.Line(said)))
        number = self._add(kind, msgspec.json.encode(To(target.number)), "", state, told)
        self._broken = ""
        return number

    def _expect(self, version: int) -> None:
        if version != self.version:
            raise self.stale(version)

    def stale(self, version: int) -> Stale:
        """What a request is answered with that was made at another version than this one."""
        missed = self.log[max(version, self.version - MISSED, 0) :]
        return Stale(version, self.version, tuple(map(self.teller.logged, missed)))

    def _add(
        self,
        kind: EntryKind,
        data: bytes,
        seat: str,
        state: State,
        told: EntryOutcome,
        seats: tuple[Seat, ...] | None = None,
        *,
        over: bool = False,
        renamed: naming.Renamed | None = None,
    ) -> int:
        """Put an entry on the disk, then into memory, then tell everybody."""
        ending.open_still(self.log)
        if self.version >= self._limits.longest:
            raise Impossible(
                f"This game has {self.version} entries, undone ones included, and no game takes more. It can "
                f"still be read, and a sandbox be begun."
            )
        number = self.version + 1
        entry = LogEntry(number, kind, data, seat, now(), msgspec.json.encode(told))
        kept = snapshot(self.history.title, number, state)
        try:
            self._store.append(self.id, entry, told, kept, over or state.over, seats, renamed)
        except Overtaken as error:
            self.catch_up(self._store.version(self.id))
            raise self.stale(number - 1) from error
        if renamed is not None:
            game = self.kept._replace(options=renamed.options, seats=renamed.seats)
            self._begin(Opened(game, [*renamed.entries, entry], kept))
        else:
            self.history.follow(kind, data, state)
            self.log.append(entry)
            if seats is not None:
                self._sit(seats)
        self._moved(self.id)
        return number
