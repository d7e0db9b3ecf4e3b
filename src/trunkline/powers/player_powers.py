"""Powers of privates in players' hands, used for whichever corporation's turn it is.

The president proposes the use, and an owner who is somebody else is asked for leave (``leave``).
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
    """What these powers have in common: the private, the rule that gives the power, and the rule ``once`` by
    which what has been used is not used again."""

    private: str
    rule: str
    once: str
    optional = True
    label = "Powers"

    def takes(self, action: Action) -> bool:
        """What names the private, as such or as a power."""
        return self.private in (getattr(action, "private", ""), getattr(action, "power", ""))

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """The uses that there might be now; where there are none, one to be refused if that is wanted."""
        if t.wide and not leave.owner(t, self.private):
            return islice(self.uses(t, turn), 1)
        return self.usable(t, turn)

    def usable(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Those, where a player owns the private."""
        return self.uses(t, turn) if leave.owner(t, self.private) else ()

    def uses(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Every use that the corporation might have of the power."""
        raise NotImplementedError

    def standing(
        self, t: Table, turn: OperatingTurn, choices: Sequence[Choice], made: Sequence[Action]
    ) -> Standing:
        """How many ways there are."""
        return Standing(bool(made), counted(choices, "way"))

    def check_leave(self, t: Table, turn: OperatingTurn) -> None:
        """A power need not be used."""

    def enter(self, t: Table, turn: OperatingTurn) -> None:
        """Nothing happens by itself."""

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Raise ``Refusal`` where the power is not used like this."""
        raise NotImplementedError

    def idle(self, t: Table, turn: OperatingTurn) -> bool:
        """Over where there is no use of it."""
        return not any(passes(self.check, t, turn, use) for use in self.usable(t, turn))

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Use it, or ask the owner."""
        assert isinstance(action, Use)
        if not leave.ask(t, action, self.private):
            self.carry_out(t, turn, action)

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Use it; nobody's leave is needed any more."""
        raise NotImplementedError

    def check_open(self, t: Table, what: str) -> None:
        """Raise ``Refusal`` where nobody owns the private, it has closed, or its token has been used."""
        private = t.state.privates.get(self.private)
        if self.private in t.state.powers_used:
            t.refuse(self.once, what, f"the token of {t.private_name(self.private)} has been used")
        if private is not None and private.closed:
            t.refuse("private.close", what, f"{t.private_name(self.private)} has closed")
        if not leave.owner(t, self.private):
            t.refuse(self.rule, what, f"no player owns {t.private_name(self.private)}")

    def spend(self, t: Table) -> None:
        """Remember that the power was used, and close the private where that closes it."""
        t.state.use_power(self.private)
        private = t.state.privates[self.private]
        if t.title.board.private[self.private].closes_on_use and not private.closed:
            private.closed = True
            t.note(private_events.PrivateClosed(self.private), self.rule)


@dataclass(frozen=True)
class AssignRight(PlayersPower):
    """The token goes to the corporation and gives it a right of the private's name."""

    name: str = "assign a private's token"
    kinds: tuple[type[Action], ...] = (AssignPower,)

    def uses(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Its own."""
        return [AssignPower(t.state.corporations[turn.corp].president, turn.corp, self.private)]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Once, while the private is open."""
        assert isinstance(action, AssignPower)
        what = f"Assigning the token of {t.private_name(self.private)}"
        self.check_open(t, what)
        if action.train:
            t.refuse(self.rule, what, "it goes to a corporation and not to a train")
        leave.check(t, turn, action, what)

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The corporation has the right."""
        corp = t.state.corporations[turn.corp]
        corp.rights = (*corp.rights, self.private)
        self.spend(t)
        t.note(private_events.PowerAssigned(corp.id, self.private), self.rule)


@dataclass(frozen=True)
class PlaceOnMap(PlayersPower):
    """The token goes to one of the places that the board names, where the corporation's trains earn more."""

    name: str = "place a private's token"
    kinds: tuple[type[Action], ...] = (PlacePrivateToken,)

    def uses(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Every place with the sign of it; every stop, where wanted."""
        president = t.state.corporations[turn.corp].president
        hexes = t.title.board.hexes if t.wide else self._hexes(t)
        return [PlacePrivateToken(president, turn.corp, self.private, hex) for hex in hexes]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Once, while the private is open, on a place with its sign."""
        assert isinstance(action, PlacePrivateToken)
        what = f"Placing the token of {t.private_name(self.private)} on {action.hex}"
        self.check_open(t, what)
        if action.hex not in self._hexes(t):
            t.refuse(self.rule, what, "there is no sign for it")
        leave.check(t, turn, action, what)

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """The token stays there for the corporation."""
        assert isinstance(action, PlacePrivateToken)
        private_tokens.put(t, self._bonus(t), turn.corp, action.hex, self.rule)
        self.spend(t)

    def _bonus(self, t: Table) -> str:
        return next(name for name, bonus in t.title.board.bonuses.items() if bonus.by == self.private)

    def _hexes(self, t: Table) -> tuple[str, ...]:
        return t.title.board.bonuses[self._bonus(t)].hexes
