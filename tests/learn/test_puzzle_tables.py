"""The tables of the page about puzzles agree with the committed puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean

from trunkline.learn.puzzles import collection
from trunkline.learn.puzzles.difficulty import PROGRAMS, rating, stops_of
from trunkline.learn.puzzles.puzzle import UNRATED, Puzzle, Theme

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "puzzles.md"
ALL = list(collection.own().values())


def of(theme: Theme) -> list[Puzzle]:
    """Return the committed puzzles of a theme."""
    return [each for each in ALL if each.theme is theme]


def solved() -> Iterator[str]:
    """Yield the rows of the table of programs that solve proved puzzles."""
    for theme in Theme:
        mine = of(theme)
        shares = (100 * sum(name in each.solved_by for each in mine) / len(mine) for name in PROGRAMS)
        if theme not in UNRATED:
            yield " | ".join([f"| `{theme}` | {len(mine)}", *(f"{share:.0f}%" for share in shares)]) + " |"


def chosen() -> Iterator[str]:
    """Yield the rows of the table of puzzles from playouts."""
    for theme in Theme:
        mine = of(theme)
        if theme in UNRATED:
            titles = (str(sum(each.title == title for each in mine)) for title in ("1856", "1851", "18GL"))
            numbers = (str(sum(name in each.solved_by for each in mine)) for name in PROGRAMS)
            yield " | ".join([f"| `{theme}` | {len(mine)}", *titles, *numbers]) + " |"


def ratings() -> Iterator[str]:
    """Yield the rows of the table of starting ratings: harder kinds are further to the right."""

    def row(name: str, theme: Theme, kinds: list[tuple[str, Callable[[Puzzle], bool]]]) -> str:
        cells = []
        means = []
        for kind, belongs in kinds:
            found = [rating(each) for each in of(theme) if belongs(each)]
            means.append(fmean(found))
            cells.append(f"{kind}: {means[-1]:,.0f} ({len(found)})")
        assert means == sorted(means), name
        return f"| `{theme}` | {name} | {' | '.join(cells)} |"

    for theme in (Theme.LAY, Theme.RUN):
        unsolved: list[tuple[str, Callable[[Puzzle], bool]]] = [
            ("all", lambda each: len(each.solved_by) == len(PROGRAMS)),
            ("some", lambda each: 0 < len(each.solved_by) < len(PROGRAMS)),
            ("none", lambda each: not each.solved_by),
        ]
        yield row("programs that solve it", theme, unsolved)
    yield row(
        "answers",
        Theme.LAY,
        [
            ("8 to 15", lambda each: each.choices < 16),
            ("16 to 31", lambda each: 16 <= each.choices < 32),
            ("32 or more", lambda each: each.choices >= 32),
        ],
    )

    def gap(puzzle: Puzzle) -> float:
        return (puzzle.best - puzzle.next) / puzzle.best

    yield row(
        "gap to the next",
        Theme.LAY,
        [
            ("half or more", lambda each: gap(each) >= 0.5),
            ("30% to 50%", lambda each: 0.3 <= gap(each) < 0.5),
            ("20% to 30%", lambda each: gap(each) < 0.3),
        ],
    )
    yield row(
        "stops",
        Theme.RUN,
        [
            ("3 or 4", lambda each: stops_of(each) < 5),
            ("5 to 8", lambda each: 5 <= stops_of(each) < 9),
            ("9 or more", lambda each: stops_of(each) >= 9),
        ],
    )
    yield row(
        "trains",
        Theme.RUN,
        [
            ("1 or 2", lambda each: len(each.solutions[0]["runs"]) < 3),
            ("3", lambda each: len(each.solutions[0]["runs"]) == 3),
            ("4", lambda each: len(each.solutions[0]["runs"]) > 3),
        ],
    )


def test_the_tables_of_the_page_are_those_of_the_committed_puzzles() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [each for each in (*solved(), *chosen(), *ratings()) if each not in lines] == []
