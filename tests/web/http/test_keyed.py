"""Tests that facts have separate fields, so a client does not parse sentences."""

from __future__ import annotations

import re

import msgspec
import pytest

import scenes_1851
import trunkline
from scenes import Scene
from trunkline import actions as A
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import catalogue
from trunkline.web.games.log_entries import lines_of
from trunkline.web.presenters import corporations, decisions
from trunkline.web.schemas.log import EntryOutcome
from trunkline.web.schemas.moment import ChoiceFacts
from web.http.api import Api


def listed(scene: Scene) -> dict[str, list[ChoiceFacts]]:
    """Return the choices of a scene by kind."""
    return {str(group.kind): list(group.choices) for group in decisions.groups(scene.game)}


def test_what_an_opening_choice_costs_stands_beside_its_words() -> None:
    found = listed(Scene())
    (buy,) = found["buy_offered"]
    assert (buy.label, buy.price) == ("buy Flos Tramway", 20)
    bid = found["bid"][0]
    assert bid.amounts is not None
    assert (bid.price, bid.label) == (bid.amounts.low, bid.text.split(":")[0])


def test_what_shares_cost_stands_beside_the_words() -> None:
    scene = Scene().opened().stock()
    scene.started("GT", "P2", {"P2": 3}, par=70)
    found = listed(scene)
    buy = next(choice for choice in found["buy_share"] if choice.corp == "GT")
    assert buy.price is not None
    assert f"{buy.label} for ${buy.price}" == buy.text
    start = found["start"][0]
    assert isinstance(start.action, A.StartCorporation)
    assert (start.price, "for $" in start.label) == (2 * start.action.par, False)
    assert ("P1", -2 * start.action.par) in [(each.what, each.amount) for each in start.cash]


def test_what_a_train_costs_stands_beside_the_words() -> None:
    scene = Scene().gt_line()
    scene.started("GT", shares={"P1": 5}, cash=500)
    scene.turn("GT", "trains")
    train = listed(scene)["buy_train"][0]
    assert (train.label, train.price) == ("GT buys a 2-train from the bank", 100)
    assert [(each.what, each.amount) for each in train.cash] == [("GT", -100)]


def test_an_offer_says_whose_cash_changes_once_it_is_accepted() -> None:
    scene = scenes_1851.Scene()
    scene.floated("L&N", shares={"P1": 5, "P2": 2}, treasury=2, cash=500)
    scene.floated("TC", "P2", {"P2": 3})
    scene.give_trains("TC", "2")
    scene.turn("L&N", "trains")
    groups = decisions.groups(scene.game)
    (offer,) = [each for group in groups for each in group.choices if each.text.endswith("if P2 agrees")]
    assert (offer.label, offer.price, offer.effect) == (offer.text, None, "")
    assert {each.what: each.amount for each in offer.cash} == {"L&N": -100, "TC": 100}


def test_what_is_refused_says_no_price() -> None:
    scene = Scene().opened().stock()
    scene.started("GT", "P2", {"P2": 3}, par=70)
    scene.state.players["P1"].cash = 0
    shares = [one for one in decisions.forbidden(scene.game) if one.kind == "buy_share"]
    assert "buy 10% of GT from the IPO" in [one.text for one in shares]


def test_a_tile_is_named_without_its_hex() -> None:
    scene = Scene()
    scene.started("GT", shares={"P1": 5}, cash=500)
    scene.turn("GT", "track")
    for choice in listed(scene)["lay_tile"]:
        assert choice.place is not None
        assert f" on {choice.place.hex}" in choice.text
        assert f" on {choice.place.hex}" not in choice.label
        assert choice.label.startswith("lay ")


@pytest.mark.parametrize("title", list(catalogue()))
def test_no_label_says_a_price_that_stands_beside_it(title: str) -> None:
    seen = 0
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=3)
    for number, _ in enumerate(play_turns(game, RandomPlayer(3))):
        if number > 150:
            break
        for group in decisions.groups(game) if number % 10 == 0 else ():
            for choice in group.choices:
                if choice.price is not None:
                    seen += 1
                    assert choice.text.startswith(f"{choice.label}")
                    assert f"${choice.price}" in choice.text.removeprefix(choice.label)
    assert seen > 5


def test_a_decision_says_whose_operating_turn_it_is_a_step_of() -> None:
    scene = Scene()
    scene.started("GT", shares={"P1": 5}, cash=500)
    scene.stock()
    assert decisions.asked(scene.game)[1] is None
    scene.turn("GT", "track")
    text, corp = decisions.asked(scene.game)
    assert corp == "GT"
    assert text
    scene.turn("GT", "trains")
    assert decisions.asked(scene.game) not in ((text, corp), ("", None))


