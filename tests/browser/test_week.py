"""A week of a game by correspondence: an invitation, answers on a phone, a vote and a return."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.axe import findings
from browser.screen import Screen
from browser.test_clocks import BEGIN, Server, acts, cards, people, server
from browser.test_people import dialog

__all__ = ["people", "server"]


def test_a_game_by_correspondence_from_the_invitation_to_the_return(
    people: list[Screen], server: Server
) -> None:
    ann, bob, cy = people
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game = ann.page.evaluate(BEGIN, {"at_zero": "vote"})["id"]
    ann.open(f"/g/{game}")
    dialog(ann.page)
    ann.page.get_by_role("button", name="Invite").click()
    link = ann.page.get_by_label("Invitation link").input_value()
    ann.page.get_by_role("button", name="Copy").click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    ann.page.keyboard.press("Escape")

    # The link leads to the free seats.
    for screen, seat in ((bob, "West"), (cy, "North")):
        screen.page.goto(link)
        screen.page.get_by_role("button", name=f"Join as {seat}").click()
        expect(screen.page.get_by_role("dialog")).to_contain_text("you")
        screen.page.keyboard.press("Escape")
        expect(screen.decision).to_contain_text("Waiting for East. You can preview the choices.")
    assert findings(bob) == []
    cy.page.goto("about:blank")
    bob.page.goto("about:blank")
    acts(ann, 1)

    # On the phone, a choice on the stage closes the news, and Confirm is there.
    bob.open("/mine").page.get_by_role("link", name="Open the table").click()
    news = bob.page.get_by_role("region", name="Since you were here")
    expect(news).to_be_visible()
    bob.page.locator(".opening").get_by_role("button", name=re.compile("Bid on The Canada Company")).click()
    expect(news).to_have_count(0)
    bob.confirm.click()
    bob.shows(2)

    # Cy has vanished. The others let a bot play, until Cy is back.
    server.age(game, 25)
    for screen in (ann, bob):
        cards(screen).get_by_role("button", name="Agree").click()
    expect(ann.decision).to_contain_text("East: bid, buy or pass")
    told = cy.open("/mine").page.get_by_role("article")
    expect(told).to_contain_text("A clerk plays for North (the time is used up; East and West agreed to it).")
    told.get_by_role("button", name="Take your seat back").click()
    expect(cy.page.get_by_role("button", name="Take your seat back")).to_have_count(0)
    cy.open(f"/g/{game}")
