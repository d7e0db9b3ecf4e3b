"""The plans that are handed in by themselves, for the thread of automatic actions."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.game.actions import validated
from trunkline.game.auto_actions import Stop
from trunkline.game.plans import decide
from trunkline.web.accounts.languages import speak_to
from trunkline.web.auto_actions.guards import Ended
from trunkline.web.auto_actions.source import Choice
from trunkline.web.games.hosted_game import HostedGame, MomentView
from trunkline.web.plans.following import Stopped, follow, line, reason
from trunkline.web.plans.repository import Plans, StoredPlan


class PlanSource:
    """Plans as a source of automatic actions."""

    def __init__(self, plans: Plans) -> None:
        self._plans = plans

    def games(self) -> list[str]:
        """Return the games with active plans."""
        return self._plans.games_with_active()

    def active(self, game: str) -> Sequence[StoredPlan]:
        """Return the active plans of a game."""
        return self._plans.active(game)

    def follow(self, hosted: HostedGame, rows: Sequence[StoredPlan], version: int) -> Sequence[StoredPlan]:
        """Compare the plans of a game with the new entries. Return those that still act by themselves."""
        return [known for row in rows if (known := self._followed(hosted, row, version)) is not None]

    def _followed(self, hosted: HostedGame, row: StoredPlan, version: int) -> StoredPlan | None:
        """Compare one plan with the new entries. Return it if it still acts by itself."""
        with speak_to(row.language):
            found = follow(hosted, row, version)
        if isinstance(found, Ended):
            self._plans.end(row, found.standing, found.reason, found.version)
            return None
        if isinstance(found, Stopped):
            self._plans.stop(row, found.reason, found.version)
            return None
        known = row._replace(seen=version)
        return known if row.seen == version or self._plans.see(row, version) else None

    def choose(self, hosted: HostedGame, view: MomentView, row: StoredPlan) -> Choice | None:
        """Return the step to hand in now, if any. Stop the plan if it cannot continue."""
        here = line(hosted, row, view.version)
        if here is None:
            return None
        with speak_to(row.language):
            found = decide(view.game, row.plan, here.now, row.mode)
            if isinstance(found, Stop):
                self._plans.stop(row, reason(hosted, here, found), view.version)
                return None
        if found is None:
            return None

        def refused(why: str) -> None:
            self._plans.stop(row, why, view.version)

        return Choice(validated(found), lambda: self._plans.act(row, view.version), refused)
