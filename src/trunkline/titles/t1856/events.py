"""What happens in 1856 alone."""

from __future__ import annotations

from trunkline.kernel.events import Event


class AllPassed(Event, tag="all_passed"):
    """All passed in the opening, and the privates pay as in an operating round."""


class PrivateCheaper(Event, tag="private_cheaper"):
    """The private on offer has a lower price."""

    private: str
    amount: int


class PrivateGiven(Event, tag="private_given"):
    """A player received the private on offer free of charge."""

    player: str
    private: str


class PrivatesSold(Event, tag="privates_sold"):
    """The opening is over, and shares may be bought."""


class LoansDue(Event, tag="loans_due"):
    """All government loans fall due."""


class LoansRepaid(Event, tag="loans_repaid"):
    """A corporation repaid loans out of its treasury as they fell due."""

    corp: str
    count: int


class LoansCleared(Event, tag="loans_cleared"):
    """A president paid what the treasury lacked to clear a corporation's loans."""

    player: str
    corp: str
    amount: int


class Absorbed(Event, tag="absorbed"):
    """A corporation that cannot clear its loans goes into the CGR."""

    corp: str


class CgrNeverForms(Event, tag="cgr_never_forms"):
    """All loans are repaid, so there will be no CGR."""


class CgrForms(Event, tag="cgr_forms"):
    """The CGR forms of the corporations absorbed."""


class CgrPriceSet(Event, tag="cgr_price_set"):
    """The CGR's price token is placed."""

    amount: int


class SharesExchanged(Event, tag="shares_exchanged"):
    """A player received shares of the CGR for those of the corporations absorbed."""

    player: str
    count: int


class CgrPresident(Event, tag="cgr_president"):
    """A player is the first president of the CGR."""

    player: str


class SecondShareUnpaid(Event, tag="second_share_unpaid"):
    """The CGR's president cannot pay for the certificate's second share."""

    player: str
