"""Tests of two people at one table, each with a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from browser.conftest import PHONE
from browser.screen import Screen
from web.http.process import Process

PASSWORD = "correct horse battery"


def signed_up(screen: Screen, name: str) -> None:
    """Sign up on the current page."""
    page = screen.page
    page.get_by_role("button", name="Create an account").click()
    form = page.get_by_role("form", name="Create an account")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Create account").click()


def at_one_table(people: dict[Screen, str], wish: dict[str, object]) -> None:
    """Sign people up, create a public table as the first of them, and open it for all."""
    for screen, name in people.items():
        screen.open("/me")
        signed_up(screen, name)
        expect(screen.page.get_by_role("link", name=name)).to_be_visible()
    made = next(iter(people)).page.evaluate(
        """(wish) => fetch("/api/games", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(wish),
        }).then((answer) => answer.json())""",
        {"private": False, **wish},
    )
    for screen in people:
        screen.open(f"/g/{made['id']}")


def dialog(page: Page) -> None:
    """Open the dialog of the people at the table."""
    page.get_by_role("banner").get_by_role("button", name=re.compile("^Table")).click()


def test_two_people_play_each_in_a_seat_of_his_own(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as hers, chromium.new_context() as his:
        ann, bob = Screen(hers.new_page(), house), Screen(his.new_page(), house)
        ann.open()
        ann.page.get_by_role("link", name="Sign in", exact=True).click()
        signed_up(ann, "Ann")
        expect(ann.page.get_by_role("link", name="Ann")).to_be_visible()

        form = ann.page.get_by_role("region", name="Set up a table")
        for number, (name, kind) in enumerate(
            (("East", "person"), ("West", "person"), ("North", "random")), 1
        ):
            form.get_by_label(f"Name of seat {number}").fill(name)
            form.get_by_label(f"Who plays seat {number}").select_option(kind)
        expect(form.get_by_label("Private")).to_be_checked()
        form.get_by_role("button", name="Start the game").click()
        expect(ann.decision).to_be_visible()

        # The table is private: other people can find it only by its link.
        address = ann.page.url
        bob.page.goto(address)
        expect(bob.page.get_by_text("There is no such game")).to_be_visible()
        dialog(ann.page)
        ann.page.get_by_role("button", name="Invite").click()
        link = ann.page.get_by_label("Invitation link").input_value()
        ann.page.get_by_role("button", name="Close").click()
        bob.page.goto(link)
        expect(bob.page).to_have_url(re.compile("/join$"))
        signed_up(bob, "Bob")
        expect(bob.page).to_have_url(address)

        # No player can act until every seat is taken.
        ann.button(re.compile("^Pass")).first.click()
        ann.confirm.click()
        expect(ann.decision).to_contain_text("West is free")
        # The link has opened the free seats.
        bob.page.get_by_role("button", name="Join as West").click()
        expect(bob.page.get_by_role("dialog")).to_contain_text("Bob, you")
        bob.page.get_by_role("button", name="Close").click()

        # Each person acts in one seat, and sees the other's actions.
        expect(bob.confirm).to_be_disabled()
        expect(bob.decision).to_contain_text("Waiting for East. You can preview the choices.")
        bob.button(re.compile("^Pass")).first.click()
        expect(bob.confirm).to_be_disabled()
        ann.confirm.click()
        ann.shows(1)
        bob.shows(1)
        expect(ann.confirm).to_be_disabled()
        bob.button(re.compile("^Pass")).first.click()
        bob.confirm.click()
        # A bot plays North.
        bob.shows(3)
        ann.shows(3)
        seats = [entry["seat"] for entry in log(ann)]
        assert seats[:2] == ["East", "West"]


def test_play_now_seats_the_account_by_its_name(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as hers:
        zoe = Screen(hers.new_page(), house).open("/me")
        signed_up(zoe, "Zoe")
        expect(zoe.page.get_by_role("link", name="Zoe")).to_be_visible()
        zoe.open()
        form = zoe.page.get_by_role("region", name="Set up a table")
        expect(form.get_by_label("Name of seat 1")).to_have_value("Zoe")
        zoe.page.get_by_role("button", name=re.compile("^Play now against .*1856")).click()
        expect(zoe.decision).to_be_visible()
        players = zoe.page.evaluate(
            "(game) => fetch(`/api/games/${game}?brief=true`).then((answer) => answer.json())", zoe.game
        )["players"]
        assert [each["name"] for each in players if each["seat_kind"] == "person"] == ["Zoe"]


def players(screen: Screen) -> list[str]:
    """Return the players of the current game."""
    found = screen.page.evaluate(
        "(game) => fetch(`/api/games/${game}?brief=true`).then((answer) => answer.json())", screen.game
    )
    return [each["name"] for each in found["players"]]


def test_seat_takes_the_name_of_the_account_that_joins(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as hers, chromium.new_context() as his:
        zoe, max_ = Screen(hers.new_page(), house).open("/me"), Screen(his.new_page(), house)
        signed_up(zoe, "Zoe")
        expect(zoe.page.get_by_role("link", name="Zoe")).to_be_visible()
        zoe.open()
        form = zoe.page.get_by_role("region", name="Set up a table")
        # A generated name disappears if a person will play the seat, and returns for a bot.
        name, who = form.get_by_label("Name of seat 2"), form.get_by_label("Who plays seat 2")
        who.select_option("person")
        expect(name).to_have_value("")
        expect(name).to_have_attribute("placeholder", "named by the person who joins")
        who.select_option("random")
        expect(name).not_to_have_value("")
        who.select_option("person")
        form.get_by_label("Who plays seat 3").select_option("random")
        form.get_by_label("Name of seat 3").fill("Bot")
        form.get_by_role("button", name="Start the game").click()
        expect(zoe.decision).to_be_visible()
        assert players(zoe) == ["Zoe", "Seat 2", "Bot"]
        dialog(zoe.page)
        zoe.page.get_by_role("button", name="Invite").click()
        link = zoe.page.get_by_label("Invitation link").input_value()
        zoe.page.get_by_role("button", name="Close").click()

        max_.page.goto(link)
        signed_up(max_, "Max")
        expect(max_.decision).to_be_visible()
        max_.page.get_by_role("button", name="Join as Max", exact=True).click()
        expect(max_.page.get_by_role("dialog")).to_contain_text("Max, you")
        max_.page.get_by_role("button", name="Close").click()
        # Both pages show the new name. The old one is only in a line of the log.
        for screen in (zoe, max_):
            screen.shows(1)
            assert players(screen) == ["Zoe", "Max", "Bot"]
            strip = screen.page.get_by_role("list", name="Order of this round")
            expect(strip).to_contain_text("Max")
            expect(strip).not_to_contain_text("Seat 2")
        zoe.button(re.compile("^Pass")).first.click()
        zoe.confirm.click()
        max_.shows(2)
        max_.button(re.compile("^Pass")).first.click()
        max_.confirm.click()
        zoe.shows(4)


OVERLAPS = """() => {
  const shown = [...document.querySelectorAll("header > *, header .facts > *, header .buttons > *")].filter(
    (each) => each.matches("a, button, .chip, .facts > *, h1") && each.getClientRects().length,
  );
  const rects = shown.map((each) => [each.textContent.trim(), each.getBoundingClientRect()]);
  return rects.flatMap(([one, a], at) =>
    rects.slice(at + 1)
      .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
      .map(([other]) => `${one} / ${other}`));
}"""


def test_who_waits_sees_who_sits_down(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as hers, chromium.new_context() as his:
        ann, bob = Screen(hers.new_page(), house), Screen(his.new_page(), house)
        at_one_table(
            {ann: "Ann", bob: "Bob with a long name"},
            {"title": "1856", "seats": [{"name": name} for name in ("East", "West", "North")]},
        )
        table = ann.page.get_by_role("banner").get_by_role("button", name=re.compile("^Table"))
        expect(table).to_have_text("Table · 2 free")
        dialog(bob.page)
        for taken in (1, 2):
            bob.page.get_by_role("button", name="Join as West").click()
            expect(table).to_have_text("Table · 1 free")
            if taken == 1:
                bob.page.get_by_role("button", name="Leave West").click()
                expect(table).to_have_text("Table · 2 free")
        bob.page.get_by_role("button", name="Close").click()
        # The new player can write at once.
        bob.page.get_by_role("banner").get_by_role("button", name=re.compile("^Chat")).click()
        expect(bob.page.get_by_label("Message to everyone at this table")).to_be_visible()
        bob.page.get_by_role("button", name="Close chat").click()
        # No elements overlap at any width of the page.
        for width in (360, 390, 520, 639, 640, 700, 820, 1000, 1023, 1024, 1200, 1280, 1500):
            for screen in (ann, bob):
                screen.page.set_viewport_size({"width": width, "height": 900})
                assert screen.page.evaluate(OVERLAPS) == [], width
                assert screen.fits(), width
        # A person without a seat can follow the game, and find it in My games.
        expect(bob.page.get_by_role("button", name="Follow", exact=True)).to_have_count(0)
        dialog(bob.page)
        bob.page.get_by_role("button", name="Leave West").click()
        bob.page.get_by_role("button", name="Follow", exact=True).click()
        expect(bob.page.get_by_role("button", name="Following")).to_be_visible()
        game = bob.game
        bob.open("/mine")
        bob.page.get_by_role("button", name="Followed").click()
        expect(bob.page.locator(f"[data-game='{game}']")).to_be_visible()
        bob.open(f"/g/{game}")
        dialog(bob.page)
        bob.page.get_by_role("button", name="Following").click()
        expect(bob.page.get_by_role("button", name="Follow", exact=True)).to_be_visible()
        # Without a name in the address, the page shows the scores of the signed-in person.
        ann.open("/scores")
        expect(ann.page.get_by_role("heading", name="Ann")).to_be_visible()
        ann.page.context.clear_cookies()
        ann.open("/scores")
        expect(ann.page.get_by_role("alert")).to_contain_text("No player selected.")


def test_hints_and_seats_are_offered_to_those_who_decide_on_them(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as hers, chromium.new_context() as his:
        ann, bob = Screen(hers.new_page(), house), Screen(his.new_page(), house)
        seats = [{"name": "East"}, {"name": "West"}, {"name": "North", "kind": "clerk"}]
        at_one_table({ann: "Anna", bob: "Bobby"}, {"title": "1856", "hints": True, "seed": 4, "seats": seats})
        dialog(bob.page)
        bob.page.get_by_role("button", name="Join as West").click()
        expect(bob.page.get_by_role("button", name="Leave West")).to_be_visible()
        bob.page.get_by_role("button", name="Close").click()
        # Keys act on the dialog as long as it is open.
        expect(bob.page.get_by_role("dialog")).to_be_hidden()
        expect(ann.hint).to_be_visible()
        expect(bob.hint).to_have_count(0)
        for screen in (ann, bob):
            screen.page.keyboard.press("y")
            expect(screen.page.get_by_role("article", name="North")).to_be_visible()
        # The owner of the table may hand over any seat, other people only their own.
        expect(ann.page.get_by_label("Who plays for")).to_have_count(3)
        expect(bob.page.get_by_label("Who plays for")).to_have_count(1)
        expect(bob.page.get_by_label("Who plays for West")).to_be_visible()
        expect(bob.page.get_by_role("article", name="North")).to_contain_text("a clerk")
        # A person can take back a seat from a bot.
        seat = bob.page.get_by_label("Who plays for West")
        for kind in ("clerk", "person"):
            seat.select_option(kind)
            expect(seat).to_have_value(kind)


def log(screen: Screen) -> list[dict[str, str]]:
    """Return the log entries of the current game."""
    found: list[dict[str, str]] = screen.page.evaluate(
        "(game) => fetch(`/api/games/${game}/log`).then((answer) => answer.json())", screen.game
    )
    return found


def test_an_open_table_is_joined_from_the_list_and_a_session_ended(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as hers, chromium.new_context(viewport=PHONE) as his:
        ann, bob = Screen(hers.new_page(), house), Screen(his.new_page(), house)
        for screen, name in ((ann, "Ann"), (bob, "Bob")):
            screen.open("/me")
            signed_up(screen, name)
            expect(screen.page.get_by_role("link", name=name)).to_be_visible()
        ann.page.evaluate(
            """() => fetch("/api/games", {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({
                title: "1856", private: false, seats: ["East", "West", "North"].map((name) => ({ name })),
              }),
            })"""
        )
        bob.open()
        assert bob.fits()
        bob.page.get_by_role("region", name="Open tables").get_by_role("button", name="Join as West").click()
        expect(bob.decision).to_be_visible()
        bob.open()
        expect(bob.page.get_by_role("region", name="Open tables")).to_have_count(0)
        bob.page.get_by_role("link", name="Bob").click()
        assert bob.fits()
        bob.page.get_by_role("button", name="Sign out").click()
        expect(bob.page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
        expect(bob.page.get_by_role("region", name="Open tables")).to_be_visible()
