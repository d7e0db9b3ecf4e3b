"""State of titles with schemes of capital: the funding of each corporation."""

from __future__ import annotations

from typing import Final, Self

from trunkline.engine.kernel.context import Context, Funding
from trunkline.engine.kernel.state import Corporation, State
from trunkline.engine.kernel.structs import sealed

UNFUNDED: Final = Funding()


class StateWithFunding(State):
    """The state of a game with schemes of capital."""

    funding: dict[str, Funding] = {}
    """Funding by corporation, for those that have started. Never changed in place."""

    def copy(self) -> Self:
        """Return an independent copy."""
        new = super().copy()
        new.funding = self.funding or {}
        return new

    def seal(self) -> Self:
        """Make the mappings shared with copies read-only, and return this state."""
        self.funding = sealed(self.funding)
        super().seal()
        return self

    def funds(self, corp: str) -> Funding:
        """Return the funding of a corporation."""
        return self.funding.get(corp, UNFUNDED)

    def fund(self, corp: str, funding: Funding) -> None:
        """Replace the funding of a corporation."""
        self.funding = {**self.funding, corp: funding}


def with_funding(state: State) -> StateWithFunding:
    """Return the state as a ``StateWithFunding``."""
    assert isinstance(state, StateWithFunding)
    return state


def funds(ctx: Context, corp: Corporation) -> Funding:
    """Return the funding of a corporation. It is a title's ``Policies.funding``."""
    return with_funding(ctx.state).funds(corp.id)
