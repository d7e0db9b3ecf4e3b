"""A server whose sentences mean nothing: what a page still does, it does by keyed facts alone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route

NONSENSE = "Wibble wobble."
"""The same for every sentence, so that none can be told from another."""
SENTENCES = frozenset(
    """
    about all_pass because broken effect error examples headline heading label lines moment next note notes
    now power proof reason round section step subtitle summary text then warnings what when why word
    """.split()  # noqa: SIM905
)
"""Fields that hold sentences, alone or in a list."""
MAPS = frozenset(("highlights", "zones"))
"""Fields that hold sentences by something's id."""
NAMES = frozenset(
    (
        "actor",
        "d",
        "designers",
        "name",
        "owner",
        "place",
        "player",
        "president",
        "seat",
        "seats",
        "short",
        "to_act",
    )
)
"""Fields whose values are names, which may have a space in them, or paths to draw."""


def talk_nonsense(page: Page) -> list[str]:
    """Replace every sentence that the page is sent; the list fills with fields that nobody told of."""
    unknown: list[str] = []

    def spoil(route: Route) -> None:
        if "/events" in route.request.url or "symbols.svg" in route.request.url:
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
    """A value of an answer with all sentences in it replaced."""
    if isinstance(found, dict):
        if field in MAPS:
            return dict.fromkeys(found, NONSENSE)
        return {key: spoiled(value, key, unknown) for key, value in found.items()}
    if isinstance(found, list):
        return [spoiled(value, field, unknown) for value in found]
    if not isinstance(found, str):
        return found
    # A rule is an id where something follows from it, and a sentence where it is explained.
    if field in SENTENCES or (field == "rule" and " " in found):
        return NONSENSE if found else found
    if " " in found and field not in NAMES:
        unknown.append(f"{field}: {found}")
    return found
