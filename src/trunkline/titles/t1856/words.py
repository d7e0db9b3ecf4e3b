"""Texts for events and choices that only 1856 has, in the form of ``trunkline.game.wording.events``."""

from __future__ import annotations

from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.context import ChoiceWords
from trunkline.engine.kernel.events import Event
from trunkline.titles.t1856 import events
from trunkline.titles.t1856.actions import BorrowTrain, BuyRight, SettleDebt

SENTENCES: dict[type[Event], str] = {
    events.AllPassed: "All pass: an operating round pays the private companies",
    events.PrivateCheaper: "{private} now costs ${amount}",
    events.PrivateGiven: "{player} receives {private} free of charge",
    events.PrivatesSold: "The private companies are sold; shares may be bought",
    events.LoansDue: "All government loans fall due",
    events.LoansRepaid: "{corp} repays {count:loan}",
    events.LoansCleared: "{player} pays ${amount} to clear the loans of {corp}",
    events.Absorbed: "{corp} cannot clear its loans and is absorbed by the {CGR}",
    events.CgrNeverForms: "All loans are repaid: the {CGR} never forms",
    events.CgrForms: "The Canadian Government Railways form",
    events.CgrPriceSet: "The {CGR} starts at ${amount}",
    events.SharesExchanged: "{player} receives {count:share} of the {CGR}",
    events.CgrPresident: "{player} is president of the {CGR}",
    events.SecondShareUnpaid: "{player} cannot pay for a second share of the {CGR}",
}


def _settle(action: SettleDebt) -> str:
    return "{corp}: " + ("{player} pays what the treasury lacks" if action.pay else "leave the debt unpaid")


CHOICES: dict[type[Action], ChoiceWords] = {
    BuyRight: ChoiceWords("Buy a right", "buy the right to the {right}"),
    BorrowTrain: ChoiceWords("Borrow a train", "{corp} borrows {train}"),
    SettleDebt: ChoiceWords("Settle the debt", _settle),
}


TURNING_POINTS: tuple[type[Event], ...] = (events.CgrForms, events.CgrNeverForms)
"""Events that open a summary of the game."""
HEADLINES: tuple[type[Event], ...] = (events.Absorbed, events.LoansDue)
"""Events listed before figures, in addition to the turning points."""
