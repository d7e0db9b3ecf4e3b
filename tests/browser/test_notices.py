"""Tests of the page for notices, and of push messages in Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.axe import findings
from browser.conftest import PHONE
from browser.screen import Screen
from browser.test_people import dialog, signed_up
from web.http.process import Process, running
from web.notices.receivers import LOCAL, Receiver, receiver

FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.fixture
def there() -> Iterator[Receiver]:
    """A receiver on this machine."""
    with receiver() as found:
        yield found


@pytest.fixture
def sending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Process]:
    """A server with accounts that may send notices to this machine."""
    monkeypatch.setenv("TRUNKLINE_NOTICE_ALLOW", LOCAL)
    with running(tmp_path / "table.sqlite", command="serve") as process:
        yield process


def opened(context: BrowserContext, server: Process) -> Screen:
    """Sign up and open the page for notices."""
    screen = Screen(context.new_page(), server)
    screen.open("/me")
    signed_up(screen, "Ann")
    expect(screen.page.get_by_role("link", name="Ann")).to_be_visible()
    screen.open("/notices")
    expect(screen.page.get_by_role("heading", name="Last deliveries")).to_be_visible()
    return screen


def add_webhook(page: Page, there: Receiver) -> None:
    """Add a webhook by the keyboard alone."""
    form = page.get_by_role("form", name="Add a channel")
    form.get_by_label("Type").focus()
    form.get_by_label("Type").select_option("Other webhook (JSON)")
    page.keyboard.press("Tab")
    page.keyboard.type(f"{there.url}/hook")
    page.keyboard.press("Tab")
    page.keyboard.type("My hook")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Channel added.")


@pytest.mark.parametrize("width", [1440, PHONE["width"]])
def test_a_channel_is_added_tested_chosen_and_deleted(
    chromium: Browser, sending: Process, there: Receiver, width: int
) -> None:
    with chromium.new_context(viewport={"width": width, "height": 844}) as context:
        screen = opened(context, sending)
        page = screen.page
        add_webhook(page, there)
        assert page.evaluate(FITS)

        page.get_by_role("button", name="Send a test to My hook").click()
        expect(page.get_by_text("Test sent: 200 OK")).to_be_visible()
        assert json.loads(there.requests[0].body)["event"] == "test"
        expect(page.get_by_role("region", name="Last deliveries")).to_contain_text("Sent: 200 OK")

        box = page.get_by_role("checkbox", name="Message: My hook")
        expect(box).not_to_be_checked()
        box.focus()
        # The box changes at once. The reload must not stop the request.
        with page.expect_response(lambda each: each.request.method == "PUT") as stored:
            page.keyboard.press("Space")
        assert stored.value.ok, (stored.value.text(), stored.value.request.post_data)
        expect(box).to_be_checked()
        page.reload()
        expect(box).to_be_checked()

        assert findings(screen) == []
        page.get_by_role("button", name="Delete My hook").click()
        expect(page.get_by_text("You have no channel yet.")).to_be_visible()


def test_a_refused_address_is_explained(chromium: Browser, sending: Process) -> None:
    with chromium.new_context() as context:
        page = opened(context, sending).page
        form = page.get_by_role("form", name="Add a channel")
        form.get_by_label("Address of the webhook").fill("https://192.168.1.1/hook")
        form.get_by_role("button", name="Add channel").click()
        expect(page.get_by_role("alert")).to_have_text(
            "The server does not send notices to 192.168.1.1: it has no public address on the internet."
        )


def test_times_are_kept(chromium: Browser, sending: Process) -> None:
    with chromium.new_context(timezone_id="Europe/Berlin") as context:
        page = opened(context, sending).page
        form = page.get_by_role("form", name="Times")
        # The account has the zone of the browser from the start.
        expect(form.get_by_label("Time zone")).to_have_value("Europe/Berlin")
        form.get_by_label("Time zone").select_option("Asia/Tokyo")
        form.get_by_role("button", name="Use Europe/Berlin").click()
        form.get_by_label("Quiet hours").check()
        form.get_by_label("From").fill("23:15")
        form.get_by_label("Remind me of my turn").select_option("after 12 hours")
        form.get_by_role("button", name="Save times").click()
        expect(page.get_by_text("Times saved.")).to_be_visible()
        page.reload()
        expect(form.get_by_label("From")).to_have_value("23:15")
        expect(form.get_by_label("To", exact=True)).to_have_value("08:00")
        expect(form.get_by_label("Time zone")).to_have_value("Europe/Berlin")
        form.get_by_label("Time zone").select_option("America/New York")
        form.get_by_role("button", name="Use Europe/Berlin").click()
        expect(form.get_by_label("Time zone")).to_have_value("Europe/Berlin")


def test_a_browser_that_denies_notices_says_so(chromium: Browser, sending: Process) -> None:
    with chromium.new_context() as context:
        page = opened(context, sending).page
        page.evaluate("Notification.requestPermission = async () => 'denied'")
        page.get_by_role("button", name="Turn on notices in this browser").click()
        expect(page.get_by_role("alert")).to_contain_text("This browser does not allow notices.")


def test_a_push_message_is_shown_by_the_service_worker(whole_chromium: Browser, sending: Process) -> None:
    with whole_chromium.new_context() as context:
        context.grant_permissions(["notifications"], origin=f"http://{sending.host}:{sending.port}")
        page = opened(context, sending).page
        page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
        link = context.new_cdp_session(page)
        registrations: list[str] = []
        link.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
        )
        link.send("ServiceWorker.enable")
        page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
        while not registrations:
            page.wait_for_timeout(50)
        title = "1856: your turn, lay track"
        first, second = (
            {"title": title, "body": f"1856 with {name}", "url": "/g/x1", "tag": "x1"}
            for name in ("Bob", "Bob and Cy")
        )
        for data in (first, second):
            message = {
                "origin": f"http://{sending.host}:{sending.port}",
                "registrationId": registrations[-1],
                "data": json.dumps(data),
            }
            link.send("ServiceWorker.deliverPushMessage", message)
        # The second message about the same game replaces the first.
        page.wait_for_function(
            """async (wanted) => {
              const worker = await navigator.serviceWorker.ready;
              const [found, ...more] = await worker.getNotifications();
              if (!found || more.length) return false;
              const shown = { title: found.title, body: found.body, tag: found.tag, url: found.data.url };
              return Object.keys(wanted).every((name) => shown[name] === wanted[name]);
            }""",
            arg=second,
        )


def test_the_notices_of_one_game_are_switched_off_and_on(chromium: Browser, sending: Process) -> None:
    with chromium.new_context() as context:
        screen = opened(context, sending)
        page = screen.page
        seats = [{"name": "East"}, {"name": "Dot", "kind": "clerk"}, {"name": "Dan", "kind": "clerk"}]
        made = page.evaluate(
            """(wish) => fetch("/api/games", {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify(wish),
            }).then((answer) => answer.json())""",
            {"title": "1856", "seats": seats, "seed": 4},
        )
        screen.open(f"/g/{made['id']}")
        dialog(page)
        box = page.get_by_role("checkbox", name="Notices of this game")
        expect(box).to_be_checked()
        with page.expect_response(lambda answer: answer.url.endswith("/notices")) as told:
            box.uncheck()
        assert told.value.status == 204
        screen.open("/notices")
        expect(page.get_by_role("region", name="Exceptions")).to_contain_text("1856: no notices")
        page.get_by_role("button", name="Remove the exception of 1856").click()
        expect(page.get_by_role("heading", name="Exceptions")).to_be_hidden()
