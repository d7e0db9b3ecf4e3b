"""Tests of the best-run calculator: positions in addresses, lays, and games."""

from __future__ import annotations

from typing import Any

import pytest

import scenes_18gl
import trunkline
from scenes import Scene
from trunkline import actions as A
from trunkline.game import routes
from trunkline.titles import boards, catalogue
from trunkline.web.accounts.permissions import Operation
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.errors import NotPossible
from trunkline.web.http.controllers.calculator import Calculator
from trunkline.web.http.declared_operations import operation_of, rate_of
from trunkline.web.presenters import calculator
from trunkline.web.presenters.calculator_address import Query, entry_of
from web.http.api import Api

BASE = "/api/titles/1856/calculator"
LPS: dict[str, Any] = {
    "phase": "3",
    "company": "LPS",
    "trains": "3_4",
    "tiles": "C14.14.1_D15.8.0_D17.57.0",
    "tokens": "C14.0.LPS",
}


def test_the_best_runs_of_an_address(api: Api) -> None:
    found = api.get(f"{BASE}/runs", **LPS)
    assert (found["plan"]["total"], found["plan"]["proof"]) == (110, "optimal")
    assert [route["type"] for route in found["plan"]["routes"]] == ["4", "3"]
    assert found["position"] == {
        "title": "1856",
        "company": "LPS",
        "phase": "3",
        "trains": ["3", "4"],
        "tiles": {
            "C14": {"tile": "14", "rotation": 1},
            "D15": {"tile": "8", "rotation": 0},
            "D17": {"tile": "57", "rotation": 0},
        },
        "tokens": {"C14": [["LPS"]]},
        "bonuses": {},
        "ferries": {},
        "owned": {},
        "cash": None,
        "reading": "",
    }
    assert found["cities"]["C14"] == [{"stop": 0, "edges": "SW NW NE SE", "slots": 2}]
    assert [token["corp"] for token in found["laid"]["tokens"]["C14"]] == ["LPS"]
    assert (found["has_token"], found["era"]) == (True, 0)
    assert api.get(f"{BASE}/runs", **LPS, bonus=["tunnel", "port.C14"])["plan"]["total"] == 120 + 40
    # The values of off-board places follow the phase.
    assert api.get(f"{BASE}/runs", **{**LPS, "phase": "4"})["plan"]["total"] > 110
    bare = api.get(f"{BASE}/runs", company="LPS")
    assert (bare["plan"]["total"], bare["has_token"], bare["position"]["phase"]) == (0, False, "1")


def test_a_lay_carries_the_tokens_of_its_hex(api: Api) -> None:
    two: dict[str, Any] = {**LPS, "tokens": "C14.0.LPS_C14.0.CA"}
    after = api.get(f"{BASE}/runs", **two, lay="D15.9.0")["position"]
    assert (after["tiles"]["D15"], after["tokens"]) == (
        {"tile": "9", "rotation": 0},
        {"C14": [["LPS", "CA"]]},
    )
    # The yellow tile has one slot.
    after = api.get(f"{BASE}/runs", **two, lay="C14.5.1")["position"]
    assert (after["tiles"]["C14"], after["tokens"]) == ({"tile": "5", "rotation": 1}, {"C14": [["LPS"]]})
    after = api.get(f"{BASE}/runs", **two, lay="C14")["position"]
    assert ("C14" in after["tiles"], after["tokens"]) == (False, {"C14": [["LPS"]]})
    # On tile 59 the two cities of Hamilton have one slot each, and keep their tokens.
    hamilton: dict[str, Any] = {**LPS, "tokens": "L15.0.LPS_L15.1.THB"}
    assert api.get(f"{BASE}/runs", **hamilton, lay="L15.59.0")["position"]["tokens"] == {
        "L15": [["LPS"], ["THB"]]
    }


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"company": ""}, "This address names no company. Perhaps its end is missing."),
        ({"company": "CP"}, "1856 has no company 'CP'"),
        ({"tiles": "C14.14.1_D15.8"}, "'D15.8' in this address is not a hex with its tile and its rotation"),
        ({"tiles": "C14.14.1_D15.8."}, "'D15.8.' in this address is not"),
        ({"tiles": "C14"}, "'C14' in this address is not"),
        ({"tiles": "C14.999.1"}, "there is no tile '999' on the board"),
        ({"tiles": "Z9.7.1"}, "there is no hex 'Z9' on the board"),
        ({"tiles": "C14.14.6"}, "a rotation is a number from 0 to 5"),
        ({"tiles": "C14.14.99999999999"}, "is not a hex with its tile"),
        ({"tiles": "B13.7.0"}, "tile 7 does not fit on B13"),
        (
            {"tokens": "C14.0"},
            "'C14.0' in this address is not a hex with the number of its stop and a company",
        ),
        ({"tokens": "D15.0.LPS"}, "there is no such stop on D15"),
        ({"tokens": "C14.0.LPS_C14.0.CA_C14.0.GT"}, "there is room for 2 and not for 3 on C14"),
        ({"trains": "3_9"}, "there is no train '9'"),
        ({"trains": "_".join("3" * 9)}, "there are 9 trains, and more than 8 are not read"),
        ({"phase": "9"}, "there is no phase '9'"),
        ({"bonus": ["port"]}, "the port counts on one hex only"),
        ({"bonus": ["port.D17"]}, "it does not fit on 'D17'"),
        ({"ferry": ["none"]}, "'none' in this address is not a ferry route with its fee"),
        ({"owned": ["3"]}, "'3' in this address is not a type of train with a number"),
        ({"cash": "-5"}, "'-5' in this address is not an amount of cash in dollars"),
        ({"reading": "18xx.games"}, "there is no reading '18xx.games' with another board"),
        ({"lay": "C14.14"}, "'C14.14' in this address is not"),
        ({"lay": "Z9"}, "There is no such hex on the map."),
        ({"lay": "B13.7.0"}, "tile 7 does not fit on B13"),
    ],
)
def test_a_faulty_address_has_one_sentence(changes: dict[str, Any], said: str) -> None:
    wanted: dict[str, Any] = {
        **LPS,
        "bonus": (),
        "ferry": (),
        "owned": (),
        "cash": "",
        "reading": "",
        **changes,
    }
    lay = wanted.pop("lay", "")
    names = ("phase", "company", "trains", "tiles", "tokens", "bonus", "ferry", "owned", "cash", "reading")
    with pytest.raises(NotPossible) as caught:
        calculator.answer(entry_of("1856", Query(*(wanted[name] for name in names))), lay)
    error = str(caught.value)
    assert said in error
    assert error.endswith(".")
    assert len(error) < 200


