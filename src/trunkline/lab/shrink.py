"""A failed check in as few actions as can be found, and the files that reproduce it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from trunkline import saves
from trunkline.errors import UsageError
from trunkline.game import Game
from trunkline.kernel.action import Action, Pass
from trunkline.kernel.refusal import Refusal
from trunkline.lab.examine import SAVES, Examiner, Finding, Wrong, check_saves, play_and_check, try_out
from trunkline.lab.probes import plain
from trunkline.titles import build, dealt

BUDGET = 150_000
"""Actions that may be tried on the way to a shorter game; half a minute or so."""
LOST = 15
"""Refusals in a row after which the rest of a game makes no sense any more."""
LARGEST = 64
"""The most actions left out at once: without longer stretches hardly any game finds back."""
PASS_COST, ACTION_COST = 1, 3
"""A pass says less than another action: of two ways to a failure the one with more passes is the simpler."""


@dataclass
class Budget:
    """How many actions may still be tried."""

    left: int = BUDGET


def replayed(game: Game, actions: tuple[Action, ...]) -> Game:
    """A game with the same settings in which these actions have been played, all of them legal."""
    again = Game(game.title, game.options)
    for action in actions:
        again.play(action)
    return again


def failure(game: Game, finding: Finding) -> Finding | None:
    """What the finding's check says of the present moment; None where it passes."""
    try:
        if finding.probe is not None:
            try_out(game, game.legal(), finding.probe)
        elif finding.check == SAVES:
            check_saves(game)
        else:
            Examiner(game, 0, probes=0).look()
    except Wrong as wrong:
        return wrong.finding if wrong.finding.check == finding.check else None
    return None


def shrink(game: Game, finding: Finding, budget: int = BUDGET) -> tuple[Game, Finding]:
    """A game, as short as was found, whose present moment fails the same check; and what it says there.

    The game is cut off where the check fails first, then parts are left out or replaced by passes; whatever
    is refused afterwards is left out too. The game comes back as it is where the failure does not show up
    again.
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


def keep(game: Game, finding: Finding, folder: Path, name: str) -> list[str]:
    """Write the game and what is wrong with it to files; lines that say so. Raises ``UsageError``."""
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

    The number of actions played, and the first check that failed. Raises ``UsageError``.
    """
    save = saves.from_bytes(saves.read(path), path.name)
    options = dealt(save.options)
    if options.title.lower() != title.lower():
        raise UsageError(f"{path.name} is a game of {options.title}, not of {title}.")
    game = Game(build(options), options)
    saves.check_playable(save, game.title.board.hash, path.name)
    examiner = Examiner(game, options.seed)
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
    except Wrong as wrong:
        return number, wrong.finding
    except Refusal as refusal:
        raise saves.refused(save, number + 1, refusal, path.name) from refusal
    return number, None


def _earliest(game: Game, finding: Finding) -> Game:
    """The game up to the first moment at which the check fails."""
    count = len(game.actions)
    again = Game(game.title, game.options)
    for number, action in enumerate(game.actions):
        if failure(again, finding) is not None:
            return game.at(number)
        again.play(action)
    return game.at(count)


def _without(game: Game, position: int, size: int, fill: bool, purse: Budget) -> Game | None:
    """The game without some of its actions, or with passes instead, and without what is refused then; None
    where the rest does not fit any more."""
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
    except Exception:  # the very defect that is hunted, perhaps; the action is left out
        return False
    return True


def _cost(game: Game) -> int:
    return sum(PASS_COST if isinstance(action, Pass) else ACTION_COST for action in game.actions)
