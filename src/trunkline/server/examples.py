"""Examples in the API's OpenAPI document: requests that a table has been sent, and what it answered.

They stand in ``examples.yaml`` and are a story, which a test plays at a table (``tests/server/story.py``).
Of each address the first step is shown, and every other that says what it shows. The keys of a step are:

- ``send``: the method and the address, as the document has it
- ``who``: who sends it; nobody where it is not said
- ``with``: parameters, by their names
- ``body``: what is sent
- ``says``: what the example shows
- ``status``: that of the answer, where it is not the usual one
- ``kind``: the media type of the answer, where it is not the usual one; it is a text then
- ``answer``: what is answered, of long lists the beginning; left out where there is too much of it or nothing
"""

from __future__ import annotations

import functools
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litestar.openapi.spec import (
    Example,
    OpenAPIMediaType,
    OpenAPIType,
    Operation,
    Parameter,
    RequestBody,
    Schema,
)
from litestar.openapi.spec.base import BaseSchemaObject
from litestar.plugins import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute

from trunkline.yamls import read_yaml

FILE = Path(__file__).with_name("examples.yaml")
RAW = "application/octet-stream"
Step = dict[str, Any]


class Examples(ReceiveRoutePlugin):
    """Puts the examples of each address into what the document says of it."""

    def receive_route(self, route: BaseRoute) -> None:
        """A route has been added; its part of the document is made when somebody asks for it."""
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                handler.operation_class = _operation(f"{method} {route.path_format}")


def _operation(sent: str) -> type[Operation]:
    """The part of the document that says what one request does."""

    @dataclass
    class Shown(Operation):
        def __post_init__(self) -> None:
            for number, step in enumerate(_steps().get(sent, ())):
                _name(self, step)
                if "says" in step or not number:
                    _put(self, step, f"{number + 1}")

    return Shown


@functools.cache
def _steps() -> dict[str, list[Step]]:
    """The steps by what is sent."""
    found: dict[str, list[Step]] = defaultdict(list)
    for step in read_yaml(FILE):
        found[step["send"]].append(step)
    return dict(found)


def _name(operation: Operation, step: Step) -> None:
    for parameter in operation.parameters or ():
        if isinstance(parameter, Parameter) and parameter.example is None:
            parameter.example = step.get("with", {}).get(parameter.name)


def _put(operation: Operation, step: Step, name: str) -> None:
    if "body" in step:
        if operation.request_body is None:
            # A handler that reads the bytes itself says nothing of them.
            operation.request_body = RequestBody({RAW: _text()}, required=True)
        _show(operation.request_body, step, name, step["body"])
    if "answer" in step:
        responses = operation.responses or {}
        answer: Any = responses[str(step.get("status", min(responses)))]
        if "kind" in step:
            answer.content.setdefault(step["kind"], _text())
        _show(answer, step, name, step["answer"], step.get("kind", ""))


def _show(place: Any, step: Step, name: str, value: Any, named: str = "") -> None:
    kind = place.content[named or min(place.content)]
    example = Example(summary=step.get("says"), value=_Verbatim(value))
    kind.examples = {**(kind.examples or {}), name: example}


def _text() -> OpenAPIMediaType:
    return OpenAPIMediaType(Schema(type=OpenAPIType.STRING))


@dataclass
class _Verbatim(BaseSchemaObject):
    """A value as it is: the framework would leave out what is null."""

    value: Any = field(default=None)

    def to_schema(self) -> Any:
        """The value."""
        return self.value
