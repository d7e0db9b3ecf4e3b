"""Charts of hexes in a title file: moves, pictures and faults."""

from __future__ import annotations

import pytest

from titles.declared.conftest import PRINTED, Add, IsleScene
from trunkline import UsageError, svg
from trunkline import actions as A
from trunkline.cli.terminal.holdings import chart_lines
from trunkline.engine.kernel import chart
from trunkline.engine.kernel.state import Cell
from trunkline.lab.soak.games import Plan, play_all
from trunkline.titles import rules_of

HEXES = """chart:
  shape: hexes
  rows:
    - [{price: 60}, {price: 70, par: true}, {price: 81}, {price: 90, arrow: up}]
    - [{price: 50}, {price: 60, par: true}, {price: 75}]
    - [{price: 40}, {price: 50}, {price: 65}, {price: 80, par: true}]

"""
OLD = PRINTED[PRINTED.index("chart:") : PRINTED.index("par_values")]
CHART = (OLD, HEXES)


def scene(add: Add, cell: Cell) -> IsleScene:
    """Return a position with NW of P1 in a box of the chart, and GH of P2 at $60."""
    add(CHART)
    here = IsleScene().opened()
    here.started("NW", "P1", {"P1": 6}, par=80)
    here.started("GH", "P2", {"P2": 2}, par=60)
    here.corp("NW").cell = cell
    return here


@pytest.mark.parametrize(
    ("cell", "rows", "price"),
    [
        ((0, 2), 1, 60),  # $81 falls to the lower left
        ((1, 2), 1, 65),  # $75 is in a row that is further right
        ((0, 2), 2, 50),
        ((0, 0), 1, 50),  # there is no box at the lower left
        ((0, 3), 1, 75),
        ((2, 0), 1, 40),  # the lowest row
    ],
)
def test_a_price_falls_to_the_lower_left(add: Add, cell: Cell, rows: int, price: int) -> None:
    here = scene(add, cell)
    chart.down(here.table, here.corp("NW"), rows)
    assert here.price("NW") == price


@pytest.mark.parametrize(
    ("cell", "price"), [((2, 2), 75), ((1, 2), 90), ((2, 3), 75), ((1, 0), 70), ((0, 1), 70)]
)
def test_a_price_rises_to_the_upper_right(add: Add, cell: Cell, price: int) -> None:
    here = scene(add, cell)
    chart.up(here.table, here.corp("NW"))
    assert here.price("NW") == price


def test_dividends_move_a_price_along_its_row(add: Add) -> None:
    here = scene(add, (1, 1))
    chart.right(here.table, here.corp("NW"))
    assert here.price("NW") == 75
    chart.right(here.table, here.corp("NW"))
    chart.left(here.table, here.corp("NW"))
    assert here.price("NW") == 60


def test_a_sale_on_a_chart_of_hexes(add: Add) -> None:
    here = scene(add, (0, 2))
    here.corp("NW").operated = True
    cash = here.cash("P1")
    here.stock("P1").play(A.SellShares("P1", "NW", 2))
    assert (here.cash("P1") - cash, here.price("NW")) == (2 * 81, 50)


def test_of_equal_prices_the_token_further_right_operates_first(add: Add) -> None:
    here = scene(add, (0, 0))
    here.corp("NW").arrived = here.corp("GH").arrived - 1
    # Both are at $60. GH is in the second box of a row that is further right.
    assert [corp.id for corp in chart.order(here.table)] == ["GH", "NW"]
    here.corp("NW").cell, here.corp("GH").cell = (1, 0), (2, 1)
    assert [corp.id for corp in chart.order(here.table)] == ["GH", "NW"]


def test_pictures_of_a_chart_of_hexes(add: Add) -> None:
    here = scene(add, (1, 2))
    drawn = svg.chart(here.game.board, {(1, 2): ["NW"]})
    assert drawn.count("<polygon class=") == 11
    assert '<rect class="box' not in drawn
    # The first box of the second row is half a box further right, and three quarters of a hex lower.
    assert 'translate(37 64.1)"><polygon class="box"' in drawn
    lines = chart_lines(here.game)
    assert lines[0].startswith("60")
    assert next(line for line in lines if "75" in line).startswith("  50")


def test_the_rules_explain_the_moves(add: Add) -> None:
    rule = rules_of(add(CHART))["18isle.dividend.price"].rule
    assert "a row goes to the upper right" in rule
    assert rule.endswith("At the end of a row, the price follows the arrow of its box.")


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("chart: {shape: hexes, rows: [[{price: 60, par: true}]]}\n", "needs two rows or more"),
        ("chart: {shape: stars, rows: [[{price: 60, par: true}]]}\n", "one of hexes, squares, not 'stars'."),
    ],
)
def test_a_faulty_shape_is_refused(add: Add, new: str, said: str) -> None:
    with pytest.raises(UsageError, match=r"^title\.yaml, line \d+: chart\.shape: ") as refused:
        add((OLD, new))
    assert said in str(refused.value)


def test_random_games_on_a_chart_of_hexes_pass_all_checks(add: Add) -> None:
    outcomes = list(play_all(Plan(add(CHART), 2, (2, 3), seed=1)))
    assert [outcome.finding for outcome in outcomes] == [None] * 2
