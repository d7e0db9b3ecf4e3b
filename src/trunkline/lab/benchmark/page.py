"""Rows of the benchmark as text, and the page with the rows of several programs and their puzzle scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from trunkline.engine.kernel.shares import plural
from trunkline.lab.arena.ladder import table_head, table_row, write_between
from trunkline.lab.arena.statistics import interval
from trunkline.lab.benchmark import figures, results
from trunkline.lab.benchmark.results import Row
from trunkline.learn.puzzles.difficulty import PROGRAMS
from trunkline.learn.puzzles.puzzle import Puzzle, Theme
from trunkline.util.errors import UsageError

BEGIN, END = "<!-- benchmark: begin -->", "<!-- benchmark: end -->"
"""Markers in a page. The text between them is replaced."""
GAP: Final = "  "


def lines(row: Row) -> Iterator[str]:
    """Yield a row as text: its heading, the row, and the pairings by title."""
    whole = "quick run, for a trial only; " if row.quick else ""
    puzzles = sum(each.puzzles for each in row.puzzles)
    version = f" {row.version}" if row.version else ""
    yield (
        f"Benchmark {row.benchmark}: {row.program}{version} ({whole}{row.games} games, {puzzles} puzzles; "
        f"Trunkline {row.trunkline}; processor time {row.processor:.0f} s, {row.total:.0f} s with opponents)"
    )
    yield from _aligned([list(_heads(row)), list(_cells(row))])
    titles = list(dict.fromkeys(each.title for each in row.pairings if each.title))
    opponents = list(dict.fromkeys(each.opponent for each in row.pairings))
    by_title = [["title", *(f"against {name}" for name in opponents)]]
    by_title += [[title, *_of_title(row, title, opponents)] for title in titles]
    yield from ("", *_aligned(by_title))
    if row.failures:
        yield f"{row.program} failed in {plural(row.failures, 'game')}, which it loses."
    if row.irregular:
        yield f"{plural(row.irregular, 'game')} not ended by the rules, decided by the final worths."


def _heads(row: Row) -> Iterator[str]:
    yield "player"
    yield from (f"against {each.opponent}" for each in row.pairings if not each.title)
    yield "mean place"
    yield from (str(each.theme) for each in row.puzzles)
    yield "ms a decision"


def _cells(row: Row) -> Iterator[str]:
    yield row.program
    yield from (_share(each.share, each.interval) for each in row.pairings if not each.title)
    yield f"{row.place.mean:.2f} ({row.place.low:.2f} to {row.place.high:.2f})"
    yield from (_share(each.share, each.interval) for each in row.puzzles)
    yield f"{row.milliseconds:.1f}"


def _of_title(row: Row, title: str, opponents: Iterable[str]) -> Iterator[str]:
    found = {each.opponent: each for each in row.pairings if each.title == title}
    for opponent in opponents:
        each = found.get(opponent)
        yield "" if each is None else f"{_share(each.share, each.interval)}, {each.decided} pairings"


def _share(share: float, around: tuple[float, float]) -> str:
    return f"{share:.1%} ({around[0]:.1%} to {around[1]:.1%})"


def _aligned(table: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for cells in table:
        yield GAP.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def rows(folder: Path) -> list[Row]:
    """Return the rows of the files in a folder, computed from their games and answers.

    Raises ``UsageError`` if a file cannot be read.
    """
    found: list[Row] = []
    for path in sorted(folder.glob(f"*{results.PACKED}")):
        held = results.read(path)
        found.append(figures.row(held.head, held.head.played(), held.lines))
    if not found:
        raise UsageError(f"{folder} has no results of the benchmark.")
    return found


def show(folder: Path, puzzles: Sequence[Puzzle], into: Path | None) -> None:
    """Print the page of the rows in a folder, or write it into a page. Raises ``UsageError``."""
    found = rows(folder)
    text = "\n".join(markdown(found, puzzles))
    if into is None:
        print(text)
        return
    write_between(into, text, BEGIN, END)
    print(f"{into}: {len(found)} rows of the benchmark.")


def markdown(found: Sequence[Row], puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yield the rows as Markdown, those of the newest version first, and then the scores in all puzzles."""
    for version in sorted({row.benchmark for row in found}, key=int, reverse=True):
        # The strongest first: a low place is a good one.
        mine = sorted((row for row in found if row.benchmark == version), key=lambda row: row.place.mean)
        yield from (f"### Benchmark {version}", "", *_rows(mine), "", *_by_title(mine), "", *_costs(mine), "")
    yield from ("### Scores in all proved puzzles", "", *_scores(puzzles), "")


def _rows(found: Sequence[Row]) -> Iterator[str]:
    heads = list(_heads(found[0]))
    yield from table_head(*heads[:-1])
    for row in found:
        name, *cells = list(_cells(row))[:-1]
        yield table_row(f"`{name}`{' (quick run)' if row.quick else ''}", *cells)


def _by_title(found: Sequence[Row]) -> Iterator[str]:
    opponents = list(dict.fromkeys(each.opponent for row in found for each in row.pairings))
    titles = list(dict.fromkeys(each.title for row in found for each in row.pairings if each.title))
    yield from table_head("player", "title", *(f"against {name}" for name in opponents))
    for row in found:
        for title in titles:
            yield table_row(f"`{row.program}`", title, *_of_title(row, title, opponents))


def _costs(found: Sequence[Row]) -> Iterator[str]:
    yield from table_head(
        "player",
        "version",
        "Trunkline",
        "games",
        "ms a decision",
        "longest decision",
        "its time",
        "whole run",
    )
    for row in found:
        yield table_row(
            f"`{row.program}`",
            row.version,
            row.trunkline,
            str(row.games),
            f"{row.milliseconds:.1f}",
            f"{row.longest:.1f} s",
            f"{row.processor:.0f} s",
            f"{row.total:.0f} s",
        )


def _scores(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    yield from table_head("theme", "puzzles", *(f"`{setting}`" for setting in PROGRAMS.values()))
    for theme in Theme:
        mine = [puzzle for puzzle in puzzles if puzzle.theme is theme and puzzle.rated]
        if mine:
            solved = [sum(name in puzzle.solved_by for puzzle in mine) for name in PROGRAMS]
            shares = [_share(count / len(mine), interval(count, len(mine))) for count in solved]
            yield table_row(f"`{theme}`", f"{len(mine):,}", *shares)
