"""The progress of a game in three lines: a player's money, the actions of others, and the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from trunkline.engine.kernel.options import Options
from trunkline.engine.kernel.state import State
from trunkline.game.effects import Effects
from trunkline.titles import build
from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext, gettext_noop, ngettext
from trunkline.web.presenters.money import dollars
from trunkline.web.schemas.digest import TrainLoss
from trunkline.web.schemas.log import Logged

HEADLINES = 3
"""The maximum number of headlines in a line."""
NAMES = 6
"""The maximum number of hexes, or of companies, in a list."""
DIVIDEND = "dividend"
SOURCES = {
    DIVIDEND: gettext_noop("dividends"),
    "private": gettext_noop("privates"),
    "train": gettext_noop("trains"),
    "": gettext_noop("other payments"),
}
"""The words for the purposes of payments, if they differ."""


def three_lines(
    options: Options, before: State, after: State, entries: Sequence[Logged], seat: str
) -> tuple[str, ...]:
    """Return at most three lines about the way from one position to another.

    Args:
        options: The options of the game.
        before: The position that the player knows.
        after: The position now.
        entries: The entries that lead from ``before`` to ``after``, without undone ones.
        seat: The player to address as "you". Empty for a person without a seat.
    """
    led_to = Effects(build(options), before, after, ())
    lines = (
        _money(led_to, entries, seat) if seat else _everyones_money(led_to),
        _others(led_to, entries, seat),
        _board(led_to, entries),
    )
    return tuple(line for line in lines if line)


def payments(entries: Iterable[Logged], seat: str) -> Counter[str]:
    """Return the sums that a player received and paid, by purpose. Paid sums are negative."""
    found: Counter[str] = Counter()
    for event in _events(entries, "money_moved"):
        amount, why = event["amount"], event.get("why", "")
        if event["payee"] == seat:
            found[why] += amount
        if event["payer"] == seat:
            found[why] -= amount
    return found


def cash_change(entry: Logged, seat: str) -> int:
    """Return the change of a player's cash by an entry, in dollars."""
    return payments((entry,), seat).total()


def changed_hexes(before: State, after: State) -> list[str]:
    """Return the hexes whose tile or tokens differ."""
    found: dict[str, None] = {}
    for hex in dict.fromkeys([*before.tiles, *after.tiles]):
        if before.tiles.get(hex) != after.tiles.get(hex):
            found[hex] = None
    for hex in dict.fromkeys([*before.tokens, *after.tokens]):
        if (before.tokens.get(hex) or ()) != (after.tokens.get(hex) or ()):
            found[hex] = None
    for private in dict.fromkeys([*before.private_tokens, *after.private_tokens]):
        old, new = before.private_tokens.get(private), after.private_tokens.get(private)
        if old != new:
            found.update({place[0]: None for place in (old, new) if place})
    return list(found)


def rusted_trains(entries: Iterable[Logged]) -> list[TrainLoss]:
    """Return the trains that rusted, by owner and type. The pool is an owner too."""
    found = Counter(
        (owner, event["type"])
        for event in _events(entries, "trains_rusted")
        for owner in event.get("owners", ())
    )
    return [TrainLoss(owner, kind, count) for (owner, kind), count in found.items()]


# -- the lines


def _money(led_to: Effects, entries: Sequence[Logged], seat: str) -> str:
    """Return the line about a player's cash and shares. Empty if neither has changed."""
    was, now = (state.players[seat].cash for state in (led_to.before, led_to.after))
    parts = []
    if was != now:
        values = {"difference": dollars(abs(now - was)), "cash": dollars(now)}
        text = (
            gettext("Your cash rose by {difference} to {cash}", **values)
            if now > was
            else gettext("Your cash fell by {difference} to {cash}", **values)
        )
        sources = _sources(entries, seat, now - was)
        parts.append(f"{text}: {sources}." if sources else f"{text}.")
    held = [
        gettext("{corp} from {old}% to {new}%", corp=corp, old=old, new=new)
        for (place, corp), (old, new) in led_to.percents.items()
        if place == seat
    ]
    if held:
        parts.append(gettext("Your shares: {changes}.", changes=_listed(held)))
    mine = _corps_of(led_to, seat)
    moved = [_price(corp, *step) for corp, step in led_to.prices.items() if corp in mine]
    if moved:
        parts.append(gettext("Your share prices: {changes}.", changes=_listed(moved)))
    return " ".join(parts)


def _everyones_money(led_to: Effects) -> str:
    changes = [
        f"{name} {dollars(new - old, change=True)}"
        for name, (old, new) in led_to.cash.items()
        if name in led_to.after.players
    ]
    return gettext("Cash: {changes}.", changes=_listed(changes)) if changes else ""


