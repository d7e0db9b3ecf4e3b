"""Generator of the README's pictures of the terminal (``make pictures``).

Each shows a moment of a random game.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import trunkline
from trunkline import actions as A
from trunkline.cli.terminal.session import PlaySession
from trunkline.engine.kernel.choice import Open
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer, RandomWeights

DOCS = Path(__file__).parents[2] / "docs"
PLAYERS = ("Ann", "Bob", "Cy", "Dee")
WIDTH = 170


class Picture(NamedTuple):
    """A picture: the moment to look for in a random game, and the commands to type there."""

    file: str
    title: str
    seed: int
    begin: int
    """The number of actions to skip. The moment is the first suitable one after them."""
    fits: Callable[[Game], bool]
    commands: tuple[str, ...]


def _runs_of_three(game: Game) -> bool:
    """Return whether three trains can run."""
    plans = [choice.best() for choice in game.legal() if isinstance(choice, Open)]
    return any(isinstance(plan, A.RunTrains) and len(plan.runs) > 2 for plan in plans)


def _half_paid(game: Game) -> bool:
    """Return whether half of a large dividend can be paid."""
    turn = game.state.operating.turn if game.state.operating else None
    half = any(isinstance(choice, A.Dividend) and choice.payout == "half" for choice in game.legal())
    return half and turn is not None and turn.revenue >= 150


PICTURES = (
    Picture("picture.txt", "1856", 9, 500, _runs_of_three, ("map", "holdings", "why LPS", "routes")),
    Picture(
        "picture-1851.txt",
        "1851",
        4,
        700,
        _half_paid,
        ("map", "holdings", "why issue", "rule dividend.half-rounding", "routes"),
    ),
)


def moment(picture: Picture) -> Game:
    """Return the game at the moment of the picture, at which Ann decides."""
    game = trunkline.new(picture.title, PLAYERS, seed=picture.seed)
    for _ in play_turns(game, RandomPlayer(picture.seed, RandomWeights(best_run=1.0))):
        if len(game.actions) >= picture.begin and game.to_act == {PLAYERS[0]} and picture.fits(game):
            return game
    raise ValueError(f"no moment of this game fits {picture.file}")


def drawn(game: Game, commands: Sequence[str], seed: int) -> list[str]:
    """Return the lines on the terminal, including the typed commands."""
    shown = [
        f"$ trunkline play --load game.json --seed {seed} --bots {','.join(PLAYERS[1:])}",
        f"Seed {seed}: the same seed brings the same opponents.",
    ]
    typed = iter(commands)

    def read(prompt: str) -> str:
        command = next(typed, None)
        if command is None:
            raise EOFError
        shown.append(f"{prompt}{command}")
        return command

    session = PlaySession(game, {PLAYERS[0]}, RandomPlayer(seed), width=WIDTH, read=read, write=shown.append)
    with contextlib.suppress(EOFError):
        session.run()
    return [line.rstrip() for line in "\n".join(shown).rstrip().split("\n")]


def main() -> None:
    """Write the pictures."""
    for picture in PICTURES:
        lines = drawn(moment(picture), picture.commands, picture.seed)
        (DOCS / picture.file).write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"docs/{picture.file}")


if __name__ == "__main__":
    main()
