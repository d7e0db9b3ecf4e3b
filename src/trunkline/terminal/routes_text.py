"""Runs of trains as they are typed: ``3: C14 C16 D17; 2: ...``."""

from __future__ import annotations

from collections.abc import Callable

from trunkline.game import Game
from trunkline.kernel import depot
from trunkline.kernel.action import Action, RunTrains
from trunkline.kernel.errors import UsageError
from trunkline.kernel.refusal import Refusal
from trunkline.kernel.routes.run import Run
from trunkline.terminal.wording import piece_on

HELP = (
    "Type a route a train, such as  2: C14 C16 D17; 3: F15 F17.  HEX.0 or HEX.1 names a stop where a hex has "
    "several, HEX.- passes a hex without counting a stop."
)


def typed_runs(
    game: Game, text: str, player: str, corp: str, check: Callable[[Action], Refusal | None]
) -> RunTrains:
    """The runs that were typed. Raises ``UsageError`` where they make no sense, ``Refusal`` if illegal."""
    turn = game.state.operating.turn if game.state.operating else None
    borrowed = [turn.borrowed] if turn is not None and turn.corp == corp and turn.borrowed else []
    free = [*game.state.trains_at(corp), *borrowed]
    runs: list[Run] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, colon, rest = part.partition(":")
        path = rest.replace(",", " ").split()
        if not colon or len(path) < 2:
            raise UsageError(f"{part!r} is no route: write the train, a colon and at least two hexes.")
        runs.append(Run(_take(free, name.strip(), corp), tuple(_step(game, step) for step in path)))
    action = RunTrains(player, corp, tuple(runs))
    refusal = check(action)
    if refusal is not None:
        raise refusal
    return action


def _take(free: list[str], name: str, corp: str) -> str:
    for train in free:
        if name.upper() in (train.upper(), depot.train_name(train).upper()):
            free.remove(train)
            return train
    raise UsageError(f"{corp} has no {name}-train left to run.")


def _step(game: Game, step: str) -> str:
    hex, dot, stop = step.upper().partition(".")
    if hex not in game.title.board.hexes:
        raise UsageError(f"There is no hex {hex} on the map.")
    if stop == "-":
        return hex
    if dot:
        if not stop.isdecimal():
            raise UsageError(f"{step} names no stop: write {hex}.0 or {hex}.1.")
        return f"{hex}.{stop}"
    # With one stop there is hardly a doubt which is meant; with several the player must say.
    return f"{hex}.0" if len(piece_on(game, hex).stops) == 1 else hex
