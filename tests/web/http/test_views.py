"""Tests of the facts of a moment's view: money, choices, warnings, map, runs and rules."""

from __future__ import annotations

import msgspec
import pytest

import trunkline
from cgr_scene import CgrScene
from money_18gl import in_need
from scenes import Scene
from trunkline import actions as A
from trunkline import svg
from trunkline.engine.routing import Run
from trunkline.engine.track.map_index import map_tables
from trunkline.game.wording.glossary import Section, glossary
from trunkline.players import play_out
from trunkline.players.random_player import RandomPlayer
from trunkline.svg.tiles import hex_renderer
from trunkline.titles import catalogue, rules_of
from trunkline.util import catalogues
from trunkline.util.messages import speak
from trunkline.web.presenters import decisions, maps, moment, money, runs
from trunkline.web.presenters.rule_pictures import RING
from trunkline.web.schemas.moment import View
from trunkline.web.schemas.requests import Through
from web.http.api import Api


def test_a_view_holds_what_it_says_it_holds(api: Api) -> None:
    for title in catalogue():
        table = api.new(title)
        view = msgspec.json.decode(api.client.get(table.path).content, type=View)
        assert (view.id, view.title, view.at, view.version, view.live) == (table.id, title, 0, 0, True)
        assert view.decision is not None
        assert view.decision.seats == tuple(p.name for p in view.players if p.to_act)
        listed = [choice for group in view.decision.groups for choice in group.choices]
        assert sorted(choice.id for choice in listed) == list(range(len(listed)))
        assert view.decision.forbidden
        brief = msgspec.json.decode(api.client.get(f"{table.path}?brief=true").content, type=View)
        assert brief.decision is not None
        # A brief view leaves out forbidden actions only in operating turns, which have many.
        assert brief.decision.forbidden == view.decision.forbidden
        assert brief.players == view.players


def test_worth_is_spelled_out_with_what_is_taken_off() -> None:
    scene = Scene().opened(flos="P1").stock()
    scene.started("GT", shares={"P1": 3}, loans=2)
    items = {item.what: item.amount for item in money.worth_items(scene.table, "P1")}
    cash = scene.cash("P1")
    assert items == {
        "cash": cash,
        "30% of GT, 3 x $100": 300,
        "Flos Tramway": 20,
        "2 loans of GT, 3 x $20 off": -60,
    }
    assert sum(items.values()) == scene.game.title.policies.worth(scene.table, "P1")


def test_liquidity_is_cash_and_what_the_rules_let_one_sell() -> None:
    scene = Scene().stock()
    scene.started("GT", shares={"P1": 2, "P2": 1})
    scene.started("BB", "P2", {"P2": 4, "P1": 3}, par=70)
    cash = scene.cash("P1")
    items = {item.what: item.amount for item in money.liquidity_items(scene.game, "P1")}
    # The president's certificate of GT cannot be sold: no other player holds two shares.
    assert items == {"cash": cash, "3 shares of BB at $70": 210}


def halves(cgr_purchases: int, rules: str) -> list[str]:
    """Return the notes on P1, who has 15 certificates and some of 20 CGR shares. The limit is 16."""
    scene = CgrScene(4, buyer="P2", rules=rules)
    for id in ("LPS", "TGB", "BB", "CA"):
        scene.corp(id).closed = True
    scene.cgr({"P2": 6, "P1": cgr_purchases}, total=20)
    for id in ("GT", "WR", "CVR"):
        scene.started(id, "P2", {"P2": 5, "P1": 5})
    scene.stock("P1")
    return list(moment.notes(scene.table, "P1"))


def test_what_is_over_the_limit_is_counted_to_the_half() -> None:
    over = "holds 17.5 certificates, the limit is 16"
    assert halves(5, "printed") == [f"{over} and may be passed by half a one: 1 must be sold"]
    assert halves(5, "18xx.games") == [f"{over}: 1.5 must be sold"]
    assert halves(3, "printed") == halves(2, "18xx.games") == []


