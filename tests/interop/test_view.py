"""The state as plain data."""

from __future__ import annotations

import json

import trunkline
from forced import forced
from interop.files import File
from scenes import Scene
from trunkline import actions as A
from trunkline.interop.eighteenxx.replay import Replay, read
from trunkline.interop.view import state_view


def opened() -> trunkline.Game:
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"])
    for number, private in enumerate(("flos", "ws", "canada", "lakes", "bridge", "tunnel")):
        game.play(A.BuyOffered(game.players[number % 3], private))
    return game


def test_the_start() -> None:
    view = state_view(trunkline.new("1856", ["Ann", "Bob", "Cy"]))
    assert list(view) == [
        "players",
        "corporations",
        "bank",
        "phase",
        "priority",
        "tiles",
        "round",
        "to_act",
    ]
    assert view["players"]["Ann"] == {"cash": 500, "shares": {}, "certificates": 0, "privates": []}
    assert view["bank"] == 12000 - 3 * 500
    assert (view["phase"], view["priority"], view["tiles"]) == (1, "Ann", {})
    assert view["round"] == {"kind": "opening", "number": 1}
    assert view["to_act"] == ["Ann"]
    assert view["corporations"]["GT"] == {
        "president": None,
        "cash": 0,
        "price": None,
        "cell": None,
        "par": None,
        "offering": 100,
        "market": 0,
        "loans": 0,
        "escrow": 0,
        "revenue": 0,
        "trains": [],
        "markers": [],
        "privates": [],
        "rights": [],
        "operated": False,
        "destination_reached": False,
    }


def test_holdings_and_a_started_corporation() -> None:
    game = opened()
    game.play(A.StartCorporation("Ann", "GT", 75))
    view = state_view(game)
    assert view["players"]["Ann"] == {
        "cash": 500 - 20 - 70 - 150,
        "shares": {"GT": 20},
        "certificates": 3,
        "privates": ["flos", "lakes"],
    }
    gt = view["corporations"]["GT"]
    assert (gt["president"], gt["price"], gt["cell"], gt["par"]) == ("Ann", 75, [3, 4], 75)
    assert (gt["cash"], gt["offering"]) == (150, 80)
    assert view["to_act"] == ["Bob"]


def test_the_map_trains_and_the_round() -> None:
    file = File().privates_sold().add("par", 0, corporation="GT", share_price="75,3,4")
    file.add("pass", 1).add("pass", 2).add("pass", 0)
    file.add("take_loan", "GT", loan=0).add("lay_tile", "GT", hex="P9", tile="57-0", rotation=1)
    file.add("buy_train", "GT", train="2-0", price=100)
    replay = Replay(read(file.data))
    while replay.count < replay.total:
        replay.step()
    view = state_view(replay.game)
    assert view["tiles"] == {"P9": ["57", 1]}
    assert view["round"] == {"kind": "operating", "number": 1, "index": 1, "of": 1}
    gt = view["corporations"]["GT"]
    assert (gt["trains"], gt["markers"], gt["loans"], gt["operated"]) == (["2"], ["P9"], 1, True)


def test_halves_and_corporations_that_have_left() -> None:
    game = opened()
    state = forced(game)
    cgr = state.corporations["CGR"]
    cgr.total, cgr.offering, cgr.shares, cgr.president = 20, 15, {"Ann": 3, "Bob": 2}, "Ann"
    state.corporations["GT"].closed = True
    view = state_view(game)
    assert view["players"]["Ann"]["certificates"] == 3.5
    assert view["players"]["Bob"]["certificates"] == 3
    assert view["players"]["Ann"]["shares"] == {"CGR": 15}
    assert view["corporations"]["CGR"]["offering"] == 75
    assert "GT" not in view["corporations"]


def test_the_unpaid_half_of_a_presidents_certificate_is_not_on_offer() -> None:
    game = opened()
    cgr = forced(game).corporations["CGR"]
    cgr.offering, cgr.shares, cgr.president, cgr.double = 9, {"Ann": 1}, "Ann", 1
    assert state_view(game)["corporations"]["CGR"]["offering"] == 80


def test_closed_privates_are_left_out() -> None:
    game = opened()
    forced(game).privates["flos"].closed = True
    view = state_view(game)
    assert view["players"]["Ann"]["privates"] == ["lakes"]
    json.dumps(view)


def test_tokens_and_trains_stand_in_the_order_they_came() -> None:
    scene = Scene()
    scene.started("GT", "P1")
    scene.started("CVR", "P2")
    scene.give_trains("GT", "3", "2")
    scene.token("GT", "N11", 1)
    scene.token("GT", "C14")
    gt = state_view(scene.game)["corporations"]["GT"]
    assert gt["markers"] == ["P9", "N11", "C14"]
    assert gt["trains"] == ["3", "2"]
