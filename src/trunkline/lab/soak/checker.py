"""Examination of one game: all checks after every action, and attempts at actions that are not offered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath

import msgspec

from trunkline.engine import invariants
from trunkline.engine.kernel.choice import Choice, Open
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game
from trunkline.game.actions import Action, AnyAction
from trunkline.lab.soak.mutations import ActionMutator, named, offers, plain
from trunkline.util.errors import UsageError

PROBES = 3
"""Number of made-up actions tried at each moment."""
MORE_PROBES = 4
"""Factor for that number while a decision interrupts the turn: such moments are rare."""
WIDE_LOOKS = 0.01
"""Probability of listing all forbidden actions, which is slow."""

CRASH, STUCK, HISTORY, OFFERS, REFUSALS, SAVES = "crash", "stuck", "history", "offers", "refusals", "saves"


class Finding(msgspec.Struct, frozen=True):
    """A failed check: its name, a description, and the made-up action that causes it, if any."""

    check: str
    sentence: str
    probe: AnyAction | None = None


class CheckFailed(Exception):
    """Raised if a check fails."""

    def __init__(self, check: str, sentence: str, probe: Action | None = None) -> None:
        super().__init__(check, sentence)
        self.finding = Finding(check, sentence, probe)  # type: ignore[arg-type]


class GameChecker:
    """An examiner of a game at each of its moments. The same game and seed give the same checks.

    Each method raises ``CheckFailed`` if a check fails.
    """

    def __init__(self, game: Game, seed: int | str, probes: int = PROBES) -> None:
        self.game = game
        self.refused: Counter[str] = Counter()
        """Number of refusals by each rule, by id."""
        self.probed = 0
        self._rng = random.Random(f"probes {seed}")
        self._prober = ActionMutator(game, self._rng)
        self._probes = probes
        self._digests: list[str] = []

    def look(self) -> list[Choice]:
        """Check the current moment and return its legal choices. ``play_and_check`` must have led to it."""
        game = self.game
        now = game.digest()
        if self._digests:
            self._check_last_step(now)
        else:  # later positions were checked when they were played
            check_position(game)
        self._digests.append(now)
        with crashes("Listing what is legal"):
            offered = game.legal()
        if game.over and offered:
            raise CheckFailed(OFFERS, "The game is over and actions are legal.")
        if not game.over and not offered:
            raise CheckFailed(STUCK, f"{' and '.join(sorted(game.to_act))} must decide and nothing is legal.")
        self._prober.remember(offered)
        for _ in range(self._probes * (MORE_PROBES if game.state.pending else 1)):
            self._count(try_out(game, offered, self._prober.probe(game, offered)))
            self.probed += 1
        if self._rng.random() < WIDE_LOOKS:
            self._look_at_the_forbidden()
        if game.digest() != now:
            raise CheckFailed(HISTORY, "Looking at the game and asking what is legal have changed it.")
        return offered

    def look_back(self) -> None:
        """At the end of the game, undo everything, redo everything, save and load."""
        game = self.game
        for digest in reversed(self._digests[:-1]):
            game.undo()
            _same(game, digest, "Undoing the whole game leads to another state at one of its actions.")
        for digest in self._digests[1:]:
            game.redo()
            _same(game, digest, "Redoing the whole game leads to another state at one of its actions.")
        check_saves(game)

    def _check_last_step(self, now: str) -> None:
        action = self.game.undo()
        _same(self.game, self._digests[-1], f"Undoing {plain(action)} does not restore the state.")
        if self.game.redo() != action:
            raise CheckFailed(HISTORY, f"Redo does not return {plain(action)}, which was undone.")
        _same(self.game, now, f"Redoing {plain(action)} leads to another state.")

    def _look_at_the_forbidden(self) -> None:
        with crashes("Listing what is forbidden"):
            found = self.game.forbidden()
        for _, refusal in found:
            _known(self.game, refusal, None)
            self.refused[refusal.rule] += 1

    def _count(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            self.refused[refusal.rule] += 1


def check_position(game: Game) -> None:
    """Run every check of a position. Raises ``CheckFailed`` for the first that fails."""
    for check, sentence in invariants.wrong(game.title, game.state):
        raise CheckFailed(check, str(sentence))


def try_out(game: Game, offered: Sequence[Choice], action: Action) -> Refusal | None:
    """Try an action. It must be refused by a rule without side effects, or be listed, playable and undoable.

    Raises ``CheckFailed`` otherwise.
    """
    before = game.digest()
    text = plain(action)
    with crashes(f"Checking {text}", action):
        refusal = game.check(action)
    _check_open(game, offered, action, refusal)
    if refusal is None:
        if not offers(game, offered, action):
            raise CheckFailed(OFFERS, f"{text} is accepted and was not among the legal actions.", action)
        play_and_check(game, action)
        game.undo()
        _same(game, before, f"Undoing {text} does not restore the state.", action)
        return None
    _known(game, refusal, action)
    if named(offered, action):
        raise CheckFailed(OFFERS, f"{text} is among the legal actions and refused: {refusal}.", action)
    try:
        with crashes(f"Playing {text}", action):
            game.play(action)
    except Refusal as again:
        if again != refusal:
            raise CheckFailed(
                REFUSALS, f"{text} is refused for another reason when played.", action
            ) from again
    else:
        game.undo()
        raise CheckFailed(REFUSALS, f"{text} is refused by a check and carried out when played.", action)
    _same(game, before, f"Refusing {text} has changed the state.", action)
    return refusal


def play_and_check(game: Game, action: Action) -> None:
    """Play a legal action and check the position after it. Undo the action if a check fails."""
    with crashes(f"Playing {plain(action)}, which is legal,", action):
        game.play(action)
    try:
        check_position(game)
    except CheckFailed as wrong:
        game.undo()
        raise CheckFailed(wrong.finding.check, wrong.finding.sentence, action) from wrong


def check_saves(game: Game) -> None:
    """Check that a saved game loads as the same game, with and without verification."""
    data = game.to_bytes()
    for verify in (True, False):
        try:
            loaded = Game.from_bytes(data, "The save", verify=verify)
        except UsageError as error:
            raise CheckFailed(SAVES, str(error)) from error
        if loaded.digest() != game.digest() or loaded.actions != game.actions:
            raise CheckFailed(SAVES, "The game that was loaded is not the one that was saved.")
        if loaded.to_bytes() != data:
            raise CheckFailed(SAVES, "Saving the loaded game makes another file.")


@contextmanager
def crashes(what: str, probe: Action | None = None) -> Iterator[None]:
    """Turn any exception inside, except a refusal, into a failed check."""
    try:
        yield
    except (Refusal, CheckFailed):
        raise
    except Exception as error:
        at = _innermost(error)
        raise CheckFailed(CRASH, f"{what} ends in {type(error).__name__}: {error} ({at}).", probe) from error


def _innermost(error: Exception) -> str:
    trace, at = error.__traceback__, ""
    while trace is not None:
        at = f"{PurePath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return at


def _check_open(game: Game, offered: Sequence[Choice], action: Action, refusal: Refusal | None) -> None:
    """Check that an open entry judges proposals as the game does."""
    judges: list[Callable[[Action], Refusal | None]] = [
        choice.check
        for choice in offered
        if isinstance(choice, Open) and choice.kind is type(action) and choice.player == action.player
    ]
    for judge in judges:
        if judge(action) != refusal:
            raise CheckFailed(
                OFFERS, f"The open entry and the game judge {plain(action)} differently.", action
            )


def _known(game: Game, refusal: Refusal, action: Action | None) -> None:
    if refusal.rule not in game.title.rules:
        raise CheckFailed(REFUSALS, f"The refusal '{refusal}' names a rule that nobody wrote.", action)


def _same(game: Game, digest: str, sentence: str, action: Action | None = None) -> None:
    if game.digest() != digest:
        raise CheckFailed(HISTORY, sentence, action)
