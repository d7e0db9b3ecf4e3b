"""Auto-actions that operate a corporation as in its last turn."""

from __future__ import annotations

from collections.abc import Iterator

from trunkline.engine.kernel.depot import train_type
from trunkline.engine.kernel.state import OUT, State
from trunkline.engine.steps.dividend import HALF, PAY, WITHHOLD
from trunkline.game import routes
from trunkline.game.actions import Action, Dividend, Pass, RunTrains
from trunkline.game.auto_actions import common
from trunkline.game.auto_actions.kinds import OperateAsBefore, Stop
from trunkline.game.auto_actions.own_turn import next_operation
from trunkline.game.game import Game
from trunkline.game.wording.places import place_name
from trunkline.util.messages import gettext, gettext_noop, ngettext

_TEXTS = {
    PAY: gettext_noop("Operate {corp}: run the same routes or better, pay out, and pass the rest."),
    HALF: gettext_noop("Operate {corp}: run the same routes or better, half-pay, and pass the rest."),
    WITHHOLD: gettext_noop("Operate {corp}: run the same routes or better, withhold, and pass the rest."),
}
"""The instruction for each dividend."""
_REFUSED = {
    PAY: gettext_noop("It could not pay out: {why}"),
    HALF: gettext_noop("It could not half-pay: {why}"),
    WITHHOLD: gettext_noop("It could not withhold: {why}"),
}


def offers(game: Game, player: str) -> Iterator[OperateAsBefore]:
    """Yield one for each corporation of the player that has operated and owns trains."""
    for corp in game.shared_state.corporations.values():
        ready = corp.president == player and corp.operated and not corp.closed
        if ready and game.shared_state.trains_at(corp.id):
            total = routes.best(game, corp.id).total
            yield OperateAsBefore(
                player,
                corp.id,
                game.board.dividends.choices[0] if PAY not in game.board.dividends.choices else PAY,
                rust=_may_rust(game, corp.id),
                minimum=total or None,
            )


def check(game: Game, auto: OperateAsBefore) -> str:
    """Return the fault of an auto-action in one sentence, or an empty string."""
    corp = game.shared_state.corporations.get(auto.corp)
    if corp is None:
        return gettext("There is no corporation {corp} in this game. Choose one of the list.", corp=auto.corp)
    if corp.closed or corp.president != auto.player:
        return gettext("You are not the president of {corp}.", corp=corp.id)
    if not corp.operated:
        return gettext("{corp} has not operated yet. Make its first turn yourself.", corp=corp.id)
    if not game.shared_state.trains_at(corp.id):
        return gettext("{corp} owns no train, so it cannot run as before.", corp=corp.id)
    if auto.payout not in game.board.dividends.choices:
        known = ", ".join(game.board.dividends.choices)
        return gettext("The dividend is one of {names}, not {name}.", names=known, name=repr(auto.payout))
    if auto.rust and not _may_rust(game, corp.id):
        return gettext(
            'No train of {corp} can rust, so the guard "rust" can never stop it. Switch it off.', corp=corp.id
        )
    if auto.minimum is None:
        return ""
    if auto.minimum <= 0:
        return gettext("Revenue never falls below $0. Choose a higher minimum, or leave it out.")
    total = routes.best(game, corp.id).total
    if total < auto.minimum:
        return gettext(
            "{corp} would earn {earnings} now, less than your minimum of {minimum}. Lower the minimum.",
            corp=corp.id,
            earnings=common.dollars(total),
            minimum=common.dollars(auto.minimum),
        )
    return ""


def text(game: Game, auto: OperateAsBefore) -> str:
    """Return the instruction in words."""
    return gettext(_TEXTS.get(auto.payout, _TEXTS[PAY]), corp=auto.corp)


def guards(game: Game, auto: OperateAsBefore) -> Iterator[str]:
    """Yield the guards in words."""
    if auto.rust:
        yield gettext("a train of {corp} rusts or leaves the game", corp=auto.corp)
    if auto.track:
        yield gettext("another player changes track or tokens in {corp}'s network", corp=auto.corp)
    if auto.minimum is not None:
        least = common.dollars(auto.minimum)
        yield gettext("{corp}'s best runs earn less than {minimum}", corp=auto.corp, minimum=least)
    yield gettext("you are no longer the president of {corp}", corp=auto.corp)
    yield gettext("{corp} must do something else, such as buy a train", corp=auto.corp)


