"""The games for the judge: random ones, under the rules of the site."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from trunkline import actions
from trunkline.engine.kernel.action import Action, Pass
from trunkline.game import Game
from trunkline.lab.soak.games import Plan, SoakGame, opened, random_weights
from trunkline.players import STALLED
from trunkline.players.random_player import WEIGHTS, RandomPlayer, RandomWeights
from trunkline.titles import catalogue

RULES = "18xx.games"
SEATS = (3, 4, 5, 6)
SOAK, MILD = "soak", "mild"
MOST_ACTIONS = 6000
OFTEN: dict[type[Action], float] = {
    actions.Pass: 1.0,
    actions.SellShares: 0.15,
    actions.BuyShare: 40,
    actions.BuyTrain: 40,
    actions.TakeLoan: 3,
    actions.RedeemLoans: 2,
}
"""Weights of a milder player. Companies survive and buy, so that games reach the late trains."""


@dataclass(frozen=True)
class Plot:
    """One game: its player, its seed and its number from 1, which decides seats, variants and runs."""

    player: str
    seed: int
    number: int

    def __str__(self) -> str:
        return f"{self.player}-seed{self.seed}-game{self.number}"

    def game(self) -> Game:
        """Play the game, to its end or until it stalls."""
        game = opened(self._case())
        player = RandomPlayer(self._case().seed, self._mind())
        passes = 0
        while not game.over and passes < STALLED and len(game.actions) < MOST_ACTIONS:
            waiting = game.to_act
            action = player.choose(game, next(name for name in game.players if name in waiting))
            game.play(action)
            passes = passes + 1 if isinstance(action, Pass) else 0
        return game

    def _case(self) -> SoakGame:
        variants = catalogue()["1856"].variants
        choices = [some for size in range(len(variants) + 1) for some in combinations(variants, size)]
        turn = self.number // len(choices)  # so that seats, variants and runs occur in new combinations
        variant = choices[(self.number + turn) % len(choices)]
        runs = ("free", "best")[(self.number // 2 + turn // 2) % 2]
        return SoakGame(Plan("1856", 1, SEATS, self.seed, RULES, variant, runs), self.number)

    def _mind(self) -> RandomWeights:
        swung = random_weights(self._case().seed)
        if self.player == SOAK:
            return swung
        weights = {kind: OFTEN.get(kind, weight) for kind, weight in WEIGHTS.items()}
        return RandomWeights(weights, offer=0.02, withhold=0.4, best_run=0.5)
