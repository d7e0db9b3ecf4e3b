"""What happened in a soak, as a table, and whether its games were as varied as they should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from trunkline.kernel.table import Milestone, Title
from trunkline.lab.soak import CUT_OFF, STALLED_GAME, Outcome, Plan, milestones

TOP = 15
"""Rules listed by how often they refused."""
USUAL_ENDINGS = ("bank", "bankruptcy", "price", STALLED_GAME)
UNENDED = (STALLED_GAME, CUT_OFF)
"""Why games were not played to their end."""


class Aim(NamedTuple):
    """A share of games that a soak should have: at least ``least`` percent, of ``of`` games."""

    what: str
    least: int
    met_by: int
    of: int

    @property
    def met(self) -> bool:
        """Whether it has them; at 0 percent one game is enough."""
        return self.met_by > 0 and 100 * self.met_by >= self.least * self.of

    def __str__(self) -> str:
        wanted = f"at least {self.least}%" if self.least else "some"
        verdict = "met" if self.met else "NOT met"
        return f"{verdict:8}{self.what}: {_part(self.met_by, self.of)}, wanted {wanted}"


class Speed(NamedTuple):
    """What a soak took: wall seconds, and how many processes played."""

    seconds: float
    jobs: int


def aims(title: Title, outcomes: Sequence[Outcome]) -> list[Aim]:
    """What the games of a soak should be like, and are."""
    endings = Counter(outcome.ending for outcome in outcomes)
    found = [_aim(title, milestone, outcomes) for milestone in milestones(title) if milestone.aim is not None]
    found.append(Aim("games that the bank ends", 20, endings["bank"], len(outcomes)))
    # Where the others play on, hardly any game ends by it.
    if title.board.ending.players_left is None:
        found.append(Aim("games that a bankruptcy ends", 0, endings["bankruptcy"], len(outcomes)))
    return found


def _aim(title: Title, milestone: Milestone, outcomes: Sequence[Outcome]) -> Aim:
    """A milestone's aim: it counts the games in which it was reached, of those that could come to it."""
    assert milestone.aim is not None
    what, first = milestone.what, 0
    if milestone.of_phase:
        what = f"{what}, of games that reach phase {milestone.of_phase}"
        first = [phase.name for phase in title.board.phases].index(milestone.of_phase)
    counted = [outcome.counts[milestone.what] for outcome in outcomes if outcome.phase >= first]
    return Aim(what, milestone.aim, sum(count > 0 for count in counted), len(counted))


def report(title: Title, plan: Plan, outcomes: Sequence[Outcome], speed: Speed) -> str:
    """The whole report of a soak."""
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
    """Games by the number of players and how they ended."""
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
    """How many games reached each phase."""
    names = [phase.name for phase in title.board.phases]
    reached = [sum(outcome.phase >= index for outcome in outcomes) for index in range(len(names))]
    return aligned([["reached phase", *names], ["games", *map(str, reached)]])


def _happenings(title: Title, outcomes: Sequence[Outcome]) -> list[str]:
    """How often each milestone was reached, and in how many games."""
    rows = [["", "in all", "a game", "games"]]
    for milestone in milestones(title):
        counts = [outcome.counts[milestone.what] for outcome in outcomes]
        games = sum(count > 0 for count in counts)
        rows.append([milestone.what, f"{sum(counts):,}", f"{_mean(counts):.1f}", str(games)])
    return aligned(rows)


def _exports(outcomes: Sequence[Outcome]) -> list[str]:
    """How many games were written for another program, and which were not tried."""
    written = sum(outcome.exported for outcome in outcomes)
    unended = sum(outcome.ending in UNENDED for outcome in outcomes)
    return [
        f"{_part(written, len(outcomes))} games exported",
        *([f"{unended} stalled or were cut off and are not exported"] if unended else []),
    ]


def _refusals(title: Title, outcomes: Sequence[Outcome]) -> list[str]:
    """Which rules refused made-up actions, and how often."""
    refused: Counter[str] = Counter()
    for outcome in outcomes:
        refused.update(outcome.refused)
    restrictions = {id for id, rule in title.rules.items() if rule.kind == "restriction"}
    head = (
        f"{refused.total():,} made-up actions and candidates refused by {len(refused)} rules, "
        f"{len(restrictions & refused.keys())} of them of the {len(restrictions)} restrictions"
    )
    # Equal counts by name, so that the same games give the same table in any order.
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
    """Rows as lines: the first column to the left, the others to the right."""
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
