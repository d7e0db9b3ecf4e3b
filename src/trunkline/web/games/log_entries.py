"""Stored log entries of a game, and the snapshot of its last state."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple

import msgspec

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.context import Title
from trunkline.engine.kernel.events import Event, encode
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import State
from trunkline.game import Game, saves
from trunkline.game.saves import UNREADABLE
from trunkline.game.wording.events import TextSpan, sentence_parts
from trunkline.game.wording.rounds import round_name
from trunkline.util.messages import speak
from trunkline.web.database.stored_time import stored_time
from trunkline.web.errors import NotPossible
from trunkline.web.games import turn_keys
from trunkline.web.games.turn_keys import round_key
from trunkline.web.schemas import log
from trunkline.web.schemas.log import EntryKind, EntryOutcome

BATCH = 250
"""The number of entries written, read or sent in one batch. Other work waits for one batch at most."""


class LogEntry(NamedTuple):
    """One entry of the append-only log of a game."""

    number: int
    kind: EntryKind
    data: bytes
    seat: str
    at: str
    outcome_json: bytes
    """The outcome of the entry as JSON. It is decoded on demand."""

    @property
    def outcome(self) -> EntryOutcome:
        """The decoded outcome. Raises ``NotPossible`` if it is damaged."""
        try:
            return _outcome_decoder.decode(self.outcome_json)
        except UNREADABLE as error:
            raise NotPossible(f"The stored events of entry {self.number} are damaged.") from error


class Snapshot(NamedTuple):
    """The state after the last entry, with the data to verify it."""

    number: int
    state: bytes
    digest: str
    bound_by: str


class ImportedGame(NamedTuple):
    """A new game that starts with actions played elsewhere."""

    options: Options
    batches: Sequence[bytes]
    """The entries in batches of ``BATCH``, ``packed``, so that they pass between processes at little cost."""
    last: EntryOutcome
    over: bool
    snapshot: Snapshot
    note: str = ""
    """A sentence about values in the file that differ from the replay. Empty if there are no differences."""


def now() -> str:
    """Return the present time in the stored format: UTC, to the millisecond."""
    return stored_time(datetime.now(UTC))


def state_fingerprint(title: Title) -> str:
    """Return the versions that a stored state depends on. A state with different versions is not used."""
    return f"{saves.PROGRAM_VERSION} {title.rulings} {title.board.hash}"


def snapshot(title: Title, number: int, state: State) -> Snapshot:
    """Return the snapshot of a state after a number of entries."""
    return Snapshot(number, states.encode(state), state.digest(), state_fingerprint(title))


def describe_action(options: Options, before: State, after: State, happened: Sequence[Event]) -> EntryOutcome:
    """Return the outcome of an action to store. Its texts are English."""
    game = Game.at_state(options, after)
    with speak(None):
        return EntryOutcome(
            lines_of(game.title, happened),
            tuple(map(encode, happened)),
            round_name(before),
            round_name(after),
            players_to_act(game),
            after.over,
            turn_keys.turn_key(after),
            round_key(before),
            winners=winners_of(game),
            ending=ending_of(game),
        )


def describe_jump(
    options: Options, before: State, after: State, text: str, first: int | None
) -> EntryOutcome:
    """Return the outcome of an undo or a redo to store. ``first`` is the first entry that it affects."""
    return msgspec.structs.replace(
        describe_action(options, before, after, ()), lines=(log.Line(text),), first=first
    )


def round_to_store(state: State) -> str:
    """Return the name of the current round in English, as entries keep it."""
    with speak(None):
        return round_name(state)


def lines_of(title: Title, happened: Sequence[Event]) -> tuple[log.Line, ...]:
    """Return the log lines of those events that have a text."""
    described = ((index, event, sentence_parts(title, event)) for index, event in enumerate(happened))
    return tuple(line_of(index, event.rule, found) for index, event, found in described if found)


def line_of(index: int | None, rule: str, found: Sequence[TextSpan]) -> log.Line:
    """Return the log line of the event with an index, from the spans of its sentence."""
    cut = tuple(
        log.LinePart("".join(part.text for part in group), *(id or None for id in named))
        for named, group in groupby(found, lambda part: (part.corp, part.player, part.hex))
    )
    names_some = any(part.corp or part.player or part.hex for part in cut)
    text = "".join(part.text for part in cut)
    return log.Line(text, rule, index, cut[0].player or cut[0].corp, cut if names_some else ())


def winners_of(game: Game) -> tuple[str, ...]:
    """Return the winners. Empty while the game is in progress."""
    return game.result.winners if game.result else ()


def ending_of(game: Game) -> log.Ending | None:
    """Return the result of a game. None while it is in progress."""
    result = game.result
    if result is None:
        return None
    standings = (log.Placed(each.player, each.worth, each.place) for each in result.standings)
    return log.Ending(result.reason, tuple(standings))


def players_to_act(game: Game) -> tuple[str, ...]:
    """Return the players who must decide, in seat order."""
    return tuple(name for name in game.players if name in game.to_act)


def pack(entries: Sequence[LogEntry]) -> bytes:
    """Encode entries as bytes."""
    return msgspec.msgpack.encode(entries)


def unpack(data: bytes) -> list[LogEntry]:
    """Decode entries from bytes."""
    return _entries.decode(data)


_outcome_decoder = msgspec.json.Decoder(EntryOutcome)
_entries = msgspec.msgpack.Decoder(list[LogEntry])
