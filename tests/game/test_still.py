"""Tests that questions about one moment are computed once, and that impossible actions are not searched."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import trunkline
from game.test_legal import moments
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.choice import Amounts, Open
from trunkline.engine.routing import RouteContext, Run, RunFault, check_runs
from trunkline.engine.steps import stock
from trunkline.game.actions import BuyShare, BuyTrain


def test_runs_that_were_proposed_are_not_judged_again_when_they_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: list[tuple[Run, ...]] = []

    def watched(context: RouteContext, runs: Sequence[Run]) -> list[RunFault]:
        judged.append(tuple(runs))
        return check_runs(context, runs)

    monkeypatch.setattr("trunkline.engine.steps.running.check_runs", watched)
    played = 0
    for game in moments("1856", seed=3, every=1):
        entries = [choice for choice in game.legal() if isinstance(choice, Open)]
        if entries:
            judged.clear()
            game.copy().play(entries[0].best())
            alone = len(judged)
            judged.clear()
            proposal = entries[0].propose(random.Random(1))
            assert entries[0].check(proposal) is None
            game.play(proposal)
            game.undo()
            assert len(judged) == len(set(judged)) >= alone == 1
            played += 1
        if played == 5:
            return
    raise AssertionError("too few runs were seen")


@pytest.mark.parametrize("title", trunkline.catalogue())
def test_what_its_buyer_cannot_pay_for_is_not_drawn(title: str) -> None:
    drawn = 0
    for game in moments(title, seed=11, every=4):
        player = min(game.to_act)
        t = referee.read_only_context(game.title, game.state)
        for choice in referee.candidates(t, player):
            if isinstance(choice, BuyShare) and not choice.president:
                price = stock.price_of(t, t.corp(choice.corp), choice.source)
                assert price <= t.state.players[player].cash
                drawn += 1
            action = choice.action if isinstance(choice, Amounts) else choice
            if isinstance(action, BuyTrain) and not action.trade_in:
                corp = t.corp(action.corp)
                assert len(t.state.trains_at(corp.id)) < t.title.policies.train_limit(t, corp)
                drawn += 1
    assert drawn > 50
