"""Games written in the format of 18xx.games, for its own engine to replay.

data = export(trunkline.load("game.json"))
export_file(game, "out.json")
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from trunkline.engine.kernel.action import shortened
from trunkline.engine.steps.better_runs import ANNOUNCED
from trunkline.game import Game, saves
from trunkline.interop.eighteenxx.action_writer import Fields, number_or_text
from trunkline.interop.eighteenxx.export_errors import at_fault, sentence
from trunkline.interop.eighteenxx.exporter import Exporter
from trunkline.interop.eighteenxx.file import Entry, PublicGame
from trunkline.interop.eighteenxx.known_bugs import SiteBug
from trunkline.interop.eighteenxx.replay import READING, Replay, known, read
from trunkline.interop.eighteenxx.written_replay import Mismatch
from trunkline.titles import REAL_TABLE, RECORDED
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

REASONS = {"bankruptcy": "bankrupt", "agreed": "manually_ended"}
"""The site's words for reasons why a game ended, if they differ from ours."""
DROPPED = ("user", "created_at", "original_id", "skip", "auto_actions")
"""Fields of a site entry that are not part of the action."""


def export(
    game: Game | PublicGame,
    name: str = "The game",
    progress: Callable[[int, int], None] = lambda at, of: None,
) -> dict[str, Any]:
    """Return a game as plain data in the form that 18xx.games would have recorded.

    A Trunkline game must have been played with ``rules="18xx.games"``. A game read from a file of the site is
    written as its effective actions. ``progress`` receives the actions written and their total.

    Raises ``UsageError`` with one sentence that names the first action that the site would not accept. It
    also names the ruling or the fault of the site that explains it, if known.
    """
    if isinstance(game, PublicGame):
        return _again(game)
    if not isinstance(game, Game):
        given = shortened(game)  # type: ignore[unreachable]
        raise UsageError(
            gettext("A game is exported, not {given}; trunkline.load reads one from a file.", given=given)
        )
    game.check_opening("be exported")
    if game.title.id not in known():
        raise UsageError(
            gettext(
                "{name} is a game of {id}; only {names} can be exported.",
                name=name,
                id=str(game.title.id),
                names=", ".join(known()),
            )
        )
    if RECORDED in game.options.variants:
        raise UsageError(
            gettext(
                "{name} was recorded elsewhere (variant {recorded}); export the file it came from.",
                name=name,
                recorded=repr(RECORDED),
            )
        )
    if REAL_TABLE in game.options.variants:
        raise UsageError(
            gettext(
                "{name} was played on a printed board, and 18xx.games has no corrections; save it as a "
                "file of Trunkline.",
                name=name,
            )
        )
    if game.options.runs == ANNOUNCED:
        raise UsageError(
            gettext(
                "{name} cannot be exported: it was played by the {rules} rules with earnings that others "
                "announce, which nobody does on {reading}.",
                name=name,
                rules=game.options.rules,
                reading=READING,
            )
        )
    exporter = Exporter(game, name)
    try:
        while exporter.count < exporter.total:
            exporter.step()
            progress(exporter.count, exporter.total)
    except SiteBug as fault:
        raise UsageError(at_fault(game, name, exporter.count + 1, str(fault))) from fault
    except Mismatch as error:
        last = min(exporter.count + 1, exporter.total)
        raise UsageError(sentence(game, name, exporter.suspect, last, str(error))) from error
    if game.options.rules != READING:
        raise UsageError(
            gettext(
                "{name} cannot be exported: it was played by the {rules} rules.",
                name=name,
                rules=game.options.rules,
            )
        )
    return whole(game, exporter)


def export_file(game: Game | PublicGame, path: str | Path, name: str = "The game") -> None:
    """Write a game to a file in the format of 18xx.games, atomically. Raises ``UsageError``."""
    saves.write(path, encoded(export(game, name)))


def encoded(data: dict[str, Any]) -> bytes:
    """Return an exported game as bytes."""
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def source(data: bytes, name: str) -> Game | PublicGame:
    """Return the game in a Trunkline file or in a file of the site. Raises ``UsageError``."""
    return Game.from_bytes(data, name) if saves.is_ours(data) else read(data, name)


def whole(game: Game, exporter: Exporter) -> dict[str, Any]:
    """Return the file content of a game that has been written."""
    shadow = exporter.shadow
    ids = {player: number_or_text(id) for id, player in shadow.replay.public.players.items()}
    data: dict[str, Any] = {
        "title": game.title.id,
        "players": [{"id": id, "name": player} for player, id in ids.items()],
        "settings": {"optional_rules": list(shadow.replay.public.options), "seed": game.options.seed},
        "status": "finished" if game.over else "active",
        "actions": shadow.written,
    }
    if game.over:
        data["result"] = {str(ids[standing.player]): standing.worth for standing in game.standings()}
        data["game_end_reason"] = REASONS.get(game.state.reason, game.state.reason)
    return data


def _again(game: PublicGame) -> dict[str, Any]:
    """Return a game of the site without its undone actions."""
    Replay(game)  # refuse a game that cannot be replayed at all
    ids = {name: number_or_text(id) for id, name in game.players.items()}
    named = all(id == name for name, id in ids.items())
    data: dict[str, Any] = {
        "title": game.title,
        "players": [{"name": name} if named else {"id": id, "name": name} for name, id in ids.items()],
        "settings": {"optional_rules": list(game.options)},
        "status": "finished" if game.finished else "active",
        "actions": [_entry(entry) for entry in game.entries],
    }
    if game.result:
        data["result"] = {str(ids[name]): worth for name, worth in game.result.items()}
        data["game_end_reason"] = game.reason
    return data


def _entry(entry: Entry) -> Fields:
    fields = {key: value for key, value in entry.fields.items() if key not in DROPPED}
    if entry.autos:
        fields["auto_actions"] = [_entry(auto) for auto in entry.autos]
    return fields
