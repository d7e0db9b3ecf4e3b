"""Tests of compressed answers, HEAD requests and request size limits."""

from __future__ import annotations

import gzip
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from trunkline.game import saves
from trunkline.web.http.csrf import HEAD
from trunkline.web.http.responses import BODY
from web.http.house import House
from web.http.process import Process, running
from web.http.test_access import addresses


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server in a separate process."""
    with running(tmp_path_factory.mktemp("delivery") / "table.sqlite") as found:
        yield found


def asked(
    process: Process, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Return the status, headers and body of an answer as sent over the connection."""
    with closing(process.connect()) as link:
        link.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = link.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


# -- compression


@pytest.mark.parametrize(
    "path", ["/api/titles/18GL/symbols.svg", "/api/titles/1856/board", "/api/openapi.json"]
)
def test_text_is_compressed_for_clients_that_accept_it(process: Process, path: str) -> None:
    _, plain_headers, plain = asked(process, "GET", path)
    status, headers, data = asked(process, "GET", path, accept_encoding="br, gzip")
    assert (status, headers["content-encoding"], int(headers["content-length"])) == (200, "gzip", len(data))
    assert gzip.decompress(data) == plain
    assert 3 * len(data) < len(plain)
    for each in (headers, plain_headers):
        assert each["vary"] == "accept-language, accept-encoding"
    for refused in ("identity", "gzip;q=0", "gzip; q=0.0", "br"):
        assert "content-encoding" not in asked(process, "GET", path, accept_encoding=refused)[1]


def test_symbols_are_known_by_their_tag_in_any_encoding(process: Process) -> None:
    _, headers, _ = asked(process, "GET", "/api/titles/1856/board", accept_encoding="gzip")
    assert headers["etag"].startswith('W/"')
    for tag in (headers["etag"], headers["etag"].removeprefix("W/")):
        assert asked(process, "GET", "/api/titles/1856/board", if_none_match=tag)[0] == 304


def test_small_answers_and_files_are_sent_as_they_are(process: Process) -> None:
    assert "content-encoding" not in asked(process, "GET", "/api/health", accept_encoding="gzip")[1]
    _, headers, data = asked(process, "GET", "/", accept_encoding="gzip")
    # The server compresses the client's files once, at its start.
    assert "content-encoding" not in headers or b"<html" in gzip.decompress(data)


def test_streams_are_not_compressed_and_begin_at_once(process: Process) -> None:
    seats = [{"name": name} for name in ("Ann", "Bob", "Cy")]
    id = process.ask("POST", "/api/games", {"title": "1856", "seats": seats})[1]["id"]
    with closing(process.connect()) as link:
        link.request("GET", f"/api/games/{id}/events", headers={"accept-encoding": "gzip"})
        answer = link.getresponse()
        assert answer.status == 200
        assert answer.getheader("content-encoding") is None
        assert answer.getheader("content-type", "").startswith("text/event-stream")


# -- HEAD


def test_head_is_answered_as_get_without_a_body_everywhere(tmp_path: Path) -> None:
    with House(tmp_path / "table.sqlite") as house:
        ann = house.person("Ann")
        game = ann.table()
        paths = [each.at(game) for each in addresses(house) if each.method == "GET"]
        assert len(paths) > 50
        for path in paths:
            if "/events" in path:
                continue
            got, head = ann.ask("GET", path), ann.ask("HEAD", path)
            assert (head.status_code, head.content) == (got.status_code, b""), path
            assert head.headers["content-type"] == got.headers["content-type"], path
        assert ann.ask("HEAD", "/api/sessions/none").status_code == 405


def test_head_of_a_stream_ends(process: Process) -> None:
    seats = [{"name": name} for name in ("Ann", "Bob", "Cy")]
    id = process.ask("POST", "/api/games", {"title": "1856", "seats": seats})[1]["id"]
    status, headers, data = asked(process, "HEAD", f"/api/games/{id}/events")
    assert (status, data) == (200, b"")
    assert headers["content-type"].startswith("text/event-stream")


def test_head_leaves_the_connection_usable(process: Process) -> None:
    with closing(process.connect()) as link:
        for method in ("HEAD", "GET", "HEAD", "GET"):
            link.request(method, "/api/titles")
            answer = link.getresponse()
            data = answer.read()
            assert (answer.status, bool(data)) == (200, method == "GET")
            assert int(answer.getheader("content-length", "0")) > 900


# -- request sizes


@pytest.mark.parametrize(("path", "most"), [("/api/games", BODY), ("/api/import", saves.MAX_BYTES)])
def test_large_bodies_are_answered_with_413(process: Process, path: str, most: int) -> None:
    status, _, data = asked(process, "POST", path, b" " * (most + 1), content_type="application/json")
    assert status == 413
    assert b"The request is too large: it may have 256 KiB, a game file 10 MB." in data
    assert asked(process, "POST", path, b" " * most, content_type="application/json")[0] == 400


@pytest.mark.parametrize("size", [HEAD + 1, 4 * HEAD, 40 * HEAD])
@pytest.mark.parametrize("part", ["GET /api/titles?%s HTTP/1.1\r\n", "GET /api/titles HTTP/1.1\r\nx: %s\r\n"])
def test_large_heads_are_answered_with_400(process: Process, part: str, size: int) -> None:
    assert status_of(process, part, HEAD) == 200
    assert status_of(process, part, size) == 400


def status_of(process: Process, part: str, size: int) -> int:
    """Return the status of a request whose request line and headers have ``size`` bytes."""
    rest = f"Host: localhost:{process.port}\r\n\r\n"
    sent = (part % ("x" * (size - len(part % "") - len(rest))) + rest).encode()
    assert len(sent) == size
    with socket.create_connection((process.host, process.port), timeout=60) as link:
        # The server may answer before it has received everything.
        with suppress(ConnectionError):
            link.sendall(sent)
        return int(link.recv(4096).split()[1])
