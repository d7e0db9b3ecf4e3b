"""One game in play: what may be done, what was done, and the way back."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from trunkline import art, saves
from trunkline.kernel import engine
from trunkline.kernel.action import Action, as_saved
from trunkline.kernel.choice import Choice
from trunkline.kernel.errors import UsageError
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.kernel.state import decode as decode_state
from trunkline.kernel.table import Entry, Table, Title
from trunkline.titles import build, dealt


class Standing(NamedTuple):
    """A player's place: 1 is the best, and equal worth (dollars) shares a place."""

    player: str
    worth: int
    place: int


@dataclass(frozen=True)
class Result:
    """How a finished game ended: why, and who won (several on a tie)."""

    reason: str
    winners: tuple[str, ...]
    standings: tuple[Standing, ...]


@dataclass
class Node:
    """A moment of the game: the action that led to it and what happened."""

    state: State
    parent: Node | None = None
    action: Action | None = None
    entries: tuple[Entry, ...] = ()
    depth: int = 0
    branches: list[Node] = field(default_factory=list)
    """What has been played from here, the latest last; ``redo`` follows that one."""

    def grow(self, branch: Node) -> Node:
        """Put a branch last, whether it is new or not."""
        self.branches = [node for node in self.branches if node is not branch]
        self.branches.append(branch)
        return branch


