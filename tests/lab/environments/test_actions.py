"""Numbers and rows of actions, at the moments of random games of every title."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import trunkline
from lab.environments.play import SETUPS, Moment, moments, name
from trunkline.engine.kernel.choice import Amounts, Open
from trunkline.game import actions
from trunkline.lab.environments.encoding import LegalActions
from trunkline.lab.environments.game_setup import GameSetup
from trunkline.lab.environments.parametric import COLUMNS, PLACE, ParametricActions, parametric_lists
from trunkline.players import first_to_act
from trunkline.util.errors import UsageError

each_setup = pytest.mark.parametrize("setup", SETUPS, ids=name)
MOMENTS = 350


@each_setup
def test_every_choice_has_numbers_and_a_number_leads_to_its_action_and_back(setup: GameSetup) -> None:
    chance = random.Random(name(setup))
    kinds = set()
    for moment in moments(setup, 11, MOMENTS):
        game, _, legal = moment
        assert np.flatnonzero(legal.mask()).tolist() == list(legal)
        for choice in legal.choices:
            if isinstance(choice, Amounts):
                assert legal.action(legal.number(choice.action)) == choice.action
                assert legal.action(legal.number(choice.at(choice.high))) == choice.at(choice.high)
            elif isinstance(choice, Open):
                assert any(setup.actions.keys[number][0] == actions.tag(choice.kind) for number in legal)
            else:
                assert legal.number(choice) in legal
        for number in chance.sample(list(legal), min(3, len(legal))):
            action = legal.action(number)
            assert game.check(action) is None
            assert legal.action(legal.number(action)) == action
            kinds.add(type(action))
    assert len(kinds) > 8


@each_setup
def test_a_row_and_an_amount_lead_to_every_legal_action_and_back(setup: GameSetup) -> None:
    chance = random.Random(name(setup))
    columns = np.array([len(COLUMNS)])
    lists = parametric_lists(setup.actions, setup.players)
    for game, _, legal in moments(setup, 12, MOMENTS):
        parametric = ParametricActions(legal)
        rows = parametric.rows
        assert rows.shape == (len(legal.choices), *columns)
        assert all(rows[:, PLACE[field]].max() < len(names) for field, names in lists.items())
        place = chance.randrange(len(legal.choices))
        choice, row = legal.choices[place], rows[place]
        if isinstance(choice, Amounts):
            amount = chance.randrange(row[PLACE["low"]], row[PLACE["high"]] + 1, row[PLACE["step"]])
            action = parametric.action(place, amount)
            assert action == choice.at(amount)
            assert parametric.row(action) == (place, amount)
        elif isinstance(choice, Open):
            runs = choice.propose(chance)
            assert row[PLACE["open"]] == 1
            assert parametric.action(place, runs=runs) == runs
            assert parametric.row(runs)[0] == place
        else:
            assert parametric.action(place) == choice
            assert parametric.row(choice) == (place, None)
        assert game.check(parametric.action(place)) is None
        assert lists["kind"][row[PLACE["kind"]]] == actions.tag(type(parametric.action(place)))


def test_rows_without_amounts_differ_unless_their_trains_are_equal() -> None:
    for _, _, legal in moments(GameSetup("1856", 4), 3, 300):
        rows = ParametricActions(legal).rows
        once = {tuple(row) for row in rows.tolist()}
        trains = sum(isinstance(choice, actions.BuyTrain | actions.DiscardTrain) for choice in legal.choices)
        assert len(once) >= len(rows) - trains


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(SETUPS), st.integers(0, 2**31), st.integers(0, 60))
def test_any_game_has_a_number_for_each_plain_choice(setup: GameSetup, seed: int, at: int) -> None:
    *_, (game, player, legal) = moments(setup, seed, at + 1)
    numbers = {legal.number(choice) for choice in legal.choices if isinstance(choice, actions.Action)}
    assert numbers <= set(legal)
    assert all(game.check(legal.action(number)) is None for number in numbers)
    assert {legal.action(number).player for number in numbers} <= {player}


@pytest.fixture(scope="module")
def opening() -> Moment:
    """The first moment of a game of 1856."""
    return next(moments(GameSetup("1856", 3), 1, 1))


@each_setup
def test_a_policy_finds_the_numbers_and_arrays_of_any_game(setup: GameSetup) -> None:
    names = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"][: setup.players]
    game = trunkline.new(
        setup.title, names, seed=3, rules=setup.rules, runs=setup.runs, variants=setup.variants
    )
    found = GameSetup.of(game)
    # A game has its variants in one order.
    assert found == replace(setup, variants=game.options.variants)
    assert GameSetup.of(game.copy()) is found
    player = first_to_act(game)
    legal = found.actions.legal(game, player)
    mask = found.observe(game, player, legal)["action_mask"]
    assert all(game.check(legal.action(number)) is None for number in np.flatnonzero(mask))


def _not_legal(legal: LegalActions) -> int:
    return next(number for number in range(len(legal.space)) if number not in legal)


def test_a_wrong_number_is_refused_with_one_sentence(opening: Moment) -> None:
    legal = opening.legal
    size = len(legal.space)
    for number, sentence in (
        (size, f"Actions have the numbers 0 to {size - 1}, so there is no action {size}."),
        (-1, f"Actions have the numbers 0 to {size - 1}, so there is no action -1."),
        ("3 trains", f"An action is a number from 0 to {size - 1}, not '3 trains'."),
        (None, f"An action is a number from 0 to {size - 1}, not None."),
        (True, f"An action is a number from 0 to {size - 1}, not True."),
        (1.5, f"An action is a number from 0 to {size - 1}, not 1.5."),
    ):
        with pytest.raises(UsageError) as refused:
            legal.action(number)  # type: ignore[arg-type]
        assert str(refused.value) == sentence
    masked = _not_legal(legal)
    with pytest.raises(UsageError, match=rf"Action {masked} \(.+\) is not legal for player_0 now. Choose"):
        legal.action(masked)
    with pytest.raises(UsageError, match="is not legal now: "):
        legal.action(actions.Dividend("player_0", "GW", "pay"))
    with pytest.raises(UsageError, match="has no number here"):
        legal.number(actions.Dividend("player_0", "GW", "pay"))


def test_a_wrong_row_or_amount_is_refused_with_one_sentence(opening: Moment) -> None:
    parametric = ParametricActions(opening.legal)
    choices = opening.legal.choices
    bid = next(place for place, choice in enumerate(choices) if isinstance(choice, Amounts))
    plain = next(place for place, choice in enumerate(choices) if isinstance(choice, actions.Action))
    for given_, sentence in (
        ((len(choices), None), f"There are {len(choices)} legal choices, so there is no row"),
        ((plain, 20), "has no range of amounts: leave the amount out"),
        ((bid, 1), "is not in"),
    ):
        with pytest.raises(UsageError, match=sentence):
            parametric.action(*given_)
    with pytest.raises(UsageError, match="is no set of runs"):
        parametric.action(plain, runs=actions.RunTrains("player_0", "GW"))
    with pytest.raises(UsageError, match="is not legal now, so it has no row"):
        parametric.row(actions.Dividend("player_0", "GW", "pay"))
