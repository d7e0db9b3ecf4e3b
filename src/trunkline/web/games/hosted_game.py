"""A game in play: a lock, the moments in memory, and writes that reach the disk before they count."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game import Game
from trunkline.game.actions import AnyAction
from trunkline.game.wording.choices import words
from trunkline.players.descriptions import player_name
from trunkline.util.messages import gettext, speak
from trunkline.web.errors import ActionRefused, NotPossible, StaleVersion
from trunkline.web.games import agreed_end, naming, seat_changes
from trunkline.web.games.game_reader import GameReader
from trunkline.web.games.game_tree import (
    ACTION,
    END,
    REDO,
    SEAT,
    UNDO,
    GameTree,
    JumpTo,
    Moment,
)
from trunkline.web.games.jobs import ReplayPlan
from trunkline.web.games.limits import USUAL, Limits
from trunkline.web.games.log import Log
from trunkline.web.games.log_entries import LogEntry, describe_action, describe_jump, ending_of, now, snapshot
from trunkline.web.games.log_loading import load_entries
from trunkline.web.games.repository import GameRepository, StorageUnavailable, StoredGame, WriteConflict
from trunkline.web.schemas import log as records
from trunkline.web.schemas.log import EntryKind, EntryOutcome, Seat, SeatKind

MISSED = 200
"""The maximum number of missed entries in a ``StaleVersion`` error."""


@dataclass(frozen=True)
class MomentView:
    """One moment of a game, as requested. It does not change."""

    hosted_game: HostedGame
    game: Game
    moment: Moment
    at: int
    version: int
    broken: str = ""
    """The reason why later entries cannot be replayed. Empty if they can be."""

    @property
    def live(self) -> bool:
        """True if this is the newest moment."""
        return self.at == self.version

    def require_version(self, version: int) -> MomentView:
        """Return this moment if its version is the given one. Raises ``StaleVersion``."""
        if version != self.version:
            raise self.hosted_game.stale(version)
        return self


class HostedGame(GameReader):
    """One game. Writes hold its lock until the entry is on disk."""

    def __init__(
        self,
        opened: StoredGame,
        store: GameRepository,
        on_entry_added: Callable[[str], None],
        limits: Limits = USUAL,
    ) -> None:
        super().__init__(opened.game, *_load(opened), limits.short_replay)
        self._store = store
        self._on_entry_added = on_entry_added
        self._limits = limits
        self._unranked = opened.game.over and opened.game.ending is None
        """True if the game ended before results were stored."""
        self._broken: object = None

    def _reload(self, opened: StoredGame) -> None:
        """Take the game in again from its first entry."""
        self._read(opened.game, *_load(opened))
        self._broken = None

    def catch_up(self, version: int) -> None:
        """Follow entries written by other processes, and notify the watchers if they are new."""
        if version <= self.version:
            return
        with self._lock:
            opened = self._store.load(self.id, self.version) if version > self.version else None
            if opened is None:
                return
            self._apply_entries(opened)
        self._on_entry_added(self.id)

    def _apply_entries(self, opened: StoredGame) -> None:
        if opened.game.options.players != self.options.players:
            # A seat has another name since, in the entries that are known as well.
            whole = self._store.load(self.id)
            return self._reload(whole) if whole else None
        new = opened.entries
        load_entries(self.id, self._tree, self.log, new, opened.snapshot)
        self._broken = None
        if any(entry.kind in (SEAT, END) for entry in new):
            # Cached views contain the players of the seats and the right to undo.
            self.views.clear()
            self._set_seats(opened.game.seats)

    @property
    def broken(self) -> str:
        """The reason why the last entries cannot be replayed under these rules. Empty if they can."""
        with self._lock:
            if self._broken is None:
                try:
                    self._tree.state(self._tree.now)
                    self._broken = ""
                except NotPossible as error:
                    # A message: each reader gets it in their language.
                    self._broken = error.args[0]
            return str(self._broken)

    @property
    def newest_playable(self) -> int:
        """The newest moment that can be shown. In a broken game, the last one before the break."""
        if not self.broken:
            return self.version
        return self._tree.last_playable().number

    # -- reads

    def view_at(self, at: int | None = None) -> MomentView:
        """Return the game after a number of entries, or now."""
        with self._lock:
            number = self.newest_playable if at is None else at
            moment = self._tree.after(number)
            state = self._tree.state(moment)
            if number == agreed_end.find_end(self.log):
                state = agreed_end.mark_ended(state)
            game = Game.at_state(self.options, state)
            broken = self.broken if number == self.newest_playable else ""
            if self._unranked and number == self.version:
                self._rank(game)
            return MomentView(self, game, moment, number, self.version, broken)

    def _rank(self, game: Game) -> None:
        """Store the result of a game that ended before results were stored."""
        self._unranked = False
        found = ending_of(game)
        if found is not None:
            # If this fails, the next load of the game tries again.
            with contextlib.suppress(StorageUnavailable):
                self._store.rank(self.id, self.version, found)

    # -- replays for worker processes

    def long_replay(self, at: int | None = None) -> ReplayPlan | None:
        """Return the replay up to a moment, or the current one, if it is long. Else None."""
        with self._lock:
            if at is not None:
                return self.replays.plan_if_long(self._tree.after(at))
            return None if self._broken else self.replays.plan_if_long(self._tree.now)

    def long_undo_replay(self, version: int, to: int | None) -> ReplayPlan | None:
        """Return the replay up to the target of an undo, if it is long. Else None."""
        with self._lock:
            self._check_version(version)
            return self.long_replay() or self.replays.plan_if_long(self._undo_target(to))

    def long_redo_replay(self, version: int, branch: int | None) -> ReplayPlan | None:
        """Return the replay up to the target of a redo, if it is long. Else None."""
        with self._lock:
            self._check_version(version)
            return self.long_replay() or self.replays.plan_if_long(self._redo_target(branch))

    # -- writes

    def act(self, version: int, action: AnyAction, note: str = "", *, automatic: bool = False) -> int:
        """Carry out an action, and return the new version once it is on disk.

        The decoder has checked the types of its fields. ``note`` is added to the log. An undo goes back past
        an ``automatic`` action, which a setting of the player chose.
        """
        with self._lock:
            self._check_version(version)
            if self.broken:
                raise NotPossible(self.broken)
            naming.check_complete(self.seats)
            before = self._tree.state(self._tree.now)
            try:
                state, lines = referee.play(self._tree.title, before, action)
            except Refusal as refusal:
                raise ActionRefused(refusal) from refusal
            with speak(None):
                outcome = _with_line(describe_action(self.options, before, state, lines), note)
                outcome = msgspec.structs.replace(outcome, automatic=automatic)
            return self._append(ACTION, msgspec.json.encode(action), action.player, state, outcome)

    def undo(self, version: int, to: int | None = None, note: str = "") -> int:
        """Undo, and return the new version. ``note`` is added to the log."""
        with self._lock:
            self._check_version(version)
            here = self._tree.now
            target = self._undo_target(to)
            with speak(None):
                if self.broken:
                    return self._jump(UNDO, target, f"Back to where these rules can follow: {self.broken}")
                undone = self._tree.path(here)[target.depth + 1]
                text = f"Undone: {words(self._game(target), undone.action())}"
            return self._jump(UNDO, target, text, undone.number, note)

    def redo(self, version: int, branch: int | None = None) -> int:
        """Redo, and return the new version."""
        with self._lock:
            self._check_version(version)
            return self._redo_to(self._redo_target(branch))

    def _redo_to(self, target: Moment) -> int:
        here = self._tree.now
        done = self._tree.path(target)[here.depth + 1]
        with speak(None):
            text = f"Redone: {words(self._game(here), done.action())}"
        return self._jump(REDO, target, text, done.number)

    def vary(self, lines: Mapping[int, Sequence[AnyAction]]) -> dict[int, list[int]]:
        """Play a line from each of these moments, return to the current one, and return the new moments."""
        with self._lock:
            end = self._tree.now.number
            later = sorted(lines, key=lambda each: self._tree.after(each).depth, reverse=True)
            found = {number: self.play_line(number, lines[number]) for number in later}
            self.return_to(end)
        return found

    def play_line(self, number: int, actions: Sequence[AnyAction]) -> list[int]:
        """Play a line from a moment in play, up to an action that the rules refuse; return its moments."""
        found: list[int] = []
        with self._lock, contextlib.suppress(ActionRefused):
            if self._tree.now is not self._tree.after(number):
                self.undo(self.version, number)
            for action in actions:
                self.act(self.version, action)
                found.append(self._tree.now.number)
        return found

    def return_to(self, number: int) -> None:
        """Make a moment the current one, by an undo and a redo."""
        with self._lock:
            target = self._tree.after(number)
            common = next(each for each in self._tree.path(target)[::-1] if self._tree.in_play(each))
            if common is not self._tree.now:
                self.undo(self.version, common.number)
            if target is not common:
                self._redo_to(target)

    def change_seat(
        self, version: int, name: str, kind: SeatKind, note: str = "", *, agreed: bool = False
    ) -> int:
        """Hand a seat to a bot or back to people, and return the new version.

        ``note`` is added to the log, and whether the person in the seat ``agreed`` to a request. New entries
        since ``version`` do not matter, unless one changed a seat.
        """
        with self._lock:
            while True:
                if version > self.version or seat_changes.changed_since(self.log, version):
                    raise self.stale(version)
                known = self.version
                try:
                    return self._change_seat(name, kind, note, agreed)
                except StaleVersion:
                    # Another process was faster. Its entries are known now. Retry, unless one changed a seat.
                    if self.version == known:
                        raise

    def _change_seat(self, name: str, kind: SeatKind, note: str, agreed: bool) -> int:
        if self.broken:
            raise NotPossible(self.broken)
        seats, data = seat_changes.change_player(self.seats, name, kind, agreed=agreed)
        state = self._tree.state(self._tree.now)
        with speak(None):
            text = f"{player_name(name, kind)}{f' ({note})' if note else ''}"
            outcome = describe_jump(self.options, state, state, text, None)
        number = self._append(SEAT, data, "", state, outcome, seats)
        # Cached views contain the players of the seats.
        self.views.clear()
        return number

    def rename(self, old: str, wanted: str | None, store_occupant: naming.StoreOccupant) -> bool:
        """Rename a seat after the account of the person in it, or after its number if the person leaves.

        ``store_occupant`` stores the person in the same transaction. Return False if the name stays because
        an action has been played.
        """
        with self._lock:
            while (seat := naming.find_renamable(self.seats, self.log, old)) is not None:
                known = self.version
                changed = naming.rename_seat(self.options, self.seats, self.log, seat, wanted, store_occupant)
                state = GameTree(changed.options).state_at_start
                with speak(None):
                    outcome = describe_jump(changed.options, state, state, changed.text, None)
                try:
                    self._append(SEAT, changed.data, "", state, outcome, changed.seats, renamed=changed)
                    return True
                except StaleVersion:
                    # Another process was faster.
                    if self.version == known:
                        raise
            return False

    def end(self, version: int, note: str) -> int:
        """End the game by agreement, and return the new version."""
        with self._lock:
            self._check_version(version)
            if self.broken:
                raise NotPossible(self.broken)
            state = self._tree.state(self._tree.now)
            if state.over:
                raise NotPossible(gettext("This game is over already."))
            with speak(None):
                outcome = describe_jump(self.options, state, agreed_end.mark_ended(state), note, None)
            number = self._append(END, b"{}", "", state, outcome, over=True)
            # The position is the same, but it is now shown as over.
            self.views.clear()
            return number

    def seats_undone(self, version: int, to: int | None) -> frozenset[str]:
        """Return the seats of people whose actions an undo would take back.

        Nobody's if the game is broken. Raises ``StaleVersion`` and ``NotPossible``.
        """
        with self._lock:
            self._check_version(version)
            if self.broken:
                return frozenset()
            back = self._tree.path(self._tree.now)[self._undo_target(to).depth + 1 :]
            return seat_changes.makers(self.seats, self.log, self._tree, back)

    def seats_redone(self, version: int, branch: int | None) -> frozenset[str]:
        """Return the seats of people whose actions a redo would repeat.

        Raises ``StaleVersion`` and ``NotPossible``.
        """
        with self._lock:
            self._check_version(version)
            target = self._redo_target(branch)
            ahead = self._tree.path(target)[self._tree.now.depth + 1 :]
            return seat_changes.makers(self.seats, self.log, self._tree, ahead)

    def _undo_target(self, to: int | None) -> Moment:
        """Return the target moment of an undo. Raises ``NotPossible``."""
        if to is None and self.broken:
            to = self.newest_playable
        return self._tree.undo_target(to, self.people_at, self.is_automatic)

    def _redo_target(self, branch: int | None) -> Moment:
        """Return the target moment of a redo. Raises ``NotPossible``."""
        return self._tree.redo_target(branch, self.people_at, self.is_automatic)

    def _game(self, moment: Moment) -> Game:
        return Game.at_state(self.options, self._tree.state(moment))

    def _jump(
        self, kind: EntryKind, target: Moment, text: str, first: int | None = None, note: str = ""
    ) -> int:
        state = self._tree.state(target)
        before = state if self.broken else self._tree.state(self._tree.now)
        with speak(None):
            outcome = describe_jump(self.options, before, state, text, first)
        number = self._append(
            kind, msgspec.json.encode(JumpTo(target.number)), "", state, _with_line(outcome, note)
        )
        self._broken = ""
        return number

    def _check_version(self, version: int) -> None:
        if version != self.version:
            raise self.stale(version)

    def stale(self, version: int) -> StaleVersion:
        """Return the error for a request made at an older version."""
        missed = self.log[max(version, self.version - MISSED, 0) :]
        return StaleVersion(version, self.version, tuple(map(self._log_presenter.present, missed)))

    def _append(
        self,
        kind: EntryKind,
        data: bytes,
        seat: str,
        state: State,
        outcome: EntryOutcome,
        seats: tuple[Seat, ...] | None = None,
        *,
        over: bool = False,
        renamed: naming.SeatRename | None = None,
    ) -> int:
        """Store an entry on disk, then in memory, and then notify the watchers."""
        agreed_end.check_open(self.log)
        if self.version >= self._limits.max_entries:
            raise NotPossible(
                gettext(
                    "This game has {version} entries, undone ones included, and no game takes more. It "
                    "can still be read, and a sandbox be begun.",
                    version=str(self.version),
                )
            )
        number = self.version + 1
        entry = LogEntry(number, kind, data, seat, now(), msgspec.json.encode(outcome))
        latest = snapshot(self._tree.title, number, state)
        try:
            self._store.append(self.id, entry, outcome, latest, over or state.over, seats, renamed)
        except WriteConflict as error:
            self.catch_up(self._store.version(self.id))
            raise self.stale(number - 1) from error
        if renamed is not None:
            game = self.row._replace(options=renamed.options, seats=renamed.seats)
            self._reload(StoredGame(game, [*renamed.entries, entry], latest))
        else:
            self._tree.add_entry(kind, data, state)
            self.log.append(entry)
            if seats is not None:
                self._set_seats(seats)
        self._on_entry_added(self.id)
        return number


def _with_line(outcome: EntryOutcome, note: str) -> EntryOutcome:
    """Return an outcome with one more line in the log. Unchanged if the line is empty."""
    if not note:
        return outcome
    return msgspec.structs.replace(outcome, lines=(*outcome.lines, records.Line(note)))


def _load(opened: StoredGame) -> tuple[GameTree, Log]:
    """Return the moments and the entries of a stored game."""
    puzzle = opened.game.puzzle
    position = Game.from_line(puzzle.position, "The position of the game").state if puzzle else None
    tree, log = GameTree(opened.game.options, position), Log()
    load_entries(opened.game.id, tree, log, opened.entries, opened.snapshot)
    return tree, log
