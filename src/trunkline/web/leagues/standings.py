"""Standings of a season: points by place, and the tie-breaks.

A game gives each player the share of the others who finished behind, and a half for those at the same place.
So the winner of a game gets 1 point and the last player 0, at tables of every size. Ties in points are broken
by the sum of the shares of the net worth at each table, then by the points of the opponents.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

DIGITS = 4
"""Digits after the point. Sums that differ less are ties."""


class SeatResult(NamedTuple):
    """The result of a member in one game that counts: the net worth in dollars, and the place from 1."""

    member: int
    worth: int
    place: int


class MemberResult(NamedTuple):
    """The sums of a member in a season."""

    member: int
    rank: int
    """The rank from 1. Members with equal sums share it."""
    points: float
    games: int
    worth_share: float
    """The sum of the member's shares of the net worth of all players at each table."""
    opponents: float
    """The sum of the points of all opponents, for each game."""


def game_points(results: Sequence[SeatResult]) -> dict[int, float]:
    """Return the points of each member from one game."""
    others = len(results) - 1
    found = {}
    for mine in results:
        behind = sum(each.place > mine.place for each in results)
        same = sum(each.place == mine.place for each in results) - 1
        found[mine.member] = (behind + same / 2) / others if others else 0.0
    return found


def season_standings(members: Iterable[int], games: Sequence[Sequence[SeatResult]]) -> list[MemberResult]:
    """Return the members by rank.

    Args:
        members: The members, with or without games.
        games: The results of the games that count.
    """
    points: dict[int, float] = defaultdict(float)
    shares: dict[int, float] = defaultdict(float)
    played: dict[int, int] = defaultdict(int)
    for results in games:
        total = sum(max(0, each.worth) for each in results) or 1
        for member, gained in game_points(results).items():
            points[member] += gained
        for each in results:
            shares[each.member] += max(0, each.worth) / total
            played[each.member] += 1
    opponents: dict[int, float] = defaultdict(float)
    for results in games:
        for mine in results:
            opponents[mine.member] += sum(points[each.member] for each in results if each is not mine)

    def sums(member: int) -> tuple[float, float, float]:
        found = points[member], shares[member], opponents[member]
        return round(found[0], DIGITS), round(found[1], DIGITS), round(found[2], DIGITS)

    ordered = sorted(set(members), key=lambda member: (*(-each for each in sums(member)), member))
    standings: list[MemberResult] = []
    for (gained, share, against), tied in groupby(ordered, key=sums):
        rank = len(standings) + 1
        standings += [MemberResult(each, rank, gained, played[each], share, against) for each in tied]
    return standings
