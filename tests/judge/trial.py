"""One game before the judge: played, exported, judged, read back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge import compare, engine
from judge.games import Plot
from trunkline.game import Game
from trunkline.interop.public import Replay, read
from trunkline.interop.public_out import encoded, export
from trunkline.kernel.errors import UsageError

ALIKE = "accepted and alike"
FAULT = "refused by us, for a known fault of the site"


@dataclass(frozen=True)
class Outcome:
    """What came of a game."""

    plot: str
    phase: int
    reason: str
    entries: int
    cause: str
    """``ALIKE``, or what went wrong, the same words for the same cause."""
    detail: str = ""


def tried(plot: Plot, folder: Path) -> Outcome:
    """Play a game, export it and ask the judge."""
    game = plot.game()
    name = str(plot)
    try:
        data = export(game, name)
    except UsageError as error:
        return _outcome(
            plot, game, 0, FAULT if "a known fault of" in str(error) else "not exported", str(error)
        )
    file = folder / f"{name}.json"
    file.write_bytes(encoded(data))
    cause, detail = _cause(game, data, file)
    return _outcome(plot, game, len(data["actions"]), cause, detail)


def _outcome(plot: Plot, game: Game, entries: int, cause: str, detail: str) -> Outcome:
    return Outcome(str(plot), game.state.phase, game.state.reason, entries, cause, detail)


def _cause(game: Game, data: dict[str, Any], file: Path) -> tuple[str, str]:
    verdict = engine.judged(file)
    if verdict is None:
        return "not judged in time", ""
    if not verdict.accepted:
        action = data["actions"][verdict.at - 1]
        return "not accepted", f"entry {verdict.at} ({action['type']}): {verdict.why}"
    board = game.title.board
    privates = {board.public_games.private_ids[id]: id for id in board.private}
    corporations = {board.public_games.corporation_ids.get(id, id): id for id in board.corporation}
    if found := compare.apart(game, verdict.states[-1], privates):
        return "another end", "; ".join(found[:3])
    for number, (action, state) in enumerate(zip(data["actions"], verdict.states[1:], strict=True), 1):
        autos = [_auto(auto) for auto in state["auto"]]
        written = [_auto(auto) for auto in action.get("auto_actions", [])]
        if autos != written:
            return "other auto actions", f"entry {number}: the site makes {autos}, not {written}"
    if said := engine.loads([file]):
        return "not loaded", said
    replay = Replay(read(file, file.name))
    for number, state in enumerate(verdict.states[1:], 1):
        try:
            replay.step()
        except UsageError as error:
            return "not read back", str(error)
        found = compare.apart(replay.game, state, privates)
        if found:
            return "read otherwise", f"after entry {number}: {'; '.join(found[:3])}"
        waits, asked = compare.waits(replay), compare.asked(state, corporations)
        if waits[0] and waits != asked:
            return "asked otherwise", f"after entry {number}: we think {waits}, they ask {asked}"
    return ALIKE, ""


def _auto(action: dict[str, Any]) -> dict[str, Any]:
    return {key: action.get(key) for key in ("type", "entity", "entity_type", "corporations")}


def words(detail: str) -> str:
    """The detail without what differs from game to game."""
    return re.sub(r"\b[A-Z]+\d*\b|\d+", "#", detail)[:150]
