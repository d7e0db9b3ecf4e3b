"""The log of a game as it is kept, and the last state beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple

import msgspec

from trunkline import saves
from trunkline.game import Game
from trunkline.kernel import state as states
from trunkline.kernel.events import Event, encode
from trunkline.kernel.options import Options
from trunkline.kernel.state import State
from trunkline.kernel.table import Title
from trunkline.saves import UNREADABLE
from trunkline.tables import records, turns
from trunkline.tables.errors import Impossible
from trunkline.tables.records import EntryKind, EntryOutcome
from trunkline.tables.turns import round_key
from trunkline.wording.choices import round_name
from trunkline.wording.events import Span, parts

BATCH = 250
"""Entries that are written, read or sent at a time: whoever waits in between waits for so many."""


class LogEntry(NamedTuple):
    """One line of the append-only log of a game."""

    number: int
    kind: EntryKind
    data: bytes
    seat: str
    at: str
    kept: bytes
    """What it is remembered by, as JSON: decoded when somebody wants to know."""

    @property
    def outcome(self) -> EntryOutcome:
        """What it did, in words. Raises ``Impossible`` where that has been damaged."""
        try:
            return _told.decode(self.kept)
        except UNREADABLE as error:
            raise Impossible(f"What was told of entry {self.number} is damaged.") from error


class Snapshot(NamedTuple):
    """The state after the last entry, and what it can be trusted by."""

    number: int
    state: bytes
    digest: str
    bound_by: str


class Begun(NamedTuple):
    """A game that begins with actions that have been played elsewhere."""

    options: Options
    batches: Sequence[bytes]
    """Its entries, ``BATCH`` at a time, ``packed``: so they go from one process to another at little cost."""
    last: EntryOutcome
    over: bool
    snapshot: Snapshot
    note: str = ""
    """A sentence about figures that the file states and the replay finds otherwise."""


def now() -> str:
    """The time as it is kept: UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def bound_by(title: Title) -> str:
    """What a stored state depends on; one that was stored under anything else is not trusted."""
    return f"{saves.PROGRAM} {title.rulings} {title.board.hash}"


def snapshot(title: Title, number: int, state: State) -> Snapshot:
    """What is kept of the state after so many entries."""
    return Snapshot(number, states.encode(state), state.digest(), bound_by(title))


def outcome_of(options: Options, before: State, after: State, happened: Sequence[Event]) -> EntryOutcome:
    """What an action is remembered by."""
    game = Game.at_state(options, after)
    return EntryOutcome(
        lines_of(game.title, happened),
        tuple(map(encode, happened)),
        round_name(before),
        round_name(after),
        in_order(game),
        after.over,
        turns.key(after),
        round_key(before),
        winners=winners_of(game),
        ending=ending_of(game),
    )


def way_of(options: Options, before: State, after: State, text: str, first: int | None) -> EntryOutcome:
    """What an undo or a redo is remembered by, of the action in entry ``first`` and those after it."""
    return msgspec.structs.replace(
        outcome_of(options, before, after, ()), lines=(records.Line(text),), first=first
    )


def lines_of(title: Title, happened: Sequence[Event]) -> tuple[records.Line, ...]:
    """The events that have a sentence, in words."""
    told = ((index, event, parts(title, event)) for index, event in enumerate(happened))
    return tuple(_line(index, event, found) for index, event, found in told if found)


def _line(index: int, event: Event, found: Sequence[Span]) -> records.Line:
    cut = tuple(
        records.LinePart("".join(part.text for part in group), *(id or None for id in named))
        for named, group in groupby(found, lambda part: (part.corp, part.player, part.hex))
    )
    names_some = any(part.corp or part.player or part.hex for part in cut)
    text = "".join(part.text for part in cut)
    return records.Line(text, event.rule, index, cut[0].player or cut[0].corp, cut if names_some else ())


def winners_of(game: Game) -> tuple[str, ...]:
    """Who has won; nobody while the game goes on."""
    return game.result.winners if game.result else ()


def ending_of(game: Game) -> records.Ending | None:
    """How a game ended; None while it goes on."""
    result = game.result
    if result is None:
        return None
    standings = (records.Placed(each.player, each.worth, each.place) for each in result.standings)
    return records.Ending(result.reason, tuple(standings))


def in_order(game: Game) -> tuple[str, ...]:
    """Who must decide, in seat order."""
    return tuple(name for name in game.players if name in game.to_act)


def packed(entries: Sequence[LogEntry]) -> bytes:
    """Entries as bytes."""
    return msgspec.msgpack.encode(entries)


def unpacked(data: bytes) -> list[LogEntry]:
    """The entries in these bytes."""
    return _entries.decode(data)


_told = msgspec.json.Decoder(EntryOutcome)
_entries = msgspec.msgpack.Decoder(list[LogEntry])
