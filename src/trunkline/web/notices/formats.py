"""The bodies of requests to webhooks and ntfy."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import msgspec

from trunkline.util.messages import gettext
from trunkline.web.notices.messages import NoticeMessage

DISCORD_LONGEST = 2000
"""The maximum length of a Discord message in characters."""


def discord(message: NoticeMessage, key: str) -> object:
    """Return a message of a Discord webhook. No name in it can mention a member."""
    text = f"**{_plain(message.title)}**\n{_plain(message.body)}\n{message.url}".strip()
    return {"content": text[:DISCORD_LONGEST], "allowed_mentions": {"parse": []}}


def slack(message: NoticeMessage, key: str) -> object:
    """Return a message of a Slack webhook."""
    link = f"\n<{message.url}|{gettext('Open')}>" if message.url else ""
    return {"text": f"*{_escaped(message.title)}*\n{_escaped(message.body)}{link}"}


def matrix(message: NoticeMessage, key: str) -> object:
    """Return a message of a Matrix webhook (matrix-hookshot)."""
    lines = "<br>".join(_escaped(message.body).splitlines())
    link = f'<br><a href="{message.url}">{gettext("Open")}</a>' if message.url else ""
    html = f"<strong>{_escaped(message.title)}</strong><br>{lines}{link}"
    text = f"{message.title}\n{message.body}\n{message.url}".strip()
    return {"text": text, "html": html, "username": "Trunkline"}


def plain_json(message: NoticeMessage, key: str) -> object:
    """Return the message as data."""
    return {
        "key": key,
        "event": message.event,
        "game": message.game,
        "name": message.name,
        "title": message.title,
        "text": message.text,
        "lines": message.lines,
        "url": message.url,
    }


WEBHOOKS: dict[str, Callable[[NoticeMessage, str], object]] = {
    "discord": discord,
    "slack": slack,
    "matrix": matrix,
    "json": plain_json,
}


def webhook(format: str, message: NoticeMessage, key: str) -> bytes:
    """Return the body of a request to a webhook."""
    return msgspec.json.encode(WEBHOOKS[format](message, key))


def ntfy(address: str, message: NoticeMessage) -> tuple[str, bytes]:
    """Return the address and the body of a request to an ntfy server."""
    url = httpx.URL(address)
    topic = url.path.strip("/")
    body = {"topic": topic, "title": message.title, "message": message.body, "tags": ["steam_locomotive"]}
    if message.url:
        body["click"] = message.url
    return str(url.copy_with(raw_path=b"/")), msgspec.json.encode(body)


def push(message: NoticeMessage, key: str) -> bytes:
    """Return the data that the service worker of the page shows."""
    tag = message.game or message.event
    url = message.url or (f"/g/{message.game}" if message.game else "/")
    data = {"title": message.title, "body": message.body, "url": url, "tag": tag, "key": key}
    return msgspec.json.encode(data)


def email(message: NoticeMessage, unsubscribe: str) -> str:
    """Return the text of an email."""
    parts = [message.text, *(f"  - {line}" for line in message.lines)]
    end = gettext("No more emails to this address: {link}", link=unsubscribe)
    return "\n".join(parts) + f"\n\n{message.url}\n\n-- \n{end}\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _plain(text: str) -> str:
    """Return a text without the effect of Discord's markup."""
    return "".join(f"\\{letter}" if letter in "\\*_~`|>#[]" else letter for letter in text)