def test_what_a_corporation_owes_stands_in_numbers() -> None:
    scene = Scene().opened().stock()
    scene.started("GT", shares={"P1": 5}, loans=2)
    found = {corp.id: corp.loans for corp in corporations.companies(scene.table, [])}
    assert found["GT"] is not None
    assert (found["GT"].count, found["GT"].interest) == (2, 20)
    assert (found["GT"].limit, found["GT"].value) == (5, 100)
    assert found["LPS"] is None


def test_rounds_stand_in_numbers(api: Api) -> None:
    table = api.new()
    view = table.view()
    known = {key: view["round"][key] for key in ("kind", "number", "index")}
    (block,) = api.get(f"{table.path}/sheet")
    assert block["round_key"] == known
    table.act(A.Pass(view["decision"]["seats"][0]))
    assert [entry["round_key"] for entry in table.log()] == [known]


def test_an_entry_kept_by_an_older_version_has_a_round_in_words_alone() -> None:
    kept = b'{"lines":[],"round":"Stock round 1","next_round":"Stock round 1","to_act":[],"over":false}'
    told = msgspec.json.decode(kept, type=EntryOutcome)
    assert (told.round, told.round_key) == ("Stock round 1", None)


@pytest.mark.parametrize("title", list(catalogue()))
def test_a_line_says_who_acts_and_which_corporations_it_names(title: str) -> None:
    game = trunkline.new(title, ["Ann", "Bob", "Cy"], seed=3)
    ids = "|".join(re.escape(corp) for corp in game.state.corporations)
    actors: set[str] = set()
    for happened in play_turns(game, RandomPlayer(3)):
        for line in lines_of(game.title, happened):
            named = re.findall(rf"(?<![\w&])({ids})(?![\w&])", line.text)
            assert [part.corp for part in line.parts if part.corp] == named
            assert "".join(part.text for part in line.parts) in ("", line.text)
            assert {part.player for part in line.parts} <= {None, "Ann", "Bob", "Cy"}
            spots = [part for part in line.parts if part.hex]
            assert all(str(part.hex) in part.text for part in spots)
            event = happened[line.event or 0]
            assert [part.hex for part in spots] == [hex for hex in [getattr(event, "hex", "")] if hex]
            if line.actor is not None:
                assert line.text.startswith(line.actor)
                actors.add(line.actor)
    assert actors > {"Ann", "Bob", "Cy"}


def test_undo_and_redo_say_where_they_lead_and_what_they_are_of(api: Api) -> None:
    table = api.new()
    table.act(A.BuyOffered("Ann", "flos"))
    table.act(A.Bid("Bob", "canada", 55))
    table.undo(to=0)
    table.redo()
    found = [(entry["kind"], entry["to"], entry["first"]) for entry in table.log()]
    assert found == [("action", None, None), ("action", None, None), ("undo", 0, 1), ("redo", 1, 1)]


def test_a_pass_is_one_where_nothing_comes_of_it(api: Api) -> None:
    table = api.new()
    for name in ("Ann", "Bob", "Cy"):
        table.act(A.Pass(name))
    first, second, last = table.log()
    assert [line["actor"] for line in first["lines"]] == ["Ann"]
    assert (first["passed"], second["passed"], last["passed"]) == (True, True, False)


def test_whether_an_action_moves_on_stands_in_a_field(api: Api) -> None:
    scene = Scene()
    scene.started("GT", shares={"P1": 5}, cash=500)
    scene.turn("GT", "trains")
    before = decisions.waits_for(scene.game)
    train = listed(scene)["buy_train"][0]
    assert train.action is not None
    scene.game.play(train.action)
    assert decisions.waits_for(scene.game) == before
    table = api.new()
    view = table.view()
    action = {"kind": "pass", "player": view["decision"]["seats"][0]}
    outlook = api.post(f"{table.path}/try", 200, {"version": view["version"], "action": action})
    assert outlook["moves_on"]


def test_a_title_has_a_name_without_its_id(api: Api) -> None:
    for title in api.get("/api/titles"):
        assert title["name"] == f"{title['id']}: {title['subtitle']}"


def test_a_private_without_a_power_says_none(api: Api) -> None:
    powers = {one["id"]: one["power"] for one in api.new("1856").view()["privates"]}
    assert powers["flos"] == ""
    assert any(powers.values())
