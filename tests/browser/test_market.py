"""Tests of the market on the page: cells buy, sell and start, and locked cells give the reason."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import trunkline
from browser.conftest import PHONE
from browser.positions import positions
from browser.screen import PEOPLE, Screen, played
from trunkline import actions as A
from trunkline.engine.kernel.choice import Amounts, Choice
from trunkline.engine.kernel.referee import kind_of
from trunkline.game import Game
from trunkline.players import play_turns
from trunkline.players.random_player import RandomPlayer

SIX = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")
SEATED = {"1856": SIX, "1851": SIX[:5], "18GL": SIX}
WIDTHS = [(1280, 800), (1440, 900), (1920, 1080)]
TITLES = sorted(SEATED)

STACKED = ("1851-printed-announced-5p-2", 249)
"""A game and a moment at which a box of the chart holds three tokens."""

IN_SIGHT = """element => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return inside && (found === element || element.contains(found));
}"""
"""A function that returns whether an element is inside the window and its middle is not covered."""


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    """A moment of each title at which a player may buy and sell, with enough players."""
    return {title: played(title, 3, {A.BuyShare, A.SellShares}, SEATED[title]) for title in TITLES}


def market(screen: Screen) -> Locator:
    """Return the grid of the market."""
    return screen.page.get_by_role("region", name="Market")


def confirm(screen: Screen) -> None:
    """Press the confirm button and wait until the action is played."""
    at = screen.at
    screen.page.locator("[data-confirm]").click()
    screen.shows(at + 1)


def sales(game: Game) -> list[Choice]:
    """Return the sales that are legal now."""
    return [choice for choice in game.legal() if kind_of(choice) is A.SellShares]


def held(view: dict[str, Any], corp: str, place: str) -> int:
    """Return the percentage of a corporation at a place."""
    found = next(one for one in view["corporations"] if one["id"] == corp)
    return int(sum(one["percent"] for one in found["holdings"] if one["place"] == place))


@pytest.mark.parametrize("title", TITLES)
def test_a_sale_is_seen_on_the_chart_where_the_token_then_is(
    screen: Screen, games: dict[str, Game], title: str
) -> None:
    screen.bring(games[title])
    seat = screen.view()["decision"]["seats"][0]
    cells = market(screen).locator(f'[data-cell^="hold "][data-cell$=" {seat}"] button.pick')
    for number in range(cells.count()):
        cells.nth(number).click()
        expect(market(screen).locator("tfoot .then").first).to_be_visible()
        ghost = market(screen).locator("[data-ghost]")
        if ghost.count():
            break
    else:
        pytest.skip("no sale moves a token here")
    corp, row, column = re.fullmatch(r"(.+) (\d+) (\d+)", ghost.get_attribute("data-ghost") or "").groups()  # type: ignore[union-attr]
    before = held(screen.view(), corp, seat)
    confirm(screen)
    after = screen.view()
    assert held(after, corp, seat) < before
    (stack,) = [one for one in after["chart"] if corp in one["tokens"]]
    assert (stack["row"], stack["column"]) == (int(row), int(column))
    expect(market(screen).locator(f'[data-box="{row} {column}"] [data-token="{corp}"]')).to_be_visible()


@pytest.mark.parametrize("title", TITLES)
def test_a_share_is_bought_in_its_cell(screen: Screen, games: dict[str, Game], title: str) -> None:
    screen.bring(games[title])
    seat = screen.view()["decision"]["seats"][0]
    cell = market(screen).locator('[data-cell^="buy "]:has(button.pick)').first
    match = re.fullmatch(r"buy (\S+) (\S+)", cell.get_attribute("data-cell") or "")
    assert match
    before = held(screen.view(), match[1], seat)
    cell.locator("button.pick").first.click()
    confirm(screen)
    assert held(screen.view(), match[1], seat) > before


@pytest.mark.parametrize("title", TITLES)
def test_every_refused_cell_says_its_rule(screen: Screen, games: dict[str, Game], title: str) -> None:
    screen.bring(games[title])
    rules = {one["rule"] for one in screen.view()["decision"]["forbidden"]}
    locks = market(screen).locator("button.locked")
    for number in range(min(12, locks.count())):
        lock = locks.nth(number)
        rule = lock.get_attribute("data-rule") or ""
        assert rule in rules
        assert rule in (lock.get_attribute("aria-label") or "")
        lock.focus()
        expect(market(screen).get_by_text(rule).first).to_be_attached()


@pytest.mark.parametrize("title", TITLES)
def test_all_cells_of_all_players_are_in_sight(screen: Screen, games: dict[str, Game], title: str) -> None:
    screen.bring(games[title])
    for width, height in WIDTHS:
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.wait_for_timeout(200)
        for seat in SEATED[title]:
            column = market(screen).locator(f'[data-cell$=" {seat}"]').all()
            assert column
            assert all(cell.evaluate(IN_SIGHT) for cell in column), (title, width, seat)
        for button in market(screen).locator("button.pick").all():
            assert button.evaluate(IN_SIGHT), (title, width, button.get_attribute("aria-label"))
        scrolls = "element => element.scrollHeight > element.clientHeight + 1"
        assert not market(screen).evaluate(scrolls), (title, width)


def test_one_two_or_three_shares_are_compared_before_one_is_chosen(screen: Screen) -> None:
    game = trunkline.new("1856", PEOPLE, seed=3)
    for _ in play_turns(game, RandomPlayer(3)):
        if game.state.stock and any(isinstance(choice, Amounts) for choice in sales(game)):
            break
    screen.bring(game)
    choice = next(
        one
        for group in screen.view()["decision"]["groups"]
        if group["kind"] == "sell_shares"
        for one in group["choices"]
        if one["amounts"]
    )
    market(screen).locator(f'button.pick[data-choice="{choice["id"]}"]').click()
    chips = screen.decision.get_by_role("group", name="How many")
    low, high = choice["amounts"]["low"], choice["amounts"]["high"]
    expect(chips.locator("[data-amount]")).to_have_count(high - low + 1)
    expect(chips.locator(f'[data-amount="{high}"]')).to_contain_text("$")
    expect(chips.locator(".refused")).to_be_visible()
    chips.locator(f'[data-amount="{high}"]').click()
    before = held(screen.view(), choice["corp"], choice["player"])
    confirm(screen)
    sold = before - held(screen.view(), choice["corp"], choice["player"])
    assert sold == choice["percent"] // low * high


def test_an_opening_price_is_chosen_in_its_box_of_the_chart(screen: Screen) -> None:
    screen.new("1851")
    box = market(screen).get_by_role("group", name=re.compile("chart")).get_by_role("button").first
    place = box.get_attribute("data-box")
    price = re.search(r"\d+", box.text_content() or "")
    assert price
    box.click()
    expect(market(screen).locator(f'[data-ghost$="{place}"]')).to_be_visible()
    confirm(screen)
    assert int(price[0]) in [one["par"] for one in screen.view()["corporations"]]


def test_a_company_is_started_at_a_price_of_its_row(screen: Screen) -> None:
    game = played("1856", 3, {A.StartCorporation})
    screen.bring(game)
    cell = market(screen).locator('[data-cell^="start "]:has(button.pick)').first
    corp = (cell.get_attribute("data-cell") or "").removeprefix("start ")
    cell.locator("button.pick").first.click()
    expect(market(screen).locator(f'[data-ghost^="{corp} "]')).to_be_visible()
    confirm(screen)
    assert next(one for one in screen.view()["corporations"] if one["id"] == corp)["status"] != "unstarted"


def test_a_row_says_where_a_company_begins_and_whose_privates_are_locked(screen: Screen) -> None:
    screen.bring(played("1856", 3, {A.StartCorporation}))
    row = market(screen).locator('tr[data-corp="BB"]')
    expect(row).to_contain_text("home Brantford, destination Welland")
    expect(row).to_contain_text("operates once 2 shares are sold")
    names = {one["short"] for player in screen.view()["players"] for one in player["privates"]}
    locks = market(screen).locator(".privates button.locked")
    assert locks.count()
    assert {text.strip() for text in locks.all_text_contents()} <= names


def test_a_share_that_is_locked_keeps_its_price(screen: Screen, games: dict[str, Game]) -> None:
    screen.bring(games["1856"])
    lock = market(screen).locator('[data-cell="buy GW pool"] button.locked span').first
    assert re.fullmatch(r"\d+ · \$\d+", lock.inner_text())


def test_prices_are_read_beside_the_tokens_of_their_boxes(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.bring(next(each for each in positions() if (each.source, each.at) == STACKED).game())
    assert any(len(box["tokens"]) > 2 for box in screen.view()["chart"])
    covered = """tokens => tokens.filter(token => {
      const text = token.parentElement.querySelector("text").getBoundingClientRect();
      const one = token.getBoundingClientRect();
      return one.left < text.right - 1 && one.top < text.bottom - 3;
    }).map(token => token.dataset.token)"""
    tokens = market(screen).locator("[data-box] [data-token]")
    expect(tokens.first).to_be_visible()
    assert tokens.evaluate_all(covered) == []


def test_what_worth_is_made_of_is_told_to_who_asks_by_keys(screen: Screen) -> None:
    screen.bring(played("1856", 3, {A.StartCorporation}))
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    market(screen).get_by_role("button", name="Worth").focus()
    screen.page.keyboard.press("Enter")
    note = market(screen).locator("[popover]")
    expect(note).to_contain_text("would score if the game ended now")
    items = [one["what"] for player in screen.view()["players"] for one in player["worth_items"]]
    expect(note.locator("tbody th")).to_have_text(items)


def test_trains_and_privates_are_read_whole(screen: Screen) -> None:
    cut = """parts => parts.filter(part => {
      const [held, cell] = [part, part.closest("td")].map(one => one.getBoundingClientRect());
      const inside = cell.left <= held.left && held.right <= cell.right && held.bottom <= cell.bottom;
      return !inside || part.scrollWidth > part.clientWidth + 1;
    }).map(part => part.textContent)"""
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    found = [p for p in positions() if (p.title, p.kind) == ("18GL", "buy, sell or pass")]
    for position in found[:3]:
        screen.bring(position.game())
        view = screen.view()
        held = market(screen).locator(".held .train")
        expect(held).to_have_count(sum(len(set(one["trains"])) for one in view["corporations"]))
        assert held.evaluate_all(cut) == [], position.name
        names = market(screen).locator(".privates small")
        expect(names).to_have_count(sum(len(one["privates"]) for one in view["players"]))
        assert names.evaluate_all(cut) == [], position.name


def test_on_a_phone_what_is_locked_is_read_whole(phone: Screen) -> None:
    cut = """locks => locks.filter(lock => {
      const [own, word] = [lock, lock.querySelector(".word")].map(one => one.getBoundingClientRect());
      const range = document.createRange();
      range.selectNodeContents([...lock.querySelector(".word").childNodes].find(node => node.data));
      const text = range.getBoundingClientRect();
      return text.left < own.left - 1 || own.right + 1 < text.right || text.bottom > word.bottom + 2;
    }).map(lock => lock.textContent)"""
    found = [p for p in positions() if (p.title, p.kind) == ("18GL", "buy, sell or pass")]
    for position in found[:3]:
        phone.bring(position.game())
        locks = market(phone).locator("button.locked:not(.bare)")
        expect(locks.first).to_be_visible()
        assert locks.evaluate_all(cut) == [], position.name


def test_a_home_is_chosen_on_the_map_in_a_stock_round_too(screen: Screen) -> None:
    screen.bring(next(one for one in positions() if one.kind == "HomeChoice").game())
    view = screen.view()
    assert view["round"]["kind"] == "stock"
    home = view["decision"]["groups"][0]["choices"][0]["place"]["hex"]
    screen.hex(home).click()
    screen.take()
    assert f"({home})" in screen.view()["last_entries"][-1]["text"]
    expect(market(screen)).to_be_visible()


def test_on_a_phone_a_row_unfolds_who_holds_it(phone: Screen, games: dict[str, Game]) -> None:
    phone.bring(games["1856"])
    # The row of cash is at the end of the table, so the question has the cash of the player, too.
    view = phone.view()
    cash = next(each["cash"] for each in view["players"] if each["name"] == view["decision"]["seats"][0])
    expect(phone.decision.get_by_text(f"Cash ${cash:,}")).to_be_in_viewport()
    first = market(phone).locator("button.unfold").first
    first.tap()
    expect(market(phone).locator(".holders")).to_contain_text("★")
    assert phone.fits()
    box = first.bounding_box()
    assert box
    assert box["height"] >= 40
    assert box["width"] <= PHONE["width"]


def test_a_chart_that_shows_all_rows_does_not_count_them(screen: Screen) -> None:
    screen.new("1851")
    screen.tab("Market")
    crop = screen.page.locator(".crop")
    _, board = screen.table.ask("GET", f"/api/games/{screen.game}/board")
    told = []
    for high in (640, 2200):
        screen.page.set_viewport_size({"width": 1500, "height": high})
        boxes = crop.locator("[data-box]")
        expect(boxes.first).to_be_visible()
        rows = {
            box.partition(" ")[0] for box in boxes.evaluate_all("all => all.map((one) => one.dataset.box)")
        }
        whole = len(rows) == len(board["chart"])
        expect(crop.get_by_text("rows shown")).to_have_count(0 if whole else 1)
        told.append(whole)
    assert told == [False, True]
