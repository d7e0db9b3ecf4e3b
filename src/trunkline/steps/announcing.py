"""Announcements by other players of higher earnings for a corporation's runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trunkline.kernel import events
from trunkline.kernel.action import Action, AnnounceRuns, AskNoMore, Pass, RunTrains
from trunkline.kernel.choice import Choice, Open
from trunkline.kernel.decisions import Announcement
from trunkline.kernel.refusal import refusal_by
from trunkline.kernel.state import Corporation
from trunkline.kernel.table import Milestone, Table
from trunkline.steps import operating, running
from trunkline.steps.running import BEST

ANNOUNCED = "announced"
"""The setting of ``runs`` under which the other players are asked."""
KINDS: tuple[type[Action], ...] = (AnnounceRuns, AskNoMore)
"""The kinds of action that this module adds to a title."""
MILESTONE = Milestone(
    "higher earnings announced", lambda played, last: sum(isinstance(a, AnnounceRuns) for a in played), aim=0
)
MayAnnounce = Callable[[Table, Corporation, str], bool]


def anybody(t: Table, corp: Corporation, player: str) -> bool:
    """Allow every player to announce."""
    return True


def nobody(t: Table, corp: Corporation, player: str) -> bool:
    """Allow no player to announce."""
    return False


def ask(may_announce: MayAnnounce, t: Table, corp: Corporation, action: RunTrains) -> bool:
    """Show runs to the other players, in the order of their seats. Return whether any player is asked.

    No player is asked if no higher earnings are known, because there is nothing to announce.
    """
    others = t.state.seats_from(corp.president)[1:]
    players = tuple(
        name for name in others if may_announce(t, corp, name) and not t.state.players[name].unasked
    )
    if not players:
        return False
    amount, _ = running.earned_and_paid(running.context(t, corp), action.runs)
    if not _more(t, corp, amount, action):
        return False
    t.state.pending.append(Announcement(corp.president, corp.id, players, amount, action))
    t.note(events.RunsShown(corp.id, amount), BEST)
    return True


@dataclass(frozen=True)
class Announcing:
    """The step that asks the other players about runs. Each is asked once and may show runs that earn
    more."""

    name: str = "announce higher earnings or let these stand"
    rule: str = BEST
    kinds: tuple[type[Action], ...] = (AnnounceRuns, Pass, AskNoMore)

    def deciders(self, t: Table) -> tuple[str, ...]:
        """Return the next player to be asked."""
        return t.waiting(Announcement).players[:1]

    def candidates(self, t: Table, player: str) -> Iterable[Choice]:
        """Return one open entry for the runs, and two ways to accept the current runs."""
        corp = t.state.corporations[t.waiting(Announcement).corp]
        yield Open(
            AnnounceRuns,
            player,
            corp.id,
            lambda action: refusal_by(self.check, t, action),
            lambda rng: AnnounceRuns(player, corp.id, running.some_legal(t, corp, rng)),
            lambda: AnnounceRuns(player, corp.id, running.most(t, corp, t.waiting(Announcement).stands).runs),
        )
        yield Pass(player)
        yield AskNoMore(player)

    def check(self, t: Table, action: Action) -> None:
        """Check that the asked player answers, with legal runs of that corporation that earn more."""
        decision = t.waiting(Announcement)
        what = "Answering for the runs"
        if action.player != decision.players[0]:
            t.refuse(BEST, what, f"{decision.players[0]} is asked")
        if not isinstance(action, AnnounceRuns):
            return
        if action.corp != decision.corp:
            t.refuse(BEST, what, f"{decision.corp} has run its trains, not {action.corp or 'nobody'}")
        for refusal in running.broken(t, t.state.corporations[decision.corp], action.runs):
            raise refusal

    def apply(self, t: Table, action: Action) -> None:
        """Record the higher runs, or that the player has none."""
        decision = t.waiting(Announcement)
        decision.players = decision.players[1:]
        match action:
            case AnnounceRuns():
                corp = t.state.corporations[decision.corp]
                decision.stands = action
                earned = running.each_earned(t, corp, action.runs)
                decision.amount = sum(each.total for each in earned)
                t.note(events.RunsAnnounced(action.player, corp.id, decision.amount), BEST)
                running.show(t, corp, action.runs, earned)
            case AskNoMore():
                t.state.players[action.player].unasked = True
                t.note(events.NoneAnnounced(action.player, never=True))
            case _:
                t.note(events.NoneAnnounced(action.player))

    def advance(self, t: Table) -> bool:
        """Earn the revenue of the current runs after the last answer."""
        decision = t.waiting(Announcement)
        corp = t.state.corporations[decision.corp]
        if decision.players and _more(t, corp, decision.amount, decision.stands):
            return False
        t.state.pending.pop()
        turn = t.state.operating.turn if t.state.operating else None
        assert turn is not None
        running.earn(t, turn, running.each_earned(t, corp, decision.stands.runs))
        operating.acted(t)
        return True


def _more(t: Table, corp: Corporation, amount: int, stands: RunTrains) -> bool:
    """Return whether runs are known that earn more and pay no more tolls than the current runs."""
    return running.most(t, corp, stands).total > amount
