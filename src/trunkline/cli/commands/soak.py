"""``trunkline soak``: play random games, and check the state after every action."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec

from trunkline.cli.exit_codes import FINDINGS, OK
from trunkline.cli.options import add_board, add_jobs, add_rules, separated
from trunkline.cli.terminal.typed_names import about_title
from trunkline.engine.kernel.action import Action
from trunkline.game import actions
from trunkline.game.saves import make_folder
from trunkline.interop.eighteenxx.replay import READING
from trunkline.lab.soak.games import Outcome, Plan, SoakGame, opened, play_all, seats_of
from trunkline.lab.soak.report import Speed, report
from trunkline.lab.soak.shrink import examine_file, replayed, shrink, write_reproduction
from trunkline.titles import read_board
from trunkline.util.argument_types import count
from trunkline.util.errors import UsageError

HELP = "play random games, and check the state after every action"
SHRUNK = 3
"""Maximum number of failed games that are shrunk and saved. One defect fails many."""
FOLDER = Path("soak-findings")
SILENCE = 5.0
"""Seconds between two lines of progress."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("title", help="a title, or the file of one")
    parser.add_argument("--games", type=count, default=40, metavar="N", help="number of games; default: 40")
    parser.add_argument(
        "--players",
        metavar="N|N-M",
        help="numbers of players, used in turn; default: all that the title allows",
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games; default: 1")
    add_jobs(parser)
    add_rules(parser)
    add_board(parser)
    parser.add_argument(
        "--out", type=Path, default=FOLDER, metavar="FOLDER", help="folder for games that fail"
    )
    parser.add_argument(
        "--export",
        type=Path,
        metavar="FOLDER",
        help="export the games to this folder for 18xx.games (with its --rules)",
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="check a saved game instead")
    parser.add_argument("--probe", default="", metavar="JSON", help="action to try at the end of that game")


def run(options: argparse.Namespace) -> int:
    """Run the command. Return its exit code. Raises ``UsageError``."""
    about = about_title(options.title)
    settings = SoakSettings(
        title=about.id,
        games=options.games,
        players=options.players or "-".join(map(str, about.players)),
        seed=options.seed,
        rules=options.rules,
        variants=tuple(separated(options.variant)),
        runs=options.runs,
        board=options.board,
        jobs=options.jobs,
        replay=options.replay,
        probe=options.probe,
        out=options.out,
        export=options.export,
    )
    return OK if soak(settings) else FINDINGS


@dataclass(frozen=True)
class SoakSettings:
    """The settings from the command line."""

    title: str
    games: int
    players: str
    seed: int
    rules: str
    variants: tuple[str, ...]
    runs: str
    jobs: int
    replay: Path | None = None
    probe: str = ""
    out: Path = FOLDER
    board: Path | None = None
    """A custom board file."""
    export: Path | None = None
    """Folder for exported games, in the format of the site whose reading they are played by."""


def soak(settings: SoakSettings) -> bool:
    """Play the games. Return whether every check passed. Raises ``UsageError``."""
    if settings.replay is not None:
        return _replay(settings.replay, settings)
    if settings.probe:
        raise UsageError("--probe tries an action at the end of a game; name the game with --replay.")
    if settings.games < 1 or settings.jobs < 1:
        raise UsageError("A soak takes at least one game and one process.")
    plan = Plan(
        settings.title,
        settings.games,
        seats_of(settings.players),
        settings.seed,
        settings.rules,
        settings.variants,
        settings.runs,
        board=read_board(settings.title, settings.board) if settings.board else "",
        export="" if settings.export is None else str(_folder(settings.export, settings.rules)),
    )
    began = time.perf_counter()
    outcomes: list[Outcome] = []
    try:
        _play(plan, settings.jobs, outcomes)
    finally:
        # Also after Ctrl+C: the games may have taken hours.
        if outcomes:
            title = opened(SoakGame(plan, 1)).title
            print(
                report(title, plan, outcomes, Speed(time.perf_counter() - began, settings.jobs)), flush=True
            )
    failed = [outcome for outcome in outcomes if outcome.finding is not None]
    for outcome in failed[:SHRUNK]:
        print()
        print("\n".join(_kept(plan, outcome, settings.out)))
    if len(failed) > SHRUNK:
        print(f"\n{len(failed) - SHRUNK} more games failed; they are not shrunk.")
    return not failed


def _folder(path: Path, rules: str) -> Path:
    """Return the folder for exported games, created if missing. Raises ``UsageError``."""
    if rules != READING:
        raise UsageError(f"Only games under the rules of {READING} can be exported: add --rules {READING}.")
    make_folder(path)
    return path


def _play(plan: Plan, jobs: int, outcomes: list[Outcome]) -> None:
    """Append all games to the outcomes. Print progress periodically."""
    shown = time.monotonic()
    for outcome in play_all(plan, jobs):
        outcomes.append(outcome)
        if outcome.finding is not None:
            print(f"game {outcome.number}: {outcome.finding.sentence}", file=sys.stderr, flush=True)
        now = time.monotonic()
        if now - shown >= SILENCE or len(outcomes) == plan.games:
            shown = now
            decisions = sum(done.decisions for done in outcomes)
            text = f"{len(outcomes)} of {plan.games} games, {decisions:,} decisions"
            print(text, file=sys.stderr, flush=True)


def _kept(plan: Plan, outcome: Outcome, folder: Path) -> list[str]:
    assert outcome.finding is not None
    case = SoakGame(plan, outcome.number)
    print(f"game {outcome.number}: looking for a shorter way to the failure", file=sys.stderr, flush=True)
    game, finding = shrink(replayed(opened(case), outcome.actions), outcome.finding)
    return write_reproduction(game, finding, folder, f"{plan.title}-seed{plan.seed}-game{outcome.number}")


def _replay(path: Path, settings: SoakSettings) -> bool:
    probe = _action(settings.probe) if settings.probe else None
    count, finding = examine_file(path, settings.title, probe)
    if finding is None:
        print(f"No check failed at any of the {count} actions.")
        return True
    print(f"After {count} actions the check of {finding.check} fails: {finding.sentence}")
    return False


def _action(text: str) -> Action:
    try:
        data = msgspec.json.decode(text)
    except msgspec.MsgspecError as error:
        raise UsageError(f"{text} is no action as saved games hold it: {error}.") from error
    return actions.decode(data)