def test_all_who_are_over_a_limit_are_warned_in_one_line_where_they_must_sell() -> None:
    scene = CgrScene(4, buyer="P2", rules="printed")
    for id in ("LPS", "TGB", "BB", "CA"):
        scene.corp(id).closed = True
    scene.cgr({"P2": 12, "P1": 6}, total=20)
    for id in ("GT", "WR", "CVR"):
        scene.started(id, "P2", {"P2": 5, "P1": 5})
    scene.stock("P1")
    warning = "P1 and P2 are over a limit and must sell before buying or passing."
    assert list(decisions.warnings(scene.game)) == [warning]
    scene.turn("GT", "track")
    assert warning not in decisions.warnings(scene.game)


def test_who_has_sold_is_told_so_only_in_the_round_it_bars_him() -> None:
    scene = Scene().stock(number=2)
    scene.started("GT", shares={"P1": 3, "P2": 4})
    scene.play(A.SellShares("P1", "GT", 1))
    note = "has sold GT and may not buy there this round"
    assert list(moment.notes(scene.table, "P1")) == [note]
    scene.turn("GT", "track")
    assert list(moment.notes(scene.table, "P1")) == []
    scene.stock(number=3)
    assert list(moment.notes(scene.table, "P1")) == []


def test_a_president_is_warned_of_the_train_he_will_have_to_help_buy() -> None:
    scene = Scene().gt_line()
    scene.started("GT", shares={"P1": 5}, cash=30)
    scene.turn("GT", "trains")
    scene.set_cash("P1", 40)
    (warning,) = decisions.warnings(scene.game)
    assert warning == (
        "GT has a run and no train, so it must buy one: the cheapest costs $100. "
        "It has $30, so P1 must add $70 and has $40: $30 would have to come from sales or loans."
    )


@pytest.mark.parametrize(
    ("treasury", "then"),
    [
        (600, ", and it has $600."),
        (40, ". It has $40 and borrows the rest."),
        (0, ". It has $0 and borrows $500, so P1 must add $100 and has $300."),
    ],
)
def test_a_warning_of_a_train_counts_what_the_corporation_borrows(treasury: int, then: str) -> None:
    scene = in_need(treasury=treasury, cash=300, loans=0 if treasury else 1)
    warning = next(decisions.warnings(scene.game))
    text = "IC has a run and no train, so it must buy one: the cheapest costs $600"
    assert warning == text + then


def test_owners_are_warned_of_the_purchase_that_scraps_their_trains() -> None:
    scene = Scene().phase(2)
    scene.started("GT")
    scene.started("BB", "P2")
    scene.give_trains("GT", "2", "3")
    scene.give_trains("BB", "2")
    scene.stock()
    assert list(decisions.warnings(scene.game)) == []
    scene.sell_out("3")
    (warning,) = decisions.warnings(scene.game)
    assert warning == "When the first 4-train is bought, the 2-trains of GT and BB rust."


def test_choices_say_where_on_the_map_they_are_and_what_they_change() -> None:
    scene = Scene()
    scene.started("GT", shares={"P1": 5}, cash=500)
    scene.turn("GT", "track")
    groups = {str(group.kind): group for group in decisions.groups(scene.game)}
    lay = groups["lay_tile"].choices[0]
    assert lay.place is not None
    assert lay.place.hex
    assert isinstance(lay.action, A.LayTile)
    assert (lay.place.tile, lay.place.rotation) == (lay.action.tile, lay.action.rotation)
    assert list(groups)[-1] == "pass"


def test_every_choice_of_a_long_list_says_what_it_changes() -> None:
    scene = Scene().opened().stock()
    groups = {str(group.kind): group for group in decisions.groups(scene.game)}
    starts = groups["start"].choices
    assert len(starts) > 40
    assert all(any(each.what == "P1" and each.amount < 0 for each in start.cash) for start in starts)


