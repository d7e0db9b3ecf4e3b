"""Makes the positions of ``tests/lab/soak/perft`` again: run it from anywhere, then ``make perft``.

    .venv/bin/python tests/lab/soak/make_positions.py

Random players (``RandomPlayer(seed)`` in all three seats of ``new(title, [Ann, Bob, Cy], seed=seed,
rules=reading)``) play one game of each reading of each title for each seed; in 18GL, where few are ruined,
with the random weights that they have in a soak. After every action the moment is compared with the
descriptions below. Of all moments that fit a description the one with the fewest actions is kept, the lower
seed first, and saved as any game is (without the white space). Positions in a phase are those in which a
corporation that owns a train is about to lay track, so that track, tokens, runs, dividends and trains all
come within a few actions; the number of choices is limited where the count to depth 3 would take minutes.

A change of the rules or of the random player may change what is found; the counts must then be made again and
checked (``make perft`` says which differ). The command line may name the titles (``1851``) or readings
(``1851:rails``) whose positions are made again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import trunkline
from trunkline.engine.kernel.action import (
    BuyTrain,
    DeclareBankruptcy,
    Dividend,
    IssueShares,
    LayTile,
    RedeemShares,
)
from trunkline.engine.kernel.choice import Amounts
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Decision
from trunkline.engine.loans.state import Debt
from trunkline.game import Game
from trunkline.lab.soak.games import random_weights, ruinous
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer
from trunkline.titles.t18gl.decisions import ConrailTokens, Shortfall
from trunkline.titles.t1856.decisions import DebtsDue, TokensToLose

FOLDER = Path(__file__).parent / "perft"
PLAYERS = ("Ann", "Bob", "Cy")
SEEDS = range(1, 121)
MOST_CHOICES = 24


def about_to_lay(phase: int) -> Callable[[Game], bool]:
    """Return a check that a corporation with a train is about to lay track in this phase (from 0).

    The number of choices is limited.
    """

    def answers(game: Game) -> bool:
        state = game.state
        turn = state.operating.turn if state.operating else None
        if state.phase != phase or turn is None or turn.step or turn.laid or state.pending:
            return False
        choices = game.legal()
        may_lay = any(isinstance(choice, LayTile) and not choice.power for choice in choices)
        return bool(state.trains_at(turn.corp)) and may_lay and 2 < len(choices) <= MOST_CHOICES

    return answers


def debts_fall_due(game: Game) -> bool:
    """A president has several corporations whose debts must be settled after the first 6."""
    return waiting_for(game, DebtsDue) and len(game.legal()) > 2


def interest_is_short(game: Game) -> bool:
    """A president must raise money for interest and has several ways to do so."""
    return waiting_for(game, Shortfall) and 2 < len(game.legal()) <= MOST_CHOICES


def tokens_are_chosen(game: Game) -> bool:
    """CONRAIL has formed, and its president may choose one more token from several."""
    return waiting_for(game, ConrailTokens) and len(game.legal()) > 2


def waiting_for(game: Game, kind: type[Decision]) -> bool:
    """Return whether a decision of this kind is pending."""
    return bool(game.state.pending) and isinstance(game.state.pending[-1], kind)


def bankruptcy_at_hand(game: Game) -> bool:
    """A player may declare bankruptcy or do something else."""
    state = game.state
    if not state.pending and state.operating is None:
        return False
    choices = game.legal()
    return len(choices) > 1 and any(isinstance(choice, DeclareBankruptcy) for choice in choices)


def ruined(game: Game) -> bool:
    """A player can only declare bankruptcy, and the others will continue the game."""
    state = game.state
    if not state.pending and state.operating is None:
        return False
    return any(isinstance(choice, DeclareBankruptcy) for choice in game.legal()) and len(state.seats) > 2


def own_shares_at_hand(game: Game) -> bool:
    """The only choices are several numbers of shares to issue and to redeem."""
    choices = game.legal()
    kinds = {type(choice.action) for choice in choices if isinstance(choice, Amounts)}
    return kinds == {IssueShares, RedeemShares} and len(choices) == 3


def discards_wait(game: Game) -> bool:
    """A corporation owns too many trains, and its president must discard after the step for loans."""
    state, policies = game.state, game.title.policies
    t = Context(game.title, state)
    corps = (corp for corp in state.corporations.values() if corp.started)
    over = any(len(state.trains_at(corp.id)) > policies.train_limit(t, corp) for corp in corps)
    return over and policies.discards_wait(t) and len(game.legal()) > 1


def loans_wait(game: Game) -> bool:
    """A turn has reached its loans step with several choices."""
    state = game.state
    turn = state.operating.turn if state.operating else None
    if turn is None or state.pending or game.title.turn_steps[turn.step].name != "redeem loans":
        return False
    return len(game.legal()) > 2


def tokens_are_given_up(game: Game) -> bool:
    """The CGR has formed with too many tokens."""
    return waiting_for(game, TokensToLose) and len(game.legal()) > 1


def debt_is_raised(game: Game) -> bool:
    """A president owes interest or loans and may sell shares of several corporations."""
    return waiting_for(game, Debt) and len(game.legal()) > 2


def president_helps(game: Game) -> bool:
    """A corporation may buy a train that it cannot afford without the money of its president."""
    turn = game.state.operating.turn if game.state.operating else None
    if turn is None or game.state.pending:
        return False
    cash = game.state.corporations[turn.corp].cash
    bought = [choice for choice in game.legal() if isinstance(choice, BuyTrain) and choice.price > cash]
    return len(bought) > 1 and len(game.legal()) <= MOST_CHOICES


def half_dividend(game: Game) -> bool:
    """A half dividend is legal, and half of the earnings is not a multiple of $10 a share."""
    turn = game.state.operating.turn if game.state.operating else None
    if turn is None or game.state.pending or turn.revenue % 20 == 0:
        return False
    return any(isinstance(choice, Dividend) and choice.payout == "half" for choice in game.legal())


GENERAL: dict[str, Callable[[Game], bool]] = {
    "opening": lambda game: not game.actions,
    "stock-round": lambda game: game.state.stock is not None,
    "bankruptcy": bankruptcy_at_hand,
}
PHASES_18GL = {0: "2h", 1: "4h", 2: "6h", 3: "10h", 5: "d"}
MOMENTS: dict[tuple[str, str], dict[str, Callable[[Game], bool]]] = {
    ("1856", "printed"): {
        **GENERAL,
        **{f"phase-{phase}": about_to_lay(phase - 1) for phase in range(1, 7)},
        "cgr-forming": debts_fall_due,
    },
    ("1856", "18xx.games"): {
        **{f"site-phase-{phase}": about_to_lay(phase - 1) for phase in (2, 4, 6)},
        "site-discards": discards_wait,
        "site-loans": loans_wait,
        "site-debt": debt_is_raised,
        "site-cgr-tokens": tokens_are_given_up,
    },
    ("1851", "printed"): {
        **{f"1851-{name}": answers for name, answers in GENERAL.items()},
        **{f"1851-phase-{name}": about_to_lay(phase) for phase, name in enumerate("234568")},
        "1851-own-shares": own_shares_at_hand,
    },
    ("1851", "rails"): {
        "rails-stock-round": GENERAL["stock-round"],
        **{f"rails-phase-{name}": about_to_lay(phase) for phase, name in ((1, "3"), (3, "5"))},
        "rails-help": president_helps,
        "rails-half": half_dividend,
    },
    ("1851", "rails-1.x"): {
        "rails-1.x-phase-4": about_to_lay(2),
        "rails-1.x-half": half_dividend,
    },
    ("18GL", "printed"): {
        **{f"18gl-{name}": answers for name, answers in GENERAL.items()},
        "18gl-bankruptcy": ruined,
        **{f"18gl-phase-{name}": about_to_lay(phase) for phase, name in PHASES_18GL.items()},
        "18gl-tokens-of-conrail": tokens_are_chosen,
        "18gl-interest": interest_is_short,
    },
}
"""Descriptions of moments, by title and reading, then by file.

