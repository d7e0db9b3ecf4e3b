"""The rules of a declared title: the sentences in ``sentences.yaml``, with the figures of its board.

``sentences.de.yaml`` has the sentences in German. The figures are messages of the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from trunkline.engine.board import Board, Ending, Phase
from trunkline.engine.board.components import AT_ONCE, FINISH_SET
from trunkline.engine.kernel.rulebook import Rule
from trunkline.engine.kernel.shares import FREE_ZONES, UNLIMITED_ZONES
from trunkline.engine.steps.dividend import SETTLED
from trunkline.titles.declared import (
    capital_texts,
    lay_texts,
    loan_texts,
    power_texts,
    price_texts,
    stock_texts,
)
from trunkline.titles.declared.switches import Switches
from trunkline.titles.declared.title_file import TitleFile
from trunkline.util.enumeration import any_of, enumerated
from trunkline.util.messages import SOURCE, gettext, gettext_noop, language, ngettext
from trunkline.util.strict_yaml import read_own, read_translation

SENTENCES: Final = Path(__file__).with_name("sentences.yaml")
TURN_SHAPES: Final = {
    "sell-buy": gettext_noop("may sell, and then buy"),
    "sell-buy or buy-sell": gettext_noop("may sell and then buy, or buy and then sell"),
    "sell-buy-sell": gettext_noop("may sell, buy, and sell again"),
}
PRIVATES_AT_END: Final = {
    "cost": gettext_noop(
        "The player with the most cash, shares at their prices, and open privates at their cost wins."
    ),
    "nothing": gettext_noop(
        "The player with the most cash and shares at their prices wins. Privates are worth nothing."
    ),
}
EXPORTS: Final = {
    "never": "",
    "each set": gettext_noop(
        "At the end of a set of operating rounds, the bank's next train leaves the game as if it had been "
        "sold."
    ),
    "each operating round": gettext_noop(
        "At the end of an operating round, the bank's next train leaves the game as if it had been sold."
    ),
}
OBSOLETE: Final = gettext_noop(
    "An obsolete train runs once more, and leaves the game after the dividend of its owner. Until then it "
    "counts toward the train limit. A train without an owner leaves the game when it becomes obsolete."
)
COMPULSORY: Final = {
    "with a route": gettext_noop(
        "A corporation with a possible run must own a train at the end of its turn."
    ),
    "always": gettext_noop("A corporation must own a train at the end of its turn."),
    "never": gettext_noop("A corporation need not own a train."),
}
CAPITALS: Final = {
    "": gettext_noop("A corporation that floats gets {multiple} times its share price from the bank."),
    "shares_sold": gettext_noop(
        "A corporation that floats gets its par price for each share that has been bought."
    ),
    "incremental": gettext_noop(
        "A corporation that floats gets its par price for each share that has been bought, "
        "and the price of each share that is bought from the IPO later."
    ),
}
UNSOLD: Final = {
    "treasury": gettext_noop("Its other shares go into its treasury."),
    "ipo": gettext_noop("Its other shares stay in the IPO."),
}
UNOWNED: Final = {
    "pool": gettext_noop(
        "Shares in the pool pay the corporation. Other shares that no player holds pay the bank."
    ),
    "treasury": gettext_noop(
        "Shares in the treasury pay the corporation. Other shares that no player holds pay the bank."
    ),
}
COLOURS: Final = {
    "yellow": gettext_noop("yellow"),
    "green": gettext_noop("green"),
    "brown": gettext_noop("brown"),
    "orange": gettext_noop("orange"),
    "gray": gettext_noop("gray"),
    "blue": gettext_noop("blue"),
}
ENDS: Final = {
    FINISH_SET: gettext_noop("the set of operating rounds is finished"),
    AT_ONCE: gettext_noop("the game ends at once"),
}
"""The extent of play after an end is due. All others finish the operating round."""
FINISH_ROUND: Final = gettext_noop("the operating round is finished")


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences in another language.

    The keys of ``sections`` are the English headings. Those of ``rules`` are names of rules.
    """

    sections: dict[str, str] = {}
    rules: dict[str, str] = {}


