"""Findings in random games: everything on the board that no game ever reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from trunkline.engine.board import (
    AnyPower,
    Board,
    CheaperTerrain,
    EarnsMore,
    ExchangesForShare,
    LaysTile,
    PlacesToken,
)
from trunkline.engine.board.errors import Where
from trunkline.engine.kernel import events, private_events
from trunkline.engine.kernel.action import LayTile, PlaceToken
from trunkline.engine.kernel.depot import train_name
from trunkline.engine.kernel.events import Event
from trunkline.lab.soak.games import CUT_OFF, FOUND, STALLED_GAME, Outcome, Plan, SoakGame, played
from trunkline.lab.title_check.finding import Finding
from trunkline.titles import Switches
from trunkline.util.subprocesses import map_ordered

TILE, FLOATED, TRAIN, RUSTED, PHASE = "tile", "floated", "train", "rusted", "phase"
PAR, PRIVATE, RULE, BROKE, REACHED = "par", "private", "rule", "bank", "reached"
LAID, TOKEN, EXCHANGED, GIVEN, OWNED = "lay", "token", "exchange", "given", "owned"
"""The kinds of uses of a private's power."""
SEEN: Final[dict[type[Event], tuple[str, str]]] = {
    events.TileLaid: (TILE, "tile"),
    events.Floated: (FLOATED, "corp"),
    events.TrainsRusted: (RUSTED, "type"),
    events.TrainsObsolete: (RUSTED, "type"),
    events.PhaseBegan: (PHASE, "phase"),
    events.Started: (PAR, "par"),
    events.DestinationReached: (REACHED, "corp"),
    private_events.PrivateBought: (PRIVATE, "private"),
    private_events.PrivateGiven: (PRIVATE, "private"),
    private_events.PrivateExchanged: (EXCHANGED, "private"),
    private_events.PowerAssigned: (GIVEN, "private"),
    private_events.PrivateTokenPlaced: (GIVEN, "token"),
}
"""The kind of thing that an event shows, and the field of the event with its name."""
MANY: Final = 0.75
"""Share of games from which on bankruptcies are a finding. Random players often go bankrupt."""
FEW: Final = 0.1
"""Share of games that may stall. Random players sometimes only pass."""
MOST_FAILED: Final = 3
"""Most failed games that are reported one by one."""


class GameRecord(msgspec.Struct):
    """A random game: its result, and the things that were seen in it."""

    outcome: Outcome
    seen: dict[str, frozenset[str]]
    """The names of these things, by kind."""


def record(case: SoakGame) -> GameRecord:
    """Play one random game with all checks, and return its record."""
    game, outcome = played(case)
    seen: dict[str, set[str]] = {RULE: set(outcome.refused)}
    for action in game.actions:
        if isinstance(action, LayTile | PlaceToken) and action.power:
            seen.setdefault(LAID if isinstance(action, LayTile) else TOKEN, set()).add(action.power)
    for event in game.log:
        seen[RULE].add(event.rule)
        if isinstance(event, private_events.PrivateBought) and event.buyer in game.board.corporation:
            seen.setdefault(OWNED, set()).add(event.private)
        if (found := SEEN.get(type(event))) is not None:
            seen.setdefault(found[0], set()).add(str(getattr(event, found[1])))
        elif isinstance(event, events.TrainBought):
            seen.setdefault(TRAIN, set()).add(train_name(event.train))
        elif isinstance(event, events.BankBroke):
            seen[BROKE] = {game.board.phases[_phase(game.board, seen)].name}
    return GameRecord(outcome, {kind: frozenset(names) for kind, names in seen.items()})


def record_all(plan: Plan, jobs: int = 1) -> Iterator[GameRecord]:
    """Yield the records of the games of a plan in order, played by ``jobs`` processes."""
    yield from map_ordered(record, [SoakGame(plan, number) for number in range(1, plan.games + 1)], jobs)


