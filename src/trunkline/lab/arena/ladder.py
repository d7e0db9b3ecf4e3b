"""The ladder: a Markdown page of ratings and results from saved matches."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from trunkline.game.saves import os_error_text
from trunkline.lab.arena import match_file as games
from trunkline.lab.arena.match import IRREGULAR, GameResult, Match
from trunkline.lab.arena.statistics import ProgramResult, ratings, tally
from trunkline.util.errors import UsageError

BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
"""Markers in a page. The text between them is replaced."""
BANKRUPTCY = "bankruptcy"


class PlayedMatch(NamedTuple):
    """A match and the games played so far."""

    match: Match
    games: list[GameResult]


def show(paths: Sequence[Path], into: Path | None, keep: Path | None) -> None:
    """Print the ladder of some files, or write it into a page. Compress the matches to be kept.

    Raises ``UsageError``.
    """
    found = [PlayedMatch(*games.read(path)) for path in paths]
    if keep is not None:
        for held in found:
            print(f"{games.pack(held.match, held.games, keep)}: {len(held.games)} games.")
        found = [PlayedMatch(*games.read(path)) for path in sorted(keep.glob(f"*{games.PACKED}"))]
    text = "\n".join(lines(found))
    if into is None:
        if keep is None:
            print(text)
        return
    write_between(into, text, BEGIN, END)
    print(f"{into}: {len(found)} matches.")


def lines(found: Sequence[PlayedMatch]) -> Iterator[str]:
    """Yield the ladder as Markdown: for each title, its players by rating, then its matches."""
    for title in sorted({held.match.title for held in found}):
        mine = [held for held in found if held.match.title == title and held.games]
        yield from (f"## {title}", "", *_rated(mine), "", *_matches(mine), "", *_again(mine), "")


def _rated(found: Sequence[PlayedMatch]) -> Iterator[str]:
    played = [game for held in found for game in held.games]
    table = sorted(ratings(played).items(), key=lambda each: -each[1][0])
    seats = Counter(name for game in played for name in game.seats)
    yield from table_head("player", "rating", "doubt", "seats played")
    for name, (rating, doubt) in table:
        yield table_row(f"`{name}`", f"{rating:.1f}", f"± {doubt:.1f}", f"{seats[name]:,}")


def _matches(found: Sequence[PlayedMatch]) -> Iterator[str]:
    yield from table_head(
        "player",
        "against",
        "games",
        "wins",
        "95% of wins",
        "fair",
        "share",
        "95% of share",
        "endings by the rules",
        "bankruptcies",
        "sets",
        "most wins of a seat",
        "ms a decision",
    )
    for held in found:
        for standing in _of_interest(held):
            yield table_row(*_figures(held, standing))


def _of_interest(held: PlayedMatch) -> list[ProgramResult]:
    """Return the standings to show.

    Of two players show the first, because the other's results are the reverse.
    """
    standings = tally(*held)
    if len(standings) == 2:
        return [standing for standing in standings if standing.name == held.match.entrants[0]]
    return standings


def _figures(held: PlayedMatch, standing: ProgramResult) -> Iterator[str]:
    match, played = held
    alone = standing.seats == len(match.entrants)
    yield f"{standing.seats} × `{standing.name}`" if standing.seats > 1 else f"`{standing.name}`"
    others = Counter(name for name in match.entrants if name != standing.name)
    yield ", ".join(f"{count} × `{name}`" for name, count in others.items()) or "itself"
    yield str(len(played))
    # Omit results of a player against itself.
    yield "" if alone else f"{standing.wins:g} ({standing.wins / len(played):.1%})"
    yield "" if alone else _between(standing.interval)
    yield "" if alone else f"{standing.seats / len(match.entrants):.0%}"
    yield "" if alone else f"{standing.share:.1%}"
    yield "" if alone else _between(standing.share_interval)
    regular = sum(game.ending not in IRREGULAR for game in played)
    yield f"{regular} of {len(played)}"
    bankruptcies = sum(game.ending == BANKRUPTCY for game in played)
    yield f"{bankruptcies} ({bankruptcies / len(played):.0%})"
    sets = sorted(game.sets for game in played)
    yield f"{sets[0]} to {sets[-1]}, median {sets[len(sets) // 2]}"
    yield _best_seat(played)
    yield f"{standing.milliseconds:.1f}"


def _best_seat(played: Sequence[GameResult]) -> str:
    wins = Counter[int]()
    for game in played:
        for seat in game.winners:
            wins[seat] += 1
    if not wins:
        return ""
    seat, count = max(sorted(wins.items()), key=lambda each: each[1])
    return f"seat {seat + 1}: {count / len(played):.0%}"


def _again(found: Sequence[PlayedMatch]) -> Iterator[str]:
    """Yield the commands that play the same games again."""
    yield from ("The same games again:", "", "```")
    for match, played in found:
        words = ["trunkline", "arena", match.title, *match.entrants, "--games", str(len(played))]
        words += ["--seed", str(match.seed)]
        words += ["--variant", *match.variants] if match.variants else []
        words += ["--rules", match.rules] if match.rules != "printed" else []
        words += ["--runs", match.runs] if match.runs != "best" else []
        yield shlex.join(words)
    yield "```"


def table_head(*names: str) -> Iterator[str]:
    """Yield the first two lines of a table in Markdown."""
    yield table_row(*names)
    yield table_row(*("---" for _ in names))


def table_row(*cells: str) -> str:
    """Return a line of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def _between(interval: tuple[float, float]) -> str:
    return f"{interval[0]:.1%} to {interval[1]:.1%}"


def write_between(page: Path, text: str, begin: str, end: str) -> None:
    """Replace the text between two markers of a page. Raises ``UsageError``."""
    try:
        before, found, rest = page.read_text(encoding="utf-8").partition(begin)
        _, found_end, after = rest.partition(end)
        if not found or not found_end:
            raise UsageError(f"{page} has no place for a ladder: lines {begin} and {end}.")
        page.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = os_error_text(error) if isinstance(error, OSError) else "it is no text"
        raise UsageError(f"{page} cannot be written: {why}.") from error
