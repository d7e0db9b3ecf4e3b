"""The review of a guided game in ten sentences, made from its log and its positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from trunkline.engine.kernel.context import Context
from trunkline.engine.kernel.shares import plural
from trunkline.game.game import Game
from trunkline.learn.library import StoredLesson
from trunkline.util.enumeration import enumerated
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.presenters.guided import link_to
from trunkline.web.presenters.money import CASH, dollars, worth_items
from trunkline.web.schemas.guided import GuidedReview, ReviewSentence
from trunkline.web.schemas.log import EventData
from trunkline.web.schemas.review import CostFacts, ReviewFacts

FEW_LINES = 2
"""The lines of the log that a sentence has of a step. A payment comes before the purchase for which it is."""
FEW_SHARES = 50
"""The percentage of worth in shares below which the review advises to buy more of them."""
MUCH_MONEY = 15
"""The percentage of worth in treasuries above which the review advises to pay dividends."""
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
"""Numbers as words, which are clear before the name of a train, such as "two 2-trains"."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass
class _Company:
    """The sums of a company while the learner was its president, in dollars."""

    runs: int = 0
    earned: int = 0
    paid: int = 0
    withheld: int = 0


@dataclass
class _Counted:
    """The sums of a line of play from the learner's view. ``spent`` is in dollars."""

    companies: dict[str, _Company] = field(default_factory=dict)
    dividends: Counter[str] = field(default_factory=Counter)
    privates: Counter[str] = field(default_factory=Counter)
    rusted: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Scrapped trains of the learner's companies, by company and type."""
    bought: int = 0
    spent: int = 0
    loans: int = 0


@dataclass(frozen=True)
class _Step:
    """An action of the learner, and the change of the learner's worth in dollars."""

    number: int
    change: int


def review(
    learner: str, now: MomentView, decisions: ReviewFacts | None, lessons: Mapping[str, StoredLesson]
) -> GuidedReview:
    """Return the review of a game that is over. Its moments must have been measured.

    ``decisions`` is the review of the decisions, if it was started.
    """
    counted = _count(learner, now)
    whole = decisions is not None and decisions.over and not decisions.failed
    steps = _steps(learner, now)
    compared = decisions if whole and decisions is not None else None
    sentences = (
        _result(learner, now.game),
        _worth(learner, now.game),
        _best(learner, now, steps, compared),
        _costliest(learner, now, steps, compared),
        _companies(counted),
        _income(learner, now.game, counted),
        _rust(counted),
        _trains(counted),
        _treasury(learner, now.game),
        _advice(learner, now.game, counted, lessons),
    )
    return GuidedReview(list(sentences), whole)


def _result(learner: str, game: Game) -> ReviewSentence:
    standings = game.standings()
    mine = next(each for each in standings if each.player == learner)
    best = next(each for each in standings if each.player != learner)
    if mine.worth > best.worth:
        more = f"{dollars(mine.worth - best.worth)} more than {best.player}"
        text = f"You won with {dollars(mine.worth)}, {more}."
    elif mine.place == 1:
        text = f"You and {best.player} share the first place with {dollars(mine.worth)} each."
    else:
        behind = f"{dollars(best.worth - mine.worth)} behind {best.player}"
        text = f"You finished {ORDINALS[mine.place - 1]} with {dollars(mine.worth)}, {behind}."
    return ReviewSentence("result", text)


def _worth(learner: str, game: Game) -> ReviewSentence:
    total, cash, held = _parts(learner, game)
    rest = total - cash - held
    more = f" and {dollars(rest)} is other property" if rest else ""
    text = (
        f"Of your {dollars(total)}, {dollars(held)} ({_percent(held, total)}%) is in shares, "
        f"{'and ' if not rest else ''}{dollars(cash)} is cash{',' if rest else ''}{more}."
    )
    return ReviewSentence("worth", text)


