"""Tests of the digest of a game: its figures agree with the positions and with the log."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from trunkline.game.actions import validated
from trunkline.players.random_player import RandomPlayer
from trunkline.web.errors import NotPossible
from trunkline.web.games.course import Course
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.presenters import key_moments
from web.http.api import Api, Table
from web.http.recorded import recorded

TITLES = "1856", "1851", "18GL"


def hosted(api: Api, table: Table) -> HostedGame:
    """Return the game of a table inside the server."""
    found: HostedGame = api.client.app.state.backend.games[table.id]
    return found


def played(api: Api, title: str, seed: int, actions: int, *, undo: bool = True) -> Table:
    """Return a table at which random players played, with undos and redos."""
    table = api.new(title, seed=seed)
    game = hosted(api, table)
    go_on(game, random.Random(seed), RandomPlayer(seed), actions, undo=undo)
    table.version = game.version
    return table


def go_on(
    game: HostedGame, drawn: random.Random, player: RandomPlayer, actions: int, *, undo: bool = True
) -> None:
    """Let random players continue a game, with undos and redos."""
    for _ in range(actions):
        view = game.view_at()
        if view.game.over:
            break
        try:
            if undo and game.version and drawn.random() < 0.06:
                path = [moment.number for moment in game.path()]
                game.undo(game.version, drawn.choice(path[-6:-1] or path[:1]))
                continue
            if undo and drawn.random() < 0.05:
                game.redo(game.version)
                continue
        except NotPossible:
            pass
        game.act(game.version, validated(player.choose(view.game, min(view.game.to_act))))


def since(table: Table, version: int, seat: str = "", status: int = 200) -> dict[str, Any]:
    """Return the digest of a table from a version."""
    params = {"from": version, **({"seat": seat} if seat else {})}
    found: dict[str, Any] = table.api.get(f"{table.path}/since", status, **params)
    return found


def position(table: Table, at: int) -> dict[str, Any]:
    """Return the whole position at a moment as data."""
    found: dict[str, Any] = table.api.get(f"{table.path}/position", at=at)["state"]
    return found


def cash(state: dict[str, Any]) -> dict[str, int]:
    """Return the cash of all players and corporations of a position."""
    return {
        name: each.get("cash", 0)
        for kind in ("players", "corporations")
        for name, each in state[kind].items()
    }


def on_the_map(state: dict[str, Any]) -> dict[str, list[Any]]:
    """Return the tile, the station tokens and the tokens of privates of each hex of a position."""
    found: dict[str, list[Any]] = {}
    for kind in ("tiles", "tokens"):
        for hex, each in state.get(kind, {}).items():
            if each:
                found.setdefault(hex, []).append((kind, each))
    for private, (hex, corp) in state.get("private_tokens", {}).items():
        found.setdefault(hex, []).append((private, corp))
    return found


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_figures_agree_with_the_positions_and_the_log(api: Api, title: str, seed: int) -> None:
    table = played(api, title, seed, 180)
    drawn = random.Random(seed)
    for version in sorted({0, table.version, *(drawn.randrange(table.version) for _ in range(3))}):
        seat = drawn.choice(("Ann", "Bob", "Cy"))
        found = since(table, version, seat)
        before, now = position(table, version), position(table, table.version)
        was, is_now = cash(before), cash(now)
        changed = {name: (was[name], is_now[name]) for name in was if was[name] != is_now[name]}
        assert {each["name"]: (each["before"], each["after"]) for each in found["cash"]} == changed
        old, new = on_the_map(before), on_the_map(now)
        differ = {hex for hex in {*old, *new} if old.get(hex) != new.get(hex)}
        assert {each["hex"] for each in found["hexes"]} == differ
        assert [each["place"] for each in found["hexes"]] == list(range(1, len(differ) + 1))
        steps = [step for group in found["groups"] for step in group["steps"]]
        if not found["lost"]:
            assert sum(step["cash"] for step in steps) == is_now[seat] - was[seat]
        check_lines(found, seat, was, is_now)
        check_steps(table, version, found, steps)


def check_lines(found: dict[str, Any], seat: str, was: dict[str, int], is_now: dict[str, int]) -> None:
    """Check the three lines of a digest against the positions."""
    assert len(found["lines"]) <= 3
    money = [line for line in found["lines"] if line.startswith("Your cash")]
    assert len(money) == (was[seat] != is_now[seat])
    for line in money:
        said = re.match(r"Your cash (rose|fell) by \$([\d,]+) to \$([\d,]+)", line)
        assert said is not None
        amount, total = (int(each.replace(",", "")) for each in said.groups()[1:])
        assert total == is_now[seat]
        assert (amount if said[1] == "rose" else -amount) == is_now[seat] - was[seat]


def check_steps(table: Table, version: int, found: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    """Check the listed entries against the log: those in play are there once, passes are counted."""
    log = table.log(0)
    in_play = {
        entry["number"]: entry for entry in log if entry["kind"] == "action" and entry["undone_by"] is None
    }
    numbers = [step["number"] for step in steps]
    assert len(set(numbers)) == len(numbers)
    for step in steps:
        assert step["headline"] == log[step["number"] - 1]["headline"]
        assert step["number"] in in_play
    assert found["version"] == table.version


def test_without_undos_every_move_is_listed_once_and_passes_are_counted(api: Api) -> None:
    table = played(api, "1856", 3, 160, undo=False)
    log = table.log(0)
    found = since(table, 60)
    assert (found["undone"], found["lost"]) == (0, 0)
    for group in found["groups"]:
        made = [
            entry for entry in log[60:] if (entry["round"], entry["seat"]) == (group["round"], group["seat"])
        ]
        assert [step["number"] for step in group["steps"]] == [
            entry["number"] for entry in made if not entry["passed"]
        ]
        assert group["passes"] == sum(entry["passed"] for entry in made)
    assert sum(len(group["steps"]) + group["passes"] for group in found["groups"]) == table.version - 60


@pytest.mark.parametrize("title", TITLES)
def test_the_key_moments_are_those_of_the_replay(api: Api, title: str) -> None:
    table = api.taken_in(recorded(title).to_bytes())
    keys = api.get(f"{table.path}/moments")["keys"]
    after = table.version // 3
    found = since(table, after)
    steps = [step for group in found["groups"] for step in group["steps"]]
    marked = [key for step in sorted(steps, key=lambda step: step["number"]) for key in step["keys"]]
    assert marked == [key for key in keys if key["number"] > after]
    assert any(each["type"] for each in found["rusted"])


def counting(counted: Counter[str], name: str, do: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same function, whose calls are counted."""

    def counts(*args: Any) -> Any:
        counted[name] += 1
        return do(*args)

    return counts


