"""Command-line options and environment variables of the server commands."""

from __future__ import annotations

import argparse
import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from trunkline.learn.library import languages_of, lessons_with
from trunkline.players.registry import BUILT_IN, load_player
from trunkline.titles import add_file
from trunkline.util.argument_types import count, seconds
from trunkline.util.errors import UsageError
from trunkline.web.games.limits import USUAL
from trunkline.web.http import STORE
from trunkline.web.http.logs import TEXT, parse_format
from trunkline.web.http.settings import HOST, PORT, TableSettings
from trunkline.web.notices.settings import USUAL as USUAL_NOTICES
from trunkline.web.notices.settings import NoticeSettings
from trunkline.web.schemas.log import NAMED, PERSON

if TYPE_CHECKING:
    from trunkline.web.storage.urls import Place


AUTO_PAUSE = 20.0
"""Default mean pause in seconds before an automatic action for a person."""
HOST_NAME = re.compile(r"[\w.-]+|\[?[0-9A-Fa-f:.]+\]?", re.ASCII)
"""A host name or an IP address."""

SIGN_UP = "open", "invited", "closed"
"""The values of ``TRUNKLINE_SIGN_UP``."""


def add_store(parser: argparse.ArgumentParser) -> None:
    """Add the options for the database."""
    parser.add_argument("--store", type=Path, metavar="FILE", help=f"SQLite file; default: {STORE}")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="postgresql://USER@HOST/NAME instead of a file; TRUNKLINE_DATABASE_URL",
    )


