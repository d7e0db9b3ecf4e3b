"""Why a program acts, in words: the terms of its estimates, and what it would do without the decisive one."""

from __future__ import annotations

from collections.abc import Iterable

from trunkline.game import Game
from trunkline.players.advice import Advice, Term
from trunkline.wording.choices import words

MOST = 4
"""Terms that are named of an estimate."""
LEAST = 0.5
"""Dollars below which a term says nothing."""
RULED_OUT = -100_000
"""Dollars below which an estimate only says that this is never done."""
TERMS = {
    "income": "income to come",
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


def told(terms: Iterable[Term]) -> list[Term]:
    """The terms worth naming, what weighs most first; what has one name is one."""
    sums: dict[str, float] = {}
    for term in terms:
        sums[term.what] = sums.get(term.what, 0.0) + term.dollars
    found = [Term(what, dollars) for what, dollars in sums.items() if abs(dollars) >= LEAST]
    return sorted(found, key=lambda term: -abs(term.dollars))[:MOST]


def signed(dollars: float) -> str:
    """Dollars that are won or lost."""
    if dollars <= RULED_OUT:
        return "never"
    return f"{'−' if dollars < 0 else '+'}${abs(round(dollars)):,}"


def sums(terms: Iterable[Term]) -> str:
    """Terms with their dollars, such as ``dividends +$120, money for trains −$30``."""
    return ", ".join(f"{called(term)} {signed(term.dollars)}" for term in told(terms))


def because(game: Game, advice: Advice) -> str:
    """Why a player prefers what it does, in a sentence or two."""
    best, *others = advice.estimates
    if not others:
        return "There was nothing else to weigh."
    weighed, second = _capital(sums(best.terms)), words(game, others[0].action)
    decisive = advice.decisive
    if decisive is not None:
        return f"{weighed}. Without {called(decisive)} the choice would be: {ended(second)}"
    if weighed:
        return f"{weighed}. No one reason decides; next best: {ended(second)}"
    against = sums(others[0].terms) or "nothing gained"
    return f"Nothing promises more. Next best: {second}; {against}."


def ended(text: str) -> str:
    """Words as a sentence: those that end in a full stop, such as a company's name, get no second one."""
    return text if text.endswith(".") else f"{text}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