def test_known_moments_and_entries_are_not_read_again(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: Counter[str] = Counter()
    monkeypatch.setattr(key_moments, "_worth", counting(counted, "moments", key_moments._worth))
    monkeypatch.setattr(Course, "add_entry", counting(counted, "entries", Course.add_entry))
    table = api.new("18GL", seed=3)
    game, drawn, player = hosted(api, table), random.Random(3), RandomPlayer(3)
    go_on(game, drawn, player, 60, undo=False)
    first = since(table, 30)
    assert counted["entries"] == 60
    assert counted["moments"] >= 61
    counted.clear()
    assert since(table, 30) == first
    since(table, 5)
    api.get(f"{table.path}/moments")
    assert not counted
    go_on(game, drawn, player, 1, undo=False)
    since(table, 30)
    assert counted["entries"] == 1
    assert counted["moments"] in (1, 2), "the moment, and the end of a round if it is one"
    counted.clear()
    game.undo(game.version, 40)
    since(table, 30)
    assert counted == {"entries": 1}, "an undo leads to a known moment"


@pytest.mark.parametrize("title", TITLES)
def test_what_is_known_gives_the_same_answers_after_undos_as_a_new_search(api: Api, title: str) -> None:
    table = api.new(title, seed=7)
    game, drawn, player = hosted(api, table), random.Random(7), RandomPlayer(7)
    for _ in range(6):
        go_on(game, drawn, player, 25)

        def asked() -> Any:
            return [since(table, 0), since(table, game.version - 20), api.get(f"{table.path}/moments")]

        found, known = asked(), game.course
        game.course = Course()
        assert asked() == found
        game.course = known
