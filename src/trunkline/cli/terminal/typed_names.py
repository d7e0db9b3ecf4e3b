"""Titles and corporations as typed."""

from __future__ import annotations

import os
from pathlib import Path

from trunkline.game import Game
from trunkline.titles import About, add_file, catalogue
from trunkline.util.errors import UsageError
from trunkline.util.files import is_folder


def about_title(title: str) -> About:
    """Return the facts about a title, given its id in any case, or its file or folder, which is then added.

    Raises ``UsageError`` if there is no such title, or if the file is faulty.
    """
    known = catalogue()
    for id, about in known.items():
        if id.lower() == title.lower():
            return about
    if _is_path(title):
        added = add_file(Path(title))
        return catalogue()[added]
    raise UsageError(
        f"There is no title {title!r}; there are {', '.join(known)}. Give the path of another title's file, "
        "such as ./mygame/title.yaml."
    )


def _is_path(title: str) -> bool:
    """Return whether a title is given as a file or a folder."""
    return "/" in title or os.sep in title or title.endswith((".yaml", ".yml")) or is_folder(Path(title))


def company_of(game: Game, text: str) -> str:
    """Return the id of a company, typed in any case. Raises ``UsageError``."""
    known = game.state.corporations
    for company in known:
        if company.lower() == text.strip().lower():
            return company
    raise UsageError(f"There is no company {text!r}; there are {', '.join(known)}.")
