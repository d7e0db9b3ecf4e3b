"""A pytest plugin that writes the refused actions of tests to a file, for the examples of rules.

``REFUSALS`` in the environment names the file. Each line has the position, the action and the rule.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from pathlib import Path

import msgspec

from trunkline.engine.kernel import state as states
from trunkline.engine.kernel.options import Options
from trunkline.game import Game
from trunkline.game.actions import Action, AnyAction

VARIABLE = "REFUSALS"
MOST_OF_A_TEST = 3
"""Maximum number of recorded refusals by one rule in one test."""


class Refused(msgspec.Struct, frozen=True):
    """A refused action, its rule, and the position."""

    rule: str
    options: Options
    state: msgspec.Raw
    action: AnyAction


def pytest_configure() -> None:
    """Record what ``Game.check`` refuses from now on."""
    file = Path(os.environ[VARIABLE]).open("ab")  # noqa: SIM115 - open until the end of the run
    check = Game.check
    seen: Counter[tuple[str, str]] = Counter()

    def recorded(game: Game, action: Action) -> object:
        refusal = check(game, action)
        test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
        if refusal is not None and seen[refusal.rule, test] < MOST_OF_A_TEST:
            seen[refusal.rule, test] += 1
            state = msgspec.Raw(states.encode(game.shared_state))
            row = {"rule": refusal.rule, "options": game.options, "state": state, "action": action}
            with suppress(TypeError):  # an action that no program makes
                file.write(msgspec.json.encode(row) + b"\n")
            file.flush()
        return refusal

    Game.check = recorded  # type: ignore[method-assign, assignment]
