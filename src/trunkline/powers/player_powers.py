"""Powers of privates that players own, used by the corporation whose turn it is.

The president proposes the use. If another player owns the private, that player must consent (``leave``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from trunkline.kernel import private_events
from trunkline.kernel.action import Action, AssignPower, PlacePrivateToken
from trunkline.kernel.choice import Choice
from trunkline.kernel.decisions import Use
from trunkline.kernel.refusal import passes
from trunkline.kernel.shares import counted
from trunkline.kernel.state import OperatingTurn
from trunkline.kernel.table import Standing, Table
from trunkline.mechanisms import leave
from trunkline.powers import private_tokens


@dataclass(frozen=True)
class PlayersPower:
    """The base of all these powers.

    ``private`` grants the power by ``rule``. The rule ``once`` bars a second use.
    """

    private: str
    rule: str
    once: str
    optional = True
    label = "Powers"

    def takes(self, action: Action) -> bool:
        """Return whether the action names the private, as such or as a power."""
        return self.private in (getattr(action, "private", ""), getattr(action, "power", ""))

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return the uses that may be possible now.

        In a wide search without an owner, return one that will be refused.
        """
        if t.wide and not leave.owner(t, self.private):
            return islice(self.uses(t, turn), 1)
        return self.usable(t, turn)

    def usable(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Return the uses if a player owns the private."""
        return self.uses(t, turn) if leave.owner(t, self.private) else ()

    def uses(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Return every use that the corporation might have of the power."""
        raise NotImplementedError

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """Return the number of ways to use the power."""
        return Standing(bool(made), counted(choices, "way"))

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """Allow leaving: a power need not be used."""

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Do nothing on entering."""

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse a use that is not allowed."""
        raise NotImplementedError

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Return whether the power has no use."""
        return not any(passes(self.check, t, turn, use) for use in self.usable(t, turn))

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Use the power, or ask the owner for consent."""
        assert isinstance(action, Use)
        if not leave.ask(t, action, self.private):
            self.carry_out(t, turn, action)

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Use the power. No more consent is needed."""
        raise NotImplementedError

    def check_open(self, t: Table, what: str) -> None:
        """Refuse if no player owns the private, it has closed, or its token has been used."""
        private = t.state.privates.get(self.private)
        if self.private in t.state.powers_used:
            t.refuse(self.once, what, f"the token of {t.private_name(self.private)} has been used")
        if private is not None and private.closed:
            t.refuse("private.close", what, f"{t.private_name(self.private)} has closed")
        if not leave.owner(t, self.private):
            t.refuse(self.rule, what, f"no player owns {t.private_name(self.private)}")

    def spend(self, t: Table) -> None:
        """Record that the power was used, and close the private if that closes it."""
        t.state.use_power(self.private)
        private = t.state.privates[self.private]
        if t.title.board.private[self.private].closes_on_use and not private.closed:
            private.closed = True
            t.note(private_events.PrivateClosed(self.private), self.rule)


@dataclass(frozen=True)
class AssignRight(PlayersPower):
    """A power to assign the token to the corporation, which then has a right of the private's name."""

    name: str = "assign a private's token"
    kinds: tuple[type[Action], ...] = (AssignPower,)

    def uses(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Return the use for the corporation itself."""
        return [AssignPower(t.state.corporations[turn.corp].president, turn.corp, self.private)]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse a second use, or one while the private is not open."""
        assert isinstance(action, AssignPower)
        what = f"Assigning the token of {t.private_name(self.private)}"
        self.check_open(t, what)
        if action.train:
            t.refuse(self.rule, what, "it goes to a corporation and not to a train")
        leave.check(t, turn, action, what)

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Give the corporation the right."""
        corp = t.state.corporations[turn.corp]
        corp.rights = (*corp.rights, self.private)
        self.spend(t)
        t.note(private_events.PowerAssigned(corp.id, self.private), self.rule)


@dataclass(frozen=True)
class PlaceOnMap(PlayersPower):
    """A power to place the token at one of the places on the board. The corporation's trains then earn more
    there."""

    name: str = "place a private's token"
    kinds: tuple[type[Action], ...] = (PlacePrivateToken,)

    def uses(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Return a use for each place with the power's sign, or for every hex in a wide search."""
        president = t.state.corporations[turn.corp].president
        hexes = t.title.board.hexes if t.wide else self._hexes(t)
        return [PlacePrivateToken(president, turn.corp, self.private, hex) for hex in hexes]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse a second use, one while the private is not open, and a place without the sign."""
        assert isinstance(action, PlacePrivateToken)
        what = f"Placing the token of {t.private_name(self.private)} on {action.hex}"
        self.check_open(t, what)
        if action.hex not in self._hexes(t):
            t.refuse(self.rule, what, "there is no sign for it")
        leave.check(t, turn, action, what)

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Place the token for the corporation."""
        assert isinstance(action, PlacePrivateToken)
        private_tokens.put(t, self._bonus(t), turn.corp, action.hex, self.rule)
        self.spend(t)

    def _bonus(self, t: Table) -> str:
        return next(name for name, bonus in t.title.board.bonuses.items() if bonus.by == self.private)

    def _hexes(self, t: Table) -> tuple[str, ...]:
        return t.title.board.bonuses[self._bonus(t)].hexes
