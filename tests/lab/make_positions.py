"""Makes the positions of ``tests/lab/perft`` again: run it from anywhere, then ``make perft``.

    .venv/bin/python tests/lab/make_positions.py

Random players (``RandomPlayer(seed)`` in all three seats of ``new(title, [Ann, Bob, Cy], seed=seed)``) play
one game of each title for each seed. After every action the moment is held against the descriptions below. Of
all moments that answer a description the one with the fewest actions is kept, the lower seed first, and saved
as any game is (without the white space). Positions in a phase are those in which a corporation that owns a
train is about to lay track, so that track, tokens, runs, dividends and trains all come within a few actions;
the number of choices is limited where the count to depth 3 would take minutes.

A change of the rules or of the random player may change what is found; the counts must then be made anew and
looked at again (``make perft`` says which differ). Only the titles named on the command line are made anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import trunkline
from trunkline.game import Game
from trunkline.kernel.action import DeclareBankruptcy, IssueShares, RedeemShares
from trunkline.kernel.choice import Amounts
from trunkline.players import turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles.t1856.decisions import DebtsDue
from trunkline.titles.t1856.state import own

FOLDER = Path(__file__).parent / "perft"
PLAYERS = ("Ann", "Bob", "Cy")
SEEDS = range(1, 121)
MOST_CHOICES = 24


def about_to_lay(phase: int) -> Callable[[Game], bool]:
    """A corporation with a train begins its turn in this phase (from 0), and the choices are not too many."""

    def answers(game: Game) -> bool:
        state = game.state
        turn = state.operating.turn if state.operating else None
        if state.phase != phase or turn is None or turn.step or turn.laid or state.pending:
            return False
        return bool(state.trains_at(turn.corp)) and 2 < len(game.legal()) <= MOST_CHOICES

    return answers


def debts_fall_due(game: Game) -> bool:
    """The first 6 is bought, and a president has more than one corporation whose debts he must settle."""
    waiting = game.state.pending
    return bool(waiting) and isinstance(own(game.state).pending[-1], DebtsDue) and len(game.legal()) > 2


def bankruptcy_at_hand(game: Game) -> bool:
    """Somebody may declare bankruptcy, and may do something else."""
    state = game.state
    if not state.pending and state.operating is None:
        return False
    choices = game.legal()
    return len(choices) > 1 and any(isinstance(choice, DeclareBankruptcy) for choice in choices)


def own_shares_at_hand(game: Game) -> bool:
    """A corporation may issue shares and redeem shares, more than one of each, and nothing else is left."""
    choices = game.legal()
    kinds = {type(choice.action) for choice in choices if isinstance(choice, Amounts)}
    return kinds == {IssueShares, RedeemShares} and len(choices) == 3


GENERAL: dict[str, Callable[[Game], bool]] = {
    "opening": lambda game: not game.actions,
    "stock-round": lambda game: game.state.stock is not None,
    "bankruptcy": bankruptcy_at_hand,
}
MOMENTS: dict[str, dict[str, Callable[[Game], bool]]] = {
    "1856": {
        **GENERAL,
        **{f"phase-{phase}": about_to_lay(phase - 1) for phase in range(1, 7)},
        "cgr-forming": debts_fall_due,
    },
    "1851": {
        **{f"1851-{name}": answers for name, answers in GENERAL.items()},
        **{f"1851-phase-{name}": about_to_lay(phase) for phase, name in enumerate("234568")},
        "1851-own-shares": own_shares_at_hand,
    },
}
"""By title, file to what its moment is. In 1856 phase 1 is that of the 2-trains and phase 6 that of the
diesels; in 1851 phases are called by their trains."""


def moments(title: str, seed: int, best: dict[str, tuple[int, bytes]]) -> None:
    """Play the game of a seed and keep each moment that comes earlier in it than the best so far."""
    game = trunkline.new(title, list(PLAYERS), seed=seed)
    play = turns(game, RandomPlayer(seed))
    wanted = MOMENTS[title]
    while not game.over:
        count = len(game.actions)
        for name, answers in wanted.items():
            if (name not in best or count < best[name][0]) and answers(game):
                best[name] = (count, game.to_bytes())
        if all(name in best and best[name][0] <= count for name in wanted) or next(play, None) is None:
            return


def make(title: str) -> None:
    """Find the moments of a title and write their files."""
    best: dict[str, tuple[int, bytes]] = {}
    for seed in SEEDS:
        moments(title, seed, best)
    FOLDER.mkdir(exist_ok=True)
    for name in MOMENTS[title]:
        count, data = best[name]
        text = json.dumps(json.loads(data), separators=(",", ":"), ensure_ascii=False)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{name}: after {count} actions, {len(text) // 1000} kB")


def main() -> None:
    """Make the positions of the titles asked for, or of all."""
    for title in sys.argv[1:] or MOMENTS:
        make(title)


if __name__ == "__main__":
    main()
