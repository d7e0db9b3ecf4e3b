"""Strict reader for 18xx.games files, without undone actions.

Such a file holds every action of every player in order, including undone ones. The effective entries are
those that remain after undo and redo, without messages. The reader checks that each has the fields its kind
needs, so that a replay can rely on them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from trunkline.engine.board import Board
from trunkline.interop.file_source import (
    MAX_ACTIONS,
    MAX_PLAYERS,
    Fields,
    FileSource,
    is_copy,
    is_number,
    is_text,
    is_texts,
    is_whole,
    player_names,
    short,
    text_of,
)
from trunkline.util.messages import gettext

PLAYER = "player"
CORPORATION = "corporation"
COMPANY = "company"
ENTITY_TYPES = (PLAYER, CORPORATION, COMPANY)

UNDO = "undo"
REDO = "redo"
MESSAGE = "message"
RUN = "run_routes"
_HISTORY = (UNDO, REDO, MESSAGE)
LOG = "log"
"""Kind of the note that the site writes when a purchase needs another player's consent.

Unlike a message, it counts as an action for undo and redo.
"""
PROGRAM = "program_"
"""Prefix of the kinds that set up the site's autopilot."""

RENAMED = {"2'-0": "2-5", "3'-0": "3-4", "4'-0": "4-3", "5'-0": "5-2"}
"""Names of the last train of each type in older files, mapped to current names."""


@dataclass(frozen=True)
class Entry:
    """One action of the file. ``autos`` holds the actions that it triggered automatically."""

    id: int
    type: str
    entity: str
    """A player's id as text, or the file's id of a corporation or private."""
    entity_type: str
    fields: Fields
    autos: tuple[Entry, ...] = ()

    @property
    def silent(self) -> bool:
        """True if the entry itself changes nothing in the game."""
        return self.type == LOG or self.type.startswith(PROGRAM)

    def __str__(self) -> str:
        return f"id {self.id}, {self.type}"


@dataclass(frozen=True)
class PublicGame:
    """The content of a game file: players, options, actions and result."""

    name: str
    """Name of the file in messages."""
    title: str
    players: Mapping[str, str]
    """Names by id, in seat order. The names are unique."""
    options: tuple[str, ...]
    """The optional rules, by the names in the file."""
    entries: tuple[Entry, ...]
    """Effective entries."""
    result: Mapping[str, int] = field(default_factory=dict)
    """Final worth in dollars by player name. Empty while the game is in progress."""
    reason: str = ""
    """Reason for the end of the game, as in the file."""
    finished: bool = False


def parse(data: Any, name: str, boards: Mapping[str, Board]) -> PublicGame:
    """Return the game in a file's plain data. ``boards`` holds the titles that can be read."""
    source = FileSource(name)
    if not isinstance(data, dict):
        source.fault(
            gettext("it is not a game of 18xx.games, which is an object with a title, players and actions")
        )
    for key in ("title", "players", "actions"):
        if key not in data:
            source.fault(
                gettext(
                    "it is not a game of 18xx.games, or cut off: the field {key} is missing", key=repr(key)
                )
            )
    title = text_of(data["title"])
    if title not in boards:
        source.fault(
            gettext("it is a game of {title}; only {names} can be read", title=title, names=", ".join(boards))
        )
    players = _players(source, data["players"])
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
    entries = [_entry(source, place, item) for place, item in enumerate(raw, 1)]
    if (count := sum(1 + len(entry.autos) for entry in entries)) > 2 * MAX_ACTIONS:
        source.fault(
            gettext(
                "it has {count} actions with those set off by others, which is too many", count=str(count)
            )
        )
    effective = _effective(source, entries)
    for number, entry in enumerate(effective, 1):
        _check(source, number, entry, players)
    return PublicGame(
        name=name,
        title=title,
        players=players,
        options=_options(source, data.get("settings")),
        entries=tuple(effective),
        result=_result(source, data.get("result"), players),
        reason=text_of(data.get("game_end_reason") or ""),
        finished=data.get("status") == "finished" or bool(data.get("result")),
    )


def variants_of(game: PublicGame, board: Board) -> list[str]:
    """Return the title's variants for the file's optional rules. Raises ``UsageError``."""
    known = {variant.public_option: name for name, variant in board.variants.items() if variant.public_option}
    for option in game.options:
        if option not in known:
            FileSource(game.name).fault(
                gettext(
                    "it is played with the optional rule {option}, which is not known", option=repr(option)
                )
            )
    return [known[option] for option in game.options]


def revenue_of(entry: Entry) -> int | None:
    """Return the stated dollars of a run, or None if the entry does not state them for every train."""
    if entry.type != RUN:
        return None
    stated = [route.get("revenue") for route in entry.fields["routes"]]
    return sum(stated) if all(is_whole(revenue) for revenue in stated) else None


