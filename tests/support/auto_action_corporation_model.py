"""A model of the auto-actions ``operate`` and ``answer``; see ``auto_action_model``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import trunkline
from auto_action_model import DONE, STOPPED, Act, Instruction, Moment, Stop, Verdict, Wait
from auto_action_network import in_network
from trunkline.engine.kernel.decisions import Announcement, Offer
from trunkline.engine.kernel.state import Corporation
from trunkline.game import Game, actions
from trunkline.game.actions import Action


@dataclass(frozen=True)
class OperateModel(Instruction):
    """Operate as before."""

    kind: ClassVar[str] = "operate"
    corp: str = ""
    payout: str = "pay"
    rust: bool = True
    track: bool = True
    minimum: int | None = None

    @property
    def place(self) -> tuple[object, ...]:
        """One for each corporation."""
        return self.kind, self.corp

    def watch(self, moment: Moment) -> Stop | None:
        """Stop at rust, at changes of the network, and when another player is president."""
        before, after = moment.before.shared_state, moment.after.shared_state
        corp = after.corporations[self.corp]
        if corp.closed:
            return Stop(DONE, "the corporation closes")
        owned = [train for train, place in before.trains.items() if place == self.corp]
        if self.rust and any(after.trains[train] == "out" for train in owned):
            return Stop(STOPPED, "a train rusts")
        if self.track and moment.action.player != self.player and self._changed(moment):
            return Stop(STOPPED, "track or tokens change in the network")
        if corp.president != self.player:
            return Stop(STOPPED, "the player is not president any more")
        return None

    def _changed(self, moment: Moment) -> bool:
        before, after = moment.before.shared_state, moment.after.shared_state
        changed = {
            hex_
            for hex_ in {*before.tiles, *after.tiles, *before.tokens, *after.tokens}
            if before.tiles.get(hex_) != after.tiles.get(hex_)
            or sorted(before.tokens.get(hex_, ())) != sorted(after.tokens.get(hex_, ()))
        }
        for private in {*before.private_tokens, *after.private_tokens}:
            places = before.private_tokens.get(private), after.private_tokens.get(private)
            if places[0] != places[1]:
                changed |= {place[0] for place in places if place}
        return in_network(moment.before, before, self.corp, changed) or in_network(
            moment.after, after, self.corp, changed
        )

    def act(self, game: Game) -> Verdict:
        """Run the best runs, settle the dividend, and pass everything else."""
        state = game.shared_state
        turn = state.operating.turn if state.operating else None
        if state.pending or turn is None or turn.corp != self.corp:
            return Wait()
        if not turn.ran:
            best = trunkline.routes.best(game, self.corp)
            if self.minimum is not None and best.total < self.minimum:
                return Stop(STOPPED, "the best runs earn less than the minimum")
            runs = actions.RunTrains(self.player, self.corp, best.runs)
            if best.runs and game.check(runs) is None:
                return Act(runs)
        settled = actions.Dividend(self.player, self.corp, self.payout)
        if game.check(settled) is None:
            return Act(settled)
        if game.check(actions.Dividend(self.player, self.corp, "withhold")) is None:
            return Stop(STOPPED, "the payout is not possible")
        return self.attempt(game, actions.Pass(self.player))

    def refusal(self, game: Game) -> str:
        """Return why the instruction cannot be given now, or an empty text."""
        state = game.shared_state
        corp = state.corporations.get(self.corp)
        if corp is None or corp.president != self.player:
            return "the player is not president"
        trains = [train for train, place in state.trains.items() if place == self.corp]
        if not corp.operated or not trains:
            return "it has not completed a turn, or owns no train"
        if self.payout not in game.board.dividends.choices:
            return "no such payout"
        if self.minimum is not None and (
            self.minimum <= 0 or trunkline.routes.best(game, self.corp).total < self.minimum
        ):
            return "the minimum is not above 0, or not reached now"
        if self.rust and not any(game.board.train[t.rpartition("-")[0]].rusts_on for t in trains):
            return "no train can rust"
        return ""


@dataclass(frozen=True)
class AnswerModel(Instruction):
    """Answer offers."""

    kind: ClassVar[str] = "answer"
    offer: str = "train"
    accept: bool = True
    thing: str = ""
    price: int | None = None
    asker: str = ""

    @property
    def place(self) -> tuple[object, ...]:
        """One for each combination of these fields."""
        return self.kind, self.offer, self.thing, self.asker, self.accept

    def watch(self, moment: Moment) -> Stop | None:
        """Return the end when the thing belongs to another player, or closes."""
        state = moment.after.shared_state
        if self.offer == "train" and self.thing and not self._presides(state.corporations[self.thing]):
            return Stop(DONE, "another player is president")
        if self.offer == "private" and self.thing:
            private = state.privates[self.thing]
            if private.closed or private.player != self.player:
                return Stop(DONE, "the private is sold or closed")
        return None

    def _presides(self, corp: Corporation) -> bool:
        return corp.president == self.player and not corp.closed

    def act(self, game: Game) -> Verdict:
        """Answer the offers that fit."""
        pending = game.shared_state.pending
        if not pending:
            return Wait()
        decision = pending[-1]
        asked = isinstance(decision, Announcement) and self.offer == "runs"
        if asked and self.asker in ("", decision.player):
            return self.attempt(game, actions.Pass(self.player))
        if isinstance(decision, Offer) and decision.player == self.player and self._fits(decision.offer):
            return self.attempt(game, actions.Answer(self.player, self.accept))
        return Wait()

    def _fits(self, proposal: Action) -> bool:
        """Return whether an offer is of the kind, about the thing, by the asker, and at the right price."""
        if self.asker not in ("", proposal.player):
            return False
        if isinstance(proposal, actions.BuyTrain):
            about, price = ("train", proposal.source), proposal.price
        elif isinstance(proposal, actions.BuyPrivate):
            about, price = ("private", proposal.private), proposal.price
        else:
            return self.offer == "power"
        if about[0] != self.offer or self.thing not in ("", about[1]):
            return False
        return self.price is None or (price >= self.price if self.accept else price < self.price)

    def refusal(self, game: Game) -> str:
        """Return why the instruction cannot be given now, or an empty text.

        Each title must have the offers.
        """
        state = game.shared_state
        corps = [corp.id for corp in state.corporations.values() if self._presides(corp)]
        privates = [p.id for p in state.privates.values() if p.player == self.player and not p.closed]
        if self.offer == "runs" and (game.options.runs != "announced" or not self.accept):
            return "nobody is asked, or the request cannot be declined"
        if (self.offer == "train" and not corps) or (self.offer in ("private", "power") and not privates):
            return "the player owns nothing of the kind"
        if self.thing and self.thing not in {"train": corps, "private": privates}.get(self.offer, []):
            return "not a thing of the player, or one that is not possible here"
        if self.price is not None and (self.price <= 0 or self.offer in ("power", "runs")):
            return "the price is not above 0, or there is no price"
        if self.asker and (self.asker not in state.players or self.asker == self.player):
            return "not another player"
        return ""
