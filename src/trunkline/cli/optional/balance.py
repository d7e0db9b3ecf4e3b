"""``trunkline title balance``: games of bots, and the page about their results."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Final

import msgspec

from trunkline.cli.exit_codes import OK
from trunkline.cli.progress import Progress
from trunkline.cli.terminal.typed_names import about_title
from trunkline.engine.board.loading import read_text
from trunkline.engine.kernel.shares import plural
from trunkline.game.saves import PROGRAM_VERSION
from trunkline.lab.dataset import balance, page, storage
from trunkline.lab.dataset.making import make
from trunkline.lab.dataset.plan import Part, Plan
from trunkline.titles import boards, catalogue, title_path
from trunkline.util.errors import UsageError

SHARD: Final = 20
"""The number of games in a file. A run that is stopped loses at most so many."""
DIGITS: Final = 12
"""The length of the name of a folder of games."""


def run(options: argparse.Namespace) -> int:
    """Play the games that are left, and write the page. Return the exit code. Raises ``UsageError``."""
    known = {id.lower() for id in catalogue()}
    title = about_title(options.title).id
    text = "" if options.title.lower() in known else read_text(title_path(Path(options.title)))
    if not options.games:
        raise UsageError("The balance of a title needs at least one game: give --games 1 or more.")
    out: Path = options.out or Path(f"{title}-balance.html")
    if out.suffix not in page.FORMATS:
        raise UsageError(f"{out} is not a page. Its name ends in {' or '.join(page.FORMATS)}.")
    players = tuple(sorted(set(options.players or boards()[title]().players)))
    plan = Plan((Part((options.player,), options.games),), (title,), players, options.seed, shard=SHARD)
    folder = out.with_suffix("") / _key(title, text, plan)
    progress = Progress("Playing", unit="games")
    try:
        made = make(folder, plan, options.jobs, progress.show)
    finally:
        progress.done()
    storage.write(out, page.RENDERED[out.suffix](balance.blocks(folder, made)).encode())
    print(f"The balance of {plural(made.games, 'game')} of {title} is in {out}. The games are in {folder}.")
    return OK


def _key(title: str, text: str, plan: Plan) -> str:
    """Return the name of the folder of the games. Other options and a changed file have another folder."""
    games = msgspec.json.encode((PROGRAM_VERSION, boards()[title](), text, plan))
    return hashlib.sha256(games).hexdigest()[:DIGITS]
