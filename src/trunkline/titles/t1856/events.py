"""Events that only 1856 has."""

from __future__ import annotations

from trunkline.engine.kernel.events import Event


class AllPassed(Event, tag="all_passed"):
    """All players passed in the opening, and the privates pay as in an operating round."""


class PrivatesSold(Event, tag="privates_sold"):
    """The opening ended, and players may buy shares."""


class LoansDue(Event, tag="loans_due"):
    """All government loans became due."""


class LoansRepaid(Event, tag="loans_repaid"):
    """A corporation repaid loans from its treasury when they became due."""

    corp: str
    count: int


class LoansCleared(Event, tag="loans_cleared"):
    """A president paid the missing money to clear a corporation's loans."""

    player: str
    corp: str
    amount: int


class Absorbed(Event, tag="absorbed"):
    """The CGR absorbed a corporation that could not clear its loans."""

    corp: str


class CgrNeverForms(Event, tag="cgr_never_forms"):
    """All loans were repaid, so the CGR never forms."""


class CgrForms(Event, tag="cgr_forms"):
    """The CGR formed out of the absorbed corporations."""


class CgrPriceSet(Event, tag="cgr_price_set"):
    """The CGR's price token was placed."""

    amount: int


class SharesExchanged(Event, tag="shares_exchanged"):
    """A player received shares of the CGR for shares of the absorbed corporations."""

    player: str
    count: int


class CgrPresident(Event, tag="cgr_president"):
    """A player became the first president of the CGR."""

    player: str


class SecondShareUnpaid(Event, tag="second_share_unpaid"):
    """The CGR's president could not pay for the second share of the certificate."""

    player: str
