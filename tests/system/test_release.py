"""The release tool: its refusals, and archives that are equal every time."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import release
import release_checks
import trunkline

ROOT = Path(__file__).resolve().parents[2]


def test_this_version_has_a_section_and_one_number_everywhere() -> None:
    assert f"\n## [{trunkline.__version__}] - " in (ROOT / "CHANGELOG.md").read_text()
    document = json.loads((ROOT / "web/openapi.json").read_text())
    assert document["info"]["version"] == trunkline.__version__


def test_the_stability_page_names_the_format_of_saves() -> None:
    save = json.loads(trunkline.new("1856", ["Ann", "Bob", "Cy"], seed=1).to_bytes())
    page = re.sub(r"\s+", " ", (ROOT / "docs/reference/stability.md").read_text())
    assert f"writes format {save['version']} and reads 1 to {save['version']}" in page


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small project of version 2.3.4 with everything committed."""
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "small"\nversion = "2.3.4"\n'
    )
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [2.3.4] - 2026-01-02\n")
    (tmp_path / release.CLIENT).mkdir(parents=True)
    (tmp_path / release.CLIENT / "index.html").write_text("<!doctype html>")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    return tmp_path


def git(folder: Path, *words: str) -> None:
    """Run git with an author that no setting of the machine changes."""
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *author, *words], cwd=folder, check=True)


def commit(folder: Path) -> None:
    """Commit everything."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "A commit")


def test_a_committed_checkout_is_a_release(checkout: Path) -> None:
    found = release.of_checkout()
    assert (found.version, found.name) == ("2.3.4", "trunkline-2.3.4")
    assert found.time > 0


def test_uncommitted_changes_are_refused(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text("changed")
    with pytest.raises(release.Unready, match=r"^1 files are not committed, such as CHANGELOG.md: commit"):
        release.of_checkout()


def test_a_version_without_a_section_is_refused(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n")
    commit(checkout)
    with pytest.raises(release.Unready, match=r"no section for version 2\.3\.4"):
        release.of_checkout()


def test_a_checkout_without_the_client_is_refused(checkout: Path) -> None:
    (checkout / release.CLIENT / "index.html").unlink()
    commit(checkout)
    with pytest.raises(release.Unready, match="The browser client is not built"):
        release.of_checkout()


def test_an_archive_is_the_same_whenever_and_wherever_it_is_packed(tmp_path: Path) -> None:
    made = release.Release("2.3.4", 1_700_000_000)
    packed = []
    for folder, time, mode in (("here", 1, 0o600), ("there", 1_000_000, 0o644)):
        (tmp_path / folder).mkdir()
        page = tmp_path / folder / "page.html"
        page.write_text("a page")
        page.chmod(mode)
        os.utime(page, (time, time))
        archive = tmp_path / folder / "docs.tar.gz"
        release.pack(archive, [(page, "docs/page.html")], made)
        packed.append(archive.read_bytes())
    assert packed[0] == packed[1]


def test_the_first_step_that_fails_ends_the_release(capsys: pytest.CaptureFixture[str]) -> None:
    def fails() -> str:
        raise release_checks.Failed("two builds differ")

    assert release.carry_out([("one", lambda: "good"), ("two", fails), ("three", lambda: "never")]) == 1
    said = capsys.readouterr().out
    assert "one ... good" in said
    assert "two ... failed\ntwo builds differ" in said
    assert "three" not in said


@pytest.mark.parametrize(
    ("licence", "allowed"),
    [
        ("MIT License", True),
        ("BSD-3-Clause", True),
        ("GNU Lesser General Public License v3 (LGPLv3)", True),
        ("Apache Software License; BSD License", True),
        ("GNU General Public License v3 (GPLv3)", False),
        ("GNU Affero General Public License v3", False),
        ("Proprietary", False),
        ("UNKNOWN", False),
    ],
)
def test_only_licences_on_the_list_pass(licence: str, allowed: bool) -> None:
    assert bool(release_checks.ALLOWED.search(licence)) is allowed
