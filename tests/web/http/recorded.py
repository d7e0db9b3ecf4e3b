"""Whole recorded games, for tests that check many moments of a game."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import trunkline
from system.golden.make import FOLDER
from trunkline import actions as A
from trunkline import titles
from trunkline.game import Game, saves
from trunkline.game.auto_actions import Why, obvious
from trunkline.players import play_out, play_turns
from trunkline.players.clerk import Clerk
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import build

GAMES = {
    "1856": "1856-printed-best-6p-2.json.gz",
    "1851": "1851-rails-best-4p-3.json.gz",
    "18GL": "18GL-printed-announced-4p-2.json.gz",
}


def short(seed: int = 1) -> Game:
    """A finished game of random players. It is short because its bank is small."""
    printed = (Path(titles.__file__).parent / "t18gl" / "board.yaml").read_text(encoding="utf-8")
    board = re.sub(r"(?m)^bank: \d+", "bank: 2400", printed)
    game = trunkline.new("18GL", ["Ann", "Bob"], seed=seed, board=board)
    play_out(game, RandomPlayer(seed))
    assert game.over
    return game


def after_purchase() -> Game:
    """A game of 1856 in which a player has bought, and can only sell or end the turn."""
    game = trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=4)
    for _ in play_turns(game, {name: Clerk(1) for name in game.players}):
        if (found := obvious(game)) is not None and found.why is Why.BOUGHT:
            return game
    raise AssertionError("no player has bought")


def recorded(title: str) -> Game:
    """A whole recorded game, under the current rules."""
    data = json.loads(gzip.decompress((FOLDER / GAMES[title]).read_bytes()))
    save = saves.from_bytes(json.dumps(data["save"]).encode(), title)
    game = Game(build(save.options), save.options)
    for action in save.actions:
        game.play(A.validated(action))
    return game