@dataclass(frozen=True, slots=True, eq=False)
class DeclaredRules(Mapping[str, Rule]):
    """The rules of a declared title by id, in the order of play and in the language of the reader."""

    title: TitleFile
    known: dict[str, dict[str, Rule]] = field(default_factory=dict)
    """The rules in each language that has been read."""

    def __getitem__(self, id: str) -> Rule:
        return self._in(language())[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._in(language()))

    def __len__(self) -> int:
        return len(self._in(language()))

    def _in(self, into: str) -> dict[str, Rule]:
        found = self.known.get(into)
        if found is None:
            found = self.known[into] = dict(_rules(self.title, into))
        return found


@lru_cache
def translated_sentences(into: str) -> Sentences:
    """Return the sentences in another language, without those that have no translation."""
    return read_translation(SENTENCES, into, Sentences)


@lru_cache
def sentences() -> dict[str, dict[str, str]]:
    """Return the English sentences by name of the rule, by section."""
    return read_own(SENTENCES, dict[str, dict[str, str]])


def _rules(title: TitleFile, into: str) -> Iterator[tuple[str, Rule]]:
    board = title.board
    words = _words(board, title.switches)
    prefix = board.title.lower()
    texts = Sentences() if into == SOURCE else translated_sentences(into)

    def rule(name: str, section: str, text: str) -> tuple[str, Rule]:
        return f"{prefix}.{name}", Rule(f"{prefix}.{name}", section, text, "procedure", "")

    for heading, found in sentences().items():
        if heading == loan_texts.SECTION and board.loans is None:
            continue
        section = texts.sections.get(heading, heading)
        for name, sentence in found.items():
            if loan_texts.is_left_out(board, title.switches, name):
                continue
            usual = texts.rules.get(name, sentence).format_map(words)
            if name == "private.close" and not board.private_rules.close_on_phase:
                usual = gettext("No phase closes all privates.")
            if text := loan_texts.instead(board, title.switches, name) or usual:
                yield rule(name, section, text)
    for private in board.privates:
        for name, sentence in (power_texts.gift(private) | power_texts.sentences(private)).items():
            yield rule(name, gettext("Powers of the privates"), sentence)
    for phase in board.phases:
        yield rule(f"phase.{phase.name}.span", gettext("Phases"), _phase(board, phase))


def _phase(board: Board, phase: Phase) -> str:
    begins = (
        gettext(
            "Phase {phase} begins with the first {trains}-train.",
            phase=phase.name,
            trains=any_of(phase.on_train),
        )
        if phase.on_train
        else gettext("Phase {phase} is the first phase.", phase=phase.name)
    )
    limits = gettext(
        "Tiles: {tiles}. Train limit: {limit}. Operating rounds: {rounds}.",
        tiles=enumerated(gettext(COLOURS[each]) for each in phase.tiles),
        limit=stock_texts.train_limit(phase),
        rounds=phase.operating_rounds,
    )
    rusted = [train.name for train in board.trains if set(train.rusts_on) & set(phase.on_train)]
    rusts = [gettext("{trains}-trains rust.", trains=enumerated(rusted))] if rusted else []
    obsolete = [train.name for train in board.trains if set(train.obsolete_on) & set(phase.on_train)]
    if obsolete:
        rusts.append(gettext("{trains}-trains become obsolete.", trains=enumerated(obsolete)))
    return " ".join([begins, limits, *rusts])


