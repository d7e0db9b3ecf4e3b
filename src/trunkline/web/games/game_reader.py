"""Reads of a game in play: its moments, its entries and its seats, under a lock."""

from __future__ import annotations

import threading
from typing import NamedTuple

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.state import State
from trunkline.game.actions import AnyAction
from trunkline.util.messages import gettext
from trunkline.web.errors import NotPossible
from trunkline.web.games import agreed_end, seat_changes, turn_keys
from trunkline.web.games.course import Course
from trunkline.web.games.game_tree import ACTION, END, REDO, SEAT, UNDO, GameTree, Moment
from trunkline.web.games.log import Log
from trunkline.web.games.log_entries import LogEntry
from trunkline.web.games.log_texts import LogTexts
from trunkline.web.games.log_view import LogPresenter, find_undone
from trunkline.web.games.replay_planner import ReplayPlanner
from trunkline.web.games.repository import GameRow
from trunkline.web.games.view_cache import ViewCache
from trunkline.web.schemas import log as records
from trunkline.web.schemas.log import Logged, Seat, Wishes


class Progress(NamedTuple):
    """The progress of a game between two versions."""

    entries: list[Logged]
    """The actions that lead from the older position to the newer one, with changes of seats and the end."""
    undone: list[int]
    """The actions among the new entries that were undone."""
    lost: list[int]
    """The actions before the older version that were undone since."""


