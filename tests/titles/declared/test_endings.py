"""Ends of the game in a title file."""

from __future__ import annotations

import pytest

from titles.declared.conftest import Add, IsleScene
from trunkline import UsageError
from trunkline import actions as A
from trunkline.lab.soak.games import Plan, play_all
from trunkline.titles import rules_of

ENDING = "bank_empty: finish the set of operating rounds"


def scene(add: Add, ending: str, *changes: tuple[str, str]) -> IsleScene:
    """Return a position with NW of P1 and GH of P2, with another end of the game."""
    add((ENDING, ending), *changes)
    here = IsleScene().opened()
    here.floated("NW", "P1", price=80, cash=100)
    here.floated("GH", "P2", price=70, cash=100)
    return here


@pytest.mark.parametrize(
    ("extent", "rounds"),
    [("end at once", 0), ("finish this operating round", 1), ("finish the set of operating rounds", 2)],
)
def test_play_after_a_broken_bank(add: Add, extent: str, rounds: int) -> None:
    here = scene(add, f"bank_empty: {extent}").phase("3")
    here.turn("NW", "dividend", revenue=200)
    here.set_cash("P3", here.cash("P3") + here.state.bank - 50)
    here.play(A.Dividend("P1", "NW", "pay"))
    seen = set()
    while not here.game.over:
        seen.add(here.state.round.index)
        here.pass_()
    assert len(seen) == rounds
    assert here.state.reason == "bank"


def test_the_action_that_reaches_a_share_price_may_end_the_game(add: Add) -> None:
    here = scene(add, f"{ENDING}, share_price: 90, share_price_end: end at once")
    here.turn("NW", "dividend", revenue=100)
    here.play(A.Dividend("P1", "NW", "pay"))
    assert (here.game.over, here.state.reason) == (True, "price")
    assert "18isle.end.price" in here.game.title.rules


def test_the_first_train_of_a_type_ends_the_game_after_the_set(add: Add) -> None:
    here = scene(add, f'{ENDING}, train: "5"').phase("4")
    here.sell_out("4")
    here.set_cash("NW", 500)
    here.turn("NW", "trains", index=1).play(here.buy("NW", "5"))
    while here.state.round.index == 1:
        here.pass_()
    here.give_trains("GH", "5")
    while not here.game.over:
        here.pass_()
    assert (here.state.round.number, here.state.round.index, here.state.reason) == (1, 2, "train")
    here.refused(A.Pass("P1"), "end.train")


def test_the_game_ends_after_a_number_of_sets(add: Add) -> None:
    title = add((ENDING, f"{ENDING}, sets: 3"))
    outcomes = list(play_all(Plan(title, 3, (2, 3, 4), seed=4)))
    assert [outcome.finding for outcome in outcomes] == [None] * 3
    assert {outcome.ending for outcome in outcomes} <= {"sets", "bankruptcy"}
    assert rules_of(title)["18isle.end.sets"].rule == "The game ends after set 3."
    assert "18isle.end.price" not in rules_of(title)


def test_a_bankrupt_player_leaves_a_game_that_continues(add: Add) -> None:
    here = scene(
        add, f"{ENDING}, players_left: 1", ("must_own_train: with a route", "must_own_train: always")
    )
    for player in ("P1", "P2", "P3"):
        here.set_cash(player, 50)
    here.set_cash("GH", 0)
    here.turn("GH", "trains")
    here.corp("GH").pool, here.corp("GH").treasury = 5, 0
    here.play(A.DeclareBankruptcy("P2"))
    assert not here.game.over
    assert here.state.players["P2"].out
    assert here.corp("GH").closed
    assert "18isle.end.bankruptcy" not in here.game.title.rules
    here.turn("NW", "trains")
    here.set_cash("NW", 0)
    here.corp("NW").pool, here.corp("NW").treasury = 5, 0
    here.play(A.DeclareBankruptcy("P1"))
    assert (here.game.over, here.state.reason) == (True, "sole-survivor")


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (f"{ENDING}, train: X", "'X' is not on the board"),
        (f"{ENDING}, sets: 0", "ending.sets"),
        (f"{ENDING}, share_price_end: end at once", "needs a share_price"),
        ("bank_empty: perhaps", "ending.bank_empty"),
    ],
)
def test_a_fault_in_the_ending_is_told_with_its_line(add: Add, ending: str, said: str) -> None:
    with pytest.raises(UsageError, match=r"^title\.yaml, line \d+: ") as refused:
        add((ENDING, ending))
    assert said in str(refused.value)
