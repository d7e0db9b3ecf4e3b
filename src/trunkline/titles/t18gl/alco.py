"""The token of the American Locomotive Company (ALCO), which lengthens one H train by two hexes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.kernel import depot, private_events
from trunkline.kernel.action import Action, AssignPower, BuyTrain
from trunkline.kernel.decisions import Use
from trunkline.kernel.state import OUT, POOL, Corporation, OperatingTurn
from trunkline.kernel.table import Table
from trunkline.mechanisms import leave
from trunkline.powers.player_powers import PlayersPower
from trunkline.titles.t18gl.state import own

ALCO = "alco"
HEXES = 2
"""Hexes by which the token lengthens a train."""


@dataclass(frozen=True)
class AssignAlco(PlayersPower):
    """A power to assign the token to one of the corporation's H trains before its trains run."""

    name: str = "assign the ALCO token"
    kinds: tuple[type[Action], ...] = (AssignPower,)

    def uses(self, t: Table, turn: OperatingTurn) -> Iterable[Use]:
        """Return one use for a train of each type."""
        president = t.state.corporations[turn.corp].president
        trains = depot.one_each(t, turn.corp)
        return [AssignPower(president, turn.corp, self.private, train) for train in trains]

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse a second use, a use after the run, and a train that is not the corporation's own H train
        with a limit."""
        assert isinstance(action, AssignPower)
        what = f"Assigning the token of {t.private_name(self.private)}"
        self.check_open(t, what)
        if turn.ran:
            t.refuse("run.alco-before", what, "the trains have run")
        if t.state.trains.get(action.train) != turn.corp:
            t.refuse(self.rule, what, f"{turn.corp} does not own such a train")
        kind = depot.train_type(t, action.train)
        if kind.unit != "hexes" or kind.range is None:
            t.refuse(self.rule, what, f"{depot.a_train(action.train)} is not lengthened")
        leave.check(t, turn, action, what)

    def carry_out(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Lengthen the train from now on."""
        assert isinstance(action, AssignPower)
        own(t.state).alco = action.train
        self.spend(t)
        t.note(private_events.PowerAssigned(turn.corp, self.private, action.train), self.rule)


def longer(t: Table, train: str) -> int:
    """Return the number of hexes by which a train is lengthened."""
    return HEXES if fixed(t, train) else 0


def fixed(t: Table, train: str) -> bool:
    """Return whether a train has the token. Such a train is neither bought nor sold."""
    return bool(train) and own(t.state).alco == train


def mark(t: Table, train: str) -> str:
    """Return the text that marks the lengthened train, or an empty string."""
    return f"with the token of {t.private_name(ALCO)}" if fixed(t, train) else ""


def not_sold(t: Table, corp: Corporation, action: BuyTrain) -> None:
    """Refuse the purchase of the lengthened train."""
    if fixed(t, action.train):
        what = f"Buying {action.train} from {action.source}"
        t.refuse("privates.alco.fixed", what, f"it has the token of {t.private_name(ALCO)}")


def lost(t: Table, train: str) -> None:
    """Remove the token from a train that went to the pool."""
    if fixed(t, train):
        own(t.state).alco = ""
        t.note(private_events.PrivateTokenRemoved(ALCO), "privates.alco.discard")


def closed(t: Table, corp: Corporation) -> None:
    """Remove the token from a train that went to the pool because its corporation closed."""
    if t.state.trains.get(own(t.state).alco) == POOL:
        lost(t, own(t.state).alco)


def phase_began(t: Table) -> None:
    """Remove the token from a train that has rusted, and close the private."""
    train = own(t.state).alco
    if not train or t.state.trains[train] != OUT:
        return
    own(t.state).alco = ""
    t.note(private_events.PrivateTokenRemoved(ALCO), "privates.alco.end")
    private = t.state.privates[ALCO]
    if not private.closed:
        private.closed = True
        t.note(private_events.PrivateClosed(ALCO), "privates.alco.end")
