"""What happens as CONRAIL forms."""

from __future__ import annotations

from trunkline.kernel.events import Event


class ConrailWaits(Event, tag="conrail_waits"):
    """CONRAIL does not form yet: too few corporations are without a train, ``count`` of them."""

    count: int


class ConrailNeverForms(Event, tag="conrail_never_forms"):
    """CONRAIL did not form at its last chance."""

    count: int


class ConrailForms(Event, tag="conrail_forms"):
    """CONRAIL forms out of so many corporations, its shares so many percent each."""

    count: int
    percent: int


class Merged(Event, tag="merged"):
    """A corporation without a train goes into CONRAIL."""

    corp: str


class OddShare(Event, tag="odd_share"):
    """A share that finds no second one in a player's hands, or else in the treasuries, goes to the pool."""

    player: str = ""


class ConrailShares(Event, tag="conrail_shares"):
    """A player, or else a place, receives shares of CONRAIL for those of the corporations merged."""

    count: int
    player: str = ""
    place: str = ""


class ConrailBonds(Event, tag="conrail_bonds"):
    """A player, or else a place, receives bonds of CONRAIL where its shares have run out."""

    count: int
    player: str = ""
    place: str = ""


class SharesDropped(Event, tag="shares_dropped"):
    """So many shares of the corporations merged have nothing left to be exchanged for."""

    count: int


class ConrailPriceSet(Event, tag="conrail_price_set"):
    """CONRAIL's price token is placed."""

    amount: int


class ConrailPresident(Event, tag="conrail_president"):
    """A player is CONRAIL's first president; ``place``: where the certificate lies that nobody holds."""

    player: str
    place: str = ""


class LoansInherited(Event, tag="loans_inherited"):
    """CONRAIL inherits loans, which lower its price and go back to the bank, for bonds in the pool."""

    count: int
    bonds: int


class ConrailCapital(Event, tag="conrail_capital"):
    """CONRAIL is paid for the shares that nobody received; they go to the pool."""

    amount: int
    count: int


class TokensReplaced(Event, tag="tokens_replaced"):
    """A station token of CONRAIL takes the place of a corporation's."""

    corp: str
    hex: str
