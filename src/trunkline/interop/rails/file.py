"""Strict reader for games of Rails (the Java program Rails-18xx), with the save decoded to JSON.

The top level has ``format`` (``rails-save-decoded``), ``game``, ``players`` in seat order, ``options`` (names
to texts) and ``actions``. Every action has its Java ``class``, whose last part is its kind. It also has the
``playerName`` of the actor, and the fields of its kind. Undone actions are not in the file.

Sellers are called ``IPO``, ``Pool`` or by the name of a corporation. Certificates and trains are numbered
(``3_1`` is the second 3-train). The actions begin with the privates, one for each player in turn.

``rails_version`` is the version that saved the game. Rails 1.x names some fields differently. Before 1.3.1 a
purchase of shares names the certificate. The reader converts such fields to the current ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NoReturn

from trunkline.interop.file_source import (
    MAX_ACTIONS,
    MAX_PLAYERS,
    Fields,
    FileSource,
    is_copy,
    is_text,
    is_texts,
    is_whole,
    player_names,
    short,
    text_of,
)
from trunkline.util.messages import gettext

FORMAT = "rails-save-decoded"

DONE, PASS, SKIP, AUTOPASS = range(4)
"""The modes of a ``NullAction``."""
WITHHOLD, SPLIT, PAYOUT = range(3)
"""The dividend choices in ``SetDividend``."""

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
REQUEST = "RequestTurn"


@dataclass(frozen=True)
class RailsEntry:
    """One action of the file."""

    number: int
    """Position in the file, from 1."""
    kind: str
    player: str
    fields: Fields

    @property
    def corp(self) -> str:
        """The corporation that the action names, or empty text."""
        return str(self.fields.get("companyName", ""))

    def by(self, player: str) -> RailsEntry:
        """Return the same action by another player."""
        return replace(self, player=player)

    def __str__(self) -> str:
        return f"{self.kind} by {self.player}"


@dataclass(frozen=True)
class RailsGame:
    """The content of a game file: players and actions."""

    name: str
    """Name of the file in messages."""
    title: str
    players: tuple[str, ...]
    """Player names in seat order."""
    entries: tuple[RailsEntry, ...]
    version: str = ""
    """The version of Rails that saved the game. Empty if the file does not state it."""

    @property
    def first_version(self) -> bool:
        """True if Rails 1.x saved the game."""
        return re.match(r"\D*1\b", self.version) is not None


def is_rails(data: Any) -> bool:
    """Return whether plain JSON data claims to be a save of Rails."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def parse(data: Any, name: str, titles: tuple[str, ...]) -> RailsGame:
    """Return the game in a file's plain data. ``titles`` can be read. Raises ``UsageError``."""
    source = FileSource(name)
    if not is_rails(data):
        source.fault(
            gettext(
                "it is not a game of Rails, which is an object with the format {format}", format=repr(FORMAT)
            )
        )
    for key in ("game", "players", "actions"):
        if key not in data:
            source.fault(
                gettext("it is not a game of Rails, or cut off: the field {key} is missing", key=repr(key))
            )
    title = text_of(data["game"])
    if title not in titles:
        source.fault(
            gettext(
                "it is a game of {title}; of Rails only {names} can be read",
                title=title,
                names=", ".join(titles),
            )
        )
    options = _options(source, data.get("options"))
    given = data["players"]
    if not is_texts(given) or not given or len(given) > MAX_PLAYERS:
        source.fault(gettext("the field 'players' is not a list of names"))
    if len(set(given)) < len(given):
        source.fault(gettext("Players must have different names"))
    players = player_names({name: name for name in given})
    raw = data["actions"]
    if not isinstance(raw, list):
        source.fault(gettext("the field 'actions' is not a list"))
    if len(raw) > MAX_ACTIONS:
        source.fault(
            gettext(
                "it has {count} actions, and more than {most} are not read",
                count=str(len(raw)),
                most=str(MAX_ACTIONS),
            )
        )
    count = data.get("n_actions", len(raw))
    if count != len(raw):
        source.fault(
            gettext(
                "it says that it has {count} actions and holds {found}",
                count=short(count),
                found=str(len(raw)),
            )
        )
    entries = tuple(_entry(source, number, item, players) for number, item in enumerate(raw, 1))
    if options.get(SAME_PRICE) == OFF:
        _check_lots(source, entries)
    return RailsGame(name, title, tuple(players.values()), entries, text_of(data.get("rails_version") or ""))


