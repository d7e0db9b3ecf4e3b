"""Announcements by other players of higher earnings for a corporation's runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trunkline.engine.kernel import events
from trunkline.engine.kernel.action import Action, AnnounceRuns, AskNoMore, Pass, RunTrains
from trunkline.engine.kernel.choice import Choice, Open
from trunkline.engine.kernel.context import Context, Milestone
from trunkline.engine.kernel.decisions import Announcement
from trunkline.engine.kernel.refusal import refusal_by
from trunkline.engine.kernel.state import Corporation
from trunkline.engine.steps import operating, running
from trunkline.engine.steps.running import BEST
from trunkline.util.messages import gettext_lazy, gettext_noop

ANNOUNCED = "announced"
"""The setting of ``runs`` under which the other players are asked."""
KINDS: tuple[type[Action], ...] = (AnnounceRuns, AskNoMore)
"""The kinds of action that this module adds to a title."""
MILESTONE = Milestone(
    "higher earnings announced", lambda played, last: sum(isinstance(a, AnnounceRuns) for a in played), aim=0
)
MayAnnounce = Callable[[Context, Corporation, str], bool]


def any_player_may(ctx: Context, corp: Corporation, player: str) -> bool:
    """Allow every player to announce."""
    return True


def no_player_may(ctx: Context, corp: Corporation, player: str) -> bool:
    """Allow no player to announce."""
    return False


def ask(may_announce: MayAnnounce, ctx: Context, corp: Corporation, action: RunTrains) -> bool:
    """Show runs to the other players, in the order of their seats. Return whether any player is asked.

    No player is asked if no higher earnings are known, because there is nothing to announce.
    """
    others = ctx.state.seats_from(corp.president)[1:]
    players = tuple(
        name for name in others if may_announce(ctx, corp, name) and not ctx.state.players[name].unasked
    )
    if not players:
        return False
    amount, _ = running.earned_and_paid(running.context(ctx, corp), action.runs)
    if not _more(ctx, corp, amount, action):
        return False
    ctx.state.pending.append(Announcement(corp.president, corp.id, players, amount, action))
    ctx.note(events.RunsShown(corp.id, amount), BEST)
    return True


@dataclass(frozen=True)
class BetterRunsStep:
    """The step that asks the other players about runs. Each is asked once and may show runs that earn
    more."""

    name: str = gettext_noop("announce higher earnings or let these stand")
    rule: str = BEST
    kinds: tuple[type[Action], ...] = (AnnounceRuns, Pass, AskNoMore)

    def deciders(self, ctx: Context) -> tuple[str, ...]:
        """Return the next player to be asked."""
        return ctx.waiting(Announcement).players[:1]

    def candidates(self, ctx: Context, player: str) -> Iterable[Choice]:
        """Return one open entry for the runs, and two ways to accept the current runs."""
        corp = ctx.state.corporations[ctx.waiting(Announcement).corp]
        yield Open(
            AnnounceRuns,
            player,
            corp.id,
            lambda action: refusal_by(self.check, ctx, action),
            lambda rng: AnnounceRuns(player, corp.id, running.random_legal_runs(ctx, corp, rng)),
            lambda: AnnounceRuns(
                player, corp.id, running.best_for_same_tolls(ctx, corp, ctx.waiting(Announcement).stands).runs
            ),
        )
        yield Pass(player)
        yield AskNoMore(player)

    def check(self, ctx: Context, action: Action) -> None:
        """Check that the asked player answers, with legal runs of that corporation that earn more."""
        decision = ctx.waiting(Announcement)
        what = gettext_lazy("Answering for the runs")
        if action.player != decision.players[0]:
            ctx.refuse(BEST, what, gettext_lazy("{player} is asked", player=decision.players[0]))
        if not isinstance(action, AnnounceRuns):
            return
        if action.corp != decision.corp:
            ctx.refuse(
                BEST,
                what,
                gettext_lazy("{corp} has run its trains, not {other}", corp=decision.corp, other=action.corp)
                if action.corp
                else gettext_lazy("{corp} has run its trains, not no corporation", corp=decision.corp),
            )
        for refusal in running.run_refusals(ctx, ctx.state.corporations[decision.corp], action.runs):
            raise refusal

    def apply(self, ctx: Context, action: Action) -> None:
        """Record the higher runs, or that the player has none."""
        decision = ctx.waiting(Announcement)
        decision.players = decision.players[1:]
        match action:
            case AnnounceRuns():
                corp = ctx.state.corporations[decision.corp]
                decision.stands = action
                earned = running.earnings_by_run(ctx, corp, action.runs)
                decision.amount = sum(each.total for each in earned)
                ctx.note(events.RunsAnnounced(action.player, corp.id, decision.amount), BEST)
                running.show(ctx, corp, action.runs, earned)
            case AskNoMore():
                ctx.state.players[action.player].unasked = True
                ctx.note(events.NoneAnnounced(action.player, never=True))
            case _:
                ctx.note(events.NoneAnnounced(action.player))

    def advance(self, ctx: Context) -> bool:
        """Earn the revenue of the current runs after the last answer."""
        decision = ctx.waiting(Announcement)
        corp = ctx.state.corporations[decision.corp]
        if decision.players and _more(ctx, corp, decision.amount, decision.stands):
            return False
        ctx.state.pending.pop()
        turn = ctx.state.operating.turn if ctx.state.operating else None
        assert turn is not None
        running.earn(ctx, turn, running.earnings_by_run(ctx, corp, decision.stands.runs))
        operating.acted(ctx)
        return True


def _more(ctx: Context, corp: Corporation, amount: int, current_runs: RunTrains) -> bool:
    """Return whether runs are known that earn more and pay no more tolls than the current runs."""
    return running.best_for_same_tolls(ctx, corp, current_runs).total > amount
