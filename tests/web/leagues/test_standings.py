"""Tests of the points of games and the tie-breaks of a season."""

from __future__ import annotations

from trunkline.web.leagues.standings import MemberResult, SeatResult, game_points, season_standings

FIRST = [SeatResult(1, 600, 1), SeatResult(2, 300, 2), SeatResult(3, 100, 3)]
TIED = [SeatResult(1, 200, 2), SeatResult(2, 600, 1), SeatResult(4, 200, 2)]


def test_a_place_gives_the_share_of_players_behind_and_half_of_those_tied() -> None:
    assert game_points(FIRST) == {1: 1.0, 2: 0.5, 3: 0.0}
    assert game_points(TIED) == {1: 0.25, 2: 1.0, 4: 0.25}
    assert sum(game_points(TIED).values()) == sum(game_points(FIRST).values())


def test_ties_are_broken_by_worth_and_then_by_opponents() -> None:
    found = season_standings([1, 2, 3, 4, 5, 6], [FIRST, TIED])
    assert found == [
        MemberResult(2, 1, 1.5, 2, 0.9, 1.25 + 0.0 + 1.25 + 0.25),
        MemberResult(1, 2, 1.25, 2, 0.8, 1.5 + 0.0 + 1.5 + 0.25),
        MemberResult(4, 3, 0.25, 1, 0.2, 2.75),
        # Member 3 has a share of the worth, and 5 and 6 have no game.
        MemberResult(3, 4, 0.0, 1, 0.1, 2.75),
        MemberResult(5, 5, 0.0, 0, 0.0, 0.0),
        MemberResult(6, 5, 0.0, 0, 0.0, 0.0),
    ]


def test_a_debt_counts_as_no_worth() -> None:
    found = season_standings([1, 2], [[SeatResult(1, 100, 1), SeatResult(2, -50, 2)]])
    assert [each.worth_share for each in found] == [1.0, 0.0]
