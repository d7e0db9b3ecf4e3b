"""A game recorded with Rails (the Java program Rails-18xx), its save decoded to JSON: read strictly.

The top of the file says ``format`` (``rails-save-decoded``), ``game``, ``players`` in seat order, ``options``
(names to texts) and ``actions``. Every action has its Java ``class``, of which the last part is its kind, the
``playerName`` of who acts, and the fields of its kind; undone actions are not in the file. Places that
sell are called ``IPO``, ``Pool`` or by the name of a corporation; certificates and trains are numbered
(``3_1`` is the second 3-train). The actions begin with the privates, one for each player in his turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from trunkline.interop.foreign import (
    MAX_ACTIONS,
    MAX_PLAYERS,
    Fields,
    Source,
    is_copy,
    is_text,
    is_texts,
    is_whole,
    short,
    text_of,
)

FORMAT = "rails-save-decoded"

DONE, PASS, SKIP, AUTOPASS = range(4)
"""The modes of a ``NullAction``."""
WITHHOLD, SPLIT, PAYOUT = range(3)
"""What becomes of a revenue, in ``SetDividend``."""

START = "BuyStartItem"
NULL = "NullAction"
START_COMPANY = "StartCompany"
BUY_SHARE = "BuyCertificate"
SELL = "SellShares"
LAY_TILE = "LayTile"
LAY_TOKEN = "LayBaseToken"
DIVIDEND = "SetDividend"
BUY_TRAIN = "BuyTrain"
DISCARD = "DiscardTrain"


@dataclass(frozen=True)
class Entry:
    """One action of the file."""

    number: int
    """Its place in the file, from 1."""
    kind: str
    player: str
    fields: Fields

    @property
    def corp(self) -> str:
        """The corporation it names; empty where it names none."""
        return str(self.fields.get("companyName", ""))

    def __str__(self) -> str:
        return f"{self.kind} by {self.player}"


@dataclass(frozen=True)
class RailsGame:
    """What a file says: who played and what was done."""

    name: str
    """What the file is called in messages."""
    title: str
    players: tuple[str, ...]
    """In seat order."""
    entries: tuple[Entry, ...]


def is_rails(data: Any) -> bool:
    """Whether plain JSON data claims to be a save of Rails."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def parse(data: Any, name: str, titles: tuple[str, ...]) -> RailsGame:
    """The game in a file's plain data. ``titles`` are those that can be read. Raises ``UsageError``."""
    source = Source(name)
    if not is_rails(data):
        source.fault(f"it is not a game of Rails, which is an object with the format {FORMAT!r}")
    for key in ("game", "players", "actions"):
        if key not in data:
            source.fault(f"it is not a game of Rails, or cut off: the field {key!r} is missing")
    title = text_of(data["game"])
    if title not in titles:
        source.fault(f"it is a game of {title}; of Rails only {', '.join(titles)} can be read")
    _check_options(source, data.get("options"))
    players = data["players"]
    if not is_texts(players) or not players or len(players) > MAX_PLAYERS:
        source.fault("the field 'players' is not a list of names")
    raw = data["actions"]
    if not isinstance(raw, list):
        source.fault("the field 'actions' is not a list")
    if len(raw) > MAX_ACTIONS:
        source.fault(f"it has {len(raw)} actions, and more than {MAX_ACTIONS} are not read")
    count = data.get("n_actions", len(raw))
    if count != len(raw):
        source.fault(f"it says that it has {short(count)} actions and holds {len(raw)}")
    entries = tuple(_entry(source, number, item, players) for number, item in enumerate(raw, 1))
    return RailsGame(name, title, tuple(players), entries)


_AIDS = ("RouteAwareness", "RevenueCalculation", "NumberOfPlayers", "TwoPlayersCertLimit70Percent")
"""Options that help those who play, or that say nothing a game of three or more players depends on."""
_OPTIONS = {
    "SeparateSalesAtSamePrice": ("yes",),
    "UnlimitedTiles": ("no", "Yellow Plain"),
    "RouteAlgorithm": ("Semi-Restrictive",),
    "NoMapMode": ("no",),
    "UnlimitedTopTrains_8": ("no",),
    "UnlimitedTopTrains": ("no",),
}
"""Options that change the rules, with the settings that are played here. Fewer tiles than here are no matter:
whatever could be laid there can be laid here."""


def _check_options(source: Source, options: Any) -> None:
    if options is None:
        return
    if not isinstance(options, dict):
        source.fault("the field 'options' does not hold options")
    for option, setting in options.items():
        if option not in _AIDS and setting not in _OPTIONS.get(option, ()):
            source.fault(
                f"it is played with the option {short(option)} = {short(setting)}, which is not known"
            )


def _entry(source: Source, number: int, item: Any, players: list[str]) -> Entry:
    if not isinstance(item, dict):
        source.fault(f"action {number} is not an object")
    kind = text_of(item.get("class", "")).rpartition(".")[2]
    what = f"action {number} ({kind})"
    if kind not in _FIELDS:
        source.fault(f"action {number} is of the unknown class {short(item.get('class'))}")
    player = item.get("playerName")
    if player not in players:
        source.fault(f"{what} is by {short(player)}, who does not play")
    for key, holds in _FIELDS[kind].items():
        if key not in item:
            source.fault(f"{what} lacks the field {key!r}")
        if not holds(item[key]):
            source.fault(f"{what} has a field {key!r} that cannot be understood: {short(item[key])}")
    return Entry(number, kind, player, item)


def _is_train(value: Any) -> bool:
    return is_copy(value, "_")


def _is_mode(value: Any) -> bool:
    return is_whole(value) and value in (DONE, PASS, SKIP, AUTOPASS)


_FIELDS: dict[str, dict[str, Callable[[Any], bool]]] = {
    START: {"startItemName": is_text, "associatedSharePrice": is_whole},
    NULL: {"mode": _is_mode},
    START_COMPANY: {"companyName": is_text, "price": is_whole},
    BUY_SHARE: {"companyName": is_text, "fromName": is_text, "numberBought": is_whole},
    SELL: {"companyName": is_text, "number": is_whole, "shareUnits": is_whole},
    LAY_TILE: {
        "companyName": is_text, "chosenHexName": is_text, "sLaidTileId": is_text, "orientation": is_whole,
    },
    LAY_TOKEN: {"companyName": is_text, "chosenHexName": is_text, "chosenStation": is_whole},
    DIVIDEND: {"companyName": is_text, "actualRevenue": is_whole, "revenueAllocation": is_whole},
    BUY_TRAIN: {
        "companyName": is_text, "fromName": is_text, "trainUniqueId": _is_train, "pricePaid": is_whole,
    },
    DISCARD: {"companyName": is_text, "discardedTrainUniqueId": _is_train},
}  # fmt: skip
"""The kinds of action, and what each must say."""
