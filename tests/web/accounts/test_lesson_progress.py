"""Tests of progress through lessons, on both databases and over the API."""

from __future__ import annotations

from pathlib import Path

from trunkline.web.accounts.data_export import export_person
from trunkline.web.accounts.lesson_progress import ProgressStore
from trunkline.web.schemas.lessons import LessonPlace
from web.accounts.world import World
from web.http.house import Browser, House


def test_the_newer_place_counts_and_done_stays_done(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    store = ProgressStore(world.database, lambda: 5.0)
    first = LessonPlace(step=3, game="abc", since={"2": 7, "3": 9}, at=1000)
    assert store.merge(ann, {"track": first, "par": LessonPlace(done=True, at=2000)})["track"] == first
    older, again = LessonPlace(step=1, done=True, at=999), LessonPlace(step=2, game="xyz", at=3000)
    merged = store.merge(ann, {"track": older, "par": again})
    assert merged["track"] == LessonPlace(3, True, "abc", {"2": 7, "3": 9}, 1000)
    assert merged["par"] == LessonPlace(2, True, "xyz", {}, 3000)
    # The clock of a browser that is fast counts as now.
    assert store.merge(ann, {"goal": LessonPlace(step=1, at=9_000_000)})["goal"].at == 5000
    assert set(store.of(ann)) == {"track", "par", "goal"}
    assert store.of(bob) == {}
    assert len(export_person(world.database, ann)["lesson_progress"]) == 3
    world.accounts.delete(ann)
    assert store.of(ann) == {}


def test_a_learner_goes_on_at_another_screen(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        ann, visitor = house.person("Ann"), Browser(house)
        made = visitor.post("/api/lessons/track/games", 201, {"step": 0})
        place = {"step": 1, "done": False, "game": made["id"], "since": {"1": made["version"]}, "at": 5}
        # Lessons that the server does not have are left out.
        sent = {"lessons": {"track": place, "unknown": place}}
        assert ann.post("/api/me/lessons", 200, sent) == {"lessons": {"track": place}}
        assert ann.get("/api/me/lessons") == {"lessons": {"track": place}}
        visitor.post("/api/me/lessons", 401, sent)
        program = Browser(house, token=house.porter.credentials.new_token(ann.id, "a program")[1])
        program.post("/api/me/lessons", 403, sent)
        for wrong in ({"step": -1}, {"since": {"x": 1}}, {"game": "g" * 41}, {"more": 1}):
            ann.post("/api/me/lessons", 400, {"lessons": {"track": wrong}})
