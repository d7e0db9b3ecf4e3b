"""The schema of an environment: every array, column, unit and node by name, with versions and digests.

Save the schema with data or a policy. ``check_schema`` refuses data of another schema, so that a number never
changes its meaning unnoticed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from trunkline.lab.environments import encoding, graph, observation, parametric
from trunkline.lab.environments.game_setup import GameSetup
from trunkline.util.errors import UsageError

PARTS: Final = ("actions", "arrays", "parametric", "graph")
"""The parts with a version."""


def schema(setup: GameSetup) -> dict[str, Any]:
    """Return the schema as plain data, ready for JSON."""
    space, arrays = setup.actions, setup.arrays.arrays
    nodes = graph.graph_space(space.names.board)
    lists = parametric.parametric_lists(space, setup.players)
    return {
        "title": setup.title,
        "players": setup.players,
        "actions": {
            "version": encoding.VERSION,
            "digest": _digest(space.keys),
            "count": len(space),
        },
        "arrays": _part(
            observation.VERSION,
            {
                name: {"rows": [*array.rows], "columns": [[*column] for column in array.columns]}
                for name, array in arrays.items()
            },
        ),
        "parametric": _part(
            parametric.VERSION,
            {"columns": [*parametric.COLUMNS], "lists": {name: [*found] for name, found in lists.items()}},
        ),
        "graph": _part(
            graph.VERSION,
            {
                "nodes": {kind: [*names] for kind, names in nodes.nodes.items()},
                "features": {kind: [[*each] for each in found] for kind, found in nodes.features.items()},
                "edges": [*graph.EDGES],
            },
        ),
    }


def check_schema(saved: object, setup: GameSetup) -> None:
    """Raise ``UsageError`` if saved data with this schema does not fit an environment."""
    now = schema(setup)
    if not isinstance(saved, Mapping) or not all(isinstance(saved.get(part), Mapping) for part in PARTS):
        raise UsageError(
            "This is not the schema of an environment: pass the data that the function schema returned."
        )
    if saved.get("title") != now["title"]:
        raise UsageError(f"The data is for the title {saved.get('title')!r}, and not for {now['title']!r}.")
    if saved.get("players") != now["players"]:
        raise UsageError(
            f"The data is for {saved.get('players')!r} players, and the environment has {now['players']}."
        )
    for part in PARTS:
        old, new = saved[part].get("version"), now[part]["version"]
        if old != new:
            raise UsageError(
                f"The data has version {old!r} of the {part}, and this Trunkline has version {new}: "
                "create the data again, or use the Trunkline that wrote it."
            )
        if saved[part].get("digest") != now[part]["digest"]:
            raise UsageError(
                f"The {part} of the data have other names than those of the environment, although the "
                "version is the same: use the same board, variants and rules."
            )


def check_arrays(found: object, setup: GameSetup) -> None:
    """Raise ``UsageError`` if the arrays of an observation do not have the names and shapes of the schema."""
    expected = setup.arrays.arrays
    if not isinstance(found, Mapping) or [*found] != [*expected]:
        names = ", ".join(map(str, found)) if isinstance(found, Mapping) else repr(found)
        raise UsageError(f"An observation has the arrays {', '.join(expected)}, not {names or 'none'}.")
    for name, array in expected.items():
        shape = getattr(found[name], "shape", None)
        if shape != array.shape:
            raise UsageError(
                f"The array {name} has the shape {shape}, and version {observation.VERSION} of "
                f"the arrays has {array.shape}: it is of another version, title or number of players."
            )


def _part(version: int, content: dict[str, Any]) -> dict[str, Any]:
    return {"version": version, "digest": _digest(content), **content}


def _digest(content: object) -> str:
    """Return a hash of names, the same on every machine."""
    return hashlib.blake2b(json.dumps(content).encode(), digest_size=8).hexdigest()
