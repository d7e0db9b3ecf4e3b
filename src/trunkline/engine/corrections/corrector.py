"""The referee's part in corrections: their check, their effects, and what no longer agrees with the rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from trunkline.engine import invariants
from trunkline.engine.corrections import assets, map_changes
from trunkline.engine.corrections.texts import CORRECTION
from trunkline.engine.kernel import correction, depot, referee
from trunkline.engine.kernel.action import Action
from trunkline.engine.kernel.choice import Amounts, Open
from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.correction import Correction
from trunkline.engine.kernel.correction_events import AgreesAgain, CorrectionMade, Disagreement
from trunkline.engine.kernel.state import BANK, OUT, State
from trunkline.util.messages import Message, gettext_lazy

_KINDS: Mapping[type[Correction], Callable[[Context, Any], None]] = {
    correction.CorrectCash: assets.correct_cash,
    correction.CorrectShares: assets.correct_shares,
    correction.CorrectPresident: assets.correct_president,
    correction.CorrectPrivate: assets.correct_private,
    correction.CorrectTile: map_changes.correct_tile,
    correction.CorrectToken: map_changes.correct_token,
    correction.CorrectTrain: assets.correct_train,
    correction.CorrectPrice: assets.correct_price,
}
MOST_TRIED = 20
"""The maximum number of choices that are tried out after a correction."""
_UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that no reason may contain: control characters, surrogates and line ends."""


class Corrections:
    """The corrections of a game on a printed board."""

    def check(self, ctx: Context, action: Action) -> None:
        """Refuse a correction that is impossible, or after which the game could not continue."""
        assert isinstance(action, Correction)
        _check_reason(ctx, action.reason)
        trial = Context(ctx.title, ctx.state.copy())
        _KINDS[type(action)](trial, action)
        if trial.state.digest() == ctx.state.digest():
            ctx.refuse("president.decides", CORRECTION, gettext_lazy("it changes nothing"))
        if not _continues(trial):
            why = gettext_lazy(
                "the game could not continue from there; decide what waits first, or undo to the mistake"
            )
            ctx.refuse("president.decides", CORRECTION, why)

    def apply(self, ctx: Context, action: Action) -> None:
        """Carry out a correction, and note what no longer agrees with the rules."""
        assert isinstance(action, Correction)
        before = next(disagreements(ctx.title, ctx.state), None)
        ctx.note(CorrectionMade(action.player, action.reason))
        _KINDS[type(action)](ctx, action)
        found = list(disagreements(ctx.title, ctx.state))
        for check, message in found:
            values = {name: _plain(value) for name, value in message.values.items()}
            ctx.note(Disagreement(check, message.template, values))
        if before and not found:
            ctx.note(AgreesAgain())


CORRECTIONS = Corrections()


def disagreements(title: Title, state: State) -> Iterator[tuple[str, Message]]:
    """Yield what does not agree with the rules in a corrected game: the name of a check, and a sentence."""
    yield from invariants.wrong(title, state)
    sold = {depot.train_name(train) for train, place in state.trains.items() if place not in (BANK, OUT)}
    for phase in depot.later_phases(Context(title, state)):
        for name in phase.on_train:
            if name in sold:
                why = gettext_lazy(
                    "A {type}-train has left the bank, and phase {phase} has not begun.",
                    type=name,
                    phase=phase.name,
                )
                yield "phase", why


def _plain(value: object) -> str | int:
    return value if isinstance(value, int) else str(value)


def _check_reason(ctx: Context, reason: str) -> None:
    if not reason.strip():
        ctx.refuse("president.decides", CORRECTION, gettext_lazy("it needs a reason"))
    if len(reason) > correction.REASON_LENGTH:
        why = gettext_lazy("its reason has more than {most} characters", most=correction.REASON_LENGTH)
        ctx.refuse("president.decides", CORRECTION, why)
    if any(unicodedata.category(letter) in _UNWRITABLE for letter in reason):
        ctx.refuse("president.decides", CORRECTION, gettext_lazy("its reason must fit on one line"))


def _continues(trial: Context) -> bool:
    """Return whether the game can continue: each question that its users ask has an answer.

    A correction may lead to a position that no play reaches, for which the steps were not written. So any
    error counts as a position from which the game cannot continue.
    """
    try:
        referee.advance(trial)
        state = trial.state.seal()
        now = referee.read_only_context(trial.title, state)
        deciders = referee.to_act(trial.title, state, now)
        for player in state.players:
            trial.title.policies.worth(now, player)
        return state.over or all(_can_act(now, player) for player in deciders)
    except Exception:
        return False


def _can_act(now: Context, player: str) -> bool:
    """Return whether a player has a choice. Raises any error of the first choices when they are played."""
    tried = 0
    for choice in islice(referee.each_legal(now, player), MOST_TRIED):
        tried += 1
        if not isinstance(choice, Open):
            referee.play(now.title, now.state, choice.action if isinstance(choice, Amounts) else choice, now)
    return tried > 0