def advance(auto: OperateAsBefore, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    then, now = before.shared_state, after.shared_state
    corp = now.corporations[auto.corp]
    if corp.closed:
        return Stop(gettext("{corp} has closed.", corp=corp.id), done=True)
    if not corp.president:
        return Stop(gettext("No player is now the president of {corp}.", corp=corp.id))
    if corp.president != auto.player:
        president = corp.president
        return Stop(gettext("{player} is now the president of {corp}.", player=president, corp=corp.id))
    if auto.rust:
        lost = [train for train in then.trains_at(corp.id) if now.trains[train] == OUT]
        if lost:
            text = ngettext(
                "{corp} lost a train: {action}",
                "{corp} lost {count} trains: {action}",
                len(lost),
                corp=corp.id,
                action=common.account(before, action),
            )
            return Stop(text)
    if auto.track and action.player != auto.player:
        # It takes long to find a network, and most actions change nothing on the map.
        changed = changed_hexes(then, now)
        near = changed and (_network(before, corp.id) & changed or _network(after, corp.id) & changed)
        if near:
            place = place_name(after, min(near))
            text = gettext(
                "{place} changed, in {corp}'s network: {action}",
                place=place,
                corp=corp.id,
                action=common.account(before, action),
            )
            return Stop(text)
    return None


def changed_hexes(before: State, after: State) -> frozenset[str]:
    """Return the hexes whose tile, station tokens or private's token differ."""
    changed = {hex for hex in {*before.tiles, *after.tiles} if before.tiles.get(hex) != after.tiles.get(hex)}
    changed |= {
        hex for hex in {*before.tokens, *after.tokens} if before.tokens.get(hex) != after.tokens.get(hex)
    }
    placed = set(before.private_tokens.items()) ^ set(after.private_tokens.items())
    return frozenset(changed | {hex for _, (hex, _) in placed})


def _network(game: Game, corp: str) -> frozenset[str]:
    """Return the hexes of its network. The frontier may have more, which no legal route enters."""
    network = common.read(game).network(corp)
    own = {hex for hex, _ in game.shared_state.tokens_of(corp)}
    return frozenset(hex for hex in network.frontier if hex in own or network.entered_edges(hex))


def decide(game: Game, auto: OperateAsBefore) -> Action | Stop | None:
    """Run the best routes, settle the dividend, and pass every other step of the corporation's turn."""
    operating = game.shared_state.operating
    turn = operating.turn if operating else None
    if turn is None or turn.corp != auto.corp:
        return None
    if not turn.ran:
        plan = routes.best(game, auto.corp)
        if auto.minimum is not None and plan.total < auto.minimum:
            total, least = common.dollars(plan.total), common.dollars(auto.minimum)
            text = gettext(
                "{corp}'s best runs earn {earnings}, less than {minimum}.",
                corp=auto.corp,
                earnings=total,
                minimum=least,
            )
            return Stop(text)
        run = RunTrains(auto.player, auto.corp, plan.runs)
        if plan.runs and game.check(run) is None:
            return run
    pay = Dividend(auto.player, auto.corp, auto.payout)
    refusal = game.check(pay)
    if refusal is None:
        return pay
    if game.check(Dividend(auto.player, auto.corp, WITHHOLD)) is None:
        return common.refused(_REFUSED.get(auto.payout, _REFUSED[PAY]), refusal)
    refusal = game.check(Pass(auto.player))
    if refusal is None:
        return Pass(auto.player)
    return common.refused(gettext_noop("It could not pass: {why}"), refusal)


def turn_ahead(game: Game, auto: OperateAsBefore) -> Game:
    """Return the game as if the corporation's next turn began now."""
    return next_operation(game, auto.corp)


def _may_rust(game: Game, corp: str) -> bool:
    ctx = common.read(game)
    return any(train_type(ctx, train).ends_on for train in game.shared_state.trains_at(corp))
