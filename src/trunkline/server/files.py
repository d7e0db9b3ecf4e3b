"""Games as files: what is handed out, and what is taken in from this and other programs."""

from __future__ import annotations

import msgspec

from trunkline import saves
from trunkline.interop import replay
from trunkline.interop.public_out import encoded, export
from trunkline.kernel.action import AnyAction, as_saved
from trunkline.kernel.errors import UsageError
from trunkline.kernel.options import Options
from trunkline.server.errors import Impossible, Unknown
from trunkline.server.records import Origin, Seat
from trunkline.server.seats import check_names, drawn_seed
from trunkline.server.table import LONGEST, Table, Tables
from trunkline.titles import build, dealt

OURS, PUBLIC = "trunkline", "18xx.games"


def exported(table: Table, kind: str, at: int | None = None) -> bytes:
    """The line in play as a file of this kind. Raises ``Impossible`` where the format cannot hold it."""
    if kind not in (OURS, PUBLIC):
        raise Unknown(f"There is no such format; there are {OURS} and {PUBLIC}.")
    game = table.whole(at)
    if kind == OURS:
        return game.to_bytes()
    try:
        return encoded(export(game, "This game"))
    except UsageError as error:
        raise Impossible(str(error)) from error


def imported(tables: Tables, data: bytes) -> Table:
    """A new game made of a file: ours, one of 18xx.games or of Rails. Raises ``UsageError``."""
    options, played = _read(data)
    check_names(options.players)
    if len(played) > LONGEST:
        raise UsageError(f"The file has {len(played)} actions, and no game goes on for more than {LONGEST}.")
    seats = [Seat(name, seed=drawn_seed()) for name in options.players]
    return tables.copy(options, seats, played)


def branched(tables: Tables, table: Table, at: int) -> Table:
    """A new game that begins with the line up to a moment; people play all its seats."""
    seen = table.seen(at)
    with table.lock:
        path = table.line.path(seen.moment)
    seats = [Seat(seat.name, seed=seat.seed) for seat in table.seats]
    played = [moment.action() for moment in path[1:]]
    return tables.copy(table.options, seats, played, Origin(table.id, seen.at))


def _read(data: bytes) -> tuple[Options, list[AnyAction]]:
    name = "The file"
    if len(data) > saves.MAX_BYTES:
        raise UsageError(f"{name} is larger than {saves.MAX_BYTES // 1_000_000} MB.")
    if _is_ours(data):
        save = saves.from_bytes(data, name)
        options = dealt(save.options)
        saves.check_playable(save, build(options).board.hash, name)
        return options, list(save.actions)
    recording = replay(data, name)
    while recording.count < recording.total:
        recording.step()
    game = recording.game
    return game.options, [as_saved(action) for action in game.actions]


def _is_ours(data: bytes) -> bool:
    try:
        return saves.is_save(msgspec.json.decode(data))
    except saves.UNREADABLE:
        return False
