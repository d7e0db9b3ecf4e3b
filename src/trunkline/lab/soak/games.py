"""Soak tests: random games to their end, with every check at every moment."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import msgspec

import trunkline
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.context import Milestone, Title
from trunkline.engine.kernel.state import State
from trunkline.game import Game, actions
from trunkline.game.actions import Action, AnyAction
from trunkline.interop import export_file
from trunkline.lab.soak.checker import CheckFailed, Finding, GameChecker, crashes, play_and_check
from trunkline.players import STALLED, first_to_act, play_out
from trunkline.players.random_player import (
    BEST_RUN,
    HALF_WEIGHT,
    OFFER_WEIGHT,
    WEIGHTS,
    WITHHOLD_WEIGHT,
    RandomPlayer,
    RandomWeights,
)
from trunkline.util.errors import UsageError
from trunkline.util.subprocesses import map_ordered

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
MOST_ACTIONS = 20_000
"""Number of actions after which a game is cut off and reported as such."""
SEED_STEP = 1_000_000
SWINGS: dict[type[Action], tuple[float, float]] = {
    actions.TakeLoan: (0.2, 6.0),
    actions.RedeemLoans: (0.25, 4.0),
    actions.SellShares: (0.2, 1.6),
    actions.StartCorporation: (0.3, 3.0),
    actions.BuyShare: (0.3, 3.0),
    actions.BuyPrivate: (0.3, 3.0),
    actions.BuyTrain: (0.6, 4.0),
    actions.LayTile: (0.3, 3.0),
    actions.PlaceToken: (0.3, 3.0),
    actions.PlacePrivateToken: (0.3, 3.0),
    actions.BuyRight: (0.3, 4.0),
    actions.Bid: (0.3, 3.0),
    actions.Pass: (0.5, 2.0),
    actions.IssueShares: (0.2, 4.0),
    actions.RedeemShares: (0.2, 4.0),
    actions.AssignPower: (0.3, 3.0),
    actions.ActivateFerry: (0.3, 3.0),
    actions.BuyBond: (0.3, 3.0),
    actions.SellBonds: (0.2, 3.0),
    actions.RedeemBonds: (0.3, 3.0),
}
"""Range of the random factor for each kind's weight in a game.

Games with many loans or trains reach situations that average games do not. With more sales than this, every
company closes before the game ends.
"""

DRAWN_LAST = (
    actions.AssignPower,
    actions.BuyBond,
    actions.SellBonds,
    actions.RedeemBonds,
    actions.ActivateFerry,
)
"""Kinds added later. They are drawn last, so that the games of titles without them do not change."""
ONE_POOR_IN = 8
POOR: dict[type[Action], float] = {
    actions.LayTile: 0.01,
    actions.RunTrains: 0.05,
    actions.SellShares: 4.0,
    actions.Pass: 2.0,
}
"""Weight factors that keep corporations poor, so that presidents go bankrupt."""

STALLED_GAME, CUT_OFF, FOUND = "stalled", "cut off", "check failed"
EXPORT = "export"
"""The check that another program accepts the game."""


def _started(played: Sequence[Action], last: State) -> int:
    return sum(isinstance(action, actions.StartCorporation) for action in played)


STARTED = Milestone("companies started", _started)


def milestones(title: Title) -> tuple[Milestone, ...]:
    """Return everything that is counted in the games of a title, with the title's own milestones last."""
    return (STARTED, *title.milestones)


class Plan(msgspec.Struct, frozen=True):
    """The settings of a soak. ``players`` are the numbers of seats, used in turn."""

    title: str
    games: int
    players: tuple[int, ...]
    seed: int = 1
    rules: str = "printed"
    variants: tuple[str, ...] = ()
    runs: str = "best"
    board: str = ""
    """The text of a board that replaces the title's own."""
    most: int = MOST_ACTIONS
    export: str = ""
    """Folder for games exported in another program's format; empty: no export.

    Games that stall or are cut off are not exported. A game that failed a check is finished without checks,
    so that the other program gets it too.
    """


class SoakGame(msgspec.Struct, frozen=True):
    """One game of a soak, by its number from 1."""

    plan: Plan
    number: int

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.plan.players[(self.number - 1) % len(self.plan.players)]

    @property
    def seed(self) -> int:
        """The seed of all random draws in the game."""
        return self.plan.seed * SEED_STEP + self.number


class Outcome(msgspec.Struct):
    """The result of one game."""

    number: int
    players: int
    ending: str
    """The reason the game gives, or why it was not played to its end."""
    phase: int
    """Index of the last phase."""
    counts: dict[str, int]
    """Number of times each milestone was reached."""
    decisions: int
    probed: int
    seconds: float
    digest: str
    refused: dict[str, int]
    exported: bool = False
    finding: Finding | None = None
    actions: tuple[AnyAction, ...] = ()
    """The actions up to the failed check; empty if all checks passed."""


def opened(case: SoakGame) -> Game:
    """Return the game before its first action. Raises ``UsageError``."""
    plan = case.plan
    return trunkline.new(
        plan.title,
        NAMES[: case.seats],
        seed=case.seed,
        variants=plan.variants,
        rules=plan.rules,
        runs=plan.runs,
        board=plan.board,
    )


