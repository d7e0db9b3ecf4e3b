"""Tests of headers, requests from other sites and hosts, and the files of the client."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient

from trunkline import actions as A
from trunkline.web.http.app import create
from trunkline.web.http.csrf import LOCAL, origin_of
from web.http.api import Api

NAMES = ("<script>alert(1)</script>", 'Bob" onload="x', "Сай & Co")


def test_every_answer_is_strict(api: Api) -> None:
    table = api.new()
    for path in ("/", "/api/titles", "/api/games/none", "/nothing", f"{table.path}/sheet.csv"):
        headers = api.client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'self';"), path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_names_are_data_and_never_html(api: Api) -> None:
    table = api.new(people=NAMES)
    table.act(A.Pass(NAMES[0]))
    for path in (table.path, f"{table.path}/log", "/api/games", f"{table.path}/sheet"):
        assert api.client.get(path).headers["content-type"].startswith("application/json")
    assert api.client.get(f"{table.path}/sheet.csv").headers["content-type"].startswith("text/csv")
    assert [player["name"] for player in table.view()["players"]] == list(NAMES)


def test_a_name_is_no_formula_in_a_spreadsheet(api: Api) -> None:
    table = api.new(people=("=1+1", "@Bob", "Cy"))
    text = api.client.get(f"{table.path}/sheet.csv").text
    assert ",'=1+1," in text
    assert ",'@Bob," in text


def test_another_page_may_not_act(api: Api) -> None:
    table = api.new()
    body = {"version": 0, "action": A.encode(A.Pass("Ann"))}
    for origin, status in (
        ("http://evil.example", 403),
        ("null", 403),
        ("http://[", 403),
        ("http://testserver.local", 200),
    ):
        answer = api.client.post(f"{table.path}/actions", json=body, headers={"origin": origin})
        assert answer.status_code == status, origin


def test_a_table_for_this_machine_answers_to_its_names_alone(tmp_path: Path) -> None:
    with TestClient(create(tmp_path / "table.sqlite", hosts=LOCAL)) as client:
        for host, status in (
            ("localhost:8056", 200),
            ("127.0.0.1", 200),
            ("[::1]:8056", 200),
            ("evil.example", 403),
            ("evil.example:8056", 403),
            ("localhost.evil.example", 403),
            ("", 403),
        ):
            assert client.get("/api/titles", headers={"host": host}).status_code == status, host


def test_behind_a_proxy_pages_of_the_public_address_may_act(tmp_path: Path) -> None:
    origin = origin_of("https://Games.example.org:443/table/")
    assert origin == "https://games.example.org"
    with TestClient(create(tmp_path / "table.sqlite", hosts=LOCAL, origin=origin)) as client:
        body = {"title": "1856", "seats": [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cy"}]}
        for named, status in (
            ("https://games.example.org", 201),
            ("http://games.example.org", 403),
            ("https://games.example.org.evil.example", 403),
            ("http://127.0.0.1:8056", 201),
        ):
            headers = {"host": "127.0.0.1:8056", "origin": named}
            assert client.post("/api/games", json=body, headers=headers).status_code == status, named


@pytest.mark.parametrize(
    "url",
    ["games.example.org", "ftp://games.example.org", "https://", "http://[", "http://a:b", "http://me@a"],
)
def test_what_is_no_address_of_a_page_has_no_origin(url: str) -> None:
    assert origin_of(url) == ""


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder with the files of a built client."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>built")
    (folder / "assets" / "app-1.js").write_text("1")
    (folder / "assets" / "inter-1.woff2").write_bytes(b"wOF2")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


def test_the_client_is_served_for_every_address_of_the_table(tmp_path: Path, built: Path) -> None:
    with TestClient(create(tmp_path / "table.sqlite", hosts=None, pages=built)) as client:
        for path in ("/", "/g/abc", "/g/abc/at/12"):
            answer = client.get(path)
            assert answer.text == "<!doctype html>built"
            assert answer.headers["content-type"].startswith("text/html")
        script = client.get("/assets/app-1.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert client.get("/assets/inter-1.woff2").headers["content-type"] == "font/woff2"
        for path in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/assets/../../secret.txt",
            "/assets/%2e%2e/%2e%2e/secret.txt",
            "/assets",
            "/%00",
            "/" + "a" * 3000,
        ):
            assert client.get(path).status_code == 404, path


def test_an_address_of_a_game_gets_the_page_that_loads_its_scripts(tmp_path: Path, built: Path) -> None:
    (built / "game.html").write_text("<!doctype html>game")
    with TestClient(create(tmp_path / "table.sqlite", hosts=None, pages=built)) as client:
        for path in ("/g/abc", "/g/abc/at/12", "/learn/goal", "/puzzles/abc"):
            assert client.get(path).text == "<!doctype html>game", path
        for path in ("/", "/learn", "/puzzles"):
            assert client.get(path).text == "<!doctype html>built", path


def test_the_client_is_sent_compressed_and_not_twice(tmp_path: Path, built: Path) -> None:
    (built / "assets" / "long-1.js").write_text("a word or two, " * 100)
    with TestClient(create(tmp_path / "table.sqlite", hosts=None, pages=built)) as client:
        for encoding, header in (("gzip", "gzip"), ("identity", None)):
            script = client.get("/assets/long-1.js", headers={"accept-encoding": encoding})
            assert script.headers.get("content-encoding") == header
            assert script.headers["vary"] == "accept-encoding"
            assert script.text == "a word or two, " * 100
        page = client.get("/")
        again = client.get("/g/abc", headers={"if-none-match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_what_the_build_has_compressed_is_sent_to_browsers_that_read_it(tmp_path: Path, built: Path) -> None:
    (built / "assets" / "long-1.js").write_text("a word or two, " * 100)
    (built / "assets" / "long-1.js.br").write_bytes(b"made by the build")
    with TestClient(create(tmp_path / "table.sqlite", hosts=None, pages=built)) as client:
        for accepted, encoding in (
            ("gzip, br", "br"),
            ("gzip, deflate, br;q=0.5", "br"),
            ("gzip, br;q=0", "gzip"),
            ("gzip", "gzip"),
            ("deflate", None),
        ):
            with client.stream("GET", "/assets/long-1.js", headers={"accept-encoding": accepted}) as script:
                assert script.headers.get("content-encoding") == encoding
                assert (b"made by the build" in b"".join(script.iter_raw())) == (encoding == "br")
        assert client.get("/assets/long-1.js.br").status_code == 404


def test_without_a_built_client_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    with TestClient(create(tmp_path / "table.sqlite", hosts=None, pages=tmp_path / "none")) as client:
        answer = client.get("/")
        assert answer.status_code == 200
        assert "npm run build" in answer.text
        assert "<script" not in answer.text
