"""A program that chooses ``positions.json.gz``.

Run it again if a change of the rules ends one of the games early.

PYTHONPATH=src:tests:tests/support .venv/bin/python tests/browser/make_positions.py
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import trunkline
from browser.positions import FILE, Position
from system.golden.make import NAMES
from system.golden.test_golden import FILES, read
from trunkline import actions
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.referee import kind_of
from trunkline.game import Game, saves
from trunkline.game.actions import SellShares
from trunkline.lab.soak.games import random_weights
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import build

COUNT = 300
MOST = 2500
PLAYED = (
    ("1856", 4, 11),
    ("1851", 5, 12),
    ("1851", 4, 13),
    ("18GL", 3, 14),
    ("18GL", 5, 15),
    ("18GL", 4, 16),
)
"""Games of random players that add positions missing in the golden games: title, players, seed."""
FORCED = "emergency money"


def main() -> None:
    """Choose the positions and write the file."""
    played = {name: game.to_bytes() for name, game in _played()}
    games = {path.name.partition(".json")[0]: read(path)[0] for path in FILES} | played
    found = [position for name, data in games.items() for position in moments(name, data)]
    kept = {
        "games": {name: json.loads(data) for name, data in played.items()},
        "positions": chosen(found, COUNT),
    }
    FILE.write_bytes(gzip.compress(json.dumps(kept, separators=(",", ":")).encode(), mtime=0))


def moments(name: str, data: bytes) -> Iterator[Position]:
    """Yield every moment of a saved game."""
    save = saves.from_bytes(data, name)
    game = Game(build(save.options), save.options)
    for at, action in enumerate(save.actions):
        yield Position(game.title.id, len(game.players), _kind(game), name, at)
        game.play(actions.validated(action))


def chosen(found: list[Position], count: int) -> list[Position]:
    """Return ``count`` positions, in turn one of each kind of each title.

    The rarest kinds come first. The positions of each kind are spread over games.
    """
    kinds: dict[tuple[str, str], list[Position]] = {}
    for position in found:
        kinds.setdefault((position.title, position.kind), []).append(position)
    waiting = [_spread(group) for group in sorted(kinds.values(), key=len)]
    taken: list[Position] = []
    while len(taken) < count and any(waiting):
        for group in waiting:
            if group and len(taken) < count:
                taken.append(group.pop(0))
    return taken


def _played() -> Iterator[tuple[str, Game]]:
    for title, players, seed in PLAYED:
        game = trunkline.new(title, NAMES[:players], seed=seed)
        for _ in zip(play_turns(game, RandomPlayer(seed, random_weights(seed))), range(MOST), strict=False):
            pass
        yield f"{title}-random-{players}p-{seed}", game


def _kind(game: Game) -> str:
    state = game.state
    if state.pending:
        return type(state.pending[-1]).__name__
    text, corp = referee.task(game.title, state)
    if corp and corp not in state.trains.values():
        offers = {kind_of(choice) for choice in game.legal()}
        if SellShares in offers:
            return FORCED
    return text


def _spread(group: list[Position]) -> list[Position]:
    """Return the positions in an order in which any first few are far apart."""
    width = max(len(group) - 1, 1).bit_length()
    order = sorted(range(1 << width), key=lambda index: f"{index:0{width}b}"[::-1])
    return [group[index] for index in order if index < len(group)]


if __name__ == "__main__":
    main()
