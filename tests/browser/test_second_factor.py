"""A test of the second factor on the account page and at sign-in."""

from __future__ import annotations

import time

import pyotp
from playwright.sync_api import Browser, expect

from browser.axe import findings
from browser.screen import Screen
from browser.test_people import PASSWORD, signed_up
from web.http.process import Process


def test_ann_sets_up_a_second_factor_and_signs_in_with_it(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as context:
        ann = Screen(context.new_page(), house)
        page = ann.page
        ann.open("/me")
        signed_up(ann, "Ann5")
        expect(page.get_by_role("link", name="Ann5")).to_be_visible()
        ann.open("/me")
        section = page.get_by_role("region", name="Second factor")
        assert findings(ann) == []
        section.get_by_label("Your password").fill(PASSWORD)
        section.get_by_role("button", name="Set up second factor").click()
        key = section.locator("code").inner_text()
        section.get_by_label("Code of your app").fill(pyotp.TOTP(key).at(int(time.time())))
        section.get_by_role("button", name="Use this app").click()
        expect(section.get_by_role("status")).to_contain_text("recovery codes")
        codes = section.locator("code").inner_text().split()
        assert len(codes) == 10

        page.get_by_role("button", name="Sign out").first.click()
        expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
        ann.open("/me")
        form = page.get_by_role("form", name="Sign in")
        form.get_by_label("Name").fill("Ann5")
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button", name="Sign in").click()
        second = page.get_by_role("form", name="Second factor")
        for code in ("000000", codes[0]):
            second.get_by_label("Code of your app").fill(code)
            second.get_by_role("button", name="Sign in").click()
            if code == "000000":
                expect(second.get_by_role("alert")).to_contain_text("That code is wrong")
        expect(page.get_by_role("link", name="Ann5")).to_be_visible()
