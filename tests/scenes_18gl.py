"""Positions of 18GL."""

from __future__ import annotations

from typing import Self

from table_scene import TableScene
from trunkline.kernel.state import Corporation
from trunkline.titles.t18gl.state import State18GL, own


class Scene(TableScene):
    """A game of 18GL in a position of the test's own making."""

    TITLE = "18GL"
    STEPS = (
        "track",
        "token",
        "run",
        "interest",
        "bond interest",
        "dividend",
        "trains",
        "loans",
        "bonds",
        "shares",
    )

    def waits_for_opening(self) -> bool:
        """Whether privates are still for sale."""
        return self.state.opening is not None

    def opened(self, **owners: str) -> Self:
        """Skip the opening: privates go to these players, the others close."""
        self.state.opening = None
        for private in self.state.privates.values():
            private.player = owners.get(private.id, "")
            private.closed = not private.player
        return self

    @property
    def own(self) -> State18GL:
        """The state as 18GL knows it; a test may change it before it plays on."""
        return own(self.state)

    def floated(
        self,
        id: str,
        president: str = "P1",
        shares: dict[str, int] | None = None,
        *,
        treasury: int | None = None,
        price: int = 100,
        cell: tuple[int, int] | None = None,
        cash: int = 0,
        operated: bool = True,
    ) -> Corporation:
        """A corporation that has floated: holdings in shares; what is not given lies in its treasury, or the
        rest of so many shares there in the pool."""
        if self.waits_for_opening():
            self.opened()
        corp = self.started(
            id, president, shares or {president: 5}, price=price, cell=cell, cash=cash, operated=operated
        )
        left = corp.offering
        corp.treasury = left if treasury is None else treasury
        corp.pool = left - corp.treasury
        corp.offering = 0
        return corp

    def phase(self, name: str) -> Self:
        """The phase by its name, with the trains of earlier ones gone from the bank."""
        names = [phase.name for phase in self.game.title.board.phases]
        self.state.phase = names.index(name)
        self.sell_out(*names[: names.index(name)])
        return self
