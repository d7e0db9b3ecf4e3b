"""Games as files: export, and import from Trunkline and other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import msgspec

from trunkline.engine.kernel import referee
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.refusal import Refusal
from trunkline.engine.kernel.state import State
from trunkline.game import Game, saves
from trunkline.game.actions import AnyAction, validated
from trunkline.interop import replay
from trunkline.interop.claims import Difference, sentence
from trunkline.interop.eighteenxx.export import encoded, export
from trunkline.interop.recording import of_save
from trunkline.titles import build, dealt
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext, gettext_noop, speak
from trunkline.web.errors import ActionRefused, NotPossible
from trunkline.web.games.game_tree import ACTION
from trunkline.web.games.log_entries import (
    BATCH,
    ImportedGame,
    LogEntry,
    describe_action,
    now,
    pack,
    players_to_act,
    round_to_store,
    snapshot,
)
from trunkline.web.games.names import check_names
from trunkline.web.schemas.log import EntryOutcome

NATIVE, TEXT, EIGHTEENXX = "trunkline", "text", "18xx.games"
FORMATS = NATIVE, TEXT, EIGHTEENXX
NAME = gettext_noop("The file")
"""The name of an imported file in messages."""
KNOWN = 64
"""The number of replays of games of the library that are kept."""


def export_game(options: Options, played: Sequence[AnyAction], kind: str) -> bytes:
    """Return a line of play as a file of this format.

    Raises ``NotPossible`` if the format cannot represent it.
    """
    game = Game(build(options), options)
    for action in played:
        game.play(action)
    if kind == NATIVE:
        return game.to_bytes()
    if kind == TEXT:
        return game.to_text().encode()
    try:
        return encoded(export(game, gettext("This game")))
    except UsageError as error:
        raise NotPossible(str(error)) from error


def import_game(data: bytes, longest: int) -> ImportedGame:
    """Return the game in a file: a Trunkline save, an 18xx.games export or a Rails save.

    ``longest`` is the maximum number of actions. Raises ``UsageError`` and ``ActionRefused``.
    """
    options, played, differences = _read(data, longest)
    check_names(options.players)
    _check_length(len(played), longest)
    return _taken_in(options, played, differences)


def take_in(game: Game) -> ImportedGame:
    """Return a game of the library for the server, with its actions.

    A second game with the same actions is not replayed: learners start the same exercises.
    """
    played = tuple(validated(each) for each in game.actions)
    return _imported(game.options, _known_replay(game.options, played), "")


def take_in_position(game: Game) -> ImportedGame:
    """Return a game that starts at the position of a game of the library, without its past."""
    last = EntryOutcome(
        next_round=round_to_store(game.shared_state), to_act=players_to_act(game), over=game.over
    )
    return ImportedGame(game.options, [], last, game.over, snapshot(game.title, 0, game.shared_state))


class Replay(NamedTuple):
    """Actions as the log of a game keeps them, and the position after them."""

    entries: Sequence[tuple[bytes, str, bytes]]
    """The data, the seat and the outcome of each action."""
    last: EntryOutcome
    state: State


def _replayed(options: Options, played: Sequence[AnyAction]) -> Replay:
    state = build(options).setup(options)
    last = EntryOutcome(
        next_round=round_to_store(state),
        to_act=players_to_act(Game.at_state(options, state)),
        over=state.over,
    )
    entries: list[tuple[bytes, str, bytes]] = []
    for action, after, outcome in _outcomes(options, state, played):
        state, last = after, outcome
        entries.append((_json(action), action.player, _json(outcome)))
    return Replay(entries, last, state)


_known_replay = lru_cache(maxsize=KNOWN)(_replayed)


def _taken_in(options: Options, played: Sequence[AnyAction], differences: Compare) -> ImportedGame:
    found = _replayed(options, played)
    note = sentence(gettext(NAME), differences(Game.at_state(options, found.state)))
    return _imported(options, found, note)


def _imported(options: Options, found: Replay, note: str) -> ImportedGame:
    at, state = now(), found.state
    log = [
        LogEntry(number, ACTION, data, seat, at, outcome)
        for number, (data, seat, outcome) in enumerate(found.entries, 1)
    ]
    batches = [pack(log[start : start + BATCH]) for start in range(0, len(log) + 1, BATCH)]
    last = snapshot(build(options), len(log), state)
    return ImportedGame(options, batches, found.last, state.over, last, note)


def _outcomes(
    options: Options, state: State, played: Sequence[AnyAction]
) -> Iterator[tuple[AnyAction, State, EntryOutcome]]:
    title = build(options)
    for action in played:
        try:
            after, lines = referee.play(title, state, action)
        except Refusal as refusal:
            raise ActionRefused(refusal) from refusal
        # The log is stored, for readers of all languages.
        with speak(None):
            outcome = describe_action(options, state, after, lines)
        yield action, after, outcome
        state = after


Compare = Callable[[Game], list[Difference]]
"""A function that lists differences between the values in a file and the replayed game."""


def _read(data: bytes, longest: int) -> tuple[Options, list[AnyAction], Compare]:
    if len(data) > saves.MAX_BYTES:
        raise UsageError(gettext("The file is larger than {size} MB.", size=saves.MAX_BYTES // 1_000_000))
    if saves.is_ours(data):
        save = saves.from_bytes(data, gettext(NAME))
        options = dealt(save.options)
        saves.check_playable(save, build(options).board.hash, gettext(NAME))
        return options, list(save.actions), partial(of_save, save)
    recording = replay(data, gettext(NAME))
    _check_length(recording.total, longest)
    while recording.count < recording.total:
        recording.step()
    game = recording.game
    return game.options, [validated(action) for action in game.actions], lambda _: recording.differences


def _check_length(length: int, longest: int) -> None:
    if length > longest:
        raise UsageError(
            gettext(
                "The file has {length} actions, and no game takes more than {longest}.",
                length=str(length),
                longest=str(longest),
            )
        )


_json = msgspec.json.encode
