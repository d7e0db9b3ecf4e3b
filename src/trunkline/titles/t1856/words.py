"""Texts for events and choices that only 1856 has, in the form of ``trunkline.game.wording.events``."""

from __future__ import annotations

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.context import ChoiceWords
from trunkline.engine.kernel.events import Event
from trunkline.titles.t1856 import events
from trunkline.titles.t1856.actions import BorrowTrain, BuyRight, SettleDebt
from trunkline.util.messages import Plural, gettext_noop

SENTENCES: dict[type[Event], str | Plural] = {
    events.AllPassed: gettext_noop("All pass: an operating round pays the private companies"),
    events.PrivatesSold: gettext_noop("The private companies are sold; shares may be bought"),
    events.LoansDue: gettext_noop("All government loans fall due"),
    events.LoansRepaid: Plural("{corp} repays {count} loan", "{corp} repays {count} loans"),
    events.LoansCleared: gettext_noop("{player} pays ${amount} to clear the loans of {corp}"),
    events.Absorbed: gettext_noop("{corp} cannot clear its loans and is absorbed by the {CGR}"),
    events.CgrNeverForms: gettext_noop("All loans are repaid: the {CGR} never forms"),
    events.CgrForms: gettext_noop("The Canadian Government Railways form"),
    events.CgrPriceSet: gettext_noop("The {CGR} starts at ${amount}"),
    events.SharesExchanged: Plural(
        "{player} receives {count} share of the {CGR}", "{player} receives {count} shares of the {CGR}"
    ),
    events.CgrPresident: gettext_noop("{player} is president of the {CGR}"),
    events.SecondShareUnpaid: gettext_noop("{player} cannot pay for a second share of the {CGR}"),
}


def _settle(action: SettleDebt) -> str:
    if action.pay:
        return gettext_noop("{corp}: {player} pays what the treasury lacks")
    return gettext_noop("{corp}: leave the debt unpaid")


def _buy_right(action: BuyRight) -> str:
    return {
        "bridge": gettext_noop("buy the right to the bridge"),
        "tunnel": gettext_noop("buy the right to the tunnel"),
    }.get(action.right, gettext_noop("buy the right to the {right}"))


CHOICES: dict[type[Action], ChoiceWords] = {
    BuyRight: ChoiceWords(gettext_noop("Buy a right"), _buy_right),
    BorrowTrain: ChoiceWords(gettext_noop("Borrow a train"), gettext_noop("{corp} borrows {train}")),
    SettleDebt: ChoiceWords(gettext_noop("Settle the debt"), _settle),
}


TURNING_POINTS: tuple[type[Event], ...] = (events.CgrForms, events.CgrNeverForms)
"""Events that open a summary of the game."""
HEADLINES: tuple[type[Event], ...] = (events.Absorbed, events.LoansDue)
"""Events listed before figures, in addition to the turning points."""


POWERS = (
    gettext_noop(
        "owning company: free marker and/or tile 59 at Kitchener, no route needed, in "
        "place of the normal lay or marker; closes at the end of that operating round"
    ),
    gettext_noop("owning company: extra tile on H11, no route needed; does not close"),
    gettext_noop("owning company: port token on one anchor hex; closes on use"),
    gettext_noop("owning company: +10 at Buffalo; sells the right for 50"),
    gettext_noop("owning company: +10 at Sarnia; sells the right for 50"),
)
"""The powers of privates in ``board.yaml``. This marks them for the catalogues."""
