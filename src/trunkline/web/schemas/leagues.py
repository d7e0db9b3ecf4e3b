"""Types for leagues: requests first, then responses. Times are whole seconds since 1970."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from trunkline.web.schemas.clocks import TableClock
from trunkline.web.schemas.requests import Request, Short

MOST_TITLES = 5
AtDeadline = Literal["wait", "annul"]
"""The fate of games that are not over at the end of a round's time: the league waits for them, or they count
for no member."""
LeagueStage = Literal["joining", "playing", "ended"]
LeagueAction = Literal["start", "end", "next-season", "remove", "annul", "rename"]


class LeagueTitle(Request, frozen=True):
    """A title of a league, with the reading of its rules."""

    title: Short
    rules: Short = "printed"
    variants: Annotated[list[Short], Meta(max_length=20)] = field(default_factory=list)


class LeagueSettings(Request, frozen=True):
    """The settings of a league.

    With several titles, each round has the next one.
    """

    titles: Annotated[list[LeagueTitle], Meta(min_length=1, max_length=MOST_TITLES)]
    players: Annotated[int, Meta(ge=2, le=12)]
    """The number of players at a table. If it does not divide the number of members, some tables have one
    player more or fewer."""
    rounds: Annotated[int, Meta(ge=1, le=30)]
    round_days: Annotated[int, Meta(ge=0, le=730)] = 0
    """The days for a round. 0 means that the round ends with its last game."""
    at_deadline: AtDeadline = "wait"
    clock: TableClock | None = None
    """The clock of the tables."""


class NewLeague(LeagueSettings, frozen=True):
    """A request for a new league, which you organise."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] = ""
    open: bool = True
    """True if everyone may see the league and join it. Otherwise people need the invitation link."""


class JoinLeague(Request, frozen=True):
    """A request to join a league. ``secret`` is the part of the invitation link after ``#``."""

    secret: Annotated[str, Meta(max_length=100)] = ""


class OrganiseLeague(Request, frozen=True):
    """An action of the organiser. ``name`` is the member to remove or the new name of the league.

    ``game`` is the game to annul.
    """

    action: LeagueAction
    name: Annotated[str, Meta(max_length=100)] = ""
    game: Annotated[str, Meta(max_length=40)] = ""


class LeagueSummary(Struct, frozen=True):
    """A league in a list."""

    id: str
    name: str
    titles: tuple[str, ...]
    players: int
    open: bool
    organiser: str | None
    """Null after the organiser's account was deleted."""
    season: int
    stage: LeagueStage
    round: int
    """The current round, or 0 before the first one."""
    rounds: int
    members: int
    member: bool
    """True if you are a member."""
    organises: bool
    """True if you may organise the league."""


class LeagueRank(Struct, frozen=True):
    """A member in the standings of a season."""

    rank: int
    name: str
    points: float
    """A game gives the share of the other players who finished behind; a tie counts half."""
    games: int
    """The games that are over and count."""
    worth_share: float
    """The first tie-break: the sum of the member's shares of the net worth at each table."""
    opponents: float
    """The second tie-break: the sum of the points of the opponents."""
    gone: bool
    """True if the member has withdrawn or was removed."""
    you: bool


class LeagueSeat(Struct, frozen=True):
    """A seat at a table of a league. Place and points are null until the game is over."""

    name: str
    place: int | None
    points: float | None


class LeagueTable(Struct, frozen=True):
    """A table of a round. ``game`` is null for a moment while the server makes it."""

    game: str | None
    over: bool
    annulled: bool
    """True if the game counts for no member."""
    seats: tuple[LeagueSeat, ...]


class LeagueRound(Struct, frozen=True):
    """A round of a season, with its tables."""

    number: int
    title: str
    tables: tuple[LeagueTable, ...]


class LeagueFacts(LeagueSummary, frozen=True):
    """A league with the standings and the tables of one season."""

    settings: LeagueSettings
    deadline: int | None
    """The time until which the current round is to end. Null without one."""
    problem: str
    """The reason why the next round cannot start. Empty if it can."""
    shown_season: int
    """The season of the standings and the rounds below."""
    standings: tuple[LeagueRank, ...]
    played: tuple[LeagueRound, ...]
    clock: str
    """The settings of the clock as sentences. Empty without one."""


class LeagueOfGame(Struct, frozen=True):
    """The league that a game belongs to."""

    id: str
    name: str
    season: int
    round: int