def _words(board: Board, switches: Switches) -> dict[str, str]:
    """Return the figures of the board for the blanks of the sentences, in the language of the reader."""
    floating = board.floating
    assert floating is not None
    ending = board.ending
    return {
        "corporations": enumerated(each.id for each in board.corporations),
        "close_phase": board.private_rules.close_on_phase,
        "private_buyers": _private_buyers(board),
        "private_prices": gettext(
            "{lowest}% to {highest}%", lowest=switches.private_price_from, highest=switches.private_price_to
        ),
        "trade": (
            gettext("Players may sell each other privates.")
            if board.private_rules.sellable
            else gettext("Players may not sell each other privates.")
        ),
        "cheaper": _cheaper(switches),
        "raise_by": str(board.bid_increment or 0),
        "turn_shape": gettext(TURN_SHAPES[switches.stock_turn]),
        "certificate_limits": ", ".join(
            gettext("{limit} with {players} players", limit=each.certificates, players=players)
            for players, each in board.players.items()
        ),
        "limits_after_closings": "".join(f" {text}" for text in _limits_after_closings(board)),
        "share_limit": str(board.share_limit),
        "pool_limit": str(board.pool_limit),
        **_zones(board, switches),
        "pars": enumerated(gettext("${amount}", amount=par) for par in board.par_values),
        "float_percent": str(floating.percent),
        "capital": (
            capital_texts.at_float()
            if board.capitalisation
            else gettext(CAPITALS[floating.capital], multiple=floating.price_multiple)
        ),
        **capital_texts.words(board),
        "unsold": gettext(UNSOLD[floating.unsold]),
        "payouts": ", ".join(gettext(SETTLED[each]) for each in board.dividends.choices),
        "unowned": gettext(UNOWNED[switches.dividend_to]),
        **price_texts.words(board, switches),
        **stock_texts.words(board, switches),
        "most_worth": gettext(PRIVATES_AT_END[switches.privates_at_end]),
        "trains": ", ".join(train.name for train in board.trains),
        "plus_trains": _plus_trains(board),
        "train_limits": ", ".join(
            gettext("{limit} in phase {phase}", limit=phase.train_limit, phase=phase.name)
            for phase in board.phases
        ),
        "obsolete": gettext(OBSOLETE) if any(train.obsolete_on for train in board.trains) else "",
        "train_export": _maybe(EXPORTS[switches.train_export]),
        "lays_of_a_turn": " ".join(lay_texts.sentences(board)),
        "token_price": _token_price(board),
        "trade_in": _trade_in(board),
        **loan_texts.words(board, switches),
        "compulsory": gettext(COMPULSORY[switches.must_own_train]),
        **_bankruptcy(ending),
        "bank_end": gettext(ENDS.get(ending.bank_empty, FINISH_ROUND)),
        "train_end": (
            gettext("The first {train}-train ends the game, after the set.", train=ending.train)
            if ending.train
            else ""
        ),
        "sets_end": gettext("The game ends after set {sets}.", sets=ending.sets) if ending.sets else "",
        "price_end": _price_end(ending),
    }


def _maybe(message: str) -> str:
    """Return a message in the language of the reader. An empty one stays empty."""
    return gettext(message) if message else ""


def _cheaper(switches: Switches) -> str:
    if not switches.first_private_falls:
        return ""
    return gettext(
        "While the first private is unsold, its price falls by ${amount} each time all players pass, and "
        "no private pays. At $0 the next player gets it for free.",
        amount=switches.first_private_falls,
    )


def _limits_after_closings(board: Board) -> Iterator[str]:
    """Yield the certificate limits for each number of corporations that are left."""
    for left, limits in sorted(board.certificates_late.items(), reverse=True):
        yield gettext(
            "With {corporations} corporations left: {limits}.",
            corporations=left,
            limits=", ".join(
                gettext("{limit} with {players} players", limit=limit, players=players)
                for players, limit in limits.items()
            ),
        )


