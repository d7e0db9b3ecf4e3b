"""Tests of announcing higher earnings on the page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import trunkline
from browser.screen import PEOPLE, Screen
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Announcement
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer


def asked() -> Game:
    """Return a random game at the first question for higher earnings."""
    game = trunkline.new("1851", list(PEOPLE), seed=2, runs="announced")
    for _ in play_turns(game, RandomPlayer(2)):
        if game.state.pending and isinstance(game.state.pending[-1], Announcement):
            return game
    raise AssertionError("Nobody was asked.")


def test_higher_earnings_are_announced(screen: Screen) -> None:
    game = asked()
    stands = Context(game.title, game.state).waiting(Announcement).amount
    screen.bring(game)
    (player,) = game.to_act
    expect(screen.heading).to_contain_text(f"{player}: announce higher earnings or let these stand")
    expect(screen.button(f"Let ${stands} stand")).to_be_visible()
    told = screen.button(re.compile("^Announce them for"))
    expect(told).to_be_visible()
    revenue = int(re.sub(r"\D", "", told.inner_text()))
    assert revenue > stands
    expect(screen.page.locator(".stage path.run").first).to_be_attached()
    screen.choose(re.compile("^Announce them for"))
    assert f"earns ${revenue}" in screen.view()["last_entries"][-1]["text"]


def test_what_is_announced_can_be_picked_on_the_map(screen: Screen) -> None:
    game = asked()
    screen.bring(game)
    screen.button("Pick routes by hand").click()
    screen.page.get_by_role("button", name=re.compile("a stop you can select")).first.click()
    picked = screen.button(re.compile("^Announce these for"))
    expect(picked).to_be_visible()
    # The page disables an announcement that earns no more than the current runs, and gives the reason.
    revenue = int(re.sub(r"\D", "", picked.inner_text()))
    if revenue > Context(game.title, game.state).waiting(Announcement).amount:
        expect(picked).to_be_enabled()
    else:
        expect(picked).to_be_disabled()
        expect(screen.decision).to_contain_text("stand already")


def test_who_never_wants_to_be_asked_says_so_once(screen: Screen) -> None:
    game = asked()
    (player,) = game.to_act
    screen.bring(game)
    screen.choose("Announce no more, and do not ask again")
    entries = [entry["text"] for entry in screen.view()["last_entries"]]
    assert f"{player} announces no more and is not asked again" in entries
