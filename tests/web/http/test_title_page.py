"""The page that shows a title file while it is edited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from litestar.testing import TestClient

from titles.declared.conftest import PRINTED, changed
from trunkline.cli.command_line import main
from trunkline.web.http.title_page import WatchedTitle, create


def test_a_title_is_read_again_after_each_change(tmp_path: Path) -> None:
    path = tmp_path / "title.yaml"
    path.write_text(PRINTED)
    title = WatchedTitle(tmp_path)
    first = title.now()
    assert (first.error, first.findings) == ("", ())
    assert title.now() is first
    path.write_text(changed(("bank: 2400", "bnk: 2400")))
    faulty = title.now()
    assert re.fullmatch(r"title\.yaml, line 78: unknown key `bnk` in the board; .*bank\.", faulty.error)
    assert faulty.board is first.board
    path.write_text(changed((', range: 3, rusts_on: ["5"]', ", range: 3")))
    better = title.now()
    assert (better.error, len(better.findings)) == ("", 1)
    path.unlink()
    assert title.now().error == "title.yaml cannot be read: No such file or directory."
    assert len({first.version, faulty.version, better.version, title.now().version}) == 4


def test_the_page_shows_the_board_and_the_fault(tmp_path: Path) -> None:
    path = tmp_path / "title.yaml"
    path.write_text(PRINTED)
    with TestClient(create(path), base_url="http://127.0.0.1") as client:
        page = client.get("/").text
        version = client.get("/version").text
        assert f'data-version="{version}"' in page
        assert "18Isle: The Railways of a Small Island" in page
        for name, text in re.findall(r'alt="([^"]+)" src="([^"]+)"', page):
            assert client.get(text).headers["content-type"].startswith("image/svg+xml"), name
        assert "Gullhaven" in client.get("/assets/map.svg").text
        assert version not in client.get("/assets/page.js").text
        path.write_text(changed(("bank: 2400", "bank: <b>")))
        assert client.get("/version").text != version
        assert "bank: it must be a whole number, not &#x27;&lt;b&gt;&#x27;.</p>" in client.get("/").text
        assert "Gullhaven" in client.get("/assets/map.svg").text
        assert client.get("/assets/other.svg").status_code == 404
        assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 403


def test_a_page_without_a_board_shows_the_fault_alone(tmp_path: Path) -> None:
    path = tmp_path / "title.yaml"
    path.write_text("<b>")
    with TestClient(create(path), base_url="http://127.0.0.1") as client:
        assert "title.yaml is no title: it has no keys." in client.get("/").text
        assert client.get("/assets/map.svg").status_code == 404


def test_a_file_that_does_not_exist_cannot_be_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["title", "watch", str(tmp_path / "title.yaml")]) == 2
    assert capsys.readouterr().err == "title.yaml cannot be read: No such file or directory.\n"
