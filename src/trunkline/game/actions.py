"""All actions of all titles, and the codec that converts them to and from plain data."""

from __future__ import annotations

from typing import cast

import msgspec

from trunkline.engine.kernel.action import (
    UNREADABLE,
    Action,
    ActivateFerry,
    AnnounceRuns,
    Answer,
    AskNoMore,
    AssignPower,
    Bid,
    BuyBond,
    BuyOffered,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    CreditDestination,
    DeclareBankruptcy,
    DeclareRevenue,
    DiscardTrain,
    Dividend,
    EndGame,
    EndTurn,
    IssueShares,
    LayTile,
    Pass,
    PlacePrivateToken,
    PlaceToken,
    RedeemBonds,
    RedeemLoans,
    RedeemShares,
    RemoveToken,
    RunTrains,
    SellBonds,
    SellShares,
    StartCorporation,
    TakeLoan,
    checked,
    encode,
    shortened,
    tag,
)
from trunkline.engine.kernel.correction import (
    CorrectCash,
    Correction,
    CorrectPresident,
    CorrectPrice,
    CorrectPrivate,
    CorrectShares,
    CorrectTile,
    CorrectToken,
    CorrectTrain,
)
from trunkline.titles import KINDS, AnyAction, BorrowTrain, BuyRight, SettleDebt
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

__all__ = [
    "KINDS",
    "Action",
    "ActivateFerry",
    "AnnounceRuns",
    "Answer",
    "AnyAction",
    "AskNoMore",
    "AssignPower",
    "Bid",
    "BorrowTrain",
    "BuyBond",
    "BuyOffered",
    "BuyPrivate",
    "BuyRight",
    "BuyShare",
    "BuyTrain",
    "CorrectCash",
    "CorrectPresident",
    "CorrectPrice",
    "CorrectPrivate",
    "CorrectShares",
    "CorrectTile",
    "CorrectToken",
    "CorrectTrain",
    "Correction",
    "CreditDestination",
    "DeclareBankruptcy",
    "DeclareRevenue",
    "DiscardTrain",
    "Dividend",
    "EndGame",
    "EndTurn",
    "IssueShares",
    "LayTile",
    "Pass",
    "PlacePrivateToken",
    "PlaceToken",
    "RedeemBonds",
    "RedeemLoans",
    "RedeemShares",
    "RemoveToken",
    "RunTrains",
    "SellBonds",
    "SellShares",
    "SettleDebt",
    "StartCorporation",
    "TakeLoan",
    "decode",
    "encode",
    "tag",
    "validated",
]


def validated(action: object) -> AnyAction:
    """Return the action in its saved form, with every field type checked.

    Raises ``UsageError`` if invalid.
    """
    if type(action) not in KINDS:
        raise UsageError(gettext("An action is expected, not {action}.", action=shortened(action)))
    return cast("AnyAction", checked(action))


def decode(data: object) -> AnyAction:
    """Return the action that ``encode`` converted to this data. Raises ``UsageError`` if it is not valid."""
    try:
        action: AnyAction = msgspec.convert(data, AnyAction)
    except UNREADABLE as error:
        raise UsageError(
            gettext("{data} is no action as saved games hold it: {error}.", data=shortened(data), error=error)
        ) from error
    return action
