"""The reasons for a bot's action, in words: the terms of its estimates, and its choice without the decisive
one."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.game import Game
from trunkline.game.wording.choices import words
from trunkline.players.advice import DUST, Advice, Decisive, Estimate, Term
from trunkline.players.opening_text import why_pass
from trunkline.util.messages import gettext, gettext_noop, translated

MOST = 4
"""Maximum number of named reasons of an estimate. The others are combined."""
OTHERS = gettext_noop("other reasons")
LEAST = 0.5
"""Dollars. Terms below this amount are not named."""
TERMS = {
    "income": gettext_noop("future income"),
    "outlay": gettext_noop("other uses of the money"),
    "resale": gettext_noop("resale value"),
    "runs": gettext_noop("train revenue"),
    "reach": gettext_noop("progress to new stops"),
    "treasury": gettext_noop("my part of the treasury"),
    "liking": gettext_noop("personal preference"),
    "site": gettext_noop("location"),
    "cost": gettext_noop("cost"),
    "worth": gettext_noop("immediate worth"),
    "trains ahead": gettext_noop("cost of future trains"),
    "phase": gettext_noop("a new phase"),
    "my company": gettext_noop("control of a company"),
    "room for another": gettext_noop("room for another certificate"),
    "its idle treasury": gettext_noop("idle treasury money"),
    "powers": gettext_noop("powers of a private"),
    "time lost": gettext_noop("time until the privates are sold"),
    "to be paid back": gettext_noop("loans to repay"),
    "a train sooner": gettext_noop("an earlier train"),
    "their train": gettext_noop("another company's train"),
    "another's train": gettext_noop("trains offered by others"),
    "not mine to sell": gettext_noop("another player's private"),
    "worth then": gettext_noop("later worth"),
    "others": gettext_noop("gains of other players"),
    "rules of thumb": gettext_noop("general heuristics"),
    "could be left with it": gettext_noop("risk of becoming president"),
    "good will": gettext_noop("goodwill"),
    "may not float": gettext_noop("risk of not floating"),
    "other companies to see to": gettext_noop("other companies to run"),
    "ruin": gettext_noop("risk of bankruptcy"),
    "shares of my others": gettext_noop("shares of my other companies"),
    "silence": gettext_noop("no further announcement"),
    "too dear to float": gettext_noop("cost of floating"),
    "trains of my others": gettext_noop("trains of my other companies"),
    "worth as a private": gettext_noop("value as a private"),
    "money to start with": gettext_noop("money left to start a company"),
    "my trains rust": gettext_noop("rust of my trains"),
    "their trains rust": gettext_noop("rust of other trains"),
    "a company needs a train": gettext_noop("a train that a company needs"),
    "floats my company": gettext_noop("floating my company"),
    "out of my pocket": gettext_noop("my own cash for a train"),
    "trains after those": gettext_noop("later trains"),
    "no trains": gettext_noop("lack of trains"),
}
"""Clearer names for terms. Each is a noun, because a sentence names it as the main reason."""
CLEAR = (
    gettext_noop("a company to run"),
    gettext_noop("a longer train"),
    gettext_noop("a train that lasts"),
    gettext_noop("bankruptcy"),
    gettext_noop("capital"),
    gettext_noop("cash"),
    gettext_noop("destination"),
    gettext_noop("dividends"),
    gettext_noop("falling price"),
    gettext_noop("interest"),
    gettext_noop("money for track"),
    gettext_noop("money for trains"),
    gettext_noop("price"),
    gettext_noop("rising price"),
    gettext_noop("room for a longer train"),
    gettext_noop("shares"),
    gettext_noop("too many certificates"),
    OTHERS,
)
"""Terms with a clear name. Other bots may have more: theirs stay as they are."""


def label(term: Term | Decisive) -> str:
    """Return a readable name for a term."""
    return translated(TERMS.get(term.what, term.what))


def main_terms(estimate: Estimate, always: str | None = None) -> list[Term]:
    """Return the reasons worth naming, the largest first, with ``always`` among them and the others combined.

    They are in whole dollars and add up to the total in whole dollars.
    """
    by_weight = sorted(estimate.reasons, key=lambda term: -abs(term.dollars))
    named = [term for term in by_weight[:MOST] if abs(term.dollars) >= LEAST]
    missed = [term for term in by_weight[MOST:] if term.what == always]
    if missed:
        named[MOST - 1 :] = missed
    rest = estimate.total - _sum(named)
    if abs(rest) >= LEAST:
        named.append(Term(OTHERS, rest))
    whole: list[Term] = []
    so_far = 0.0
    for term in named:
        so_far += term.dollars
        left = round(estimate.total if term is named[-1] else so_far) - _sum(whole)
        whole.append(Term(term.what, left))
    return [term for term in whole if term.dollars]


def _sum(terms: Iterable[Term]) -> float:
    return sum(term.dollars for term in terms)


def decides(advice: Advice) -> Decisive | None:
    """Return the decisive reason, or None if none is worth naming."""
    found = advice.decisive
    return found if found is not None and found.dollars >= LEAST else None


def relevant_terms(advice: Advice) -> list[Term]:
    """Return the reasons for the action that are worth naming, with the decisive one among them."""
    decisive = decides(advice)
    return main_terms(advice.estimates[0], decisive.what if decisive else None)


UNSURE = gettext_noop("The lead is within the margin of error.")
"""A sentence for a choice that may be no better than the second."""


def explain(game: Game, advice: Advice) -> str:
    """Return why a player prefers its choice, in a few sentences without the dollars of the terms.

    A player that plays moves out warns if it is not sure. Other players are never sure in close decisions, so
    they do not warn.
    """
    why = _why(game, advice)
    return f"{why} {translated(UNSURE)}" if advice.beside_second and advice.sure is False else why


def _why(game: Game, advice: Advice) -> str:
    best, *others = advice.estimates
    if not others:
        return gettext("This was the only option.")
    if in_opening := why_pass(game, advice):
        return in_opening
    second = ended(words(game, others[0].action))
    if not relevant_terms(advice):
        why = gettext("No option is better. Next best: {choice}", choice=second)
        against = min(others[0].reasons, key=lambda term: term.dollars, default=None)
        if against is None or against.dollars > -LEAST:
            return why
        return f"{why} {gettext('Against it: {reason}.', reason=label(against))}"
    decisive = decides(advice)
    if decisive is None:
        most = max(best.reasons, key=lambda term: term.dollars)
        why = gettext("No single reason decides.")
        if most.dollars >= LEAST:
            why = gettext("Largest of several reasons: {reason}.", reason=label(most))
        return f"{why} {gettext('Next best: {choice}', choice=second)}"
    without, other = best.without(decisive.what), decisive.otherwise.without(decisive.what)
    reason, otherwise = label(decisive), ended(words(game, decisive.otherwise.action))
    if abs(without.total - other.total) <= DUST:
        level = gettext_noop("Main reason: {reason}. Otherwise, another choice would be as good: {choice}")
        return gettext(level, reason=reason, choice=otherwise)
    would_be = gettext_noop("Main reason: {reason}. Otherwise, the choice would be: {choice}")
    return gettext(would_be, reason=reason, choice=otherwise)


def ended(text: str) -> str:
    """Return a text as a sentence. A text that ends in a full stop, such as a corporation's name, gets no
    second one."""
    return text if text.endswith(".") else f"{text}."
