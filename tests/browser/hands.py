"""Three ways of using the page: with a mouse, with a finger on a phone, and by keys alone."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page

FAR = 150
"""More times Tab than any page takes to come round."""


class Hands(Protocol):
    """Whoever sits at the page."""

    def press(self, button: Locator) -> None:
        """Press a button of the decision."""

    def confirm(self, button: Locator) -> None:
        """Confirm what is chosen."""

    def press_hex(self, hex: Locator) -> None:
        """Choose a hex of the map."""

    def turn(self, tile: Locator) -> None:
        """Turn the tile that is tried."""

    def write(self, field: Locator, number: int) -> None:
        """Write a number where one is asked for."""


class Mouse:
    """Clicks."""

    def press(self, button: Locator) -> None:
        """Click it."""
        button.click()

    def confirm(self, button: Locator) -> None:
        """Click it."""
        button.click()

    def press_hex(self, hex: Locator) -> None:
        """Click it."""
        hex.click()

    def turn(self, tile: Locator) -> None:
        """Click it again."""
        tile.click()

    def write(self, field: Locator, number: int) -> None:
        """Click into it and type."""
        field.click()
        field.fill(str(number))


class Finger:
    """Taps, none so soon after the other that it would be the second half of a doubled one."""

    PAUSE = 700

    def press(self, button: Locator) -> None:
        """Bring it to where a thumb is, and tap it."""
        button.page.wait_for_timeout(self.PAUSE)
        button.evaluate("element => element.scrollIntoView({ block: 'center' })")
        button.tap()

    def confirm(self, button: Locator) -> None:
        """Tap it where it is."""
        button.page.wait_for_timeout(self.PAUSE)
        button.tap()

    def press_hex(self, hex: Locator) -> None:
        """Tap it."""
        hex.tap()

    def turn(self, tile: Locator) -> None:
        """Tap it again."""
        self.press(tile)

    def write(self, field: Locator, number: int) -> None:
        """Tap into it and type."""
        field.tap()
        field.fill(str(number))


class Keys:
    """Nothing but the keyboard: a letter to get near, Tab to get there, Enter."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, button: Locator) -> None:
        """Go there and press Enter."""
        self._reach(button, "j")
        self._page.keyboard.press("Enter")

    def confirm(self, button: Locator) -> None:
        """Press Enter, wherever the focus is."""
        button.and_(self._page.locator(":enabled")).wait_for()
        self._page.keyboard.press("Enter")

    def press_hex(self, hex: Locator) -> None:
        """Go there and press Enter."""
        self._reach(hex, "m")
        self._page.keyboard.press("Enter")

    def turn(self, tile: Locator) -> None:
        """Press the key that turns."""
        self._page.keyboard.press("r")

    def write(self, field: Locator, number: int) -> None:
        """Go there and type over what is there."""
        self._reach(field, "j")
        self._page.keyboard.press("Control+a")
        self._page.keyboard.type(str(number))

    def _reach(self, wanted: Locator, letter: str) -> None:
        wanted.wait_for()
        if not _focused(wanted):
            # In a field or a list a letter is a letter.
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
