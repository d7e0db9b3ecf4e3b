"""Checks of the settings of leagues."""

from __future__ import annotations

import unicodedata

from trunkline.engine.kernel.options import Options
from trunkline.titles import catalogue, checked
from trunkline.util.errors import UsageError
from trunkline.util.messages import gettext
from trunkline.util.visible_text import hidden, spelled
from trunkline.web.errors import Invalid
from trunkline.web.leagues.pairing import Limits
from trunkline.web.schemas.leagues import LeagueSettings, LeagueTitle

SHORTEST, LONGEST = 3, 40


def check_name(name: str) -> str:
    """Return the name of a league in its stored form. Raises ``Invalid``."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Invalid(
            gettext(
                "The name of a league has {shortest} to {longest} characters.",
                shortest=SHORTEST,
                longest=LONGEST,
            )
        )
    if hidden(name):
        raise Invalid(
            gettext(
                "The name has a character that does not show: {name}. Type it without that.",
                name=spelled(name),
            )
        )
    return name


def check_settings(settings: LeagueSettings) -> None:
    """Check that every title allows the settings. Raises ``Invalid``."""
    for wish in settings.titles:
        about = catalogue().get(wish.title)
        if about is None:
            raise Invalid(
                gettext(
                    "There is no title {title}: choose one of {titles}.",
                    title=wish.title,
                    titles=", ".join(catalogue()),
                )
            )
        fewest, most = about.players
        if not fewest <= settings.players <= most:
            raise Invalid(
                gettext(
                    "{id} is for {fewest} to {most} players, and the tables are for {players}: change "
                    "the number of players at a table.",
                    id=about.id,
                    fewest=fewest,
                    most=most,
                    players=settings.players,
                )
            )
        try:
            checked(options_for(wish, [f"Seat {number + 1}" for number in range(settings.players)]))
        except UsageError as error:
            raise Invalid(str(error)) from error
    if settings.at_deadline == "annul" and not settings.round_days:
        raise Invalid(gettext("Give the days for a round: without them, no game is annulled at their end."))


def options_for(wish: LeagueTitle, names: list[str], seed: int = 0, runs: str = "best") -> Options:
    """Return the options of a game of a league."""
    return Options(wish.title, tuple(names), seed, tuple(wish.variants), wish.rules, runs)


def table_limits(settings: LeagueSettings) -> Limits:
    """Return the limits of the tables, which every title of the league allows."""
    players = [catalogue()[wish.title].players for wish in settings.titles]
    return Limits(settings.players, max(low for low, _ in players), min(high for _, high in players))


def title_of_round(settings: LeagueSettings, number: int) -> LeagueTitle:
    """Return the title of a round. The titles take turns."""
    return settings.titles[(number - 1) % len(settings.titles)]
