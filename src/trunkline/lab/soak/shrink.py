"""Reduction of a failed game to few actions, and the files that reproduce the failure."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from trunkline.engine.kernel.action import Action, Pass
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game, saves
from trunkline.lab.soak.checker import (
    SAVES,
    CheckFailed,
    Finding,
    GameChecker,
    check_saves,
    play_and_check,
    try_out,
)
from trunkline.lab.soak.mutations import plain
from trunkline.titles import build, dealt
from trunkline.util.errors import UsageError

BUDGET = 150_000
"""Maximum number of actions tried during the search, which takes about half a minute."""
LOST = 15
"""Consecutive refusals after which the rest of a game is given up."""
LARGEST = 64
"""Maximum number of actions removed at once. After longer gaps, hardly any game becomes legal again."""
PASS_COST, ACTION_COST = 1, 3
"""Costs of a pass and of other actions. Of two games that fail, the one with more passes is simpler."""


@dataclass
class Budget:
    """The number of actions that may still be tried."""

    left: int = BUDGET


def replayed(game: Game, actions: tuple[Action, ...]) -> Game:
    """Return a game with the same settings in which these legal actions have been played."""
    again = Game(game.title, game.options)
    for action in actions:
        again.play(action)
    return again


def failure(game: Game, finding: Finding) -> Finding | None:
    """Return the failure of the finding's check at the current moment, or None if it passes."""
    try:
        if finding.probe is not None:
            try_out(game, game.legal(), finding.probe)
        elif finding.check == SAVES:
            check_saves(game)
        else:
            GameChecker(game, 0, probes=0).look()
    except CheckFailed as wrong:
        return wrong.finding if wrong.finding.check == finding.check else None
    return None


def shrink(game: Game, finding: Finding, budget: int = BUDGET) -> tuple[Game, Finding]:
    """Return the shortest game found whose current moment fails the same check, with the failure there.

    The game is cut off at the first failure. Then actions are removed or replaced by passes, and actions that
    are refused as a result are removed too. If the failure does not recur, the game is returned unchanged.
    """
    game = _earliest(game, finding)
    last = failure(game, finding)
    if last is None:
        return game, finding
    purse = Budget(budget)
    size = max(1, min(LARGEST, len(game.actions) // 2))
    while size and purse.left > 0:
        position = len(game.actions) - size
        while position >= 0 and purse.left > 0:
            for fill in (False, True):
                shorter = _without(game, position, size, fill, purse)
                simpler = shorter is not None and _cost(shorter) < _cost(game)
                found = failure(shorter, finding) if shorter is not None and simpler else None
                if found is not None:
                    assert shorter is not None
                    game, last = shorter, found
                    break
            position = min(position, len(game.actions)) - size
        size //= 2
    return game, last


def write_reproduction(game: Game, finding: Finding, folder: Path, name: str) -> list[str]:
    """Write the game and its failure to files, and return lines that describe them. Raises ``UsageError``."""
    saves.make_folder(folder)
    file = folder / f"{name}.json"
    game.save(file)
    command = ["trunkline", "soak", game.title.id, "--replay", str(file)]
    if finding.probe is not None:
        command += ["--probe", plain(finding.probe)]
    lines = [
        f"check failed: {finding.check}",
        f"  {finding.sentence}",
        f"  after {len(game.actions)} actions, in {file}",
        f"  again: {shlex.join(command)}",
    ]
    saves.write(folder / f"{name}.txt", ("\n".join(lines) + "\n").encode())
    return lines


def examine_file(path: Path, title: str, probe: Action | None) -> tuple[int, Finding | None]:
    """Run every check at every moment of a saved game, and try an action at its end.

    Return the number of actions played, and the first check that failed. Raises ``UsageError``.
    """
    save = saves.from_bytes(saves.read(path), path.name)
    options = dealt(save.options)
    if options.title.lower() != title.lower():
        raise UsageError(f"{path.name} is a game of {options.title}, not of {title}.")
    game = Game(build(options), options)
    saves.check_playable(save, game.title.board.hash, path.name)
    examiner = GameChecker(game, options.seed)
    number = 0
    try:
        for action in save.actions:
            examiner.look()
            play_and_check(game, action)
            number += 1
        offered = examiner.look()
        if probe is not None:
            try_out(game, offered, probe)
        examiner.look_back()
    except CheckFailed as wrong:
        return number, wrong.finding
    except Refusal as refusal:
        raise saves.refused(save, number + 1, refusal, path.name) from refusal
    return number, None


def _earliest(game: Game, finding: Finding) -> Game:
    """Return the game up to the first moment at which the check fails."""
    count = len(game.actions)
    again = Game(game.title, game.options)
    for number, action in enumerate(game.actions):
        if failure(again, finding) is not None:
            return game.at(number)
        again.play(action)
    return game.at(count)


def _without(game: Game, position: int, size: int, fill: bool, purse: Budget) -> Game | None:
    """Return the game without some actions, or with passes instead, and without actions then refused.

    Return None if the remaining actions no longer fit.
    """
    actions = game.actions
    shorter = game.at(position)
    if fill:
        for _ in range(size):
            if shorter.over or not _goes(shorter, Pass(min(shorter.to_act)), purse):
                break
    refused = 0
    for action in actions[position + size :]:
        if purse.left <= 0 or shorter.over or refused >= LOST:
            return None
        refused = 0 if _goes(shorter, action, purse) else refused + 1
    return shorter


def _goes(game: Game, action: Action, purse: Budget) -> bool:
    purse.left -= 1
    try:
        game.play(action)
    except Refusal:
        return False
    except Exception:  # possibly the defect itself; leave the action out
        return False
    return True


def _cost(game: Game) -> int:
    return sum(PASS_COST if isinstance(action, Pass) else ACTION_COST for action in game.actions)