@pytest.mark.parametrize(
    ("amount", "change", "text"),
    [(0, True, "$0"), (1250, False, "$1,250"), (50, True, "+$50"), (-1050, True, "−$1,050")],
)
def test_dollars_are_written_as_people_write_them(amount: int, change: bool, text: str) -> None:
    assert money.dollars(amount, change=change) == text


def test_why_something_is_forbidden_can_be_searched(api: Api) -> None:
    table = api.new()
    found = api.get(f"{table.path}/why", text="lay track")
    assert [(each["kind"], each["rule"]) for each in found] == [("lay_tile", "1856.initial.options")]
    rule = api.get(f"{table.path}/rules/{found[0]['rule']}")
    assert rule["id"] == found[0]["rule"]
    assert rule["rule"]


def test_a_hex_says_what_it_can_become_and_when() -> None:
    scene = Scene()
    scene.started("GT", shares={"P1": 5}, cash=500)
    scene.turn("GT", "track")
    facts = maps.hex_facts(scene.game, "P9")
    options = {option.tile: option for option in facts.options}
    assert options["6"].colour == "yellow"
    assert options["6"].when == "now"
    assert options["6"].legal
    assert set(options["6"].legal) <= set(options["6"].rotations)
    scene.game.play(A.LayTile("P1", "GT", "P9", "6", options["6"].legal[0]))
    later = maps.hex_facts(scene.game, "P9")
    assert {option.when for option in later.options} == {"from phase 2 on"}
    assert all(option.rule and not option.legal for option in later.options)


def line() -> Scene:
    """Return a scene in which GT has a train and a run."""
    scene = Scene().gt_line()
    scene.started("GT", shares={"P1": 5})
    scene.give_trains("GT", "2")
    return scene.turn("GT", "run")


def test_the_best_runs_come_with_their_track_for_drawing() -> None:
    plan = runs.best(line().game, "GT")
    assert (plan.total, plan.proof) == (50, "optimal")
    (route,) = plan.routes
    assert [stop.value for stop in route.stops] in ([20, 30], [30, 20])
    assert [part.hex for part in route.track] in (["P9", "O10", "N11"], ["N11", "O10", "P9"])
    assert all(part.d.startswith("M") for part in route.track)
    found = runs.complete(line().game, "GT", Through("2", [stop.stop for stop in route.stops]))
    assert found.revenue == 50
    checked = runs.check(line().game, "GT", (Run("2-0", ("P9.0",)),))
    assert checked.problems
    assert checked.problems[0].rule.startswith("1856.")


@pytest.mark.parametrize("title", list(catalogue()))
def test_a_board_is_drawn_from_symbols_that_are_there(api: Api, title: str) -> None:
    board = api.get(f"/api/titles/{title}/board")
    sheet = api.client.get(f"/api/titles/{title}/symbols.svg", params={"h": board["hash"]})
    assert sheet.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in sheet.headers["cache-control"]
    assert "immutable" not in api.client.get(f"/api/titles/{title}/symbols.svg").headers["cache-control"]
    wanted = [hex["symbol"] for hex in board["hexes"].values()]
    wanted += [corp["symbol"] for corp in board["corporations"]]
    wanted += [f"tile-{tile}-{rotation}" for tile in board["tiles"] for rotation in range(6)]
    missing = [symbol for symbol in wanted if f'id="{symbol}"' not in sheet.text]
    assert missing == []
    assert "style=" not in sheet.text


@pytest.mark.parametrize("title", list(catalogue()))
def test_a_small_picture_has_only_the_drawings_in_use(api: Api, title: str) -> None:
    board = api.get(f"/api/titles/{title}/board")
    printed = api.client.get(f"/api/titles/{title}/map.svg")
    assert printed.headers["content-type"].startswith("image/svg+xml")
    sheet = api.client.get(f"/api/titles/{title}/symbols.svg").text
    assert len(printed.text) < len(sheet) / 20
    for text in ("<text", "id=", "<title", "style="):
        assert text not in printed.text
    assert printed.text.count('class="hex') == len(board["hexes"])
    again = api.client.get(f"/api/titles/{title}/map.svg", headers={"if-none-match": printed.headers["etag"]})
    assert again.status_code == 304