def game_findings(
    board: Board, games: Sequence[GameRecord], switches: Switches | None = None
) -> Iterator[Finding]:
    """Yield the findings in the records of random games.

    If a check failed in most games, these ended too early to show what is never used.
    """
    yield from _failed(games)
    if 2 * sum(game.outcome.finding is not None for game in games) > len(games):
        return
    yield from _endings(board, games)
    yield from _never_seen(board, games)
    yield from _unused_powers(board, games)
    yield from _dead_rules(board, games, switches or Switches())


def random_games(games: Sequence[GameRecord]) -> str:
    """Return the number of games as text."""
    return "1 random game" if len(games) == 1 else f"{len(games)} random games"


def unnamed_rules(rules: Sequence[str], games: Sequence[GameRecord]) -> list[str]:
    """Return the rules that no event and no refusal of the games named."""
    named = _all(games, RULE)
    return [rule for rule in rules if rule not in named]


def _failed(games: Sequence[GameRecord]) -> Iterator[Finding]:
    """Yield the checks that failed, and the games that did not end."""
    outcomes = [game.outcome for game in games]
    failed = [outcome for outcome in outcomes if outcome.ending == FOUND and outcome.finding is not None]
    for outcome in failed[:MOST_FAILED]:
        assert outcome.finding is not None
        yield Finding((), f"A check failed in game {outcome.number}: {outcome.finding.sentence}")
    if len(failed) > MOST_FAILED:
        yield Finding((), f"A check failed in {len(failed)} games.")
    endless = sum(outcome.ending in (STALLED_GAME, CUT_OFF) for outcome in outcomes)
    if endless > FEW * len(outcomes):
        yield Finding(("ending",), f"{endless} of {len(games)} random games did not end.")


