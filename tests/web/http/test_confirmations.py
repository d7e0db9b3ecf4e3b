"""Tests of the confirmation of email addresses, over HTTP."""

from __future__ import annotations

from pathlib import Path

from trunkline.web.accounts.rate_limits import Rate
from web.http.house import MANY, PASSWORD, Browser, House
from web.http.test_people import ANN, Box


def test_a_reset_goes_to_a_confirmed_address_only(tmp_path: Path) -> None:
    origin = "https://games.example.org"
    with House(tmp_path / "table.sqlite", origin=origin, rates={**MANY, Rate.CONFIRM: "2/hour"}) as house:
        box = house.porter.mailer = Box()
        ann, visitor = Browser(house), Browser(house)
        ann.origin = visitor.origin = origin
        made = ann.post("/api/people", 201, {**ANN, "email": "ann@example.org"})
        assert (made["email"], made["confirmed"]) == ("ann@example.org", False)
        ((to, text),) = box.letters
        assert to == "ann@example.org"
        assert f"{origin}/confirm#" in text
        asked = visitor.post("/api/resets", 202, {"name": "Ann"})
        assert len(box.letters) == 1, "an address that is not confirmed gets no reset"
        # The link is sent again, twice in an hour. The older link stops working.
        assert "has been sent" in ann.post("/api/confirmations", 202, None)["text"]
        first, second = (letter[1].partition("#")[2].split()[0] for letter in box.letters)
        assert "is not valid" in visitor.post("/api/confirmations/use", 404, {"secret": first})["error"]
        # The reader of the email need not be signed in.
        used = visitor.post("/api/confirmations/use", 200, {"secret": second})
        assert used["text"] == "The email address of Ann is confirmed."
        visitor.post("/api/confirmations/use", 404, {"secret": second})
        assert ann.get("/api/me")["confirmed"]
        ann.post("/api/confirmations", 202, None)
        assert len(box.letters) == 2, "a confirmed address gets no link"
        assert "Too many confirmation emails" in ann.post("/api/confirmations", 429, None)["error"]
        assert visitor.post("/api/resets", 202, {"name": "Ann"}) == asked
        assert "/reset#" in box.letters[-1][1]
        # Another address must be confirmed again. The same one stays confirmed.
        for email, confirmed in (("ann@example.org", True), ("new@example.org", False)):
            ann.post("/api/me/email", 204, {"password": PASSWORD, "email": email})
            assert ann.get("/api/me")["confirmed"] == confirmed
        assert (box.letters[-1][0], len(box.letters)) == ("new@example.org", 4)
