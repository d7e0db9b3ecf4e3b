"""The trains and the phases of an imported game."""

from __future__ import annotations

import re
from typing import Any, Final

from trunkline.engine.board import COLOURS
from trunkline.titles.declared.maker.game_file import UNLIMITED, Game, Part, clean, whole
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

NAME: Final = re.compile(r"(\d{1,2})(.*)")
PLUS: Final = re.compile(r"\+ *(\d{1,2})")
"""The rest of the name of a plus train, such as 3+2."""
LIMIT: Final = 20
"""Train limit of a phase without a limit."""
ROUNDS: Final = {"yellow": 1, "green": 2, "brown": 3, "gray": 3}
"""Operating rounds of a phase that does not have them, by its colour."""
CLOSING: Final = ("closeCompanies", "close_companies")
BUYING: Final = ("buyCompanies", "buy_companies")


def trains(game: Game) -> list[dict[str, Any]]:
    """Return the types of trains."""
    found: list[dict[str, Any]] = []
    rusted = _rusted_by_phases(game)
    for part in game.parts("trains"):
        name = part.text("name")
        key = f"trains.{name}"
        if part.text("variant") or name in [each["name"] for each in found]:
            game.points.left_out(key, "A train of a variant, or a second one of the same name, is left out.")
            continue
        entry: dict[str, Any] = {"name": name, "price": part.wanted("price"), "count": part.count("quantity")}
        entry |= _range(game, name, key)
        rusts = _events(game, part, "rust", key) or rusted.get(name, ())
        if rusts:
            entry["rusts_on"] = [*rusts]
        obsolete = _events(game, part, "obsolete", key)
        if phased := _events(game, part, "phased", key):
            text = "The game says that it is phased out. Assumed: it becomes obsolete, and runs once more."
            game.points.assumed(f"{key}.obsolete_on", text)
        if obsolete or phased:
            entry["obsolete_on"] = [*obsolete, *phased]
        if not rusts and not obsolete and not phased and part.get("permanent") is not False:
            entry["permanent"] = True
        if available := part.text("available"):
            entry["available_on"] = available
        _discount(game, part, entry, key)
        if text := part.text("description"):
            game.points.assumed(key, f'The game says: "{text}" If it is a discount, write discount.')
        if part.get("players") is not None:
            game.points.left_out(key, "It is for certain numbers of players in the game, and for all here.")
        found.append(entry)
    _check_names(game, found)
    if not any("rusts_on" in each or "obsolete_on" in each for each in found):
        text = 'The game does not say that trains rust. Write rusts_on: ["4"] at those that do.'
        game.points.assumed("trains", text)
    return found


def _range(game: Game, name: str, key: str) -> dict[str, Any]:
    """Return the range of a train, from its name."""
    found = NAME.match(name)
    if not found or not int(found[1]):
        if name.lower() not in ("d", "diesel"):
            game.points.assumed(f"{key}.range", "Its name has no number. Assumed: a range without a limit.")
        return {"range": None}
    stops, rest = int(found[1]), found[2].strip().lower()
    if rest.startswith("h"):
        return {"range": stops, "unit": "hexes"}
    if (towns := PLUS.fullmatch(rest)) and int(towns[1]):
        return {"range": stops, "plus": int(towns[1])}
    if rest.startswith("+"):
        text = f"Assumed: {stops} cities, and towns that earn nothing. If towns earn, write plus."
        game.points.assumed(f"{key}.range", text)
        return {"range": stops, "unit": "cities"}
    if rest not in ("", "t", "p"):
        text = f"Assumed: {stops} stops. Its name has more than a number, so check its range and its unit."
        game.points.assumed(f"{key}.range", text)
    return {"range": stops}


def _discount(game: Game, part: Part, entry: dict[str, Any], key: str) -> None:
    given = part.get("discount")
    if isinstance(given, dict):
        prices = {clean(name): whole(value) for name, value in given.items()}
        entry["discount"] = {name: price for name, price in prices.items() if price is not None}
    for each, meaning in (("tradeIn", "as part of the price of another"), ("upgrade", "as an upgrade")):
        if each in part:
            text = (
                f'The game has a price of {part.text(each)} for it {meaning}. Write a discount: {{"4": 300}}.'
            )
            game.points.assumed(f"{key}.discount", text)


def _events(game: Game, part: Part, key: str, where: str) -> tuple[str, ...]:
    """Return the trains that begin an event. A later train than the first of its type counts as the first."""
    value = part.get(key)
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict) and (whole(each.get("index")) or 1) > 1:
            text = (
                f"The {each.get('index')}th {each.get('on')} does this in the game; here the first one does."
            )
            game.points.assumed(where, clean(text))
    return part.names(key)


