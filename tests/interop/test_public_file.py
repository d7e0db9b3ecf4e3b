"""Files of 18xx.games: the entries left by undo and redo, and refused files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from interop.files import File
from trunkline.interop.eighteenxx.replay import Replay, read
from trunkline.util.errors import UsageError


def left(file: File) -> list[str]:
    """Return the ids of the effective entries."""
    return [str(entry.id) for entry in read(file.data, "game").entries]


def bids(count: int) -> File:
    file = File()
    for number in range(count):
        file.add("pass", number % 3)
    return file


def test_a_file_gives_players_options_result_and_reason() -> None:
    file = File(4, rules=("alternate_destinations",)).privates_sold()
    file.data["result"] = {"0": 300, "1": 290, "2": 280, "3": 375}
    file.data["game_end_reason"] = "manually_ended"
    public = read(file.bytes(), "game.json")
    assert dict(public.players) == {"0": "P0", "1": "P1", "2": "P2", "3": "P3"}
    assert public.options == ("alternate_destinations",)
    assert dict(public.result) == {"P0": 300, "P1": 290, "P2": 280, "P3": 375}
    assert public.reason == "manually_ended"
    assert [entry.type for entry in public.entries] == ["bid"] * 6
    assert Replay(public).game.options.variants == ("alternate_destinations", "recorded")


def test_players_of_a_hotseat_game_are_known_by_their_names() -> None:
    file = File()
    file.data["players"] = [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cy"}]
    file.data["result"] = {"Ann": 1, "Bob": 2, "Cy": 3}
    file.data["actions"] = [{"type": "pass", "entity": "Ann", "entity_type": "player", "id": 1}]
    public = read(file.data)
    assert list(public.players) == ["Ann", "Bob", "Cy"]
    assert dict(public.result) == {"Ann": 1, "Bob": 2, "Cy": 3}


def test_players_of_one_name_are_told_apart() -> None:
    file = File()
    file.data["players"] = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ann"}, {"id": 3, "name": "Cy"}]
    assert list(read(file.data).players.values()) == ["Ann", "Ann (2)", "Cy"]


def test_undo_takes_back_the_last_entry() -> None:
    assert left(bids(3).undo()) == ["1", "2"]


def test_undo_takes_back_all_after_an_entry() -> None:
    assert left(bids(4).undo(2)) == ["1", "2"]
    assert left(bids(4).undo(0)) == []


def test_undo_passes_over_what_is_undone_already() -> None:
    assert left(bids(3).undo().undo()) == ["1"]


def test_messages_are_neither_entries_nor_undone() -> None:
    file = bids(2).add("message", 0, message="hello")
    assert left(file) == ["1", "2"]
    assert left(file.undo()) == ["1"]


def test_redo_brings_back_the_latest_undo() -> None:
    assert left(bids(4).undo(1).add("redo", 0)) == ["1", "2", "3", "4"]
    assert left(bids(3).undo().undo().add("redo", 0)) == ["1", "2"]
    assert left(bids(3).undo().undo().add("redo", 0).add("redo", 0)) == ["1", "2", "3"]


def test_a_message_leaves_the_redo_in_force_and_an_entry_ends_it() -> None:
    file = bids(2).undo().add("message", 0, message="sorry").add("redo", 0)
    assert left(file) == ["1", "2"]
    file = bids(2).undo().add("pass", 1).add("redo", 0)
    with pytest.raises(UsageError, match=r"^game: the redo with id 5 has nothing to bring back\.$"):
        left(file)


def test_a_log_entry_is_undone_like_an_action_and_ends_a_redo() -> None:
    assert left(bids(2).add("log", 0, message="asks")) == ["1", "2", "3"]
    assert left(bids(2).add("log", 0, message="asks").undo()) == ["1", "2"]
    assert left(bids(2).add("log", 0, message="asks").undo().add("redo", 0)) == ["1", "2", "3"]
    assert left(bids(2).undo().add("log", 0, message="asks")) == ["1", "4"]
    with pytest.raises(UsageError, match="the redo with id 5 has nothing to bring back"):
        left(bids(2).undo().add("log", 0, message="asks").add("redo", 0))


def test_the_player_of_a_log_entry_is_not_checked() -> None:
    assert left(damage(bids(1).add("log", 9, message="asks"), entity_type=None)) == ["1", "2"]


def test_older_names_of_trains_are_read_as_those_of_today() -> None:
    file = File().add("buy_train", "GT", train="2'-0", price=100, exchange="4'-0")
    file.add("run_routes", "GT", routes=[{"train": "5'-0", "connections": []}])
    auto = {"type": "discard_train", "entity": "GT", "entity_type": "corporation", "train": "3'-0"}
    buying, running, passing = read(file.add("pass", "GT", auto_actions=[auto]).data).entries
    assert (buying.fields["train"], buying.fields["exchange"]) == ("2-5", "4-3")
    assert running.fields["routes"] == [{"train": "5-2", "connections": []}]
    assert passing.autos[0].fields["train"] == "3-4"
    assert file.data["actions"][0]["train"] == "2'-0", "the data of the caller is not changed"


def test_entries_count_in_the_order_of_the_file_not_of_their_ids() -> None:
    file = bids(3)
    file.data["actions"][0]["id"], file.data["actions"][1]["id"] = 8, 3
    assert left(file) == ["8", "3", "3"]
    assert left(file.undo(3)) == ["8", "3"]


def damage(file: File, **changes: Any) -> File:
    """Change fields of the last entry. ``None`` removes a field."""
    entry = file.data["actions"][-1]
    for key, value in changes.items():
        if value is None:
            del entry[key]
        else:
            entry[key] = value
    return file


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (damage(bids(2), type=None), "entry 2 of its actions (id 2) has no type"),
        (damage(bids(2), type="dance"), "entry 2 of its actions (id 2) is of the unknown type 'dance'"),
        (damage(bids(2), id=None), "entry 2 of its actions (id None, pass) lacks the field 'id'"),
        (damage(bids(2), entity=None), "entry 2 of its actions (id 2, pass) lacks the field 'entity'"),
        (
            damage(bids(2), entity_type="minor"),
            "(id 2, pass) has the entity type 'minor', not player, corporation or company",
        ),
        (damage(bids(2), entity=9), "action 2 (id 2, pass) is by player 9, who does not play"),
        (bids(1).undo(7), "the undo with id 2 goes back to action 7, which is not there"),
        (damage(bids(1), auto_actions=[{"type": "nod"}]), "has an auto action of the unknown type 'nod'"),
        (damage(bids(1), auto_actions=3), "has auto actions that are not a list"),
        (File().add("bid", 0, company="FT"), "action 1 (id 1, bid) lacks the field 'price'"),
        (
            File().add("bid", 0, company="FT", price="20"),
            "action 1 (id 1, bid) has a field 'price' that cannot be understood: '20'",
        ),
        (File().add("par", 0, corporation="GT", share_price="75"), "has a field 'share_price'"),
        (File().add("buy_shares", 0, shares=[]), "has a field 'shares' that cannot be understood: []"),
        (File().add("sell_shares", 0, shares=["GT_1"], percent="10"), "has a field 'percent'"),
        (File().add("run_routes", "GT", routes=[{"train": "2-0"}]), "has a field 'routes'"),
        (
            File().add(
                "pass",
                0,
                auto_actions=[{"type": "destination_connection", "entity": "GT", "corporations": "GT"}],
            ),
            "action 1 (id 1, pass): its destination_connection has a field 'corporations'",
        ),
    ],
    ids=lambda value: "" if isinstance(value, File) else value[-30:],
)
def test_a_damaged_entry_is_named(file: File, sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        read(file.data, "game.json")
    assert str(error.value).startswith("game.json: ")
    assert sentence in str(error.value)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"title": "1889"}, "it is a game of 1889; only 1856 can be read"),
        ({"title": None}, "or cut off: the field 'title' is missing"),
        ({"actions": None}, "or cut off: the field 'actions' is missing"),
        ({"actions": {}}, "the field 'actions' is not a list"),
        ({"actions": [7]}, "entry 1 of its actions is not an object"),
        ({"players": []}, "the field 'players' is not a list of players"),
        ({"players": [{"id": 1}]}, "player 1 has no name"),
        ({"players": [{"id": 1, "name": "A"}, {"id": 1, "name": "B"}]}, "two players have the id 1"),
        ({"settings": {"optional_rules": "all"}}, "the field 'settings' holds no list of optional rules"),
        ({"result": {"7": 100}}, "the field 'result' names 7, who does not play"),
        ({"result": {"0": "rich"}}, "the field 'result' does not give each player's worth"),
    ],
)
def test_a_file_that_is_no_game_is_refused(changes: dict[str, Any], sentence: str) -> None:
    data = {key: value for key, value in {**File().data, **changes}.items() if value is not None}
    with pytest.raises(UsageError) as error:
        read(data, "game.json")
    assert sentence in str(error.value)


def test_what_is_not_json_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^game.json cannot be read as a game: it is not JSON \("):
        read(b"<html>", "game.json")
    with pytest.raises(UsageError, match=r"^game.json cannot be read as a game: it is cut off\.$"):
        read(bids(3).bytes()[:-20], "game.json")
    with pytest.raises(UsageError, match=r"it is not a game of 18xx\.games"):
        read(b"[]", "game.json")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^none.json cannot be read: No such file or directory\.$"):
        read(tmp_path / "none.json")


def test_a_path_may_be_given(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(bids(2).data))
    assert read(path).name == "mine.json"
    assert len(read(str(path)).entries) == 2


def test_unknown_options_and_numbers_of_players_are_refused() -> None:
    with pytest.raises(UsageError, match=r"^game: it is played with the optional rule 'short_game', which"):
        Replay(read(File(rules=("short_game",)).data, "game"))
    with pytest.raises(UsageError, match=r"^game: 1856 is for 3 to 6 players, not 2\.$"):
        Replay(read(File(2).data, "game"))
