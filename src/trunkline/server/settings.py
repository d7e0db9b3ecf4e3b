"""What the commands of the table are given: by words behind them, else by the environment."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from trunkline.arguments import count, seconds
from trunkline.errors import UsageError
from trunkline.players.entrants import BUILT_IN, entrant
from trunkline.server import STORE
from trunkline.server.logs import TEXT, form_of
from trunkline.tables.limits import USUAL
from trunkline.tables.records import NAMED, PERSON

if TYPE_CHECKING:
    from trunkline.stores.places import Place

PORT = 8056
HOST = "127.0.0.1"
MOST_WORKERS = 64


@dataclass(frozen=True)
class TableSettings:
    """What the command was given."""

    store: Place = STORE
    host: str = HOST
    port: int = PORT
    open: Path | None = None
    """A game to be taken in."""
    delay: float = 0.0
    names: tuple[str, ...] = ()
    """Names that it answers to, besides those that ``host`` and ``public`` say."""
    public: str = ""
    """The address that people open where a proxy stands before it."""
    access: Path | None = None
    """Where to write down every request."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Programs that may take a seat beside our own, by their names here: what the arena calls them."""
    review: int = USUAL.review
    """Positions that are played for the review of a game."""
    workers: int = 1
    """Processes that answer."""
    proxies: tuple[str, ...] = (HOST,)
    """Whose word is taken for where a request comes from, where ``public`` is another address."""
    accounts: bool = False
    """Whether people sign in; else whoever reaches the table may do everything."""
    mail: str = ""
    """Where letters are handed in, such as smtp+starttls://USER:PASSWORD@mail.example.org:587."""
    sender: str = ""
    """Whom letters are from."""
    log: str = TEXT
    """In which form it is written down what happens."""
    sandboxes: int = 0
    """Days without an entry after which sandboxes are taken away; 0: never."""
    unfinished: int = 0
    """The same of other games that are not over."""
    rates: Mapping[str, str] = field(default_factory=dict)
    """Rate limits that differ from the default ones, by their names in settings."""
    metrics: str = ""
    """Where figures are handed out, as HOST:PORT; empty: nowhere."""


def add_place(parser: argparse.ArgumentParser) -> None:
    """Where games are kept."""
    parser.add_argument("--store", type=Path, metavar="FILE", help=f"a file of SQLite; default: {STORE}")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="postgresql://USER@HOST/NAME instead of a file; default: what TRUNKLINE_DATABASE_URL says",
    )


def add_door(parser: argparse.ArgumentParser) -> None:
    """Where the table is reached, and by whom."""
    parser.add_argument("--host", help=f"TRUNKLINE_HOST; default: {HOST}, this machine alone")
    parser.add_argument("--port", type=count, help=f"TRUNKLINE_PORT; default: {PORT}; 0 takes a free one")
    parser.add_argument(
        "--allow-host",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME",
        help="a name it answers to; TRUNKLINE_ALLOW_HOST, several with commas",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the address people open, where a proxy is before it; TRUNKLINE_PUBLIC_URL",
    )
    parser.add_argument(
        "--trust-proxy",
        nargs="+",
        action="extend",
        default=[],
        metavar="ADDRESS",
        help=f"a proxy that says where requests come from, or a network of such; TRUNKLINE_TRUSTED_PROXIES, "
        f"several with commas; default: {HOST}",
    )
    parser.add_argument(
        "--access-log",
        type=Path,
        metavar="FILE",
        help="write down every request here, or with - where errors go; TRUNKLINE_ACCESS_LOG",
    )
    parser.add_argument(
        "--player",
        nargs="+",
        action="extend",
        type=named_player,
        default=[],
        metavar="NAME=PLAYER",
        help="an opponent of your own beside ours: engine:COMMAND, module:Class or another that is installed",
    )
    parser.add_argument(
        "--review-budget",
        type=count,
        default=USUAL.review,
        metavar="N",
        help=f"positions that are played for the review of a game; default: {USUAL.review}",
    )
    parser.add_argument(
        "--delay", type=seconds, default=0.0, metavar="SECONDS", help="wait after each action of a program"
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """How many processes answer."""
    parser.add_argument(
        "--workers",
        type=count,
        metavar="N",
        help="processes that answer, several only on PostgreSQL; TRUNKLINE_WORKERS; default: 1",
    )
    parser.add_argument(
        "--without-accounts",
        action="store_true",
        help="nobody signs in, and whoever reaches the table may do everything",
    )


def add_people(parser: argparse.ArgumentParser) -> None:
    """What is done with people."""
    parser.add_argument("deed", help="list, suspicious, reset, operator, not-operator, data or delete")
    parser.add_argument("name", nargs="?", default="", help="name of the person, or id:ID")
    parser.add_argument(
        "--public-url", metavar="URL", help="the address people open, for links; TRUNKLINE_PUBLIC_URL"
    )
    add_place(parser)


def named_player(text: str) -> tuple[str, str]:
    """A name for a player, and what the arena calls it. Raises ``ArgumentTypeError``."""
    name, _, player = text.partition("=")
    if not re.fullmatch(NAMED, name) or name in (*BUILT_IN, PERSON):
        raise argparse.ArgumentTypeError(
            f"{name!r} names no player of your own: up to 20 small letters, digits and dashes, none of ours"
        )
    try:
        entrant(player)
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from error
    return name, player


def place_of(options: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Place:
    """Where games are kept: as typed, else as the environment says. Raises ``UsageError``."""
    if options.store is not None and options.database is not None:
        raise UsageError("Games are kept in one place: give --store or --database, not both.")
    if options.store is not None:
        found: Path = options.store
        return found
    address = options.database or environment.get("TRUNKLINE_DATABASE_URL", "")
    if not address:
        return STORE
    from trunkline.stores.places import place

    return place(address)


def settings_of(options: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> TableSettings:
    """All that a table is opened with. Raises ``UsageError``."""

    def said(name: str) -> str:
        return environment.get(f"TRUNKLINE_{name}", "")

    def number(name: str, usual: int) -> int:
        try:
            return count(said(name)) if said(name) else usual
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"TRUNKLINE_{name}: {error}.") from error

    def several(name: str) -> list[str]:
        return [each.strip() for each in said(name).split(",") if each.strip()]

    from trunkline.people.rates import rates_of

    names = options.allow_host or several("ALLOW_HOST")
    access = options.access_log or (Path(said("ACCESS_LOG")) if said("ACCESS_LOG") else None)
    workers = getattr(options, "workers", 1)
    return TableSettings(
        place_of(options, environment),
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
        tuple(options.trust_proxy or several("TRUSTED_PROXIES") or (HOST,)),
        not getattr(options, "without_accounts", True),
        # It holds a password, and whoever may list processes reads what is typed.
        said("SMTP_URL"),
        said("MAIL_FROM"),
        form_of(said("LOG") or TEXT),
        number("EXPIRE_SANDBOXES", 0),
        number("EXPIRE_UNFINISHED", 0),
        rates_of(said("RATES")),
        said("METRICS"),
    )