def add_server(parser: argparse.ArgumentParser) -> None:
    """Add the options for the address, the proxy and the bots of the server."""
    parser.add_argument(
        "--title",
        nargs="+",
        action="extend",
        default=[],
        type=Path,
        metavar="FILE",
        help="also offer the title in this file or folder; TRUNKLINE_TITLES",
    )
    parser.add_argument(
        "--host", help=f"address to listen on; TRUNKLINE_HOST; default: {HOST}, for this machine only"
    )
    parser.add_argument(
        "--port",
        type=count,
        help=f"port to listen on; TRUNKLINE_PORT; default: {PORT}; 0 means any free port",
    )
    parser.add_argument(
        "--allow-host",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME",
        help="host name that the server answers to; TRUNKLINE_ALLOW_HOST, separated by commas",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="address that people open, if there is a proxy; TRUNKLINE_PUBLIC_URL",
    )
    parser.add_argument(
        "--trust-proxy",
        nargs="+",
        action="extend",
        default=[],
        metavar="ADDRESS",
        help=f"address or network of proxies whose X-Forwarded-For is trusted; TRUNKLINE_TRUSTED_PROXIES, "
        f"separated by commas; default: {HOST}",
    )
    parser.add_argument(
        "--access-log",
        type=Path,
        metavar="FILE",
        help="log of all requests; - means standard error; TRUNKLINE_ACCESS_LOG",
    )
    parser.add_argument(
        "--player",
        nargs="+",
        action="extend",
        type=named_player,
        default=[],
        metavar="NAME=PLAYER",
        help="additional bot: engine:COMMAND, module:Class or the name of an installed one",
    )
    parser.add_argument(
        "--review-budget",
        type=count,
        default=USUAL.review,
        metavar="N",
        help=f"positions to play out for a review of a game; default: {USUAL.review}",
    )
    parser.add_argument(
        "--delay", type=seconds, default=0.0, metavar="SECONDS", help="wait after each action of a bot"
    )
    parser.add_argument(
        "--lessons", type=Path, metavar="FOLDER", help="more lessons, after those of Trunkline"
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options for worker processes and accounts."""
    parser.add_argument(
        "--workers",
        type=count,
        metavar="N",
        help="number of worker processes; more than one needs PostgreSQL; TRUNKLINE_WORKERS; default: 1",
    )
    parser.add_argument(
        "--auto-pause",
        type=seconds,
        metavar="SECONDS",
        help="mean pause before an automatic action for a person; TRUNKLINE_AUTO_PAUSE; default: "
        f"{AUTO_PAUSE}",
    )
    parser.add_argument(
        "--without-accounts",
        action="store_true",
        help="run without accounts: anyone who can reach the server can do everything",
    )


def named_player(text: str) -> tuple[str, str]:
    """Parse the name and notation of a bot. Raises ``ArgumentTypeError``."""
    name, equals, player = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=PLAYER")
    if not re.fullmatch(NAMED, name) or name in (*BUILT_IN, PERSON):
        raise argparse.ArgumentTypeError(
            f"{name!r} cannot name your own player: use up to 20 lowercase letters, digits and dashes, and "
            "no built-in name"
        )
    try:
        load_player(player)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from error
    return name, player


def store_of(options: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Place:
    """Return the database of games: the command-line option, or else the environment variable.

    Raises ``UsageError``.
    """
    if options.store is not None and options.database is not None:
        raise UsageError("Games are kept in one place: give --store or --database, not both.")
    if options.store is not None:
        found: Path = options.store
        return found
    address = options.database or environment.get("TRUNKLINE_DATABASE_URL", "")
    if not address:
        return STORE
    from trunkline.web.storage.urls import parse_url

    return parse_url(address)


def _check_proxy(text: str) -> None:
    """Raise ``UsageError`` unless the text is an IP address, a network of them, or ``*`` for all."""
    try:
        ipaddress.ip_network(text if text != "*" else "0.0.0.0/0", strict=False)
    except ValueError as error:
        raise UsageError(f"{text!r} is no address of a proxy, such as 10.0.0.7 or 10.0.0.0/8.") from error


def contact_of(text: str) -> str:
    """Return the contact address for push services. Raises ``UsageError``."""
    if text and not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://\S+", text):
        raise UsageError("TRUNKLINE_NOTICE_CONTACT is no address such as mailto:admin@example.org.")
    return text


def add_titles(options: argparse.Namespace) -> None:
    """Add the title files that the options name. Raises ``UsageError``."""
    for path in options.title:
        add_file(path)


def settings_of(options: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> TableSettings:
    """Return all settings of a server. Raises ``UsageError``."""

    def said(name: str) -> str:
        return environment.get(f"TRUNKLINE_{name}", "")

    def number(name: str, usual: int) -> int:
        try:
            return count(said(name)) if said(name) else usual
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"TRUNKLINE_{name}: {error}.") from error

    def several(name: str) -> list[str]:
        return [each.strip() for each in said(name).split(",") if each.strip()]

    from trunkline.web.accounts.rate_limits import rates_of

    names = options.allow_host or several("ALLOW_HOST")
    proxies = options.trust_proxy or several("TRUSTED_PROXIES") or [HOST]
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise UsageError(f"{name!r} is no host name, such as table.example.org.")
    for proxy in proxies:
        _check_proxy(proxy)
    access = options.access_log or (Path(said("ACCESS_LOG")) if said("ACCESS_LOG") else None)
    workers = getattr(options, "workers", 1)
    return TableSettings(
        store_of(options, environment),
        options.host or said("HOST") or HOST,
        number("PORT", PORT) if options.port is None else options.port,
        getattr(options, "open", None),
        options.delay,
        tuple(names),
        said("PUBLIC_URL") if options.public_url is None else options.public_url,
        access,
        dict(options.player),
        options.review_budget,
        number("WORKERS", 1) if workers is None else workers,
        tuple(proxies),
        not getattr(options, "without_accounts", True),
        # The URL contains a password, and command lines are visible to other users.
        said("SMTP_URL"),
        said("MAIL_FROM"),
        parse_format(said("LOG") or TEXT),
        number("EXPIRE_SANDBOXES", 0),
        number("EXPIRE_UNFINISHED", 0),
        number("EXPIRE_UNSTARTED", 60),
        rates_of(said("RATES")),
        said("METRICS"),
        NoticeSettings(
            number("NOTICE_GRACE", USUAL_NOTICES.grace),
            max(1, number("NOTICE_ATTEMPTS", USUAL_NOTICES.attempts)),
            tuple(several("NOTICE_ALLOW")),
            contact_of(said("NOTICE_CONTACT")),
            max(1, number("NOTICE_LEASE", USUAL_NOTICES.lease)),
            max(1, number("NOTICE_PAUSE", USUAL_NOTICES.pause)),
        ),
        _auto_pause(getattr(options, "auto_pause", 0.0), said("AUTO_PAUSE")),
        _sign_up(said("SIGN_UP") or "open"),
        _lessons(options.lessons or (Path(said("LESSONS")) if said("LESSONS") else None)),
    )


def _lessons(folder: Path | None) -> Path | None:
    """Return a folder of lessons that can all be read, with their translations. Raises ``UsageError``."""
    if folder is not None:
        lessons_with(folder)
        for language in languages_of(folder):
            lessons_with(folder, language)
    return folder


def _auto_pause(given: float | None, said: str) -> float:
    """Return the pause before automatic actions in seconds. Raises ``UsageError``."""
    if given is not None:
        return given
    try:
        return seconds(said) if said else AUTO_PAUSE
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"TRUNKLINE_AUTO_PAUSE: {error}.") from error


def _sign_up(text: str) -> str:
    """Return who may create an account. Raises ``UsageError``."""
    if text not in SIGN_UP:
        raise UsageError(f"TRUNKLINE_SIGN_UP is {text!r}. Set it to open, invited or closed.")
    return text
