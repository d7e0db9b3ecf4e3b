"""Tests of a whole opening, stock round and operating round of 1856 and of 18GL on the page."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import trunkline
from browser.hands import Finger, Hands, Keys, Mouse
from browser.screen import PEOPLE, Screen
from trunkline import actions as A
from trunkline.engine.kernel.action import Action
from trunkline.game import Game
from trunkline.game.wording.rounds import round_name
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer, RandomWeights

SEED = 15
"""Seed of a game with early bids, starts, lays, loans, trains, offers and answers."""
BY_HAND = 1
"""The number of actions of a kind that are played on the page."""
LAKES = 153
"""Seed of a game with a ferry, a private's token and its owner's consent in the first operating round."""


def script() -> Game:
    """Return the game of 1856 to play, up to the first dividend after a stock and an operating round."""
    game = trunkline.new("1856", PEOPLE, seed=SEED)
    for _ in play_turns(game, RandomPlayer(SEED, RandomWeights(best_run=1.0))):
        if isinstance(game.actions[-1], A.Dividend):
            break
    return game


def lakes() -> Game:
    """Return the first set of 18GL: the sale of the privates, a stock round and an operating round."""
    game = trunkline.new("18GL", PEOPLE, seed=LAKES)
    for _ in play_turns(game, RandomPlayer(LAKES, RandomWeights(best_run=1.0))):
        if round_name(game.state) == "Stock round 2":
            break
    return game


def test_the_script_has_all_that_is_to_be_tried() -> None:
    kinds = {type(action) for action in script().actions}
    assert kinds >= {A.BuyOffered, A.Bid, A.Pass, A.StartCorporation, A.BuyShare}
    assert kinds >= {A.LayTile, A.TakeLoan, A.BuyTrain, A.RunTrains, A.Dividend}


def test_the_first_set_of_the_lakes_has_all_that_is_new_there() -> None:
    game = lakes()
    assert len(game.actions) < 60
    kinds = {type(action) for action in game.actions}
    assert kinds >= {A.BuyOffered, A.Bid, A.StartCorporation, A.BuyShare, A.LayTile, A.PlaceToken, A.BuyTrain}
    assert kinds >= {A.ActivateFerry, A.PlacePrivateToken, A.Answer}
    assert any(second.corp == first.corp for first, second in pairwise(lays(game)))


def lays(game: Game) -> list[A.LayTile]:
    """Return the tile lays in order."""
    return [action for action in game.actions if isinstance(action, A.LayTile)]


@pytest.mark.slow
def test_by_keys_alone(screen: Screen) -> None:
    play(screen.new(seed=SEED), Keys(screen.page), script())


@pytest.mark.slow
def test_with_a_finger_on_a_phone(phone: Screen) -> None:
    play(phone.new(seed=SEED), Finger(), script())


@pytest.mark.slow
def test_the_first_set_of_the_lakes(screen: Screen) -> None:
    play(screen.new("18GL", seed=LAKES), Mouse(), lakes())


def play(screen: Screen, hands: Hands, wanted: Game) -> None:
    """Play a game on the page, and check that the exported game has the same actions.

    After some actions of a kind, the others of that kind are sent to the server as another player's would be.
    """
    done: Counter[type[Action]] = Counter()
    for at, action in enumerate(wanted.actions, 1):
        if done[type(action)] < BY_HAND:
            carry_out(screen, hands, action)
            hands.confirm(screen.confirm)
        else:
            body = {"version": at - 1, "action": A.encode(action)}
            assert screen.table.ask("POST", f"/api/games/{screen.game}/actions", body)[0] == 200
        screen.shows(at)
        done[type(action)] += 1
    _, exported = screen.table.ask("GET", f"/api/games/{screen.game}/export")
    played = Game.from_bytes(json.dumps(exported).encode())
    assert played.actions == wanted.actions
    assert played.digest() == wanted.digest()


def carry_out(screen: Screen, hands: Hands, action: Action) -> None:
    """Select an action as a person would."""
    choice = listed(screen, action)
    step = screen.decision.locator(f'[data-kinds~="{A.encode(action)["kind"]}"][aria-pressed="false"]')
    if step.count():
        hands.press(step)
    if choice["open"]:
        hands.press(screen.button(re.compile("^Run them for")))
    elif choice["place"] is not None:
        lay(screen, hands, choice)
    elif not screen.page.locator(f'[data-choice="{choice["id"]}"][aria-pressed="true"]').count():
        hands.press(named(screen, hands, choice))
        if choice["amounts"]:
            field = choice["amounts"]["field"]
            hands.write(screen.decision.get_by_role("spinbutton"), A.encode(action)[field])


def listed(screen: Screen, action: Action) -> dict[str, Any]:
    """Return the choice of the page for an action."""
    sent = A.encode(action)
    for group in screen.view()["decision"]["groups"]:
        for choice in group["choices"]:
            if choice["open"] and group["kind"] == sent["kind"]:
                return dict(choice)
            free = choice["amounts"]["field"] if choice["amounts"] else ""
            offered = choice["action"] or {}
            if {**offered, free: ""} == {**sent, free: ""}:
                return dict(choice)
    raise AssertionError(f"{action} is not among the choices")


def lay(screen: Screen, hands: Hands, choice: dict[str, Any]) -> None:
    """Select a tile or a token in its hex."""
    place = choice["place"]
    hands.press_hex(screen.hex(place["hex"]))
    expect(picker(screen)).to_be_visible()
    if "tile" not in place:
        token = picker(screen).get_by_role("button", name=words(choice))
        if token.get_attribute("aria-pressed") != "true":
            hands.press(token)
        return
    tile = picker(screen).get_by_role("button", name=re.compile(f"^Tile {place['tile']},"))
    if tile.get_attribute("aria-pressed") != "true":
        hands.press(tile)
    shown = screen.tiles(place["hex"])
    turned = re.compile(f"-tile-{place['tile']}-{place['rotation']}-track$")
    for _ in range(6):
        if turned.search(shown.get_attribute("href") or ""):
            break
        hands.turn(tile)
    expect(shown).to_have_attribute("href", turned)


def picker(screen: Screen) -> Locator:
    """Return the actions on the selected hex."""
    return screen.page.get_by_role("group", name="Actions on")


def named(screen: Screen, hands: Hands, choice: dict[str, Any]) -> Locator:
    """Return the button of a choice. If choices are folded by company, open its company."""
    button = screen.button(words(choice))
    folded = screen.decision.get_by_role("button", expanded=False)
    if not button.count():
        hands.press(folded.filter(has_text=re.compile(rf"^\s*{re.escape(choice['corp'])}\s*$")))
    return button.first


def words(choice: dict[str, Any]) -> re.Pattern[str]:
    """Return a pattern for a button's name: it begins with the choice's label, or in a market contains it."""
    if choice["text"] == "pass":
        # After an action in the turn, the button says "Done".
        return re.compile("^(Pass|Done)")
    return re.compile(f"(^|: ){re.escape(choice['label'])}", re.IGNORECASE)