class GameReader:
    """One game for reading. Each read holds its lock briefly.

    The log may be read without the lock, because it only grows.
    """

    row: GameRow
    """The game as it was stored when it was loaded."""

    def __init__(self, row: GameRow, tree: GameTree, log: Log, short_replay: int) -> None:
        """Read these moments and entries.

        ``short_replay`` is the maximum number of actions of a short replay.
        """
        self.id = row.id
        self.created = row.created
        self.origin = row.origin
        self.others_shown = row.wishes.others_shown
        self._lock = threading.RLock()
        self._short_replay = short_replay
        self._read(row, tree, log)

    def _read(self, row: GameRow, tree: GameTree, log: Log) -> None:
        """Read other moments and entries from now on: those of the game after a seat was renamed."""
        self.row, self.options, self._tree, self.log = row, row.options, tree, log
        self.texts = LogTexts(tree.title, log)
        self._log_presenter = LogPresenter(tree.title, row.options.players, self.texts)
        self.views = ViewCache()
        self.course = Course()
        self.replays = ReplayPlanner(row.options, tree, self._lock, self._short_replay)
        self._set_seats(row.seats)

    def _set_seats(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self.people = frozenset(seat.name for seat in seats if seat.kind == records.PERSON)
        # A seat played by a bot for a person still counts: that person has not agreed to reasons or hints.
        alone = len(seat_changes.people_ever(seats, self.log)) < 2
        # A sandbox belongs to one person, so the settings of the original game do not apply.
        wishes = self.row.wishes if self.origin is None else Wishes(reasons=True, hints=True)
        self.reasons = alone if wishes.reasons is None else wishes.reasons
        self.hints = alone if wishes.hints is None else wishes.hints

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self._tree.version

    @property
    def withheld(self) -> bool:
        """True for the game of a puzzle without an answer. Its first entry is the answer."""
        return self.row.puzzle is not None and self.version == 0

    def check_past(self) -> None:
        """Raise ``NotPossible`` if the game began at a position, so that no actions lead to it."""
        if self.row.puzzle is not None:
            raise NotPossible(
                gettext(
                    "The game of a puzzle begins at a position, so it cannot be exported, copied or reviewed."
                )
            )

    @property
    def ended(self) -> bool:
        """True if the players agreed to end the game. No further entries are possible."""
        return agreed_end.find_end(self.log) is not None

    @property
    def title(self) -> Title:
        """The title that is played, with its rules and its board."""
        return self._tree.title

    @property
    def over(self) -> bool:
        """True if the game is over, by its rules or by agreement."""
        with self._lock:
            return self.ended or self._tree.state(self._tree.now).over

    @property
    def has_begun(self) -> bool:
        """True if a person has acted. Bots may play while people join, so their actions do not count."""
        with self._lock:
            return next(seat_changes.actions_of_people(self.seats, self.log), None) is not None

    def path(self, moment: Moment | None = None) -> list[Moment]:
        """Return the moments from the start to a given one, or to the current one."""
        with self._lock:
            return self._tree.path(moment or self._tree.now)

    def moment_at(self, number: int) -> Moment:
        """Return the moment after a number of entries, without its position. Raises ``GameNotFound``."""
        with self._lock:
            return self._tree.after(number)

    def branches(self, moment: Moment) -> list[Moment]:
        """Return the moments that were reached from one, latest last."""
        with self._lock:
            return list(moment.branches)

    def state(self, moment: Moment) -> State:
        """Return the position at a moment. Raises ``NotPossible`` if the rules do not lead there."""
        with self._lock:
            return self._tree.state(moment)

    def entry_of(self, moment: Moment) -> LogEntry | None:
        """Return the entry that first led to a moment. None at the start."""
        return self.log[moment.number - 1] if moment.number else None

    def headline(self, number: int) -> str:
        """Return the headline of an entry."""
        return self._log_presenter.present(self.log[number - 1]).headline

    def action_at(self, number: int) -> AnyAction | None:
        """Return the action of an entry. None if the entry is not an action. Raises ``GameNotFound``."""
        with self._lock:
            moment = self._tree.after(number)
            is_action = number > 0 and self.log[number - 1].kind == ACTION
            return moment.action() if is_action else None

    def next_played(self, moment: Moment, at: int) -> tuple[Moment, bool] | None:
        """Return the moment that followed one, and whether it has been undone since. None if there is none.

        It is the one of the entry after ``at``. After an undo, it is the last one played from here.
        """
        with self._lock:
            entry = self.log[at] if at < self.version else None
            if entry is not None and entry.kind == ACTION:
                played = self._tree.after(entry.number)
            elif moment.branches:
                played = moment.branches[-1]
            else:
                return None
            return played, not self._tree.in_play(played)

    def has_jumped(self, at: int) -> bool:
        """Return whether the entry before a moment is an undo or a redo."""
        return at > 0 and self.log[at - 1].kind in (UNDO, REDO)

    def people_at(self, moment: Moment) -> bool:
        """Return whether a person must decide at a moment, as stored with its entry."""
        if moment is self._tree.start:
            return bool(self.people & referee.to_act(self._tree.title, self._tree.state(moment)))
        return bool(self.people.intersection(self.log[moment.number - 1].outcome.to_act))

    def is_automatic(self, moment: Moment) -> bool:
        """Return whether a setting of a player chose the action before a moment."""
        return moment is not self._tree.start and self.log[moment.number - 1].outcome.automatic

    def turn_start(self, moment: Moment) -> Moment:
        """Return the first moment of the turn that is in progress at a moment."""
        with self._lock:
            turn, began = self._turn_at(moment), moment
            while began.parent is not None and self._turn_at(began.parent) == turn:
                began = began.parent
            return began

    def _turn_at(self, moment: Moment) -> str:
        entry = self.entry_of(moment)
        return (entry.outcome.turn if entry else "") or turn_keys.turn_key(self._tree.state(moment))

    def entries_after(self, after: int) -> list[Logged]:
        """Return the entries after a number in their present form. Undone ones are marked."""
        with self._lock:
            entries = self.log[max(after, 0) :]
            back = find_undone(self._tree, self.log)
        return [self._log_presenter.present(entry, back.get(entry.number)) for entry in entries]

    def progress(self, after: int, until: int) -> Progress:
        """Return the actions that lead from one version to a later one. Raises ``GameNotFound``."""
        with self._lock:
            before, now = self._tree.path(self._tree.after(after)), self._tree.path(self._tree.after(until))
            entries = self.log[after:until]
            acted = {
                self._tree.after(entry.number).number: entry.number
                for entry in entries
                if entry.kind == ACTION
            }
        old, new = ({moment.number for moment in path} for path in (before, now))
        numbers = [moment.number for moment in now if moment.number not in old]
        numbers += [entry.number for entry in entries if entry.kind in (SEAT, END)]
        return Progress(
            [self._log_presenter.present(self.log[number - 1]) for number in sorted(numbers)],
            [number for moment, number in acted.items() if moment not in new],
            [moment.number for moment in before if moment.number not in new],
        )
