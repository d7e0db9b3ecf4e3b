"""Examples in the OpenAPI document: recorded requests to a server and their responses.

``examples.yaml`` has the requests in order, and a test plays them on a server (``tests/web/http/story.py``).
For each address, the document shows the first step, and every other step that has ``says``. A step has these
keys.

- ``send``: the method and the address, as in the document.
- ``who``: the sender; not signed in if omitted.
- ``with``: the parameters by name.
- ``body``: the request body.
- ``says``: the summary of the example.
- ``status``: the status of the response, if it is not the usual one.
- ``kind``: the media type of the response, if it is not the usual one; the response is then text.
- ``answer``: the response, or the start of a long list; omitted if it is empty or too long.
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

from trunkline.util.strict_yaml import read_yaml

FILE = Path(__file__).with_name("examples.yaml")
RAW = "application/octet-stream"
Step = dict[str, Any]


class Examples(ReceiveRoutePlugin):
    """A plugin that adds examples to the operations of the OpenAPI document."""

    def receive_route(self, route: BaseRoute) -> None:
        """Attach the examples to a new route. The document is built later, on request."""
        if isinstance(route, HTTPRoute):
            for method, (handler, _) in route.route_handler_map.items():
                handler.operation_class = _operation(f"{method} {route.path_format}")


@functools.cache
def _operation(route_key: str) -> type[Operation]:
    """Return the class of an operation that includes the examples for a method and path."""

    @dataclass
    class OperationWithExamples(Operation):
        def __post_init__(self) -> None:
            for number, step in enumerate(_steps().get(route_key, ())):
                _name(self, step)
                if "says" in step or not number:
                    _put(self, step, f"{number + 1}")

    return OperationWithExamples


@functools.cache
def _steps() -> dict[str, list[Step]]:
    """Return the steps by method and path."""
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
            # The document has no request body for a handler that reads the bytes itself.
            operation.request_body = RequestBody({RAW: _text()}, required=True)
        _show(operation.request_body, step, name, step["body"])
    if "answer" in step:
        responses = operation.responses or {}
        answer: Any = responses[str(step.get("status", min(responses)))]
        if "kind" in step:
            answer.content.setdefault(step["kind"], _text())
        _show(answer, step, name, step["answer"], step.get("kind", ""))


def _show(content_holder: Any, step: Step, name: str, value: Any, named: str = "") -> None:
    kind = content_holder.content[named or min(content_holder.content)]
    example = Example(summary=step.get("says"), value=_Verbatim(value))
    kind.examples = {**(kind.examples or {}), name: example}


def _text() -> OpenAPIMediaType:
    return OpenAPIMediaType(Schema(type=OpenAPIType.STRING))


@dataclass
class _Verbatim(BaseSchemaObject):
    """A value that keeps its nulls. The framework would omit them."""

    value: Any = field(default=None)

    def to_schema(self) -> Any:
        """Return the value unchanged."""
        return self.value