def _endings(board: Board, games: Sequence[GameRecord]) -> Iterator[Finding]:
    """Yield ends that come too early or never: the broken bank, bankruptcies, and those of the file."""
    endings = Counter(game.outcome.ending for game in games)
    half = board.phases[len(board.phases) // 2].name
    early = {phase.name for phase in board.phases[: len(board.phases) // 2]}
    broke = sum(bool(early & game.seen.get(BROKE, frozenset())) for game in games)
    if 2 * broke > len(games):
        text = f"The bank was broken before phase {half} in {broke} of {len(games)} random games."
        yield Finding(("bank",), text)
    ends = {"share_price": "price", "train": "train", "sets": "sets"}
    asked = {key: reason for key, reason in ends.items() if getattr(board.ending, key)}
    for key, reason in asked.items():
        if not endings[reason]:
            yield Finding(("ending", key), f"It ended none of {len(games)} random games.")
    if not asked and not _all(games, BROKE):
        yield Finding(("bank",), f"The bank was never broken in {random_games(games)}.")
    ruined = endings["bankruptcy"]
    if ruined >= MANY * len(games):
        text = f"A bankruptcy ended {ruined} of {len(games)} random games: trains may cost too much."
        yield Finding(("trains",), text)


def _never_seen(board: Board, games: Sequence[GameRecord]) -> Iterator[Finding]:
    """Yield the parts of the board that no game used."""
    count = f"in {random_games(games)}"

    def missing(kind: str, names: Sequence[str]) -> list[tuple[int, str]]:
        seen = _all(games, kind)
        return [(place, name) for place, name in enumerate(names) if name not in seen]

    for _, name in missing(TILE, [name for name, tile in board.tiles.items() if tile.count != 0]):
        yield Finding(("tiles", name), f"No corporation laid it {count}.")
    for place, _ in missing(FLOATED, [each.id for each in board.corporations]):
        yield Finding(("corporations", place), f"It did not float {count}.")
    for place, each in missing(REACHED, [each.id for each in board.corporations]):
        if board.corporation[each].destination is not None:
            yield Finding(("corporations", place, "destination"), f"It did not reach it {count}.")
    unsold = missing(TRAIN, [train.name for train in board.trains])
    for place, _ in unsold:
        yield Finding(("trains", place), f"No corporation bought one {count}.")
    rusty = _all(games, RUSTED) | {name for _, name in unsold}
    for place, train in enumerate(board.trains):
        if train.ends_on and train.name not in rusty:
            key = "rusts_on" if train.rusts_on else "obsolete_on"
            yield Finding(("trains", place, key), f"It did not rust {count}.")
    for place, _ in missing(PHASE, [phase.name for phase in board.phases]):
        if place:
            yield Finding(("phases", place), f"It did not begin {count}.")
    for _, name in missing(PAR, [str(par) for par in board.par_values]):
        yield Finding(("par_values",), f"No corporation started at ${name} {count}.")
    for place, _ in missing(PRIVATE, [each.id for each in board.privates]):
        yield Finding(("privates", place), f"No player bought it {count}.")


def _unused_powers(board: Board, games: Sequence[GameRecord]) -> Iterator[Finding]:
    """Yield the powers of privates that no game used."""
    for place, private in enumerate(board.privates):
        for number, power in enumerate(private.powers):
            use = _use(power)
            if use and private.id not in _all(games, use):
                kind = type(power).__struct_config__.tag
                text = f"Its power, {kind}, was not used in {random_games(games)}."
                yield Finding(("privates", place, "powers", number), text)


def _use(power: AnyPower) -> str:
    """Return the kind of use that shows that a power mattered; empty if none does."""
    match power:
        case LaysTile():
            return LAID
        case PlacesToken():
            return TOKEN
        case ExchangesForShare():
            return EXCHANGED
        case EarnsMore(chosen=True) | EarnsMore(by="player") | CheaperTerrain(by="player"):
            return GIVEN
        case EarnsMore() | CheaperTerrain():
            return OWNED
    return ""


def _dead_rules(board: Board, games: Sequence[GameRecord], switches: Switches) -> Iterator[Finding]:
    """Yield the rules that the board asks for and that never mattered."""
    named = {rule.partition(".")[2] for rule in _all(games, RULE)}
    dead: dict[str, Where] = {}
    for rule, where in (*_features(board), *_switched(switches)):
        if rule not in named:
            dead.setdefault(rule, where)
    for rule, where in dead.items():
        text = f"Its rule, {board.title.lower()}.{rule}, never mattered in {random_games(games)}."
        yield Finding(where, text)


def _features(board: Board) -> Iterator[tuple[str, Where]]:
    """Yield the rules that only some boards have, with the keys that bring them.

    Only rules are listed that random games name each time they matter.
    """
    if any(box.zone == "closed" for box in board.boxes.values()):
        yield "corporation.closed", ("chart", "rows")
    if board.loans is not None:
        yield "loan.per-turn", ("loans",)
        yield "interest.rate", ("loans", "interest")
    if board.station_tokens.none_on:
        yield "token.barred", ("station_tokens", "none_on")
    for place, private in enumerate(board.privates):
        if any(spot.private == private.id for spot in board.hexes.values()):
            yield "private.blocks-hex", ("privates", place)
    for name, spot in board.hexes.items():
        if spot.blocked_edges:
            yield "track.blocked-edge", ("hexes", name, "blocked_edges")
        if spot.first_upgrade_exits:
            yield "track.first-exits", ("hexes", name, "first_upgrade_exits")
    for place, train in enumerate(board.trains):
        if train.discount:
            yield "train.trade-in", ("trains", place, "discount")


def _switched(switches: Switches) -> Iterator[tuple[str, Where]]:
    """Yield the rules that only some switches bring, with the keys of these switches."""
    if switches.first_private_falls:
        yield "opening.cheaper", ("switches", "first_private_falls")
    if switches.train_export != "never":
        yield "train.export", ("switches", "train_export")
    if switches.train_money == "loans first":
        yield "loan.forced", ("switches", "train_money")
    if switches.train_money == "cash only":
        yield "train.president-adds", ("switches", "train_money")
    if switches.interest_short == "loan":
        yield "loan.forced", ("switches", "interest_short")


def _all(games: Sequence[GameRecord], kind: str) -> set[str]:
    return {name for game in games for name in game.seen.get(kind, ())}


def _phase(board: Board, seen: dict[str, set[str]]) -> int:
    """Return the index of the latest phase that was seen."""
    return max((board.phase_index[name] for name in seen.get(PHASE, ())), default=0)