def _sources(entries: Sequence[Logged], seat: str, difference: int) -> str:
    """Return the purposes of a player's payments. Empty if their sum is not the difference in cash."""
    found = payments(entries, seat)
    # The entries lack payments if a known action was undone, or if an older version wrote them.
    if found.total() != difference:
        return ""
    texts = []
    for why, amount in sorted(found.items(), key=lambda each: -abs(each[1])):
        if amount:
            text = f"{gettext(SOURCES.get(why, why))} {dollars(amount, change=True)}"
            texts.append(text + (_payers(entries, seat) if why == DIVIDEND else ""))
    return ", ".join(texts)


def _payers(entries: Sequence[Logged], seat: str) -> str:
    paid: Counter[str] = Counter()
    for event in _events(entries, "dividend_received"):
        if event["owner"] == seat:
            paid[event["corp"]] += event["amount"]
    each = [f"{corp} {dollars(amount)}" for corp, amount in paid.items() if amount]
    return f" ({_listed(each)})" if each else ""


def _others(led_to: Effects, entries: Sequence[Logged], seat: str) -> str:
    """Return the line about the actions of others. Those that touch the player come first."""
    mine = _corps_of(led_to, seat)
    presided = {corp.id for corp in led_to.before.corporations.values() if corp.president == seat}
    parts = [
        ngettext(
            "{count} {type}-train of your {corp} rusted",
            "{count} {type}-trains of your {corp} rusted",
            loss.count,
            type=loss.type,
            corp=loss.corp,
        )
        for loss in rusted_trains(entries)
        if seat and loss.corp in presided
    ]
    others = [entry for entry in entries if entry.headline and (entry.seat != seat or not seat)]
    moves = [entry for entry in others if not entry.passed]

    def touches(entry: Logged) -> bool:
        changed = entry.changed
        return changed is not None and (seat in changed.players or not mine.isdisjoint(changed.corps))

    ranked = sorted(
        moves, key=lambda entry: (not touches(entry), entry.changed is None, -entry.weight, entry.number)
    )
    chosen = list(dict.fromkeys(entry.headline for entry in ranked))[:HEADLINES]
    parts += chosen
    if not parts:
        if len(others) > 1:
            return ngettext("Others passed {count} time.", "Others passed {count} times.", len(others))
        return gettext("Others passed.") if others else ""
    more = len(moves) - len(chosen)
    text = "; ".join(parts)
    if not more:
        return f"{text}."
    return ngettext("{moves}; and {count} more move.", "{moves}; and {count} more moves.", more, moves=text)


def _board(led_to: Effects, entries: Sequence[Logged]) -> str:
    """Return the line about the map, the phase and the companies. Empty if nothing has changed there."""
    before, after = led_to.before, led_to.after
    laid = [hex for hex in changed_hexes(before, after) if before.tiles.get(hex) != after.tiles.get(hex)]
    other = [hex for hex in changed_hexes(before, after) if hex not in laid]
    parts = []
    if laid:
        parts.append(
            ngettext(
                "{count} tile changed: {hexes}.",
                "{count} tiles changed: {hexes}.",
                len(laid),
                hexes=_listed(laid),
            )
        )
    if other:
        parts.append(gettext("Tokens changed on {hexes}.", hexes=_listed(other)))
    was, now = led_to.phase
    if was != now:
        lost: Counter[str] = Counter()
        for loss in rusted_trains(entries):
            lost[loss.type] += loss.count
        trains = _listed(
            [
                ngettext("{count} {type}-train", "{count} {type}-trains", count, type=kind)
                for kind, count in lost.items()
            ]
        )
        parts.append(
            gettext("Phase {was} became phase {now}; {trains} rusted.", was=was, now=now, trains=trains)
            if lost
            else gettext("Phase {was} became phase {now}.", was=was, now=now)
        )
    if after.over and not before.over:
        parts.append(gettext("The game ended."))
    return " ".join(parts)


def _corps_of(led_to: Effects, seat: str) -> frozenset[str]:
    """Return the corporations in which a player has or had shares."""
    states = led_to.before, led_to.after
    return frozenset(
        corp.id for state in states for corp in state.corporations.values() if seat and corp.shares.get(seat)
    )


def _price(corp: str, old: int, new: int) -> str:
    if not old:
        return gettext("{corp} {price}, new", corp=corp, price=dollars(new))
    if not new:
        return gettext("{corp} {price} to none", corp=corp, price=dollars(old))
    return gettext("{corp} {old} to {new}", corp=corp, old=dollars(old), new=dollars(new))


def _listed(names: Sequence[str]) -> str:
    if len(names) > NAMES:
        names = [*names[: NAMES - 1], gettext("{count} more", count=len(names) - NAMES + 1)]
    return enumerated(names)


def _events(entries: Iterable[Logged], kind: str) -> Iterator[Mapping[str, Any]]:
    for entry in entries:
        for event in entry.events:
            if event.get("event") == kind:
                yield event
