"""Recorded games as sources of puzzles.

The players get letters as names, so that a file of puzzles does not publish who played. They keep their names
only if the caller asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.structs import StateStruct
from trunkline.game.game import Game
from trunkline.interop.recording import opened
from trunkline.learn.puzzles.puzzle import Theme
from trunkline.util.errors import UsageError

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of players in puzzles."""


class RecordedOrder(NamedTuple):
    """A recorded game to search. ``name`` is the name of its file in messages."""

    data: bytes
    name: str
    number: int = 1
    """The number of the game, from 1."""
    theme: Theme | None = None
    """The theme to search for, or None for all proved ones."""
    names: bool = False
    """True if the puzzles keep the names of the players."""
    title: str = ""
    """The only title to search; empty for all."""

    def moments(self) -> Iterator[Game]:
        """Yield the game at each of its moments, as far as its title is wanted. Raises ``UsageError``."""
        recording = opened(self.data, self.name)
        if self.title not in ("", recording.game.title.id):
            return
        if not self.names:
            _check_names(recording.game, self.name)
        yield self._shown(recording.game)
        while recording.count < recording.total:
            recording.step()
            yield self._shown(recording.game)

    def source(self, game: Game) -> str:
        """Return the name of the game in its puzzles."""
        number = f" {self.number}" if self.number > 1 else ""
        players = game.options.players
        shown = ", ".join(players) if self.names else f"{len(players)} players"
        return f"your game{number}, {game.options.title}, {shown}"

    def _shown(self, game: Game) -> Game:
        return game if self.names else with_letters(game)


def with_letters(game: Game) -> Game:
    """Return a game at the same position, in which the players are called A, B, C and so on."""
    letters = dict(zip(game.options.players, LETTERS, strict=False))
    options = msgspec.structs.replace(game.options, players=tuple(letters.values()))
    data = _renamed(msgspec.json.decode(states.encode(game.shared_state)), letters)
    return Game.at_state(options, states.decode(msgspec.json.encode(data), game.title.state))


def _renamed(value: Any, letters: dict[str, str]) -> Any:
    """Return plain data with other names of players, in keys and in values."""
    if isinstance(value, dict):
        return {letters.get(key, key): _renamed(each, letters) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, letters) for each in value]
    return letters.get(value, value) if isinstance(value, str) else value


def _check_names(game: Game, name: str) -> None:
    """Refuse a game with a player whose name is also a word of the state, such as a company or a place."""
    board = game.title.board
    neutral = msgspec.structs.replace(game.options, players=tuple(LETTERS[: len(game.options.players)]))
    fresh = _words(msgspec.json.decode(states.encode(Game(game.title, neutral).shared_state)))
    words = {*fresh, *board.hexes, *_fields()} - {*neutral.players}
    for player in game.options.players:
        if player in words:
            raise UsageError(
                f"{name}: the player {player} is called like a word of the game, so the name cannot be "
                "replaced. Use --names to keep the names of the players."
            )


def _words(value: Any) -> Iterator[str]:
    """Yield the texts in plain data, keys included."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _words(each)
    elif isinstance(value, str):
        yield value


@cache
def _fields() -> frozenset[str]:
    """Return the names of the fields of all states."""
    found: set[str] = set()
    waiting: list[type[msgspec.Struct]] = [StateStruct]
    while waiting:
        kind = waiting.pop()
        found.update(kind.__struct_fields__)
        waiting.extend(kind.__subclasses__())
    return frozenset(found)
