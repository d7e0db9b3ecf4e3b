"""Browser tests of the page with the rules of a title and the glossary, and of links between pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.axe import findings
from browser.screen import Screen
from browser.vocabulary import unexplained
from trunkline.game.wording.matching import contains
from trunkline.titles import rules_of


def test_rules_and_words_are_found_and_opened_from_a_refusal(screen: Screen) -> None:
    page = screen.open().page
    page.get_by_role("link", name="Rules and words").click()
    rules = [each for each in rules_of("1856").values() if not each.scope]
    count = page.get_by_role("status")
    expect(count).to_contain_text(f"{len(rules)} rules")
    search = page.get_by_role("searchbox")
    # The word of another program finds ours.
    search.fill("stock market")
    expect(page.get_by_role("term").filter(has_text="chart").first).to_be_visible()
    search.fill("loan interest")
    wanted = [each for each in rules if contains(each.rule, "loan interest")]
    assert wanted
    for each in wanted:
        expect(page.get_by_role("link", name=each.id, exact=True)).to_be_visible()
    # A question of a new player leads to the rule.
    search.fill("get rid of")
    answer = page.get_by_role("definition").filter(has_text="That player is then president")
    expect(answer.get_by_role("link", name="1856.stock.sell.president-cert")).to_be_visible()
    search.fill("no such words")
    expect(page.get_by_text("Nothing has all these words.")).to_be_visible()
    # An example has a picture that the policy of the page admits.
    search.fill("")
    page.get_by_role("button", name="Example of 1856.track.connectivity").click()
    example = page.get_by_role("dialog", name="Example of 1856.track.connectivity")
    picture = example.get_by_role("img")
    expect(picture).to_be_visible()
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    expect(example.get_by_text("Right: the map with the refused tile.")).to_be_visible()
    assert findings(screen) == []
    example.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="18GL", exact=True).click()
    expect(page.get_by_role("link", name="18gl.setup.player-count")).to_be_attached()
    assert unexplained(screen) == []
    assert findings(screen) == []
    # From a refusal at the table.
    screen.new()
    screen.button("Not allowed now").click()
    rule = screen.decision.locator("[data-rule]").first
    name = rule.inner_text()
    rule.click()
    screen.decision.get_by_role("button", name="Example").click()
    example = page.get_by_role("dialog", name=f"Example of {name}")
    expect(example).to_contain_text("tries:")
    expect(example).to_contain_text("Refused, because:")
    assert findings(screen) == []
    example.get_by_role("button", name="Close").click()
    with page.expect_popup() as opened:
        screen.decision.get_by_role("link", name="All rules").click()
    item = opened.value.locator(f"[id='{name}']")
    expect(item).to_be_in_viewport()
    expect(item).to_have_class(re.compile("named"))


WORDS = {
    "en": {
        "rust": "123",
        "obsolete": "123",
        "ipo": "123",
        "market": "123",
        "float": "123",
        "director": "123",
        "locomotive": "123",
        "mountain": "123",
        "payout": "123",
        "retain": "123",
        "broke": "123",
        "hand limit": "123",
        "replace": "123",
        "emergency": "123",
        "village": "13",
        "merger": "13",
        "debt": "13",
    },
    "de": {
        "rosten": "123",
        "rust": "123",
        "IPO": "123",
        "Markt": "123",
        "floten": "123",
        "Präsident": "123",
        "Lokomotive": "123",
        "Fluss": "123",
        "ausschütten": "123",
        "einbehalten": "123",
        "pleite": "123",
        "Limit": "123",
        "aufwerten": "123",
        "Token": "123",
        "Dorf": "13",
        "Fusion": "13",
        "Darlehen": "13",
    },
}
"""Words of newcomers, with the titles that have such rules: 1 is 1856, 2 is 1851, 3 is 18GL."""
FIRST = {
    "en": {
        "sell shares": ("stock.sell.", "sell.", "sell."),
        "buy shares": ("stock.buy.", "buy.", "buy."),
        "buy train": ("buy-train.", "train.", "buy-train."),
        "lay track": ("track.", "track.", "track."),
        "place token": ("marker.", "marker.", "token."),
        "pay dividend": ("dividend.", "dividend.", "dividend."),
        "par": ("start.par-values", "buy.president-sets-price", "par."),
        "end of game": ("end.", "end.", "end."),
        "bid": ("initial.", "privates.set-by-player-count", "isr."),
    },
    "de": {
        "Aktien verkaufen": ("stock.sell.", "sell.", "sell."),
        "Aktien kaufen": ("stock.buy.", "buy.", "buy."),
        "Zug kaufen": ("buy-train.", "train.", "buy-train."),
        "Gleis legen": ("track.", "track.", "track."),
        "Marker setzen": ("marker.", "marker.", "token."),
        "Dividende zahlen": ("dividend.", "dividend.", "dividend."),
        "Startkurs": ("start.par-values", "buy.president-sets-price", "par."),
        "Spielende": ("end.", "end.", "end."),
        "bieten": ("initial.", "privates.set-by-player-count", "isr."),
    },
}
"""Searches, with the beginnings of the ids of the first rules in each title."""
SCRAPPING = {"1856": "1856.phase.3.span", "1851": "1851.phase.4.trigger", "18GL": "18gl.phase.rusting"}


@pytest.mark.parametrize("language", WORDS)
def test_words_of_newcomers_find_rules_and_the_wanted_ones_first(screen: Screen, language: str) -> None:
    page = screen.page
    page.context.add_cookies([{"name": "language", "value": language, "url": screen.base}])
    unfound: list[tuple[str, ...]] = []
    for number, title in enumerate(SCRAPPING, 1):
        screen.open(f"/rules/{title}")
        search = page.get_by_role("searchbox")
        for words, titles in WORDS[language].items():
            search.fill(words)
            rules = page.locator("section.card li").count()
            if str(number) in titles and not rules:
                unfound.append((title, words))
        for words, begins in FIRST[language].items():
            search.fill(words)
            first = page.locator("section.card li").first.get_attribute("id") or ""
            if not first.startswith(f"{title.lower()}.{begins[number - 1]}"):
                unfound.append((title, words, first))
        search.fill("rust")
        expect(page.locator(f"[id='{SCRAPPING[title]}']")).to_be_visible()
    assert unfound == []


def test_a_link_changes_the_page_without_loading_it_and_a_held_key_opens_another(screen: Screen) -> None:
    page = screen.new().page
    page.evaluate("window.stays = true")
    page.get_by_role("link", name="Trunkline").click()
    expect(page.get_by_role("link", name="Rules and words")).to_be_visible()
    assert page.evaluate("window.stays")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Search all games").click(modifiers=["Control"])
    expect(opened.value.get_by_role("heading", name="Games").first).to_be_visible()
    expect(page.get_by_role("link", name="Rules and words")).to_be_visible()
