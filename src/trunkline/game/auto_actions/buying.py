"""Auto-actions that buy shares of one corporation and then pass."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.steps.stock import PLACES, price_of
from trunkline.game.actions import Action, BuyShare, Pass
from trunkline.game.auto_actions import common
from trunkline.game.auto_actions.kinds import BuyShares, Stop
from trunkline.game.auto_actions.own_turn import next_turn
from trunkline.game.game import Game
from trunkline.game.wording.rounds import round_name


def offers(game: Game, player: str) -> Iterator[BuyShares]:
    """Yield a purchase for each share that the player could buy in the next turn, at today's price."""
    turn = next_turn(game, player)
    if turn is None or game.shared_state.stock is None:
        return
    for choice in turn.legal(player):
        if isinstance(choice, BuyShare) and not choice.president:
            corp = turn.shared_state.corporations[choice.corp]
            yield BuyShares(
                player,
                corp.id,
                choice.source,
                min(100, (corp.shares.get(player, 0) + 1) * corp.percent),
                price(turn, corp.id, choice.source),
                sells=common.can_sell(game),
                starts=common.can_start(game),
            )


def price(game: Game, corp: str, source: str) -> int:
    """Return the price of a share at a source, in dollars."""
    return price_of(common.read(game), game.shared_state.corporations[corp], source)


def held(game: Game, auto: BuyShares) -> int:
    """Return the percentage that the player owns."""
    corp = game.shared_state.corporations[auto.corp]
    return corp.shares.get(auto.player, 0) * corp.percent


def buying(game: Game, auto: BuyShares) -> bool:
    """Return whether it wants a share: the holding is not reached and the price is within the limit."""
    corp = game.shared_state.corporations[auto.corp]
    if corp.closed or held(game, auto) >= auto.percent:
        return False
    return auto.limit is None or price(game, auto.corp, auto.source) <= auto.limit


def check(game: Game, auto: BuyShares) -> str:
    """Return the fault of an auto-action in one sentence, or an empty string."""
    corp = game.shared_state.corporations.get(auto.corp)
    if corp is None:
        return f"There is no corporation {auto.corp} in this game. Choose one of the list."
    turn = next_turn(game, auto.player)
    if turn is None or game.shared_state.stock is None:
        return "Shares are bought in a stock round. Set this when the next one has begun."
    if auto.source not in PLACES:
        return f"Shares come from offering, pool or treasury, not from {auto.source!r}."
    if not corp.started or corp.closed:
        return f"{corp.id} has no shares for sale: it {'has closed' if corp.closed else 'has not started'}."
    if auto.percent > 100:
        return f"No player can own {auto.percent}% of {corp.id}. Choose at most 100%."
    if held(game, auto) >= auto.percent:
        return f"You own {held(game, auto)}% of {corp.id} already. Choose more than that."
    cost = price(turn, corp.id, auto.source)
    if auto.limit is not None and cost > auto.limit:
        return (
            f"A share of {corp.id} costs {common.dollars(cost)} now, more than your limit of "
            f"{common.dollars(auto.limit)}. Raise the limit."
        )
    refusal = _first_refusal(turn, auto)
    if refusal:
        return f"You could not buy {corp.id} from {PLACES[auto.source]}: {refusal}."
    return common.idle_guard(game, auto)


def _first_refusal(turn: Game, auto: BuyShares) -> str:
    """Return the reason why the first purchase is not legal, unless this turn has had its purchase."""
    stock = turn.shared_state.stock
    if stock is not None and stock.bought:
        return ""
    refusal = turn.check(BuyShare(auto.player, auto.corp, auto.source))
    return refusal.why if refusal else ""


def text(game: Game, auto: BuyShares) -> str:
    """Return the instruction in words."""
    limit = f" or a share costs more than {common.dollars(auto.limit)}" if auto.limit is not None else ""
    place = PLACES.get(auto.source, auto.source)
    return f"Buy {auto.corp} from {place} each turn until you own {auto.percent}%{limit}, then pass."


def guards(game: Game, auto: BuyShares) -> Iterator[str]:
    """Yield the guards in words."""
    yield from common.guard_words(auto, "another player buys or bids after it has finished buying")
    yield f"{round_name(game.shared_state).lower()} ends"
    yield "the purchase is not possible (no share, no money, a limit)"


def advance(auto: BuyShares, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    watched = auto.buys and not buying(before, auto)
    return common.ended(before, after) or common.tripped(auto, before, action, buys=watched)


def decide(game: Game, auto: BuyShares) -> Action | Stop | None:
    """Buy a share if this turn has none yet and one is wanted. Otherwise pass."""
    stock = game.shared_state.stock
    if stock is None:
        return None
    if buying(game, auto) and not stock.bought:
        action: Action = BuyShare(auto.player, auto.corp, auto.source)
        what = f"buy a share of {auto.corp} from {PLACES[auto.source]}"
    else:
        action, what = Pass(auto.player), "pass"
    refusal = game.check(action)
    return common.refused(what, refusal) if refusal else action
