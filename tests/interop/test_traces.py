"""Recorded games: after every entry our state equals the state of the site's engine."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from interop.traces import Reader, differences, merge, own_view
from trunkline.interop.eighteenxx.file import RENAMED
from trunkline.interop.eighteenxx.replay import Replay, read

GAMES = ("51745", "89363", "hotseat001", "hotseat004", "hotseat005", "hotseat006", "move_up_price_sr1")
REASONS = {"manually_ended": "agreed", "bankrupt": "bankruptcy"}


def stripped(data: dict[str, Any]) -> dict[str, Any]:
    """Return only the data of a file that the site's engine needs."""
    data = copy.deepcopy(data)
    for entry in data["actions"]:
        for key in ("slot", "variant", "loan", "user", "created_at", "original_id"):
            entry.pop(key, None)
        if entry["type"] == "buy_shares":
            entry.pop("percent", None)
        for route in entry.get("routes", ()):
            for key in ("nodes", "hexes", "revenue", "revenue_str"):
                route.pop(key, None)
    return data


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bare", [False, True], ids=["whole", "bare"])
def test_every_state_is_equal_to_the_trace(shared_games: Path, name: str, bare: bool) -> None:
    data = json.loads((shared_games / "1856" / f"{name}.json").read_bytes())
    trace = json.loads((shared_games / "1856" / f"{name}.trace.json").read_bytes())
    public = read(stripped(data) if bare else data, name)
    replay = Replay(public)
    reader = Reader(replay.game.title.board, public.players)
    theirs = trace["initial"]
    assert not list(differences(own_view(replay.game), reader.view(theirs)))
    assert replay.total == len(trace["entries"])
    for number, (entry, patch) in enumerate(zip(public.entries, trace["entries"], strict=True), 1):
        actions = replay.step()
        merge(theirs, patch["set"])
        if "full" in patch:
            assert theirs == patch["full"], "the trace is merged rightly"
        found = list(differences(own_view(replay.game), reader.view(theirs)))
        if patch.get("run"):
            earned = replay.game.state.corporations[reader.corp(entry.entity)].revenue
            found += differences(earned, patch["run"]["revenue"], "revenue")
        assert not found, f"action {number} ({entry}), ours {actions}: {'; '.join(found)}"
    game = replay.game
    assert game.over
    assert game.state.reason == REASONS[public.reason]
    assert {standing.player: standing.worth for standing in game.standings()} == dict(public.result)


@pytest.mark.parametrize("name", ["51745", "89363", "hotseat005", "hotseat006"])
def test_log_entries_between_all_others_change_nothing(shared_games: Path, name: str) -> None:
    data = json.loads((shared_games / "1856" / f"{name}.json").read_bytes())
    plain = Replay(read(data, name))
    note = {"type": "log", "entity": "somebody", "entity_type": "player", "message": "asks"}
    noted = [each for entry in data["actions"] for each in ({**note, "id": -entry["id"]}, entry)]
    replay = Replay(read({**data, "actions": noted}, name))
    assert replay.total == 2 * plain.total
    while plain.count < plain.total:
        plain.step()
        assert replay.step() == []
        replay.step()
        assert replay.game.digest() == plain.game.digest(), plain.count


@pytest.mark.parametrize("name", ["51745", "hotseat006"])
def test_a_file_with_the_older_names_of_trains_is_the_same_game(shared_games: Path, name: str) -> None:
    text = (shared_games / "1856" / f"{name}.json").read_text()
    older = text
    for then, now in RENAMED.items():
        assert f'"{now}"' in older
        older = older.replace(f'"{now}"', f'"{then}"')
    assert read(json.loads(older), name) == read(json.loads(text), name)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "hotseat001"])
def test_destinations_are_found_where_the_file_does_not_name_them(shared_games: Path, name: str) -> None:
    data = json.loads((shared_games / "1856" / f"{name}.json").read_bytes())
    whole = Replay(read(data, name))
    for entry in data["actions"]:
        autos = entry.pop("auto_actions", [])
        entry["auto_actions"] = [auto for auto in autos if auto["type"] != "destination_connection"]
    bare = Replay(read(data, name))
    while whole.count < whole.total:
        whole.step()
        bare.step()
        assert whole.game.digest() == bare.game.digest(), whole.count
