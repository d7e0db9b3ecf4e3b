"""Requests that the OpenAPI document allows or forbids, and checks of the answers against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import APIOperation, Case, GenerationMode, Response
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

ENDLESS = "/events"
KNOWN = {
    "title": "1856",
    "hex": "P9",
    "corp": "GT",
    "rule": "1856.initial.options",
    "lesson": "track",
    "puzzle": "b7ca9c627f",
    "topic": "opening",
}
"""Values that exist in the game of the request. Invented values only give 404."""
CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]
PATIENCE = 120.0
"""Seconds to wait for an answer, enough for a busy machine."""
Operation = APIOperation[Any, Any, Any, Any]


def operations(url: str) -> list[Operation]:
    """Return the operations of a server, except those with endless answers."""
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    return [operation for operation in found if not operation.path.endswith(ENDLESS)]


def forgetful() -> requests.Session:
    """Return a session that keeps the connection open but stores no cookies. Headers identify the visitor."""
    session = requests.Session()
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return session


def each_sort(operation: Operation, many: int, send: Callable[[Case[Any]], None]) -> None:
    """Send ``many`` requests that the document allows and as many that it forbids, the same each time."""
    for mode in GenerationMode if _forbids(operation) else [GenerationMode.POSITIVE]:

        @settings(
            max_examples=many,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def sent(case: Case[Any]) -> None:
            send(case)

        sent()


def _forbids(operation: Operation) -> bool:
    """Return whether the document forbids any request.

    A search for forbidden values would take most of the time if all parameters are plain strings.
    """
    said = operation.definition.raw
    return "requestBody" in said or any(
        parameter["schema"] != {"type": "string"} for parameter in said.get("parameters", ())
    )


def answered(
    case: Case[Any],
    known: Mapping[str, str],
    wrong: set[str],
    session: requests.Session,
    headers: dict[str, str] | None = None,
) -> Response:
    """Send a request about known values, add faults of the answer to ``wrong`` and return the answer."""
    for name in case.path_parameters or {}:
        if name in known:
            case.path_parameters[name] = known[name]
    answer = case.call(session=session, headers=headers, timeout=PATIENCE)
    # The server may be too busy (503) but must never fail.
    if answer.status_code >= 500 and answer.status_code != 503:
        wrong.add(f"{answer.status_code} {case.as_curl_command()}")
        return answer
    try:
        case.validate_response(answer, checks=CHECKS)
    except FailureGroup as failures:
        for failure in failures.exceptions:
            why = " ".join(str(failure).splitlines()[:3])
            wrong.add(f"{case.operation.label}: {answer.status_code} {why}")
    return answer
