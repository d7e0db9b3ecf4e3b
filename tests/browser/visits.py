"""Positions opened one after another, with what the openings have in common done once.

The table, the browser and its cache are shared; a game is played on from its last position to the next.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import BrowserContext, expect

from browser.positions import Position, played_to
from browser.screen import Screen, brought
from trunkline.game import Game
from web.http.process import Process

Size = tuple[int, int]
DESK: Size = (1440, 900)
SIZES = (DESK, (1920, 1080), (390, 844))
PHONE = SIZES[-1]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HERE = Path(__file__).parent
LOOK, BESIDE, FOCUS = ((HERE / name).read_text() for name in ("checks.js", "beside.js", "focus.js"))
# Counts what is not answered yet, and keeps all figures that are answered, those of drawings for good.
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
# A page may not make code of strings, so it looks for itself.
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
# What began to move before it was known that nothing should.
CALM = """
() => Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished)
)
"""
# To another game, as by a link of the page: what games of a title have in common is there already.
GO = """
(path) => {
  window.figures = new Set(window.drawn);
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}
"""


class Visits:
    """A page that goes from position to position."""

    def __init__(self, context: BrowserContext, table: Process) -> None:
        self.page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.add_init_script(LISTEN)
        self.page.emulate_media(reduced_motion="reduce")
        self.screen = Screen(self.page, table)
        self._source = ""
        self._game: Game | None = None
        self.stands = False
        """Whether nothing has gone wrong since the page was loaded, so that it need not be loaded anew."""
        self._paths: dict[str, str] = {}
        """Where the positions are that have been brought to the table, by their names."""
        self._confirm: dict[Size, str] = {}

    def open(self, position: Position, size: Size = DESK) -> Screen:
        """Bring a position to the table and open it, in the page as it stands if nothing went wrong there."""
        self.resize(size)
        game = self._reached(position)
        if position.name not in self._paths:
            self._paths[position.name] = f"/g/{brought(self.screen.table, game)}"
        path = self._paths[position.name]
        # Who is there already comes back to what has been chosen there.
        if self.stands and not self.page.url.endswith(path):
            self.page.evaluate(GO, path)
            self.settle()
            expect(self.page.locator("[data-ready]")).to_be_visible()
        else:
            self.screen.open(path)
        self.screen.shows(len(game.actions))
        self.stands = False
        return self.screen

    def resize(self, size: Size) -> None:
        """Show the page in another size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def settle(self) -> None:
        """Wait until all is answered and drawn."""
        self.page.evaluate(SETTLED)

    def problems(self, position: Position) -> list[str]:
        """What is wrong with the page of a position, in every size, light and dark."""
        self.open(position)
        listed = self.listed()
        found: list[str] = []
        for size in SIZES:
            self.resize(size)
            # What differs in the dark are colours, and those are the same on the wider screen.
            for scheme in SCHEMES if size != SIZES[1] else SCHEMES[:1]:
                self.page.emulate_media(color_scheme=scheme)
                found += self._told(size, scheme, self.look(size, listed))
            if size == DESK:
                found += self._told(size, "other steps", self._steps(size, listed))
            if size != SIZES[1]:
                found += self._told(size, "chosen", self._beside(size, listed))
        self.resize(DESK)
        self.settle()
        found += self._told(DESK, "keys", self._keys())
        if position.at:
            found += self._told(DESK, "before", self._before())
        self.stands = True
        return found

    def listed(self) -> list[dict[str, Any]]:
        """Each choice that the server lists: its id, kind, words, company and the hex that it is made on."""
        return listed(self.screen)

    def _told(self, size: Size, when: str, problems: list[str]) -> list[str]:
        return [f"{size[0]} {when}: {problem}" for problem in problems]

    def _steps(self, size: Size, listed: list[dict[str, Any]]) -> list[str]:
        """What is wrong where another step of the same decision is shown."""
        self.page.emulate_media(color_scheme="light")
        others = self.page.locator('.rail button[aria-pressed="false"]:enabled')
        names = [str(one.get_attribute("data-step")) for one in others.all()]
        found = []
        for name in names:
            self.page.locator(f'.rail [data-step="{name}"]').click()
            found += [f"{name}: {problem}" for problem in self.look(size, listed)]
        return found

    def _beside(self, size: Size, listed: list[dict[str, Any]]) -> list[str]:
        """What is wrong where a hex is chosen, the first one that is marked."""
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
        """Choose the first hex that is marked, where there is one."""
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
        """What is wrong at the moment before: it tells what was played."""
        self.page.keyboard.press("[")
        self.settle()
        played = self.page.locator("[data-played]")
        return [] if played.count() and played.first.is_visible() else ["what was played is not told"]

    def look(
        self, size: Size, listed: list[dict[str, Any]], sought: list[dict[str, Any]] | None = None
    ) -> list[str]:
        """What is wrong with the page as it stands; of the choices listed some may be sought."""
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
    """Each choice that the server lists: its id, kind, words, company and the hex that it is made on."""
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
    """What is wrong with a page that a test has opened, but for figures, whose answers it has not kept."""
    screen.page.emulate_media(reduced_motion="reduce")
    screen.page.evaluate(SETTLED)
    screen.page.evaluate(CALM)
    choices = listed(screen)
    wanted = {"listed": choices, "sought": choices, "phone": size == PHONE, "confirm": ""}
    return [str(text) for text in screen.page.evaluate(LOOK, wanted)["problems"]]