def test_what_a_request_may_not_ask(api: Api) -> None:
    cut_off = "'C14.14' in this address is not a hex with its tile and its rotation, for example F9.57.2. "
    error = api.get(f"{BASE}/runs", 422, **{**LPS, "tiles": "C14.14"})["error"]
    assert error == f"{cut_off}Perhaps the end of the address is missing."
    api.get(f"{BASE}/runs", 400, **{**LPS, "tiles": "x" * 4001})
    for path in ("", "/hexes/C14", "/runs"):
        assert "1856" in api.get(f"/api/titles/1899/calculator{path}", 404)["error"]
    assert api.get(f"{BASE}/hexes/Z9", 404)["error"] == "There is no such hex on the map."


def test_the_tiles_of_a_hex_are_those_of_all_colours(api: Api) -> None:
    found = api.get(f"{BASE}/hexes/C14")["tiles"]
    assert [each["tile"] for each in found] == ["5", "6", "57", "14", "15", "125"]
    assert [each["colour"] for each in found] == ["yellow"] * 3 + ["green"] * 2 + ["brown"]
    # Track does not lead to the lake in the north.
    assert found[2]["rotations"] == [1, 2]
    # Tile 14 would join the sides of a tile 5 in another rotation, and of no other tile 57.
    assert [each["keeps"] for each in found[2:4]] == [[1, 2], [1]]
    after = api.get(f"{BASE}/hexes/D17", now="D17.57.0")["tiles"]
    assert {each["tile"]: each["keeps"] for each in after} == {
        "5": [],
        "6": [],
        "57": [0],
        "14": [0, 2],
        "15": [0, 3],
        "63": [0],
    }
    error = api.get(f"{BASE}/hexes/D17", 422, now="D19.57.0")["error"]
    assert error == "There is no such tile on this hex."
    assert api.get(f"{BASE}/hexes/B13")["tiles"] == []


@pytest.mark.parametrize("title", list(catalogue()))
def test_every_title_has_choices_and_an_answer(title: str) -> None:
    board = boards()[title]()
    facts = calculator.facts(board)
    assert facts.phases == tuple(board.phase)
    assert [train.type for train in facts.trains] == [train.name for train in board.trains]
    latest = max(facts.trains, key=lambda train: train.phase)
    assert latest.type in board.phases[latest.phase].on_train
    company = board.corporations[0]
    home = next(hex for hex in company.home)
    query = Query(facts.phases[0], company.id, latest.type, "", f"{home}.0.{company.id}", (), (), ())
    assert calculator.answer(entry_of(title, query)).has_token


