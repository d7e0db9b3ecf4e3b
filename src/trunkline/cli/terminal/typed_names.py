"""Titles and corporations as typed."""

from __future__ import annotations

from trunkline.game import Game
from trunkline.titles import About, catalogue
from trunkline.util.errors import UsageError


def about_title(title: str) -> About:
    """Return the facts about a title, given its id in any case. Raises ``UsageError`` if it is unknown."""
    for id, about in catalogue().items():
        if id.lower() == title.lower():
            return about
    raise UsageError(f"There is no title {title!r}; there are {', '.join(catalogue())}.")


def company_of(game: Game, text: str) -> str:
    """Return the id of a company, typed in any case. Raises ``UsageError``."""
    known = game.state.corporations
    for company in known:
        if company.lower() == text.strip().lower():
            return company
    raise UsageError(f"There is no company {text!r}; there are {', '.join(known)}.")
