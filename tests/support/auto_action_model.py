"""A model of auto-actions, written from docs/how-to/correspondence.md alone.

Each class is what a careful person with this instruction does by hand. It looks at the position, and at each
action since the person got the instruction. It imports nothing from the code of auto-actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar

import trunkline
from trunkline.engine.kernel.state import State
from trunkline.game import Game, actions
from trunkline.game.actions import Action

DONE, STOPPED, WITHDRAWN = "done", "stopped", "withdrawn"


@dataclass(frozen=True)
class Act:
    """The answer that the person takes this action now."""

    action: Action


@dataclass(frozen=True)
class Wait:
    """The answer that the person does nothing now."""


@dataclass(frozen=True)
class Stop:
    """The answer that the instruction has ended."""

    result: str
    why: str


Verdict = Act | Wait | Stop


@dataclass(frozen=True)
class Moment:
    """An action, with the games before and after it."""

    before: Game
    action: Action
    after: Game


def moments(games: Sequence[Game]) -> list[Moment]:
    """Return the actions between games that follow each other, each one action after the one before."""
    return [Moment(before, after.actions[-1], after) for before, after in pairwise(games)]


@dataclass(frozen=True)
class Instruction:
    """The base of all instructions; ``player`` is the person who has it."""

    player: str
    kind: ClassVar[str] = ""

    @property
    def place(self) -> tuple[object, ...]:
        """The place that it takes: a player has one instruction in each place."""
        return ("pass, buy or bid",)

    def decide(self, game: Game, since: Sequence[Moment]) -> Verdict:
        """Return the answer of the person, who has seen every action in ``since``."""
        for moment in since:
            ended = self.end_by(moment)
            if ended:
                return ended
        return self.now(game)

    def end_by(self, moment: Moment) -> Stop | None:
        """Return the end of the instruction by one action, or None."""
        return self.common_end(moment.after.shared_state) or self.watch(moment)

    def now(self, game: Game) -> Verdict:
        """Return the answer in this position, if nothing has ended the instruction."""
        return self.act(game) if self.player in game.to_act else Wait()

    def watch(self, moment: Moment) -> Stop | None:
        """Return the end of the instruction by one action, or None. If it is done, guards do not count."""
        raise NotImplementedError

    def act(self, game: Game) -> Verdict:
        """Return the answer while the player must decide."""
        raise NotImplementedError

    def refusal(self, game: Game) -> str:
        """Return why the instruction cannot be given now, or an empty text."""
        raise NotImplementedError

    def common_end(self, state: State) -> Stop | None:
        if state.over:
            return Stop(DONE, "the game is over")
        if state.players[self.player].out:
            return Stop(DONE, "the player has left the game")
        return None

    def attempt(self, game: Game, action: Action) -> Verdict:
        """Take the action if it is legal, else stop. Never take another one."""
        refusal = game.check(action)
        return Act(action) if refusal is None else Stop(STOPPED, f"not possible: {refusal}")


@dataclass(frozen=True)
class PassModel(Instruction):
    """Pass until another player does something."""

    kind: ClassVar[str] = "pass"
    buys: bool = True
    sells: bool = True
    starts: bool = True

    def watch(self, moment: Moment) -> Stop | None:
        """Stop at what another player does, and at the end of the round."""
        return self.round_end(moment) or self.guard(moment, buys=self.buys)

    def guard(self, moment: Moment, *, buys: bool) -> Stop | None:
        """Return the end by a guard."""
        action = moment.action
        if action.player == self.player:
            return None
        if buys and _is_purchase(action):
            return Stop(STOPPED, "another player buys or bids")
        if self.sells and isinstance(action, actions.SellShares | actions.SellBonds):
            return Stop(STOPPED, "another player sells")
        if self.starts and isinstance(action, actions.StartCorporation):
            return Stop(STOPPED, "another player starts a corporation")
        return None

    def round_end(self, moment: Moment) -> Stop | None:
        """Return the end by the end of the round."""
        before, after = moment.before.shared_state.round, moment.after.shared_state.round
        return None if before == after else Stop(DONE, "the round is over")

    def act(self, game: Game) -> Verdict:
        """Pass in a turn, but not in an auction."""
        state = game.shared_state
        if state.pending or state.round.kind not in ("stock", "opening") or _auction(state):
            return Wait()
        return self.attempt(game, actions.Pass(self.player))

    def refusal(self, game: Game) -> str:
        """Return why the instruction cannot be given now, or an empty text."""
        state = game.shared_state
        if state.stock is None and state.opening is None:
            return "neither a stock round nor the sale of the privates"
        return self.useless_guard(state)

    def useless_guard(self, state: State) -> str:
        """Return which guard could never stop it, or an empty text."""
        opening = state.round.kind == "opening"
        if self.sells and (opening or (state.stock is not None and not state.stock.selling)):
            return "nobody can sell"
        if self.starts and (opening or all(c.started or c.closed for c in state.corporations.values())):
            return "no corporation can start"
        return ""


@dataclass(frozen=True)
class BuyModel(PassModel):
    """Buy shares, then pass."""

    kind: ClassVar[str] = "buy"
    corp: str = ""
    source: str = "offering"
    percent: int = 100
    limit: int | None = None

    def wants(self, game: Game) -> bool:
        """Return whether the person still wants a share."""
        corp = game.shared_state.corporations[self.corp]
        if corp.closed or 100 * corp.shares.get(self.player, 0) >= self.percent * corp.total:
            return False
        return self.limit is None or self.price(game) <= self.limit

    def price(self, game: Game) -> int:
        """Return the price of one share. In 1856 the IPO sells at par, otherwise shares cost their price."""
        if self.source == "offering" and game.options.title == "1856":
            return game.shared_state.corporations[self.corp].par
        return game.price(self.corp)

    def watch(self, moment: Moment) -> Stop | None:
        """Stop as the instruction to pass does; purchases do not count while it still wants a share."""
        return self.round_end(moment) or self.guard(moment, buys=self.buys and not self.wants(moment.before))

    def act(self, game: Game) -> Verdict:
        """Buy once in a turn, and pass."""
        state = game.shared_state
        if state.pending or state.stock is None:
            return Wait()
        if self.wants(game) and not state.stock.bought:
            return self.attempt(game, self.purchase)
        return self.attempt(game, actions.Pass(self.player))

    @property
    def purchase(self) -> Action:
        """The purchase of one certificate."""
        return actions.BuyShare(self.player, self.corp, self.source)

    def refusal(self, game: Game) -> str:
        """Return why the instruction cannot be given now, or an empty text."""
        state = game.shared_state
        turn = state.stock
        if turn is None:
            return "not a stock round"
        corp = state.corporations.get(self.corp)
        if corp is None or not corp.started or corp.closed:
            return "the corporation is not there"
        if self.source not in ("offering", "pool", "treasury"):
            return "no such source"
        if self.percent > 100 or 100 * corp.shares.get(self.player, 0) >= self.percent * corp.total:
            return "the holding is too high or reached"
        if self.limit is not None and self.price(game) > self.limit:
            return "a share costs more than the limit"
        if not (turn.turn == self.player and turn.bought):
            then = state.copy()
            then.pending = []
            assert then.stock is not None
            if turn.turn != self.player:
                then.stock.turn = self.player
                then.stock.bought, then.stock.bought_shares = "", 0
                then.stock.sold, then.stock.sold_before = {}, False
            refusal = Game.at_state(game.options, then).check(self.purchase)
            if refusal is not None:
                return f"the purchase is not legal: {refusal}"
        return self.useless_guard(state)


@dataclass(frozen=True)
class BidModel(Instruction):
    """Bid up to a limit."""

    kind: ClassVar[str] = "bid"
    private: str = ""
    limit: int = 0
    outbid: str = "pass"

    def watch(self, moment: Moment) -> Stop | None:
        """Stop at bids above the limit. It is done when the private is no longer for the player to buy."""
        action, after = moment.action, moment.after.shared_state
        private = after.privates[self.private]
        if private.player or private.corp or private.closed or after.opening is None:
            return Stop(DONE, "the private is sold or closed, or the opening is over")
        if after.opening.auction == self.private and self.player not in after.opening.bidders:
            return Stop(DONE, "the player has left the auction")
        if isinstance(action, actions.Bid) and action.private == self.private:
            if action.player == self.player and action.amount > self.limit:
                return Stop(STOPPED, "the player bids above the limit")
            outbid = action.player != self.player and self.outbid == "stop" and after.opening is not None
            if outbid and self.next_price(moment.after) > self.limit:
                return Stop(STOPPED, "another player bids above the limit")
        return None

    def on_offer(self, state: State) -> bool:
        """Return whether the private is first in the list, with no bids."""
        assert state.opening is not None
        unsold = [p.id for p in state.privates.values() if not p.player and not p.closed]
        return unsold[:1] == [self.private] and not state.opening.bids.get(self.private)

    def leads(self, state: State) -> bool:
        """Return whether the player's bid is the highest."""
        bids = state.opening.bids.get(self.private, {}) if state.opening else {}
        return self.player in bids and bids[self.player] == max(bids.values())

    def next_price(self, game: Game) -> int:
        """Return the cost of the private on offer, or the lowest bid that the rules allow."""
        state = game.shared_state
        if self.on_offer(state):
            return state.privates[self.private].cost
        then = state.copy()
        then.pending = []
        then.players[self.player].cash = 1_000_000
        assert then.opening is not None
        if then.opening.auction == self.private:
            then.opening.bidder = self.player
        else:
            then.opening.auction, then.opening.turn = "", self.player
        for choice in Game.at_state(game.options, then).legal(self.player):
            first = choice.action if isinstance(choice, trunkline.Amounts) else choice
            if isinstance(first, actions.Bid) and first.private == self.private:
                return first.amount
        raise AssertionError(f"no bid on {self.private} is legal even with money")

    def act(self, game: Game) -> Verdict:
        """Lead, buy or bid up to the limit, or pass."""
        state = game.shared_state
        if state.pending or state.opening is None or state.opening.auction not in ("", self.private):
            return Wait()
        in_auction = state.opening.auction == self.private
        if self.leads(state):
            return Wait() if in_auction else self.attempt(game, actions.Pass(self.player))
        price = self.next_price(game)
        if price > self.limit:
            if self.outbid == "stop":
                return Stop(STOPPED, "the next price is above the limit")
            return self.attempt(game, actions.Pass(self.player))
        if self.on_offer(state):
            return self.attempt(game, actions.BuyOffered(self.player, self.private))
        return self.attempt(game, actions.Bid(self.player, self.private, price))

    def refusal(self, game: Game) -> str:
        """Return why the instruction cannot be given now, or an empty text."""
        state = game.shared_state
        private = state.privates.get(self.private)
        if state.opening is None:
            return "not the opening"
        if private is None or private.player or private.corp or private.closed:
            return "the private is not for sale"
        if state.opening.auction == self.private and self.player not in state.opening.bidders:
            return "the auction is without the player"
        if self.limit > state.players[self.player].cash:
            return "the limit is above the cash"
        if not self.leads(state) and self.next_price(game) > self.limit:
            return "the next price is above the limit"
        return ""