In 1856 phase 1 is that of the 2-trains and phase 6 that of the diesels. In 1851 and 18GL phases are named
after their trains.
"""


def moments(title: str, rules: str, seed: int, best: dict[str, tuple[int, bytes]]) -> None:
    """Play the game of a seed. Keep each moment that comes earlier in it than the best so far."""
    game = trunkline.new(title, list(PLAYERS), seed=seed, rules=rules)
    weights = ruinous(random_weights(seed), seed) if title == "18GL" else None
    play = play_turns(game, RandomPlayer(seed, weights))
    wanted = MOMENTS[title, rules]
    while not game.over:
        count = len(game.actions)
        for name, answers in wanted.items():
            if (name not in best or count < best[name][0]) and answers(game):
                best[name] = (count, game.to_bytes())
        if all(name in best and best[name][0] <= count for name in wanted) or next(play, None) is None:
            return


def make(title: str, rules: str) -> None:
    """Find the moments of a reading of a title and write their files."""
    best: dict[str, tuple[int, bytes]] = {}
    for seed in SEEDS:
        moments(title, rules, seed, best)
    FOLDER.mkdir(exist_ok=True)
    for name in MOMENTS[title, rules]:
        count, data = best[name]
        text = json.dumps(json.loads(data), separators=(",", ":"), ensure_ascii=False)
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{name}: after {count} actions, {len(text) // 1000} kB")


def main() -> None:
    """Make the positions of the titles or readings on the command line, or of all."""
    for title, rules in MOMENTS:
        if len(sys.argv) == 1 or {title, f"{title}:{rules}"} & {*sys.argv}:
            make(title, rules)


if __name__ == "__main__":
    main()