def _zones(board: Board, switches: Switches) -> dict[str, str]:
    """Return the sentences on the zones of the chart, each after a space, or empty without such boxes."""
    zones = dict.fromkeys(box.zone for box in board.boxes.values())
    free, unlimited = ([each for each in some if each in zones] for some in (FREE_ZONES, UNLIMITED_ZONES))
    several = switches.several_in_brown and "brown" in zones
    uncounted = [gettext("Shares in these zones do not count: {zones}.", zones=_named(free))] if free else []
    if board.privates and not board.private_rules.counts_as_certificate:
        uncounted.append(gettext("Privates do not count."))
    found = {
        "free_zones": " ".join(uncounted),
        "unlimited_zones": gettext("There is no limit in these zones: {zones}.", zones=_named(unlimited))
        if unlimited
        else "",
        "several": gettext("In the brown zone a player may buy several of the corporation.")
        if several
        else "",
    }
    return {key: f" {text}" if text else "" for key, text in found.items()}


def _named(zones: Iterable[str]) -> str:
    return enumerated(gettext(COLOURS[each]) for each in zones)


def _price_end(ending: Ending) -> str:
    if ending.share_price is None:
        return ""
    extent = gettext(ENDS.get(ending.share_price_end, FINISH_ROUND))
    return gettext("When a share price reaches ${price}, {extent}.", price=ending.share_price, extent=extent)


def _bankruptcy(ending: Ending) -> dict[str, str]:
    """Return the rules of a bankruptcy, which are empty if they do not apply."""
    if not ending.players_left:
        return {
            "bankrupt_loses": gettext("A bankrupt player loses all shares to the pool."),
            "bankruptcy_end": gettext("A bankruptcy ends the game."),
            "bankrupt_privates": "",
            "new_president": "",
            "sole_survivor": "",
        }
    return {
        "bankrupt_loses": gettext(
            "A bankrupt player leaves the game and loses all shares to the pool. The corporation keeps the "
            "money that was raised."
        ),
        "bankruptcy_end": "",
        "bankrupt_privates": gettext("The privates of a bankrupt player close."),
        "new_president": gettext(
            "Another player takes over each presidency of a bankrupt player. If no player can, the "
            "corporation closes."
        ),
        "sole_survivor": gettext(
            "When bankruptcies leave only {players} in play, the game ends.", players=ending.players_left
        ),
    }


def _token_price(board: Board) -> str:
    each = board.station_tokens.cost_per_hex
    if each is not None:
        return gettext(
            "A token costs ${cost} for each hex of the way from the nearest token of the corporation.",
            cost=each,
        )
    return gettext("A corporation pays the next price on its charter for a token.")


def _trade_in(board: Board) -> str:
    found = [
        gettext(
            "${dollars} off a {train}-train for a {old}-train", dollars=dollars, train=train.name, old=old
        )
        for train in board.trains
        for old, dollars in train.discount.items()
    ]
    if not found:
        return gettext("A corporation cannot pay with a train for another one.")
    return gettext(
        "A corporation that buys a train from the bank may pay with an older one: {discounts}.",
        discounts=any_of(found),
    )


def _plus_trains(board: Board) -> str:
    """Return the rule of the trains that count cities and towns separately, or an empty text without them."""
    found = [
        gettext(
            "A run of train {train} visits at most {cities} and {towns}.",
            train=train.name,
            cities=ngettext("{count} city", "{count} cities", train.range),
            towns=ngettext("{count} town", "{count} towns", train.plus),
        )
        for train in board.trains
        if train.plus is not None and train.range is not None
    ]
    if not found:
        return ""
    text = gettext(
        "An off-board place counts as a city. Cities that a run does not visit allow no further towns. "
        "A train passes no town without a stop there, and each town earns its value."
    )
    return " ".join([*found, text])


def _private_buyers(board: Board) -> str:
    phases = [phase.name for phase in board.phases if phase.buy_privates]
    if not phases:
        return gettext("Corporations do not buy privates.")
    return gettext(
        "Corporations buy privates from players in phase {phases}, if the player agrees.",
        phases=enumerated(phases),
    )
