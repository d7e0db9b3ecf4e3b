"""The operating turn in the order of 18xx.games.

Players pass steps one by one, or the site skips them. While the step for loans waits, no later action is
accepted. Interest that waits for an action ignores skipped steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from trunkline.engine.kernel import depot
from trunkline.engine.kernel.action import Action, PlaceToken, SellShares
from trunkline.engine.kernel.choice import Choice
from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.decisions import Discard
from trunkline.engine.kernel.refusal_texts import ACTING_NOW, part_over, still_to
from trunkline.engine.kernel.state import Corporation, OperatingTurn
from trunkline.engine.kernel.step import TurnStep
from trunkline.engine.loans.borrowing import Borrow
from trunkline.engine.loans.interest import Interest
from trunkline.engine.loans.redemption import Redeem
from trunkline.engine.steps.operating import Power
from trunkline.engine.steps.tokens import PlaceTokens
from trunkline.engine.steps.trains import BuyTrains
from trunkline.engine.steps.turn_step_bases import AnytimePower, AutomaticStep, GatedPower
from trunkline.titles.t1856.decisions import TrainsToKeep
from trunkline.titles.t1856.eighteenxx.blocking import about_loans, about_privates, about_trains
from trunkline.titles.t1856.privates import PLACE_PORT
from trunkline.titles.t1856.state import state_1856
from trunkline.util.messages import Message, gettext_noop


def trains_over(step: BuyTrains, ctx: Context, corp: Corporation, train: str) -> None:
    """End the train step after the purchase that makes any further one impossible."""
    turn = ctx.state.operating.turn if ctx.state.operating else None
    if turn is not None and turn.corp == corp.id and not about_trains(ctx, corp, turn, step):
        state_1856(ctx.state).turn.redeeming = True


@dataclass(frozen=True)
class FreeToken(AnytimePower):
    """A power to place a private's free token. On the site it is open from the track step until interest is
    settled."""

    tokens: PlaceTokens
    name: str = gettext_noop("place a free station token")
    label = gettext_noop("Token")
    kinds: tuple[type[Action], ...] = (PlaceToken,)

    def candidates(self, ctx: Context, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield the tokens of powers."""
        for choice in self.tokens.candidates(ctx, turn):
            if isinstance(choice, PlaceToken) and choice.power:
                yield choice

    def check(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Refuse other tokens once the token step is over, and everything that the token step refuses."""
        assert isinstance(action, PlaceToken)
        if turn.interest or (not action.power and not turn.token):
            ctx.refuse("sequence.company-steps", ACTING_NOW, part_over(turn.corp))
        self.tokens.check(ctx, turn, action)

    def apply(self, ctx: Context, turn: OperatingTurn, action: Action) -> None:
        """Place the token."""
        self.tokens.apply(ctx, turn, action)


@dataclass(frozen=True)
class EndOfTurn(AutomaticStep):
    """The end of a turn, in which privates may still be bought and powers used.

    Discards that waited for the loans come first.
    """

    name: str = gettext_noop("buy privates")
    label = gettext_noop("Privates")
    optional: bool = True

    def idle(self, ctx: Context, turn: OperatingTurn) -> bool:
        """Return whether no private can be bought and no power used."""
        return not about_privates(ctx, ctx.state.corporations[turn.corp], turn)

    def enter(self, ctx: Context, turn: OperatingTurn) -> None:
        """Ask for the discards."""
        discards_due(ctx)


@dataclass(frozen=True)
class LoansFirst:
    """The rule that nothing later is accepted while the step for loans waits.

    It bars privates, rights, free tokens and discards. Once the step is left or skipped, no loan can be
    taken.
    """

    redeem: Redeem
    before: tuple[TurnStep, ...]
    """The steps of a turn by the rulebook. The last call follows them."""

    @cached_property
    def steps(self) -> tuple[TurnStep, ...]:
        """The steps of a turn."""
        return (*self.before, EndOfTurn())

    def held(self, power: Power) -> Power:
        """Return a power of any time with the site's restrictions."""
        if power is PLACE_PORT:
            return power
        return GatedPower(power, self._over if isinstance(power, Borrow) else self._waits)

    def discards_wait(self, ctx: Context) -> bool:
        """Return whether the turn is in its loan step. Discards follow after that step."""
        turn = ctx.state.operating.turn if ctx.state.operating else None
        return turn is not None and state_1856(ctx.state).turn.redeeming and turn.step < len(self.before)

    def acted(self, ctx: Context, corp: Corporation) -> None:
        """Withdraw discards while a loan action is possible. ``discards_due`` asks for them again."""
        turn = ctx.state.operating.turn if ctx.state.operating else None
        if turn is not None and self.discards_wait(ctx) and about_loans(ctx, corp, turn):
            ctx.state.pending = [each for each in ctx.state.pending if not isinstance(each, Discard)]

    def closing(self, interest: Interest, ctx: Context, corp: Corporation) -> None:
        """Settle waiting interest if a sale for a train or a debt closes the company.

        A skipped dividend does not count as the action that interest waits for.
        """
        turn = ctx.state.operating.turn if ctx.state.operating else None
        if turn is not None and turn.corp == corp.id and SellShares in self.steps[turn.step].kinds:
            interest.acted(ctx, corp)

    def turn_ended(self, ctx: Context, corp: Corporation) -> None:
        """Ask for discards: a corporation that has closed has no loans to wait for."""
        discards_due(ctx)

    def _waits(self, ctx: Context, turn: OperatingTurn) -> Message | None:
        waits = self.steps[turn.step] is self.redeem
        return still_to(turn.corp, self.redeem.name) if waits else None

    def _over(self, ctx: Context, turn: OperatingTurn) -> Message | None:
        return part_over(turn.corp) if turn.step >= len(self.before) else None


def discards_due(ctx: Context) -> None:
    """Ask the presidents for waiting discards. A CGR that is forming chooses its trains instead."""
    if not any(isinstance(decision, Discard | TrainsToKeep) for decision in state_1856(ctx.state).pending):
        depot.discard_excess(ctx)
