"""Tests of basic functions in Firefox: a new game, play by mouse and keyboard, and the dark theme."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser import bidi
from browser.bidi import Firefox
from browser.conftest import CLIENT, without
from browser.screen import PEOPLE
from web.http.process import Process

AT = "document.querySelector('.decision').dataset.at"


def button(text: str) -> str:
    """Return an expression for the first button that begins with these words."""
    return (
        "[...document.querySelectorAll('button')].find((one) => one.checkVisibility() && "
        f"one.innerText.trim().toLowerCase().startsWith({text.lower()!r}))"
    )


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if not CLIENT.exists():
        without("the client is not built: make client")
    program = bidi.path()
    if program is None:
        without("there is no Firefox on this machine: sudo apt install firefox-esr")
    with bidi.firefox(program, tmp_path_factory.mktemp("firefox") / "profile") as found:
        yield found


def test_a_game_is_made_and_played_by_mouse_and_keys_in_firefox(window: Firefox, table: Process) -> None:
    base = f"http://{table.host}:{table.port}"
    window.goto(f"{base}/")
    assert window.tell("document.querySelectorAll('.ways section').length") == 3
    window.until("document.querySelectorAll('.ways svg g').length > 50")
    # All seats have people, so no bot acts.
    wish = {"title": "1856", "seed": 4, "seats": [{"name": name} for name in PEOPLE]}
    _, made = table.ask("POST", "/api/games", wish)
    window.goto(f"{base}/g/{made['id']}")
    window.until(f"{AT} === '0'")
    window.click(button("Pass"))
    window.until("document.querySelector('.decision [data-confirm]:not(:disabled)')")
    window.click("document.querySelector('.decision [data-confirm]')")
    window.until(f"{AT} === '1'")
    for key in ("p", "Enter"):
        window.press(key)
        if key == "p":
            window.until("document.querySelector('.decision [aria-pressed=true]')")
    window.until(f"{AT} === '2'")
    window.press("[")
    window.until("location.pathname.endsWith('/at/1')")


def test_a_game_is_made_by_one_click_in_firefox(window: Firefox, table: Process) -> None:
    window.goto(f"http://{table.host}:{table.port}/")
    window.click(button("Play now against"))
    window.until(
        "location.pathname.startsWith('/g/') && document.querySelector('[data-ready] .decision button')"
    )


def test_the_dark_is_chosen_and_kept_in_firefox(window: Firefox, table: Process) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    window.goto(f"http://{table.host}:{table.port}/")
    window.click("document.querySelector('button.comfort')")
    window.click("document.querySelector('dialog[open] input[value=light]')")
    light = window.tell(ground)
    window.click("document.querySelector('dialog[open] input[value=dark]')")
    window.until(f"{ground} !== {light!r}")
    dark = window.tell(ground)
    window.goto(f"http://{table.host}:{table.port}/")
    assert window.tell(ground) == dark
    assert window.tell("document.documentElement.dataset.theme") == "dark"