def _players(source: FileSource, data: Any) -> dict[str, str]:
    if not isinstance(data, list) or not data:
        source.fault(gettext("the field 'players' is not a list of players"))
    if len(data) > MAX_PLAYERS:
        source.fault(gettext("it has {count} players", count=str(len(data))))
    names: dict[str, str] = {}
    for item in data:
        name = item.get("name") if isinstance(item, dict) else None
        if not isinstance(name, str) or not name.strip():
            source.fault(gettext("player {number} has no name", number=str(len(names) + 1)))
        id = text_of(item.get("id", name))
        if id in names:
            source.fault(gettext("two players have the id {id}", id=str(id)))
        names[id] = name
    return player_names(names)


def _options(source: FileSource, settings: Any) -> tuple[str, ...]:
    if settings is None:
        return ()
    rules = settings.get("optional_rules") if isinstance(settings, dict) else None
    if rules is None and isinstance(settings, dict):
        return ()
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        source.fault(gettext("the field 'settings' holds no list of optional rules"))
    return tuple(rules)


def _result(source: FileSource, data: Any, players: Mapping[str, str]) -> dict[str, int]:
    if not data:
        return {}
    if not isinstance(data, dict) or not all(is_number(worth) for worth in data.values()):
        source.fault(gettext("the field 'result' does not give each player's worth"))
    by_name = {**{name: name for name in players.values()}, **players}
    strangers = [id for id in data if id not in by_name]
    if strangers:
        source.fault(gettext("the field 'result' names {name}, who does not play", name=strangers[0]))
    return {by_name[id]: int(worth) for id, worth in data.items()}


def _kind(source: FileSource, place: int, item: Any) -> str:
    if not isinstance(item, dict):
        source.fault(gettext("entry {place} of its actions is not an object", place=str(place)))
    kind = item.get("type")
    if not isinstance(kind, str):
        source.fault(
            gettext(
                "entry {place} of its actions (id {id}) has no type",
                place=str(place),
                id=text_of(item.get("id")),
            )
        )
    return kind


def _entry(source: FileSource, place: int, item: Any) -> Entry:
    kind = _kind(source, place, item)
    what = gettext(
        "entry {place} of its actions (id {id}, {kind})",
        place=str(place),
        id=text_of(item.get("id")),
        kind=kind,
    )
    if not _known(kind) and kind not in _HISTORY:
        id = text_of(item.get("id"))
        where = gettext("entry {place} of its actions (id {id})", place=str(place), id=id)
        source.fault(gettext("{where} is of the unknown type {kind}", where=where, kind=short(kind)))
    if not is_whole(item.get("id")):
        source.fault(gettext("{what} lacks the field 'id'", what=what))
    if kind in _HISTORY:
        return Entry(id=item["id"], type=kind, entity="", entity_type="", fields=item)
    autos = item.get("auto_actions") or []
    if not isinstance(autos, list):
        source.fault(gettext("{what} has auto actions that are not a list", what=what))
    entity, entity_type = ("", "") if kind == LOG else _entity(source, what, item)
    return Entry(
        id=item["id"],
        type=kind,
        entity=entity,
        entity_type=entity_type,
        fields=_renamed(item),
        autos=tuple(_auto(source, what, item["id"], auto) for auto in autos),
    )


def _entity(source: FileSource, what: str, item: Fields) -> tuple[str, str]:
    """Return the id and the type of the actor. The site does not check them in a log entry."""
    entity, entity_type = item.get("entity"), item.get("entity_type")
    if not is_whole(entity) and not is_text(entity):
        source.fault(gettext("{what} lacks the field 'entity'", what=what))
    if entity_type not in ENTITY_TYPES:
        source.fault(
            gettext(
                "{what} has the entity type {entity_type}, not player, corporation or company",
                what=what,
                entity_type=short(entity_type),
            )
        )
    return text_of(entity), entity_type


def _renamed(fields: Fields) -> Fields:
    """Return the fields with the current names of trains."""
    found: dict[str, Any] = {
        key: RENAMED[value]
        for key in ("train", "exchange")
        if isinstance(value := fields.get(key), str) and value in RENAMED
    }
    if isinstance(routes := fields.get("routes"), list):
        found["routes"] = [_renamed(route) if isinstance(route, dict) else route for route in routes]
    return {**fields, **found} if found else fields


def _auto(source: FileSource, what: str, id: Any, item: Any) -> Entry:
    kind = item.get("type") if isinstance(item, dict) else None
    if not isinstance(kind, str) or not _known(kind):
        source.fault(
            gettext("{what} has an auto action of the unknown type {kind}", what=what, kind=short(kind))
        )
    return Entry(
        id=int(id),
        type=kind,
        entity=text_of(item.get("entity", "")),
        entity_type=text_of(item.get("entity_type", "")),
        fields=_renamed(item),
    )


