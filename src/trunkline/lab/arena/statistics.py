"""Match statistics: wins, shares and ratings, with their uncertainty.

Intervals are 95% confidence intervals. Those of wins are exact (Clopper and Pearson). Those of shares group
the games of one deal, because they are not independent. ``trunkline.lab.ratings`` has the ratings.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import sqrt
from statistics import mean, stdev

import msgspec
from scipy.stats import beta, binomtest, t

from trunkline.lab.arena.match import GameResult, Match
from trunkline.lab.ratings import Rating, rated

SURE = 0.95


class ProgramResult(msgspec.Struct, frozen=True):
    """One player in a match. A player with several seats is one entry."""

    name: str
    games: int
    wins: float
    """Games won; a win shared by two seats counts half."""
    interval: tuple[float, float]
    """The 95% interval of its win rate, with all its seats together."""
    share: float
    """The mean share of the total final worth for each of its seats; a fair share is one divided by the
    seats."""
    share_interval: tuple[float, float]
    rating: float
    """The rating. Random players end between 0 and 50; every player starts at 25."""
    doubt: float
    """The standard deviation of the rating."""
    seats: int
    milliseconds: float
    """Mean time of a decision, in milliseconds."""
    forfeits: int
    """Number of failures. A failed seat loses its game and is worth nothing."""
    processor: float = 0.0
    """Mean processor time of a decision, in milliseconds."""
    longest: float = 0.0
    """Processor time of the longest decision, in seconds."""


def tally(match: Match, games: Sequence[GameResult]) -> list[ProgramResult]:
    """Return the standings of a match, the best rated first."""
    rated = ratings(games)
    found = [_standing(match, games, name, *rated[name]) for name in dict.fromkeys(match.entrants)]
    return sorted(found, key=lambda standing: -standing.rating)


def _standing(
    match: Match, games: Sequence[GameResult], name: str, rating: float, doubt: float
) -> ProgramResult:
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
    return ProgramResult(
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


def won(game: GameResult, name: str) -> float:
    """Return a player's part of a win. A failed seat wins nothing, even if the clerk wins."""
    mine = sum(game.seats[seat] == name for seat in game.winners if seat not in game.forfeited)
    return mine / max(1, len(game.winners))


def interval(wins: float, games: int) -> tuple[float, float]:
    """Return the exact interval of the win rate. A fractional win is rounded down."""
    if not games:
        return 0.0, 1.0
    found = binomtest(int(wins), games).proportion_ci(SURE, method="exact")
    return round(float(found.low), 4), round(float(found.high), 4)


def clustered_interval(clusters: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the interval of a proportion, exact for the effective number of independent values.

    Values of one cluster depend on each other, so they count less (Korn and Graubard, 1998). Each value is
    from 0 to 1. With fewer than two clusters, the interval is everything.
    """
    values = [value for each in clusters for value in each]
    count, groups = len(values), len(clusters)
    if groups < 2:
        return 0.0, 1.0
    part = mean(values)
    left = [sum(value - part for value in each) for each in clusters]
    variance = groups / (groups - 1) * sum(each * each for each in left) / count**2
    if variance:
        few = (t.ppf((1 + SURE) / 2, count - 1) / t.ppf((1 + SURE) / 2, groups - 1)) ** 2
        size = min(float(count), part * (1 - part) / variance * few)
    else:
        size = float(groups)  # all clusters agree, so each counts as one value
    hits, tail = part * size, (1 - SURE) / 2
    low = float(beta.ppf(tail, hits, size - hits + 1)) if hits > 0 else 0.0
    high = float(beta.ppf(1 - tail, hits + 1, size - hits)) if hits < size else 1.0
    return low, high


def student_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the interval of a mean by Student's t. The values are independent, at least two."""
    around = stdev(values) / sqrt(len(values)) * float(t.ppf((1 + SURE) / 2, len(values) - 1))
    return mean(values) - around, mean(values) + around


def _share(match: Match, games: Sequence[GameResult], name: str) -> tuple[float, tuple[float, float]]:
    of_deals = [
        mean(_part(game, name) for game in deal)
        for _, deal in groupby(games, key=lambda game: match.deal(game.number))
    ]
    if not of_deals:
        return 0.0, (0.0, 1.0)
    middle = mean(of_deals)
    if len(of_deals) < 2:
        return round(middle, 4), (0.0, 1.0)
    low, high = student_interval(of_deals)
    return round(middle, 4), (round(max(0.0, low), 4), round(min(1.0, high), 4))


def _part(game: GameResult, name: str) -> float:
    """Return the mean share of the total worth for each seat of the player."""
    total = sum(max(0, worth) for worth in game.worth) or 1
    mine = [max(0, worth) / total for who, worth in zip(game.seats, game.earned, strict=True) if who == name]
    return mean(mine)


def ratings(games: Sequence[GameResult]) -> dict[str, Rating]:
    """Return the rating of each player and its standard deviation, after games in this order."""
    known: dict[str, Rating] = {}
    for game in games:
        known |= rated(known, game.seats, game.earned)
    return known