OFF = "no"
SAME_PRICE = "separatesalesatsameprice"
"""The option by which all lots of a corporation sold in a turn have the price of the first lot."""
_AIDS = ("routeawareness", "revenuecalculation", "numberofplayers", "twoplayerscertlimit70percent")
"""Options for the players' convenience, or without effect on a game of three or more players."""
_PLAYED = {
    SAME_PRICE: ("yes",),
    "unlimitedtiles": ("Yellow Plain",),
    "routealgorithm": ("Semi-Restrictive",),
}
"""Options that change the rules, with the supported settings other than "no".

Options that limit the tiles do no harm: every lay in such a game is legal here too.
"""


def _options(source: FileSource, options: Any) -> dict[str, Any]:
    """Return the options by lower-case name. Options that are off change nothing."""
    if options is None:
        return {}
    if not isinstance(options, dict):
        source.fault(gettext("the field 'options' does not hold options"))
    for option, setting in options.items():
        name = text_of(option).lower()
        if name not in _AIDS and setting not in (OFF, *_PLAYED.get(name, ())):
            source.fault(
                gettext(
                    "it is played with the option {option} = {setting}, which is not known",
                    option=short(option),
                    setting=short(setting),
                )
            )
    return {text_of(option).lower(): setting for option, setting in options.items()}


def _check_lots(source: FileSource, entries: tuple[RailsEntry, ...]) -> None:
    """Raise if a corporation is sold twice in a turn at two prices, which is not supported."""
    sold: set[str] = set()
    for entry in entries:
        if entry.kind != SELL:
            sold.clear()
        elif entry.corp in sold:
            source.fault(
                gettext(
                    "action {number} ({entry}) sells {corp} a second time in a turn, and by the option "
                    "'SeparateSalesAtSamePrice' = 'no' at another price, which is not known",
                    number=str(entry.number),
                    entry=entry,
                    corp=short(entry.corp),
                )
            )
        else:
            sold.add(entry.corp)


def _entry(source: FileSource, number: int, item: Any, players: Mapping[str, str]) -> RailsEntry:
    if not isinstance(item, dict):
        source.fault(gettext("action {number} is not an object", number=str(number)))
    kind = text_of(item.get("class", "")).rpartition(".")[2]
    what = gettext("action {number} ({kind})", number=str(number), kind=kind)
    if kind not in _FIELDS:
        source.fault(
            gettext(
                "action {number} is of the unknown class {kind}",
                number=str(number),
                kind=short(item.get("class")),
            )
        )
    player = item.get("playerName")
    if not isinstance(player, str) or player not in players:
        source.fault(gettext("{what} is by {player}, who does not play", what=what, player=short(player)))
    fields = dict(item)
    for key, holds in _FIELDS[kind].items():
        older = _OLDER.get(key)
        if older is not None and item.get(key) is None and older.name in item:
            if not older.holds(item[older.name]):
                _misunderstood(source, what, older.name, item)
            fields[key] = older.today(item[older.name])
        elif key not in item:
            source.fault(gettext("{what} lacks the field {key}", what=what, key=repr(key)))
        elif not holds(item[key]):
            _misunderstood(source, what, key, item)
    if kind == REQUEST:
        fields["requestingPlayerName"] = players.get(fields["requestingPlayerName"], "")
    return RailsEntry(number, kind, players[player], fields)


def _misunderstood(source: FileSource, what: str, key: str, item: Fields) -> NoReturn:
    source.fault(
        gettext(
            "{what} has a field {key} that cannot be understood: {value}",
            what=what,
            key=repr(key),
            value=short(item[key]),
        )
    )


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
    REQUEST: {"requestingPlayerName": is_text},
}  # fmt: skip
"""The kinds of action, with the required fields of each."""


class _Older(NamedTuple):
    """A field of Rails 1.x, with its conversion to the current field."""

    name: str
    holds: Callable[[Any], bool]
    today: Callable[[Any], Any]


_OLDER = {
    "companyName": _Older("certUniqueId", is_copy, lambda certificate: certificate.rpartition("-")[0]),
    "number": _Older("numberSold", is_whole, int),
    "sLaidTileId": _Older("laidTileId", is_whole, str),
}
"""Older fields that replace a missing or empty field."""