def _known(kind: str) -> bool:
    return kind in _FIELDS or kind == LOG or kind.startswith(PROGRAM)


def _effective(source: FileSource, entries: list[Entry]) -> list[Entry]:
    """Return the entries that remain after undo and redo, in order."""
    places: dict[Any, int] = {}
    live: list[int] = []
    undone: list[list[int]] = []
    for place, entry in enumerate(entries):
        if entry.type == UNDO:
            left = bisect_left(live, _undo_from(source, entry, places, live))
            undone.append(live[left:])
            del live[left:]
        elif entry.type == REDO:
            if not undone:
                source.fault(gettext("the redo with id {id} has nothing to bring back", id=str(entry.id)))
            live += undone.pop()
        elif entry.type != MESSAGE:
            undone.clear()
            live.append(place)
        places.setdefault(entry.id, place)
    return [entries[place] for place in live]


def _undo_from(source: FileSource, entry: Entry, places: Mapping[Any, int], live: list[int]) -> int:
    """Return the index of the first entry that an undo takes back."""
    target = entry.fields.get("action_id")
    if target is None:
        return live[-1] if live else 0
    if target == 0:
        return 0
    if not is_number(target) or target not in places:
        source.fault(
            gettext(
                "the undo with id {id} goes back to action {target}, which is not there",
                id=str(entry.id),
                target=short(target),
            )
        )
    return places[target] + 1


# -- fields


def _is_shares(value: Any) -> bool:
    return is_texts(value) and bool(value) and all(is_copy(share, "_") for share in value)


def _is_routes(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(route, dict)
        and is_copy(route.get("train"))
        and isinstance(route.get("connections"), list)
        and all(is_texts(segment) and segment for segment in route["connections"])
        and (route.get("nodes") is None or is_texts(route["nodes"]))
        for route in value
    )


def _is_price(value: Any) -> bool:
    return (
        is_text(value) and len(value.split(",")) == 3 and all(part.isdecimal() for part in value.split(","))
    )


_FIELDS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "pass": {},
    "end_game": {},
    "bankrupt": {},
    "bid": {"company": is_text, "price": is_whole},
    "par": {"corporation": is_text, "share_price": _is_price},
    "buy_shares": {"shares": _is_shares},
    "sell_shares": {"shares": _is_shares},
    "lay_tile": {"hex": is_text, "tile": is_copy, "rotation": is_whole},
    "place_token": {"city": is_copy},
    "remove_token": {"city": is_copy},
    "buy_train": {"train": is_copy, "price": is_whole},
    "discard_train": {"train": is_copy},
    "borrow_train": {"train": is_copy},
    "take_loan": {},
    "payoff_loan": {},
    RUN: {"routes": _is_routes},
    "dividend": {"kind": lambda value: value in ("payout", "withhold")},
    "buy_company": {"company": is_text, "price": is_whole},
    "special_buy": {"description": is_text},
    "assign": {"target": is_text},
    "merge": {"corporation": is_text},
    "destination_connection": {"corporations": is_texts},
}
"""The kinds of action, with the required fields of each."""

_OPTIONAL: dict[str, Callable[[Any], bool]] = {
    "percent": is_whole,
    "exchange": is_copy,
    "tokener": is_text,
    "slot": is_whole,
}
"""Optional fields of an action, with their checks."""


def _check(source: FileSource, number: int, entry: Entry, players: Mapping[str, str]) -> None:
    for one in (entry, *entry.autos):
        what = gettext("action {number} ({entry})", number=str(number), entry=entry)
        if one is not entry:
            what = gettext(
                "action {number} ({entry}): its {kind}", number=str(number), entry=entry, kind=one.type
            )
        for key, holds in _FIELDS.get(one.type, {}).items():
            if key not in one.fields:
                source.fault(gettext("{what} lacks the field {key}", what=what, key=repr(key)))
            if not holds(one.fields[key]):
                source.fault(
                    gettext(
                        "{what} has a field {key} that cannot be understood: {value}",
                        what=what,
                        key=repr(key),
                        value=short(one.fields[key]),
                    )
                )
        for key, holds in _OPTIONAL.items():
            value = one.fields.get(key)
            if value is not None and not holds(value):
                source.fault(
                    gettext(
                        "{what} has a field {key} that cannot be understood: {value}",
                        what=what,
                        key=repr(key),
                        value=short(value),
                    )
                )
        if one.entity_type == PLAYER and one.entity not in players:
            source.fault(
                gettext("{what} is by player {entity}, who does not play", what=what, entity=one.entity)
            )
