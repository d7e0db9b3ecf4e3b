"""Generator of the games in ``tests/system/golden``: random games with a digest of each position.

    .venv/bin/python tests/system/golden/make.py

An existing game is never written again, so its digests must stay valid. If a change of the rules ends a game
early, add games and replace none.

``positions.json.gz`` has the digests of the positions that perft counts from (``tests/lab/soak/perft``), for
every action on the way there.

18xx.games' own engine replayed the exported games (``.public.gz``) to equal ends before they were committed;
see ``make judge``.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import trunkline
from trunkline import interop
from trunkline.game import Game, saves
from trunkline.interop import export
from trunkline.lab.soak.games import random_weights
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import build

FOLDER = Path(__file__).parent
POSITIONS = FOLDER / "positions.json.gz"
PERFT = FOLDER.parents[1] / "lab" / "soak" / "perft"
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
PUBLIC = "18xx.games"


class Plan(NamedTuple):
    """One game to play."""

    title: str
    players: int
    seed: int
    rules: str = "printed"
    runs: str = "best"
    variants: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of its file, without the extension."""
        return "-".join((self.title, self.rules, self.runs, f"{self.players}p", str(self.seed)))


PLANS = (
    Plan("1856", 3, 1),
    Plan("1856", 6, 2, variants=("alternate_destinations", "type8", "unlimited_bonus_tokens")),
    Plan("1856", 4, 3, runs="announced"),
    Plan("1856", 5, 4, rules=PUBLIC, runs="free"),
    Plan("1856", 4, 5, rules=PUBLIC, variants=("type8",)),
    Plan("1851", 3, 1),
    Plan("1851", 5, 2, runs="announced"),
    Plan("1856", 4, 8),  # by version 6 of the rulings; a loan is taken while interest is raised
    Plan("1851", 4, 3, rules="rails"),
    Plan("1851", 5, 4, rules="rails-1.x", runs="free"),
    Plan("18GL", 2, 1),
    Plan("18GL", 4, 2, runs="announced"),
    Plan("18GL", 6, 3, runs="free"),
)


def seen(game: Game) -> str:
    """Return eight letters: a digest of the output of ``trunkline state --json`` for a moment."""
    shown = json.dumps(game.view(), sort_keys=True)
    return hashlib.blake2b(shown.encode(), digest_size=4).hexdigest()


def played(plan: Plan) -> tuple[Game, list[str]]:
    """Return the game, and the digests at the start and after every action."""
    game = trunkline.new(
        plan.title,
        NAMES[: plan.players],
        seed=plan.seed,
        rules=plan.rules,
        runs=plan.runs,
        variants=plan.variants,
    )
    moments = [seen(game)]
    player = RandomPlayer(plan.seed, random_weights(plan.seed))
    moments.extend(seen(game) for _ in play_turns(game, player))
    return game, moments


def retraced(path: Path) -> list[str]:
    """Return the digests at the start and after every action of a saved game, from its actions alone."""
    save = saves.from_bytes(path.read_bytes(), path.name)
    game = Game(build(save.options), save.options)
    moments = [seen(game)]
    for action in save.actions:
        game.play(action)
        moments.append(seen(game))
    return moments


def main() -> None:
    """Play and write the missing games."""
    known = json.loads(gzip.decompress(POSITIONS.read_bytes())) if POSITIONS.exists() else {}
    added = [path for path in sorted(PERFT.glob("*.json")) if path.name not in known]
    if added:
        write(POSITIONS, known | {path.name: retraced(path) for path in added})
    for plan in PLANS:
        path = FOLDER / f"{plan.name}.json.gz"
        if path.exists():
            continue
        game, moments = played(plan)
        write(path, {"save": json.loads(game.to_bytes()), "seen": moments})
        print(f"{path.name}: {len(game.actions)} actions, {game.state.reason or 'stalled'}")
        if plan.rules == PUBLIC:
            data = export(game)
            write(FOLDER / f"{plan.name}.public.gz", {"file": data, "seen": read(data)})


def read(data: dict[str, Any]) -> list[str]:
    """Return the digests at the start and after every entry of an exported game."""
    replay = interop.replay(data, "golden")
    moments = [seen(replay.game)]
    while replay.count < replay.total:
        replay.step()
        moments.append(seen(replay.game))
    return moments


def write(path: Path, data: object) -> None:
    """Write a file with the same bytes every time."""
    path.write_bytes(gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main()
