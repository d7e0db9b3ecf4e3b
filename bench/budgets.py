"""Picture of the tycoon's strength by its search budget, made from matches.

Each match is one of ``trunkline arena`` between a tycoon and directors:

    trunkline arena 1856 tycoon:500 director director director --games 40 --out b500.jsonl
    python bench/budgets.py b*.jsonl --into docs/budgets.png
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import matplotlib
from matplotlib import pyplot

from trunkline.lab.arena import match_file
from trunkline.lab.arena.statistics import ProgramResult, tally
from trunkline.players.tycoon import STEPS
from trunkline.util.errors import UsageError


class Point(NamedTuple):
    """A match."""

    steps: int
    seats: int
    standing: ProgramResult


def points(files: Iterable[Path]) -> dict[str, list[Point]]:
    """Return the matches of each title, the smallest budget first. Raises ``UsageError``."""
    found: dict[str, list[Point]] = {}
    for file in files:
        match, played = match_file.read(file)
        for standing in tally(match, played):
            name, _, steps = standing.name.partition(":")
            if name == "tycoon" and standing.seats == 1:
                point = Point(int(steps or STEPS), len(match.entrants), standing)
                found.setdefault(match.title, []).append(point)
    if not found:
        raise UsageError("None of these matches has a tycoon in one of its seats.")
    return {title: sorted(found[title], key=lambda point: point.steps) for title in sorted(found)}


def drawn(found: dict[str, list[Point]], into: Path) -> None:
    """Draw wins and shares by budget, with intervals. A dashed line shows the result of pure chance."""
    matplotlib.use("Agg")
    figure, (wins, shares) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for beside, (title, each) in enumerate(found.items()):
        # Shift the points of each title a little, or one title hides the next.
        steps = [point.steps * 1.05**beside for point in each]
        for axes, values, bounds in (
            (wins, [p.standing.wins / p.standing.games for p in each], [p.standing.interval for p in each]),
            (shares, [p.standing.share for p in each], [p.standing.share_interval for p in each]),
        ):
            below = [max(0.0, value - low) for value, (low, _) in zip(values, bounds, strict=True)]
            above = [max(0.0, high - value) for value, (_, high) in zip(values, bounds, strict=True)]
            axes.errorbar(steps, values, yerr=[below, above], marker="o", capsize=3, label=title)
            axes.axhline(1 / each[0].seats, linestyle="--", linewidth=1, color="grey")
    budgets = sorted({point.steps for each in found.values() for point in each})
    for axes, what in ((wins, "games won"), (shares, "share of everything")):
        axes.set_xscale("log")
        axes.set_xticks(budgets, [f"{steps:,}" for steps in budgets])
        axes.minorticks_off()
        axes.set_xlabel("positions for a decision")
        axes.set_ylabel(what)
        axes.yaxis.set_major_formatter(matplotlib.ticker.PercentFormatter(1.0, decimals=0))
        axes.legend()
    # Without the date and the version: the same matches, the same picture.
    figure.savefig(into, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def told(found: dict[str, list[Point]]) -> Iterator[str]:
    """Yield the results as text, a line of a list for each match."""
    for title, each in found.items():
        for steps, _, standing in each:
            low, high = standing.interval
            won = f"{standing.wins / standing.games:.1%} of {standing.games} games won"
            took = f"{standing.processor:,.0f} ms a decision, {standing.longest:.1f} s at worst"
            yield f"- {title}, {steps:,} positions: {won} ({low:.1%} to {high:.1%}), {took}."


def main() -> None:
    """Draw the picture and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, help="what the arena wrote, packed or not")
    parser.add_argument("--into", type=Path, required=True, metavar="PICTURE.png")
    options = parser.parse_args()
    try:
        found = points(options.files)
    except UsageError as error:
        sys.exit(str(error))
    drawn(found, options.into)
    print("\n".join(told(found)))


if __name__ == "__main__":
    main()
