"""The report of a soak: tables of its games, and whether they were varied enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from trunkline.engine.kernel.context import Milestone, Title
from trunkline.lab.soak.games import CUT_OFF, STALLED_GAME, Outcome, Plan, milestones

TOP = 15
"""Number of rules listed, by how often they refused."""
USUAL_ENDINGS = ("bank", "bankruptcy", "price", STALLED_GAME)
UNENDED = (STALLED_GAME, CUT_OFF)
"""Endings of games that were not played to their end."""


class Aim(NamedTuple):
    """A target share of games in a soak: at least ``least`` percent of ``of`` games."""

    what: str
    least: int
    met_by: int
    of: int

    @property
    def met(self) -> bool:
        """True if the target is met; at 0 percent one game is enough."""
        return self.met_by > 0 and 100 * self.met_by >= self.least * self.of

    def __str__(self) -> str:
        wanted = f"at least {self.least}%" if self.least else "some"
        verdict = "met" if self.met else "NOT met"
        return f"{verdict:8}{self.what}: {_part(self.met_by, self.of)}, wanted {wanted}"


class Speed(NamedTuple):
    """The duration of a soak in seconds, and the number of processes."""

    seconds: float
    jobs: int


def aims(title: Title, outcomes: Sequence[Outcome]) -> list[Aim]:
    """Return the targets for the games of a soak, with their results."""
    endings = Counter(outcome.ending for outcome in outcomes)
    found = [_aim(title, milestone, outcomes) for milestone in milestones(title) if milestone.aim is not None]
    found.append(Aim("games that the bank ends", 20, endings["bank"], len(outcomes)))
    # In titles where the other players continue, a bankruptcy almost never ends the game.
    if title.board.ending.players_left is None:
        found.append(Aim("games that a bankruptcy ends", 0, endings["bankruptcy"], len(outcomes)))
    return found


def _aim(title: Title, milestone: Milestone, outcomes: Sequence[Outcome]) -> Aim:
    """Return a milestone's target. It counts only games that got far enough to reach the milestone."""
    assert milestone.aim is not None
    what, first = milestone.what, 0
    if milestone.of_phase:
        what = f"{what}, of games that reach phase {milestone.of_phase}"
        first = [phase.name for phase in title.board.phases].index(milestone.of_phase)
    counted = [outcome.counts[milestone.what] for outcome in outcomes if outcome.phase >= first]
    return Aim(what, milestone.aim, sum(count > 0 for count in counted), len(counted))


def report(title: Title, plan: Plan, outcomes: Sequence[Outcome], speed: Speed) -> str:
    """Return the whole report of a soak."""
    settings = [plan.title, f"rules {plan.rules}", f"runs {plan.runs}", f"seed {plan.seed}", *plan.variants]
    failed = sum(outcome.finding is not None for outcome in outcomes)
    parts = [
        [", ".join(settings)],
        _endings(outcomes),
        _phases(title, outcomes),
        _happenings(title, outcomes),
        _refusals(title, outcomes),
        _pace(outcomes, speed),
        [str(aim) for aim in aims(title, outcomes)],
        *([_exports(outcomes)] if plan.export else []),
        [f"{failed} of {len(outcomes)} games failed a check." if failed else "No check failed."],
    ]
    return "\n\n".join("\n".join(part) for part in parts)


def _endings(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the games by number of players and ending."""
    others = sorted({outcome.ending for outcome in outcomes} - {*USUAL_ENDINGS})
    kinds = [*USUAL_ENDINGS, *others]
    rows = [["players", "games", *kinds, "decisions a game"]]
    groups: list[tuple[str, Callable[[Outcome], bool]]] = [
        (str(count), lambda outcome, count=count: outcome.players == count)  # type: ignore[misc]
        for count in sorted({outcome.players for outcome in outcomes})
    ]
    for name, belongs in [*groups, ("all", lambda outcome: True)]:
        here = [outcome for outcome in outcomes if belongs(outcome)]
        endings = Counter(outcome.ending for outcome in here)
        mean = _mean(outcome.decisions for outcome in here)
        rows.append([name, str(len(here)), *(str(endings[kind]) for kind in kinds), f"{mean:.0f}"])
    return aligned(rows)


def _phases(title: Title, outcomes: Sequence[Outcome]) -> list[str]:
    """Return the number of games that reached each phase."""
    names = [phase.name for phase in title.board.phases]
    reached = [sum(outcome.phase >= index for outcome in outcomes) for index in range(len(names))]
    return aligned([["reached phase", *names], ["games", *map(str, reached)]])


def _happenings(title: Title, outcomes: Sequence[Outcome]) -> list[str]:
    """Return how often each milestone was reached, and in how many games."""
    rows = [["", "in all", "a game", "games"]]
    for milestone in milestones(title):
        counts = [outcome.counts[milestone.what] for outcome in outcomes]
        games = sum(count > 0 for count in counts)
        rows.append([milestone.what, f"{sum(counts):,}", f"{_mean(counts):.1f}", str(games)])
    return aligned(rows)


def _exports(outcomes: Sequence[Outcome]) -> list[str]:
    """Return how many games were exported for another program, and how many were skipped."""
    written = sum(outcome.exported for outcome in outcomes)
    unended = sum(outcome.ending in UNENDED for outcome in outcomes)
    return [
        f"{_part(written, len(outcomes))} games exported",
        *([f"{unended} stalled or were cut off and are not exported"] if unended else []),
    ]


def _refusals(title: Title, outcomes: Sequence[Outcome]) -> list[str]:
    """Return the rules that refused made-up actions, with counts."""
    refused: Counter[str] = Counter()
    for outcome in outcomes:
        refused.update(outcome.refused)
    restrictions = {id for id, rule in title.rules.items() if rule.kind == "restriction"}
    head = (
        f"{refused.total():,} made-up actions and candidates refused by {len(refused)} rules, "
        f"{len(restrictions & refused.keys())} of them of the {len(restrictions)} restrictions"
    )
    # Order equal counts by name, so that the same games give the same table in any order.
    top = sorted(refused.items(), key=lambda entry: (-entry[1], entry[0]))[:TOP]
    return [head, *aligned([[rule, f"{count:,}"] for rule, count in top])]


def _pace(outcomes: Sequence[Outcome], speed: Speed) -> list[str]:
    decisions = sum(outcome.decisions for outcome in outcomes)
    probed = sum(outcome.probed for outcome in outcomes)
    mean = _mean(outcome.decisions for outcome in outcomes)
    rate = decisions / speed.seconds if speed.seconds else 0.0
    processes = "1 process" if speed.jobs == 1 else f"{speed.jobs} processes"
    return [
        f"{decisions:,} decisions ({mean:,.0f} a game), {probed:,} made-up actions",
        f"{speed.seconds:,.0f} s in {processes}: {rate:,.0f} decisions a second",
    ]


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines: the first column left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if index else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _mean(numbers: Iterable[int]) -> float:
    counts = list(numbers)
    return sum(counts) / len(counts) if counts else 0.0


def _part(count: int, of: int) -> str:
    return f"{count} of {of} ({100 * count / of:.0f}%)" if of else "0 of 0"
