"""A game in progress: its legal actions, its history, and undo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from trunkline import svg as art
from trunkline.engine.board import Board
from trunkline.engine.kernel import chart, referee
from trunkline.engine.kernel.action import shortened
from trunkline.engine.kernel.choice import Candidate, LegalList
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.event_table import EventRow, event_rows
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.engine.kernel.state_json import state_view
from trunkline.game import node as past
from trunkline.game import position_line, saves
from trunkline.game.actions import Action, validated
from trunkline.game.effects import Effects, effects
from trunkline.game.node import Node
from trunkline.game.notation.text import SUFFIX
from trunkline.game.notation.tree import Undone
from trunkline.game.standings import Result, Standing, ranked
from trunkline.titles import build, dealt
from trunkline.util.errors import UsageError


class Game:
    """A game in progress. ``trunkline.new`` and ``trunkline.load`` create one.

    Two games are equal if options and actions are equal; undone ones do not count. A pickled game holds its
    actions and its current state, which is trusted when it is unpickled.
    """

    def __init__(self, title: Title, options: Options) -> None:
        self._begin(title, options, Node(title.setup(options).seal()))

    def _begin(self, title: Title, options: Options, now: Node) -> None:
        self.title = title
        self.options = options
        self._now = now
        self._undone: dict[Node, tuple[Node, ...]] = {}
        """The undone moments, by the moment before them, the latest last; ``redo`` follows that one."""
        self._asked: Context | None = None
        """The context that answered the last query; see ``_still``."""

    @classmethod
    def _of(cls, title: Title, options: Options, now: Node) -> Self:
        game = cls.__new__(cls)
        game._begin(title, options, now)
        return game

    def copy(self) -> Game:
        """Return a copy with an independent future. It is cheap, because copies share the past."""
        game = self._of(self.title, self.options, self._now)
        game._undone = self._undone.copy()
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        here, there = self._now, other._now
        if self.options != other.options or here.depth != there.depth:
            return False
        return here is there or (self.actions == other.actions and self.digest() == other.digest())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        waiting = "over" if self.over else f"{', '.join(sorted(self.to_act))} to act"
        return (
            f"<Game of {self.options.title}: {', '.join(self.players)}; action {self._now.depth}; {waiting}>"
        )

    def __getstate__(self) -> tuple[Options, State, tuple[Action, ...], Undone]:
        self.check_opening("be sent")
        return self.options, self._now.state, tuple(self.actions), self.undone

    def __setstate__(self, saved: tuple[Options, State, tuple[Action, ...], Undone]) -> None:
        options, state, actions, undone = saved
        self._begin(build(options), options, past.trusted(state.seal(), actions))
        for _ in self._regrown(undone):
            pass

    # -- what is

    @property
    def state(self) -> State:
        """The current state: the caller's own copy, for reading and experiments."""
        return self._now.state.copy()

    @property
    def shared_state(self) -> State:
        """The current state itself, for readers only: copies of the game share it. ``state`` is a copy."""
        return self._now.state

    @property
    def board(self) -> Board:
        """The printed contents of the components."""
        return self.title.board

    @property
    def players(self) -> list[str]:
        """The players in seat order."""
        return list(self._now.state.players)

    @property
    def to_act(self) -> set[str]:
        """The players who must decide now; empty once the game is over."""
        return set(referee.to_act(self.title, self._now.state, self._still()))

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self._now.state.over

    @property
    def actions(self) -> list[Action]:
        """The actions that led to the current moment."""
        path = self._path()
        return [*path[0].untold, *(node.action for node in path if node.action is not None)]

    @property
    def log(self) -> list[Event]:
        """The events so far; ``trunkline.game.wording.events.sentence`` gives the text of one."""
        self._recall()
        return [event for node in self._path() for event in node.events]

    @property
    def undone(self) -> Undone:
        """The undone actions, each with the number of the moment before it.

        Moment 0 is the start. The moments of the game follow, then one for each undone action in this order.
        """
        moments = self._path() if self._undone else []
        numbers = {node: number for number, node in enumerate(moments)}
        undone: list[tuple[int, Action]] = []
        for before in moments:  # the list grows during the loop
            for node in self._undone.get(before, ()):
                if node not in numbers and node.action is not None:
                    numbers[node] = len(moments)
                    moments.append(node)
                    undone.append((numbers[before], node.action))
        return tuple(undone)

    def history(self) -> list[EventRow]:
        """Return the events so far as a table, with one row per event, for data frames."""
        self._recall()
        path = self._path()
        return list(event_rows((node.depth, node.events) for node in path))

    def view(self) -> dict[str, Any]:
        """Return the position as plain data for other programs, as in ``trunkline state --json``."""
        return state_view(self.title, self._now.state)

    def digest(self) -> str:
        """Return a hash of the state, the same in every process and on every machine."""
        return self._now.state.digest()

    def price(self, corp: str) -> int:
        """Return a corporation's share price in dollars; 0 if off the chart. Raises ``UsageError``."""
        corps = self._now.state.corporations
        if corp not in [*corps]:  # a value that is not a text may not be hashable
            known = ", ".join(corps)
            raise UsageError(f"There is no corporation {shortened(corp)}; the corporations are {known}.")
        return chart.price(Context(self.title, self._now.state), corps[corp])

    def worth(self, player: str) -> int:
        """Return the worth of a player in dollars, as if the game ended now. Raises ``UsageError``."""
        return self.title.policies.worth(Context(self.title, self._now.state), self._player(player))

    def standings(self) -> list[Standing]:
        """Return the players by worth, richest first, as if the game ended now. Those who left come last."""
        worth = {name: self.worth(name) for name in self.players}
        gone = {name for name, player in self._now.state.players.items() if player.out}
        return ranked(worth, self.title.policies.ties_shared, gone)

    @property
    def result(self) -> Result | None:
        """The result of the game, or None while it is in progress."""
        if not self.over:
            return None
        standings = tuple(self.standings())
        winners = tuple(standing.player for standing in standings if standing.place == 1)
        return Result(self._now.state.reason, winners, standings)

    # -- what may be done

    def legal(self, player: str | None = None) -> LegalList:
        """Return every legal choice of ``player``, or of all who must decide now.

        An action is ``in`` the answer if it can be played; see ``LegalList``. Raises ``UsageError``.
        """
        now = self._still()
        choices = referee.legal_among(now, referee.candidates(now, self._known(player)))
        return LegalList(choices, lambda action: referee.is_legal(now, action, player))

    def check(self, action: Action) -> Refusal | None:
        """Return the refusal of an action, or None if it is legal.

        Raises ``UsageError`` if it is not an action, or a field of it has the wrong type.
        """
        return referee.check(self.title, self._now.state, validated(action), self._still())

    def forbidden(self, player: str | None = None) -> list[tuple[Candidate, Refusal]]:
        """Return the refused candidates or kinds of action with their refusals. Raises ``UsageError``."""
        return referee.forbidden(self.title, self._now.state, self._known(player))

    def effects(self, action: Action) -> Effects:
        """Return the effects of an action, found on a copy. An offer counts as accepted.

        Raises ``Refusal`` if it is not legal, and ``UsageError`` if it is not an action.
        """
        return effects(self.title, self._now.state, validated(action))

    # -- doing it

    def play(self, action: Action) -> list[Event]:
        """Play an action and return its events. Raises ``Refusal`` and then changes nothing.

        Raises ``UsageError`` if it is not an action, or a field of it has the wrong type.
        """
        self._now = self._next(self._now, validated(action))
        return list(self._now.events)

    def undo(self) -> Action:
        """Undo the last action and return it. Raises ``UsageError`` at the start."""
        if self._now.parent is None:
            self._recall()
        node = self._now
        if node.parent is None or node.action is None:
            raise UsageError("There is nothing to undo.")
        self._keep_undone(node.parent, node)
        self._now = node.parent
        return node.action

    @property
    def branches(self) -> list[Action]:
        """The undone actions that were played from here, the latest last."""
        return [node.action for node in self._undone.get(self._now, ()) if node.action is not None]

    def redo(self, action: Action | None = None) -> Action:
        """Redo the latest branch, or the one that begins with ``action``, by one action.

        Raises ``UsageError`` if there is no such branch.
        """
        known = self._undone.get(self._now, ())
        found = [node for node in known if action is None or node.action == action]
        if not found or found[-1].action is None:
            raise UsageError("There is nothing to redo.")
        self._now = found[-1]
        return found[-1].action

    def at(self, number: int) -> Game:
        """Return a separate game at the moment after ``number`` actions."""
        self._recall()
        path = self._path()
        if type(number) is not int or not 0 <= number < len(path):
            raise UsageError(f"This game has {len(path) - 1} actions, so there is no position {number}.")
        return self._of(self.title, self.options, path[number])

    def save(self, path: str | Path) -> None:
        """Write the game to a file, completely or not at all. Raises ``UsageError`` if that fails.

        A file whose name ends in ``.18xx`` is written as text, with undone actions; see ``to_text``.
        """
        as_text = str(path).endswith(SUFFIX)
        saves.write(path, self.to_text().encode() if as_text else self.to_bytes())

    def to_text(self, comments: Mapping[int, str] | None = None) -> str:
        """Return the game as readable text: numbered actions by rounds, and undone actions.

        ``comments`` are by number of the action before them, as in ``undone``. ``load`` replays the actions.
        """
        self.check_opening("be written")
        self._recall()
        result = self.result
        places = [f"{place.player} {place.worth}" for place in result.standings] if result else []
        return saves.to_text(
            self.title.board.hash,
            self.options,
            self.actions,
            self.undone,
            past.headings(self._path()),
            {} if comments is None else comments,
            [result.reason, *places] if result else [saves.UNFINISHED],
            self.digest(),
        )

    def to_bytes(self) -> bytes:
        """Return the game in its saved form."""
        self.check_opening("be saved")
        return saves.to_bytes(self.title.board.hash, self.options, self.actions, self._now.state)

    @classmethod
    def load(cls, path: str | Path, *, verify: bool = True) -> Game:
        """Return the game in a file; see ``trunkline.load``."""
        return cls.from_bytes(saves.read(path), Path(path).name, verify=verify)

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "The data", *, verify: bool = True) -> Game:
        """Return the game that ``to_bytes`` encoded, or ``to_text`` or ``to_line`` in UTF-8."""
        if not isinstance(data, bytes | bytearray):
            raise UsageError(
                f"A saved game is read from bytes, not {type(data).__name__}; load reads a file."
            )
        if saves.is_line(data):
            return cls.from_line(data.decode(errors="replace"), name)
        save = saves.from_bytes(data, name)
        options = dealt(save.options)
        game = cls(build(options), options)
        board = game.title.board.hash
        saves.check_playable(save, board, name)
        current = saves.is_current(save, board)
        text = save if isinstance(save, saves.TextSave) else None
        if not verify and current and text is None:
            game._trust(save, name)
            return game
        for number, action in enumerate(save.actions, 1):
            try:
                game.play(action)
            except Refusal as refusal:
                raise saves.refused(save, number, refusal, name) from refusal
        if current and game.digest() != save.digest:
            raise UsageError(f"{name}: the actions do not lead to the state that was saved with them.")
        if text is not None:
            number = len(text.actions) + 1
            try:
                for _ in game._regrown(text.undone):
                    number += 1
            except Refusal as refusal:
                raise saves.refused(text, number, refusal, name) from refusal
        return game

    @classmethod
    def at_state(cls, options: Options, state: State) -> Game:
        """Return a game at a known moment without its past, for stores that keep the past separately.

        ``options`` are those of a game that has begun. Actions and log begin at this moment.
        """
        return cls._of(build(options), options, Node(state.copy().seal()))

    def to_line(self) -> str:
        """Return the current position as one line of text; ``from_line`` reads it. See ``positions``."""
        return position_line.write(self.options, self.title, self._now.state)

    @classmethod
    def from_line(cls, line: str, name: str = "The line") -> Game:
        """Return a game that continues from the position in a line, without its past.

        Raises ``UsageError`` with one sentence if the line is damaged or is not a position of the title.
        """
        options, title, state = position_line.read(line, name)
        return cls._of(title, options, Node(state, given=True))

    def check_opening(self, what: str) -> None:
        """Raise ``UsageError`` if the actions since the opening are unknown, as needed for a replay."""
        if self._path()[0].given:
            raise UsageError(
                f"This game began from a position, so it cannot {what} as a list of actions. "
                "Keep its position: game.to_line()."
            )

    def svg(self) -> str:
        """Return the map with its tiles and tokens, as an SVG document."""
        return board_map(self.title, self._now.state)

    def _repr_svg_(self) -> str:
        """Return the picture of a game for notebooks."""
        return self.svg()

    def _trust(self, save: saves.Save, name: str) -> None:
        """Use the stored state without a replay, and keep the earlier actions without their states."""
        self._now = past.trusted(saves.stored_state(save, self.title.state, name), save.actions)

    def _still(self) -> Context:
        """Return the context of the current moment. It caches results for further queries."""
        now = self._asked
        if now is None or now.state is not self._now.state:
            now = self._asked = referee.read_only_context(self.title, self._now.state)
        return now

    def _known(self, player: str | None) -> str | None:
        return None if player is None else self._player(player)

    def _player(self, name: str) -> str:
        if name not in self.players:
            raise UsageError(f"{shortened(name)} does not play; the players are {', '.join(self.players)}.")
        return name

    def _next(self, here: Node, action: Action) -> Node:
        """Return the moment after an action. Raises ``Refusal``."""
        for node in self._undone.get(here, ()):
            if node.action == action:
                return node
        now = self._still() if here is self._now else None
        state, events = referee.play(self.title, here.state, action, now)
        return Node(state, here, action, tuple(events), here.depth + 1)

    def _keep_undone(self, before: Node, undone: Node) -> None:
        known = self._undone.get(before, ())
        self._undone[before] = (*(node for node in known if node is not undone), undone)

    def _regrown(self, undone: Undone) -> Iterator[Node]:
        """Replay undone actions and yield their moments. Raises ``Refusal``."""
        if not undone:
            return
        self._recall()
        moments = self._path()
        for number, action in undone:
            moments.append(self._next(moments[number], action))
            self._keep_undone(moments[number], moments[-1])
            yield moments[-1]

    def _recall(self) -> None:
        """Replay the actions before a trusted state, when they are first needed."""
        first = self._path()[0]
        if not first.untold:
            return
        past = Game(self.title, self.options)
        try:
            for action in first.untold:
                past.play(action)
        except (Refusal, UsageError) as error:
            raise UsageError(f"The way to the state that was trusted cannot be replayed: {error}.") from error
        last = past._now
        if last.state.digest() != first.state.digest():
            raise UsageError("The actions do not lead to the state that was trusted.")
        first.parent, first.action, first.events = last.parent, last.action, last.events
        first.untold = ()

    def _path(self) -> list[Node]:
        return past.path(self._now)


def board_map(title: Title, state: State) -> str:
    """Return the map with its tiles and tokens, as an SVG document."""
    powers = state.private_tokens.values()
    return art.board_map(title.board, state.tiles, state.tokens, state.phase, powers)
