"""Keys of a title file that never matter: found on the board, or in random games."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.title_check.test_title_check import board_of, no_titles, record_of
from titles.declared.conftest import changed
from trunkline.cli.command_line import main
from trunkline.lab.title_check.board_findings import board_findings
from trunkline.lab.title_check.chart_findings import chart_findings
from trunkline.lab.title_check.company_findings import company_findings
from trunkline.lab.title_check.finding import key_of
from trunkline.lab.title_check.game_findings import game_findings
from trunkline.lab.title_check.rule_findings import rule_findings
from trunkline.titles import Switches
from trunkline.titles.declared.title_file import title_from
from trunkline.web.http.title_page import WatchedTitle

__all__ = ["no_titles"]
PHASE = 'operating_rounds: 2, off_board: early}\n  - {name: "4"'
LIGHTHOUSE = "cost: 20, revenue: 5"


def power(text: str) -> tuple[str, str]:
    """Return the change that gives the lighthouse another key."""
    return LIGHTHOUSE, f"{LIGHTHOUSE}, {text}"


def switch(text: str) -> tuple[str, str]:
    """Return the change that gives the file another switch."""
    return "must_own_train: with a route", f"must_own_train: with a route\n  {text}"


def key(text: str) -> tuple[str, str]:
    """Return the change that gives the board another key."""
    return "bank: 2400", f"bank: 2400\n{text}"


def phase(text: str) -> tuple[str, str]:
    """Return the change that gives phase 3 another key."""
    return PHASE, PHASE.replace("early}", f"early, {text}}}", 1)


def ending(text: str) -> tuple[str, str]:
    """Return the change that gives the file another end."""
    return "ending: {", f"ending: {{{text}, "


ODD: dict[str, tuple[tuple[tuple[str, str], ...], str, str]] = {
    "a dividend that lowers a price": (
        (("{price: 90}", "{price: 110}"),),
        "chart.rows.0.8",
        "A dividend moves a price from $110 down to $100, the next box of the row.",
    ),
    "a gap in a row": (
        (("{price: 90}", "null"),),
        "chart.rows.0.8",
        "No price moves between $80 and $100: there is no box between them.",
    ),
    "an arrow inside a row": (
        (("{price: 90}", "{price: 90, arrow: up}"),),
        "chart.rows.0.7.arrow",
        "It has no effect: the price moves right to the next box of its row.",
    ),
    "an arrow off the chart": (
        (("{price: 300}", "{price: 300, arrow: up}"),),
        "chart.rows.0.16.arrow",
        "It has no effect: the chart has no row further up.",
    ),
    "a penalty above every price": (
        (key("loans: {value: 100, interest: 10, end_penalty_per_share: 301}"), phase("loans: true")),
        "loans.end_penalty_per_share",
        "It is above the highest price of a share, $300.",
    ),
    "loans for nothing": (
        (
            key("loans: {value: 100, interest: 0}"),
            phase("loans: true"),
            switch("loans_redeemed: never"),
        ),
        "loans.interest",
        "A loan costs nothing: it has no interest and no penalty, and is never redeemed.",
    ),
    "sales before anything can be sold": (
        (("sales_in_first_round: false", "sales_in_first_round: true"),),
        "switches.sales_in_first_round",
        "It has no effect without sell_before_operating: no corporation has operated in that round.",
    ),
    "several purchases in no zone": (
        (switch("several_in_brown: true"),),
        "switches.several_in_brown",
        "It has no effect: no box is in the brown zone.",
    ),
    "dividends for treasuries without shares": (
        (switch("dividend_to: treasury"),),
        "switches.dividend_to",
        "No share pays its corporation: with unsold: ipo, no share is ever in a treasury.",
    ),
    "a first private that falls under zero": (
        (switch("first_private_falls: 21"),),
        "switches.first_private_falls",
        "It is above the cost of lighthouse, $20, the first private of 2 players.",
    ),
    "a pool without room": (
        (("pool_limit: 50", "pool_limit: 5"),),
        "pool_limit",
        "No share can be sold: one of NW is 10%, and the pool takes less.",
    ),
    "a discount for a later train": (
        (('range: 3, rusts_on: ["5"]', 'range: 3, rusts_on: ["5"], discount: {"4": 20}'),),
        "trains.3.discount.4",
        "It is not sold after 4, so it comes too early for this discount.",
    ),
    "a discount for a train that is gone": (
        (("range: 5, permanent: true", 'range: 5, permanent: true, discount: {"2": 20}'),),
        "trains.5.discount.2",
        "All 2-trains have left the game before it.",
    ),
    "a salvage of no train": (
        (("range: 5, permanent: true", "range: 5, permanent: true, salvage: 20"),),
        "trains.5.salvage",
        "It never rusts, so its salvage is never paid.",
    ),
    "a phase without tiles": (
        (("tiles: [yellow], train", "tiles: [], train"),),
        "phases.2.tiles",
        "No tile can be laid in this phase.",
    ),
    "a phase that forgets a colour": (
        (('on_train: ["4"], tiles: [yellow, green]', 'on_train: ["4"], tiles: [yellow]'),),
        "phases.4.tiles",
        "It bars green tiles, which phase 3 allows.",
    ),
    "lays of no tile": (
        (phase("tile_lays: {yellow: 0, upgrades: 0}"),),
        "phases.3.tile_lays",
        "No tile can be laid in such a turn.",
    ),
    "a cost without tiles": (
        (("D2: {kind: clear}", "D2: {kind: lake, cost: 40}"),),
        "hexes.D2.cost",
        "It is never paid: the hex takes no tiles.",
    ),
    "a place without revenue": (
        ((", values: {early: 30, late: 50}", ""),),
        "hexes.C1",
        "Trains earn nothing here: give it values.",
    ),
    "a price of the home token": (
        (('[0, 40, 60], colour: "#1f6f43"', '[50, 40, 60], colour: "#1f6f43"'),),
        "corporations.NW.tokens",
        "The first token goes to the home for free, so its price, $50, is never paid.",
    ),
    "two corporations of one colour": (
        (('"#22508f"', '"#1f6f43"'),),
        "corporations.GH.colour",
        "Its tokens have the colours of NW.",
    ),
    "letters that cannot be read": (
        (('colour: "#1f6f43", text_colour: white', 'colour: "#1f6f43", text_colour: "#1f6f43"'),),
        "corporations.NW.text_colour",
        "Its letters have the colour of its token, so no player can read them.",
    ),
    "a tile that fits on no hex of a power": (
        (power('hexes: [A5], powers: [{kind: lay, by: player, tiles: ["611"]}]'),),
        "privates.lighthouse.powers.0.tiles",
        "No hex of the power takes 611.",
    ),
    "a lay without land": (
        (power("hexes: [C1], powers: [{kind: lay, by: player}]"),),
        "privates.lighthouse.powers.0",
        "No tile can be laid on its hexes.",
    ),
    "a discount without terrain": (
        (power("powers: [{kind: discount, by: player, terrain: [hill]}]"),),
        "privates.lighthouse.powers.0",
        "It has no effect: no such hex has a cost.",
    ),
    "a power until the first phase": (
        (power('powers: [{kind: revenue, by: player, hexes: [A3], until_phase: "2", value: 10}]'),),
        "privates.lighthouse.powers.0.until_phase",
        "It has no effect: the game begins in phase 2.",
    ),
    "a private that closes after all": (
        (power('closes_in_phase: "D"'),),
        "privates.lighthouse.closes_in_phase",
        "It has no effect: phase 5 closes all privates.",
    ),
}


@pytest.mark.parametrize("oddity", ODD)
def test_a_key_that_can_never_matter_is_a_finding(oddity: str) -> None:
    changes, where, text = ODD[oddity]
    title = title_from(changed(*changes), "title.yaml")
    board = title.board
    found = [
        *board_findings(board),
        *chart_findings(board),
        *company_findings(board),
        *rule_findings(board, title.switches),
    ]
    assert (where, text) in [(key_of(board, each.where), each.text) for each in found]


MATTERS: dict[str, tuple[Switches, str, str]] = {
    "a first private that never falls": (
        Switches(first_private_falls=5),
        "opening.cheaper",
        "first_private_falls",
    ),
    "a train that is never exported": (Switches(train_export="each set"), "train.export", "train_export"),
    "loans that no train needs": (Switches(train_money="loans first"), "loan.forced", "train_money"),
    "cash that no train needs": (Switches(train_money="cash only"), "train.president-adds", "train_money"),
    "loans that no interest needs": (Switches(interest_short="loan"), "loan.forced", "interest_short"),
}


@pytest.mark.parametrize("case", MATTERS)
def test_a_switch_that_mattered_in_no_game_is_a_finding(case: str) -> None:
    switches, rule, where = MATTERS[case]
    board = board_of()
    usual = {"18isle.private.blocks-hex"}
    (found,) = game_findings(board, [record_of(board, rule=usual)], switches)
    assert found.where == ("switches", where)
    assert found.text == f"Its rule, 18isle.{rule}, never mattered in 1 random game."
    assert not [*game_findings(board, [record_of(board, rule={*usual, f"18isle.{rule}"})], switches)]


def test_the_commands_read_the_switches(
    no_titles: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "title.yaml"
    path.write_text(changed(switch("several_in_brown: true")))
    assert main(["title", "check", str(path), "--games", "0"]) == 1
    said = "title.yaml, line 15: switches.several_in_brown: It has no effect: no box is in the brown zone."
    assert capsys.readouterr().out.splitlines()[0] == said
    assert WatchedTitle(path).now().findings == (said,)
