"""Checks of the powers of privates in a title file."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from trunkline.engine.board import (
    AnyPower,
    Board,
    BoardError,
    BoardPrivate,
    CheaperTerrain,
    EarnsMore,
    ExchangesForShare,
    LaysTile,
    PlacesToken,
)
from trunkline.engine.board.errors import Where, check_names
from trunkline.util.messages import gettext


def check(board: Board) -> None:
    """Raise ``BoardError`` if a power of a private names what is not on the board, or could never be used."""
    for place, private in enumerate(board.privates):
        where: Where = ("privates", place)
        _check_closing(board, private, where)
        kinds = [type(power) for power in private.powers]
        for number, power in enumerate(private.powers):
            here = (*where, "powers", number)
            name = f"{private.id}, {type(power).__struct_config__.tag}"
            if kinds.count(type(power)) > 1:
                raise BoardError(gettext("{name}: it is listed twice", name=name), here)
            _check_power(board, private, power, name, here)
        _check_gift(board, private, where)


def _check_gift(board: Board, private: BoardPrivate, where: Where) -> None:
    """Raise ``BoardError`` if given certificates would float a corporation before its first sale."""
    if private.gives is None or board.floating is None:
        return
    id = private.gives.corporation
    gifts = [each.gives for each in board.privates if each.gives is not None]
    if sum(gift.percent for gift in gifts if gift.corporation == id) >= board.floating.percent:
        text = gettext("{id}, gives: {corp} would float without a purchase", id=private.id, corp=id)
        raise BoardError(text, (*where, "gives"))


def _check_closing(board: Board, private: BoardPrivate, where: Where) -> None:
    if private.closes_in_phase:
        _check_known(private.id, "closes_in_phase", [private.closes_in_phase], board.phase, where)
    if private.closes_on_train == "gift" and private.gives is None:
        text = gettext("{id}: closes_on_train is gift, but it gives no certificate", id=private.id)
        raise BoardError(text, (*where, "closes_on_train"))
    if private.closes_on_train == "owner" and not _corporations_buy(board):
        raise _never_owned(private.id, (*where, "closes_on_train"))
    if private.closes_on_use and not private.powers:
        text = gettext("{id}: closes_on_use is true, but it has no powers", id=private.id)
        raise BoardError(text, (*where, "closes_on_use"))


def _check_power(board: Board, private: BoardPrivate, power: AnyPower, name: str, where: Where) -> None:
    if isinstance(power, ExchangesForShare):
        _check_known(name, "corporation", [power.corporation], board.corporation, where)
        if power.when == "any round" and any(map(_is_given, private.powers)):
            text = gettext(
                "{name}: with when: any round it cannot also have a discount or a revenue by: player",
                name=name,
            )
            raise BoardError(text, (*where, "when"))
        return
    hexes = power.hexes or (() if isinstance(power, CheaperTerrain) else private.hexes)
    if not hexes and not isinstance(power, CheaperTerrain):
        raise BoardError(gettext("{name}: it names no hexes, and its private has none", name=name), where)
    _check_known(name, "hexes", hexes, board.hexes, where)
    if isinstance(power, PlacesToken):
        hex = board.hexes[hexes[0]]
        if len(hexes) > 1 or not (hex.cities or any(stop.kind == "city" for stop in hex.stops)):
            raise BoardError(gettext("{name}: it needs one hex, with a city", name=name), where)
    if isinstance(power, LaysTile):
        _check_known(name, "tiles", power.tiles, board.tiles, where)
    if isinstance(power, EarnsMore):
        if not power.value:
            raise BoardError(gettext("{name}, value: it must be at least $1", name=name), (*where, "value"))
        if power.until_phase:
            _check_known(name, "until_phase", [power.until_phase], board.phase, where)
        for id in hexes:
            hex = board.hexes[id]
            if not (hex.cities or hex.towns or hex.stops or hex.kind == "offboard"):
                raise BoardError(gettext("{name}: no train stops on {hex}", name=name, hex=id), where)
    by = "corporation" if isinstance(power, PlacesToken) else getattr(power, "by", "player")
    if by == "corporation" and not _corporations_buy(board):
        raise _never_owned(name, where)


def _check_known(name: str, key: str, given: Iterable[str], known: Collection[str], where: Where) -> None:
    check_names(f"{name}, {key}", given, known, (*where, key))


def _is_given(power: AnyPower) -> bool:
    """Return whether a player gives the power to a corporation, with the action of an exchange."""
    return isinstance(power, CheaperTerrain | EarnsMore) and power.by == "player"


def _corporations_buy(board: Board) -> bool:
    return any(phase.buy_privates for phase in board.phases)


def _never_owned(name: str, where: Where) -> BoardError:
    return BoardError(
        gettext(
            "{name}: no corporation can own it, because no phase has buy_privates: true; "
            "a power of players has by: player",
            name=name,
        ),
        where,
    )
