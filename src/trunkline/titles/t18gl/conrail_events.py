"""Events of the formation of CONRAIL."""

from __future__ import annotations

from trunkline.engine.kernel.events import Event


class ConrailWaits(Event, tag="conrail_waits"):
    """CONRAIL did not form yet. Only ``count`` corporations were without a train."""

    count: int


class ConrailNeverForms(Event, tag="conrail_never_forms"):
    """CONRAIL did not form at its last chance."""

    count: int


class ConrailForms(Event, tag="conrail_forms"):
    """CONRAIL formed out of ``count`` corporations. Each share is the given percent."""

    count: int
    percent: int


class Merged(Event, tag="merged"):
    """A corporation without a train merged into CONRAIL."""

    corp: str


class OddShare(Event, tag="odd_share"):
    """A share without a second one to exchange went to the pool. It came from a player or from the
    treasuries."""

    player: str = ""


class ConrailShares(Event, tag="conrail_shares"):
    """A player or a place received shares of CONRAIL for shares of the merged corporations."""

    count: int
    player: str = ""
    place: str = ""


class ConrailBonds(Event, tag="conrail_bonds"):
    """A player or a place received bonds of CONRAIL because its shares had run out."""

    count: int
    player: str = ""
    place: str = ""


class SharesDropped(Event, tag="shares_dropped"):
    """Shares of the merged corporations were dropped, because nothing was left to exchange them for."""

    count: int


class ConrailPriceSet(Event, tag="conrail_price_set"):
    """CONRAIL's price token was placed."""

    amount: int


class ConrailPresident(Event, tag="conrail_president"):
    """A player became CONRAIL's first president.

    ``place`` holds the president's certificate if no player does.
    """

    player: str
    place: str = ""


class LoansInherited(Event, tag="loans_inherited"):
    """CONRAIL inherited loans.

    They lower its price and return to the bank in exchange for bonds in the pool.
    """

    count: int
    bonds: int


class ConrailCapital(Event, tag="conrail_capital"):
    """The bank paid CONRAIL for the shares that no player received. They went to the pool."""

    amount: int
    count: int


class TokensReplaced(Event, tag="tokens_replaced"):
    """A station token of CONRAIL replaced one of a merged corporation."""

    corp: str
    hex: str
