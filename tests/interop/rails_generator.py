"""Random games of five players, recorded in the format of Rails 1.x.

The generator records a skip for every unused step of a turn and a done at the end of every turn. Sometimes it
lays track or places tokens that no route reaches. A player who only passes to the end of a stock round may
have chosen automatic passes. Entries after a forced discard name the player who discarded.
"""

from __future__ import annotations

import random
from itertools import takewhile

from interop.rails_files import AUTOPASS, DONE, FIVE, PASS, PAYOUT, SKIP, SPLIT, WITHHOLD, FirstRailsFile
from trunkline import actions as A
from trunkline.engine.kernel import referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import BANK, OFFERING, POOL, State
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.steps.operating import OperatingRound
from trunkline.game import Game
from trunkline.interop.rails.action_reader import TURNED
from trunkline.players.random_player import RandomPlayer
from trunkline.titles import build, dealt

PAYOUTS = {"pay": PAYOUT, "half": SPLIT, "withhold": WITHHOLD}
PLACES = {OFFERING: "IPO", BANK: "IPO", POOL: "Pool"}
DEAL = ("lo", "mc", "etwnc", "ow", "cnotp")
ITEMS = ("L&O", "M&C", "ET&WNC", "O&W", "CNO&TP")


class RailsGenerator:
    """A random player that records the file."""

    def __init__(self, seed: int, astray: float = 0.2) -> None:
        options = dealt(
            Options("1851", FIVE, variants=("recorded",), rules="rails-1.x", runs="free", deal=DEAL)
        )
        self.game = Game(build(options), options)
        self.file = FirstRailsFile(ITEMS, 82, FIVE)
        self.astray = 0
        """The number of lays and tokens without a route."""
        self._chance = astray
        self._rng = random.Random(seed)
        self._player = RandomPlayer(seed)
        self._turns: list[tuple[int, str, bool, int]] = []
        """The turns of stock rounds: round, player, whether he passed, the place of the entry at the end."""
        self._discarder = ""
        self._bought = self._traded = False
        self.game.play(A.StartCorporation(FIVE[0], "L&N", 82))

    def play(self, count: int) -> None:
        """Write about this many entries. Stop at the start of a corporation's turn or the end of the game."""
        while not self.game.over and (len(self._actions) < count or not self._begins()):
            (player,) = self.game.to_act
            action = self._choose(player)
            before = self.game.state
            self.game.play(action)
            self._write(action, before, self.game.state)
        self._pass_by_themselves()

    def _begins(self) -> bool:
        operating = self.game.state.operating
        turn = operating.turn if operating else None
        return turn is not None and not turn.step and not turn.laid

    @property
    def _actions(self) -> list[object]:
        actions: list[object] = self.file.data["actions"]
        return actions

    def _choose(self, player: str) -> Action:
        """Return an action that Rails allows, in the order in which Rails records actions."""
        if self._rng.random() < self._chance and (found := self._unled(player)):
            self.astray += 1
            return self._rng.choice(found)
        action = self._player.choose(self.game, player)
        operating = self.game.state.operating
        raises = operating is not None and isinstance(action, (A.SellShares, A.DeclareBankruptcy))
        early = isinstance(action, (A.IssueShares, A.RedeemShares)) and not self._operated(action.corp)
        return A.Pass(player) if raises or early else action

    def _unled(self, player: str) -> list[Action]:
        """Return lays and tokens that are legal only because the setting does not require routes."""
        state, title = self.game.state, self.game.title
        step = referee.current(title, state)
        if state.operating is None or step is None:
            return []
        legal = list(self.game.legal(player))  # only the listed actions: more actions are legal
        found = [
            choice
            for choice in step.candidates(Context(title, state, include_illegal=True), player)
            if isinstance(choice, (A.LayTile, A.PlaceToken)) and choice not in legal
        ]
        self._rng.shuffle(found)
        return [choice for choice in found[:40] if self.game.check(choice) is None]

    def _operated(self, corp: str) -> bool:
        return self.game.state.corporations[corp].operated

    def _write(self, action: Action, before: State, after: State) -> None:
        if before.operating is None:
            self._write_stock(action, before)
        else:
            self._write_turn(action, before, after)

    def _write_stock(self, action: Action, before: State) -> None:
        assert before.stock is not None
        player, passed = action.player, False
        match action:
            case A.StartCorporation():
                self.file.start(player, action.corp, action.par)
            case A.BuyShare():
                self.file.buy(player, action.corp, PLACES.get(action.source, action.corp))
            case A.SellShares():
                self.file.sell(player, action.corp, action.count)
                return
            case _:
                passed = not before.stock.sold
        self._turns.append((before.round.number, player, passed, len(self._actions)))
        self.file.say(PASS if passed else DONE, player)

    def _write_turn(self, action: Action, before: State, after: State) -> None:
        assert before.operating is not None
        turn = before.operating.turn
        assert turn is not None
        step = self._steps[turn.step]
        if isinstance(action, A.DiscardTrain):
            named = before.corporations[turn.corp].president
            self.file.discard(named, action.corp, _train(action.train))
            self._discarder = action.player
        elif isinstance(action, A.Pass):
            self._leave(step, before)
        else:
            place = next(at for at, step in enumerate(self._steps) if type(action) in step.kinds)
            for left in self._steps[turn.step : max(place, turn.step)]:
                self._leave(left, before)
            self._write_act(action, after)
        now = after.operating.turn if after.operating else None
        if now is None or now.corp != turn.corp or now.step < turn.step:
            self._end(before, turn.corp)

    def _write_act(self, action: Action, after: State) -> None:
        file, player = self.file, self._discarder or action.player
        match action:
            case A.LayTile():
                orientation = (action.rotation - TURNED.get(action.tile, 0)) % 6
                file.lay(player, action.corp, action.hex, action.tile, orientation)
            case A.PlaceToken():
                file.token(player, action.corp, action.hex, action.stop + 1)
            case A.RunTrains() | A.DeclareRevenue():
                revenue = after.corporations[action.corp].revenue
                file.earn(player, action.corp, revenue, WITHHOLD)
            case A.Dividend():
                self.file.data["actions"][-1]["revenueAllocation"] = PAYOUTS[action.payout]
            case A.BuyTrain():
                seller = PLACES.get(action.source, action.source)
                file.train(player, action.corp, _train(action.train), action.price, seller)
            case A.IssueShares():
                file.sell(action.player, action.corp, action.count)
            case A.RedeemShares():
                file.buy(action.player, action.corp, "Pool", action.count)
            case _:
                raise AssertionError(action)

    def _leave(self, step: TurnStep, before: State) -> None:
        """Record the skip or the done at a step of an operating turn."""
        assert before.operating is not None
        assert before.operating.turn is not None
        corp = before.corporations[before.operating.turn.corp]
        if A.LayTile in step.kinds or (A.PlaceToken in step.kinds and corp.tokens):
            self.file.say(SKIP, corp.president)
        elif A.BuyTrain in step.kinds:
            self.file.say(DONE, self._discarder or corp.president)
            self._bought, self._discarder = True, ""
        elif A.IssueShares in step.kinds and corp.operated:
            self.file.say(DONE, corp.president)
            self._traded = True

    def _end(self, before: State, id: str) -> None:
        """Record the dones for trains and for own shares, which Rails 1.x asks for even without a choice."""
        corp = before.corporations[id]
        if not self._bought:
            self.file.say(DONE, self._discarder or corp.president)
        if not self._traded and corp.operated:
            self.file.say(DONE, corp.president)
        self._bought = self._traded = False
        self._discarder = ""

    def _pass_by_themselves(self) -> None:
        """Replace final passes in a stock round by automatic passes, for some players."""
        gone: set[int] = set()
        for round in {turn[0] for turn in self._turns}:
            for player in FIVE:
                theirs = [turn for turn in self._turns if turn[:2] == (round, player)]
                passes = [place for *_, place in takewhile(lambda turn: turn[2], reversed(theirs))]
                if len(passes) > 1 and self._rng.random() < 0.7:
                    self.file.data["actions"][passes[-1]]["mode"] = AUTOPASS
                    gone.update(passes[:-1])
        kept = [entry for place, entry in enumerate(self._actions) if place not in gone]
        self.file.data["actions"] = kept

    @property
    def _steps(self) -> tuple[TurnStep, ...]:
        round = self.game.title.rounds["operating"]
        assert isinstance(round, OperatingRound)
        return round.steps


def _train(id: str) -> str:
    return id.replace("-", "_")
