"""The rules of a declared title: the sentences in ``sentences.yaml``, with the figures of its board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from trunkline.engine.board import Board, Ending, Phase, TileLays
from trunkline.engine.board.components import AT_ONCE, FINISH_SET
from trunkline.engine.kernel.rulebook import Rule
from trunkline.engine.kernel.shares import plural as counted
from trunkline.engine.steps.track import ONE_LAY
from trunkline.titles.declared import power_texts
from trunkline.titles.declared.title_file import Switches, TitleFile
from trunkline.util.enumeration import listed
from trunkline.util.strict_yaml import read_own

PRIVATES: Final = "Powers of the privates"
SENTENCES: Final = Path(__file__).with_name("sentences.yaml")
TURN_SHAPES: Final = {
    "sell-buy": "may sell, and then buy",
    "sell-buy or buy-sell": "may sell and then buy, or buy and then sell",
    "sell-buy-sell": "may sell, buy, and sell again",
}
PRICE_DROPS: Final = {
    "for each share": "The price falls by one row for each share that a player sells.",
    "once a sale": "The price falls by one row for each full 10% that a player sells.",
}
MOVES: Final = {
    "any dividend": "The price moves right after a dividend, and left without one.",
    "dividend of the share price": (
        "The price moves right if the dividend of a share is at least the share price, "
        "and left without a dividend."
    ),
}
EXPORTS: Final = {
    "never": "",
    "each set": (
        "At the end of a set of operating rounds, the bank's next train leaves the game as if it had been "
        "sold."
    ),
    "each operating round": (
        "At the end of an operating round, the bank's next train leaves the game as if it had been sold."
    ),
}
COMPULSORY: Final = {
    "with a route": "A corporation with a possible run must own a train at the end of its turn.",
    "always": "A corporation must own a train at the end of its turn.",
    "never": "A corporation need not own a train.",
}
CAPITALS: Final = {
    "": "A corporation that floats gets {multiple} times its share price from the bank.",
    "shares_sold": "A corporation that floats gets its par price for each share that has been bought.",
    "incremental": (
        "A corporation that floats gets its par price for each share that has been bought, "
        "and the price of each share that is bought from the IPO later."
    ),
}
UNSOLD: Final = {
    "treasury": "Its other shares go into its treasury.",
    "ipo": "Its other shares stay in the IPO.",
}
ENDS: Final = {
    FINISH_SET: "the set of operating rounds is finished",
    AT_ONCE: "the game ends at once",
}
"""The extent of play after an end is due. All others finish the operating round."""
FINISH_ROUND: Final = "the operating round is finished"


def rules(title: TitleFile) -> dict[str, Rule]:
    """Return the rules of a declared title by id, in the order of play."""
    board = title.board
    words = _words(board, title.switches)
    prefix = board.title.lower()
    found: dict[str, Rule] = {}
    for section, sentences in _sentences().items():
        for name, sentence in sentences.items():
            id = f"{prefix}.{name}"
            if text := sentence.format_map(words):
                found[id] = Rule(id, section, text, "procedure", "")
    for private in board.privates:
        for name, sentence in power_texts.sentences(private).items():
            found[f"{prefix}.{name}"] = Rule(f"{prefix}.{name}", PRIVATES, sentence, "procedure", "")
    for phase in board.phases:
        id = f"{prefix}.phase.{phase.name}.span"
        found[id] = Rule(id, "Phases", _phase(board, phase), "procedure", "")
    return found


@lru_cache
def _sentences() -> dict[str, dict[str, str]]:
    return read_own(SENTENCES, dict[str, dict[str, str]])


def _phase(board: Board, phase: Phase) -> str:
    begins = (
        f"begins with the first {listed(phase.on_train, 'or')}-train"
        if phase.on_train
        else "is the first phase"
    )
    rusted = [train.name for train in board.trains if set(train.rusts_on) & set(phase.on_train)]
    rusts = f" {listed(rusted)}-trains rust." if rusted else ""
    return (
        f"Phase {phase.name} {begins}. Tiles: {listed(phase.tiles)}. "
        f"Train limit: {phase.train_limit}. Operating rounds: {phase.operating_rounds}.{rusts}"
    )


def _words(board: Board, switches: Switches) -> dict[str, str]:
    """Return the figures of the board for the blanks of the sentences."""
    floating = board.floating
    assert floating is not None
    ending = board.ending
    return {
        "corporations": listed([each.id for each in board.corporations]),
        "close_phase": board.private_rules.close_on_phase,
        "private_buyers": _private_buyers(board),
        "private_prices": f"{switches.private_price_from}% to {switches.private_price_to}%",
        "trade": "may sell each other" if board.private_rules.sellable else "may not sell each other",
        "raise_by": str(board.bid_increment or 0),
        "turn_shape": TURN_SHAPES[switches.stock_turn],
        "certificate_limits": ", ".join(
            f"{each.certificates} with {count} players" for count, each in board.players.items()
        ),
        "share_limit": str(board.share_limit),
        "pool_limit": str(board.pool_limit),
        "pars": listed([f"${par}" for par in board.par_values]),
        "price_drop": PRICE_DROPS[switches.price_falls],
        "float_percent": str(floating.percent),
        "capital": CAPITALS[floating.capital].format(multiple=floating.price_multiple),
        "unsold": UNSOLD[floating.unsold],
        "payouts": ", ".join(board.dividends.choices),
        "dividend_place": switches.dividend_to,
        "dividend_moves": MOVES[switches.price_rises],
        "trains": ", ".join(train.name for train in board.trains),
        "train_limits": ", ".join(f"{phase.train_limit} in phase {phase.name}" for phase in board.phases),
        "train_export": EXPORTS[switches.train_export],
        "lays_of_a_turn": " ".join(_lays(board)),
        "token_price": _token_price(board),
        "trade_in": _trade_in(board),
        "compulsory": COMPULSORY[switches.must_own_train],
        **_bankruptcy(ending),
        "bank_end": ENDS.get(ending.bank_empty, FINISH_ROUND),
        "train_end": f"The first {ending.train}-train ends the game, after the set." if ending.train else "",
        "sets_end": f"The game ends after set {ending.sets}." if ending.sets else "",
        "price_end": _price_end(ending),
    }


def _price_end(ending: Ending) -> str:
    if ending.share_price is None:
        return ""
    extent = ENDS.get(ending.share_price_end, FINISH_ROUND)
    return f"When a share price reaches ${ending.share_price}, {extent}."


def _bankruptcy(ending: Ending) -> dict[str, str]:
    """Return the rules of a bankruptcy, which are empty if they do not apply."""
    if not ending.players_left:
        return {
            "bankrupt_loses": "A bankrupt player loses all shares to the pool.",
            "bankruptcy_end": "A bankruptcy ends the game.",
            "bankrupt_privates": "",
            "new_president": "",
            "sole_survivor": "",
        }
    return {
        "bankrupt_loses": (
            "A bankrupt player leaves the game and loses all shares to the pool. The corporation keeps the "
            "money that was raised."
        ),
        "bankruptcy_end": "",
        "bankrupt_privates": "The privates of a bankrupt player close.",
        "new_president": (
            "Another player takes over each presidency of a bankrupt player. If no player can, the "
            "corporation closes."
        ),
        "sole_survivor": f"When bankruptcies leave only {ending.players_left} in play, the game ends.",
    }


def _lays(board: Board) -> Iterator[str]:
    """Yield a sentence on the lays of a turn for each group of phases with the same lays."""
    groups: dict[TileLays, list[str]] = {}
    for phase in board.phases:
        groups.setdefault(phase.tile_lays or ONE_LAY, []).append(phase.name)
    for lays, phases in groups.items():
        yellow, upgrades = counted(lays.yellow, "yellow tile"), counted(lays.upgrades, "upgrade")
        allowed = f"{yellow} or {upgrades}" if lays.upgrades else f"{yellow} and no upgrade"
        if lays.lays is not None:
            allowed = f"{counted(lays.lays, 'lay')}, with up to {yellow} and {upgrades}, each on another hex"
        cost = f" Each lay after the first costs ${lays.next_cost}." if lays.next_cost else ""
        when = f" in phase {listed(phases)}" if len(groups) > 1 else ""
        yield f"A corporation lays{when} in a turn {allowed}.{cost}"


def _token_price(board: Board) -> str:
    each = board.station_tokens.cost_per_hex
    if each is not None:
        return f"A token costs ${each} for each hex of the way from the nearest token of the corporation."
    return "A corporation pays the next price on its charter for a token."


def _trade_in(board: Board) -> str:
    found = [
        f"${dollars} off a {train.name}-train for a {old}-train"
        for train in board.trains
        for old, dollars in train.discount.items()
    ]
    if not found:
        return "A corporation cannot pay with a train for another one."
    return f"A corporation that buys a train from the bank may pay with an older one: {listed(found, 'or')}."


def _private_buyers(board: Board) -> str:
    phases = [phase.name for phase in board.phases if phase.buy_privates]
    if not phases:
        return "Corporations do not buy privates."
    return f"Corporations buy privates from players in phase {listed(phases)}, if the player agrees."
