"""Tests of the server's settings. Command-line options override environment variables."""

from __future__ import annotations

import argparse
import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from trunkline.cli.command_line import main
from trunkline.cli.exit_codes import BAD_INPUT
from trunkline.cli.server_options import add_server, add_store, add_workers, settings_of
from trunkline.util.errors import UsageError
from trunkline.web.accounts.rate_limits import Rate
from trunkline.web.accounts.server_invitations import SignUpPolicy
from trunkline.web.http import STORE
from trunkline.web.http.app import create
from trunkline.web.http.serving import Server, people_settings
from trunkline.web.http.settings import TableSettings
from trunkline.web.storage.urls import name

SAID = {
    "TRUNKLINE_DATABASE_URL": "postgresql://ann:secret@db.example.org/games",
    "TRUNKLINE_WORKERS": "3",
    "TRUNKLINE_HOST": "0.0.0.0",
    "TRUNKLINE_PORT": "80",
    "TRUNKLINE_PUBLIC_URL": "https://games.example.org",
    "TRUNKLINE_ALLOW_HOST": "a.example, b.example",
    "TRUNKLINE_ACCESS_LOG": "access.log",
    "TRUNKLINE_LOG": "json",
    "TRUNKLINE_RATES": "sign-up=50/hour",
    "TRUNKLINE_METRICS": "127.0.0.1:9464",
    "TRUNKLINE_EXPIRE_SANDBOXES": "30",
    "TRUNKLINE_EXPIRE_UNFINISHED": "365",
    "TRUNKLINE_EXPIRE_UNSTARTED": "14",
    "TRUNKLINE_TRUSTED_PROXIES": "10.1.0.0/16, 10.2.0.1",
}


def given(*words: str, **environment: str) -> TableSettings:
    """Return the settings of ``trunkline serve`` for options and environment variables."""
    parser = argparse.ArgumentParser()
    for add in (add_store, add_server, add_workers):
        add(parser)
    return settings_of(parser.parse_args(words), environment)


def test_nothing_said_is_a_file_and_one_process_for_this_machine() -> None:
    assert given() == TableSettings(STORE, accounts=True, auto_pause=20.0)
    assert given("--without-accounts") == TableSettings(STORE, auto_pause=20.0)


def test_the_pause_before_automatic_actions_is_a_setting() -> None:
    assert given("--auto-pause", "2.5").auto_pause == 2.5
    assert given(TRUNKLINE_AUTO_PAUSE="45").auto_pause == 45
    assert given("--auto-pause", "0", TRUNKLINE_AUTO_PAUSE="45").auto_pause == 0
    with pytest.raises(UsageError, match="TRUNKLINE_AUTO_PAUSE"):
        given(TRUNKLINE_AUTO_PAUSE="soon")


def test_the_environment_says_everything() -> None:
    found = given(**SAID)
    assert not isinstance(found.store, Path)
    assert (found.store.drivername, found.store.password) == ("postgresql+psycopg", "secret")
    assert name(found.store) == "postgresql://ann:***@db.example.org/games"
    assert (found.workers, found.host, found.port) == (3, "0.0.0.0", 80)
    assert found.public == "https://games.example.org"
    assert found.names == ("a.example", "b.example")
    assert found.access == Path("access.log")
    assert (found.log, found.metrics) == ("json", "127.0.0.1:9464")
    people = people_settings(found)
    assert people is not None
    assert people.rates == {Rate.SIGN_UP: "50/hour"}
    assert (found.sandboxes, found.unfinished, found.unstarted) == (30, 365, 14)
    assert found.proxies == ("10.1.0.0/16", "10.2.0.1")


def test_sign_up_is_open_invited_or_closed() -> None:
    assert given().sign_up == "open"
    people = people_settings(given(TRUNKLINE_SIGN_UP="invited"))
    assert people is not None
    assert people.sign_up is SignUpPolicy.INVITED
    with pytest.raises(UsageError, match="Set it to open, invited or closed"):
        given(TRUNKLINE_SIGN_UP="friends")


