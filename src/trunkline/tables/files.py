"""Games as files: export, and import from Trunkline and other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec

from trunkline import saves
from trunkline.actions import AnyAction, as_saved
from trunkline.errors import UsageError
from trunkline.game import Game
from trunkline.interop import replay
from trunkline.interop.claims import Difference, sentence
from trunkline.interop.eighteenxx.export import encoded, export
from trunkline.interop.recording import of_save
from trunkline.kernel import engine
from trunkline.kernel.options import Options
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.state import State
from trunkline.tables.entries import BATCH, Begun, LogEntry, in_order, now, outcome_of, packed, snapshot
from trunkline.tables.errors import Impossible, Refused
from trunkline.tables.history import ACTION
from trunkline.tables.names import check_names
from trunkline.tables.records import EntryOutcome
from trunkline.titles import build, dealt
from trunkline.wording.choices import round_name

OURS, TEXT, PUBLIC = "trunkline", "text", "18xx.games"
FORMATS = OURS, TEXT, PUBLIC
NAME = "The file"
"""The name of an imported file in messages."""


def exported(options: Options, played: Sequence[AnyAction], kind: str) -> bytes:
    """Return a line of play as a file of this format.

    Raises ``Impossible`` if the format cannot represent it.
    """
    game = Game(build(options), options)
    for action in played:
        game.play(action)
    if kind == OURS:
        return game.to_bytes()
    if kind == TEXT:
        return game.to_text().encode()
    try:
        return encoded(export(game, "This game"))
    except UsageError as error:
        raise Impossible(str(error)) from error


def imported(data: bytes, longest: int) -> Begun:
    """Return the game in a file: a Trunkline save, an 18xx.games export or a Rails save.

    ``longest`` is the maximum number of actions. Raises ``UsageError`` and ``Refused``.
    """
    options, played, differences = _read(data, longest)
    check_names(options.players)
    _check_length(len(played), longest)
    title = build(options)
    state = title.setup(options)
    last = EntryOutcome(
        next_round=round_name(state), to_act=in_order(Game.at_state(options, state)), over=state.over
    )
    batches: list[bytes] = []
    log: list[LogEntry] = []
    at = now()
    for number, (action, after, told) in enumerate(_told(options, state, played), 1):
        state, last = after, told
        log.append(LogEntry(number, ACTION, _json(action), action.player, at, _json(told)))
        if len(log) == BATCH:
            batches.append(packed(log))
            log = []
    batches.append(packed(log))
    note = sentence(NAME, differences(Game.at_state(options, state)))
    return Begun(options, batches, last, state.over, snapshot(title, len(played), state), note)


def _told(
    options: Options, state: State, played: Sequence[AnyAction]
) -> Iterator[tuple[AnyAction, State, EntryOutcome]]:
    title = build(options)
    for action in played:
        try:
            after, lines = engine.play(title, state, action)
        except Refusal as refusal:
            raise Refused(refusal) from refusal
        yield action, after, outcome_of(options, state, after, lines)
        state = after


Compare = Callable[[Game], list[Difference]]
"""A function that lists differences between the values in a file and the replayed game."""


def _read(data: bytes, longest: int) -> tuple[Options, list[AnyAction], Compare]:
    if len(data) > saves.MAX_BYTES:
        raise UsageError(f"{NAME} is larger than {saves.MAX_BYTES // 1_000_000} MB.")
    if saves.is_ours(data):
        save = saves.from_bytes(data, NAME)
        options = dealt(save.options)
        saves.check_playable(save, build(options).board.hash, NAME)
        return options, list(save.actions), partial(of_save, save)
    recording = replay(data, NAME)
    _check_length(recording.total, longest)
    while recording.count < recording.total:
        recording.step()
    game = recording.game
    return game.options, [as_saved(action) for action in game.actions], lambda _: recording.differences


def _check_length(length: int, longest: int) -> None:
    if length > longest:
        raise UsageError(f"The file has {length} actions, and no game takes more than {longest}.")


_json = msgspec.json.encode
