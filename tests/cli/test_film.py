"""A game as one replay page: its content, its size, and refusals."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

import trunkline
from cli.terminal import call
from system.golden.make import FOLDER
from trunkline.game import Game
from trunkline.util.errors import UsageError
from trunkline.web.http import replay_page

GAMES = ("1851-printed-announced-5p-2", "1856-18xx.games-best-4p-5", "18GL-printed-best-2p-1")
LIMIT = 1_500_000
built = pytest.mark.skipif(not replay_page.PAGE.exists(), reason="the client is not built: make client")


def recorded(name: str) -> Game:
    """Return a recorded game."""
    kept = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    return Game.from_bytes(json.dumps(kept["save"]).encode())


def frame(folder: Path) -> Path:
    """Write a page that contains only the title and the gap for the game."""
    path = folder / "replay.html"
    path.write_bytes(b"<title>" + replay_page.TITLE + b"</title><script>" + replay_page.GAP + b"</script>")
    return path


def data_of(page: bytes) -> dict[str, Any]:
    """Return the game in a page."""
    found = re.search(rb"<script[^>]*>\s*([A-Za-z0-9+/=]{400,})\s*</script>", page)
    assert found
    data: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(found[1])))
    return data


def changed(value: Any, change: Any) -> Any:
    """Return a value after a change, computed as on the page."""
    if isinstance(change, list):
        return change[0]
    if not change:
        return value
    if isinstance(value, list):
        return [changed(each, change.get(str(at), {})) for at, each in enumerate(value)]
    kept = {key: each for key, each in value.items() if change.get(key, {}) is not None}
    return {**kept, **{key: changed(kept.get(key), part) for key, part in change.items() if part is not None}}


def test_a_name_that_looks_like_the_gap_is_a_name(tmp_path: Path) -> None:
    names = [replay_page.GAP.decode(), replay_page.TITLE.decode(), "<b>"]
    page = replay_page.render(trunkline.new("1851", names, seed=3), built=frame(tmp_path))
    title = re.search(rb"<title>(.*)</title>", page)
    assert title
    assert replay_page.GAP in title[1]
    assert b"<b>" not in page
    assert [player["name"] for player in data_of(page)["view"]["players"]] == names


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_a_game_comes_out_of_its_page(tmp_path: Path, name: str) -> None:
    game = recorded(name)
    page = replay_page.render(game, built=frame(tmp_path))
    data = data_of(page)
    room = replay_page.PAGE.stat().st_size if replay_page.PAGE.exists() else LIMIT // 3
    assert len(page) + room < LIMIT
    view = data["view"]
    assert len(data["changes"]) == len(data["log"]) == len(game.actions)
    for at in range(len(game.actions) + 1):
        then = game.at(at) if at % 40 == 0 or at == len(game.actions) else None
        if then is not None:
            assert {p["name"]: (p["cash"], p["worth"]) for p in view["players"]} == {
                name: (then.state.players[name].cash, then.worth(name)) for name in then.players
            }
            assert view["map"]["tiles"] == {
                hex: [placed.tile, placed.rotation] for hex, placed in then.state.tiles.items()
            }
        if at < len(game.actions):
            view = changed(view, data["changes"][at])
    assert view["live"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}),
        ({"a": 1}, {"b": None}),
        ({"a": {"b": {}}}, {"a": {"b": {"c": [1]}}}),
        ([1, {"a": 2}], [1, {"a": None}]),
        ([1], [1, 2]),
        ({"a": [[]]}, {"a": []}),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_a_change_leads_from_one_value_to_the_other(before: Any, after: Any) -> None:
    assert changed(before, replay_page.json_diff(before, after)) == after


@built
def test_the_command_writes_a_page_that_asks_for_nothing(saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    done = call("replay", saved, "--at", "40", "--html", out)
    assert done.returncode == 0, done.stderr
    assert f"{out}: 40 actions" in done.stdout
    text = out.read_text()
    assert re.findall(r"""(?:src|href|action)\s*=\s*["']?(?:https?:)?//[^"'>\s]*""", text) == []
    assert (
        re.findall(
            r"url\((?!['\"]?data:)[^)]*\)|@import", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
        )
        == []
    )
    assert "default-src 'none'" in text
    assert len(text) < LIMIT
    assert len(data_of(out.read_bytes())["log"]) == 40
    as_json = call("replay", saved, "--at", "40", "--json", "--html", out)
    assert json.loads(as_json.stdout)["actions"] == 40


@built
def test_what_cannot_be_written_leaves_nothing_behind(saved: Path, tmp_path: Path) -> None:
    done = call("replay", saved, "--at", "3", "--html", tmp_path / "missing" / "out.html")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot be written" in done.stderr
    bad = tmp_path / "bad.json"
    bad.write_text(saved.read_text()[:-200])
    out = tmp_path / "out.html"
    done = call("replay", bad, "--html", out)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert not out.exists()


def test_where_the_client_is_not_built_it_is_said_how(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_page.read_page, "__defaults__", (tmp_path / "none.html",))
    done = call("replay", saved, "--html", tmp_path / "out.html")
    assert (done.returncode, done.stdout) == (2, "")
    assert "make client" in done.stderr
    assert not (tmp_path / "out.html").exists()
    with pytest.raises(UsageError, match="make client"):
        replay_page.render(recorded(GAMES[0]).at(2), built=tmp_path / "none.html")
