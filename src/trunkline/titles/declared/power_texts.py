"""The rules of the powers of privates, as sentences with the figures of the board."""

from __future__ import annotations

from typing import Final

from trunkline.engine.board import (
    AnyPower,
    BlocksHexes,
    BoardPrivate,
    CheaperTerrain,
    EarnsMore,
    ExchangesForShare,
    LaysTile,
    PlacesToken,
)
from trunkline.util.enumeration import all_of, any_of
from trunkline.util.messages import gettext, gettext_noop, speak, translated

TERRAIN: Final = {
    "mountain": gettext_noop("mountains"),
    "water": gettext_noop("water"),
    "river": gettext_noop("rivers"),
    "hill": gettext_noop("hills"),
}


def rule(private: BoardPrivate, power: AnyPower) -> str:
    """Return the name of the rule of a power."""
    return f"private.{private.id}.{type(power).__struct_config__.tag}"


def closing_rule(private: BoardPrivate) -> str:
    """Return the name of the rule that closes a private before the others."""
    return f"private.{private.id}.closes"


def gift_rule(private: BoardPrivate) -> str:
    """Return the name of the rule of the certificate that comes with a private."""
    return f"private.{private.id}.gives"


def gift(private: BoardPrivate) -> dict[str, str]:
    """Return the rule of the certificate that comes with a private, by name; empty without one.

    The certificate of the private does not have this sentence, because saves have the hash of its text.
    """
    if private.gives is None:
        return {}
    if private.gives.president:
        text = gettext(
            "The player who buys {private} from the bank also gets the president's certificate of {corp} "
            "({percent}%), and chooses its par price at once.",
            private=private.name,
            corp=private.gives.corporation,
            percent=private.gives.percent,
        )
    else:
        text = gettext(
            "The player who buys {private} from the bank also gets a {percent}% share of {corp}.",
            private=private.name,
            corp=private.gives.corporation,
            percent=private.gives.percent,
        )
    return {gift_rule(private): text}


def power_text(private: BoardPrivate) -> str:
    """Return the text of a private's power in the language of the reader.

    A text that a title file gives has one language. One that follows from the powers has all of them.
    """
    with speak(None):
        follows = " ".join(sentences(private).values())
    if follows and private.power == follows:
        return " ".join(sentences(private).values())
    return translated(private.power) if private.power else ""


def sentences(private: BoardPrivate) -> dict[str, str]:
    """Return the rules of a private by name, in the language of the reader.

    The powers must name their hexes.
    """
    found = {rule(private, power): _sentence(private, power) for power in private.powers}
    closes = []
    if private.closes_in_phase:
        closes.append(gettext("in phase {phase}", phase=private.closes_in_phase))
    if private.closes_on_train == "owner":
        closes.append(gettext("when the corporation that owns it buys its first train after that"))
    if private.closes_on_train == "gift" and private.gives:
        closes.append(gettext("when {corp} buys its first train", corp=private.gives.corporation))
    if private.closes_on_use:
        closes.append(gettext("with the first use of its power"))
    if closes:
        when = any_of(closes)
        found[closing_rule(private)] = gettext("{private} closes {when}.", private=private.name, when=when)
    return found


def _sentence(private: BoardPrivate, power: AnyPower) -> str:
    match power:
        case BlocksHexes():
            return gettext(
                "While a player owns {private}, no corporation may lay track on {hexes}.",
                private=private.name,
                hexes=all_of(power.hexes),
            )
        case ExchangesForShare(when="any round"):
            return gettext(
                "In a turn of the stock round, or in the operating turn of a corporation whose president is "
                "that player, the player who owns {private} may exchange it for a share of {corp} from the "
                "IPO, or from the pool. The private then closes.",
                private=private.name,
                corp=power.corporation,
            )
        case ExchangesForShare():
            return gettext(
                "In a turn of the stock round, the player who owns {private} may exchange it for a share of "
                "{corp} from the IPO, or from the pool. The private then closes.",
                private=private.name,
                corp=power.corporation,
            )
    by_player = not isinstance(power, PlacesToken) and power.by == "player"
    if by_player:
        subject = gettext("A corporation")
        consent = gettext("The player who owns {private} must agree.", private=private.name)
    else:
        subject = gettext("A corporation that owns {private}", private=private.name)
        consent = ""
    return f"{_use(power, subject, by_player)} {consent}".rstrip()


def _use(power: LaysTile | PlacesToken | CheaperTerrain | EarnsMore, subject: str, by_player: bool) -> str:
    """Return a sentence on a corporation that uses a power."""
    match power:
        case LaysTile():
            tile = (
                gettext("one tile ({tiles})", tiles=any_of(power.tiles))
                if power.tiles
                else gettext("one tile")
            )
            turn = (
                gettext("in addition to the lays of its turn")
                if power.extra or by_player
                else gettext("as a lay of its turn")
            )
            return gettext(
                "{subject} may lay {tile} on {hexes} without a route, once, {turn}.",
                subject=subject,
                tile=tile,
                hexes=any_of(power.hexes),
                turn=turn,
            )
        case PlacesToken():
            return gettext(
                "{subject} may place the token of its turn on {hexes} without a route, and pays nothing "
                "for it.",
                subject=subject,
                hexes=all_of(power.hexes),
            )
        case CheaperTerrain():
            return _cheaper(power, subject)
        case EarnsMore():
            return _bonus(power, subject)


def _cheaper(power: CheaperTerrain, subject: str) -> str:
    terrain = all_of(gettext(TERRAIN[each]) for each in power.terrain) or gettext("terrain")
    place = (
        gettext("{terrain} on {hexes}", terrain=terrain, hexes=all_of(power.hexes))
        if power.hexes
        else terrain
    )
    if power.percent == 100:
        return gettext("{subject} pays nothing for {terrain}.", subject=subject, terrain=place)
    return gettext(
        "{subject} pays {percent}% less for {terrain}.", subject=subject, percent=power.percent, terrain=place
    )


def _bonus(power: EarnsMore, subject: str) -> str:
    hexes = any_of(power.hexes)
    values: dict[str, object] = {
        "subject": subject,
        "hexes": hexes,
        "value": power.value,
        "phase": power.until_phase,
    }
    if power.chosen:
        return (
            gettext(
                "{subject} may mark one of {hexes} with a token. Until phase {phase}, each of its trains "
                "that counts a stop there earns ${value} more.",
                **values,
            )
            if power.until_phase
            else gettext(
                "{subject} may mark one of {hexes} with a token. Each of its trains that counts a stop there "
                "earns ${value} more.",
                **values,
            )
        )
    return (
        gettext(
            "{subject} earns ${value} more, until phase {phase}, for each train that counts a stop on "
            "{hexes}.",
            **values,
        )
        if power.until_phase
        else gettext("{subject} earns ${value} more for each train that counts a stop on {hexes}.", **values)
    )
