"""Tests of the SMTP address that an operator sets."""

from __future__ import annotations

import pytest

from trunkline.util.errors import UsageError
from trunkline.web.accounts.mail import Smtp, smtp_of

SENDER = "table@example.org"


def test_an_address_says_how_letters_are_handed_in() -> None:
    found = smtp_of("smtp+starttls://ann%40x.org:p%3Aw@mail.example.org", SENDER)
    assert found == Smtp("mail.example.org", 587, SENDER, "ann@x.org", "p:w", starttls=True)
    assert smtp_of("smtps://mail.example.org:4650", SENDER) == Smtp(
        "mail.example.org", 4650, SENDER, tls=True
    )
    assert smtp_of("smtp://127.0.0.1", SENDER).port == 25
    assert "p:w" not in repr(found)


@pytest.mark.parametrize(
    "url", ["mail.example.org", "http://ann:secret@x", "smtp://", "smtp://ann:secret@x:port"]
)
def test_what_is_no_such_address_is_said_without_its_password(url: str) -> None:
    with pytest.raises(UsageError, match="TRUNKLINE_SMTP_URL is no address") as raised:
        smtp_of(url, SENDER)
    assert "secret" not in str(raised.value)
    with pytest.raises(UsageError, match="TRUNKLINE_MAIL_FROM"):
        smtp_of("smtp://mail.example.org", "nobody")
