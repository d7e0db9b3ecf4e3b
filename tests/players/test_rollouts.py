"""Tests of rollouts from a position, and of the estimates at their ends."""

from __future__ import annotations

import math
from functools import cache

import pytest

import trunkline
from players.test_position import TITLES
from trunkline import Position
from trunkline import actions as A
from trunkline.engine.kernel.state import State
from trunkline.players.advice import Advice, Adviser, Estimate, Term, ranked
from trunkline.players.clerk import Clerk
from trunkline.players.director import Director
from trunkline.players.evaluation import components, final_worth, worth_shares
from trunkline.players.rollouts import (
    NoisyPolicy,
    RolloutSample,
    ends_game,
    ends_set,
    play_on,
    sample_rollouts,
)

MANY = 5_000


@cache
def middle(title: str) -> Position:
    """Return the first decision of the third stock round in a game of directors."""
    now = Position.of(trunkline.new(title, ["Ann", "Bob", "Cy"], seed=5))
    return play_on(now, Director(), ends_set(now, 2), MANY).position


@pytest.mark.parametrize("title", TITLES)
def test_it_stops_where_the_next_set_begins_and_not_before(title: str) -> None:
    now = middle(title)
    assert now.state.round.number == 3
    line = play_on(now, Director(), ends_set(now), MANY)
    assert line.whole
    assert line.position.state.round.number == 4
    assert line.steps > 0
    short = play_on(now, Director(), ends_set(now), line.steps - 1)
    assert not short.whole
    assert short.steps == line.steps - 1
    assert short.position.state.round.number == 3
    then = short.position.play(Director().advise(short.position).action)
    assert then.state == line.position.state


def test_where_all_pass_in_the_opening_nothing_is_over_yet() -> None:
    now = start = Position.of(trunkline.new("18GL", ["Ann", "Bob", "Cy"], seed=5))
    # The first round of passes sells the first private to the priority player. The second ends a set.
    for _ in range(2 * len(now.state.players)):
        now = now.play(A.Pass(now.to_act[0]))
    until = ends_set(start)
    assert now.state.opening is not None
    assert now.state.round.number > start.state.round.number
    assert not until(now.state)
    line = play_on(now, Director(), until, MANY)
    assert line.whole
    assert line.position.state.opening is None
    assert line.position.state.round.kind == "stock"
    assert any(corp.operated for corp in line.position.state.corporations.values())


def test_everybody_acts_by_his_own_policy() -> None:
    class Told:
        """An adviser that records whose decisions it was asked for."""

        def __init__(self) -> None:
            self.seen: set[str] = set()

        def advise(self, position: Position) -> Advice:
            self.seen.add(position.to_act[0])
            return Clerk().advise(position)

    now = middle("1851")
    policies: dict[str, Adviser] = {name: Told() for name in now.state.players}
    assert play_on(now, policies, ends_set(now), MANY).whole
    for name, policy in policies.items():
        assert isinstance(policy, Told)
        assert policy.seen == {name}


def test_a_game_that_is_over_is_judged_by_what_all_are_worth() -> None:
    now = middle("1851")
    line = play_on(now, Clerk(), ends_game(now), MANY)
    assert line.position.over
    assert play_on(line.position, Clerk(), ends_set(now), MANY).steps == 0
    worth = {name: line.position.worth(name) for name in now.state.players}
    assert final_worth(line.position) == worth
    total = sum(worth.values())
    assert worth_shares(line.position) == pytest.approx({name: each / total for name, each in worth.items()})


@pytest.mark.parametrize("title", TITLES)
def test_shares_add_up_and_money_is_better_had_than_not(title: str) -> None:
    now = middle(title)
    found = worth_shares(now)
    assert sum(found.values()) == pytest.approx(1.0)
    for name in now.state.players:
        state: State = now.state.copy()
        state.bank -= 300
        state.players[name].cash += 300
        richer = Position(now.title, state.seal())
        assert final_worth(richer)[name] >= final_worth(now)[name] + 300
        assert worth_shares(richer)[name] > found[name]


def test_whose_company_must_find_a_train_expects_less() -> None:
    found = 0
    for now in (middle(title) for title in TITLES):
        for corp in now.state.corporations.values():
            if not corp.operated or not corp.president or not corp.cash:
                continue
            state = now.state.copy()
            state.bank += corp.cash
            state.corporations[corp.id].cash = 0
            poorer = Position(now.title, state.seal())
            # Poorer companies make a game longer, so compare only the money that this company owes.
            owed, before = (components(each)[corp.president]["trains ahead"] for each in (poorer, now))
            assert owed <= before
            found += owed < before
    assert found


def test_who_wavers_does_so_by_its_seed_and_only_between_what_is_about_as_good() -> None:
    now = middle("1856")
    passing, *others = ranked([Estimate(each.action) for each in Director().advise(now).estimates]).estimates
    assert others

    class Fixed:
        """An adviser that rates the second option $10 below the best, and all others far below."""

        def advise(self, position: Position) -> Advice:
            far = [Estimate(each.action, (Term("far", -500.0),)) for each in others[1:]]
            return Advice((passing, Estimate(others[0].action, (Term("near", -10.0),)), *far))

    picked = [NoisyPolicy(Fixed(), 20.0, seed).advise(now) for seed in range(40)]
    assert {str(advice.action) for advice in picked} == {str(passing.action), str(others[0].action)}
    assert picked == [NoisyPolicy(Fixed(), 20.0, seed).advise(now) for seed in range(40)]
    assert all(len(advice.estimates) == len(others) + 1 for advice in picked)
    assert all(NoisyPolicy(Fixed(), 1.0, seed).advise(now) == Fixed().advise(now) for seed in range(40))


def test_samples_are_the_same_for_the_same_seeds_and_are_compared_pair_by_pair() -> None:
    now = middle("1851")
    me = now.to_act[0]

    def make(seed: int) -> Adviser:
        return NoisyPolicy(Clerk(seed), 30.0, seed)

    one = sample_rollouts(now, make, ends_set(now), range(3), MANY)
    assert one == sample_rollouts(now, make, ends_set(now), range(3), MANY)
    assert one.steps == sum(play_on(now, make(seed), ends_set(now), MANY).steps for seed in range(3))
    assert sum(one.share(name) for name in now.state.players) == pytest.approx(1.0)
    assert math.isinf(sample_rollouts(now, make, ends_set(now), [1], MANY).spread(me))
    assert one.gain(one, me) == (0.0, 0.0)


def test_what_is_common_to_both_of_a_pair_is_no_doubt() -> None:
    here = RolloutSample(({"Ann": 0.30}, {"Ann": 0.40}, {"Ann": 0.50}), 3)
    there = RolloutSample(({"Ann": 0.29}, {"Ann": 0.39}, {"Ann": 0.49}), 3)
    gain, doubt = here.gain(there, "Ann")
    assert gain == pytest.approx(0.01)
    assert doubt == pytest.approx(0.0, abs=1e-12)
    assert here.spread("Ann") == pytest.approx(0.1 / math.sqrt(3))