class Game:
    """A game in play. ``trunkline.new`` and ``trunkline.load`` make one."""

    def __init__(self, title: Title, options: Options) -> None:
        self.title = title
        self.options = options
        state = title.setup(options)
        self._now = Node(state)
        self._before: tuple[Action, ...] = ()
        """Actions before the first node, in a game whose last state was trusted."""

    # -- what is

    @property
    def state(self) -> State:
        """Everything on the table now. Read it; change it only through ``play``."""
        return self._now.state

    @property
    def players(self) -> list[str]:
        """The players in seat order."""
        return list(self.state.players)

    @property
    def to_act(self) -> set[str]:
        """Who must decide now; empty once the game is over."""
        return set(engine.to_act(self.title, self.state))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def actions(self) -> list[Action]:
        """The actions that led here."""
        return [*self._before, *(node.action for node in self._path() if node.action is not None)]

    @property
    def log(self) -> list[Entry]:
        """What has happened, in plain words."""
        self._recall()
        return [entry for node in self._path() for entry in node.entries]

    def digest(self) -> str:
        """A hash of the state, the same in every process and on every machine."""
        return self.state.digest()

    def standings(self) -> list[Standing]:
        """The players by worth, the richest first, as if the game ended now."""
        table = Table(self.title, self.state)
        policies = self.title.policies
        worth = {name: policies.worth(table, name) for name in self.state.players}
        if policies.ties_shared:
            ranked = sorted(worth, key=lambda name: -worth[name])
            better = [sum(other > worth[name] for other in worth.values()) for name in ranked]
        else:
            ranked = sorted(worth, key=lambda name: (-worth[name], name))
            better = list(range(len(ranked)))
        return [Standing(name, worth[name], 1 + ahead) for name, ahead in zip(ranked, better, strict=True)]

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if not self.over:
            return None
        standings = tuple(self.standings())
        winners = tuple(standing.player for standing in standings if standing.place == 1)
        return Result(self.state.reason, winners, standings)

    # -- what may be done

    def legal(self, player: str | None = None) -> list[Choice]:
        """Every legal choice of ``player``, or of all who must decide. Raises ``UsageError``."""
        return engine.legal(self.title, self.state, self._known(player))

    def check(self, action: Action) -> Refusal | None:
        """Why the action is refused now, or None where it is legal.

        Raises ``UsageError`` where it is no action at all, or a field of it has the wrong type.
        """
        return engine.check(self.title, self.state, as_saved(action))

    def forbidden(self, player: str | None = None) -> list[tuple[Choice, Refusal]]:
        """What is refused now and why, a line for each candidate or kind of action. Raises ``UsageError``."""
        return engine.forbidden(self.title, self.state, self._known(player))

    # -- doing it

    def play(self, action: Action) -> list[Entry]:
        """Carry out an action and return what happened. Raises ``Refusal`` and leaves nothing behind.

        Raises ``UsageError`` where it is no action at all, or a field of it has the wrong type.
        """
        action = as_saved(action)
        here = self._now
        node = next((branch for branch in here.branches if branch.action == action), None)
        if node is None:
            state, entries = engine.play(self.title, self.state, action)
            node = Node(state, here, action, tuple(entries), here.depth + 1)
        self._now = here.grow(node)
        return list(node.entries)

    def undo(self) -> Action:
        """Step back before the last action, which is returned. Raises ``UsageError`` at the start."""
        self._recall()
        node = self._now
        if node.parent is None or node.action is None:
            raise UsageError("There is nothing to undo.")
        self._now = node.parent
        return node.action

    @property
    def branches(self) -> list[Action]:
        """The actions that have been played from here before they were undone, the latest last."""
        return [node.action for node in self._now.branches if node.action is not None]

    def redo(self, action: Action | None = None) -> Action:
        """Step forward along the latest branch, or along the one that begins with ``action``.

        Raises ``UsageError`` where there is no such branch.
        """
        found = [node for node in self._now.branches if action is None or node.action == action]
        if not found or found[-1].action is None:
            raise UsageError("There is nothing to redo.")
        self._now = self._now.grow(found[-1])
        return found[-1].action

    def at(self, number: int) -> Game:
        """The game as it was after so many actions, as a game of its own."""
        self._recall()
        path = self._path()
        if type(number) is not int or not 0 <= number < len(path):
            raise UsageError(f"This game has {len(path) - 1} actions, so there is no position {number}.")
        game = Game.__new__(Game)
        game.title, game.options = self.title, self.options
        game._before = ()
        game._now = Node(path[0].state)
        for node in path[1 : number + 1]:
            game._now = Node(node.state, game._now, node.action, node.entries, node.depth)
        return game

    def save(self, path: str | Path) -> None:
        """Write the game to a file, whole or not at all. Raises ``UsageError`` where that fails."""
        saves.write(path, self.to_bytes())

    def to_bytes(self) -> bytes:
        """The game as it would be saved."""
        return saves.to_bytes(self.title.board.hash, self.options, self.actions, self.state)

    @classmethod
    def load(cls, path: str | Path, *, verify: bool = True) -> Game:
        """The game in a file; see ``trunkline.load``."""
        return cls.from_bytes(saves.read(path), Path(path).name, verify=verify)

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "The data", *, verify: bool = True) -> Game:
        """The game that ``to_bytes`` made this of."""
        save = saves.from_bytes(data, name)
        options = dealt(save.options)
        game = cls(build(options), options)
        saves.check_playable(save, game.title.board.hash, name)
        if not verify and save.program == saves.PROGRAM:
            game._trust(save, name)
            return game
        for number, action in enumerate(save.actions, 1):
            try:
                game.play(action)
            except Refusal as refusal:
                raise UsageError(f"{name}: action {number} is refused: {refusal}.") from refusal
        if save.program == saves.PROGRAM and game.digest() != save.digest:
            raise UsageError(f"{name}: the actions do not lead to the state that was saved with them.")
        return game

    @classmethod
    def at_state(cls, options: Options, state: State) -> Game:
        """The game at a moment that is known, without the way there: for a store that keeps that itself.

        ``options`` are those of a game that has begun; actions and log begin at this moment.
        """
        game = cls.__new__(cls)
        game.title, game.options = build(options), options
        game._before = ()
        game._now = Node(state)
        return game

    def svg(self) -> str:
        """The map with what lies on it, as an SVG document."""
        return art.board_map(self.title.board, self.state.tiles, self.state.markers, self.state.phase)

    def _repr_svg_(self) -> str:
        """What notebooks show of a game."""
        return self.svg()

    def _trust(self, save: saves.Save, name: str) -> None:
        """Take the stored state as it is; the way there is kept as bare actions."""
        try:
            state = decode_state(bytes(save.state))
        except saves.UNREADABLE as error:
            raise UsageError(f"{name} holds a state that cannot be read: {error}.") from error
        if state.digest() != save.digest:
            raise UsageError(f"{name} holds a state that is not its own; load it with verify=True.")
        self._now = Node(state, depth=len(save.actions))
        self._before = save.actions

    def _known(self, player: str | None) -> str | None:
        if player is not None and player not in self.players:
            raise UsageError(f"{player!r} does not play; the players are {', '.join(self.players)}.")
        return player

    def _recall(self) -> None:
        """Replay what came before a trusted state, once somebody looks back."""
        if not self._before:
            return
        past = Game(self.title, self.options)
        try:
            for action in self._before:
                past.play(action)
        except (Refusal, UsageError) as error:
            raise UsageError(f"The way to the state that was trusted cannot be replayed: {error}.") from error
        first = self._path()[0]
        last = past._now
        if last.state.digest() != first.state.digest():
            raise UsageError("The actions do not lead to the state that was trusted.")
        first.parent, first.action, first.entries = last.parent, last.action, last.entries
        if last.parent is not None:
            last.parent.branches = [first]
        self._before = ()

    def _path(self) -> list[Node]:
        node: Node | None = self._now
        path: list[Node] = []
        while node is not None:
            path.append(node)
            node = node.parent
        return path[::-1]
