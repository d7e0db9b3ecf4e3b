"""Random games in which players leave auto-actions, for properties of all kinds at once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import msgspec

import trunkline
from trunkline.game import Game
from trunkline.game import auto_actions as auto
from trunkline.game.actions import Action
from trunkline.game.auto_actions import AutoAction, Stop
from trunkline.players.random_player import RandomPlayer

NAMES = ("Ann", "Bob", "Cy", "Dee")
Look = Callable[[Game, AutoAction, "Action | Stop | None"], None]


class AutoPlay:
    """A random game in which auto-actions are set at random moments and act before the random player."""

    def __init__(self, title: str, seed: int, look: Look, *, every: float = 0.15, runs: str = "best") -> None:
        """``look`` is called with each decision of an auto-action. ``every`` is the chance of setting one."""
        self.game = trunkline.new(title, NAMES, seed=seed, runs=runs)
        self.rng = random.Random(seed)
        self.hand = RandomPlayer(seed)
        self.look = look
        self.every = every
        self.active: list[AutoAction] = []
        self.acted: Counter[str] = Counter()
        self.stopped: list[tuple[AutoAction, Stop]] = []

    def run(self, actions: int) -> None:
        """Play so many actions, or to the end."""
        while not self.game.over and len(self.game.actions) < actions:
            if self.rng.random() < self.every:
                self.set(self.rng.choice(self.game.players))
            self.step()

    def set(self, player: str) -> None:
        """Set one of the offered auto-actions, with random guards and limits."""
        found = auto.offers(self.game, player)
        for each in found:
            assert auto.check(self.game, each) == "", each
        # Each kind is as likely, however many offers it has.
        kinds = sorted({type(each).__name__ for each in found})
        if not kinds:
            return
        kind = self.rng.choice(kinds)
        chosen = self.changed(self.rng.choice([each for each in found if type(each).__name__ == kind]))
        if auto.check(self.game, chosen):
            return
        place = auto.slot(chosen)
        self.active = [each for each in self.active if each.player != player or auto.slot(each) != place]
        self.active.append(chosen)

    def changed(self, each: AutoAction) -> AutoAction:
        """Return the auto-action with some values other than the defaults."""
        rng = self.rng
        new: dict[str, object] = {}
        for field in ("buys", "sells", "starts", "rust", "track"):
            if getattr(each, field, False):
                new[field] = rng.random() < 0.5
        match each:
            case auto.BuyShares():
                new["percent"] = min(100, each.percent + rng.choice((0, 10, 20, 40)))
                new["limit"] = None if rng.random() < 0.3 else (each.limit or 0) + rng.choice((0, 10, 30))
            case auto.BidUpTo():
                new["limit"] = each.limit + rng.choice((0, 3, 10, 40))
                new["outbid"] = rng.choice(("pass", "stop"))
            case auto.OperateAsBefore():
                new["payout"] = rng.choice(self.game.board.dividends.choices)
                new["minimum"] = rng.choice((None, each.minimum))
            case auto.AnswerOffers():
                if each.offer != "runs":
                    new["accept"] = rng.random() < 0.5
                if each.offer not in ("power", "runs"):
                    new["price"] = rng.choice((None, 1, 100))
        return msgspec.structs.replace(each, **new)

    def step(self) -> None:
        """Play one action: that of the first auto-action that decides, or else a random one."""
        before = self.game.copy()
        action: Action | None = None
        for each in list(self.active):
            found = auto.decide(self.game, each)
            self.look(self.game, each, found)
            if isinstance(found, Stop):
                self.stopped.append((each, found))
                self.active.remove(each)
            elif found is not None and action is None:
                action = found
                self.acted[type(each).__name__] += 1
        if action is None:
            action = self.hand.choose(self.game, min(self.game.to_act))
        self.game.play(action)
        for each in list(self.active):
            stop = auto.advance(each, before, action, self.game)
            if stop is not None:
                self.stopped.append((each, stop))
                self.active.remove(each)
