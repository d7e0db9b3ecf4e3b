"""The token that a private's power puts on the map for the corporation that owns the private."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trunkline.board import BoardBonus
from trunkline.kernel import depot, private_events
from trunkline.kernel.action import Action, PlacePrivateToken
from trunkline.kernel.choice import Choice
from trunkline.kernel.state import OperatingTurn
from trunkline.kernel.table import Table
from trunkline.steps.beside_steps import Anytime


@dataclass(frozen=True)
class PrivateTokenPower(Anytime):
    """A power to place the token of a bonus on one of its hexes, once. It closes the granting private.

    ``phases`` are the names of the phases in which it may be placed.
    """

    bonus: str
    phases: tuple[str, ...]
    placed_by: str
    """The rule by which it is placed."""
    removed_by: str
    """The rule by which it leaves the map."""
    name: str = "place a private's token"
    label = "Privates"
    kinds: tuple[type[Action], ...] = (PlacePrivateToken,)

    def candidates(self, t: Table, turn: OperatingTurn) -> Iterable[Choice]:
        """Return every hex of the bonus if the corporation owns the private."""
        facts = self._facts(t)
        private = t.state.privates[facts.by]
        if private.corp == turn.corp and not private.closed:
            president = t.state.corporations[turn.corp].president
            for hex in facts.hexes:
                yield PlacePrivateToken(president, turn.corp, private.id, hex)

    def check(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Refuse another owner, a wrong phase or a wrong hex."""
        assert isinstance(action, PlacePrivateToken)
        facts = self._facts(t)
        what = f"Placing the {self.bonus} token on {action.hex}"
        private = t.state.privates[facts.by]
        if action.private != private.id or private.closed or private.corp != turn.corp:
            why = f"{turn.corp} does not own an open {t.private_name(private.id)}"
            t.refuse(self.placed_by, what, why)
        if depot.phase(t).name not in self.phases:
            t.refuse(self.placed_by, what, f"it is placed in phases {' and '.join(self.phases)}")
        if action.hex not in facts.hexes:
            t.refuse(self.placed_by, what, "it has no place there")

    def apply(self, t: Table, turn: OperatingTurn, action: Action) -> None:
        """Place the token and close the private."""
        assert isinstance(action, PlacePrivateToken)
        t.state.privates[action.private].closed = True
        put(t, self.bonus, turn.corp, action.hex, self.placed_by)

    def phase_began(self, t: Table) -> None:
        """Remove the token with the phase that the board names."""
        remove_late(t, self.bonus, self.removed_by)

    def _facts(self, t: Table) -> BoardBonus:
        return t.title.board.bonuses[self.bonus]


def put(t: Table, bonus: str, corp: str, hex: str, rule: str) -> None:
    """Put the token of a bonus on the map for a corporation."""
    t.state.private_tokens = {**t.state.private_tokens, bonus: (hex, corp)}
    t.note(private_events.PrivateTokenPlaced(corp, bonus, hex), rule)


def remove_late(t: Table, bonus: str, rule: str) -> None:
    """Remove the token of a bonus from the map if the phase that the board names has started."""
    tokens = t.state.private_tokens
    if bonus in tokens and depot.phase(t).name == t.title.board.bonuses[bonus].removed_phase:
        t.state.private_tokens = {name: spot for name, spot in tokens.items() if name != bonus}
        t.note(private_events.PrivateTokenRemoved(bonus), rule)
