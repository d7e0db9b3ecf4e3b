"""A person's auto-actions in a game that bots drive."""

from __future__ import annotations

from pathlib import Path

from patience import until
from web.auto_actions.seated_table import EAST, passing
from web.http.house import House


def test_bots_play_the_opening_while_a_person_passes(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        ann = house.person("Ann")
        seats = [{"name": EAST}, {"name": "West", "kind": "random"}, {"name": "North", "kind": "clerk"}]
        game = ann.table(seats=seats)
        path = f"/api/games/{game}"

        def set_it() -> bool:
            """Set the auto-action at the current version, which a bot may have changed meanwhile."""
            version = ann.get(path, brief=True)["version"]
            body = {"version": version, "auto_actions": [passing(EAST, buys=False)]}
            return bool(ann.ask("POST", f"{path}/auto-actions", None, body).status_code == 201)

        until(set_it)
        until(lambda: not ann.get(f"{path}/auto-actions", offers=False)["active"])
        (ended,) = ann.get(f"{path}/auto-actions", offers=False)["ended"]
        log = ann.get(f"{path}/log")[: ended["ended"]]
        mine = [entry["action"] for entry in log if entry["seat"] == EAST]
        assert (ended["status"], ended["reason"]) == ("done", "The opening is over.")
        assert set(mine) == {"pass"}
        assert ended["acted"] == len(mine)
        assert {entry["seat"] for entry in log} == {EAST, "West", "North"}
