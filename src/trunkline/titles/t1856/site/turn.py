"""The operating turn in the order of 18xx.games.

Players pass steps one by one, or the site skips them. While the step for loans waits, no later action is
accepted. Interest that waits for an action ignores skipped steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from trunkline.kernel import depot
from trunkline.kernel.action import Action, PlaceToken, SellShares
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Discard
from trunkline.kernel.state import Corporation, OperatingTurn
from trunkline.kernel.table import Table, TurnStep
from trunkline.steps.beside_steps import Anytime, Barred, NoActions
from trunkline.steps.operating import Power
from trunkline.steps.tokens import PlaceTokens
from trunkline.steps.trains import BuyTrains
from trunkline.titles.t1856.decisions import TrainsToKeep
from trunkline.titles.t1856.government_loans import Borrow
from trunkline.titles.t1856.interest import Interest
from trunkline.titles.t1856.privates import PLACE_PORT
from trunkline.titles.t1856.redeeming import Redeem
from trunkline.titles.t1856.site.asking import about_loans, about_privates, about_trains
from trunkline.titles.t1856.state import own


def trains_over(step: BuyTrains, t: Table, corp: Corporation, train: str) -> None:
    """End the train step after the purchase that makes any further one impossible."""
    turn = t.state.operating.turn if t.state.operating else None
    if turn is not None and turn.corp == corp.id and not about_trains(t, corp, turn, step):
        own(t.state).turn.redeeming = True


@dataclass(frozen=True)
class FreeToken(Anytime):
    """A power to place a private's free token. On the site it is open from the track step until interest is
    settled."""

    tokens: PlaceTokens
    name: str = "place a free station token"
    label = "Token"
    kinds: tuple[type[Action], ...] = (PlaceToken,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Yield the tokens of powers."""
        for choice in self.tokens.candidates(t, turn):
            if isinstance(choice, PlaceToken) and choice.power:
                yield choice

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse other tokens once the token step is over, and everything that the token step refuses."""
        assert isinstance(action, PlaceToken)
        if turn.interest or (not action.power and not turn.token):
            over = f"that part of {turn.corp}'s turn is over"
            t.refuse("sequence.company-steps", "Acting now", over)
        self.tokens.check(t, turn, action)

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Place the token."""
        self.tokens.apply(t, turn, action)


@dataclass(frozen=True)
class LastCall(NoActions):
    """The end of a turn, in which privates may still be bought and powers used.

    Discards that waited for the loans come first.
    """

    name: str = "buy privates"
    label = "Privates"
    optional: bool = True

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether no private can be bought and no power used."""
        return not about_privates(t, t.state.corporations[turn.corp], turn)

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Ask for the discards."""
        discards_due(t)


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
        return (*self.before, LastCall())

    def held(self, power: Power) -> Power:
        """Return a power of any time with the site's restrictions."""
        if power is PLACE_PORT:
            return power
        return Barred(power, self._over if isinstance(power, Borrow) else self._waits)

    def discards_wait(self, t: Table) -> bool:
        """Return whether the turn is in its loan step. Discards follow after that step."""
        turn = t.state.operating.turn if t.state.operating else None
        return turn is not None and own(t.state).turn.redeeming and turn.step < len(self.before)

    def acted(self, t: Table, corp: Corporation) -> None:
        """Withdraw discards while a loan action is possible. ``discards_due`` asks for them again."""
        turn = t.state.operating.turn if t.state.operating else None
        if turn is not None and self.discards_wait(t) and about_loans(t, corp, turn):
            t.state.pending = [each for each in t.state.pending if not isinstance(each, Discard)]

    def closing(self, interest: Interest, t: Table, corp: Corporation) -> None:
        """Settle waiting interest if a sale for a train or a debt closes the company.

        A skipped dividend does not count as the action that interest waits for.
        """
        turn = t.state.operating.turn if t.state.operating else None
        if turn is not None and turn.corp == corp.id and SellShares in self.steps[turn.step].kinds:
            interest.acted(t, corp)

    def turn_ended(self, t: Table, corp: Corporation) -> None:
        """Ask for discards: a corporation that has closed has no loans to wait for."""
        discards_due(t)

    def _waits(self, t: Table, turn: OperatingTurn) -> str:
        waits = self.steps[turn.step] is self.redeem
        return f"{turn.corp} has yet to {self.redeem.name}, or to pass" if waits else ""

    def _over(self, t: Table, turn: OperatingTurn) -> str:
        return f"that part of {turn.corp}'s turn is over" if turn.step >= len(self.before) else ""


def discards_due(t: Table) -> None:
    """Ask the presidents for waiting discards. A CGR that is forming chooses its trains instead."""
    if not any(isinstance(decision, Discard | TrainsToKeep) for decision in own(t.state).pending):
        depot.discard_excess(t)
