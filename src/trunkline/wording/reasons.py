"""Why a program acts, in words: the terms of its estimates, and what it would do without the decisive one."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.game import Game
from trunkline.players.advice import DUST, Advice, Estimate, Term
from trunkline.wording.choices import words

MOST = 4
"""Reasons of an estimate that are named; the others are told as one."""
OTHERS = "other reasons"
LEAST = 0.5
"""Dollars below which a term says nothing."""
RULED_OUT = -100_000
"""Dollars below which an estimate only says that this is never done."""
TERMS = {
    "income": "income to come",
    "outlay": "what that money could do",
    "resale": "what it fetches later",
    "runs": "what trains earn",
    "reach": "stops that come nearer",
    "treasury": "the treasury's part",
    "liking": "a liking",
    "site": "a good site",
    "cost": "what it costs",
    "worth": "worth at once",
    "trains ahead": "the price of trains to come",
    "phase": "a new phase",
    "my company": "my own company",
    "room for another": "what the money can buy instead",
    "its idle treasury": "money that lies in its treasury",
    "powers": "the powers of a private",
    "time lost": "waiting until privates are sold",
    "to be paid back": "loans to be paid back",
    "a train sooner": "a train it can buy sooner",
    "their train": "a train that is not for sale",
    "another's train": "a train that others may sell",
    "not mine to sell": "a private that is not for sale",
    "worth then": "worth later on",
    "others": "what the others gain",
    "rules of thumb": "by rules of thumb",
}
"""What terms are called where their own name is too short to be understood."""


def called(term: Term) -> str:
    """What a term is about."""
    return TERMS.get(term.what, term.what)


def told(estimate: Estimate, always: Term | None = None) -> list[Term]:
    """The reasons worth naming, what weighs most first, ``always`` among them, and the others as one.

    They are in whole dollars and add up to the total in whole dollars.
    """
    by_weight = sorted(estimate.reasons, key=lambda term: -abs(term.dollars))
    named = [term for term in by_weight[:MOST] if abs(term.dollars) >= LEAST]
    if always in by_weight and always not in named:
        named[MOST - 1 :] = [always]
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


def decisive(advice: Advice) -> Term | None:
    """The decisive reason as it is told; None where there is none that is worth naming."""
    found = advice.decisive
    return next(
        (term for term in told(advice.estimates[0], found) if found and term.what == found.what), None
    )


def _sum(terms: Iterable[Term]) -> float:
    return sum(term.dollars for term in terms)


def signed(dollars: float) -> str:
    """Dollars that are won or lost."""
    if dollars <= RULED_OUT:
        return "never"
    return f"{'−' if dollars < 0 else '+'}${abs(round(dollars)):,}"


def sums(terms: Iterable[Term]) -> str:
    """Terms with their dollars, such as ``dividends +$120, money for trains −$30``."""
    return ", ".join(f"{called(term)} {signed(term.dollars)}" for term in terms)


def because(game: Game, advice: Advice) -> str:
    """Why a player prefers what it does, in a sentence or two."""
    best, *others = advice.estimates
    if not others:
        return "There was nothing else to weigh."
    turning = decisive(advice)
    weighed, second = sums(told(best, advice.decisive)), words(game, others[0].action)
    weighed = f"Beside the next best: {weighed}" if weighed and advice.beside_second else _capital(weighed)
    if turning is not None:
        if abs(best.without(turning.what).total - others[0].total) <= DUST:
            return f"{weighed}. Without {called(turning)} this would be as good: {ended(second)}"
        return f"{weighed}. Without {called(turning)} the choice would be: {ended(second)}"
    if weighed:
        return f"{weighed}. No one reason decides; next best: {ended(second)}"
    against = sums(told(others[0])) or "nothing gained"
    return f"Nothing promises more. Next best: {second}; {against}."


def ended(text: str) -> str:
    """Words as a sentence: those that end in a full stop, such as a company's name, get no second one."""
    return text if text.endswith(".") else f"{text}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