def test_what_is_typed_comes_first() -> None:
    found = given("--store", "x.sqlite", "--workers", "1", "--port", "0", "--public-url", "", **SAID)
    assert (found.store, found.workers, found.port, found.public) == (Path("x.sqlite"), 1, 0, "")
    assert given("--trust-proxy", "10.3.0.1", **SAID).proxies == ("10.3.0.1",)
    assert given("--database", "sqlite:///y.sqlite", **SAID).store == Path("y.sqlite")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://ann:secret@host/games", "mysql is no database for games"),
        ("postgresql://ann:secret@host", "names no database"),
        ("ann:secret@host", "is no address such as"),
        ("sqlite://", "sqlite is no database for games"),
    ],
)
def test_an_address_that_cannot_be_used_is_said_without_its_password(address: str, why: str) -> None:
    with pytest.raises(UsageError, match=why) as raised:
        given(TRUNKLINE_DATABASE_URL=address)
    assert "secret" not in str(raised.value)


def test_what_cannot_be_served_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = str(tmp_path / "table.sqlite")
    for arguments, why in (
        (["--workers", "2", "--store", store], "A file of SQLite takes one process"),
        (["--workers", "0", "--store", store], "There may be 1 to 64 workers, not 0."),
        (["--store", store, "--database", "sqlite:///x"], "not both"),
        (["--database", "postgresql://ann:secret@127.0.0.1:1/games"], "cannot be used as a store of games"),
        (["--workers", "2", "--database", "postgresql://ann:secret@127.0.0.1:1/games"], "cannot be used as"),
    ):
        assert main(["serve", "--port", "0", *arguments]) == BAD_INPUT
        said = capsys.readouterr().err
        assert why in said, said
        assert (said.count("\n"), "secret" in said) == (1, False)
    monkeypatch.setenv("TRUNKLINE_WORKERS", "many")
    assert main(["serve", "--store", store]) == BAD_INPUT
    assert "TRUNKLINE_WORKERS: 'many' is no whole number from 0 to 1,000,000,000." in capsys.readouterr().err
    monkeypatch.delenv("TRUNKLINE_WORKERS")
    for setting, value, why in (
        ("LOG", "xml", "TRUNKLINE_LOG is text or json, not xml."),
        ("METRICS", "9464", "9464 is no address for figures such as 127.0.0.1:9464."),
        ("METRICS", "256.0.0.1:9464", "Figures cannot be handed out at 256.0.0.1:9464: "),
        ("EXPIRE_SANDBOXES", "soon", "TRUNKLINE_EXPIRE_SANDBOXES: 'soon' is no whole number from 0 to"),
    ):
        with monkeypatch.context() as patched:
            patched.setenv(f"TRUNKLINE_{setting}", value)
            assert main(["serve", "--port", "0", "--store", store]) == BAD_INPUT
            said = capsys.readouterr().err
            assert why in said, said
            assert said.count("\n") == 1


@pytest.mark.parametrize(("sender", "heard"), [("10.1.2.3", "203.0.113.7"), ("10.9.2.3", "10.9.2.3")])
def test_a_trusted_proxy_alone_says_where_a_request_comes_from(
    tmp_path: Path, sender: str, heard: str
) -> None:
    app = create(tmp_path / "table.sqlite", hosts=None)
    try:
        config = Server(app, proxies=("10.1.0.0/16",)).config
        config.load()
        seen: list[str] = []

        async def asked(scope: Any, receive: Any, send: Any) -> None:
            seen.append(scope["client"][0])

        assert isinstance(config.loaded_app, ProxyHeadersMiddleware)
        config.loaded_app.app = asked
        headers = [(b"x-forwarded-for", b"203.0.113.7")]
        scope: Any = {"type": "http", "client": (sender, 1), "headers": headers, "scheme": "http"}
        asyncio.run(config.loaded_app(scope, None, None))  # type: ignore[arg-type]
        assert seen == [heard]
    finally:
        app.state.backend.store.close()


def test_a_started_server_exempts_what_lives_on_from_garbage_collection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A full collection visits everything that is not exempt, and stops every request meanwhile."""

    async def started(server: Server, sockets: object = None) -> None:
        pass

    monkeypatch.setattr("uvicorn.Server.startup", started)
    before = gc.get_freeze_count()
    try:
        asyncio.run(Server(Litestar([])).startup())
        assert gc.get_freeze_count() > before + 10_000
    finally:
        gc.unfreeze()
