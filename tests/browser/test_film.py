"""Tests of the replay page, opened from a file by a browser without network access."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, without
from browser.screen import Screen, brought, played
from system.golden.make import FOLDER
from trunkline.game import Game
from trunkline.web.http import replay_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# It takes long to write whole games, so these start at a late moment with enough history.
GAMES = {
    "1851-printed-announced-5p-2": 604,
    "1856-18xx.games-best-4p-5": 260,
    "18GL-printed-announced-4p-2": 200,
}


def recorded(name: str) -> Game:
    """Return a recorded game up to its moment."""
    kept = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    return Game.from_bytes(json.dumps(kept["save"]).encode()).at(GAMES[name])


def written(game: Game, folder: Path) -> Path:
    """Write the replay page of a game and return its path."""
    if not replay_page.PAGE.exists():
        without("the client is not built: make client")
    path = folder / "replay.html"
    path.write_bytes(replay_page.render(game))
    return path


def shows(page: Page, at: int) -> None:
    """Wait until the page shows a moment."""
    expect(page.locator("main")).to_have_attribute("data-at", str(at))


def slide(page: Page, at: int) -> None:
    """Move the slider to a moment."""
    page.get_by_label("Moment of the game").fill(str(at))
    shows(page, at)


@pytest.mark.parametrize("name", GAMES)
def test_a_page_opened_from_a_disk_plays_the_game(chromium: Browser, tmp_path: Path, name: str) -> None:
    game = recorded(name)
    last = len(game.actions)
    with chromium.new_context(viewport={"width": 1440, "height": 900}, offline=True) as context:
        page = context.new_page()
        asked: list[str] = []
        errors: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        address = written(game, tmp_path).as_uri()
        page.goto(address)
        shows(page, 0)
        slide(page, last)
        worth = page.get_by_role("list", name="Players in short")
        for player in game.players:
            expect(worth).to_contain_text(f"${game.worth(player):,}")
        laid = list(game.state.tiles)
        for hex in laid[:3]:
            label = page.locator(f'[data-hex="{hex}"]').get_attribute("aria-label") or ""
            assert f"tile {game.state.tiles[hex].tile}" in label
        keys = page.get_by_role("list", name="Key moments").get_by_role("button")
        number = int((keys.first.locator(".entry").text_content() or "").strip())
        keys.first.click()
        shows(page, number)
        page.keyboard.press("]")
        shows(page, number + 1)
        page.keyboard.press("<")
        shows(page, number)
        for panel in ("Chart", "Companies", "Players", "Log"):
            page.get_by_role("button", name=panel, exact=True).click()
            expect(page.get_by_role("region", name=panel, exact=True).first).to_be_visible()
        page.get_by_role("button", name="Companies", exact=True).click()
        slide(page, last)
        page.get_by_role("button", name="Show last run").first.click()
        expect(page.locator(".map path.run").first).to_be_attached()
        assert errors == []
        assert {url for url in asked if not url.startswith(("data:", "blob:"))} == {address}


def test_it_plays_by_itself_past_passes_and_says_what_happens(chromium: Browser, tmp_path: Path) -> None:
    game = recorded("1851-printed-announced-5p-2").at(60)
    with chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(written(game, tmp_path).as_uri())
        page.evaluate(
            """() => {
              window.seen = [];
              const note = () => {
                const shown = document.querySelector('[data-caption]');
                const at = Number(shown.dataset.caption);
                if (seen.at(-1)?.[0] !== at) seen.push([at, shown.querySelector('.headline').textContent]);
              };
              const all = { subtree: true, childList: true, attributes: true, characterData: true };
              new MutationObserver(note).observe(document.body, all);
            }"""
        )
        page.get_by_label("Speed").select_option("20×")
        page.get_by_role("button", name="Play from here").click()
        shows(page, 60)
        seen = dict(page.evaluate("seen"))
        passed = [headline for headline in seen.values() if re.fullmatch(r"\w+ passes", headline)]
        assert passed == [], seen
        assert len(seen) > 20
        width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.evaluate(width)


def test_the_table_hands_a_game_out_as_a_page(screen: Screen, tmp_path: Path) -> None:
    if not replay_page.PAGE.exists():
        without("the client is not built: make client")
    game = played("1851", 4).at(30)
    screen.open(f"/g/{brought(screen.table, game)}")
    screen.page.get_by_label("This moment").click()
    with screen.page.expect_download() as download:
        screen.page.get_by_role("link", name=re.compile("web page that replays it")).click()
    path = tmp_path / "out.html"
    download.value.save_as(path)
    screen.page.goto(path.as_uri())
    shows(screen.page, 0)
    slide(screen.page, 30)
    strip = screen.page.get_by_role("list", name="Players in short")
    for player in game.players:
        expect(strip).to_contain_text(f"${game.worth(player):,}")
