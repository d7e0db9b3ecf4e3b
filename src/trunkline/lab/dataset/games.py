"""Games of a data set: played by bots, or replayed from a compact file of their actions.

A compact file has one line of JSON for each game and is compressed with xz. It has settings, actions and the
result, from which all tables except the estimates of bots can be made again.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.notation import notation
from trunkline.game.notation.lines import read as read_action
from trunkline.game.position import Position
from trunkline.game.saves import PROGRAM_VERSION
from trunkline.lab.arena.match import IRREGULAR, Match, play_game
from trunkline.players import Chooser
from trunkline.players.advice import Advice, Adviser
from trunkline.titles import build, dealt
from trunkline.util.errors import UsageError

OWN: Final = Path(__file__).with_name("games.jsonl.xz")
"""The games that come with Trunkline: the first ones of the reference set."""
LARGEST: Final = 1_000_000_000
"""The maximum size of a compact file in bytes before compression."""


class GameRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The actions and the result of one game. Tuples are by seat; money is in dollars."""

    number: int
    """The number of the game in its data set, from 0."""
    bots: tuple[str, ...]
    options: Options
    actions: tuple[str, ...]
    """The actions as lines of notation."""
    worth: tuple[int, ...]
    places: tuple[int, ...]
    """The places of the players; 1 is the best."""
    reason: str
    """The reason for the end of the game: ``bank``, ``bankruptcy``, ``price``, ``stalled`` or ``cut off``."""
    sets: int
    """The number of the last set of rounds."""
    digest: str
    """The hash of the final state, which only the same version of the program can compare."""
    program: str
    """The version of the program that computed the hash."""
    failed: tuple[int, ...] = ()
    """The seats, from 0, whose bots failed. A clerk continued for them."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats, from 0, of the winners; empty if the game did not end by the rules."""
        if self.reason in IRREGULAR:
            return ()
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


Estimates = dict[int, Advice]
"""The estimates of bots, by the number of actions before the decision."""


class _Observed:
    """A bot that gives reasons. It remembers the estimates of each decision."""

    def __init__(self, bot: Adviser, seen: Estimates) -> None:
        self._bot = bot
        self._seen = seen

    def choose(self, game: Game, player: str) -> Action:
        """Return the action of the bot."""
        advice = self._bot.advise(Position.of(game))
        self._seen[len(game.actions)] = advice
        return advice.action


def play(match: Match, number: int, as_number: int) -> tuple[GameRecord, Game, Estimates]:
    """Play a game of a match. ``as_number`` is its number in the data set."""
    seen: Estimates = {}

    def observed(bot: Chooser) -> Chooser:
        return _Observed(bot, seen) if isinstance(bot, Adviser) else bot

    game, result = play_game(match, number, observed)
    places = {standing.player: standing.place for standing in game.standings()}
    record = GameRecord(
        as_number,
        result.seats,
        game.options,
        tuple(notation(action) for action in game.actions),
        result.worth,
        tuple(places[name] for name in game.players),
        result.ending,
        result.sets,
        result.digest,
        PROGRAM_VERSION,
        tuple(sorted(result.forfeited)),
    )
    return record, game, seen


def replay(record: GameRecord, name: str) -> Game:
    """Return a recorded game after its last action. ``name`` is that of its file, for errors.

    Raises ``UsageError`` if an action is illegal, or if the game ends with another result.
    """
    where = f"{name}, game {record.number}"
    try:
        options = dealt(record.options)
        game = Game(build(options), options)
        for line in record.actions:
            game.play(read_action(line))
    except (Refusal, UsageError) as error:
        raise UsageError(f"{where}: action {len(game.actions) + 1} cannot be replayed: {error}") from error
    if record.program == PROGRAM_VERSION and game.digest() != record.digest:
        raise UsageError(f"{where}: the actions lead to another position than the recorded one.")
    if tuple(game.worth(player) for player in game.players) != record.worth:
        raise UsageError(f"{where}: the replay gives another result than the recorded one.")
    return game


def write(records: Iterable[GameRecord], path: Path, stored: Callable[[Path, bytes], None]) -> None:
    """Write games to a compact file, by ``stored``. Raises ``UsageError`` if it cannot be written."""
    data = b"".join(msgspec.json.encode(record) + b"\n" for record in records)
    stored(path, lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def read(path: Path) -> list[GameRecord]:
    """Return the games of a compact file. Raises ``UsageError`` if it cannot be read."""
    try:
        with lzma.open(path) as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise UsageError(f"{path} is larger than {LARGEST // 1_000_000} MB.")
        found = [msgspec.json.decode(line, type=GameRecord) for line in data.splitlines()]
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (lzma.LZMAError, EOFError, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} is not a file of recorded games, or a part of it is missing.") from error
    if [record.number for record in found] != list(range(len(found))):
        raise UsageError(f"{path} is not a file of recorded games: its games are not numbered from 0.")
    return found
