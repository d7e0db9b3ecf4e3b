"""The JSON file of a game of 18xx-maker, and typed access to its values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from trunkline.engine.board.checks import LARGEST
from trunkline.engine.board.loading import read_text
from trunkline.titles.declared.maker.points import Points
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext

NEEDED: Final = ("bank", "players", "companies", "trains", "phases", "stock", "tiles", "map")
"""The keys of a game, besides its title, without which no title can be made."""
UNLIMITED: Final = "\N{INFINITY}"
"""The sign of 18xx-maker for any number of pieces."""
_NUMBER: Final = re.compile(r"\W{0,3}(\d{1,3}(?:,\d{3})+|\d{1,8})\W{0,3}")
"""A number with a sign of a currency, such as $80."""


class Part:
    """One table of the game, such as a company or a hex, with its place for messages."""

    def __init__(self, file: str, place: str, data: dict[str, Any]) -> None:
        self.file, self.place, self.data = file, place, data

    def __contains__(self, key: str) -> bool:
        return self.data.get(key) not in (None, "", [], {})

    def get(self, key: str) -> Any:
        """Return the value of a key unchanged, or None."""
        return self.data.get(key)

    def text(self, key: str) -> str:
        """Return a text without line ends and invisible characters. Without the key it is empty."""
        value = self.data.get(key)
        if value is None:
            return ""
        if isinstance(value, dict | list | bool):
            raise self.fault(key, gettext("a text"), value)
        return clean(str(value))

    def number(self, key: str) -> int | None:
        """Return a whole number, or None without the key. A text such as "$80" is a number too."""
        value = self.data.get(key)
        if value is None or value == "":
            return None
        found = whole(value)
        if found is None:
            raise self.fault(key, gettext("a whole number"), value)
        return found

    def wanted(self, key: str) -> int:
        """Return a whole number that the title needs."""
        found = self.number(key)
        if found is None:
            raise self.fault(key, gettext("a whole number"), None)
        return found

    def count(self, key: str) -> int | None:
        """Return a number of pieces, or None for any number. Without the key it is one."""
        if self.data.get(key) == UNLIMITED:
            return None
        found = self.number(key)
        return 1 if found is None else found

    def parts(self, key: str) -> Iterator[Part]:
        """Yield the tables of a list, which is empty without the key."""
        for number, each in enumerate(self.list(key)):
            yield self.part(f"{key}[{number}]", each)

    def list(self, key: str) -> list[Any]:
        """Return the values of a list, which is empty without the key."""
        value = self.data.get(key) or []
        if not isinstance(value, list):
            raise self.fault(key, gettext("a list"), value)
        return value

    def part(self, key: str, value: Any) -> Part:
        """Return a value below this part as a table."""
        if not isinstance(value, dict):
            raise self.fault(key, gettext("keys with values"), value)
        return Part(self.file, self._place(key), value)

    def names(self, key: str) -> tuple[str, ...]:
        """Return the names in a text, a list of texts, or tables with the key ``on``."""
        value = self.data.get(key)
        if value is None:
            return ()
        found = []
        for each in value if isinstance(value, list) else [value]:
            name = each.get("on") if isinstance(each, dict) else each
            if not isinstance(name, str | int) or isinstance(name, bool):
                raise self.fault(key, gettext("the name of a train"), each)
            found.append(clean(str(name)))
        return tuple(found)

    def fault(self, key: str, valid: str, value: Any) -> UsageError:
        """Return the error for a value that cannot be used."""
        return UsageError(
            gettext(
                "{file}, {place}: it must be {valid}, not {value}.",
                file=self.file,
                place=self._place(key),
                valid=valid,
                value=_shown(value),
            )
        )

    def _place(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key


class Game(Part):
    """A game of 18xx-maker, and the points that its import has found."""

    def __init__(self, file: str, data: dict[str, Any]) -> None:
        super().__init__(file, "", data)
        self.points = Points()
        self.info = self.part("info", data["info"])


def read_game(path: Path) -> Game:
    """Return the game in a file. Raises ``UsageError`` if it is not one, or if it lacks needed keys."""
    text = read_text(path)
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise UsageError(gettext("{name} is nested too deeply for a game.", name=path.name)) from error
    except ValueError as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise UsageError(
            gettext("{name}, line {line}: it is not valid JSON.", name=path.name, line=str(line))
        ) from error
    info = data.get("info") if isinstance(data, dict) else None
    if not isinstance(info, dict) or not isinstance(info.get("title"), str):
        raise UsageError(
            gettext("{name} is not a game of 18xx-maker: it has no title in `info`.", name=path.name)
        )
    game = Game(path.name, data)
    missing = [key for key in NEEDED if key not in game]
    if missing:
        raise UsageError(
            gettext(
                "{name} has no {keys}, and a title needs them. Add them in 18xx-maker first.",
                name=path.name,
                keys=", ".join(f"`{key}`" for key in missing),
            )
        )
    return game


def whole(value: Any) -> int | None:
    """Return a value as a whole number that a board may have, or None if it is not one."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        found = _NUMBER.fullmatch(value)
        value = int(found[1].replace(",", "")) if found else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and 0 <= value <= LARGEST else None


def clean(text: str) -> str:
    """Return a text as one line of printable characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _shown(value: Any) -> str:
    if value is None:
        return gettext("missing")
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
