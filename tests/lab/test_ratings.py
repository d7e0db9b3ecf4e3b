"""Tests of the rating method that the arena and the server share."""

from __future__ import annotations

import pytest
from openskill.models import PlackettLuce

from trunkline.lab.ratings import START, Rating, rated


def test_a_game_is_rated_by_the_order_of_results_alone() -> None:
    model = PlackettLuce()
    before = {"ann": Rating(30.0, 4.0), "bob": Rating(20.0, 6.0)}
    after = rated(before, ["ann", "bob", "new"], [700, 900, 700])
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in (*before.values(), START)]
    expected = model.rate(teams, ranks=[2, 1, 2])
    for name, (rating,) in zip(("ann", "bob", "new"), expected, strict=True):
        assert after[name] == pytest.approx((rating.mu, rating.sigma))
    assert after == rated(before, ["ann", "bob", "new"], [1, 2, 1])
    assert before["ann"] == Rating(30.0, 4.0)


def test_a_player_with_several_seats_has_their_mean() -> None:
    alone = rated({}, ["a", "b", "c"], [3, 2, 1])
    twice = rated({}, ["a", "b", "a"], [3, 2, 1])
    assert twice["a"].mu == pytest.approx((alone["a"].mu + alone["c"].mu) / 2)
    assert twice["b"].mu == pytest.approx(alone["b"].mu)
