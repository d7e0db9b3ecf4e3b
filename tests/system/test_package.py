"""The contents of the package and its page on an index."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def project() -> dict[str, Any]:
    """Return the data of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_page_on_an_index_has_no_link_that_leads_nowhere() -> None:
    readme = project()["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    (fragment,) = readme["fragments"]
    text = (ROOT / fragment["path"]).read_text()
    before = text
    for each in readme["substitutions"]:
        text = re.sub(each["pattern"], each["replacement"], text)
    assert text != before
    assert not re.findall(r"\]\((?!https?://)", text)
    assert "![" not in text
    assert "- CONTRIBUTING.md: setting up" in text


def test_type_checkers_are_told_that_the_package_has_types() -> None:
    assert files("trunkline").joinpath("py.typed").is_file()


def test_no_tool_of_ours_is_an_extra_that_users_are_offered() -> None:
    found = project()
    extras = {"arena", "client", "data", "env", "openspiel", "postgresql", "ray", "table", "training"}
    assert set(found["project"]["optional-dependencies"]) == extras
    assert {"dev", "docs", "lint", "test", "versions"} <= set(found["dependency-groups"])
