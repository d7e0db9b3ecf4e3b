"""Tests of the positions of tokens and other things on a drawn map, now and after a tile."""

from __future__ import annotations

import math

from scenes import Scene
from trunkline.svg.hexes import APOTHEM
from trunkline.svg.track import SLOT
from trunkline.web.presenters import decisions, maps


def test_tokens_move_with_the_tile_that_is_tried() -> None:
    scene = Scene().tiles("P9:57:0")
    scene.started("GT")
    game = scene.game
    (now,) = maps.tokens_on(game.title.tables, scene.state.tiles, scene.state.tokens, "P9")
    (then,) = maps.carried(game, "P9", "14", 0)
    assert (now.corp, now.x, now.y) == ("GT", 0, 0)
    assert (then.corp, then.x, then.y) == ("GT", -SLOT, 0)
    assert maps.carried(game, "O10", "9", 0) == ()


def test_a_token_on_a_bare_circle_is_shown_on_a_city_of_its_own() -> None:
    scene = Scene()
    scene.started("THB")
    found = maps.carried(scene.game, "L15", "59", 0)
    assert [token.corp for token in found] == ["THB"]
    assert math.hypot(found[0].x, found[0].y) > 30


def test_a_choice_of_a_tile_says_where_the_tokens_will_stand() -> None:
    scene = Scene()
    scene.started("GT")
    scene.turn("GT", step="track")
    listed = [choice for group in decisions.groups(scene.game) for choice in group.choices]
    places = [choice.place for choice in listed if choice.place]
    home = [place for place in places if place.hex == "P9" and place.tile]
    assert home
    assert all([token.corp for token in place.tokens] == ["GT"] for place in home)


def test_a_token_of_a_private_stands_beside_its_sign_in_its_hex() -> None:
    scene = Scene()
    scene.state.private_tokens = {"port": ("F17", "GW")}
    (token,) = maps.private_tokens(scene.game)
    assert token.text.endswith("used by GW")
    assert SLOT < math.hypot(token.x, token.y) < APOTHEM
