"""Requests of every sort that the OpenAPI document allows or forbids, and how answers differ from it."""

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
KNOWN = {"title": "1856", "hex": "P9", "corp": "GT", "rule": "1856.initial.options"}
"""What is found in the game that is asked about: what is made up says nothing but 404."""
CHECKS = [status_code_conformance, content_type_conformance, response_schema_conformance]
PATIENCE = 120.0
"""Seconds for an answer, on however busy a machine."""
Operation = APIOperation[Any, Any, Any, Any]


def operations(url: str) -> list[Operation]:
    """What may be sent to a table, but for what has no end."""
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    return [operation for operation in found if not operation.path.endswith(ENDLESS)]


def forgetful() -> requests.Session:
    """A line that is kept open, and no cookies: a visitor is who the headers say."""
    session = requests.Session()
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return session


def each_sort(operation: Operation, many: int, send: Callable[[Case[Any]], None]) -> None:
    """Send so many requests as the document allows, and so many as it forbids; the same ones each time."""
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
    """Whether there is anything that the document does not allow. Where only texts are asked for that may be
    any it would be looked for in vain, and at length: that would be the most of the work."""
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
    """The answer to a request about what is known; what is wrong with it is added to the rest."""
    for name in case.path_parameters or {}:
        if name in known:
            case.path_parameters[name] = known[name]
    answer = case.call(session=session, headers=headers, timeout=PATIENCE)
    # A table may have too much to do; it must never fail.
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
