"""What happens to bonds; ``events`` says how events are written."""

from __future__ import annotations

from trunkline.kernel.events import Event


class BondsMoved(Event, tag="bonds_moved"):
    """Bonds changed hands: between players, the pool and the treasury of the corporation that owes them."""

    source: str
    target: str
    count: int


class BondsIssued(Event, tag="bonds_issued"):
    """A corporation put bonds into the pool and received so much for them."""

    corp: str
    count: int
    amount: int


class BondBought(Event, tag="bond_bought"):
    """A player bought a bond from the pool."""

    player: str
    amount: int


class BondsSold(Event, tag="bonds_sold"):
    """A player sold bonds to the pool; ``amount`` is for all of them."""

    player: str
    count: int
    amount: int


class BondsRedeemed(Event, tag="bonds_redeemed"):
    """A corporation bought bonds back from the pool or from a player."""

    corp: str
    source: str
    count: int
    amount: int


class BondInterestPaid(Event, tag="bond_interest_paid"):
    """A corporation paid the interest on its bonds."""

    corp: str
    amount: int
