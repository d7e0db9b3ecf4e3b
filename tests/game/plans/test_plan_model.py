"""Plans do what the page for players says, compared with a model in random games."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

import trunkline
from auto_action_match import HANDS, random_options
from plan_model import STOP, WAIT, PlanModel
from trunkline.engine.kernel.options import Options
from trunkline.game import Game, plans
from trunkline.game.actions import Action
from trunkline.game.auto_actions import Stop
from trunkline.game.plans import Mode, Plan, StepState
from trunkline.players.random_player import RandomPlayer

TITLES = ("1856", "1851", "18GL")
GAMES = int(os.environ.get("TRUNKLINE_PLAN_GAMES", "4"))
"""Random games of each test."""
LONG = 12
"""The most moves of a sandbox."""


class PlanMatch:
    """A random game in two copies. Plans decide in one, and the model in the other."""

    def __init__(self, options: Options, seed: int) -> None:
        self.product, self.model = self.new(options), self.new(options)
        self.rng = random.Random(seed)
        self.hand = RandomPlayer(seed, HANDS)
        self.loyal = self.rng.choice((0.5, 0.9, 0.98))
        """The chance that other players move as assumed."""
        self.active: dict[str, tuple[Plan, Mode, int, PlanModel]] = {}
        """The plans by seat, each with its mode, the number of actions before it, and its model."""
        self.count: Counter[str] = Counter()

    def new(self, options: Options) -> Game:
        """Return a copy of the game."""
        return trunkline.new(
            options.title,
            options.players,
            seed=options.seed,
            variants=options.variants,
            rules=options.rules,
            runs=options.runs,
        )

    def run(self, until: int) -> None:
        """Play so many actions, or to the end."""
        while not self.product.over and len(self.product.actions) < until:
            if self.rng.random() < 0.25:
                self.keep(self.rng.choice(self.product.players))
            self.step()

    def keep(self, player: str) -> None:
        """Try moves on a copy, and keep them as a plan of a player."""
        sandbox, moves = self.product.copy(), list[Action]()
        while not sandbox.over and len(moves) < self.rng.randint(1, LONG):
            moves.append(self.hand.choose(sandbox, self.rng.choice(sorted(sandbox.to_act))))
            sandbox.play(moves[-1])
        plan = plans.make(self.product, player, moves)
        if not plan.steps:
            return
        mode = self.rng.choice((Mode.SAME, Mode.SAME, Mode.EXACT))
        model = PlanModel(player, self.model.copy(), list(moves), mode is Mode.EXACT)
        for index, facts in model.effects.items():
            assert len(plan.steps[index].figures) == len(facts), (plan.steps[index], facts)
        self.active[player] = plan, mode, len(self.product.actions), model
        self.count["kept"] += 1

    def step(self) -> None:
        """Play one action in both copies: a step of a plan, an assumed move, or a random one."""
        chosen = self.choice()
        self.product.play(chosen)
        self.model.play(chosen)
        assert self.product.digest() == self.model.digest()
        for player, (plan, mode, since, model) in list(self.active.items()):
            model.watch([chosen])
            now = plans.progress(plan, self.product.actions[since:])
            for mark, expected in ((plans.Mark.DONE, model.done), (plans.Mark.OTHERWISE, model.over)):
                assert {index for index, each in enumerate(now.marks) if each is mark} == expected
            stopped = bool(now.own_strays) or (mode is Mode.EXACT and not now.exact)
            if now.done or stopped or self.product.over:
                assert now.done == (model.following is None)
                assert stopped <= model.stopped
                self.count["done" if now.done else "stopped by an action"] += 1
                del self.active[player]

    def choice(self) -> Action:
        """Return the next action. Compare what the plans and the model would do."""
        for player, (plan, mode, since, model) in list(self.active.items()):
            now = plans.progress(plan, self.product.actions[since:])
            found, told = plans.decide(self.product, plan, now, mode), model.next_action(self.model)
            assert plans.sendable(self.product, plan, now) == model.made_by_a_click(self.model)
            self.look(plan, now, found)
            if isinstance(found, Stop):
                assert told == STOP, (found, told)
                self.count["stopped: " + ("legal" if "is not legal" in found.reason else "figures")] += 1
                del self.active[player]
            elif found is None:
                assert told == WAIT, told
            else:
                assert told == found, (told, found)
                self.count[f"acts {mode.value}"] += 1
                if now.strays:
                    self.count["acts though others moved otherwise"] += 1
                if self.rng.random() < 0.97:
                    return found
        for plan, _, since, _ in self.active.values():
            now = plans.progress(plan, self.product.actions[since:])
            assumed = [
                step.action
                for step, mark in zip(plan.steps[: now.next], now.marks, strict=False)
                if mark is plans.Mark.OPEN and step.action.player != plan.player
            ]
            if assumed and self.rng.random() < self.loyal and self.product.check(assumed[0]) is None:
                return assumed[0]
        return self.hand.choose(self.product, self.rng.choice(sorted(self.product.to_act)))

    def look(self, plan: Plan, now: plans.Progress, found: Action | Stop | None) -> None:
        """Compare the states that the page shows with the decision."""
        views = plans.outlook(self.product, plan, now)
        sent = plans.sendable(self.product, plan, now)
        states = [view.state for view in views]
        shown = states.count(StepState.READY) + states.count(StepState.CHANGED)
        assert shown == len(sent)
        if isinstance(found, Stop):
            assert {StepState.CHANGED, StepState.REFUSED} & set(states)
        elif found is not None:
            assert sent[0] == found
            assert {StepState.CHANGED, StepState.REFUSED}.isdisjoint(states)


@pytest.mark.parametrize("title", TITLES)
def test_in_random_games_plans_do_what_the_page_says(title: str) -> None:
    count: Counter[str] = Counter()
    for seed in range(GAMES):
        match = PlanMatch(random_options(title, seed), seed)
        match.run(220)
        count += match.count
    wanted = ("acts same", "acts exact", "acts though others moved otherwise", "done", "stopped by an action")
    assert all(count[each] for each in (*wanted, "stopped: legal", "stopped: figures")), count
