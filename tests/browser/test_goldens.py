"""Tests that the page looks as before. If a change is intended, ``make goldens`` takes new pictures.

The tests compare every third picture, and ``make table-checks`` all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Playwright

from browser.goldens import FOLDER, SCENES, TOLERATED, Camera, Scene, camera, difference, few_colours, share
from web.http.process import Process

BUILD = Path(__file__).parents[2] / "build" / "goldens"
MOST = 3_000_000
ALL = "TRUNKLINE_TABLE_CHECKS" in os.environ


@pytest.fixture(scope="module")
def taking(driver: Playwright, table: Process) -> Iterator[Camera]:
    """A camera for all pictures."""
    with camera(driver, table) as found:
        yield found


@pytest.mark.parametrize("scene", SCENES if ALL else SCENES[::3], ids=lambda scene: scene.name)
def test_a_position_looks_as_it_did(taking: Camera, scene: Scene) -> None:
    actual, golden = taking.take(scene), Image.open(scene.file)
    same_size = actual.size == golden.size
    differs = difference(actual, golden) if same_size else None
    if differs is None or share(differs) > TOLERATED:
        BUILD.mkdir(parents=True, exist_ok=True)
        actual.save(BUILD / f"{scene.name}-actual.png")
        if differs is not None:
            differs.save(BUILD / f"{scene.name}-difference.png")
        pytest.fail(f"{scene.name} looks otherwise: see {BUILD}; where that is meant: make goldens")


def test_the_pictures_are_those_of_the_scenes_and_small() -> None:
    files = list(FOLDER.glob("*.png"))
    assert {file.stem for file in files} == {scene.name for scene in SCENES}
    assert sum(file.stat().st_size for file in files) < MOST


def test_a_button_that_moves_is_seen_and_the_edge_of_a_letter_is_not() -> None:
    page = Image.new("RGB", (1440, 900), "white")
    ImageDraw.Draw(page).rectangle((100, 100, 300, 140), fill="navy")
    moved = page.copy()
    ImageDraw.Draw(moved).rectangle((100, 100, 300, 104), fill="white")
    softer = page.copy()
    ImageDraw.Draw(softer).rectangle((100, 100, 300, 140), outline="#202090")
    assert share(difference(few_colours(page), page)) == 0
    assert share(difference(page, moved)) > TOLERATED
    assert share(difference(page, softer)) == 0
