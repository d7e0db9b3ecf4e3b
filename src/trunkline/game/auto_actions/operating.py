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

WAYS = {PAY: "pay out", HALF: "half-pay", WITHHOLD: "withhold"}


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
        return f"There is no corporation {auto.corp} in this game. Choose one of the list."
    if corp.closed or corp.president != auto.player:
        return f"You are not the president of {corp.id}."
    if not corp.operated:
        return f"{corp.id} has not operated yet. Make its first turn yourself."
    if not game.shared_state.trains_at(corp.id):
        return f"{corp.id} owns no train, so it cannot run as before."
    if auto.payout not in game.board.dividends.choices:
        return f"The dividend is one of {', '.join(game.board.dividends.choices)}, not {auto.payout!r}."
    if auto.rust and not _may_rust(game, corp.id):
        return f'No train of {corp.id} can rust, so the guard "rust" can never stop it. Switch it off.'
    if auto.minimum is None:
        return ""
    if auto.minimum <= 0:
        return "Revenue never falls below $0. Choose a higher minimum, or leave it out."
    total = routes.best(game, corp.id).total
    if total < auto.minimum:
        return (
            f"{corp.id} would earn {common.dollars(total)} now, less than your minimum of "
            f"{common.dollars(auto.minimum)}. Lower the minimum."
        )
    return ""


def text(game: Game, auto: OperateAsBefore) -> str:
    """Return the instruction in words."""
    way = WAYS.get(auto.payout, auto.payout)
    return f"Operate {auto.corp}: run the same routes or better, {way}, and pass the rest."


def guards(game: Game, auto: OperateAsBefore) -> Iterator[str]:
    """Yield the guards in words."""
    if auto.rust:
        yield f"a train of {auto.corp} rusts or leaves the game"
    if auto.track:
        yield f"another player changes track or tokens in {auto.corp}'s network"
    if auto.minimum is not None:
        yield f"{auto.corp}'s best runs earn less than {common.dollars(auto.minimum)}"
    yield f"you are no longer the president of {auto.corp}"
    yield f"{auto.corp} must do something else, such as buy a train"


def advance(auto: OperateAsBefore, before: Game, action: Action, after: Game) -> Stop | None:
    """Return the stop that an action causes, or None."""
    then, now = before.shared_state, after.shared_state
    corp = now.corporations[auto.corp]
    if corp.closed:
        return Stop(f"{corp.id} has closed.", done=True)
    if corp.president != auto.player:
        return Stop(f"{corp.president or 'No player'} is now the president of {corp.id}.")
    if auto.rust:
        lost = [train for train in then.trains_at(corp.id) if now.trains[train] == OUT]
        if lost:
            return Stop(f"{corp.id} lost {_named(lost)}: {common.account(before, action)}")
    if auto.track and action.player != auto.player:
        # It takes long to find a network, and most actions change nothing on the map.
        changed = changed_hexes(then, now)
        near = changed and (_network(before, corp.id) & changed or _network(after, corp.id) & changed)
        if near:
            place = place_name(after, min(near))
            return Stop(f"{place} changed, in {corp.id}'s network: {common.account(before, action)}")
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
            return Stop(f"{auto.corp}'s best runs earn {total}, less than {least}.")
        run = RunTrains(auto.player, auto.corp, plan.runs)
        if plan.runs and game.check(run) is None:
            return run
    pay = Dividend(auto.player, auto.corp, auto.payout)
    refusal = game.check(pay)
    if refusal is None:
        return pay
    if game.check(Dividend(auto.player, auto.corp, WITHHOLD)) is None:
        return common.refused(WAYS.get(auto.payout, auto.payout), refusal)
    refusal = game.check(Pass(auto.player))
    return common.refused("pass", refusal) if refusal else Pass(auto.player)


def turn_ahead(game: Game, auto: OperateAsBefore) -> Game:
    """Return the game as if the corporation's next turn began now."""
    return next_operation(game, auto.corp)


def _may_rust(game: Game, corp: str) -> bool:
    ctx = common.read(game)
    return any(train_type(ctx, train).rusts_on for train in game.shared_state.trains_at(corp))


def _named(trains: list[str]) -> str:
    return "a train" if len(trains) == 1 else f"{len(trains)} trains"
