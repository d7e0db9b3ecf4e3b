"""A match between bots: its games, saved one by one, and the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from trunkline.cli.progress import Progress
from trunkline.engine.kernel.shares import plural
from trunkline.lab.arena import match_file as games
from trunkline.lab.arena.match import GameResult, Match, left_to_play, play_all
from trunkline.lab.arena.sprt import Verdict, check_bounds, decide
from trunkline.lab.arena.statistics import ProgramResult, tally, won
from trunkline.util.errors import UsageError

_encoder = msgspec.json.Encoder()


@dataclass(frozen=True)
class ArenaSettings:
    """The settings from the command line."""

    match: Match
    games: int
    jobs: int
    out: Path | None = None
    """The file for the games, one per line. A match is resumed if its file exists."""
    test: tuple[float, float] | None = None
    """Two win rates of the first player; play stops when the test decides between them."""
    as_json: bool = False
    ray: str = ""
    """The address of a Ray cluster that plays the games; empty: this machine plays them."""


def arena(settings: ArenaSettings) -> None:
    """Run the command. Raises ``UsageError``."""
    if settings.games < 1 or settings.jobs < 1:
        raise UsageError("A match takes at least one game and one process.")
    if settings.test is not None:
        check_bounds(*settings.test)
    played: list[GameResult] = []
    try:
        for game in _played(settings):
            played.append(game)
            if settings.test and _decided(settings.match, played, settings.test):
                break
    finally:
        # Also after Ctrl+C: the games may have taken hours.
        if played:
            _show(settings, played)


def lines(match: Match, played: Sequence[GameResult], standings: Sequence[ProgramResult]) -> Iterator[str]:
    """Yield the result as lines of a table."""
    endings = ", ".join(
        f"{count} {ending}" for ending, count in Counter(game.ending for game in played).items()
    )
    seats = len(match.entrants)
    yield f"{match.title}: {plural(len(played), 'game')} ({endings}), {seats} seats, seed {match.seed}"
    wide = max(12, *(len(each.name) for each in standings))
    titles = (
        *(("wins", 6), ("95% of wins", 15), ("share", 7), ("95% of share", 15), ("rating", 12)),
        *(("ms", 8), ("cpu ms", 8), ("cpu worst", 9)),
    )
    yield " ".join([" " * wide, *(f"{title:>{width}}" for title, width in titles)])
    for each in standings:
        (low, high), (least, most) = each.interval, each.share_interval
        yield (
            f"{each.name:{wide}} {each.wins:>6g} {f'{low:.1%} - {high:.1%}':>15} {each.share:>7.1%} "
            f"{f'{least:.1%} - {most:.1%}':>15} {f'{each.rating:.1f} +-{each.doubt:.1f}':>12} "
            f"{each.milliseconds:>8.1f} {each.processor:>8.1f} {each.longest:>8.2f}s"
        )
    for game in played:
        for forfeit in game.forfeits:
            yield (
                f"game {game.number}: lost by {game.seats[forfeit.seat]}, which failed after "
                f"{plural(forfeit.action, 'action')}, although a clerk could continue: {forfeit.why}"
            )


def _decided(match: Match, played: Sequence[GameResult], bounds: tuple[float, float]) -> Verdict:
    return decide(sum(won(game, match.entrants[0]) for game in played), len(played), *bounds)


def _told(name: str, found: Verdict, bounds: tuple[float, float]) -> str:
    """Return a sentence about the test of the first player's win rate."""
    low, high = (f"{chance:.0%}" for chance in bounds)
    if not found:
        return f"Whether {name} wins {low} or {high} of its games is not known yet: play more."
    likely, other = (high, low) if found == "high" else (low, high)
    return f"{name} wins rather {likely} of its games than {other}: at most one such test in 20 errs."


def _show(settings: ArenaSettings, played: Sequence[GameResult]) -> None:
    match = settings.match
    standings = tally(match, played)
    if not settings.as_json:
        print("\n".join(lines(match, played, standings)), flush=True)
        if settings.test:
            found = _decided(match, played, settings.test)
            print(_told(match.entrants[0], found, settings.test), flush=True)
        return
    result = {"title": match.title, "games": len(played), "players": standings}
    if settings.test:
        result["test"] = _decided(match, played, settings.test) or None
    print(_encoder.encode(result).decode(), flush=True)


def _played(settings: ArenaSettings) -> Iterator[GameResult]:
    """Yield the games of the match: first those in the file, then those still to be played."""
    kept = games.kept(settings.out, settings.match)
    yield from (game for number, game in sorted(kept.items()) if number < settings.games)
    left = left_to_play(settings.games, kept)
    progress = Progress("Playing", unit="games")
    done = settings.games - len(left)
    before = settings.out is not None and settings.out.exists()
    file = games.opened(settings.out, settings.match, begun=bool(kept))
    try:
        for game in play_all(settings.match, left, settings.jobs, settings.ray):
            done += 1
            progress.show(done, settings.games)
            if file is not None:
                file.write(games.line(game))
                file.flush()
            yield game
    finally:
        progress.done()
        if file is not None and settings.out is not None:
            file.close()
            if not (before or done):
                # A file without a game would refuse the corrected command as another match.
                settings.out.unlink(missing_ok=True)