def random_weights(seed: int) -> RandomWeights:
    """Return the random weights of one game: the usual weights, each with a random factor."""
    rng = random.Random(f"temperament {seed}")
    weights = {kind: _swung(rng, kind) for kind in WEIGHTS if kind not in DRAWN_LAST}
    result = RandomWeights(
        weights,
        offer=OFFER_WEIGHT * _swing(rng, 0.3, 3.0),
        withhold=WITHHOLD_WEIGHT * _swing(rng, 0.5, 2.0),
        best_run=BEST_RUN * rng.random(),
        half=HALF_WEIGHT * _swing(rng, 0.3, 3.0),
    )
    return replace(result, weights=weights | {kind: _swung(rng, kind) for kind in DRAWN_LAST})


def ruinous(usual: RandomWeights, seed: int) -> RandomWeights:
    """Return the weights, changed in one of ``ONE_POOR_IN`` games so that corporations stay poor."""
    if random.Random(f"poor {seed}").randrange(ONE_POOR_IN):
        return usual
    return replace(
        usual, weights={kind: weight * POOR.get(kind, 1.0) for kind, weight in usual.weights.items()}
    )


def _weights(game: Game, seed: int) -> RandomWeights:
    """Return the weights of the players.

    If the game continues after a bankruptcy, some cause bankruptcies.
    """
    usual = random_weights(seed)
    return usual if game.board.ending.players_left is None else ruinous(usual, seed)


def play(case: SoakGame) -> Outcome:
    """Play one game of a soak to its end, or to the first failed check."""
    return played(case)[1]


def played(case: SoakGame) -> tuple[Game, Outcome]:
    """Play one game of a soak to its end, or to the first failed check, and return it with its result."""
    started = time.perf_counter()
    game = opened(case)
    examiner = GameChecker(game, case.seed)
    finding: Finding | None = None
    ending, exported = "", False
    try:
        ending = _to_the_end(game, examiner, _player(game, case.seed), case.plan.most)
        examiner.look_back()
        exported = _export(case, game)
    except CheckFailed as wrong:
        finding, ending = wrong.finding, FOUND
        exported = finding.check != EXPORT and _exported_unchecked(case)
    return game, Outcome(
        number=case.number,
        players=case.seats,
        ending=ending,
        phase=game.state.phase,
        counts={
            milestone.what: milestone.count(game.actions, game.state) for milestone in milestones(game.title)
        },
        decisions=len(game.actions),
        probed=examiner.probed,
        seconds=time.perf_counter() - started,
        digest=game.digest(),
        refused=dict(examiner.refused),
        exported=exported,
        finding=finding,
        actions=tuple(game.actions) if finding else (),  # type: ignore[arg-type]
    )


def _player(game: Game, seed: int) -> RandomPlayer:
    """Return the player that acts for every seat of a game."""
    return RandomPlayer(seed, _weights(game, seed))


def _exported_unchecked(case: SoakGame) -> bool:
    """Replay a game to its end without checks and export it if requested. Return whether it was written."""
    if not case.plan.export:
        return False
    game = opened(case)
    try:
        with crashes("Playing on"):
            play_out(game, _player(game, case.seed), case.plan.most)
        return _export(case, game)
    except CheckFailed:  # the outcome already has its finding
        return False


def _export(case: SoakGame, game: Game) -> bool:
    """Export a finished game if requested. Return whether it was written.

    Raises ``CheckFailed`` if the other program would not accept it.
    """
    plan = case.plan
    if not plan.export or not game.over:
        return False
    path = Path(plan.export) / f"{plan.title}-seed{plan.seed}-game{case.number}.json"
    try:
        export_file(game, path)
    except UsageError as error:
        raise CheckFailed(EXPORT, str(error)) from error
    return True


def play_all(plan: Plan, jobs: int = 1) -> Iterator[Outcome]:
    """Yield the games of a soak in order, played by ``jobs`` processes. Raises ``UsageError``."""
    for seats in range(len(plan.players)):
        opened(SoakGame(plan, seats + 1))
    cases = [SoakGame(plan, number) for number in range(1, plan.games + 1)]
    yield from map_ordered(play, cases, jobs)


def seats_of(text: str) -> tuple[int, ...]:
    """Return the numbers of players in a text such as ``4`` or ``3-6``. Raises ``UsageError``."""
    low, dash, high = text.partition("-")
    if not low.isdecimal() or (dash and not high.isdecimal()):
        raise UsageError(f"{text!r} is no number of players; give one such as 4, or a range such as 3-6.")
    first, last = int(low), int(high or low)
    if not 1 <= first <= last <= len(NAMES):
        raise UsageError(f"{text!r} is no range of players from 1 to {len(NAMES)}.")
    return tuple(range(first, last + 1))


def _to_the_end(game: Game, examiner: GameChecker, player: RandomPlayer, most: int) -> str:
    """Play to the end and check every moment. Return the reason for the end."""
    passes = 0
    for played in count():
        offered = examiner.look()
        if game.over:
            return game.state.reason
        if passes >= STALLED:
            return STALLED_GAME
        if played >= most:
            return CUT_OFF
        decider = first_to_act(game)
        action = player.choose_from([choice for choice in offered if whose(choice) == decider])
        play_and_check(game, action)
        passes = passes + 1 if isinstance(action, actions.Pass) else 0
    raise AssertionError("counting never ends")


def whose(choice: Choice) -> str:
    """Return the player whose choice it is."""
    return choice.action.player if isinstance(choice, Amounts) else choice.player


def _swung(rng: random.Random, kind: type[Action]) -> float:
    return WEIGHTS[kind] * _swing(rng, *SWINGS.get(kind, (1.0, 1.0)))


def _swing(rng: random.Random, low: float, high: float) -> float:
    """Return a random factor between the two, log-uniform: halving and doubling are equally likely."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))
