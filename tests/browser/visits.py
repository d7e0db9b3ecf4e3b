"""A page that opens positions one after another and shares the work between them.

The server, the browser and its cache are shared. A game is played from its last position to the next one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import BrowserContext, expect

from browser.positions import Position, played_to, stored_game
from browser.screen import Screen, brought
from trunkline.game import Game
from web.http.process import Process

Size = tuple[int, int]
DESK: Size = (1440, 900)
SIZES = (DESK, (1920, 1080), (390, 844))
PHONE = SIZES[-1]
WIDTHS: tuple[Size, ...] = ((390, 844), (640, 900), (800, 600), (800, 1000), (1024, 768), (1280, 800), DESK)
"""Sizes in which the stage must not scroll sideways."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HERE = Path(__file__).parent
LOOK, BESIDE, FOCUS, SIDEWAYS = (
    (HERE / name).read_text() for name in ("checks.js", "beside.js", "focus.js", "sideways.js")
)
# Count unanswered requests and collect all figures of the answers. Figures of drawings stay for all games.
LISTEN = """
window.awaited = 0;
window.drawn = new Set();
window.figures = new Set();
const ask = window.fetch;
window.fetch = async (...words) => {
  window.awaited += 1;
  try {
    const answer = await ask(...words);
    for (const [figure] of (await answer.clone().text()).matchAll(/\\d+/g)) {
      window.figures.add(figure);
      if (answer.url.includes("symbols")) window.drawn.add(figure);
    }
    return answer;
  } finally {
    setTimeout(() => (window.awaited -= 1));
  }
};
"""
# The page may not evaluate strings as code, so this function polls.
SETTLED = """
() => new Promise((done) => {
  let quiet = 0;
  const look = () => {
    quiet = window.awaited ? 0 : quiet + 1;
    if (quiet > 2) done(); else requestAnimationFrame(look);
  };
  document.fonts.ready.then(look);
})
"""
# Wait for transitions that started before reduced motion was set.
CALM = """
() => Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished)
)
"""
# Go to another game, as a link of the page does. Data shared by games of a title is loaded already.
GO = """
(path) => {
  window.figures = new Set(window.drawn);
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}
"""


