"""One game in play: what may be done, what was done, and the way back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from trunkline import art, past, positions, saves
from trunkline.actions import Action, as_saved
from trunkline.board import Board
from trunkline.effects import Effects, effects
from trunkline.errors import UsageError
from trunkline.kernel import chart, engine
from trunkline.kernel.action import shortened
from trunkline.kernel.choice import Candidate, LegalList
from trunkline.kernel.events import Event
from trunkline.kernel.history import Row, rows
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.kernel.state import decode as decode_state
from trunkline.kernel.table import Table, Title
from trunkline.kernel.view import state_view
from trunkline.notation.moments import Undone
from trunkline.notation.text import SUFFIX
from trunkline.past import Node
from trunkline.standings import Result, Standing, ranked
from trunkline.titles import build, dealt


class Game:
    """A game in play. ``trunkline.new`` and ``trunkline.load`` make one.

    Two games are equal where they have the same options and the same actions led here; what was undone does
    not count. A pickled game holds its actions and the present state, which is trusted when it comes back.
    """

    def __init__(self, title: Title, options: Options) -> None:
        self._begin(title, options, Node(title.setup(options).seal()))

    def _begin(self, title: Title, options: Options, now: Node) -> None:
        self.title = title
        self.options = options
        self._now = now
        self._undone: dict[Node, tuple[Node, ...]] = {}
        """What was undone, by the moment before it, the latest last; ``redo`` follows that one."""
        self._asked: Table | None = None
        """The table that the last question was put to; see ``_still``."""

    @classmethod
    def _of(cls, title: Title, options: Options, now: Node) -> Self:
        game = cls.__new__(cls)
        game._begin(title, options, now)
        return game

    def copy(self) -> Game:
        """The same game, with a future of its own. It costs next to nothing: the past is shared."""
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
        """Everything on the table now: a copy of one's own, for reading and for trials."""
        return self._now.state.copy()

    @property
    def board(self) -> Board:
        """What is printed on the components."""
        return self.title.board

    @property
    def players(self) -> list[str]:
        """The players in seat order."""
        return list(self._now.state.players)

    @property
    def to_act(self) -> set[str]:
        """Who must decide now; empty once the game is over."""
        return set(engine.to_act(self.title, self._now.state, self._still()))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._now.state.over

    @property
    def actions(self) -> list[Action]:
        """The actions that led here."""
        path = self._path()
        return [*path[0].untold, *(node.action for node in path if node.action is not None)]

    @property
    def log(self) -> list[Event]:
        """What has happened, as events; ``trunkline.wording.sentence`` says one in words."""
        self._recall()
        return [event for node in self._path() for event in node.events]

    @property
    def undone(self) -> Undone:
        """What was undone on the way: the number of the moment before it, and the action.

        Moment 0 is the start, the actions that led here lead to those after it, and each action that was
        undone to one more, in this order.
        """
        moments = self._path() if self._undone else []
        numbers = {node: number for number, node in enumerate(moments)}
        undone: list[tuple[int, Action]] = []
        for before in moments:  # which grows as it goes
            for node in self._undone.get(before, ()):
                if node not in numbers and node.action is not None:
                    numbers[node] = len(moments)
                    moments.append(node)
                    undone.append((numbers[before], node.action))
        return tuple(undone)

    def history(self) -> list[Row]:
        """What has happened as a table: a row for each event, which data frames take as they are."""
        self._recall()
        path = self._path()
        return list(rows((node.depth, node.events) for node in path))

    def view(self) -> dict[str, Any]:
        """The position as plain data for other programs, as ``trunkline state --json`` prints it."""
        return state_view(self.title, self._now.state)

    def digest(self) -> str:
        """A hash of the state, the same in every process and on every machine."""
        return self._now.state.digest()

    def price(self, corp: str) -> int:
        """A corporation's share price in dollars; 0 beside the chart. Raises ``UsageError``."""
        corps = self._now.state.corporations
        if corp not in [*corps]:  # what is no text may have no hash
            known = ", ".join(corps)
            raise UsageError(f"There is no corporation {shortened(corp)}; the corporations are {known}.")
        return chart.price(Table(self.title, self._now.state), corps[corp])

    def worth(self, player: str) -> int:
        """What a player is worth in dollars, as if the game ended now. Raises ``UsageError``."""
        return self.title.policies.worth(Table(self.title, self._now.state), self._player(player))

    def standings(self) -> list[Standing]:
        """The players by worth, the richest first, as if the game ended now; after them who has left it."""
        worth = {name: self.worth(name) for name in self.players}
        gone = {name for name, player in self._now.state.players.items() if player.out}
        return ranked(worth, self.title.policies.ties_shared, gone)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
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
        choices = engine.legal_among(now, engine.candidates(now, self._known(player)))
        return LegalList(choices, lambda action: engine.is_legal(now, action, player))

    def check(self, action: Action) -> Refusal | None:
        """Why the action is refused now, or None where it is legal.

        Raises ``UsageError`` where it is no action at all, or a field of it has the wrong type.
        """
        return engine.check(self.title, self._now.state, as_saved(action), self._still())

    def forbidden(self, player: str | None = None) -> list[tuple[Candidate, Refusal]]:
        """What is refused now and why, a line for each candidate or kind of action. Raises ``UsageError``."""
        return engine.forbidden(self.title, self._now.state, self._known(player))

    def effects(self, action: Action) -> Effects:
        """What an action would lead to now, found on a copy; of an offer, what its acceptance would.

        Raises ``Refusal`` where it is not legal, and ``UsageError`` where it is no action at all.
        """
        return effects(self.title, self._now.state, as_saved(action))

    # -- doing it

    def play(self, action: Action) -> list[Event]:
        """Carry out an action and return what happened. Raises ``Refusal`` and leaves nothing behind.

        Raises ``UsageError`` where it is no action at all, or a field of it has the wrong type.
        """
        self._now = self._next(self._now, as_saved(action))
        return list(self._now.events)

    def undo(self) -> Action:
        """Step back before the last action, which is returned. Raises ``UsageError`` at the start."""
        self._recall()
        node = self._now
        if node.parent is None or node.action is None:
            raise UsageError("There is nothing to undo.")
        self._keep_undone(node.parent, node)
        self._now = node.parent
        return node.action

    @property
    def branches(self) -> list[Action]:
        """The actions that have been played from here before they were undone, the latest last."""
        return [node.action for node in self._undone.get(self._now, ()) if node.action is not None]

    def redo(self, action: Action | None = None) -> Action:
        """Step forward along the latest branch, or along the one that begins with ``action``.

        Raises ``UsageError`` where there is no such branch.
        """
        known = self._undone.get(self._now, ())
        found = [node for node in known if action is None or node.action == action]
        if not found or found[-1].action is None:
            raise UsageError("There is nothing to redo.")
        self._now = found[-1]
        return found[-1].action

    def at(self, number: int) -> Game:
        """The game as it was after so many actions, as a game of its own."""
        self._recall()
        path = self._path()
        if type(number) is not int or not 0 <= number < len(path):
            raise UsageError(f"This game has {len(path) - 1} actions, so there is no position {number}.")
        return self._of(self.title, self.options, path[number])

    def save(self, path: str | Path) -> None:
        """Write the game to a file, whole or not at all. Raises ``UsageError`` where that fails.

        A file whose name ends in ``.18xx`` is written as text, with what was undone; see ``to_text``.
        """
        as_text = str(path).endswith(SUFFIX)
        saves.write(path, self.to_text().encode() if as_text else self.to_bytes())

    def to_text(self, comments: Mapping[int, str] | None = None) -> str:
        """The game as people and programs read it: numbered actions by rounds, and what was undone.

        ``comments`` stand behind the actions of their numbers; 0 is before the first, and what was undone is
        numbered as in ``undone``. A text holds no state: ``load`` plays its actions.
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
        """The game as it would be saved."""
        self.check_opening("be saved")
        return saves.to_bytes(self.title.board.hash, self.options, self.actions, self._now.state)

    @classmethod
    def load(cls, path: str | Path, *, verify: bool = True) -> Game:
        """The game in a file; see ``trunkline.load``."""
        return cls.from_bytes(saves.read(path), Path(path).name, verify=verify)

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "The data", *, verify: bool = True) -> Game:
        """The game that ``to_bytes`` made this of, or ``to_text`` or ``to_line`` and UTF-8."""
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
        """The game at a moment that is known, without the way there: for a store that keeps that itself.

        ``options`` are those of a game that has begun; actions and log begin at this moment.
        """
        return cls._of(build(options), options, Node(state.copy().seal()))

    def to_line(self) -> str:
        """The present position as one line of text, which ``from_line`` reads back; see ``positions``."""
        return positions.write(self.options, self.title, self._now.state)

    @classmethod
    def from_line(cls, line: str, name: str = "The line") -> Game:
        """The game that goes on from the position in a line, without the way there.

        Raises ``UsageError`` with one sentence if the line is damaged or no position of the title.
        """
        options, title, state = positions.read(line, name)
        return cls._of(title, options, Node(state, given=True))

    def check_opening(self, what: str) -> None:
        """Raise ``UsageError`` if the way from the opening is not known, so that it cannot be replayed."""
        if self._path()[0].given:
            raise UsageError(
                f"This game began from a position, so it cannot {what} as a list of actions. "
                "Keep its position: game.to_line()."
            )

    def svg(self) -> str:
        """The map with what lies on it, as an SVG document."""
        return board_map(self.title, self._now.state)

    def _repr_svg_(self) -> str:
        """What notebooks show of a game."""
        return self.svg()

    def _trust(self, save: saves.Save, name: str) -> None:
        """Take the stored state as it is; the way there is kept as bare actions."""
        try:
            state = decode_state(bytes(save.state), self.title.state)
        except saves.UNREADABLE as error:
            raise UsageError(f"{name} holds a state that cannot be read: {error}.") from error
        if state.digest() != save.digest:
            raise UsageError(f"{name} holds a state that is not its own; load it with verify=True.")
        self._now = past.trusted(state, save.actions)

    def _still(self) -> Table:
        """The present moment to be asked about: what one question has found answers the next one too."""
        now = self._asked
        if now is None or now.state is not self._now.state:
            now = self._asked = engine.still(self.title, self._now.state)
        return now

    def _known(self, player: str | None) -> str | None:
        return None if player is None else self._player(player)

    def _player(self, name: str) -> str:
        if name not in self.players:
            raise UsageError(f"{shortened(name)} does not play; the players are {', '.join(self.players)}.")
        return name

    def _next(self, here: Node, action: Action) -> Node:
        """The moment after an action. Raises ``Refusal``."""
        for node in self._undone.get(here, ()):
            if node.action == action:
                return node
        now = self._still() if here is self._now else None
        state, events = engine.play(self.title, here.state, action, now)
        return Node(state, here, action, tuple(events), here.depth + 1)

    def _keep_undone(self, before: Node, undone: Node) -> None:
        known = self._undone.get(before, ())
        self._undone[before] = (*(node for node in known if node is not undone), undone)

    def _regrown(self, undone: Undone) -> Iterator[Node]:
        """Play again what was undone, action by action. Raises ``Refusal``."""
        if not undone:
            return
        self._recall()
        moments = self._path()
        for number, action in undone:
            moments.append(self._next(moments[number], action))
            self._keep_undone(moments[number], moments[-1])
            yield moments[-1]

    def _recall(self) -> None:
        """Replay what came before a trusted state, once somebody looks back."""
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
    """Return the map with what lies on it, as an SVG document."""
    powers = state.private_tokens.values()
    return art.board_map(title.board, state.tiles, state.tokens, state.phase, powers)
