"""Switches of a title file, each by a worked example on the map of 18Isle."""

from __future__ import annotations

import pytest

import trunkline
from titles.declared.conftest import Add, IsleScene
from trunkline import UsageError
from trunkline import actions as A
from trunkline.engine.invariants import holdings
from trunkline.lab.soak.games import Plan, play_all
from trunkline.titles import rules_of

SWITCHES = "  must_own_train: with a route\n"
PLAYERS = ("Ann", "Bob", "Cy")


def switch(text: str) -> tuple[str, str]:
    """Return the change that adds a line to the switches."""
    return (SWITCHES, f"{SWITCHES}  {text}\n")


def test_the_first_private_gets_cheaper_when_all_pass(add: Add) -> None:
    lighthouse = "name: The Lighthouse Company, cost: 20, revenue: 5"
    gift = (lighthouse, f"{lighthouse}, gives: {{corporation: NW, percent: 10}}")
    add(switch("first_private_falls: 8"), gift)
    game = trunkline.new("18Isle", PLAYERS)
    game.play(A.Bid("Ann", "quay", 55))
    prices = []
    for name in ("Bob", "Cy", "Ann", "Bob", "Cy", "Ann", "Bob", "Cy", "Ann"):
        game.play(A.Pass(name))
        prices.append(game.state.privates["lighthouse"].cost)
    assert prices == [20, 20, 12, 12, 12, 4, 4, 4, 0]
    # Bob has the turn, and gets it with its share. Then Ann's bid buys the quay.
    assert [game.state.privates[each].player for each in ("lighthouse", "quay")] == ["Bob", "Ann"]
    assert game.state.corporations["NW"].shares == {"Bob": 1}
    assert [player.cash for player in game.state.players.values()] == [345, 400, 400]
    assert game.state.priority == "Cy"
    rule = rules_of("18Isle")["18isle.opening.cheaper"].rule
    assert rule.startswith("While the first private is unsold, its price falls by $8 each time all players")


def test_the_free_private_pays_when_all_pass_again(add: Add) -> None:
    add(switch("first_private_falls: 20"))
    game = trunkline.new("18Isle", PLAYERS)
    for name in (*PLAYERS, "Bob", "Cy", "Ann"):
        game.play(A.Pass(name))
    # Ann got the lighthouse at $0. When all pass again, it pays her $5.
    assert [player.cash for player in game.state.players.values()] == [405, 400, 400]
    assert game.state.round.number == 2


def test_the_price_of_the_first_private_is_fixed_without_the_switch(add: Add) -> None:
    add()
    game = trunkline.new("18Isle", PLAYERS)
    for name in PLAYERS:
        game.play(A.Pass(name))
    assert game.state.privates["lighthouse"].cost == 20
    assert "18isle.opening.cheaper" not in rules_of("18Isle")


CONTRADICTIONS = {
    "loans for a train without loans": (
        "train_money: loans first",
        "train_money: it is loans first, but the file has no loans.",
    ),
    "loans that move a price without loans": (
        "loans_move_price: true",
        "loans_move_price: it is true, but the file has no loans.",
    ),
    "an unknown payer": (
        "interest_short: nobody",
        "switches.interest_short: it must be one of loan, president, not 'nobody'.",
    ),
    "no possible price": (
        "private_price_from: 120\n  private_price_to: 80",
        "private_price_from: 120% is above private_price_to, 80%, so no price is possible",
    ),
}


@pytest.mark.parametrize("fault", CONTRADICTIONS)
def test_switches_that_contradict_each_other_are_refused(add: Add, fault: str) -> None:
    lines, said = CONTRADICTIONS[fault]
    with pytest.raises(UsageError) as refused:
        add(switch(lines))
    assert str(refused.value).startswith(f"title.yaml, line 15: {said}")


def test_a_switch_for_privates_needs_privates(add: Add) -> None:
    privates = "privates:\n  - {id: lighthouse, name: The Lighthouse Company, cost: 20, revenue: 5}\n"
    with pytest.raises(UsageError, match=r"^title.yaml, line 15: first_private_falls: the title has no"):
        add(
            switch("first_private_falls: 5"),
            (privates, "privates: []\n"),
            ("  - {id: quay, name: The Quay and Harbour Company, cost: 50, revenue: 10}\n", ""),
        )


def test_random_games_in_which_the_first_private_gets_cheaper_pass_all_checks(add: Add) -> None:
    outcomes = list(play_all(Plan(add(switch("first_private_falls: 5")), 2, (2, 3), seed=3)))
    assert [outcome.finding for outcome in outcomes] == [None] * 2


@pytest.mark.parametrize("sells", [True, False])
def test_shares_may_be_sold_before_the_corporation_floats(add: Add, sells: bool) -> None:
    add(switch("sell_before_operating: true") if sells else ("bank: 2400", "bank: 2400"))
    here = IsleScene().opened()
    here.started("NW", "P1", {"P1": 2, "P2": 2}, price=90, operated=False, home=False)
    here.stock("P2")
    sale = A.SellShares("P2", "NW", 1)
    if not sells:
        here.refused(sale, "sell.not-operated")
        return
    here.play(sale)
    assert here.corp("NW").pool == 1
    assert [*holdings.floating(here.game.title, here.state)] == []
