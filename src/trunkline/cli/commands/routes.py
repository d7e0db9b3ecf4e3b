"""``trunkline routes``: best runs for written positions or a recorded game."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from trunkline.cli.options import add_replaying
from trunkline.cli.terminal.replay_source import last
from trunkline.cli.terminal.runs_text import plan_map, run_lines, worth
from trunkline.cli.terminal.typed_names import company_of
from trunkline.cli.terminal.width import terminal_width
from trunkline.engine.kernel import depot
from trunkline.engine.kernel.context import Context
from trunkline.engine.routing import RouteContext, RunPlan, best_runs
from trunkline.game import Game, routes
from trunkline.util.errors import UsageError

HELP = "show the best runs of listed positions, or of a recorded game"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "positions", nargs="?", type=Path, metavar="POSITIONS.yaml", help="file with a list of positions"
    )
    parser.add_argument(
        "--examples",
        action="store_const",
        const=routes.EXAMPLES,
        help="use the positions that come with the program",
    )
    parser.add_argument("--game", type=Path, metavar="FILE", help="use a recorded game")
    parser.add_argument(
        "--at", metavar="N", help="position after the first N actions of the game; default: the last one"
    )
    parser.add_argument(
        "--company", metavar="CORP", help="one corporation of the game; default: all that own a train"
    )
    parser.add_argument("--json", action="store_true", help="print the runs as JSON and nothing else")
    add_replaying(parser)


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    written = [path for path in (options.positions, options.examples) if path]
    wanted = RouteSettings(written, options.game, options.at, options.company, options.strict)
    _show(wanted, options.json, terminal_width())


@dataclass(frozen=True)
class RouteQuery:
    """A question for the best runs of one company."""

    heading: str
    context: RouteContext
    stated: int | None = None
    """The best total in dollars according to the file."""


@dataclass(frozen=True)
class RouteSettings:
    """The arguments of the command. They must name exactly one file."""

    positions: Sequence[Path]
    game: Path | None
    at: str | None
    """Number of actions of the game, as typed."""
    company: str | None
    strict: bool = False
    """True if a figure in the game's file that differs from the replay is an error."""


def _show(wanted: RouteSettings, as_json: bool, width: int) -> None:
    """Print the best runs as text or as JSON."""
    asked = _asked(wanted)
    if as_json:
        print(json.dumps([_data(each.context, *_answer(each.context)) for each in asked]))
        return
    if not asked:
        print("No company owns a train." if wanted.game else "There are no positions in the file.")
    for number, each in enumerate(asked):
        print("\n".join([*([""] if number else []), *_lines(each, width)]), flush=True)


def _asked(wanted: RouteSettings) -> list[RouteQuery]:
    if len(wanted.positions) + (wanted.game is not None) != 1:
        raise UsageError("Give a file of positions, --examples, or a game with --game: one of the three.")
    if wanted.positions:
        if wanted.at is not None or wanted.company is not None:
            raise UsageError("--at and --company choose from a game, which is given with --game.")
        return [
            RouteQuery(
                f"{each.number}. {_heading(each.title, each.phase, each.context)}"
                + (f"  ({each.source})" if each.source else ""),
                each.context,
                each.stated,
            )
            for each in routes.read(wanted.positions[0])
        ]
    assert wanted.game is not None
    return list(_of_game(_moment(wanted.game, wanted.at, wanted.strict), wanted.company))


def _moment(path: Path, at: str | None, strict: bool) -> Game:
    """Return a recorded game after the given number of actions."""
    if at is not None and not at.isdecimal():
        raise UsageError(f"{at!r} is no number of actions.")
    # Python refuses numbers with thousands of digits. A shortened one is still too large.
    number = None if at is None else int(at[:100])
    return last(path, number, strict)


def _of_game(game: Game, company: str | None) -> Iterator[RouteQuery]:
    phase = depot.phase(Context(game.title, game.state)).name
    wanted = list(game.state.corporations) if company is None else [company_of(game, company)]
    for corp in wanted:
        context = routes.context(game, corp)
        if context.trains or company is not None:
            yield RouteQuery(_heading(game.title.id, phase, context), context)


def _heading(title: str, phase: str, context: RouteContext) -> str:
    trains = " ".join(map(depot.train_name, context.trains)) or "none"
    return f"{title}, phase {phase}: {context.company}, trains {trains}"


def _answer(context: RouteContext) -> tuple[RunPlan, float]:
    """Return the best runs and the milliseconds they took, including the track network."""
    # A new mapping is a new position without a kept plan. Unchanged chains of track are reused, as they are
    # between two moments of a game.
    fresh = replace(context, tiles=dict(context.tiles))
    start = time.perf_counter()
    plan = best_runs(fresh)
    return plan, 1_000 * (time.perf_counter() - start)


def _lines(asked: RouteQuery, width: int) -> Iterator[str]:
    plan, ms = _answer(asked.context)
    yield asked.heading
    yield from (f"   {line}" for line in run_lines(plan, max(0, width - 3)))
    none = "" if plan.runs else "no run is possible: "
    yield f"   {none}{worth(plan)}; {ms:.1f} ms"
    if asked.stated not in (None, plan.total):
        yield f"   The file says that the best is ${asked.stated:,}, which is not what was found."
    if plan.runs:
        yield ""
        yield from plan_map(asked.context, plan, width)


def _data(context: RouteContext, plan: RunPlan, ms: float) -> dict[str, Any]:
    return {
        "company": context.company,
        "total": plan.total,
        "proof": plan.proof,
        "ms": round(ms, 3),
        "routes": [
            {
                "train": depot.train_name(run.train),
                "stops": list(run.stops),
                "hexes": list(run.hexes),
                "revenue": earned.total,
            }
            for run, earned in zip(plan.runs, plan.earned, strict=True)
        ],
    }
