"""Lays, token costs and trains in a title file."""

from __future__ import annotations

import pytest

from titles.declared.conftest import Add, IsleScene
from trunkline import actions as A
from trunkline.lab.soak.games import Plan, play_all
from trunkline.titles import rules_of

PHASE_3 = "tiles: [yellow, green], train_limit: 3, operating_rounds: 2, off_board: early"
EXPORT = ("must_own_train: with a route", "train_export: {}\n  must_own_train: with a route")


def scene(add: Add, *changes: tuple[str, str]) -> IsleScene:
    """Return a position with NW of P1 and GH of P2."""
    add(*changes)
    here = IsleScene().opened()
    here.floated("NW", "P1", price=80, cash=300)
    here.floated("GH", "P2", price=70, cash=300)
    return here


def lays(text: str) -> tuple[str, str]:
    """Return the change of the lays of a turn in phase 3."""
    return (PHASE_3, f"{PHASE_3}, tile_lays: {{{text}}}")


def test_a_turn_of_a_phase_has_yellow_tiles_or_upgrades(add: Add) -> None:
    here = scene(add, lays("yellow: 2, upgrades: 1")).phase("3").tiles("A3:5:4").turn("NW")
    here.play(here.lay("NW", "A5:9:1"), here.lay("NW", "B4:9:2"))
    here.refused(here.lay("NW", "A3:14:4"), "track.one-per-turn")
    assert here.game.title.rules["18isle.track.one-per-turn"].rule == (
        "In phase 2, 4, 5 and D, a turn has 1 yellow tile or 1 upgrade. "
        "In phase 3, a turn has 2 yellow tiles or 1 upgrade."
    )


def test_a_turn_may_have_both_yellow_tiles_and_an_upgrade_on_different_hexes(add: Add) -> None:
    here = scene(add, lays("yellow: 2, upgrades: 1, lays: 2, next_cost: 30")).phase("3")
    here.tiles("A3:5:4 B4:9:2 C5:57:2").turn("NW")
    here.play(here.lay("NW", "A5:9:1"))
    assert here.cash("NW") == 300
    here.refused(here.lay("NW", "A5:23:1"), "track.one-per-turn")
    here.set_cash("NW", 20)
    here.refused(here.lay("NW", "C5:14:1"), "track.terrain-cost")
    here.set_cash("NW", 40)
    here.play(here.lay("NW", "C5:14:1"))
    assert here.cash("NW") == 10
    here.refused(here.lay("NW", "A7:57:1"), "track.one-per-turn")


def test_a_corporation_may_have_lays_of_its_charter(add: Add) -> None:
    name = "name: Northwich and Western"
    here = scene(add, (name, f"{name}, tile_lays: {{yellow: 2, upgrades: 0, next_cost: 25}}"))
    here.tiles("A3:5:4").turn("NW").play(here.lay("NW", "A5:9:1"))
    assert here.cash("NW") == 300
    here.play(here.lay("NW", "B4:9:2"))
    # The river costs $40, and the second lay $25.
    assert here.cash("NW") == 235
    here.refused(here.lay("NW", "C5:57:2"), "track.one-per-turn")
    # Other corporations have the lays of the phase.
    here.turn("GH").play(here.lay("GH", "A7:5:0"))
    here.refused(here.lay("GH", "D2:9:2"), "track.one-per-turn")
    assert here.game.title.rules["18isle.track.one-per-turn"].rule.endswith(
        "A turn of NW has 2 yellow tiles and no upgrade, in every phase. Each lay after the first costs $25."
    )


@pytest.mark.parametrize(
    ("changes", "price"),
    [((), 40), ((("bank: 2400", "bank: 2400\nstation_tokens: {cost_per_hex: 15}"),), 30)],
)
def test_a_token_costs_the_next_price_of_the_charter_or_so_much_a_hex(
    add: Add, changes: tuple[tuple[str, str], ...], price: int
) -> None:
    here = scene(add, *changes).tiles("A3:5:4 B4:9:2 C5:57:2").turn("NW", "token")
    here.play(here.place("NW", "C5"))
    assert here.cash("NW") == 300 - price


@pytest.mark.parametrize(("when", "rounds"), [("each set", [2]), ("each operating round", [1, 2])])
def test_the_next_train_leaves_the_game(add: Add, when: str, rounds: list[int]) -> None:
    here = scene(add, (EXPORT[0], EXPORT[1].format(when))).phase("3")
    here.sell_out("2")
    here.give_trains("NW", "2")
    here.give_trains("GH", "2")
    left = here.trains("bank").count("3")
    here.turn("NW", index=1)
    seen = []
    for index in (1, 2):
        while here.state.round.kind == "operating" and here.state.round.index == index:
            here.pass_()
        if here.trains("bank").count("3") < left:
            seen.append(index)
            left = here.trains("bank").count("3")
    assert seen == rounds
    assert "18isle.train.export" in rules_of("18Isle")


