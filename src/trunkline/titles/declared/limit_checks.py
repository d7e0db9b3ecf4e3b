"""Checks of limits in a title file: certificates after closings, lays, half dividends, homes and ends."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.board import Board, BoardError, TileLays
from trunkline.engine.board.errors import Where
from trunkline.engine.steps.dividend import HALF
from trunkline.util.messages import gettext


def check(board: Board) -> None:
    """Raise ``BoardError`` if a limit contradicts another key, or if it could never matter."""
    _check_certificates(board)
    for name, lays, where in _lays(board):
        _check_lays(name, lays, where)
    _check_dividends(board)
    _check_zones(board)
    _check_homes(board)
    _check_closing(board)
    _check_rusting(board)
    _check_bids(board)
    _check_ending(board)


def _check_certificates(board: Board) -> None:
    """Raise ``BoardError`` if certificate limits after closings have gaps, or are for what cannot be."""
    if not board.certificates_late:
        return
    key = "certificates_late"
    most = len(board.corporations) - 1
    for left, limits in board.certificates_late.items():
        if not 1 <= left <= most:
            text = gettext(
                "certificates_late: {left} corporations are never left after a closing; give 1 to {most}",
                left=left,
                most=most,
            )
            raise BoardError(text, (key, left))
        if missing := [each for each in board.players if each not in limits]:
            text = gettext(
                "certificates_late.{left}: the limit with {players} players is missing",
                left=left,
                players=missing[0],
            )
            raise BoardError(text, (key, left))
    closes = any(box.zone == "closed" for box in board.boxes.values())
    if not closes and not board.ending.players_left:
        text = gettext(
            "{key}: no corporation can close; give the chart a box with zone: closed, or leave this key out",
            key=key,
        )
        raise BoardError(text, (key,))
    fewest = min(board.certificates_late)
    for left in range(most, fewest, -1):
        if left not in board.certificates_late:
            text = gettext(
                "{key}: the row for {left} corporations is missing; list each number from {most} to {fewest}",
                key=key,
                left=left,
                most=most,
                fewest=fewest,
            )
            raise BoardError(text, (key,))
    for left, limits in board.certificates_late.items():
        for players, limit in limits.items():
            here: Where = (key, left, players)
            if players not in board.players:
                text = gettext(
                    "{key}.{left}: the title is not for {players} players; it is for {fewest} to {most}",
                    key=key,
                    left=left,
                    players=players,
                    fewest=min(board.players),
                    most=max(board.players),
                )
                raise BoardError(text, here)
            if not limit:
                text = gettext(
                    "{key}.{left}.{players}: a limit is at least 1, not 0",
                    key=key,
                    left=left,
                    players=players,
                )
                raise BoardError(text, here)


def _lays(board: Board) -> Iterator[tuple[str, TileLays, Where]]:
    """Yield the lays of phases and corporations, each with its owner as text and its path in the file."""
    for place, phase in enumerate(board.phases):
        if phase.tile_lays is not None:
            yield f"phase {phase.name}", phase.tile_lays, ("phases", place, "tile_lays")
    for place, corporation in enumerate(board.corporations):
        if corporation.tile_lays is not None:
            yield corporation.id, corporation.tile_lays, ("corporations", place, "tile_lays")


def _check_lays(name: str, lays: TileLays, where: Where) -> None:
    """Raise ``BoardError`` if the lays of a turn contradict each other."""
    both = lays.yellow + lays.upgrades
    if lays.lays is not None:
        for key, count in (("yellow", lays.yellow), ("upgrades", lays.upgrades)):
            if count > lays.lays:
                text = gettext(
                    "{name}, tile_lays: {key} is {count}, but a turn has lays: {lays}; give at most {lays}",
                    name=name,
                    key=key,
                    count=count,
                    lays=lays.lays,
                )
                raise BoardError(text, (*where, key))
        if lays.lays > both:
            text = gettext(
                "{name}, tile_lays: lays is {lays}, but yellow and upgrades are only {both} together",
                name=name,
                lays=lays.lays,
                both=both,
            )
            raise BoardError(text, (*where, "lays"))
    most = max(lays.yellow, lays.upgrades) if lays.lays is None else lays.lays
    if lays.next_cost and most < 2:
        text = gettext(
            "{name}, tile_lays: next_cost needs a second lay; raise yellow, or give lays: 2, or leave it out",
            name=name,
        )
        raise BoardError(text, (*where, "next_cost"))


def _check_dividends(board: Board) -> None:
    """Raise ``BoardError`` if a payout is listed twice, or if a unit of half dividends has no use."""
    choices, unit = board.dividends.choices, board.dividends.half_rounds_up_to
    for place, choice in enumerate(choices):
        if choice in choices[:place]:
            text = gettext("dividends.choices: {choice} is listed twice", choice=choice)
            raise BoardError(text, ("dividends", "choices", place))
    if unit != 1 and HALF not in choices:
        text = gettext("dividends.half_rounds_up_to: it needs the choice half; add it, or leave this key out")
        raise BoardError(text, ("dividends", "half_rounds_up_to"))


def _check_zones(board: Board) -> None:
    """Raise ``BoardError`` if a text is for a zone in which the chart has no box."""
    zones = {box.zone for box in board.boxes.values()}
    for zone in board.chart.zones:
        if zone not in zones:
            text = gettext(
                "chart.zones: no box of the chart is in the zone {zone}; leave its text out", zone=zone
            )
            raise BoardError(text, ("chart", "zones", zone))


def _check_homes(board: Board) -> None:
    """Raise ``BoardError`` if a home is listed twice, or if its city has too few slots."""
    at: dict[tuple[str, int], list[str]] = {}
    for place, corporation in enumerate(board.corporations):
        where: Where = ("corporations", place, "home")
        if len(set(corporation.home)) < len(corporation.home):
            text = gettext("{id}: its home is listed twice; list each hex once", id=corporation.id)
            raise BoardError(text, where)
        if corporation.home_choice or corporation.home_stop is None:
            continue
        for hex in corporation.home:
            stops = board.hexes[hex].stops
            slots = stops[corporation.home_stop].slots if stops else 1
            others = at.setdefault((hex, corporation.home_stop), [])
            if len(others) >= max(slots, 1):
                text = gettext(
                    "{id}: its home {hex} has no slot left, because {others} has its home there; give "
                    "another hex or another home_stop",
                    id=corporation.id,
                    hex=hex,
                    others=others[0],
                )
                raise BoardError(text, where)
            others.append(corporation.id)


def _check_closing(board: Board) -> None:
    """Raise ``BoardError`` if privates close in the first phase, which is in force from the start."""
    first = board.phases[0].name
    keys: list[tuple[str, str, Where]] = [
        (private.closes_in_phase, f"{private.id}, closes_in_phase", ("privates", place, "closes_in_phase"))
        for place, private in enumerate(board.privates)
    ]
    if board.privates:
        where: Where = ("private_rules", "close_on_phase")
        keys.append((board.private_rules.close_on_phase, ".".join(map(str, where)), where))
    for phase, key, where in keys:
        if phase == first:
            text = gettext(
                "{key}: {phase} is the first phase, in force from the start; give a later one",
                key=key,
                phase=phase,
            )
            raise BoardError(text, where)


def _check_rusting(board: Board) -> None:
    """Raise ``BoardError`` if a train rusts with a type that is sold before it, or with its own."""
    sold: set[str] = set()
    for place, train in enumerate(board.trains):
        sold.add(train.name)
        for key, others in (("rusts_on", train.rusts_on), ("obsolete_on", train.obsolete_on)):
            for other in others:
                if other in sold:
                    text = gettext(
                        "train {name}, {key}: {other} is not a later type; give one that follows in the list",
                        name=train.name,
                        key=key,
                        other=other,
                    )
                    raise BoardError(text, ("trains", place, key))


def _check_bids(board: Board) -> None:
    """Raise ``BoardError`` if no player has the money for the lowest bid on a private."""
    richest = max(each.cash for each in board.players.values())
    if board.privates and board.bid_increment is not None and board.bid_increment > richest:
        text = gettext(
            "bid_increment: ${amount} is more than a player has; give at most ${cash}",
            amount=board.bid_increment,
            cash=richest,
        )
        raise BoardError(text, ("bid_increment",))


def _check_ending(board: Board) -> None:
    """Raise ``BoardError`` if an end of the game comes at once, or never."""
    left, price = board.ending.players_left, board.ending.share_price
    fewest = min(board.players)
    if left is not None and not 1 <= left < fewest:
        text = gettext(
            "ending.players_left: it is {left}; give at least 1, and fewer than the {fewest} players of the "
            "smallest game",
            left=left,
            fewest=fewest,
        )
        raise BoardError(text, ("ending", "players_left"))
    if price is None:
        return
    highest, par = max(box.price for box in board.boxes.values()), max(board.par_values)
    if not par < price <= highest:
        text = gettext(
            "ending.share_price: it is ${price}; give more than the highest par price, ${par}, and at most "
            "${highest}, the highest price of the chart",
            price=price,
            par=par,
            highest=highest,
        )
        raise BoardError(text, ("ending", "share_price"))
