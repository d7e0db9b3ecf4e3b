"""Tests of the operators' page, and of people who mute and report each other."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.axe import findings
from browser.conftest import PHONE
from browser.screen import Screen
from browser.test_people import PASSWORD, at_one_table, signed_up
from trunkline.web.accounts.accounts import Accounts
from trunkline.web.accounts.passwords import Passwords
from trunkline.web.database.pool import Database
from web.http.house import FAST
from web.http.process import Process

WISH = {"title": "1856", "seats": [{"name": "East"}, {"name": "West"}, {"name": "North"}], "seed": 4}


def promote(store: Path, name: str) -> None:
    """Make a person an operator, as the command does."""
    database = Database(f"sqlite:///{store}")
    accounts = Accounts(database, Passwords(FAST))
    accounts.set_operator(accounts.named(name).id, True)
    database.close()


def test_a_rude_message_is_reported_removed_and_its_author_banned(
    chromium: Browser, house: Process, tmp_path: Path
) -> None:
    with chromium.new_context() as hers, chromium.new_context() as his, chromium.new_context() as third:
        ann, bob, olga = (Screen(each.new_page(), house) for each in (hers, his, third))
        at_one_table({ann: "Ann3", bob: "Bob3"}, WISH)
        olga.open("/me")
        signed_up(olga, "Olga3")
        expect(olga.page.get_by_role("link", name="Olga3")).to_be_visible()
        promote(tmp_path / "table.sqlite", "Olga3")

        # Bob takes a seat and writes; Ann reports the message.
        bob.page.get_by_role("banner").get_by_role("button", name="Table").click()
        bob.page.get_by_role("button", name="Join as West").click()
        expect(bob.page.get_by_role("dialog")).to_contain_text("Bob3, you")
        bob.page.reload()
        bob.page.locator("[data-talk]").click()
        bob.page.get_by_label("Message to everyone").fill("a rude word")
        bob.page.get_by_role("button", name="Send").click()
        ann.page.locator("[data-talk]").click()
        ann.page.get_by_role("button", name="Options for the message of Bob3").click()
        options = ann.page.get_by_role("group", name="Options for Bob3")
        options.get_by_label("Reason").fill("This is rude")
        options.get_by_role("button", name="Report this message").click()
        expect(options.get_by_role("status")).to_contain_text("received your report")

        # Olga sees the message in place, removes it and closes the report. Each action needs a reason.
        olga.open("/operator")
        reports = olga.page.get_by_role("region", name="Reports")
        expect(reports).to_contain_text("a rude word")
        expect(reports).to_contain_text("This is rude")
        assert findings(olga) == []
        for button in ("Remove the message", "Uphold"):
            reports.get_by_role("button", name=button).click()
            dialog = olga.page.get_by_role("dialog")
            dialog.get_by_label("Reason").fill("Against the rules")
            dialog.get_by_role("button", name=button).click()
            expect(dialog).to_have_count(0)
        expect(reports).to_contain_text("No report is open")
        for screen in (ann, bob):
            log = screen.page.get_by_role("log", name="Messages")
            expect(log).to_contain_text("An operator removed this message.")
            expect(log).not_to_contain_text("a rude word")

        # A ban signs Bob out, and tells him the reason.
        people = olga.page.get_by_role("region", name="People")
        people.get_by_label("Name contains").fill("bob3")
        people.get_by_role("button", name="Search").click()
        people.get_by_role("listitem", name="Bob3").get_by_role("button", name="Ban").click()
        dialog = olga.page.get_by_role("dialog")
        dialog.get_by_label("Days").fill("3")
        dialog.get_by_label("Reason").fill("Rude words")
        dialog.get_by_role("button", name="Ban").click()
        expect(people).to_contain_text("Rude words")
        bob.open("/me")
        form = bob.page.get_by_role("form", name="Sign in")
        form.get_by_label("Name").fill("Bob3")
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button", name="Sign in").click()
        expect(form.get_by_role("alert")).to_contain_text("banned you from this server until")

        olga.page.set_viewport_size(PHONE)
        assert olga.fits()
        audit = olga.page.get_by_role("region", name="Audit log")
        for action in ("remove message Bob3", "close report Bob3", "ban Bob3"):
            expect(audit).to_contain_text(action)


def test_ann_mutes_bob_and_does_not_see_his_messages(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as hers, chromium.new_context() as his:
        ann, bob = Screen(hers.new_page(), house), Screen(his.new_page(), house)
        at_one_table({ann: "Ann4", bob: "Bob4"}, WISH)
        bob.page.get_by_role("banner").get_by_role("button", name="Table").click()
        bob.page.get_by_role("button", name="Join as West").click()
        expect(bob.page.get_by_role("dialog")).to_contain_text("Bob4, you")
        bob.page.reload()
        bob.page.locator("[data-talk]").click()
        for text in ("first words", "more words"):
            bob.page.get_by_label("Message to everyone").fill(text)
            bob.page.get_by_role("button", name="Send").click()
            expect(bob.page.get_by_role("log", name="Messages")).to_contain_text(text)
            if text == "first words":
                ann.page.locator("[data-talk]").click()
                log = ann.page.get_by_role("log", name="Messages")
                expect(log).to_contain_text(text)
                ann.page.get_by_role("button", name="Options for the message of Bob4").click()
                ann.page.get_by_role("button", name="Mute Bob4").click()
                expect(log).not_to_contain_text(text)
        ann.page.get_by_label("Message to everyone").fill("my words")
        ann.page.get_by_role("button", name="Send").click()
        expect(log).to_contain_text("my words")
        expect(log).not_to_contain_text("more words")
        ann.open("/me")
        muted = ann.page.get_by_role("region", name="Muted and blocked people")
        muted.get_by_role("button", name="Unmute Bob4").click()
        expect(muted).not_to_contain_text("Bob4")


def test_others_cannot_open_the_operators_page(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as hers:
        ann = Screen(hers.new_page(), house)
        ann.open("/operator")
        expect(ann.page.get_by_role("alert")).to_contain_text("Only operators of this server")
