"""Events about bonds. See ``events`` for their form."""

from __future__ import annotations

from trunkline.engine.kernel.events import Event


class BondsMoved(Event, tag="bonds_moved"):
    """A transfer of bonds between players, the pool and the treasury of the corporation that owes them."""

    source: str
    target: str
    count: int


class BondsIssued(Event, tag="bonds_issued"):
    """An issue of bonds: a corporation put them into the pool and received ``amount`` dollars for all of
    them."""

    corp: str
    count: int
    amount: int


class BondBought(Event, tag="bond_bought"):
    """A player's purchase of a bond from the pool."""

    player: str
    amount: int


class BondsSold(Event, tag="bonds_sold"):
    """A player's sale of bonds to the pool; ``amount`` is for all of them."""

    player: str
    count: int
    amount: int


class BondsRedeemed(Event, tag="bonds_redeemed"):
    """A corporation's purchase of its bonds from the pool or from a player."""

    corp: str
    source: str
    count: int
    amount: int


class BondInterestPaid(Event, tag="bond_interest_paid"):
    """A corporation's payment of the interest on its bonds."""

    corp: str
    amount: int