def test_the_small_picture_of_a_game_has_its_tiles_and_tokens(api: Api) -> None:
    table = api.new("1856")
    printed = api.client.get("/api/titles/1856/map.svg").text
    assert api.client.get(f"{table.path}/map.svg").text == printed
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=3)
    play_out(game, RandomPlayer(3), 400)
    later = svg.small_map(game.board, game.shared_state.tiles, game.shared_state.tokens)
    assert len(game.shared_state.tiles) == 14
    renderer = hex_renderer(map_tables(game.board))
    for placed in game.shared_state.tiles.values():
        assert renderer.tile(*placed).track in later
    assert later.count('class="hex') == printed.count('class="hex') == len(game.board.hexes)
    standing = [token for tokens in game.shared_state.tokens.values() for token in tokens]
    assert later.count('class="token"') == len(standing)
    assert "letters" not in later


@pytest.mark.parametrize("title", list(catalogue()))
def test_the_rules_of_a_title_are_listed_without_those_about_paper(api: Api, title: str) -> None:
    listed = {each["id"]: each for each in api.get(f"/api/titles/{title}/rules")}
    rules = rules_of(title)
    assert list(listed) == [id for id, rule in rules.items() if rule.scope != "table"]
    assert all(each["rule"] and "\n" not in each["rule"] and each["section"] for each in listed.values())


def test_the_rules_of_no_title_are_refused_with_the_titles_that_there_are(api: Api) -> None:
    answer = api.client.get("/api/titles/1830/rules")
    assert answer.status_code == 404
    assert answer.json()["error"] == "There is no such title; there are 1856, 1851, 18GL, 18Dale."


def test_a_rule_has_an_example_with_a_picture(api: Api) -> None:
    lay = "1856.track.connectivity"
    rules = {each["id"]: each["example"] for each in api.get("/api/titles/1856/rules")}
    assert rules[lay]
    found = api.get(f"/api/rules/{lay}/example")
    assert found["player"] in found["moment"]
    assert "lay" in found["text"]
    assert found["why"]
    drawn = api.client.get(f"/api/rules/{lay}/example.svg").text
    assert "the map" in drawn
    assert RING in drawn
    on_chart = next(rule for rule, example in rules.items() if example and rule.startswith("1856.stock."))
    assert "the share-price chart" in api.client.get(f"/api/rules/{on_chart}/example.svg").text
    bid = api.get("/api/rules/1856.initial.bid-steps/example")
    assert (bid["picture"], bid["facts"][0]["text"]) == ("", "cash $500, 0 of at most 20 certificates")
    answer = api.client.get("/api/rules/1856.initial.bid-steps/example.svg")
    assert (answer.status_code, answer.json()["error"]) == (404, "There is no picture of this example.")
    without = next(rule for rule, example in rules.items() if not example)
    for path in ("example", "example.svg"):
        answer = api.client.get(f"/api/rules/{without}/{path}")
        assert (answer.status_code, answer.json()["error"]) == (404, "There is no example of this rule.")