class Visits:
    """A page that goes from position to position."""

    def __init__(self, context: BrowserContext, table: Process, paths: dict[str, str] | None = None) -> None:
        self.page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.add_init_script(LISTEN)
        self.page.emulate_media(reduced_motion="reduce")
        self.screen = Screen(self.page, table)
        self._source = ""
        self._game: Game | None = None
        self.stands = False
        """True if the page has had no problems since it was loaded, so that it need not be loaded again."""
        self.paths = {} if paths is None else paths
        """Paths of the imported positions by name. Pages of one server may share them."""
        self._confirm: dict[Size, str] = {}

    def open(self, position: Position, size: Size = DESK) -> Screen:
        """Import a position and open it. If the page has had no problems, it is not loaded again."""
        self.resize(size)
        if position.name not in self.paths:
            self.paths[position.name] = f"/g/{brought(self.screen.table, self._reached(position))}"
        path = self.paths[position.name]
        # If the page is already at this path, load it again to reset its selection.
        if self.stands and not self.page.url.endswith(path):
            self.page.evaluate(GO, path)
            self.settle()
            expect(self.page.locator("[data-ready]")).to_be_visible()
        else:
            self.screen.open(path)
        self.screen.shows(min(position.at, len(stored_game(position.source).actions)))
        self.stands = False
        return self.screen

    def resize(self, size: Size) -> None:
        """Show the page in another size, with the pointer away from words that show a definition."""
        self.page.mouse.move(0, 0)
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def settle(self) -> None:
        """Wait until all requests are answered and drawn."""
        self.page.evaluate(SETTLED)

    def problems(self, position: Position) -> list[str]:
        """Return the problems of a position's page in every size, light and dark."""
        self.open(position)
        listed = self.listed()
        found: list[str] = []
        for size in SIZES:
            self.resize(size)
            # The dark theme differs only in colours, which are the same on the wider screen.
            for scheme in SCHEMES if size != SIZES[1] else SCHEMES[:1]:
                self.page.emulate_media(color_scheme=scheme)
                found += self._told(size, scheme, self.look(size, listed))
            if size == DESK:
                found += self._told(size, "other steps", self._steps(size, listed))
            if size != SIZES[1]:
                found += self._told(size, "chosen", self._beside(size, listed))
        found += self.sideways()
        self.resize(DESK)
        self.settle()
        found += self._told(DESK, "keys", self._keys())
        if position.at:
            found += self._told(DESK, "before", self._before())
        self.stands = True
        return found

    def sideways(self, sizes: tuple[Size, ...] = WIDTHS) -> list[str]:
        """Return the parts of the stage that scroll sideways or are cut off, in each size."""
        found: list[str] = []
        for size in sizes:
            self.resize(size)
            self.settle()
            found += self._told(size, "stage", self.page.evaluate(SIDEWAYS))
        return found

    def listed(self) -> list[dict[str, Any]]:
        """Return each choice that the server lists: its id, kind, text, company and hex."""
        return listed(self.screen)

    def _told(self, size: Size, when: str, problems: list[str]) -> list[str]:
        return [f"{size[0]} {when}: {problem}" for problem in problems]

    def _steps(self, size: Size, listed: list[dict[str, Any]]) -> list[str]:
        """Return the problems if another step of the same decision is shown."""
        self.page.emulate_media(color_scheme="light")
        others = self.page.locator('.rail button[aria-pressed="false"]:enabled')
        names = [str(one.get_attribute("data-step")) for one in others.all()]
        found = []
        for name in names:
            self.page.locator(f'.rail [data-step="{name}"]').click()
            found += [f"{name}: {problem}" for problem in self.look(size, listed)]
        return found

    def _beside(self, size: Size, listed: list[dict[str, Any]]) -> list[str]:
        """Return the problems if the first marked hex is selected."""
        hex = self.choose_hex()
        if hex is None:
            return []
        found: list[str] = self.page.evaluate(BESIDE, {"hex": hex, "phone": size == PHONE})
        found += self.look(size, listed, [choice for choice in listed if choice["hex"] == hex])
        for _ in range(2):
            self.page.keyboard.press("Escape")
        self.settle()
        return found

    def choose_hex(self) -> str | None:
        """Select the first marked hex. Return its name, or None if there is none."""
        marked = self.page.locator(".marks [data-dashed]")
        if not marked.count():
            return None
        hex = marked.first.get_attribute("data-dashed")
        self.page.locator(f'.map [data-hex="{hex}"]').first.press("Enter")
        self.settle()
        return hex

    def _keys(self) -> list[str]:
        self.page.keyboard.press("Tab")
        found: list[str] = self.page.evaluate(FOCUS)
        return found

    def _before(self) -> list[str]:
        """Return the problems at the previous moment, which must show the played action."""
        self.page.keyboard.press("[")
        self.settle()
        played = self.page.locator("[data-played]")
        return [] if played.count() and played.first.is_visible() else ["what was played is not told"]

    def look(
        self, size: Size, listed: list[dict[str, Any]], sought: list[dict[str, Any]] | None = None
    ) -> list[str]:
        """Return the problems of the current page. ``sought`` limits the choices that must be visible."""
        self.settle()
        wanted = {
            "listed": listed,
            "sought": listed if sought is None else sought,
            "phone": size == PHONE,
            "confirm": self._confirm.get(size, ""),
        }
        answer = self.page.evaluate(LOOK, wanted)
        self._confirm.setdefault(size, answer["confirm"])
        return [str(text) for text in answer["problems"]]

    def _reached(self, position: Position) -> Game:
        on = self._source == position.source and self._game and len(self._game.actions) <= position.at
        game = played_to(position, self._game if on else None)
        self._source, self._game = position.source, game
        return game


def listed(screen: Screen) -> list[dict[str, Any]]:
    """Return each choice that the server lists: its id, kind, text, company and hex."""
    decision = screen.view()["decision"]
    return [
        {
            **{key: choice[key] for key in ("id", "text", "corp")},
            "kind": group["kind"],
            "hex": (choice["place"] or {}).get("hex"),
        }
        for group in (decision["groups"] if decision else [])
        for choice in group["choices"]
    ]


def problems(screen: Screen, size: Size) -> list[str]:
    """Return the problems of a page that a test has opened, except in figures.

    The figures of its answers were not collected.
    """
    screen.page.emulate_media(reduced_motion="reduce")
    screen.page.evaluate(SETTLED)
    screen.page.evaluate(CALM)
    choices = listed(screen)
    wanted = {"listed": choices, "sought": choices, "phone": size == PHONE, "confirm": ""}
    return [str(text) for text in screen.page.evaluate(LOOK, wanted)["problems"]]
