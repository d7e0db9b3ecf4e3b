"""Tests of importing games of other programs: invented games, and whole real games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interop.files import PRIVATES, File
from interop.rails_files import DONE, PASS, SKIP, FirstRailsFile, RailsFile
from trunkline import actions as A
from trunkline.engine.kernel.action import tag
from trunkline.interop import replay
from web.http.api import Api, Table

RECORDED = ("51745", "89363", "hotseat001", "hotseat004", "hotseat005", "hotseat006", "move_up_price_sr1")
STATED = "The file: the worth of P1 at action 1 is $510 in the file and $500 in the replay."
RAILS = "1851/Late.actions.json"


def watched(table: Table) -> None:
    """Check the moments of the whole game, and the last run of each company."""
    log = table.log()
    assert [entry["number"] for entry in log] == list(range(1, table.version + 1))
    for number in {0, table.version, *range(0, table.version, max(1, table.version // 15))}:
        view = table.view(number)
        assert (view["at"], view["live"]) == (number, number == table.version)
        for corp in view["corporations"]:
            if corp["last_run"] is not None:
                path = f"{table.path}/routes/{corp['id']}/last"
                made = table.api.get(path, at=number)
                assert len(made["routes"]) == len(corp["last_run"]["runs"])
                assert made["number"] == corp["last_run"]["number"] <= number


def test_a_made_up_game_of_the_site_comes_in_and_goes_on(api: Api) -> None:
    table = api.taken_in(File().privates_sold().bytes())
    view = table.view()
    assert (view["rules"], view["over"]) == ("18xx.games", False)
    assert [entry["action"] for entry in table.log()] == ["buy_offered"] * len(PRIVATES)
    assert [len(player["privates"]) for player in view["players"]] == [2, 2, 2]
    # The game continues from its last action.
    table.act(A.StartCorporation("P0", "GT", 65))
    assert table.view()["version"] == len(PRIVATES) + 1


def test_the_answer_names_a_figure_that_the_file_states_otherwise(api: Api) -> None:
    file = File().add("end_game", 0)
    for worth, note in ((500, None), (510, STATED)):
        file.data["result"] = {"0": 500, "1": worth, "2": 500}
        made = api.client.post("/api/import", content=file.bytes()).json()
        assert made.get("note") == note


def test_a_made_up_game_of_rails_comes_in_and_goes_on(api: Api) -> None:
    table = api.taken_in(RailsFile().floated().bytes())
    view = table.view()
    assert (view["title"], view["rules"]) == ("1851", "rails")
    assert (view["round"]["text"], view["turn"]["corp"]) == ("Operating round 1.1", "L&N")
    assert {entry["action"] for entry in table.log()} == {
        tag(kind) for kind in (A.BuyShare, A.StartCorporation, A.Pass)
    }
    choice = view["decision"]["groups"][0]["choices"][0]
    api.post(f"{table.path}/actions", 200, {"version": table.version, "action": choice["action"]})


def test_a_game_of_the_first_version_of_rails_comes_in_and_goes_on(api: Api) -> None:
    file = FirstRailsFile().floated().lay("Ann", "L&N", "F16", "57", 0).token("Ann", "L&N", "F16")
    file.train("Ann", "L&N", "2_0", 100).say(DONE, "Ann").say(PASS, "Bob", "Cy", "Ann").say(SKIP, "Ann")
    table = api.taken_in(file.bytes())
    view = table.view()
    assert (view["rules"], view["variants"]) == ("rails-1.x", ["recorded"])
    assert view["turn"]["corp"] == "L&N"
    watched(table)
    table.act(A.Pass("Ann"))
    assert table.view()["version"] == view["version"] + 1


def test_what_a_foreign_file_breaks_is_said_in_one_sentence(api: Api) -> None:
    for data in (
        File().add("bid", 1, company="FT", price=20).bytes(),
        File().add("fly", 0).bytes(),
        RailsFile().buy("Bob", "nothing").bytes(),
        RailsFile().say(77, "Ann").bytes(),
    ):
        answer = api.client.post("/api/import", content=data)
        assert answer.status_code in (400, 422), answer.text
        error = answer.json()["error"]
        assert error.endswith(".")
        assert "\n" not in error
    assert api.get("/api/games") == []


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDED)
def test_a_game_recorded_on_the_site_is_watched_to_its_result(
    api: Api, shared_games: Path, name: str
) -> None:
    data = (shared_games / "1856" / f"{name}.json").read_bytes()
    recorded = json.loads(data)
    table = api.taken_in(data)
    view = table.view()
    names = {str(player.get("id", player["name"])): player["name"] for player in recorded["players"]}
    assert view["over"]
    assert {place["player"]: place["worth"] for place in view["result"]["standings"]} == {
        names[id]: worth for id, worth in recorded["result"].items()
    }
    assert (view["decision"], view["turn"]) == (None, None)
    watched(table)


@pytest.mark.slow
def test_a_game_recorded_by_rails_is_watched_to_its_last_entry(api: Api, shared_games: Path) -> None:
    data = (shared_games / RAILS).read_bytes()
    table = api.taken_in(data)
    recording = replay(data, RAILS)
    while recording.count < recording.total:
        recording.step()
    state = recording.game.state
    view = table.view()
    assert table.version == len(recording.game.actions)
    assert view["round"]["text"] == "Stock round 6"
    assert {player["name"]: player["cash"] for player in view["players"]} == {
        name: player.cash for name, player in state.players.items()
    }
    assert {corp["id"]: corp["price"] for corp in view["corporations"] if corp["price"]}
    watched(table)
