"""State of an operating turn on 18xx.games.

The site skips a step if nothing can be done in it, so its files hold no entry for it. The title knows whether
anything can be done (``Title.recorded_step_waits``). This module keeps the order of the steps and the steps
that are over. They decide which step a ``pass`` answers, and when a turn is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from trunkline.engine.kernel.context import Context, Title
from trunkline.engine.kernel.leniency import RecordedStep
from trunkline.engine.kernel.state import State

TRACK, TOKEN, BORROW = RecordedStep.TRACK, RecordedStep.TOKEN, RecordedStep.BORROW
ROUTES, TRAINS = RecordedStep.ROUTES, RecordedStep.TRAINS
LOANS, PRIVATES = RecordedStep.LOANS, RecordedStep.PRIVATES
DESTINATIONS, DIVIDEND = "destinations", "dividend"

STEPS = (LOANS, TRACK, DESTINATIONS, TOKEN, BORROW, ROUTES, DIVIDEND, TRAINS, PRIVATES)
"""The site's steps in the order in which it looks for the waiting one. Loans wait for the trains step."""


def key_of(state: State) -> tuple[object, ...]:
    """Return the key of the operating turn of a position, or an empty tuple outside of one."""
    operating = state.operating
    if operating is None or operating.turn is None:
        return ()
    return (state.round.number, state.round.index, operating.turn.corp)


@dataclass
class SiteTurn:
    """The operating turn of one corporation on the site, with the steps that are over."""

    corp: str
    passed: set[str] = field(default_factory=set)
    ran: bool = False
    """True if routes were entered but their revenue is not yet paid out or withheld."""

    def waits(self, title: Title, state: State, used: set[str]) -> str:
        """Return the step that waits for an entry, or empty text.

        Steps without a possible action are skipped. ``used`` holds the privates whose powers have been used.
        """
        t = Context(title, state)
        waiting = ""
        for step in STEPS:
            if step in self.passed or (step == LOANS and TRAINS not in self.passed):
                continue
            if self._blocks(t, step, used):
                waiting = step
                break
            self.passed.add(step)
        loans_left = TRAINS in self.passed and not {LOANS} & {*self.passed, waiting}
        return LOANS if loans_left and self._blocks(t, LOANS, used) else waiting

    def _blocks(self, ctx: Context, step: str, used: set[str]) -> bool:
        """Return whether the site waits in this step."""
        if step == DESTINATIONS:
            return True
        if step == DIVIDEND:
            return self.ran
        turn = ctx.state.operating.turn if ctx.state.operating else None
        assert turn is not None
        assert ctx.title.recorded_step_waits is not None
        return ctx.title.recorded_step_waits(ctx, turn, RecordedStep(step), used)
