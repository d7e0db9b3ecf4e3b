"""Three ways of using the page: a mouse, a finger on a phone, and a keyboard."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page

FAR = 150
"""More presses of Tab than a page needs to return to its first control."""


class Hands(Protocol):
    """The actions of a user of the page."""

    def press(self, button: Locator) -> None:
        """Press a button of the decision."""

    def confirm(self, button: Locator) -> None:
        """Confirm the selection."""

    def press_hex(self, hex: Locator) -> None:
        """Select a hex of the map."""

    def turn(self, tile: Locator) -> None:
        """Rotate the previewed tile."""

    def write(self, field: Locator, number: int) -> None:
        """Type a number into a field."""


class Mouse:
    """A user with a mouse."""

    def press(self, button: Locator) -> None:
        """Click the button."""
        button.click()

    def confirm(self, button: Locator) -> None:
        """Click the button."""
        button.click()

    def press_hex(self, hex: Locator) -> None:
        """Click the hex."""
        hex.click()

    def turn(self, tile: Locator) -> None:
        """Click the tile again."""
        tile.click()

    def write(self, field: Locator, number: int) -> None:
        """Click the field and type."""
        field.click()
        field.fill(str(number))


class Finger:
    """A user who taps. The pauses prevent double taps."""

    PAUSE = 350
    """Milliseconds: a little more than browsers wait for a second tap."""

    def press(self, button: Locator) -> None:
        """Scroll the button into view and tap it."""
        button.page.wait_for_timeout(self.PAUSE)
        button.evaluate("element => element.scrollIntoView({ block: 'center' })")
        button.tap()

    def confirm(self, button: Locator) -> None:
        """Tap the button without scrolling."""
        button.page.wait_for_timeout(self.PAUSE)
        button.tap()

    def press_hex(self, hex: Locator) -> None:
        """Tap the hex."""
        hex.tap()

    def turn(self, tile: Locator) -> None:
        """Tap the tile again."""
        self.press(tile)

    def write(self, field: Locator, number: int) -> None:
        """Tap the field and type."""
        field.tap()
        field.fill(str(number))


class Keys:
    """A user with a keyboard: a shortcut to get near a control, Tab to reach it, and Enter."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, button: Locator) -> None:
        """Move the focus to the button and press Enter."""
        self._reach(button, "j")
        self._page.keyboard.press("Enter")

    def confirm(self, button: Locator) -> None:
        """Press Enter without moving the focus."""
        button.and_(self._page.locator(":enabled")).wait_for()
        self._page.keyboard.press("Enter")

    def press_hex(self, hex: Locator) -> None:
        """Move the focus to the hex and press Enter."""
        self._reach(hex, "m")
        self._page.keyboard.press("Enter")

    def turn(self, tile: Locator) -> None:
        """Press the key that rotates the tile."""
        self._page.keyboard.press("r")

    def write(self, field: Locator, number: int) -> None:
        """Move the focus to the field and replace its content."""
        self._reach(field, "j")
        self._page.keyboard.press("Control+a")
        self._page.keyboard.type(str(number))

    def _reach(self, wanted: Locator, letter: str) -> None:
        wanted.wait_for()
        if not _focused(wanted):
            # In a field or a list, a letter is input and not a shortcut.
            while self._page.evaluate("document.activeElement.matches('input, select')"):
                self._page.keyboard.press("Tab")
            self._page.keyboard.press(letter)
        for _ in range(FAR):
            if _focused(wanted):
                return
            self._page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {wanted}")


def _focused(wanted: Locator) -> bool:
    found: bool = wanted.evaluate("element => element === document.activeElement")
    return found