def test_the_glossary_is_sent_whole_and_only_once(api: Api) -> None:
    answer = api.client.get("/api/glossary")
    assert msgspec.convert(answer.json(), tuple[Section, ...]) == glossary()
    again = api.client.get("/api/glossary", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_glossary_and_the_questions_are_in_the_language_of_the_request(api: Api) -> None:
    english = api.client.get("/api/glossary")
    seen = {"accept-language": "de-AT, en;q=0.5", "if-none-match": english.headers["etag"]}
    german = api.client.get("/api/glossary", headers=seen)
    assert (german.status_code, german.headers["content-language"]) == (200, "de")
    with speak(catalogues.catalogue("de")):
        assert msgspec.convert(german.json(), tuple[Section, ...]) == glossary()
    assert german.json()[0]["entries"][1]["words"] == ["Privatbahn"]
    asked = api.client.get("/api/questions", headers=seen).json()
    assert asked[0]["question"] == "Wie gewinne ich?"
    again = {**seen, "if-none-match": german.headers["etag"]}
    assert api.client.get("/api/glossary", headers=again).status_code == 304


def test_rules_are_in_the_language_of_the_request(api: Api) -> None:
    english = api.client.get("/api/titles/1856/rules")
    seen = {"accept-language": "de", "if-none-match": english.headers["etag"]}
    german = api.client.get("/api/titles/1856/rules", headers=seen)
    assert (german.status_code, german.headers["content-language"]) == (200, "de")
    first = german.json()[0]
    assert (first["id"], first["section"]) == (english.json()[0]["id"], "SPIELÜBERSICHT")
    assert first["rule"].startswith("Jede Aktiengesellschaft wird von ihrem Direktor geleitet")
    path = api.new("1856").path
    assert api.client.get(f"{path}/rules/{first['id']}", headers=seen).json() == first
    forbidden = api.client.get(path, headers={"accept-language": "de"}).json()["decision"]["forbidden"]
    sections = {rule["section"] for rule in german.json()}
    assert {each["section"] for each in forbidden} <= sections


def test_the_sheet_begins_with_the_round_in_play(api: Api) -> None:
    table = api.new("1851", seed=2)
    (block,) = api.get(f"{table.path}/sheet")
    assert block["round"] == table.view()["round"]["text"]
    assert [row["player"] for row in block["players"]] == ["Ann", "Bob", "Cy"]
    assert all(row["income"] == 0 for row in block["players"])


def test_each_stop_has_a_place_of_its_own_on_its_hex(api: Api) -> None:
    for title in catalogue():
        view = api.new(title).view()
        board = maps.board_of(title)
        for hex, stops in view["map"]["stops"].items():
            assert [stop["stop"] for stop in stops] == [f"{hex}.{n}" for n in range(len(stops))]
            assert len({(stop["x"], stop["y"]) for stop in stops}) == len(stops)
            assert len({stop["name"] for stop in stops}) == len(stops)
            assert all(stop["name"].startswith(board.hexes[hex].name or hex) for stop in stops)
        tokens = {hex: spots for hex, spots in view["map"]["tokens"].items() if len(spots) == 1}
        assert set(tokens) <= set(view["map"]["stops"])


def test_a_tile_moves_the_stops_of_its_hex() -> None:
    scene = Scene()
    scene.started("GT", shares={"P1": 5}, cash=500)
    before = moment.stops(scene.game)
    scene.tile("I12", "59")
    after = moment.stops(scene.game)
    assert {hex for hex in after if after[hex] != before.get(hex)} == {"I12"}
    assert sorted(stop.name for stop in after["I12"]) == ["Kitchener (NW)", "Kitchener (S)"]


@pytest.mark.parametrize(
    ("title", "needed"), [("1856", "once 2 shares are sold"), ("1851", "once 50% are sold")]
)
def test_a_view_says_what_a_company_waits_for(api: Api, title: str, needed: str) -> None:
    view = msgspec.json.decode(api.client.get(api.new(title).path).content, type=View)
    waiting = {
        corp.id: fact.text for corp in view.corporations for fact in corp.facts if fact.label == "Operates"
    }
    # CGR forms by a rule of the title, so it waits for no buyers.
    assert waiting == {corp.id: needed for corp in view.corporations if corp.id != "CGR"}


def test_a_train_says_what_ends_it_and_which_phase_it_begins(api: Api) -> None:
    view = msgspec.json.decode(api.client.get(api.new("1856").path).content, type=View)
    known = {train.type: (train.rusts_on, train.phase) for train in view.trains}
    assert known["2"] == (("4",), "1")
    assert known["3"] == (("6",), "2")
    assert known["5"] == ((), "4")
