"""``trunkline replay``: a recorded game, replayed through every rule."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TextIO

from trunkline.cli.extras import needed
from trunkline.cli.options import add_recorded_game
from trunkline.cli.progress import Progress
from trunkline.cli.terminal.replay_source import compare, steps
from trunkline.cli.terminal.results import ending, standings, summary
from trunkline.game import Game
from trunkline.game.saves import os_error_text, write
from trunkline.interop.claims import plain
from trunkline.interop.recording import opened
from trunkline.util.errors import UsageError

HELP = "replay a recorded game through every rule and print its standings"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_recorded_game(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON and nothing else")
    parser.add_argument("--html", type=Path, metavar="OUT.html", help="write the game as one web page")
    parser.add_argument("--trace", type=Path, metavar="OUT.jsonl", help="write the state after every action")


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    # A page that cannot be written is reported before the game is replayed.
    pages = _replay_page() if options.html is not None else None
    game = _replay(options.file, options.at, options.json, options.trace, options.strict)
    if pages is not None:
        size = _write_page(pages, game, options.html)
        if not options.json:
            print(f"{options.html}: {len(game.actions)} actions, {size / 1e6:.1f} MB.")


def _replay(path: Path, at: int | None, as_json: bool, trace: Path | None, strict: bool) -> Game:
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


def _replay_page() -> ModuleType:
    """Return the module that writes a game as a page. It needs the server's packages and a built client."""
    with needed("The page of a replay", "table"):
        from trunkline.web.http import replay_page
    replay_page.read_page()
    return replay_page


def _write_page(pages: ModuleType, game: Game, out: Path) -> int:
    """Write a game as one web page. Return its size in bytes."""
    progress = Progress(f"Writing {out.name}")
    try:
        page: bytes = pages.render(game, progress.show)
    finally:
        progress.done()
    write(out, page)
    return len(page)


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
