"""Commands of ``trunkline``, called with parsed arguments."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from trunkline.cli.progress import Progress
from trunkline.cli.terminal import holdings, map_text, reasons
from trunkline.cli.terminal.replay_source import compare, last, steps
from trunkline.engine.kernel.options import Options
from trunkline.game import Game, saves
from trunkline.game.saves import os_error_text
from trunkline.game.wording.endings import why_ended
from trunkline.game.wording.matching import contains
from trunkline.game.wording.rounds import round_name
from trunkline.interop.claims import plain
from trunkline.interop.eighteenxx.export import encoded, source
from trunkline.interop.eighteenxx.export import export as exported_file
from trunkline.interop.recording import opened
from trunkline.titles import About, build, catalogue, checked
from trunkline.util.errors import UsageError

PUBLIC, TEXT, OURS = "18xx.games", "text", "trunkline"
"""Export formats for a recorded game."""


def replay(path: Path, at: int | None, as_json: bool, trace: Path | None, strict: bool = False) -> Game:
    """Replay a recorded game and print its standings. Return the game as far as it was replayed."""
    recording = opened(path)
    moments = steps(recording, at, Progress(f"Replaying {path.name}"))
    with _trace_file(trace) as out:
        game = recording.game
        for game in moments:
            if out is not None:
                out.write(json.dumps(game.view(), ensure_ascii=False) + "\n")
    compare(recording, path, strict)
    if as_json:
        print(json.dumps({**summary(game, recording.count), "differences": plain(recording.differences)}))
        return game
    part = "" if recording.count == recording.total else f" of {recording.total}"
    who = ", ".join(game.players)
    head = f"{path.name}: {game.title.id} with {who}; {recording.count}{part} actions."
    print("\n".join([f"{head} {ending(game)}", *standings(game)]))
    return game


def state(path: Path, at: int | None, as_json: bool, as_line: bool, width: int, strict: bool = False) -> None:
    """Print the table of a recorded game as text, one line or JSON."""
    game = last(path, at, strict)
    if as_line:
        print(game.to_line())
    elif as_json:
        print(json.dumps(game.view()))
    else:
        print("\n".join([*holdings.holdings_lines(game), "", *map_text.map_lines(game, width)]))


def export(path: Path, to: str, out: Path, strict: bool = False) -> None:
    """Write a recorded game in another format: for 18xx.games, as text, or as a Trunkline save."""
    if to == PUBLIC:
        _export_public(path, out, strict)
        return
    data = saves.read(path)
    game = Game.from_bytes(data, path.name) if saves.is_ours(data) else last(path, None, strict)
    saves.write(out, game.to_text().encode() if to == TEXT else game.to_bytes())
    print(f"{out}: {len(game.actions)} actions.")


def _export_public(path: Path, out: Path, strict: bool) -> None:
    progress = Progress(f"Exporting {path.name}")
    try:
        game = source(saves.read(path), path.name)
        if not isinstance(game, Game):
            last(path, None, strict)
        exported = exported_file(game, path.name, progress.show)
    finally:
        progress.done()
    saves.write(out, encoded(exported))
    print(f"{out}: {len(exported['actions'])} actions.")


def summary(game: Game, actions: int) -> dict[str, Any]:
    """Return the result of a game as plain data."""
    return {
        "title": game.title.id,
        "players": game.players,
        "actions": actions,
        "finished": game.over,
        "reason": game.state.reason or None,
        "standings": {standing.player: standing.worth for standing in game.standings()},
    }


def ending(game: Game) -> str:
    """Return a sentence about how a game ended, or its current round."""
    if not game.over:
        return f"Not finished: {round_name(game.state)}."
    return f"Finished: {why_ended(game.state.reason)}."


def standings(game: Game) -> list[str]:
    """Return the players by worth, as lines."""
    return holdings.standings_lines(game)


def list_titles() -> None:
    """Print the titles that can be played."""
    for about in catalogue().values():
        fewest, most = about.players
        print(f"{about.name}, by {about.designers}; {fewest} to {most} players")
        _list_notes("variants", about.variants, about.variant_notes)
        _list_notes("rules", about.rules, about.reading_notes)
        if about.board_note:
            print(f"    {about.board_note}")


def _list_notes(heading: str, names: Sequence[str], notes: Mapping[str, str]) -> None:
    print(f"    {heading}: {', '.join(names) or 'none'}")
    for name in names:
        if note := notes.get(name):
            print(f"      {name}: {note}")


def list_rules(title: str, text: Sequence[str], width: int) -> None:
    """Print the rules of a title whose id or wording contains all words of ``text``."""
    about = about_title(title)
    players = tuple(f"P{number}" for number in range(1, about.players[0] + 1))
    rules = build(checked(Options(about.id, players))).rules
    wanted = " ".join(text)
    found = [rule for rule in rules.values() if contains(f"{rule.id} {rule.section} {rule.rule}", wanted)]
    if not found:
        raise UsageError(f"No rule of {about.id} contains {wanted!r}.")
    print("\n".join(line for rule in found for line in reasons.wording(rule, width)))


def about_title(title: str) -> About:
    """Return the facts about a title, given its id in any case. Raises ``UsageError`` if it is unknown."""
    for id, about in catalogue().items():
        if id.lower() == title.lower():
            return about
    raise UsageError(f"There is no title {title!r}; there are {', '.join(catalogue())}.")


@contextlib.contextmanager
def _trace_file(path: Path | None) -> Iterator[TextIO | None]:
    if path is None:
        yield None
        return
    try:
        with path.open("w", encoding="utf-8") as out:
            yield out
    except UsageError:
        raise
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be written: {os_error_text(error)}.") from error
