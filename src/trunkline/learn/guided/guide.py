"""The guided games, and the format of one: its set-up, and the topics of the coach."""

from __future__ import annotations

import string
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from trunkline.engine.kernel.options import Options
from trunkline.learn.lesson import Fact, Language, Line, Text
from trunkline.learn.translating import GUIDE, read_translated, translation_of
from trunkline.titles import begun, runs_for
from trunkline.util.messages import SOURCE

STOP: Final = "stop"
"""The id of the offer to end the game among the topics that the learner has read."""
FIRST_GAME: Final = "first-game"
"""The id of the guided first game, a part of a game of 1856."""
SHORT_GAME: Final = "short-game"
"""The id of the guided short game, a whole game of 18Dale."""
FILES: Final = {id: Path(__file__).with_name(f"{id}.yaml") for id in (FIRST_GAME, SHORT_GAME)}
"""The files of the guided games, by id."""
PERSON: Final = "person"
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]*$", max_length=40)]
"""The id of a topic."""


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: the learner's (``plays: person``) or that of a bot, with the seed of the bot."""

    name: str
    plays: str
    seed: int = 0


class Range(Struct, frozen=True, forbid_unknown_fields=True):
    """The values of a figure that a topic needs. Without limits, the figure only has to exist."""

    least: int | None = None
    most: int | None = None
    equals: str | int | None = None

    def holds(self, value: str | int | None) -> bool:
        """Return whether a figure exists and is in the range."""
        if value is None or (self.equals is not None and value != self.equals):
            return False
        if isinstance(value, str):
            return self.least is self.most is None
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


class When(Struct, frozen=True, forbid_unknown_fields=True):
    """The position at which a topic is due. All parts must hold.

    ``round`` is the kind of the round. ``can`` is a kind of action that the learner may take now, and
    ``cannot`` one that the learner may not take. ``figures`` has ranges of figures by their names, and
    ``state`` values of the state.
    """

    round: str = ""
    can: str = ""
    cannot: str = ""
    figures: dict[str, Range] = {}
    state: tuple[Fact, ...] = ()


class Targets(Struct, frozen=True, forbid_unknown_fields=True):
    """The names of the figures that hold the places to highlight."""

    hexes: tuple[str, ...] = ()
    corporations: tuple[str, ...] = ()


class Topic(Struct, frozen=True, forbid_unknown_fields=True):
    """A new thing, about which the coach speaks once.

    ``text`` names figures in braces. A topic is not due while one of its figures does not exist. ``words``
    are words of the glossary, and ``lesson`` is the id of a lesson with more about it.
    """

    id: Name
    heading: Line
    text: Text
    when: When
    targets: Targets = Targets()
    words: tuple[str, ...] = ()
    lesson: str = ""

    @property
    def named(self) -> frozenset[str]:
        """The names of the figures in the text and the targets."""
        texts = string.Formatter().parse(f"{self.heading} {self.text}")
        found = {name for _, name, _, _ in texts if name}
        return frozenset(found | {*self.targets.hexes, *self.targets.corporations})


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """The offer to end the game by agreement after a set of rounds. It is no rule, and its text says so."""

    after: Annotated[int, Meta(ge=1)]
    heading: Line
    text: Text


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game. ``minutes`` is the time up to the stop, and ``about`` says in one line what it is.

    ``after`` has the lessons that are enough before it. The coach explains the rest when it comes up. Without
    ``stop``, the game is played to its end.
    """

    id: Name
    name: Line
    about: Line
    title: str
    minutes: Annotated[int, Meta(ge=1, le=240)]
    after: tuple[Name, ...]
    seed: int
    seats: Annotated[tuple[Seat, ...], Meta(min_length=2)]
    topics: Annotated[tuple[Topic, ...], Meta(min_length=1)]
    stop: Stop | None = None
    language: Language = SOURCE
    """The language of the texts."""
    lacking: dict[str, str] = {}
    """The languages of the texts that a translation lacks, by text."""

    def __post_init__(self) -> None:
        """Refuse a guide without exactly one learner, and topics with the same id. Raises ``ValueError``."""
        if [seat.plays for seat in self.seats].count(PERSON) != 1:
            raise ValueError("Exactly one seat of a guided game must be that of a person")
        ids = [topic.id for topic in self.topics]
        if twice := [id for id in (*ids, STOP) if (*ids, STOP).count(id) > 1]:
            raise ValueError(f"The topic {twice[0]} is there twice")

    @property
    def learner(self) -> str:
        """The learner's seat."""
        return next(seat.name for seat in self.seats if seat.plays == PERSON)

    @property
    def options(self) -> Options:
        """The options of the game: the printed rules without variants. Raises ``UsageError``."""
        players = tuple(seat.name for seat in self.seats)
        return begun(Options(self.title, players, self.seed, runs=runs_for(self.title, "printed", 1)))


def first_game(language: str = SOURCE) -> Guide:
    """Return the guided first game in a language. Raises ``UsageError`` as ``guided_game`` does."""
    return guided_game(FIRST_GAME, language)


def guided_game(id: str, language: str = SOURCE) -> Guide:
    """Return a guided game of Trunkline in a language, or in English without a translation.

    Raises ``UsageError`` if its file or the translation cannot be read, and ``KeyError`` for an unknown id.
    """
    path = FILES[id]
    files = (path, translation_of(path, language))
    return _read(path, language, tuple(each.stat().st_mtime_ns for each in files if each.exists()))


@lru_cache
def _read(path: Path, language: str, _changed: tuple[int, ...]) -> Guide:
    return read_translated(path, language, Guide, GUIDE)
