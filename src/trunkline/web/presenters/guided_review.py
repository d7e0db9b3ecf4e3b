"""The review of a guided game in ten sentences, made from its log and its positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context
from trunkline.game.game import Game
from trunkline.learn.library import StoredLesson
from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext, gettext_noop, ngettext
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.presenters.guided import link_to
from trunkline.web.presenters.guided_counting import Counted, Step, counts_of, steps_of
from trunkline.web.presenters.money import dollars
from trunkline.web.schemas.guided import GuidedReview, ReviewSentence
from trunkline.web.schemas.review import CostFacts, ReviewFacts

FEW_LINES = 2
"""The lines of the log that a sentence has of a step. A payment comes before the purchase for which it is."""
FEW_SHARES = 50
"""The percentage of worth in shares below which the review advises to buy more of them."""
MUCH_MONEY = 15
"""The percentage of worth in treasuries above which the review advises to pay dividends."""
PLACES = {
    2: gettext_noop("You finished second with {worth}, {behind} behind {player}."),
    3: gettext_noop("You finished third with {worth}, {behind} behind {player}."),
    4: gettext_noop("You finished fourth with {worth}, {behind} behind {player}."),
    5: gettext_noop("You finished fifth with {worth}, {behind} behind {player}."),
    6: gettext_noop("You finished sixth with {worth}, {behind} behind {player}."),
}
"""The sentences about the places after the first."""
SCRAPPED = {
    1: gettext_noop("one {type}-train of {corp}"),
    2: gettext_noop("two {type}-trains of {corp}"),
    3: gettext_noop("three {type}-trains of {corp}"),
    4: gettext_noop("four {type}-trains of {corp}"),
    5: gettext_noop("five {type}-trains of {corp}"),
    6: gettext_noop("six {type}-trains of {corp}"),
}
"""Trains by their number. Its words are clear before the name of a train, such as "two 2-trains"."""
MANY_SCRAPPED = gettext_noop("{count} {type}-trains of {corp}")


def review(
    learner: str, now: MomentView, decisions: ReviewFacts | None, lessons: Mapping[str, StoredLesson]
) -> GuidedReview:
    """Return the review of a game that is over. Its moments must have been measured.

    ``decisions`` is the review of the decisions, if it was started.
    """
    counted = counts_of(learner, now)
    whole = decisions is not None and decisions.over and not decisions.failed
    steps = steps_of(learner, now)
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
    worth = dollars(mine.worth)
    if mine.worth > best.worth:
        more = dollars(mine.worth - best.worth)
        text = gettext(
            "You won with {worth}, {more} more than {player}.", worth=worth, more=more, player=best.player
        )
    elif mine.place == 1:
        text = gettext(
            "You and {player} share the first place with {worth} each.", player=best.player, worth=worth
        )
    else:
        behind = dollars(best.worth - mine.worth)
        text = gettext(PLACES[mine.place], worth=worth, behind=behind, player=best.player)
    return ReviewSentence("result", text)


def _worth(learner: str, game: Game) -> ReviewSentence:
    total, cash, held = _parts(learner, game)
    rest = total - cash - held
    values = {
        "total": dollars(total),
        "shares": dollars(held),
        "percent": _percent(held, total),
        "cash": dollars(cash),
    }
    if not rest:
        return ReviewSentence(
            "worth",
            gettext("Of your {total}, {shares} ({percent}%) is in shares, and {cash} is cash.", **values),
        )
    text = gettext(
        "Of your {total}, {shares} ({percent}%) is in shares, {cash} is cash, and {rest} is other property.",
        rest=dollars(rest),
        **values,
    )
    return ReviewSentence("worth", text)


def _best(learner: str, now: MomentView, steps: list[Step], decisions: ReviewFacts | None) -> ReviewSentence:
    found = [each for each in decisions.best if each.player == learner] if decisions else []
    if found and decisions:
        best = found[0]
        text = gettext(
            "Your best decision in the comparison was “{played}” in {round}: “{other}” would have left you "
            "about {amount} poorer at the end.",
            played=best.played,
            round=best.round,
            other=best.better,
            amount=_dollars_of(best.gain, now.game),
        )
        return ReviewSentence("best", text, best.number)
    step = max(steps, key=lambda step: step.change, default=None)
    if step is None or step.change <= 0:
        return ReviewSentence("best", gettext("No single step of yours raised your worth at once."))
    text = gettext(
        "The step that raised your worth most at once, by {amount}, was in {round}: {log}.",
        amount=dollars(step.change),
        **_told(now, step.number),
    )
    return ReviewSentence("best", text, step.number)


def _costliest(
    learner: str, now: MomentView, steps: list[Step], decisions: ReviewFacts | None
) -> ReviewSentence:
    if decisions:
        found: list[CostFacts] = [
            each for worst in decisions.worst if worst.player == learner for each in worst.decisions
        ]
        if not found:
            return ReviewSentence(
                "costliest", gettext("No decision of yours was clearly worse than its alternatives.")
            )
        cost = found[0]
        text = gettext(
            "Your costliest decision was “{played}” in {round}: “{other}” would have brought you "
            "about {amount} more at the end.",
            played=cost.played,
            round=cost.round,
            other=cost.better,
            amount=_dollars_of(cost.loss, now.game),
        )
        return ReviewSentence("costliest", text, cost.number)
    step = min(steps, key=lambda step: step.change, default=None)
    if step is None or step.change >= 0:
        return ReviewSentence("costliest", gettext("No single step of yours lowered your worth at once."))
    text = gettext(
        "The step that lowered your worth most at once, by {amount}, was in {round}: {log}.",
        amount=dollars(-step.change),
        **_told(now, step.number),
    )
    return ReviewSentence("costliest", text, step.number)


def _companies(counted: Counted) -> ReviewSentence:
    ran = {id: sums for id, sums in counted.companies.items() if sums.runs}
    if not ran:
        return ReviewSentence("companies", gettext("No company of yours has run a train."))
    parts = [
        # Translators: one of the companies of "While you decided for them, {companies}".
        ngettext(
            "{corp} earned {earned} in {count} run, paid {paid} and withheld {withheld}",
            "{corp} earned {earned} in {count} runs, paid {paid} and withheld {withheld}",
            sums.runs,
            corp=id,
            earned=dollars(sums.earned),
            paid=dollars(sums.paid),
            withheld=dollars(sums.withheld),
        )
        for id, sums in ran.items()
    ]
    # Translators: the companies are main clauses with semicolons, such as "CPR earned $90 in 2 runs, paid …".
    text = gettext("While you decided for them, {companies}.", companies="; ".join(parts))
    return ReviewSentence("companies", text)


def _income(learner: str, game: Game, counted: Counted) -> ReviewSentence:
    dividends, privates = counted.dividends, counted.privates
    first, *others = [name for name in game.players if name != learner]
    sums = {name: dollars(dividends[name] + privates[name]) for name in game.players}
    # Translators: the first part of an enumeration: "Bob received $50, Cy $40 and Dee $20".
    received = [gettext("{player} received {amount}", player=first, amount=sums[first])]
    received += [f"{name} {sums[name]}" for name in others]
    text = gettext(
        "You received {dividends} in dividends and {privates} from privates, {sum} together; {others}.",
        dividends=dollars(dividends[learner]),
        privates=dollars(privates[learner]),
        sum=sums[learner],
        others=enumerated(received),
    )
    return ReviewSentence("income", text)


def _rust(counted: Counted) -> ReviewSentence:
    if not counted.rusted:
        return ReviewSentence("rust", gettext("No train of your companies was scrapped."))
    parts = [
        gettext(SCRAPPED.get(count, MANY_SCRAPPED), count=count, type=type, corp=corp)
        for (corp, type), count in counted.rusted.items()
    ]
    # Translators: the trains are an enumeration, such as "two 2-trains of CPR and one 3-train of GT".
    return ReviewSentence("rust", gettext("New trains scrapped {trains}.", trains=enumerated(parts)))


def _trains(counted: Counted) -> ReviewSentence:
    loans = ngettext("{count} loan", "{count} loans", counted.loans)
    trains, spent = ngettext("{count} train", "{count} trains", counted.bought), dollars(counted.spent)
    if not counted.bought and not counted.loans:
        text = gettext("Your companies bought no train.")
    elif not counted.bought:
        text = gettext("Your companies bought no train, and took {loans}.", loans=loans)
    elif not counted.loans:
        text = gettext("Your companies bought {trains} for {spent}.", trains=trains, spent=spent)
    else:
        text = gettext(
            "Your companies bought {trains} for {spent}, and took {loans}.",
            trains=trains,
            spent=spent,
            loans=loans,
        )
    return ReviewSentence("trains", text)


def _treasury(learner: str, game: Game) -> ReviewSentence:
    cash, trains, loans = _company_property(learner, game)
    values = {
        "trains": ngettext("{count} train", "{count} trains", trains),
        "cash": dollars(cash),
        "loans": ngettext("{count} loan", "{count} loans", loans),
    }
    match bool(cash), bool(loans):
        case True, True:
            text = gettext(
                "At the end your companies had {trains} and {cash}, and owe {loans}; this money counts "
                "for no player.",
                **values,
            )
        case True, False:
            text = gettext(
                "At the end your companies had {trains} and {cash}; this money counts for no player.",
                **values,
            )
        case False, True:
            text = gettext("At the end your companies had {trains} and {cash}, and owe {loans}.", **values)
        case _:
            text = gettext("At the end your companies had {trains} and {cash}.", **values)
    return ReviewSentence("treasury", text)


def _advice(
    learner: str, game: Game, counted: Counted, lessons: Mapping[str, StoredLesson]
) -> ReviewSentence:
    lesson, text = next(_advices(learner, game, counted))
    return ReviewSentence("next", text, None, link_to(lesson, lessons))


def _advices(learner: str, game: Game, counted: Counted) -> Iterator[tuple[str, str]]:
    """Yield lessons and advice, the most urgent first. The last always fits."""
    total, _, held = _parts(learner, game)
    cash, trains, loans = _company_property(learner, game)
    paid = sum(each.paid for each in counted.companies.values())
    withheld = sum(each.withheld for each in counted.companies.values())
    if not any(each.runs for each in counted.companies.values()):
        yield (
            "par",
            gettext("Next time, start a company in the first stock round: only trains bring large incomes."),
        )
    if counted.rusted and not trains:
        yield (
            "trains",
            gettext("Next time, save for the next type of train before the old ones are scrapped."),
        )
    if loans:
        yield (
            "cgr",
            gettext("Next time, repay the loans before the first 6-train, or let the CGR take them over."),
        )
    if withheld > paid:
        text = gettext(
            "Next time, pay more often: your companies kept {kept} and paid {paid}.",
            kept=dollars(withheld),
            paid=dollars(paid),
        )
        yield "dividends", text
    if 100 * cash > MUCH_MONEY * total:
        text = gettext(
            "Next time, pay the last dividends: {cash} stayed in your companies.", cash=dollars(cash)
        )
        yield "dividends", text
    if 100 * held < FEW_SHARES * total:
        text = gettext(
            "Next time, buy more shares: they were only {percent}% of your worth.",
            percent=_percent(held, total),
        )
        yield "shares", text
    yield (
        "running",
        gettext("Next time, build longer routes early: a run that earns more pays in each later round."),
    )


def _parts(learner: str, game: Game) -> tuple[int, int, int]:
    """Return the learner's worth in dollars, and how much of it is cash and shares."""
    ctx = Context(game.title, game.shared_state)
    held = [corp for corp in ctx.state.corporations.values() if corp.shares.get(learner)]
    return (
        game.worth(learner),
        ctx.state.players[learner].cash,
        sum(corp.shares[learner] * chart.price(ctx, corp) for corp in held),
    )


def _company_property(learner: str, game: Game) -> tuple[int, int, int]:
    """Return the cash in dollars, the trains and the loans of the learner's companies."""
    state = game.shared_state
    mine = [corp for corp in state.corporations.values() if corp.president == learner and not corp.closed]
    trains = sum(len(state.trains_at(corp.id)) for corp in mine)
    return sum(corp.cash for corp in mine), trains, sum(corp.loans for corp in mine)


def _told(now: MomentView, number: int) -> dict[str, str]:
    """Return the round of an entry, and its first lines of the log, as values of a sentence."""
    hosted_game = now.hosted_game
    outcome = hosted_game.texts.outcome(hosted_game.log[number - 1])
    lines = [line.text.rstrip(".") for line in outcome.lines[:FEW_LINES]]
    return {"round": outcome.round, "log": "; ".join(lines) or hosted_game.headline(number)}


def _dollars_of(percent: float, game: Game) -> str:
    """Return a part of the worth of all players in dollars."""
    total = sum(each.worth for each in game.standings())
    return dollars(round(percent * total / 100))


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0
