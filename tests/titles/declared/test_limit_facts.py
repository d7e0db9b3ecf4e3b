"""The limits that the page shows of a title in a file."""

from __future__ import annotations

from titles.declared.conftest import Add, IsleScene
from trunkline.web.presenters.limit_facts import limits

NAME = "name: Northwich and Western"
PHASE = "tiles: [yellow], train_limit: 3"


def test_limits_of_single_corporations_are_shown(add: Add) -> None:
    add(
        (NAME, f"{NAME}, tile_lays: {{yellow: 2, upgrades: 1, lays: 2, next_cost: 20}}"),
        (PHASE, f"{PHASE}, train_limit_of: {{NW: 1, GH: 2}}"),
    )
    here = IsleScene().opened()
    shown = {fact.label: fact.text for fact in limits(here.table)}
    assert shown["Trains"] == "3 a corporation; NW: 1; GH: 2"
    assert (
        shown["Track"]
        == "NW: 2 lays a turn, up to 2 yellow tiles and 1 upgrade, $20 for each after the first"
    )
    here.corp("NW").closed = True
    shown = {fact.label: fact.text for fact in limits(here.table)}
    assert shown["Trains"] == "3 a corporation; GH: 2"
    assert "Track" not in shown
    here.phase("3")
    assert {fact.label: fact.text for fact in limits(here.table)}["Trains"] == "3 a corporation"


def test_lays_without_upgrades_are_shown(add: Add) -> None:
    add((NAME, f"{NAME}, tile_lays: {{yellow: 2, upgrades: 0}}"))
    shown = {fact.label: fact.text for fact in limits(IsleScene().opened().table)}
    assert shown["Track"] == "NW: 2 yellow tiles a turn, and no upgrade"
