"""No request that the OpenAPI document allows ends in a 500."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.core.result import Ok

from server.process import Process, running
from trunkline import actions as A

EXAMPLES = 30
ENDLESS = "/events"
KNOWN = {"title": "1856", "hex": "P9", "corp": "GT", "rule": "1856.initial.options"}


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_nothing_that_is_sent_ends_in_a_500(tmp_path: Path, mode: GenerationMode) -> None:
    with running(tmp_path / "table.sqlite") as table:
        known = {**KNOWN, "id": _game(table)}
        schema = schemathesis.openapi.from_url(f"http://{table.host}:{table.port}/api/openapi.json")
        operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
        assert len(operations) > 20
        failed: list[str] = []
        for operation in operations:
            if not operation.path.endswith(ENDLESS):
                _send(operation, mode, known, failed)
        assert failed == []


def _game(table: Process) -> str:
    """A game of three people in which something has happened."""
    seats = [{"name": name} for name in ("Ann", "Bob", "Cy")]
    _, made = table.ask("POST", "/api/games", {"title": "1856", "seats": seats})
    id = str(made["id"])
    body = {"version": 0, "action": A.encode(A.Pass("Ann"))}
    assert table.ask("POST", f"/api/games/{id}/actions", body)[0] == 200
    return id


PATIENCE = 120.0
"""Seconds for an answer, on however busy a machine."""


def _send(
    operation: APIOperation[Any, Any, Any, Any],
    mode: GenerationMode,
    known: dict[str, str],
    failed: list[str],
) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Case[Any]) -> None:
        # An id that is made up says nothing but 404; those that exist lead further.
        for name in case.path_parameters or {}:
            if name in known:
                case.path_parameters[name] = known[name]
        answer = case.call(timeout=PATIENCE)
        if answer.status_code >= 500:
            failed.append(f"{answer.status_code} {case.as_curl_command()}")

    # Of some operations nothing can be asked that the document does not allow.
    with contextlib.suppress(Unsatisfiable):
        send()
