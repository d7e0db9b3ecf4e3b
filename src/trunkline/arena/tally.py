"""What games say of the programs that played them: wins, shares, ratings, and how sure they are.

Intervals hold 95% of the time. Those of wins are exact (Clopper and Pearson); those of shares take the games
of one deal together, as they are not independent. Ratings are Plackett and Luce's, as Weng and Lin update
them (openskill).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import sqrt
from statistics import mean, stdev

import msgspec
from openskill.models import PlackettLuce
from scipy.stats import binomtest, t

from trunkline.arena.match import Match, Played

SURE = 0.95


class Standing(msgspec.Struct, frozen=True):
    """One program in a match. A program with several seats is one entry."""

    name: str
    games: int
    wins: float
    """Games won; a win that two seats share is half a win."""
    interval: tuple[float, float]
    """Of the part of its games that it wins, on its seats together."""
    share: float
    """Its part of what all players of a game were worth at the end, a seat; fair is one by the seats."""
    share_interval: tuple[float, float]
    rating: float
    """Where random players end between 0 and 50, 25 at the start."""
    doubt: float
    """The standard deviation of the rating."""
    seats: int
    milliseconds: float
    """What a decision took, on average."""
    forfeits: int
    """How often it failed: such a game counts as lost, and nothing in it as owned."""
    processor: float = 0.0
    """The processor's milliseconds of a decision, on average."""
    longest: float = 0.0
    """The processor's seconds of the longest decision."""


def tally(match: Match, games: Sequence[Played]) -> list[Standing]:
    """The programs of a match, the best rated first."""
    rated = ratings(games)
    found = [_standing(match, games, name, *rated[name]) for name in dict.fromkeys(match.entrants)]
    return sorted(found, key=lambda standing: -standing.rating)


def _standing(match: Match, games: Sequence[Played], name: str, rating: float, doubt: float) -> Standing:
    wins = [won(game, name) for game in games]
    seats = match.entrants.count(name)
    taken = [
        (seconds, count)
        for game in games
        for who, seconds, count in zip(game.seats, game.seconds, game.decisions, strict=True)
        if who == name
    ]
    decisions = sum(count for _, count in taken)
    forfeits = sum(game.seats[forfeit.seat] == name for game in games for forfeit in game.forfeits)
    busy = [
        (seconds, longest)
        for game in games
        for who, seconds, longest in zip(game.seats, game.processor, game.longest, strict=False)
        if who == name
    ]
    share, around = _share(match, games, name)
    return Standing(
        name,
        len(games),
        round(sum(wins), 3),
        interval(sum(wins), len(wins)),
        share,
        around,
        round(rating, 2),
        round(doubt, 2),
        seats,
        round(1000 * sum(seconds for seconds, _ in taken) / max(1, decisions), 2),
        forfeits,
        round(1000 * sum(seconds for seconds, _ in busy) / max(1, decisions), 2),
        max((longest for _, longest in busy), default=0.0),
    )


def won(game: Played, name: str) -> float:
    """The part of a win that fell to a program; where it has failed it won nothing, whatever a clerk did."""
    mine = sum(game.seats[seat] == name for seat in game.winners if seat not in game.forfeited)
    return mine / max(1, len(game.winners))


def interval(wins: float, games: int) -> tuple[float, float]:
    """Between which chances of winning such a result lies, exactly; half a win counts as none."""
    if not games:
        return 0.0, 1.0
    found = binomtest(int(wins), games).proportion_ci(SURE, method="exact")
    return round(float(found.low), 4), round(float(found.high), 4)


def _share(match: Match, games: Sequence[Played], name: str) -> tuple[float, tuple[float, float]]:
    of_deals = [
        mean(_part(game, name) for game in deal)
        for _, deal in groupby(games, key=lambda game: match.deal(game.number))
    ]
    if not of_deals:
        return 0.0, (0.0, 1.0)
    middle = mean(of_deals)
    if len(of_deals) < 2:
        return round(middle, 4), (0.0, 1.0)
    spread = stdev(of_deals) / sqrt(len(of_deals)) * float(t.ppf((1 + SURE) / 2, len(of_deals) - 1))
    return round(middle, 4), (round(max(0.0, middle - spread), 4), round(min(1.0, middle + spread), 4))


def _part(game: Played, name: str) -> float:
    """What a seat of the program had of everything, on average."""
    total = sum(max(0, worth) for worth in game.worth) or 1
    mine = [max(0, worth) / total for who, worth in zip(game.seats, game.earned, strict=True) if who == name]
    return mean(mine)


def ratings(games: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """The rating of each program, and its doubt, after games in this order."""
    model = PlackettLuce()
    known = {name: model.rating(name=name) for game in games for name in game.seats}
    for game in games:
        # Each seat is rated by itself, and a program is what its seats have come to on average.
        seats = [[model.rating(mu=known[name].mu, sigma=known[name].sigma)] for name in game.seats]
        rated = model.rate(seats, scores=[float(worth) for worth in game.earned])
        for name in set(game.seats):
            mine = [after for (after,), who in zip(rated, game.seats, strict=True) if who == name]
            known[name].mu = mean(rating.mu for rating in mine)
            known[name].sigma = mean(rating.sigma for rating in mine)
    return {name: (rating.mu, rating.sigma) for name, rating in known.items()}
