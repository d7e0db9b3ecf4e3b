"""Slots of tokens and copies of trains, counted as on the site."""

from __future__ import annotations

import itertools

from scenes import Scene
from trunkline.engine.kernel.depot import move_train
from trunkline.engine.kernel.state import State
from trunkline.engine.track.map_index import Token
from trunkline.interop.eighteenxx.ids import Ids
from trunkline.interop.eighteenxx.token_slots import Slots


def followed(scene: Scene) -> Slots:
    """Return the slots of a scene."""
    slots = Slots(scene.game.title)
    slots.follow(scene.state)
    return slots


def put(state: State, hex: str, *tokens: tuple[int, str]) -> None:
    """Replace all tokens on a hex by these, given as stop and corporation."""
    slot = itertools.count()
    state.tokens = {**state.tokens, hex: tuple(Token(stop, corp, next(slot)) for stop, corp in tokens)}


def test_a_home_keeps_its_slot() -> None:
    scene = Scene(rules="18xx.games").opened().tiles("P9:14:0")
    scene.started("WR", "P2")
    put(scene.state, "P9", (0, "WR"))
    slots = followed(scene)
    assert slots.of(("P9", 0), "WR") == 1
    scene.started("GT", "P1", home=False)
    put(scene.state, "P9", (0, "WR"), (0, "GT"))
    slots.follow(scene.state)
    assert (slots.of(("P9", 0), "GT"), slots.of(("P9", 0), "WR")) == (0, 1)


def test_a_freed_slot_is_filled_first() -> None:
    scene = Scene(rules="18xx.games").opened().tiles("P9:14:0")
    for corp in ("GT", "WR", "CA"):
        scene.started(corp, "P1")
    put(scene.state, "P9", (0, "GT"), (0, "WR"))
    slots = followed(scene)
    put(scene.state, "P9", (0, "WR"))
    slots.follow(scene.state)
    put(scene.state, "P9", (0, "WR"), (0, "CA"))
    slots.follow(scene.state)
    assert (slots.of(("P9", 0), "CA"), slots.of(("P9", 0), "WR")) == (0, 1)


def test_cities_that_a_tile_joins_are_filled_in_order() -> None:
    scene = Scene(rules="18xx.games").opened().tiles("I12:59:0")
    put(scene.state, "I12", (0, "WR"), (1, "GT"))
    slots = followed(scene)
    assert (slots.of(("I12", 0), "WR"), slots.of(("I12", 1), "GT")) == (0, 0)
    put(scene.state, "I12", (0, "GT"), (0, "WR"))
    slots.follow(scene.state)
    assert (slots.of(("I12", 0), "WR"), slots.of(("I12", 0), "GT")) == (0, 1)


def test_the_next_diesel_is_bought_while_one_is_borrowed() -> None:
    scene = Scene(rules="18xx.games").opened().phase(5)
    scene.started("GT", "P1")
    scene.turn("GT", "trains")
    ids = Ids(scene.game.title.board)
    assert ids.public_train("D-0", scene.state) == "D-0"
    ids.borrowed = "D-0"
    scene.own.turn.borrowed = "D-0"
    assert ids.public_train("D-0", scene.state) == "D-1"
    move_train(scene.table, "D-0", "GT")
    ids.bought("D-1", "D-0")
    scene.own.turn.borrowed = ""
    assert ids.public_train("D-0", scene.state) == "D-1"
    assert ids.public_train("D-1", scene.state) == "D-0", "it has come back"
    assert ids.train("D-1", scene.state) == "D-0"
    assert ids.train("D-0", scene.state) == "D-1"
    assert ids.public_train("5-1", scene.state) == "5-1"
