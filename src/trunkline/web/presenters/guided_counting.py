"""Counts of a guided game, from its log and its positions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from trunkline.web.games.hosted_game import MomentView
from trunkline.web.schemas.log import EventData


@dataclass
class Company:
    """The sums of a company while the learner was its president, in dollars."""

    runs: int = 0
    earned: int = 0
    paid: int = 0
    withheld: int = 0


@dataclass
class Counted:
    """The sums of a line of play from the learner's view. ``spent`` is in dollars."""

    companies: dict[str, Company] = field(default_factory=dict)
    dividends: Counter[str] = field(default_factory=Counter)
    privates: Counter[str] = field(default_factory=Counter)
    rusted: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Scrapped trains of the learner's companies, by company and type."""
    bought: int = 0
    spent: int = 0
    loans: int = 0


@dataclass(frozen=True)
class Step:
    """An action of the learner, and the change of the learner's worth in dollars."""

    number: int
    change: int


def counts_of(learner: str, now: MomentView) -> Counted:
    found = Counted()
    presidents: dict[str, str] = {}
    log = now.hosted_game.log
    for moment in now.hosted_game.path(now.moment)[1:]:
        for event in log[moment.number - 1].outcome.events:
            _add(found, presidents, event, learner)
    return found


def _add(found: Counted, presidents: dict[str, str], event: EventData, learner: str) -> None:
    kind, corp = str(event["event"]), str(event.get("corp", ""))
    amount = int(event.get("amount", 0) or 0)
    if kind in ("started", "president_changed"):
        presidents[corp] = str(event["player"])
    elif kind == "cgr_president":
        presidents["CGR"] = str(event["player"])
    elif kind == "dividend_received":
        found.dividends[str(event["owner"])] += amount
    elif kind == "private_paid":
        found.privates[str(event["owner"])] += amount
    elif kind == "trains_rusted":
        owners = (str(owner) for owner in event.get("owners", ()))
        mine = (owner for owner in owners if presidents.get(owner) == learner)
        found.rusted.update((owner, str(event["type"])) for owner in mine)
    elif presidents.get(corp) == learner:
        company = found.companies.setdefault(corp, Company())
        match kind:
            case "revenue_earned":
                company.runs += 1
                company.earned += amount
            case "dividend_paid":
                company.paid += amount
            case "revenue_withheld":
                company.withheld += amount
            case "train_bought":
                found.bought += 1
                found.spent += amount
            case "loan_taken":
                found.loans += 1


def steps_of(learner: str, now: MomentView) -> list[Step]:
    """Return the learner's actions with the change of worth that each brought at once."""
    hosted_game, place = now.hosted_game, now.game.players.index(learner)
    worth = hosted_game.course.moments
    found = []
    for before, after in pairwise(hosted_game.path(now.moment)):
        if after.action().player == learner:
            end = worth[after.number].at_end or worth[after.number].worth
            found.append(Step(after.number, end[place] - worth[before.number].worth[place]))
    return found
