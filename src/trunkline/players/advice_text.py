"""The reasons for a bot's action, in words: the terms of its estimates, and its choice without the decisive
one."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.game import Game
from trunkline.game.wording.choices import words
from trunkline.players.advice import DUST, RULED_OUT, Advice, Decisive, Estimate, Term

MOST = 4
"""Maximum number of named reasons of an estimate. The others are combined."""
OTHERS = "other reasons"
LEAST = 0.5
"""Dollars. Terms below this amount are not named."""
TERMS = {
    "income": "future income",
    "outlay": "other uses of the money",
    "resale": "resale value",
    "runs": "train revenue",
    "reach": "progress to new stops",
    "treasury": "my part of the treasury",
    "liking": "personal preference",
    "site": "location",
    "cost": "cost",
    "worth": "immediate worth",
    "trains ahead": "cost of future trains",
    "phase": "a new phase",
    "my company": "control of a company",
    "room for another": "room for another certificate",
    "its idle treasury": "idle treasury money",
    "powers": "powers of a private",
    "time lost": "time until the privates are sold",
    "to be paid back": "loans to repay",
    "a train sooner": "an earlier train",
    "their train": "another company's train",
    "another's train": "trains offered by others",
    "not mine to sell": "another player's private",
    "worth then": "later worth",
    "others": "gains of other players",
    "rules of thumb": "general heuristics",
    "could be left with it": "risk of becoming president",
    "good will": "goodwill",
    "may not float": "risk of not floating",
    "other companies to see to": "other companies to run",
    "ruin": "risk of bankruptcy",
    "shares of my others": "shares of my other companies",
    "silence": "no further announcement",
    "too dear to float": "too expensive to float",
    "trains of my others": "trains of my other companies",
    "worth as a private": "value as a private",
}
"""Longer names for terms whose own name is too short to be clear."""


def label(term: Term | Decisive) -> str:
    """Return a readable name for a term."""
    return TERMS.get(term.what, term.what)


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


def signed(dollars: float) -> str:
    """Return a gain or loss in dollars as text."""
    if dollars <= RULED_OUT:
        return "ruled out"
    return f"{'−' if dollars < 0 else '+'}${abs(round(dollars)):,}"


def format_terms(terms: Iterable[Term]) -> str:
    """Return terms with their dollars, such as ``dividends +$120, money for trains −$30``."""
    return ", ".join(_sum_of(term) for term in terms)


def _sum_of(term: Term) -> str:
    if term.dollars <= RULED_OUT:
        return f"ruled out: {label(term)}"
    return f"{label(term)} {signed(term.dollars)}"


def decides(advice: Advice) -> Decisive | None:
    """Return the decisive reason, or None if none is worth naming."""
    found = advice.decisive
    return found if found is not None and found.dollars >= LEAST else None


def relevant_terms(advice: Advice) -> list[Term]:
    """Return the reasons for the action that are worth naming, with the decisive one among them."""
    decisive = decides(advice)
    return main_terms(advice.estimates[0], decisive.what if decisive else None)


UNSURE = "The lead is within the margin of error."
"""A sentence for a choice that may be no better than the second."""


def explain(game: Game, advice: Advice) -> str:
    """Return why a player prefers its choice, in a few sentences.

    A player that plays moves out warns if it is not sure. Other players are never sure in close decisions, so
    they do not warn.
    """
    why = _why(game, advice)
    return f"{why} {UNSURE}" if advice.beside_second and advice.sure is False else why


def _why(game: Game, advice: Advice) -> str:
    best, *others = advice.estimates
    if not others:
        return "This was the only option."
    decisive = decides(advice)
    named = format_terms(relevant_terms(advice))
    second = words(game, others[0].action)
    if not named:
        gained = format_terms(main_terms(others[0])) or "nothing gained"
        return f"No option is better. Next best: {second}; {gained}."
    named = f"Compared with the next best: {named}" if advice.beside_second else _capital(named)
    if decisive is None:
        return f"{named}. No single reason decides. Next best: {ended(second)}"
    without, other = best.without(decisive.what), decisive.otherwise.without(decisive.what)
    level = abs(without.total - other.total) <= DUST
    would_be = "another choice would be as good" if level else "the choice would be"
    otherwise = ended(words(game, decisive.otherwise.action))
    return f"{named}. Without {label(decisive)}, {would_be}: {otherwise}"


def ended(text: str) -> str:
    """Return a text as a sentence. A text that ends in a full stop, such as a corporation's name, gets no
    second one."""
    return text if text.endswith(".") else f"{text}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
