"""Tests that a server answers the examples of the OpenAPI document as they say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from trunkline.util.strict_yaml import read_yaml
from trunkline.web.http.examples import FILE
from web.http.story import DATA, accepted, begun, kind, same, shown

DOCUMENT: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[3] / "web" / "openapi.json").read_text()
)
STEPS = read_yaml(FILE)
LONG = {
    "GET /api/games/{id}",
    "GET /api/games/{id}/board",
    "GET /api/games/{id}/export",
    "GET /api/games/{id}/hexes/{hex}",
    "GET /api/games/{id}/position",
    "GET /api/games/{id}/whatif/{corp}/runs",
    "GET /api/titles/{title}/board",
}
"""Operations without an example answer, because it would be longer than all others."""
LATE = {"GET /api/games/{id}/coach/review", "POST /api/games/{id}/coach/end"}
"""Operations without an example answer, because they need a guided game after many rounds."""
TIMED = {
    "GET /api/operator/state",
    "POST /api/me/second-factor",
    "POST /api/me/second-factor/enable",
    "POST /api/sessions/code",
    "POST /api/me/passkeys",
    "POST /api/me/passkeys/begin",
    "POST /api/sessions/passkey",
    "POST /api/sessions/passkey/begin",
    "GET /api/games/{id}/review",
    "POST /api/games/{id}/review",
    "POST /api/me/time/absences",
}
"""Operations whose answer depends on a time or a challenge, such as the code of the moment."""
TOLD = {*DATA, "text/csv"}
"""Media types of answers that examples show."""


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each operation and its part of the OpenAPI document."""
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def examples(content: dict[str, Any]) -> list[Any]:
    """Return the examples of a body, and check that they fit its schema."""
    found = []
    for media in content.values():
        for example in media.get("examples", {}).values():
            fits(media["schema"], example["value"])
            found.append(example["value"])
    return found


def fits(schema: dict[str, Any], value: Any) -> None:
    """Raise an error if a value does not fit its schema."""
    whole = {**schema, "components": DOCUMENT["components"]}
    jsonschema_rs.Draft202012Validator(whole).validate(value)


def test_every_endpoint_has_examples_that_fit_what_is_said_of_it() -> None:
    bare = []
    for sent, operation in operations():
        for parameter in operation.get("parameters", ()):
            values = [each["value"] for each in parameter.get("examples", {}).values()]
            values += [parameter["example"]] if "example" in parameter else []
            for value in values:
                fits(parameter["schema"], value)
            if not values:
                bare.append(f"{sent}: {parameter['name']}")
        if "requestBody" in operation and not examples(operation["requestBody"]["content"]):
            bare.append(f"{sent}: its body")
        for status, answer in operation["responses"].items():
            content = answer.get("content", {})
            told = examples(content)
            if status < "300" and not told and set(content) & TOLD and sent not in LONG | TIMED | LATE:
                bare.append(f"{sent}: its answer")
    assert bare == []
    assert {step["send"] for step in STEPS} == {sent for sent, _ in operations()}


@pytest.mark.slow
def test_each_example_is_accepted_and_answered_as_it_says(tmp_path: Path) -> None:
    said = dict(operations())
    wrong = []
    with begun(tmp_path / "table.sqlite") as story:
        for step in STEPS:
            answer = story.play(step)
            if not accepted(step, answer):
                wrong.append(f"{step['send']}: {answer.status_code} {answer.text}")
                continue
            content = said[step["send"]]["responses"][str(answer.status_code)].get("content", {})
            assert set(content) >= ({kind(answer)} if answer.content else set())
            if kind(answer) in DATA:
                fits(content[kind(answer)]["schema"], answer.json())
            if "answer" in step:
                if not same(step["answer"], shown(answer)):
                    wrong.append(f"{step['send']} is answered {json.dumps(shown(answer))}")
                story.told(step, answer)
    assert wrong == [], (
        "where that is meant: PYTHONPATH=tests:tests/support python -m web.http.story, then make openapi"
    )