@dataclass(eq=False)
class Given:
    """An instruction of a player, and its end if it has ended."""

    instruction: Instruction
    ended: Stop | None = None


@dataclass
class Table:
    """All instructions of a game, the one that was given first at the front."""

    given: list[Given] = field(default_factory=list)

    @property
    def active(self) -> list[Given]:
        """The instructions that have not ended."""
        return [each for each in self.given if each.ended is None]

    @property
    def ended(self) -> list[Given]:
        """The instructions that have ended since ``forget_ended``."""
        return [each for each in self.given if each.ended is not None]

    def give(self, new: Given) -> None:
        """Add an instruction. It replaces the one of the player in the same place."""
        places = new.instruction.player, new.instruction.place
        self.given = [
            each for each in self.given if (each.instruction.player, each.instruction.place) != places
        ]
        self.given.append(new)

    def forget_ended(self) -> None:
        """Remove the instructions that have ended."""
        self.given = self.active

    def watch(self, moment: Moment) -> None:
        """Show an action to everyone who has an instruction."""
        for each in self.given:
            if each.ended is None:
                each.ended = each.instruction.end_by(moment)

    def next_action(self, game: Game) -> Action | None:
        """Return what the first instruction that acts does now. Those that stop before it end."""
        for each in self.given:
            if each.ended is None:
                answer = each.instruction.now(game)
                if isinstance(answer, Stop):
                    each.ended = answer
                elif isinstance(answer, Act):
                    return answer.action
        return None


def auto_pass(game: Game, player: str) -> bool:
    """Return whether passes are the only legal actions of a player who must decide."""
    choices = game.legal(player)
    return bool(choices) and all(isinstance(choice, actions.Pass) for choice in choices)


def _auction(state: State) -> bool:
    return state.opening is not None and bool(state.opening.auction)


def _is_purchase(action: Action) -> bool:
    if isinstance(action, actions.BuyPrivate):
        return not action.corp
    return isinstance(action, actions.BuyShare | actions.BuyBond | actions.BuyOffered | actions.Bid)