def _best(learner: str, now: MomentView, steps: list[_Step], decisions: ReviewFacts | None) -> ReviewSentence:
    found = [each for each in decisions.best if each.player == learner] if decisions else []
    if found and decisions:
        best = found[0]
        cost = _dollars_of(best.gain, now.game)
        text = (
            f"Your best decision in the comparison was “{best.played}” in {best.round}: “{best.better}” "
            f"would have left you about {cost} poorer at the end."
        )
        return ReviewSentence("best", text, best.number)
    step = max(steps, key=lambda step: step.change, default=None)
    if step is None or step.change <= 0:
        return ReviewSentence("best", "No single step of yours raised your worth at once.")
    text = f"The step that raised your worth most at once, by {dollars(step.change)}, was in"
    return ReviewSentence("best", f"{text} {_told(now, step.number)}.", step.number)


def _costliest(
    learner: str, now: MomentView, steps: list[_Step], decisions: ReviewFacts | None
) -> ReviewSentence:
    if decisions:
        found: list[CostFacts] = [
            each for worst in decisions.worst if worst.player == learner for each in worst.decisions
        ]
        if not found:
            return ReviewSentence(
                "costliest", "No decision of yours was clearly worse than its alternatives."
            )
        cost = found[0]
        text = (
            f"Your costliest decision was “{cost.played}” in {cost.round}: “{cost.better}” would have "
            f"brought you about {_dollars_of(cost.loss, now.game)} more at the end."
        )
        return ReviewSentence("costliest", text, cost.number)
    step = min(steps, key=lambda step: step.change, default=None)
    if step is None or step.change >= 0:
        return ReviewSentence("costliest", "No single step of yours lowered your worth at once.")
    text = f"The step that lowered your worth most at once, by {dollars(-step.change)}, was in"
    return ReviewSentence("costliest", f"{text} {_told(now, step.number)}.", step.number)


def _companies(counted: _Counted) -> ReviewSentence:
    ran = {id: sums for id, sums in counted.companies.items() if sums.runs}
    if not ran:
        return ReviewSentence("companies", "No company of yours has run a train.")
    parts = [
        f"{id} earned {dollars(sums.earned)} in {plural(sums.runs, 'run')}, paid {dollars(sums.paid)} and "
        f"withheld {dollars(sums.withheld)}"
        for id, sums in ran.items()
    ]
    return ReviewSentence("companies", f"While you decided for them, {'; '.join(parts)}.")


def _income(learner: str, game: Game, counted: _Counted) -> ReviewSentence:
    dividends, privates = counted.dividends, counted.privates
    first, *others = [name for name in game.players if name != learner]
    sums = {name: dollars(dividends[name] + privates[name]) for name in game.players}
    received = [f"{first} received {sums[first]}", *(f"{name} {sums[name]}" for name in others)]
    text = (
        f"You received {dollars(dividends[learner])} in dividends and {dollars(privates[learner])} from "
        f"privates, {sums[learner]} together; {enumerated(received)}."
    )
    return ReviewSentence("income", text)


def _rust(counted: _Counted) -> ReviewSentence:
    if not counted.rusted:
        return ReviewSentence("rust", "No train of your companies was scrapped.")
    parts = [
        f"{NUMBERS.get(count, count)} {type}-train{'s' * (count > 1)} of {corp}"
        for (corp, type), count in counted.rusted.items()
    ]
    return ReviewSentence("rust", f"New trains scrapped {enumerated(parts)}.")


def _trains(counted: _Counted) -> ReviewSentence:
    loans = f", and took {plural(counted.loans, 'loan')}" if counted.loans else ""
    if not counted.bought:
        return ReviewSentence("trains", f"Your companies bought no train{loans}.")
    text = f"Your companies bought {plural(counted.bought, 'train')} for {dollars(counted.spent)}{loans}."
    return ReviewSentence("trains", text)


def _treasury(learner: str, game: Game) -> ReviewSentence:
    cash, trains, loans = _company_property(learner, game)
    owed = f", and owe {plural(loans, 'loan')}" if loans else ""
    text = f"At the end your companies had {plural(trains, 'train')} and {dollars(cash)}{owed}"
    text += "; this money counts for no player." if cash else "."
    return ReviewSentence("treasury", text)


