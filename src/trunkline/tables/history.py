"""The moments of one game: a tree, derived from its append-only log, and the moment in play.

A moment is known by the number of the entry that first led to it; the start is number 0. Undoing and redoing
are entries too: they lead back to moments that exist. That somebody else plays a seat from then on is one as
well, after which the moment in play is the same, and so is that the people agree to end the game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from trunkline.actions import AnyAction
from trunkline.errors import UsageError
from trunkline.kernel import engine
from trunkline.kernel import state as states
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.kernel.table import Title
from trunkline.saves import UNREADABLE
from trunkline.tables.errors import Impossible, Unknown
from trunkline.tables.records import SeatKind
from trunkline.titles import build

ACTION: Final = "action"
UNDO: Final = "undo"
REDO: Final = "redo"
SEAT: Final = "seat"
END: Final = "end"
PASS = b'"kind":"pass"'
"""Stands in the JSON of every action that passes."""
STATES = 2000
"""States of a game held in memory, those come upon last."""
STRIDE = 20
"""Of moments further back every so many keep theirs in writing, from which those between are replayed."""


class To(msgspec.Struct, frozen=True):
    """What an undo or a redo holds: the moment it leads to."""

    to: int


class Taken(msgspec.Struct, frozen=True):
    """Who plays a seat from an entry on, and who did before."""

    seat: str
    by: SeatKind
    was: SeatKind


@dataclass(eq=False, slots=True)
class Moment:
    """A position that has been reached. ``state`` is recalled when it is asked for."""

    number: int
    parent: Moment | None = None
    data: bytes = b""
    """The action that led to it, as JSON."""
    depth: int = 0
    state: State | None = None
    kept: bytes = b""
    """The state in writing, where it is kept like that."""
    branches: tuple[Moment, ...] = ()
    """What has been played from here, the latest last."""

    def action(self) -> AnyAction:
        """The action that led to it."""
        action: AnyAction = _actions.decode(self.data)
        return action

    def passes(self, most: int) -> int:
        """How many passes in a row led to it, counted up to a number."""
        here, found = self, 0
        while found < most and here.parent is not None and PASS in here.data:
            here, found = here.parent, found + 1
        return found

    @property
    def known(self) -> bool:
        """Whether the state is at hand, without replaying."""
        return self.state is not None or bool(self.kept)


class Reached(NamedTuple):
    """A moment of a line of play: its number, the action that led to it, and the position."""

    number: int
    action: AnyAction | None
    state: State


Decides = Callable[[Moment], bool]
"""Whether a person must decide at a moment."""


class History:
    """All moments of a game."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.title: Title = build(options)
        self.start = Moment(0, state=self.title.setup(options))
        self._recent: deque[Moment] = deque()
        """The moments that hold their state, those come upon last at the end."""
        self._after = [self.start]
        """The moment after so many entries."""

    @property
    def state_at_start(self) -> State:
        """The position before the first action."""
        return self.state(self.start)

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self._after) - 1

    @property
    def now(self) -> Moment:
        """The moment in play."""
        return self._after[-1]

    def after(self, entries: int) -> Moment:
        """The moment in play after so many entries. Raises ``Unknown``."""
        if not 0 <= entries < len(self._after):
            raise Unknown(f"This game has no moment {entries}: the newest is {self.version}.")
        return self._after[entries]

    def path(self, moment: Moment) -> list[Moment]:
        """The moments from the start to this one."""
        found: list[Moment] = []
        here: Moment | None = moment
        while here is not None:
            found.append(here)
            here = here.parent
        return found[::-1]

    # -- following the log

    def follow(self, kind: str, data: bytes, state: State | None = None) -> Moment:
        """Add an entry that the log holds; ``state`` is the position after it, where it is known."""
        if kind == ACTION:
            moment = self._act(data)
        elif kind in (SEAT, END):
            moment = self.now
        else:
            moment = self._led_to(_steps.decode(data).to)
        if state is not None and moment.state is None:
            self._hold(moment, state)
        if moment.parent is not None:
            self._make_latest(moment)
        self._after.append(moment)
        return moment

    def _act(self, data: bytes) -> Moment:
        here = self.now
        for known in here.branches:
            if known.data == data:
                return known
        number = self.version + 1
        moment = Moment(number, here, data, here.depth + 1)
        here.branches += (moment,)
        return moment

    def _led_to(self, number: int) -> Moment:
        """The moment that is known by a number. Raises ``LookupError``."""
        moment = self._after[number]
        if moment.number != number:
            raise LookupError(number)
        return moment

    def _make_latest(self, moment: Moment) -> None:
        here = moment
        while here.parent is not None and here.parent.branches[-1] is not here:
            others = (each for each in here.parent.branches if each is not here)
            here.parent.branches = (*others, here)
            here = here.parent

    # -- states

    def state(self, moment: Moment) -> State:
        """The position at a moment, replayed from the nearest one that is known. Raises ``Impossible``."""
        if moment.state is not None:
            return moment.state
        way = self.unknown(moment)
        state = self._read(way[0].parent if way else moment)
        for each in way:
            try:
                state, _ = engine.play(self.title, state, each.action())
            except (Refusal, UsageError, *UNREADABLE) as error:
                raise Impossible(
                    f"Entry {each.number} is not legal by the rules of this program, which another version "
                    f"played: {error}."
                ) from error
            self._hold(each, state)
        return state

    def unknown(self, moment: Moment) -> list[Moment]:
        """The moments to be replayed to know the position at one: from behind the nearest known to itself."""
        found: list[Moment] = []
        here: Moment | None = moment
        while here is not None and not here.known:
            found.append(here)
            here = here.parent
        return found[::-1]

    def written(self, moment: Moment) -> bytes:
        """The position at a moment that is known."""
        return moment.kept or states.encode(self.state(moment))

    def remember(self, number: int, written: bytes) -> None:
        """Keep the position at a moment, which has been replayed elsewhere."""
        moment = self._led_to(number)
        if not moment.known:
            moment.kept = written

    def _read(self, moment: Moment | None) -> State:
        assert moment is not None
        if moment.state is None:
            self._hold(moment, states.decode(moment.kept, self.title.state))
        assert moment.state is not None
        return moment.state

    def _hold(self, moment: Moment, state: State) -> None:
        moment.state = state
        self._recent.append(moment)
        while len(self._recent) > STATES:
            old = self._recent.popleft()
            # That of the moment in play is always at hand.
            if old is self.now:
                self._recent.append(old)
            elif old.state is not None:
                if old.depth % STRIDE == 0 and not old.kept:
                    old.kept = states.encode(old.state)
                old.state = None

    def sound(self) -> Moment:
        """The last moment of the line in play that the rules of this program lead to."""
        return next(moment for moment in reversed(self.path(self.now)) if moment.known)

    # -- where undo and redo lead

    def undo_target(self, to: int | None, people: Decides) -> Moment:
        """The moment that an undo leads to: without a number the last at which a person decides.

        Raises ``Impossible``.
        """
        here = self.now
        if here.parent is None:
            raise Impossible("There is nothing to undo.")
        if to is not None:
            target = self.after(to)
            if target is here or target not in self.path(here):
                raise Impossible(f"Moment {to} does not lie before the one in play.")
            return target
        back = here.parent
        # One that stopped at a program's turn would only be played over.
        while back.parent is not None and not people(back):
            back = back.parent
        return back if people(back) else here.parent

    def redo_target(self, branch: int | None, people: Decides) -> Moment:
        """The moment that a redo leads to. Raises ``Impossible``."""
        here = self.now
        found = [each for each in here.branches if branch is None or each.number == branch]
        if not found:
            none = (
                "There is nothing to redo."
                if branch is None
                else f"No branch from here begins with {branch}."
            )
            raise Impossible(none)
        ahead = found[-1]
        while ahead.branches and not people(ahead):
            ahead = ahead.branches[-1]
        return ahead


_actions = msgspec.json.Decoder(AnyAction)
_steps = msgspec.json.Decoder(To)
