"""Two copies of a random game: auto-actions decide in one, and the model of auto-actions in the other."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec

import trunkline
from auto_action_corporation_model import AnswerModel, OperateModel
from auto_action_model import DONE, STOPPED, BidModel, BuyModel, Given, Instruction, Moment, PassModel, Table
from auto_action_model import auto_pass as model_auto_pass
from trunkline.engine.kernel.options import Options
from trunkline.game import Game, actions
from trunkline.game import auto_actions as auto
from trunkline.game.actions import Action
from trunkline.game.auto_actions import AutoAction, Stop
from trunkline.players.random_player import WEIGHTS, RandomPlayer, RandomWeights

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")
MODELS: dict[str, type[Instruction]] = {
    kind.kind: kind for kind in (PassModel, BuyModel, BidModel, OperateModel, AnswerModel)
}
GUARDS = ("buys", "sells", "starts", "rust", "track")
HANDS = RandomWeights({**WEIGHTS, actions.BuyPrivate: 2, actions.Bid: 8}, offer=0.2, best_run=0.1)
"""Weights of the players without an auto-action. They make offers often."""


def random_options(title: str, seed: int) -> Options:
    """Return the settings of a random game of a title: the number of players, the reading and variants."""
    rng, about = random.Random(seed), trunkline.catalogue()[title]
    printed = rng.random() < 0.7
    return Options(
        title,
        NAMES[: rng.randint(*about.players)],
        seed=seed,
        variants=tuple(name for name in about.variants if printed and rng.random() < 0.2),
        rules="printed" if printed else rng.choice(about.rules),
        runs=rng.choice(("best", "announced")) if printed else "best",
    )


class Disagreement(AssertionError):
    """A difference between the auto-actions and the model."""


def kind_of(given: AutoAction) -> str:
    """Return the kind of an auto-action, as in the API."""
    return str(type(given).__struct_config__.tag)


def modelled(given: AutoAction) -> Instruction:
    """Return the instruction of the model that says the same."""
    return MODELS[kind_of(given)](**msgspec.structs.asdict(given))


class Match:
    """A random game in two copies."""

    def __init__(self, options: Options, seed: int, *, often: float | None = None) -> None:
        """Start both copies. ``often`` is the chance of a new auto-action before each action."""
        self.product = self._new(options)
        self.model = self._new(options)
        self.rng = random.Random(seed)
        self.hand = RandomPlayer(seed, HANDS)
        self.auto_pass = self.rng.random() < 0.5
        self.table = Table()
        self.active: list[tuple[AutoAction, Given]] = []
        self.count: Counter[str] = Counter()
        self.often = often or self.rng.choice((0.05, 0.2, 0.5))

    def _new(self, options: Options) -> Game:
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
            if self.rng.random() < self.often:
                self.give(self.rng.choice(self.product.players))
            self.step()

    # -- instructions

    def give(self, player: str) -> None:
        """Give a random instruction that is on offer, perhaps with other settings, on both sides."""
        found = auto.offers(self.product, player)
        kinds = sorted({kind_of(each) for each in found})
        if not kinds:
            return
        kind = self.rng.choice(kinds)
        given = self.changed(self.rng.choice([each for each in found if kind_of(each) == kind]))
        fault, refusal = auto.check(self.product, given), modelled(given).refusal(self.model)
        if bool(fault) != bool(refusal):
            raise self.wrong(f"{given} can be set? product: {fault or 'yes'}; model: {refusal or 'yes'}")
        if fault:
            self.count["refused"] += 1
            return
        other = Given(modelled(given))
        self.active = [
            (each, model)
            for each, model in self.active
            if (each.player, auto.slot(each)) != (given.player, auto.slot(given))
        ]
        self.active.append((given, other))
        self.table.give(other)
        if [model for _, model in self.active] != self.table.active:
            raise self.wrong(f"{given} replaces something else")
        self.count[kind] += 1

    def changed(self, given: AutoAction) -> AutoAction:
        """Return the same auto-action with other settings, often those that can be set."""
        new: dict[str, Any] = {}
        rng, state = self.rng, self.product.shared_state
        for name in GUARDS:
            if hasattr(given, name) and rng.random() < 0.4:
                new[name] = rng.random() < 0.5 and getattr(given, name)
            if hasattr(given, name) and rng.random() < 0.03:
                new[name] = True
        match given:
            case auto.BuyShares():
                new["percent"] = given.percent + rng.choice((0, 10, 10, 20, 30, -10, 50))
                new["limit"] = rng.choice((None, None, given.limit, (given.limit or 0) + 10, 50))
                if rng.random() < 0.1:
                    new["corp"] = rng.choice([*state.corporations])
            case auto.BidUpTo():
                new["limit"] = given.limit + rng.choice((-5, 0, 5, 10, 20, 40, 100))
                new["outbid"] = rng.choice(("pass", "stop"))
                if rng.random() < 0.3:
                    new["private"] = rng.choice([*state.privates])
            case auto.OperateAsBefore():
                new["payout"] = rng.choice(("pay", "pay", "withhold", "half"))
                new["minimum"] = rng.choice((None, given.minimum, 10, 50, (given.minimum or 0) + 10))
                new["rust"] = given.rust and rng.random() < 0.5
                new["track"] = rng.random() < 0.7
            case auto.AnswerOffers():
                new["accept"] = rng.random() < (0.9 if given.offer == "runs" else 0.4)
                new["thing"] = rng.choice((given.thing, ""))
                new["price"] = rng.choice((None, None, 1, 50, 100, 0))
                new["asker"] = rng.choice(("", "", *self.product.players))
                if given.offer in ("power", "runs") and rng.random() < 0.9:
                    new["price"] = None
        return msgspec.structs.replace(given, **new)

    # -- actions

    def step(self) -> None:
        """Play one action in both copies, and compare them."""
        chosen = self.choice()
        by_hand = self.rng.random() < 0.05
        if chosen is None or by_hand:
            player = self.rng.choice(sorted(self.product.to_act))
            chosen = self.hand.choose(self.product, player)
            self.count["by hand"] += 1
        before = self.product.copy(), self.model.copy()
        self.product.play(chosen)
        self.model.play(chosen)
        if self.product.digest() != self.model.digest():
            raise self.wrong(f"{chosen} leads to two positions")
        self.follow(before, chosen)

    def choice(self) -> Action | None:
        """Return the action that both sides take, or None if a person must decide."""
        chosen: Action | None = None
        ended: dict[int, Stop] = {}
        for each, model in self.active:
            found = auto.decide(self.product, each)
            if isinstance(found, Stop):
                ended[id(model)] = found
            elif found is not None:
                chosen = found
                self.count[f"{kind_of(each)} acts"] += 1
                break
        told = self.table.next_action(self.model)
        if chosen != told:
            raise self.wrong(f"product: {chosen or ended}; model: {told or self.table.ended}")
        self.compare(ended)
        if chosen is not None or not self.auto_pass:
            return chosen
        for player in sorted(self.product.to_act):
            passes = auto.only_pass(self.product, player)
            if passes != model_auto_pass(self.model, player):
                raise self.wrong(f"{player} can only pass? product: {passes}")
            if passes:
                self.count["auto-pass"] += 1
                return actions.Pass(player)
        return None

    def follow(self, before: tuple[Game, Game], action: Action) -> None:
        """Show the action to both sides, and compare the instructions that end."""
        ended: dict[int, Stop] = {}
        for each, model in self.active:
            stop = auto.advance(each, before[0], action, self.product)
            if stop is not None:
                ended[id(model)] = stop
        self.table.watch(Moment(before[1], action, self.model))
        self.compare(ended)

    def compare(self, ended: dict[int, Stop]) -> None:
        """Compare the ends of both sides, and forget the instructions that have ended."""
        for each, model in self.active:
            mine, theirs = ended.get(id(model)), model.ended
            result = None if mine is None else DONE if mine.done else STOPPED
            if result != (theirs.result if theirs else None):
                raise self.wrong(f"{each} has ended? product: {mine}; model: {theirs}")
            if theirs is not None:
                self.count[f"{kind_of(each)} {theirs.result}"] += 1
                self.count[f"{kind_of(each)} {theirs.result}: {theirs.why.partition(':')[0]}"] += 1
        self.active = [(each, model) for each, model in self.active if model.ended is None]
        self.table.forget_ended()

    def wrong(self, what: str) -> Disagreement:
        """Return the error for a difference, with the moment at which it came up."""
        played = self.product.actions
        last = played[-1] if played else None
        return Disagreement(f"{what}\nafter action {len(played)}: {last}\n{self.product.options}")
