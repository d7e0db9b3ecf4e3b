"""What must hold of every position at the table, in every size, light and dark.

``make table-checks`` runs them; they take some seconds a position.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.positions import Position, positions
from browser.screen import Screen

LOOK = Path(__file__).with_name("checks.js").read_text()
DESKS = ((1440, 900), (1920, 1080))
PHONE = (390, 844)
LOOKED_AT = positions() if os.environ.get("TRUNKLINE_TABLE_CHECKS") else ()


@pytest.mark.parametrize("position", LOOKED_AT, ids=lambda position: position.name)
def test_a_position_can_be_played_from_one_screen(screen: Screen, position: Position) -> None:
    page = screen.page
    found: dict[str, list[str]] = {}
    opened = False
    for width, height in (*DESKS, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        if not opened:
            screen.bring(position.game())
            opened = True
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found[f"{width} {scheme}"] = problems(screen, (width, height))
    assert not any(found.values()), "\n".join(
        f"{size}: {text}" for size, texts in found.items() for text in texts
    )


def problems(screen: Screen, size: tuple[int, int]) -> list[str]:
    """What is wrong with the page as it is shown."""
    settle(screen.page)
    asked = {
        "choices": choices(screen.view()),
        "phone": size == PHONE,
        "confirm": confirm(screen, size),
    }
    answer: dict[str, Any] = screen.page.evaluate(LOOK, asked)
    return [str(text) for text in answer["problems"]]


def choices(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Each choice that the server lists: its id, its words and the hex that it is made on."""
    groups = view["decision"]["groups"] if view["decision"] else []
    return [
        {"id": choice["id"], "text": choice["text"], "hex": (choice["place"] or {}).get("hex")}
        for group in groups
        for choice in group["choices"]
    ]


_confirm: dict[tuple[int, int], str] = {}


def confirm(screen: Screen, size: tuple[int, int]) -> str:
    """Where confirm stands at this size in the position that was looked at first."""
    if size not in _confirm:
        answer = screen.page.evaluate(LOOK, {"choices": [], "phone": False, "confirm": ""})
        _confirm[size] = answer["confirm"]
    return _confirm[size]


def settle(page: Page) -> None:
    """Wait until a change of size or of theme is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