def test_ferries_of_18gl_are_on_the_drawn_map_only() -> None:
    query = Query("D", "MILW", "4H_4H_E", "", "D12.0.MILW", (), ("milwaukee_muskegon.50",), ("E.4",))
    found = calculator.answer(entry_of("18GL", query))
    assert found.position.tiles == {}
    assert "E9" in found.laid.tiles
    assert found.ferries
    assert found.position.ferries == {"milwaukee_muskegon": 50}
    assert found.position.owned == {"E": 4}
    assert calculator.hex_tiles(boards()["18GL"](), "E9").tiles == ()


@pytest.mark.parametrize(
    ("cash", "total", "tolls"), [("", 620, 1), ("50", 620, 1), ("49", 540, 0), ("0", 540, 0)]
)
def test_a_company_without_the_fee_does_not_use_the_ferry(cash: str, total: int, tolls: int) -> None:
    tiles = "D14.CHI-B.3_D12.CHI-B.0_D10.MIL-B.0_F10.PT1.2_G11.63.0"
    ferries = ("milwaukee_muskegon.50",)
    query = Query("E", "MILW", "E_6H", tiles, "D12.0.MILW_D14.0.IC", (), ferries, ("E.4",), cash)
    found = calculator.answer(entry_of("18GL", query))
    assert (found.plan.total, found.position.cash) == (total, int(cash) if cash else None)
    assert sum(len(route.tolls) for route in found.plan.routes) == tolls


def test_a_reading_with_another_board_has_its_values() -> None:
    facts = calculator.facts(boards()["1851"]())
    assert [reading.id for reading in facts.readings] == ["", "rails"]
    assert calculator.facts(boards()["1856"]()).readings == ()

    def total(reading: str) -> int:
        """Return the earnings of a run from Knoxville to Johnson City."""
        query = Query("2", "SR", "2", "F20.57.0_E21.8.4", "F20.0.SR", (), (), (), "", reading)
        found = calculator.answer(entry_of("1851", query))
        assert found.position.reading == reading
        return found.plan.total

    assert (total(""), total("rails")) == (20 + 30, 20 + 40)


def test_the_position_of_a_game_has_its_cash_for_ferries_and_its_reading() -> None:
    game = trunkline.new("1851", ["Ann", "Bob", "Cy"], rules="rails-1.x")
    position = calculator.of_game(game, "L&N")
    assert (position.title, position.reading, position.cash) == ("1851", "rails", None)
    scene = scenes_18gl.Scene().opened(ferry="P1").tiles("D10:MIL-Y:0 F10:PT1:2").phase("4H")
    scene.floated("MILW", "P1", cash=100)
    scene.turn("MILW")
    assert calculator.of_game(scene.game, "MILW").cash is None
    scene.play(A.ActivateFerry("P1", "MILW", "milwaukee_muskegon"))
    # The company that opened it pays no fee.
    assert calculator.of_game(scene.game, "MILW").cash is None
    scene.floated("IC", "P2", cash=30)
    position = calculator.of_game(scene.game, "IC")
    assert (position.ferries, position.cash, position.reading) == ({"milwaukee_muskegon": 50}, 30, "")


def test_the_position_of_a_game_gives_the_same_runs(api: Api) -> None:
    scene = Scene().tiles("C14:14:1 D15:8:0 D17:57:0")
    scene.started("LPS")
    scene.give_trains("LPS", "3")
    scene.state.private_tokens = {"port": ("C14", "LPS")}
    scene.corp("LPS").rights = ("tunnel",)
    scene.state.phase = 2
    game = scene.game
    position = calculator.of_game(game, "LPS")
    assert (position.phase, position.trains) == ("3", ("3",))
    assert position.bonuses == {"tunnel": "", "port": "C14"}
    query = Query(
        position.phase,
        position.company,
        "_".join(position.trains),
        "_".join(f"{hex}.{laid.tile}.{laid.rotation}" for hex, laid in position.tiles.items()),
        "C14.0.LPS",
        [f"{id}.{hex}" if hex else id for id, hex in position.bonuses.items()],
        (),
        (),
    )
    total = calculator.answer(entry_of("1856", query)).plan.total
    assert total == routes.best(game, "LPS").total > 0
    table = api.new()
    assert api.get(f"{table.path}/calculator/LPS")["company"] == "LPS"
    assert api.get(f"{table.path}/calculator/XYZ", 404)["error"] == "There is no such corporation."


def test_runs_have_the_rate_limit_of_other_questions_about_runs() -> None:
    assert operation_of(Calculator.runs) is Operation.LIST
    assert rate_of(Calculator.runs, Operation.LIST) is Rate.RUNS
