"""Tests of the OpenAPI document, from which the build generates the client's types."""

from __future__ import annotations

from pathlib import Path

from trunkline.game.actions import KINDS, tag
from trunkline.web.http.app import create
from trunkline.web.http.auth import PeopleSettings
from trunkline.web.http.openapi_document import document
from web.http.api import Api

WEB = Path(__file__).resolve().parents[3] / "web"
MENDED = "is not what the server says: run 'make openapi' and commit what it writes"


def test_the_client_has_the_document_of_this_server(store: Path) -> None:
    kept = (WEB / "openapi.json").read_text()
    assert kept == document(create(store, accounts=PeopleSettings())), f"web/openapi.json {MENDED}"


def test_the_document_names_the_kinds_and_what_is_answered_instead(api: Api) -> None:
    found = api.get("/api/openapi.json")
    kinds = found["components"]["schemas"]["ActionKind"]["enum"]
    assert kinds == [tag(kind) for kind in KINDS]
    answers = found["paths"]["/api/games/{id}/actions"]["post"]["responses"]
    assert sorted(answers) == ["200", "400", "401", "403", "404", "409", "413", "422", "429", "503"]
    for status, answer in answers.items():
        (schema,) = (each["schema"] for each in answer["content"].values())
        names = [each["$ref"].rpartition("/")[2] for each in schema.get("oneOf", [schema])]
        assert names == (["Version", "View"] if status == "200" else ["Failure"])
    watched = found["paths"]["/api/games/{id}/events"]["get"]["responses"]["200"]["content"]
    assert watched["text/event-stream"]["schema"]["$ref"].endswith("/EntryNotice")
