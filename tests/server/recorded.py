"""Whole games of old, for tests that look at many moments of a game."""

from __future__ import annotations

import gzip
import json

from golden.make import FOLDER
from trunkline import actions as A
from trunkline import saves
from trunkline.game import Game
from trunkline.titles import build

GAMES = {
    "1856": "1856-printed-best-6p-2.json.gz",
    "1851": "1851-rails-best-4p-3.json.gz",
    "18GL": "18GL-printed-announced-4p-2.json.gz",
}


def recorded(title: str) -> Game:
    """A whole game that was played once, by the rules of today."""
    data = json.loads(gzip.decompress((FOLDER / GAMES[title]).read_bytes()))
    save = saves.from_bytes(json.dumps(data["save"]).encode(), title)
    game = Game(build(save.options), save.options)
    for action in save.actions:
        game.play(A.as_saved(action))
    return game