def _rusted_by_phases(game: Game) -> dict[str, list[str]]:
    """Return the trains that rust a train, by its name. In older games the phases name the rusted trains."""
    found: dict[str, list[str]] = {}
    for part in game.parts("phases"):
        trains = _begin(part)
        for name in part.names("rust"):
            found.setdefault(name, []).extend(trains)
    return found


def _begin(part: Part) -> tuple[str, ...]:
    """Return the trains that begin a phase."""
    return part.names("on") or part.names("train") or part.names("name")


def _check_names(game: Game, found: list[dict[str, Any]]) -> None:
    """Leave out names of trains that the game does not have."""
    known = [each["name"] for each in found]
    for entry in found:
        for key in ("rusts_on", "obsolete_on", "discount", "available_on"):
            names = entry.get(key, ())
            for name in [names] if isinstance(names, str) else [*names]:
                if name not in known:
                    text = f"The game has no train {name}. Write a train that it has."
                    game.points.missing(f"trains.{entry['name']}.{key}", text)


def phases(game: Game, names: list[str]) -> list[dict[str, Any]]:
    """Return the phases. ``names`` are those of the trains."""
    found: list[dict[str, Any]] = []
    unnamed: list[str] = []
    for part in game.parts("phases"):
        name = part.text("name") or " ".join(part.names("train"))
        if part.get("minor") is True or part.text("company"):
            game.points.left_out(f"phases.{name}", "A phase for certain companies only is left out.")
            continue
        key = f"phases.{name}"
        _events(game, part, "on", key)
        begin = [each for each in _begin(part) if each in names]
        if not begin and not found:
            begin = names[:1]
        if not begin:
            raise UsageError(
                gettext(
                    "{file}, {place}: no train begins the phase {name}. Name one with `on`.",
                    file=game.file,
                    place=part.place,
                    name=name,
                )
            )
        colours = _colours(part)
        entry: dict[str, Any] = {"name": name, "on_train": begin, "tiles": colours}
        entry["train_limit"] = _limit(game, part, key)
        rounds = part.number("rounds")
        if rounds is None:
            rounds = ROUNDS[colours[-1]] if colours else 1
            unnamed.append(f"{rounds} in phase {name}")
        entry["operating_rounds"] = rounds
        if any(part.get(each) is True for each in BUYING):
            entry["buy_privates"] = True
        found.append(entry)
    if unnamed:
        text = f"The game has no numbers of operating rounds. Assumed: {', '.join(unnamed)}."
        game.points.assumed("phases", text)
    return found


def _colours(part: Part) -> list[str]:
    """Return the colours of tiles up to the one of a phase."""
    named = part.text("tiles").lower().replace("grey", "gray")
    last = max((COLOURS.index(each) for each in COLOURS if each in named), default=-1)
    if last < 0:
        raise part.fault("tiles", ", ".join(COLOURS), part.get("tiles"))
    return [*COLOURS[: last + 1]]


def _limit(game: Game, part: Part, key: str) -> int:
    value = part.get("limit")
    if value is None or value == UNLIMITED:
        if value is None:
            game.points.assumed(f"{key}.train_limit", f"The game has no limit. Assumed: {LIMIT}.")
        return LIMIT
    parts = str(value).split("/")
    if len(parts) > 1 and (last := whole(parts[-1])) is not None:
        game.points.assumed(f"{key}.train_limit", f"The game has {clean(str(value))}. Assumed: {last}.")
        return last
    return part.wanted("limit")


def closing_phase(game: Game, found: list[dict[str, Any]]) -> str:
    """Return the phase that closes all privates."""
    names = [each["name"] for each in found]
    for part in game.parts("phases"):
        events = part.get("events")
        if isinstance(events, dict) and any(events.get(each) is True for each in CLOSING):
            name = part.text("name") or " ".join(part.names("train"))
            if name in names:
                return name
    usual: str = next((each["name"] for each in found if "brown" in each["tiles"]), names[-1])
    if "privates" in game:
        text = f"No phase of the game closes the privates. Assumed: phase {usual}."
        game.points.assumed("private_rules.close_on_phase", text)
    return usual


def explain_events(game: Game, found: list[dict[str, Any]]) -> None:
    """Add points for the notes and events of phases that are not taken over."""
    for part in game.parts("phases"):
        name = part.text("name")
        notes = part.get("notes")
        texts = [clean(str(each)) for each in (notes if isinstance(notes, list) else [notes]) if each]
        events = part.get("events")
        if isinstance(events, dict):
            texts += [clean(each) for each, on in events.items() if on is True and each not in CLOSING]
        if texts:
            game.points.left_out(f"phases.{name}", f'The game also says: "{"; ".join(texts)}"')
    if "privates" in game and not any(each.get("buy_privates") for each in found):
        text = "In no phase corporations may buy privates. If they may, write buy_privates: true."
        game.points.assumed("phases", text)
