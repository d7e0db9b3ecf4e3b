"""Tests that auto-actions, plans and boards speak the language of their reader, and that reasons keep it."""

from __future__ import annotations

import re
from typing import Any

from trunkline import actions as A
from trunkline.game.plans.figure_texts import TEMPLATES, figure_text
from trunkline.util.catalogues import PSEUDO, catalogue
from trunkline.util.messages import speak
from trunkline.web.chat.messages import REMOVED
from web.auto_actions.seated_table import EAST, NORTH, WEST, SeatedTable, bidding, passing
from web.http.house import Browser, House
from web.http.test_log_languages import ACCENTS
from web.plans.planned_table import PlannedTable

WORD = re.compile(r"\b[a-z]*[aeiou][a-z]*\b")
"""An English word in small letters. Names of companies and players have a capital letter."""
NAMES = {"sells", "of"}
"""The name of a guard, and a word in the names of privates."""


def english(*texts: str) -> list[str]:
    """Return the English words of texts in the pseudo-language."""
    return [word for text in texts for word in WORD.findall(text) if word not in NAMES]


def accented(browser: Browser) -> Browser:
    """Let a person read and get everything in the pseudo-language."""
    browser.cookies["language"] = PSEUDO
    browser.ask("PUT", "/api/me/language", 204, {"language": PSEUDO})
    return browser


def test_offers_previews_and_faults_are_in_the_language_of_the_reader(house: House) -> None:
    table = SeatedTable(house)
    bob = accented(table.bob)
    found = [each["auto_action"] for each in table.mine(bob)["offers"]]
    faulty = [
        passing(WEST, sells=True),
        bidding(WEST, "bridge", 100),
        bidding(WEST, "bridge", 9999),
        bidding(WEST, "LPS", 100),
        {"kind": "buy", "player": WEST, "corp": "LPS", "source": "pool", "percent": 20},
        {"kind": "operate", "player": WEST, "corp": "LPS", "payout": "pay"},
        {"kind": "answer", "player": WEST, "offer": "train", "accept": True},
        {"kind": "answer", "player": WEST, "offer": "private", "accept": True, "asker": WEST},
    ]
    for wanted in (found[:12], faulty):
        shown = bob.post(f"{table.path}/preview", 200, {"version": 0, "auto_actions": wanted})
        for each in shown:
            told = [each["text"], each["now"], each["fault"], *each["guards"]]
            assert not english(*told), told
            assert bool(each["fault"]) == (wanted is faulty)
        assert all(ACCENTS.search(each["text"]) for each in shown if each["text"])


def test_the_reason_of_an_end_is_in_the_language_of_its_owner(house: House) -> None:
    table = SeatedTable(house)
    accented(table.cy)
    for browser, seat in ((table.bob, WEST), (table.cy, NORTH)):
        table.set(browser, passing(seat))
    table.act(A.Bid(EAST, "tunnel", 105))
    name = "St. Clair Frontier Tunnel Company"
    assert table.ended(table.bob) == ("stopped", f"East bids $105 on {name}.")
    status, reason = table.ended(table.cy)
    assert (status, bool(ACCENTS.search(reason)), english(reason)) == ("stopped", True, [])


def test_a_plan_has_the_same_figures_in_every_language(house: House) -> None:
    table = PlannedTable(house)
    ann = accented(table.ann)
    # Its last step ends a round of passes, so its figures differ if another player bids.
    moves = A.Pass(EAST), A.Pass(WEST), A.Pass(NORTH), A.BuyOffered(EAST, "flos")
    table.keep(ann, *moves, mode="same")
    table.until(1)
    table.act(A.Bid(WEST, "ws", 45), A.Pass(NORTH))
    reason = table.stopped(ann)
    assert ACCENTS.search(reason)
    assert not english(reason)
    steps: Any = table.planned(ann)["steps"]
    assert not english(*(step["note"] for step in steps))
    stored = house.app.state.backend.plans.active(table.game)[0].plan.steps[0].figures
    assert stored["your turn"] == "is over"


def test_names_and_values_of_figures_are_recognised() -> None:
    with speak(catalogue(PSEUDO)):
        for template in TEMPLATES:
            assert not english(figure_text(re.sub(r"\{(\w+)\}", "LPS", template))), template
        assert not english(*map(figure_text, ("the pool to nothing", "Stock round 2 to Operating round 2.1")))
        assert not english(figure_text("LPS shares of the IPO"), figure_text("no change"))


def test_titles_boards_and_removed_messages_are_in_the_language_of_the_reader(house: House) -> None:
    table = SeatedTable(house)
    ann, operator = accented(table.ann), house.person("Olga", operator=True)
    for each in ann.get("/api/titles"):
        notes = *each["reading_notes"].values(), *each["variant_notes"].values(), each["board_note"]
        assert all(ACCENTS.search(note) for note in notes if note)
    for path in ("/api/titles/1856/board", f"/api/games/{table.game}/board"):
        assert all(map(ACCENTS.search, ann.get(path)["zones"].values()))
        assert not any(map(ACCENTS.search, table.bob.get(path)["zones"].values()))
    table.bob.post(f"/api/games/{table.game}/talk", 201, {"text": "Well?"})
    removal = {"game": table.game, "number": 1, "reason": "Spam"}
    operator.post("/api/operator/messages", 204, removal)
    for browser, found in ((table.bob, REMOVED), (ann, None)):
        (message,) = browser.get(f"/api/games/{table.game}/talk")["messages"]
        assert message["text"] == found or (found is None and ACCENTS.search(message["text"]))
