"""``trunkline review``: the cost of each decision of a game."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import msgspec

from trunkline.cli.options import RECORDED, add_jobs, add_replaying
from trunkline.cli.progress import Progress
from trunkline.cli.terminal.replay_source import last
from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.shares import plural
from trunkline.game import Game
from trunkline.game.actions import validated
from trunkline.game.wording.choices import words
from trunkline.game.wording.rounds import round_name
from trunkline.lab.review.journal import Head, Kept
from trunkline.lab.review.results import Decision, Moment, Review, leads, turning, worst
from trunkline.lab.review.session import BUDGET, Found, ReviewSession, worked
from trunkline.lab.review.tasks import Compare, Comparison
from trunkline.util.argument_types import count
from trunkline.util.errors import UsageError
from trunkline.util.messages import decimal
from trunkline.util.subprocesses import worker_pool

HELP = "show the cost of each decision of a game, and its turning points"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("file", type=Path, help=RECORDED)
    parser.add_argument(
        "--budget",
        type=count,
        default=BUDGET,
        metavar="N",
        help=f"number of positions to play out; default: {BUDGET}",
    )
    add_jobs(parser)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="save results to FILE, or continue from it")
    parser.add_argument("--json", action="store_true", help="print the review as JSON and nothing else")
    add_replaying(parser)


def run(options: argparse.Namespace) -> None:
    """Run the command. Raises ``UsageError``."""
    _review(
        ReviewSettings(options.file, options.budget, options.jobs, options.keep, options.json, options.strict)
    )


@dataclass(frozen=True)
class ReviewSettings:
    """The command-line options of a review."""

    file: Path
    budget: int
    jobs: int
    keep: Path | None = None
    as_json: bool = False
    strict: bool = False
    """True if a figure in the file that differs from the replay is an error."""


def _review(settings: ReviewSettings) -> None:
    if settings.budget < 1 or settings.jobs < 1:
        raise UsageError("A review takes at least one step and one process.")
    games, moments = _moments(settings.file, settings.strict)
    if not moments:
        raise UsageError(f"{settings.file.name} has no actions: there is nothing to review.")
    study = ReviewSession(games[0].options, moments, settings.budget)
    head = Head(games[-1].digest(), len(moments))
    with closing(Kept(settings.keep, head)) as kept:
        try:
            _work(study, kept, settings.jobs)
        finally:
            # Print also after an interruption (Ctrl-C): the results so far are valid.
            found = study.found()
            if settings.as_json:
                print(msgspec.json.encode(found).decode(), flush=True)
            else:
                print("\n".join(lines(found, games)), flush=True)


def lines(review: Review, games: list[Game]) -> Iterator[str]:
    """Yield a review as text. ``games`` are the moments of the game by number."""
    looked = review.agreed + len(review.decisions)
    yield (
        f"{review.title}, {', '.join(review.players)}: {looked} decisions, {review.agreed} as a director "
        f"would have made them, {len(review.decisions)} played on, {review.steps:,} steps."
    )
    if review.unseen:
        more = plural(review.unseen, "more decision")
        yield f"What {more} cost is not known: a larger budget looks further."
    if not review.whole:
        yield "The review is not finished. Its results may still change."
    told = [f"{each.leader} from {_when(games, each.number)}" for each in leads(review)]
    if told:
        yield f"Who could expect the most: {', '.join(told)}."
    yield from ("", "Turning points")
    turns = turning(review)
    yield from (_line(each, games) for each in turns)
    if not turns:
        yield f"  {_nothing(review)}"
    for player in review.players:
        yield from ("", f"{player}'s costliest decisions")
        mine = worst(review, player)
        yield from (_line(each, games) for each in mine)
        if not mine:
            yield "  none is known"


def _nothing(review: Review) -> str:
    if review.unseen and not review.decisions:
        return "not known: no decision has been played on"
    return "none: no decision is known to have cost much"


def _line(decision: Decision, games: list[Game]) -> str:
    game = games[decision.number]
    return (
        f"  {decision.number + 1:>4}  {_when(games, decision.number)}, {decision.player}: "
        f"{words(game, decision.played)}. Better: {words(game, decision.better)} "
        f"(+{decimal(100 * decision.loss)}% of the table, between {decimal(100 * decision.low)} and "
        f"{decimal(100 * decision.high)} 95% of the time, {decision.lines} lines)"
    )


def _when(games: list[Game], number: int) -> str:
    return round_name(games[number].state)


def _moments(path: Path, strict: bool) -> tuple[list[Game], list[Moment]]:
    """Return a recorded game at each of its moments, with the action played there."""
    game = last(path, None, strict)
    # In files of other programs, one entry may be several of our actions.
    games = [game.at(number) for number in range(len(game.actions) + 1)]
    return games, [
        Moment(number, states.encode(before.state), validated(action))
        for number, (before, action) in enumerate(zip(games, game.actions, strict=False))
    ]


def _work(study: ReviewSession, kept: Kept, jobs: int) -> None:
    progress = Progress("Reviewing", unit="steps")
    try:
        with worker_pool(worked, jobs) as answered:
            for pieces in study.batches():
                known = {n: kept.known(each) for n, each in enumerate(pieces) if isinstance(each, Compare)}
                new = answered(each for n, each in enumerate(pieces) if known.get(n) is None)
                for n, piece in enumerate(pieces):
                    found: Found | None = known.get(n)
                    if found is None:
                        found = next(new)
                        _keep(kept, found)
                    study.take(piece, found)
                    progress.show(min(study.steps, study.budget), study.budget)
    finally:
        progress.done()


def _keep(kept: Kept, found: Found) -> None:
    if isinstance(found, Comparison):
        kept.add(found)
