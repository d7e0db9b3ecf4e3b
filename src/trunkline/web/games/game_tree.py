"""The moments of a game: a tree derived from its append-only log, and the current moment.

A moment is identified by the number of the entry that first led to it. The start is number 0. Undo and redo
are entries that lead to existing moments. Seat changes and the end by agreement are entries that keep the
current moment.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from trunkline.engine.kernel import referee
from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game.actions import AnyAction
from trunkline.game.saves import UNREADABLE
from trunkline.titles import build
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext, gettext_lazy
from trunkline.web.errors import GameNotFound, NotPossible
from trunkline.web.schemas.log import SeatKind

ACTION: Final = "action"
UNDO: Final = "undo"
REDO: Final = "redo"
SEAT: Final = "seat"
END: Final = "end"
PASS = b'"kind":"pass"'
"""The part of the JSON that all passes have."""
STATES = 2000
"""The number of states of a game in memory, most recently used."""
STRIDE = 20
"""The interval of older moments that keep an encoded state. Moments between them are replayed."""


class JumpTo(msgspec.Struct, frozen=True):
    """The data of an undo or redo entry: its target moment."""

    to: int


class SeatChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """The data of a seat change: the new and the previous player."""

    seat: str
    by: SeatKind
    was: SeatKind
    agreed: bool = False
    """True if the person in the seat agreed to a request that a bot plays it. Logs of older versions say
    it only in the text."""


@dataclass(eq=False, slots=True)
class Moment:
    """A position that was reached. ``state`` is replayed on demand."""

    number: int
    parent: Moment | None = None
    data: bytes = b""
    """The action that led to it, as JSON."""
    depth: int = 0
    state: State | None = None
    encoded_state: bytes = b""
    """The encoded state, if it is stored."""
    branches: tuple[Moment, ...] = ()
    """The moments reached from here, latest last."""

    def action(self) -> AnyAction:
        """Return the action that led to it."""
        action: AnyAction = _actions.decode(self.data)
        return action

    def passes(self, most: int) -> int:
        """Return the number of consecutive passes that led to it, up to ``most``."""
        here, found = self, 0
        while found < most and here.parent is not None and PASS in here.data:
            here, found = here.parent, found + 1
        return found

    @property
    def has_state(self) -> bool:
        """True if the state is available without a replay."""
        return self.state is not None or bool(self.encoded_state)


class ReachedMoment(NamedTuple):
    """A moment of a line of play: its number, the action that led to it, and the position."""

    number: int
    action: AnyAction | None
    state: State


Decides = Callable[[Moment], bool]
"""A function that answers a question about a moment, for example whether a person must decide there."""


class GameTree:
    """All moments of a game."""

    def __init__(self, options: Options, position: State | None = None) -> None:
        """Begin with a new game, or at a position."""
        self.options = options
        self.title: Title = build(options)
        self.start = Moment(0, state=position or self.title.setup(options))
        self._recent: deque[Moment] = deque()
        """The moments with a state in memory, most recently used last."""
        self._after = [self.start]
        """The current moment after each number of entries."""

    @property
    def state_at_start(self) -> State:
        """The position before the first action."""
        return self.state(self.start)

    @property
    def version(self) -> int:
        """The number of entries."""
        return len(self._after) - 1

    @property
    def now(self) -> Moment:
        """The current moment."""
        return self._after[-1]

    def after(self, entries: int) -> Moment:
        """Return the current moment after a number of entries. Raises ``GameNotFound``."""
        if not 0 <= entries < len(self._after):
            raise GameNotFound(
                gettext(
                    "This game has no moment {entries}: the newest is {version}.",
                    entries=str(entries),
                    version=str(self.version),
                )
            )
        return self._after[entries]

    def path(self, moment: Moment) -> list[Moment]:
        """Return the moments from the start to this one."""
        found: list[Moment] = []
        here: Moment | None = moment
        while here is not None:
            found.append(here)
            here = here.parent
        return found[::-1]

    def in_play(self, moment: Moment) -> bool:
        """Return whether the current line of play leads through a moment."""
        here: Moment | None = self.now
        while here is not None and here.depth > moment.depth:
            here = here.parent
        return here is moment

    # -- log entries

    def add_entry(self, kind: str, data: bytes, state: State | None = None) -> Moment:
        """Add a log entry. ``state`` is the position after it, if known."""
        if kind == ACTION:
            moment = self._add_action(data)
        elif kind in (SEAT, END):
            moment = self.now
        else:
            moment = self._find_moment(_steps.decode(data).to)
        if state is not None and moment.state is None:
            self._keep_state(moment, state)
        if moment.parent is not None:
            self._make_latest(moment)
        self._after.append(moment)
        return moment

    def _add_action(self, data: bytes) -> Moment:
        here = self.now
        for known in here.branches:
            if known.data == data:
                return known
        number = self.version + 1
        moment = Moment(number, here, data, here.depth + 1)
        here.branches += (moment,)
        return moment

    def _find_moment(self, number: int) -> Moment:
        """Return the moment with a number. Raises ``LookupError``."""
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
        """Return the position at a moment, replayed from the nearest known one. Raises ``NotPossible``."""
        if moment.state is not None:
            return moment.state
        path = self.replay_path(moment)
        state = self._read(path[0].parent if path else moment)
        for each in path:
            try:
                state, _ = referee.play(self.title, state, each.action())
            except (Refusal, UsageError, *UNREADABLE) as error:
                raise NotPossible(
                    # The reason is kept with the game, for readers of all languages.
                    gettext_lazy(
                        "Entry {number} is not legal by the rules of this program, which another "
                        "version played: {error}.",
                        number=str(each.number),
                        error=error,
                    )
                ) from error
            self._keep_state(each, state)
        return state

    def replay_path(self, moment: Moment) -> list[Moment]:
        """Return the moments to replay for a position, starting after the nearest known one."""
        found: list[Moment] = []
        here: Moment | None = moment
        while here is not None and not here.has_state:
            found.append(here)
            here = here.parent
        return found[::-1]

    def encode_state(self, moment: Moment) -> bytes:
        """Return the encoded position at a known moment."""
        return moment.encoded_state or states.encode(self.state(moment))

    def store_state(self, number: int, encoded_state: bytes) -> None:
        """Store a position that a worker process has replayed."""
        moment = self._find_moment(number)
        if not moment.has_state:
            moment.encoded_state = encoded_state

    def _read(self, moment: Moment | None) -> State:
        assert moment is not None
        if moment.state is None:
            self._keep_state(moment, states.decode(moment.encoded_state, self.title.state))
        assert moment.state is not None
        return moment.state

    def _keep_state(self, moment: Moment, state: State) -> None:
        moment.state = state
        self._recent.append(moment)
        while len(self._recent) > STATES:
            old = self._recent.popleft()
            # Keep the state of the current moment in memory.
            if old is self.now:
                self._recent.append(old)
            elif old.state is not None:
                if old.depth % STRIDE == 0 and not old.encoded_state:
                    old.encoded_state = states.encode(old.state)
                old.state = None

    def last_playable(self) -> Moment:
        """Return the last moment of the current line that the rules of this version can reach."""
        return next(moment for moment in reversed(self.path(self.now)) if moment.has_state)

    # -- targets of undo and redo

    def undo_target(self, to: int | None, people: Decides, automatic: Decides) -> Moment:
        """Return the target of an undo. Without a number, it is the last moment at which a person decides.

        Moments before an ``automatic`` action do not count: the person has decided nothing there.

        Raises ``NotPossible``.
        """
        here = self.now
        if here.parent is None:
            raise NotPossible(gettext("There is nothing to undo."))
        if to is not None:
            target = self.after(to)
            if target is here or target not in self.path(here):
                raise NotPossible(gettext("Moment {to} does not lie before the one in play.", to=str(to)))
            return target
        ahead, back = here, here.parent
        # Skip the turns of bots: they would act again immediately.
        while back.parent is not None and (not people(back) or automatic(ahead)):
            ahead, back = back, back.parent
        return back if people(back) else here.parent

    def redo_target(self, branch: int | None, people: Decides, automatic: Decides) -> Moment:
        """Return the target of a redo. Raises ``NotPossible``."""
        here = self.now
        found = [each for each in here.branches if branch is None or each.number == branch]
        if not found:
            raise NotPossible(
                gettext("There is nothing to redo.")
                if branch is None
                else gettext("No branch from here begins with {branch}.", branch=str(branch))
            )
        ahead = found[-1]
        while ahead.branches and (not people(ahead) or automatic(ahead.branches[-1])):
            ahead = ahead.branches[-1]
        return ahead


_actions = msgspec.json.Decoder(AnyAction)
_steps = msgspec.json.Decoder(JumpTo)
