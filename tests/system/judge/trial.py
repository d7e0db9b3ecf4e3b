"""One game before the judge: played, exported, judged, read back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from system.judge import compare, engine
from system.judge.games import Plot
from trunkline.game import Game
from trunkline.interop.eighteenxx.export import encoded, export, whole
from trunkline.interop.eighteenxx.exporter import Exporter
from trunkline.interop.eighteenxx.known_bugs import SiteBugs
from trunkline.interop.eighteenxx.replay import Replay, read
from trunkline.interop.eighteenxx.written_replay import Mismatch
from trunkline.util.errors import UsageError

ALIKE = "accepted and alike"
FAULT = "refused by us, for a fault of the site"
IN_VAIN = "refused by us in vain"
DEAD = "not played to an end"
GOOD = (ALIKE, FAULT, DEAD)
PATIENCE = 600
"""Seconds for the judge to finish a game."""


@dataclass(frozen=True)
class Outcome:
    """The result of a game."""

    plot: str
    end: str
    entries: int
    """The number of entries written, or 0 if we refused."""
    cause: str
    """One of the above, or the problem, in the same words for the same cause."""
    detail: str = ""

    def __str__(self) -> str:
        said = f": {self.detail}" if self.detail else ""
        return f"{self.plot} ({self.end}, {self.entries} entries): {self.cause}{said}"

    @property
    def kind(self) -> str:
        """The cause with its detail, without the parts that differ from game to game."""
        detail = self.detail.rpartition(": ")[2] if self.cause == FAULT else self.detail
        return f"{self.cause}: {re.sub(r'[A-Z][A-Z]+|[0-9]+|(?<=of )[A-Z][a-z]+', '#', detail)[:120]}"


def tried(plot: Plot, folder: Path, seconds: float = PATIENCE) -> Outcome:
    """Play a game, export it and ask the judge. A stalled game is not judged."""
    game, file = plot.game(), folder / f"{plot}.json"
    if not game.over:
        return Outcome(str(plot), "unfinished", 0, DEAD)
    end = f"{game.state.reason} in phase {game.state.phase + 1}"
    try:
        data = export(game, str(plot))
    except UsageError as error:
        cause = "not exported"
        if "a known fault of" in str(error):
            cause = FAULT if _goes_wrong(game, file, seconds) else IN_VAIN
        return Outcome(str(plot), end, 0, cause, str(error))
    file.write_bytes(encoded(data))
    cause, detail = _judged(game, data, file, seconds)
    return Outcome(str(plot), end, len(data["actions"]), cause, detail)


class _Heedless(SiteBugs):
    """A checker of site faults that never reports one."""

    def before(self, *facts: Any) -> None:
        """Do nothing."""

    def after(self, *facts: Any) -> None:
        """Do nothing."""


def _goes_wrong(game: Game, file: Path, seconds: float) -> bool:
    """Return whether the site refuses the game or ends it differently, if we ignore its known faults."""
    exporter = Exporter(game, file.stem)
    exporter.shadow.faults = _Heedless(game.title)
    try:
        while exporter.count < exporter.total:
            exporter.step()
    except (Mismatch, ValueError):  # our record no longer matches the site's
        return True
    data = whole(game, exporter)
    file.write_bytes(encoded(data))
    return _judged(game, data, file, seconds)[0] != ALIKE


def _judged(game: Game, data: dict[str, Any], file: Path, seconds: float) -> tuple[str, str]:
    verdict = engine.judged(file, seconds)
    if verdict is None:
        return "not judged in time", ""
    if not verdict.accepted:
        action = data["actions"][verdict.at - 1]
        return "not accepted", f"entry {verdict.at} ({action['type']}): {verdict.why}"
    site = compare.Site(game.title.board)
    if found := site.apart(game, verdict.states[-1]):
        return "another end", "; ".join(found[:3])
    for number, (action, state) in enumerate(zip(data["actions"], verdict.states[1:], strict=True), 1):
        made, written = _autos(state["auto"]), _autos(action.get("auto_actions", []))
        if made != written:
            return "other auto actions", f"entry {number}: the site makes {made}, not {written}"
    if said := engine.loads([file]):
        return "not loaded", said
    return _read_back(file, verdict.states, site)


def _read_back(file: Path, states: list[dict[str, Any]], site: compare.Site) -> tuple[str, str]:
    replay = Replay(read(file, file.name))
    for number, state in enumerate(states[1:], 1):
        try:
            replay.step()
        except UsageError as error:
            return "not read back", str(error)
        if found := site.apart(replay.game, state):
            return "read otherwise", f"after entry {number}: {'; '.join(found[:3])}"
        waits, asked = compare.waits(replay), site.asked(state)
        if waits and waits != asked:
            return "asked otherwise", f"after entry {number}: we think {waits}, the site asks {asked}"
    return ALIKE, ""


def _autos(actions: list[dict[str, Any]]) -> list[Any]:
    return [
        [action.get(key) for key in ("type", "entity", "entity_type", "corporations")] for action in actions
    ]
