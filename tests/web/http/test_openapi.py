"""Tests that every answer of a server without accounts fits the OpenAPI document, and that none is a 500."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from schemathesis import Case

from trunkline import actions as A
from web.http.process import Process, running
from web.http.sending import KNOWN, answered, each_sort, forgetful, operations

EXAMPLES = 3 * int(os.environ.get("TRUNKLINE_API_EXAMPLES", "1"))


@pytest.mark.slow
def test_every_answer_is_as_the_document_says(tmp_path: Path) -> None:
    wrong: set[str] = set()
    with running(tmp_path / "table.sqlite") as table, forgetful() as session:
        known = {**KNOWN, "id": _game(table)}

        def send(case: Case[Any]) -> None:
            answered(case, known, wrong, session)

        found = operations(f"http://{table.host}:{table.port}")
        assert len(found) > 20
        for operation in found:
            each_sort(operation, EXAMPLES, send)
    assert sorted(wrong) == []


def _game(table: Process) -> str:
    """Return the id of a game of three people after one action."""
    seats = [{"name": name} for name in ("Ann", "Bob", "Cy")]
    _, made = table.ask("POST", "/api/games", {"title": "1856", "seats": seats})
    id = str(made["id"])
    body = {"version": 0, "action": A.encode(A.Pass("Ann"))}
    assert table.ask("POST", f"/api/games/{id}/actions", body)[0] == 200
    return id
