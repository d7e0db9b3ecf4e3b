"""Tests of one live game in four browsers: three people play it, and one watches on a phone."""

from __future__ import annotations

import contextlib

import pytest
from playwright.sync_api import Browser, expect

import trunkline
from browser.conftest import PHONE
from browser.hands import Mouse
from browser.screen import PEOPLE, Screen
from browser.test_people import log, signed_up
from browser.test_rounds import carry_out
from browser.test_talk import JOIN
from trunkline.game import Game
from trunkline.game.wording.rounds import round_name
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer, RandomWeights
from web.http.process import Process

SEED = 15
CREATE = """([seats, seed]) => fetch("/api/games", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ title: "1856", private: false, runs: "best", seed, seats }),
}).then((answer) => answer.json())"""


def script() -> Game:
    """Return the game to play: the opening, a stock round and its operating round."""
    game = trunkline.new("1856", PEOPLE, seed=SEED)
    for _ in play_turns(game, RandomPlayer(SEED, RandomWeights(best_run=1.0))):
        if round_name(game.state) == "Stock round 2":
            break
    return game


@pytest.mark.slow
def test_three_play_and_one_watches(chromium: Browser, house: Process) -> None:
    with contextlib.ExitStack() as stack:
        players = {
            name: Screen(stack.enter_context(chromium.new_context()).new_page(), house) for name in PEOPLE
        }
        guest = Screen(stack.enter_context(chromium.new_context(viewport=PHONE)).new_page(), house)
        everybody = (*players.values(), guest)
        for name, screen in players.items():
            screen.open("/me")
            signed_up(screen, name)
            expect(screen.page.get_by_role("link", name=name)).to_be_visible()
        # The creator of a table sits in its first seat.
        owner, *others = PEOPLE
        game = players[owner].page.evaluate(CREATE, [[{"name": name} for name in PEOPLE], SEED])["id"]
        for name in others:
            assert players[name].page.evaluate(JOIN, [game, name]) == 200
        for screen in everybody:
            screen.open(f"/g/{game}")

        wanted = script()
        for at, action in enumerate(wanted.actions, 1):
            acting = players[action.player]
            carry_out(acting, Mouse(), action)
            acting.confirm.click()
            for screen in everybody:
                screen.shows(at)
            expect(guest.confirm.and_(guest.page.locator(":enabled"))).to_have_count(0)
        assert [entry["seat"] for entry in log(guest)] == [action.player for action in wanted.actions]
        headings = {screen.heading.inner_text() for screen in players.values()}
        assert len(headings) == 1
