"""A script that prints the OpenAPI document of the API.

    python -m trunkline.web.http.openapi_document > web/openapi.json

The client's types are generated from that file.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from litestar import Litestar

from trunkline.web.http.app import create
from trunkline.web.http.auth import PeopleSettings


def document(app: Litestar) -> str:
    """Return the OpenAPI document of the application, in the format of ``web/openapi.json``."""
    return json.dumps(app.openapi_schema.to_schema(), indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Print the document."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.sqlite"
        print(document(create(path, accounts=PeopleSettings())), end="")


if __name__ == "__main__":
    main()
