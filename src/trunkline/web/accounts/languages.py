"""The languages of people, for texts that are written outside of their requests, such as emails."""

from __future__ import annotations

from contextlib import AbstractContextManager

from sqlalchemy import Connection, select

from trunkline.util.catalogues import PSEUDO, catalogue, languages
from trunkline.util.messages import SOURCE, gettext, speak
from trunkline.web.database.people_tables import people
from trunkline.web.errors import Invalid


def check_language(language: str | None) -> None:
    """Raise ``Invalid`` for a language without a catalogue."""
    if language not in (None, *languages(), PSEUDO):
        known = ", ".join(languages())
        raise Invalid(
            gettext("The server has no such language. Choose one of: {languages}.", languages=known)
        )


def language_of(link: Connection, person: str) -> str | None:
    """Return the language of a person. None if they have not chosen one, or do not exist."""
    return link.execute(select(people.c.language).where(people.c.id == person)).scalar()


def speak_to(language: str | None) -> AbstractContextManager[None]:
    """Write the texts inside in the language of a person. None is English."""
    return speak(catalogue(language or SOURCE))
