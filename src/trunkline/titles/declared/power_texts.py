"""The rules of the powers of privates, as sentences with the figures of the board."""

from __future__ import annotations

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
from trunkline.util.enumeration import listed


def rule(private: BoardPrivate, power: AnyPower) -> str:
    """Return the name of the rule of a power."""
    return f"private.{private.id}.{type(power).__struct_config__.tag}"


def closing_rule(private: BoardPrivate) -> str:
    """Return the name of the rule that closes a private before the others."""
    return f"private.{private.id}.closes"


def sentences(private: BoardPrivate) -> dict[str, str]:
    """Return the rules of a private by name. The powers must name their hexes."""
    found = {rule(private, power): _sentence(private, power) for power in private.powers}
    closes = []
    if private.closes_in_phase:
        closes.append(f"in phase {private.closes_in_phase}")
    if private.closes_on_train == "owner":
        closes.append("when the corporation that owns it buys its first train after that")
    if private.closes_on_train == "gift" and private.gives:
        closes.append(f"when {private.gives.corporation} buys its first train")
    if private.closes_on_use:
        closes.append("with the first use of its power")
    if closes:
        found[closing_rule(private)] = f"{private.name} closes {listed(closes, 'or')}."
    return found


def _sentence(private: BoardPrivate, power: AnyPower) -> str:
    owner = f"A corporation that owns {private.name}"
    agreed = f"If the player who owns {private.name} agrees, a corporation"
    subject = agreed if getattr(power, "by", "") == "player" else owner
    match power:
        case BlocksHexes():
            return f"While a player owns {private.name}, no corporation may lay track on {_places(power)}."
        case LaysTile():
            tiles = f" (tiles {listed(power.tiles, 'or')})" if power.tiles else ""
            extra = power.extra or power.by == "player"
            turn = "in addition to the lays of its turn" if extra else "as a lay of its turn"
            return f"{subject} may lay one tile{tiles} on {_places(power)} without a route, once, {turn}."
        case PlacesToken():
            return (
                f"{subject} may place the token of its turn on {_places(power)} without a route, "
                "and pays nothing for it."
            )
        case CheaperTerrain():
            where = f" on {_places(power)}" if power.hexes else ""
            kinds = f"{listed(power.terrain)} terrain" if power.terrain else "terrain"
            given = " from then on" if power.by == "player" else ""
            cost = "nothing" if power.percent == 100 else f"{power.percent}% less"
            return f"{subject}{given} pays {cost} for {kinds}{where}."
        case ExchangesForShare():
            return (
                f"In a turn of the stock round, the player who owns {private.name} may exchange it "
                f"for a share of {power.corporation} from the IPO, or from the pool. The private then closes."
            )
        case EarnsMore():
            end = f", until phase {power.until_phase}" if power.until_phase else ""
            if power.chosen:
                return (
                    f"{subject} may mark one of {_places(power)} with a token. "
                    f"Each of its trains that counts a stop there earns ${power.value} more{end}."
                )
            given = " from then on" if power.by == "player" else ""
            stop = f"a stop on {_places(power)}"
            return f"{subject}{given} earns ${power.value} more for each train that counts {stop}{end}."


def _places(power: BlocksHexes | LaysTile | PlacesToken | CheaperTerrain | EarnsMore) -> str:
    return listed(power.hexes, "or" if isinstance(power, LaysTile | EarnsMore) else "and")
