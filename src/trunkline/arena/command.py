"""``trunkline arena``: play a match, write its games down, and say who plays better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import msgspec

from trunkline.arena.match import Match, Played, left_to_play, play_all
from trunkline.arena.sequential import check_bounds, verdict
from trunkline.arena.tally import Standing, tally, won
from trunkline.errors import UsageError
from trunkline.terminal.progress import Progress

_encoder = msgspec.json.Encoder()


@dataclass(frozen=True)
class ArenaSettings:
    """What the command line asks for."""

    match: Match
    games: int
    jobs: int
    out: Path | None = None
    """Where the games are written down, a line each; a file of the same match is gone on with."""
    test: tuple[float, float] | None = None
    """Stop once it is known which of these chances of winning the first program has."""
    as_json: bool = False


def arena(settings: ArenaSettings) -> None:
    """Run the command. Raises ``UsageError``."""
    if settings.games < 1 or settings.jobs < 1:
        raise UsageError("A match takes at least one game and one process.")
    if settings.test is not None:
        check_bounds(*settings.test)
    games: list[Played] = []
    try:
        for game in _played(settings):
            games.append(game)
            if settings.test and _decided(settings.match, games, settings.test):
                break
    finally:
        # Also where somebody has had enough: what has been played may have taken hours.
        if games:
            _show(settings, games)


def lines(match: Match, games: Sequence[Played], standings: Sequence[Standing]) -> Iterator[str]:
    """The result as a table."""
    endings = ", ".join(
        f"{count} {ending}" for ending, count in Counter(game.ending for game in games).items()
    )
    yield f"{match.title}: {len(games)} games ({endings}), {len(match.entrants)} seats, seed {match.seed}"
    titles = ("wins", 6), ("95% of wins", 15), ("share", 7), ("95% of share", 15), ("rating", 12), ("ms", 8)
    yield " ".join([" " * 12, *(f"{title:>{width}}" for title, width in titles)])
    for each in standings:
        (low, high), (least, most) = each.interval, each.share_interval
        yield (
            f"{each.name:12} {each.wins:>6g} {f'{low:.1%} - {high:.1%}':>15} {each.share:>7.1%} "
            f"{f'{least:.1%} - {most:.1%}':>15} {f'{each.rating:.1f} +-{each.doubt:.1f}':>12} "
            f"{each.milliseconds:>8.1f}"
        )
    for game in games:
        for forfeit in game.forfeits:
            yield (
                f"game {game.number}: {game.seats[forfeit.seat]} failed after {forfeit.action} actions, "
                f"a clerk went on: {forfeit.why}"
            )


def _decided(match: Match, games: Sequence[Played], bounds: tuple[float, float]) -> bool:
    return bool(verdict(sum(won(game, match.entrants[0]) for game in games), len(games), *bounds))


def _show(settings: ArenaSettings, games: Sequence[Played]) -> None:
    match = settings.match
    standings = tally(match, games)
    if not settings.as_json:
        print("\n".join(lines(match, games, standings)), flush=True)
        return
    found = {"title": match.title, "games": len(games), "players": standings, "match": match}
    print(_encoder.encode(found).decode(), flush=True)


def _played(settings: ArenaSettings) -> Iterator[Played]:
    """The games of the match: those of the file first, then those that are still to be played."""
    kept = _kept(settings.out, settings.match)
    yield from (game for number, game in sorted(kept.items()) if number < settings.games)
    left = left_to_play(settings.games, kept)
    progress = Progress("Playing", unit="games")
    done = settings.games - len(left)
    file = _opened(settings.out, settings.match, kept=bool(kept))
    try:
        for game in play_all(settings.match, left, settings.jobs):
            done += 1
            progress.show(done, settings.games)
            if file is not None:
                file.write(_encoder.encode(game).decode() + "\n")
                file.flush()
            yield game
    finally:
        progress.done()
        if file is not None:
            file.close()


def _opened(path: Path | None, match: Match, *, kept: bool) -> TextIO | None:
    """The file to go on with, behind the last whole line."""
    if path is None:
        return None
    try:
        file = path.open("a+", encoding="utf-8")
        file.seek(0)
        file.truncate(len(file.read().rpartition("\n")[0].encode()) + 1 if kept else 0)
        if not kept:
            file.write(_encoder.encode(match).decode() + "\n")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
    return file


def _kept(path: Path | None, match: Match) -> dict[int, Played]:
    """The games in a file by their numbers. Raises ``UsageError`` where it is another match's."""
    if path is None or not path.exists():
        return {}
    try:
        text = path.read_text(encoding="utf-8")
        # A machine that stopped in the middle of a line has not written that game down.
        whole, _, _ = text.rpartition("\n")
        if not whole:
            return {}
        head, *rest = whole.splitlines()
        if msgspec.json.decode(head, type=Match) != match:
            raise UsageError(f"{path} holds another match: name a new file.")
        games = [msgspec.json.decode(line, type=Played) for line in rest]
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} holds no games of an arena: {error}.") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    return {game.number: game for game in games}
