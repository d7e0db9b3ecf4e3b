"""The schemes of capital of 1856 under a reading."""

from __future__ import annotations

from trunkline.engine.capital.at_sale import PaidAtSale
from trunkline.engine.capital.destinations import Destinations
from trunkline.engine.capital.escrow import Escrow
from trunkline.titles.t1856.reading import Reading

SARNIA = ("B13", 0)
"""The stop at Sarnia. It is off-board, so trains do not run through it.

18xx.games looks for destinations through it from the south.
"""


def escrow(reading: Reading, *, alternate: bool, by_itself: bool) -> Escrow:
    """Return the escrow with the destinations of a game. In recorded games, players claim them."""
    routes = Destinations(reading.destination_from_token, alternate, through=(SARNIA,))
    return Escrow(routes, by_itself)


def payment(reading: Reading) -> PaidAtSale:
    """Return the payments for shares, and full capital of ten times par for six shares."""
    return PaidAtSale(shares_for_full=6, multiple=10, at_first_turn=reading.full_capital_at_first_turn)