def _advice(
    learner: str, game: Game, counted: _Counted, lessons: Mapping[str, StoredLesson]
) -> ReviewSentence:
    lesson, text = next(_advices(learner, game, counted))
    return ReviewSentence("next", text, None, link_to(lesson, lessons))


def _advices(learner: str, game: Game, counted: _Counted) -> Iterator[tuple[str, str]]:
    """Yield lessons and advice, the most urgent first. The last always fits."""
    total, _, held = _parts(learner, game)
    cash, trains, loans = _company_property(learner, game)
    paid = sum(each.paid for each in counted.companies.values())
    withheld = sum(each.withheld for each in counted.companies.values())
    if not any(each.runs for each in counted.companies.values()):
        yield "par", "Next time, start a company in the first stock round: only trains bring large incomes."
    if counted.rusted and not trains:
        yield "trains", "Next time, save for the next type of train before the old ones are scrapped."
    if loans:
        yield "cgr", "Next time, repay the loans before the first 6-train, or let the CGR take them over."
    if withheld > paid:
        yield (
            "dividends",
            f"Next time, pay more often: your companies kept {dollars(withheld)} and paid {dollars(paid)}.",
        )
    if 100 * cash > MUCH_MONEY * total:
        yield "dividends", f"Next time, pay the last dividends: {dollars(cash)} stayed in your companies."
    if 100 * held < FEW_SHARES * total:
        yield "shares", f"Next time, buy more shares: they were only {_percent(held, total)}% of your worth."
    yield "running", "Next time, build longer routes early: a run that earns more pays in each later round."


# -- counting


def _count(learner: str, now: MomentView) -> _Counted:
    found = _Counted()
    presidents: dict[str, str] = {}
    log = now.hosted_game.log
    for moment in now.hosted_game.path(now.moment)[1:]:
        for event in log[moment.number - 1].outcome.events:
            _add(found, presidents, event, learner)
    return found


def _add(found: _Counted, presidents: dict[str, str], event: EventData, learner: str) -> None:
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
        company = found.companies.setdefault(corp, _Company())
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


def _steps(learner: str, now: MomentView) -> list[_Step]:
    """Return the learner's actions with the change of worth that each brought at once."""
    hosted_game, place = now.hosted_game, now.game.players.index(learner)
    worth = hosted_game.course.moments
    found = []
    for before, after in pairwise(hosted_game.path(now.moment)):
        if after.action().player == learner:
            end = worth[after.number].at_end or worth[after.number].worth
            found.append(_Step(after.number, end[place] - worth[before.number].worth[place]))
    return found


def _parts(learner: str, game: Game) -> tuple[int, int, int]:
    """Return the learner's worth in dollars, and how much of it is cash and shares."""
    ctx = Context(game.title, game.shared_state)
    items = worth_items(ctx, learner)
    cash = sum(item.amount for item in items if item.what == CASH)
    held = sum(item.amount for item in items if "% of " in item.what)
    return sum(item.amount for item in items), cash, held


def _company_property(learner: str, game: Game) -> tuple[int, int, int]:
    """Return the cash in dollars, the trains and the loans of the learner's companies."""
    state = game.shared_state
    mine = [corp for corp in state.corporations.values() if corp.president == learner and not corp.closed]
    trains = sum(len(state.trains_at(corp.id)) for corp in mine)
    return sum(corp.cash for corp in mine), trains, sum(corp.loans for corp in mine)


def _told(now: MomentView, number: int) -> str:
    """Return the round of an entry, and its first lines of the log."""
    hosted_game = now.hosted_game
    outcome = hosted_game.log[number - 1].outcome
    lines = [line.text.rstrip(".") for line in outcome.lines[:FEW_LINES]]
    return f"{outcome.round}: {'; '.join(lines) or hosted_game.headline(number)}"


def _dollars_of(percent: float, game: Game) -> str:
    """Return a part of the worth of all players in dollars."""
    total = sum(each.worth for each in game.standings())
    return dollars(round(percent * total / 100))


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0