def test_an_export_begins_a_phase_and_never_takes_the_last_type(add: Add) -> None:
    here = scene(add, (EXPORT[0], EXPORT[1].format("each set"))).phase("2")
    here.sell_out("2")
    here.turn("NW", index=1, done=("GH",))
    here.pass_turn()
    assert here.game.title.board.phases[here.state.phase].name == "3"
    title = here.game.title.id
    outcomes = list(play_all(Plan(title, 3, (2, 3, 4), seed=1)))
    assert [outcome.finding for outcome in outcomes] == [None] * 3


def test_an_older_train_pays_for_a_part_of_a_new_one(add: Add) -> None:
    diesel = 'name: "D", price: 700, count: 4, range: null'
    here = scene(add, (diesel, f'{diesel}, discount: {{"4": 200, "5": 200}}'))
    here.phase("5")
    here.sell_out("5")
    here.give_trains("NW", "4")
    here.set_cash("NW", 500)
    here.turn("NW", "trains").play(here.buy("NW", "D", trade_in="4"))
    assert (here.trains("NW"), here.cash("NW")) == (["D"], 0)
    assert here.game.title.rules["18isle.train.trade-in"].rule.endswith(
        "$200 off a D-train for a 4-train or $200 off a D-train for a 5-train."
    )
    assert A.BuyTrain in here.game.title.kinds


OBSOLETE = ('range: 2, rusts_on: ["4"]', 'range: 2, obsolete_on: ["4"]')


def test_an_obsolete_train_runs_once_more_and_leaves_after_the_dividend(add: Add) -> None:
    here = scene(add, OBSOLETE).phase("3").tiles("A3:5:4 B4:9:2 C5:57:2")
    here.sell_out("3")
    for place in ("NW", "GH", "pool"):
        here.give_trains(place, "2")
    here.turn("NW", "trains")
    told = here.told(here.play(here.buy("NW", "4")))
    assert "All 2-trains are obsolete and run once more" in told
    # A train without an owner leaves at once.
    assert (here.trains("NW"), here.trains("GH"), here.trains("pool")) == (["2", "4"], ["2"], [])
    here.pass_turn()
    # GH has no route. Its train leaves in its next turn, too.
    assert here.pass_turn() == "GH"
    assert here.trains("GH") == []
    assert (here.acting(), here.trains("NW")) == ("NW", ["2", "4"])
    here.pass_()
    here.pass_()
    here.play(here.run("NW", ("2", "A3.0 B4 C5.0")))
    told = here.told(here.play(A.Dividend("P1", "NW", "pay")))
    assert "NW loses a 2-train, which is obsolete" in told
    assert here.trains("NW") == ["4"]
    rules = here.game.title.rules
    assert rules["18isle.phase.4.span"].rule.endswith("2-trains become obsolete.")
    assert rules["18isle.train.obsolete"].rule.startswith("An obsolete train runs once more,")


def test_random_games_with_obsolete_trains_pass_all_checks(add: Add) -> None:
    outcomes = list(play_all(Plan(add(OBSOLETE), 3, (2, 3, 4), seed=1)))
    assert [outcome.finding for outcome in outcomes] == [None] * 3
    assert "18isle.train.obsolete" not in rules_of(add())


def test_a_brown_tile_is_the_first_one_on_printed_green_track(add: Add) -> None:
    printed = "stops: [{kind: city, value: 30, slots: 1}], track: [[1, s0], [4, s0]]"
    green = (
        "C5: {kind: city, name: Carrow, cities: 1, cost: 40,",
        f"C5: {{kind: preprinted, colour: green, {printed},",
    )
    first = (
        "  - {kind: city, cities: 1",
        '  - {hexes: [C5], tiles: ["14", "611"]}\n  - {kind: city, cities: 1',
    )
    here = scene(add, green, first).phase("5").tiles("A3:5:4 B4:9:2").turn("NW")
    here.set_cash("NW", 100)
    here.refused(here.lay("NW", "C5:14:1"), "track.green-where")
    here.play(here.lay("NW", "C5:611:1"))
    assert here.cash("NW") == 100


def test_a_late_lay_of_an_unknown_corporation_is_refused(add: Add) -> None:
    here = scene(add, lays("yellow: 2, upgrades: 1, lays: 2")).phase("3")
    here.tiles("A3:5:4").turn("NW").play(here.lay("NW", "A5:9:1"))
    turn = here.state.operating.turn if here.state.operating else None
    assert turn is not None
    turn.step = here.STEPS.index("token")
    here.refused(A.LayTile("P1", "XX", "B4", "9", 2), "or.step-order")
    here.refused(A.LayTile("P1", "GH", "B4", "9", 2), "or.step-order")
