"""A server with meaningless sentences: the page must work with keyed facts alone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route

NONSENSE = "Wibble wobble."
"""The text that replaces every sentence. It is always the same, so sentences cannot be distinguished."""
SENTENCES = frozenset(
    """
    about all_pass because broken effect elsewhere error examples headline heading label lines meaning moment
    next note notes
    now power proof reason round section step subtitle summary text then warnings what when why word
    """.split()  # noqa: SIM905
)
"""Fields that hold sentences, alone or in a list."""
MAPS = frozenset(("highlights", "zones"))
"""Fields that hold sentences by id."""
NAMES = frozenset(
    (
        "actor",
        "d",
        "designers",
        "forms",
        "name",
        "of",
        "owner",
        "place",
        "player",
        "president",
        "seat",
        "search",
        "seats",
        "short",
        "to_act",
        "words",
    )
)
"""Fields whose values are names, which may contain a space, or SVG paths."""


def talk_nonsense(page: Page) -> list[str]:
    """Replace every sentence that the server sends. Return a list that collects unknown fields."""
    unknown: list[str] = []

    def spoil(route: Route) -> None:
        if "/events" in route.request.url or ".svg" in route.request.url:
            route.fallback()
            return
        answer = route.fetch()
        if answer.status == 304:
            route.fulfill(response=answer)
            return
        route.fulfill(response=answer, json=spoiled(answer.json(), "", unknown))

    page.route("**/api/**", spoil)
    return unknown


def spoiled(found: Any, field: str, unknown: list[str]) -> Any:
    """Return a value of an answer with all its sentences replaced."""
    if isinstance(found, dict):
        if field in MAPS:
            return dict.fromkeys(found, NONSENSE)
        return {key: spoiled(value, key, unknown) for key, value in found.items()}
    if isinstance(found, list):
        return [spoiled(value, field, unknown) for value in found]
    if not isinstance(found, str):
        return found
    # The field "rule" holds an id where the page uses it, and a sentence in an explanation.
    if field in SENTENCES or (field == "rule" and " " in found):
        return NONSENSE if found else found
    if " " in found and field not in NAMES:
        unknown.append(f"{field}: {found}")
    return found
