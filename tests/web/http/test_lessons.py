"""Tests of lessons over the API: on an open server, and on one with accounts for a visitor without one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from trunkline.learn.library import OWN, lessons, lessons_with
from trunkline.util.errors import UsageError
from trunkline.web.accounts.permissions import AT_TABLES, CELLS, Operation, Role
from trunkline.web.games.repository import ExpiryTimes
from web.http.api import Api
from web.http.house import Browser, House

LAY = {"kind": "lay_tile", "player": "Ann", "corp": "TGB", "tile": "58", "rotation": 0}
RIGHT = {**LAY, "hex": "L9"}
WRONG = {**LAY, "hex": "K6", "tile": "7"}
TASK = 1
"""The step of the lesson that asks for a lay."""


def begun(visitor: Browser, step: int = 0) -> tuple[str, int]:
    """Begin the lesson about track, and return the id and the version of its game."""
    made = visitor.post("/api/lessons/track/games", 201, {"step": step})
    return made["id"], made["version"]


def said(visitor: Browser, game: str, since: int) -> tuple[str, str]:
    """Return the judgement of the task."""
    found = visitor.get(f"/api/games/{game}/lesson", step=TASK, since=since)
    return found["status"], found["say"]


def played(visitor: Browser, game: str, action: dict[str, Any], status: int = 200) -> Any:
    """Send an action at the newest version."""
    version = visitor.get(f"/api/games/{game}")["version"]
    return visitor.post(f"/api/games/{game}/actions", status, {"version": version, "action": action})


def test_a_visitor_without_an_account_takes_a_lesson(house: House) -> None:
    visitor = Browser(house)
    track = next(each for each in visitor.get("/api/lessons") if each["id"] == "track")
    steps = visitor.get("/api/lessons/track")["steps"]
    assert track["steps"] == len(steps)
    assert [each["kind"] for each in steps[:2]] == ["read", "task"]
    assert (steps[0]["first"], steps[TASK]["first"]) == (True, False)
    game, since = begun(visitor)
    assert said(visitor, game, since) == ("open", "")
    refused = played(visitor, game, {**WRONG, "tile": "58"}, 422)
    assert refused["rule"] in steps[TASK]["refusals"] or refused["rule"].startswith("1856.")
    played(visitor, game, WRONG)
    status, comment = said(visitor, game, since)
    assert status == "wrong"
    assert "K6 has no stop" in comment
    assert comment.endswith("The best run of TGB earns $0; the aim is $30 or more.")
    version = visitor.get(f"/api/games/{game}")["version"]
    visitor.post(f"/api/games/{game}/undo", 200, {"version": version})
    assert said(visitor, game, since)[0] == "open"
    played(visitor, game, RIGHT)
    assert said(visitor, game, since)[0] == "done"
    # Another visitor who does not know the address sees no lesson in any list.
    assert house.person("Stan").get("/api/games") == []


def test_a_later_step_begins_after_the_solutions_of_the_tasks_before_it(house: House) -> None:
    visitor = Browser(house)
    game, version = begun(visitor, TASK + 1)
    other, before = begun(visitor, TASK)
    assert version == before + 1
    assert "L9" in visitor.get(f"/api/games/{game}")["map"]["tiles"]
    assert "L9" not in visitor.get(f"/api/games/{other}")["map"]["tiles"]


def test_a_learner_may_play_and_nothing_else(house: House) -> None:
    visitor, signed_in = Browser(house), house.person("Stan")
    game, _ = begun(visitor)
    for person in (visitor, signed_in):
        assert person.get(f"/api/games/{game}")["decision"]["seats"] == ["Ann"]
        status = 403 if person is signed_in else 401
        person.ask("GET", f"/api/games/{game}/talk", status)
        person.post(f"/api/games/{game}/branch", status, {"at": 0})
    played(visitor, game, {"kind": "pass", "player": "Bob"}, 403)
    rights = {operation for operation in AT_TABLES if CELLS[operation][Role.LEARNER] != "-"}
    assert rights == {
        Operation.LOOK,
        Operation.ASK,
        Operation.EXPORT,
        Operation.HINT,
        Operation.ACT,
        Operation.UNDO,
    }


def test_bad_requests_get_one_sentence(house: House) -> None:
    visitor, ann = Browser(house), house.person("Ann")
    game, since = begun(visitor)
    for path in ("/api/lessons/nonsense", f"/api/games/{ann.table(private=False)}/lesson?step=1"):
        assert visitor.ask("GET", path, 404)["error"].endswith(".")
    assert "has no step" not in visitor.post("/api/lessons/track/games", 404, {"step": 99})["error"]
    assert "step 1 of" in visitor.ask("GET", f"/api/games/{game}/lesson?step=0", 422)["error"].lower()
    assert visitor.ask("GET", f"/api/games/{game}/lesson?step=1&since=9999", 404)["error"]
    assert since > 0


def test_games_of_lessons_are_in_no_list_and_expire(api: Api) -> None:
    made = api.post("/api/lessons/track/games", 201, {"step": 0})
    assert api.get("/api/games") == []
    assert api.get("/api/lobby/next") == {"games": 0, "first": None}
    store = api.client.app.state.backend.games.store
    assert store.expire(ExpiryTimes(lessons="2000-01-01T00:00:00Z")) == []
    assert store.expire(ExpiryTimes(lessons="2999-01-01T00:00:00Z")) == [made["id"]]


def test_a_group_has_its_own_lessons(tmp_path: Path) -> None:
    folder = tmp_path / "lessons"
    folder.mkdir()
    for name in ("track.yaml", "track.json"):
        shutil.copy(OWN / name, folder / name.replace("track.yaml", "club.yaml"))
    with House(tmp_path / "table.sqlite", lessons=folder) as house:
        visitor = Browser(house)
        assert visitor.get("/api/lessons")[-1]["id"] == "club"
        made = visitor.post("/api/lessons/club/games", 201, {"step": TASK})
        assert said(visitor, made["id"], made["version"]) == ("open", "")
    shutil.copy(OWN / "track.yaml", folder / "track.yaml")
    with pytest.raises(UsageError, match="has a lesson track already"):
        lessons_with(folder)


def test_only_steps_about_revenue_show_gains(api: Api) -> None:
    shown = {
        id: [number for number, step in enumerate(api.get(f"/api/lessons/{id}")["steps"], 1) if step["gains"]]
        for id in lessons()
    }
    assert {id: steps for id, steps in shown.items() if steps} == {
        "track": [2, 6, 7],
        "running": [3],
        "t18gl": [3],
    }
