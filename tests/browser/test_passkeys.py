"""A test of passkeys on the account page and at sign-in, with a virtual authenticator."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browser.axe import findings
from browser.screen import Screen
from browser.test_people import PASSWORD, signed_up
from web.http.process import Process

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def test_ann_adds_a_passkey_and_signs_in_with_it(chromium: Browser, house: Process) -> None:
    with chromium.new_context() as context:
        ann = Screen(context.new_page(), house)
        page = ann.page
        ann.open("/me")
        expect(page.get_by_role("form", name="Sign in")).to_be_visible()
        passkey = page.get_by_role("button", name="Sign in with a passkey")
        expect(passkey).to_have_count(0)
        # A browser keeps passkeys for a name, and not for the address 127.0.0.1.
        ann.base = f"http://localhost:{house.port}"
        control = context.new_cdp_session(page)
        control.send("WebAuthn.enable")
        device = control.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]

        ann.open("/me")
        signed_up(ann, "Ann6")
        expect(page.get_by_role("link", name="Ann6")).to_be_visible()
        ann.open("/me")
        section = page.get_by_role("region", name="Passkeys")
        section.get_by_label("Name of the passkey").fill("Laptop")
        section.get_by_label("Your password").fill(PASSWORD)
        section.get_by_role("button", name="Add a passkey").click()
        expect(section.get_by_role("status")).to_contain_text("Passkey added")
        expect(section.get_by_role("listitem")).to_contain_text("never used")
        assert findings(ann) == []
        section.get_by_role("button", name="Rename Laptop").click()
        section.get_by_role("listitem").get_by_label("Name of the passkey").fill("Old laptop")
        section.get_by_role("button", name="Save name").click()
        expect(section.get_by_role("listitem")).to_contain_text("Old laptop")

        page.get_by_role("button", name="Sign out").first.click()
        expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
        ann.open("/me")
        control.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
        passkey.click()
        expect(page.get_by_role("alert")).to_contain_text("No passkey was used")
        control.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": True})
        passkey.click()
        expect(page.get_by_role("link", name="Ann6")).to_be_visible()
        ann.open("/me")
        expect(section.get_by_role("listitem")).to_contain_text("last used")
        section.get_by_role("button", name="Remove Old laptop").click()
        expect(section.get_by_role("listitem")).to_have_count(0)
