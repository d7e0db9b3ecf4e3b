"""Effects of each legal lay and token on the best runs: the corporations, the gain and the cost.

An answer takes at most ``STEPS`` search steps. If the lays of all hexes need more, the answer leaves out the
least promising hexes, which can be requested one at a time. The same question has the same answer on any
machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from trunkline.engine.kernel.action import LayTile, PlaceToken
from trunkline.game import Game
from trunkline.game.routes import After, Prospects, RunPlan
from trunkline.util.messages import gettext
from trunkline.web.errors import GameNotFound
from trunkline.web.games.hosted_game import MomentView
from trunkline.web.presenters.runs import plan_facts
from trunkline.web.schemas.map import CorpDelta, LayProspect, PlanFacts, SlotProspect, WhatIf

SEARCH: Final = 50_000
"""Search steps for the best runs of one corporation on one board. The proof shows any remaining gap."""
STEPS: Final = 100_000
"""Search steps after which an answer about all hexes starts no further hex: about half a second."""


def answer(seen: MomentView, corp: str, hex: str = "", *, search: int = SEARCH, steps: int = STEPS) -> WhatIf:
    """Return the effects of a corporation's legal lays and tokens on one hex or all. Raises
    ``GameNotFound``."""
    game = seen.game
    state = game.shared_state
    if corp not in state.corporations:
        raise GameNotFound(gettext("There is no such corporation."))
    if hex and hex not in game.board.hexes:
        raise GameNotFound(gettext("There is no such hex."))
    shown = seen.hosted_game.others_shown
    prospects = Prospects(game, None if shown else [corp], budget=search)
    now = prospects.now
    lays: list[LayProspect] = []
    slots: list[SlotProspect] = []
    waiting: list[str] = []
    listed = _by_hex(game, corp, hex)
    for name in _by_promise(game, listed, now.get(corp)):
        actions = listed[name]
        if prospects.steps > steps:
            waiting.append(name)
            continue
        for choice, found in zip(actions, prospects.after(actions.values()), strict=True):
            if isinstance(found.action, LayTile):
                lays.append(_lay(choice, found, found.action, now))
            else:
                slots.append(_slot(choice, found, found.action, now))
    own = now.get(corp)
    return WhatIf(
        corp,
        own.total if own else 0,
        own.proof if own else "optimal",
        shown,
        tuple(sorted(lays, key=_order)),
        tuple(sorted(slots, key=_order)),
        tuple(waiting),
    )


def runs_after(seen: MomentView, corp: str, choice: int) -> PlanFacts:
    """Return a corporation's best runs after one of its legal lays or tokens. Raises ``GameNotFound``."""
    game = seen.game
    legal = [] if game.over else game.legal()
    action = legal[choice] if choice < len(legal) else None
    if not isinstance(action, (LayTile, PlaceToken)) or action.corp != corp:
        raise GameNotFound(gettext("There is no such lay, nor such a token."))
    (found,) = Prospects(game, [corp], budget=SEARCH).after([action])
    return plan_facts(game.title.tables, game.shared_state.trains_at(corp), found.plans[corp], found.tiles)


def _by_hex(game: Game, corp: str, hex: str) -> dict[str, dict[int, LayTile | PlaceToken]]:
    """Return the legal lays and tokens by hex, each by its index among the legal choices."""
    found: dict[str, dict[int, LayTile | PlaceToken]] = {}
    for number, choice in enumerate([] if game.over else game.legal()):
        if isinstance(choice, (LayTile, PlaceToken)) and choice.corp == corp and hex in ("", choice.hex):
            found.setdefault(choice.hex, {})[number] = choice
    return found


def _by_promise(game: Game, hexes: Iterable[str], plan: RunPlan | None) -> list[str]:
    """Return the hexes of the best runs first, then their neighbours: most immediate gains are there."""
    tables = game.title.tables
    on = (
        {tables.index.get(place.partition(".")[0], -1) for run in plan.runs for place in run.path}
        if plan
        else set()
    )
    beside = {tables.mate[6 * h + edge] // 6 for h in on if h >= 0 for edge in range(6)}
    numbered = {name: tables.index[name] for name in hexes}
    return sorted(numbered, key=lambda name: (numbered[name] not in on, numbered[name] not in beside))


def _lay(choice: int, found: After, action: LayTile, now: Mapping[str, RunPlan]) -> LayProspect:
    run, delta, proof = _own(found, now)
    changed = _changed(action.corp, found.plans, now)
    return LayProspect(
        choice, action.hex, action.tile, action.rotation, action.power, found.cost, run, delta, proof, changed
    )


def _slot(choice: int, found: After, action: PlaceToken, now: Mapping[str, RunPlan]) -> SlotProspect:
    run, delta, proof = _own(found, now)
    lost = now[action.corp].total - found.full.total if found.full else 0
    return SlotProspect(
        choice,
        action.hex,
        action.stop,
        action.power,
        found.cost,
        run,
        delta,
        proof,
        (CorpDelta(action.corp, lost),) if lost > 0 else (),
        tuple(each for each in _changed(action.corp, found.plans, now) if each.delta < 0),
    )


def _own(found: After, now: Mapping[str, RunPlan]) -> tuple[int, int, str]:
    """Return the best runs of the acting corporation, their change, and the proof of both."""
    corp = found.action.corp
    plan = found.plans.get(corp)
    if plan is None:
        return 0, 0, "optimal"
    return plan.total, plan.total - now[corp].total, plan.proof


def _changed(corp: str, plans: Mapping[str, RunPlan], now: Mapping[str, RunPlan]) -> tuple[CorpDelta, ...]:
    found = ((other, plan.total - now[other].total) for other, plan in plans.items() if other != corp)
    return tuple(sorted((CorpDelta(*each) for each in found if each[1]), key=lambda each: -abs(each.delta)))


def _order(found: LayProspect | SlotProspect) -> tuple[int, int]:
    """Return a sort key: the greatest gain first, then the cheapest. Ties keep the order of the rules."""
    return -found.delta, found.cost
