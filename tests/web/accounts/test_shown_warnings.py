"""Tests of the warnings that people have seen, on both databases and over the API."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from trunkline.learn.warnings import WarningKind
from trunkline.web.accounts.data_export import export_person
from trunkline.web.accounts.shown_warnings import ShownWarnings
from trunkline.web.schemas.effects import WarningName
from web.accounts.world import World
from web.http.house import Browser, House


def test_the_first_moment_stays_and_a_dismissed_kind_stays_dismissed(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    store = ShownWarnings(world.database)
    assert store.merge(ann, {"no-train": "abc 7"}) == {"no-train": "abc 7"}
    later = {"no-train": "xyz 3", "slow-return": ""}
    assert store.merge(ann, later) == {"no-train": "abc 7", "slow-return": ""}
    dismissed = {"no-train": "", "slow-return": "xyz 9"}
    assert store.merge(ann, dismissed) == {"no-train": "", "slow-return": ""} == store.of(ann)
    assert store.of(bob) == {}
    assert len(export_person(world.database, ann)["shown_warnings"]) == 2
    world.accounts.delete(ann)
    assert store.of(ann) == {}


def test_another_browser_of_the_account_knows_the_warnings(tmp_path: Path) -> None:
    assert set(get_args(WarningName)) == set(WarningKind)
    with House(tmp_path / "table.sqlite") as house:
        ann, bob = house.person("Ann"), house.person("Bob")
        moments = {"no-float": "abc 7", "last-train": ""}
        assert ann.post("/api/me/warnings", 200, {"warnings": moments}) == {"warnings": moments}
        second = Browser(house)
        second.cookies[house.porter.cookie] = house.porter.credentials.begin(ann.id, "")
        assert second.get("/api/me/warnings") == {"warnings": moments}
        assert second.post("/api/me/warnings", 200, {"warnings": {"no-float": ""}}) == {
            "warnings": {"no-float": "", "last-train": ""}
        }
        assert bob.get("/api/me/warnings") == {"warnings": {}}
        Browser(house).post("/api/me/warnings", 401, {"warnings": moments})
        program = Browser(house, token=house.porter.credentials.new_token(ann.id, "a program")[1])
        program.post("/api/me/warnings", 403, {"warnings": moments})
        for wrong in ({"no-float": 7}, {"unknown": "abc 7"}, {"no-float": "x" * 81}):
            ann.post("/api/me/warnings", 400, {"warnings": wrong})
