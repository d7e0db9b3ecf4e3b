"""Actions of a decision, made by clicks on the map, the stage and the dock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from playwright.sync_api import expect

from browser.screen import Screen

TURNS = 6
"""The most rotations of a tile."""


class Offered(NamedTuple):
    """A choice that the server lists, and its action with one of its amounts. Runs have no listed action."""

    kind: str
    choice: dict[str, Any]
    action: dict[str, Any] | None
    amount: int | None = None


def offered(screen: Screen) -> Iterator[Offered]:
    """Yield each choice of the current decision, with each amount that it may have."""
    decision = screen.view()["decision"]
    for group in decision["groups"] if decision else []:
        for choice in group["choices"]:
            action, amounts = choice["action"], choice["amounts"]
            if not action or not amounts:
                yield Offered(group["kind"], choice, action)
                continue
            for amount in range(amounts["low"], amounts["high"] + 1, amounts["step"]):
                yield Offered(group["kind"], choice, {**action, amounts["field"]: amount}, amount)


def fits(pattern: Mapping[str, Any], found: Offered) -> bool:
    """Return whether an offered action has the fields of a pattern, as in a lesson."""
    fields = found.action or {"kind": found.kind, "corp": found.choice["corp"]}
    return all(
        name in fields and fields[name] in (wanted if isinstance(wanted, list) else [wanted])
        for name, wanted in pattern.items()
    )


class Clicks:
    """A person who selects choices with the mouse."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._places = screen.page.locator("section.decision, .stage")

    def play(self, found: Offered) -> None:
        """Select a choice, confirm it and wait until it is played. Runs are the best ones."""
        at = self._screen.at
        step = self._screen.decision.locator(f'[data-kinds~="{found.kind}"][aria-pressed="false"]')
        if step.count():
            step.click()
        if found.action is None:
            self._screen.decision.locator(".runs [data-choice]").click()
        elif found.choice["place"]:
            self._on_map(found)
        else:
            self._press(found)
        self._screen.page.locator("[data-confirm]:enabled").click()
        self._screen.shows(at + 1)

    def _on_map(self, found: Offered) -> None:
        place, page = found.choice["place"], self._screen.page
        self._screen.hex(place["hex"]).click()
        picker = page.locator(".picker")
        wanted = picker.locator(f'[data-choice="{found.choice["id"]}"]')
        tile = picker.locator(".tile", has=page.get_by_text(f"#{place.get('tile')}", exact=True))
        control = tile if place.get("tile") else wanted
        for _ in range(TURNS):
            if wanted.and_(page.locator('[aria-pressed="true"]')).count():
                break
            control.click()
        expect(wanted).to_have_attribute("aria-pressed", "true")

    def _press(self, found: Offered) -> None:
        button = self._places.locator(f'[data-choice="{found.choice["id"]}"]')
        # Long lists show the choices of a company on request.
        company = self._places.locator(f'[data-company="{found.choice["corp"]}"][aria-expanded="false"]')
        button.or_(company).first.wait_for()
        if not button.count():
            company.click()
        # The page selects a single choice automatically.
        if button.get_attribute("aria-pressed") != "true":
            button.click()
        if found.amount is not None:
            self._screen.decision.locator("input[type=number]").fill(str(found.amount))
