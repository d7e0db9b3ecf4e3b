"""Entry-by-entry checks of an exported file against the rules of the site.

The checker keeps its own record of the ids (tile copies, trains, loans, certificates). It asks the reader
only for the current step of the site. It never looks ahead. So it finds faults that the reader would forgive
in a file of the site, such as a skipped step or an unneeded pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trunkline.engine.kernel.decisions import HomeChoice, PlaceTokensAgain
from trunkline.engine.kernel.state import BANK, OFFERING, POOL, State
from trunkline.interop.eighteenxx import turn as turns
from trunkline.interop.eighteenxx.replay import Replay, read
from trunkline.interop.eighteenxx.written_replay import plain_entry

Fields = Mapping[str, Any]

STEPS = {
    "lay_tile": turns.TRACK, "place_token": turns.TOKEN, "borrow_train": turns.BORROW,
    "run_routes": turns.ROUTES, "dividend": turns.DIVIDEND, "buy_train": turns.TRAINS,
    "payoff_loan": turns.LOANS,
}  # fmt: skip
"""Kinds of entry that are only legal in one step of the site, with that step."""
MUST = (turns.ROUTES, turns.DIVIDEND)
"""Steps that have no pass."""
NEEDED = {
    "bid": ("company", "price"), "par": ("corporation", "share_price"), "buy_shares": ("shares", "percent"),
    "sell_shares": ("shares", "percent"), "lay_tile": ("hex", "tile", "rotation"), "place_token": ("city",),
    "remove_token": ("city", "slot"), "buy_train": ("train", "price"), "discard_train": ("train",),
    "borrow_train": ("train",), "take_loan": ("loan",), "payoff_loan": ("loan",), "run_routes": ("routes",),
    "dividend": ("kind",), "buy_company": ("company", "price"), "special_buy": ("description", "cost"),
    "assign": ("target", "target_type"), "merge": ("corporation",), "pass": (), "bankrupt": (),
}  # fmt: skip
LOAN = 100
"""Dollars that the treasury needs to pay off a loan."""
BY_PLAYERS = ("bid", "par", "buy_shares", "sell_shares")


def faults(data: Mapping[str, Any]) -> list[str]:
    """Return the faults of a file. The list is empty for a good file."""
    return [f"entry {number}: {fault}" for number, fault in _Books(data).walk()]


class _Books:
    def __init__(self, data: Mapping[str, Any]) -> None:
        self.entries: list[dict[str, Any]] = data["actions"]
        self.replay = Replay(read({**data, "actions": []}, "exported"))
        self.players = {player["id"]: player["name"] for player in data["players"]}
        self.tiles: dict[str, str] = {}
        self.loans: dict[int, str] = {}

    @property
    def state(self) -> State:
        return self.replay.game.state

    def walk(self) -> Iterator[tuple[int, str]]:
        for number, entry in enumerate(self.entries, 1):
            if entry["id"] != number:
                yield number, f"its id is {entry['id']}"
            before, moved = self.state, self._moved()
            for fault in self._before(entry):
                yield number, fault
            self.replay.add(plain_entry(number, entry))
            if entry["type"] == "pass" and self._moved() == moved:
                yield number, "nobody is asked for this pass"
            for fault in self._after(before):
                yield number, fault

    def _moved(self) -> object:
        """Return the data that a needed pass changes: our actions, or the steps that the site has left."""
        turn = self.replay.site.current()
        return len(self.replay.game.actions), turn and (turn.corp, frozenset(turn.passed))

    # -- before an entry

    def _before(self, entry: Fields) -> Iterator[str]:
        kind, state = entry["type"], self.state
        if state.over:
            yield "the game is over"
        if missing := [key for key in NEEDED[kind] if key not in entry]:
            yield f"{kind} lacks {missing}"
        if kind in BY_PLAYERS and entry["entity_type"] != "player":
            yield f"{kind} is a player's"
        if entry["entity_type"] == "player" and entry["entity"] not in self.players:
            yield f"there is no player {entry['entity']!r}"
        yield from self._asked(entry, state)
        yield from self._ids(entry, state)

    def _asked(self, entry: Fields, state: State) -> Iterator[str]:
        """Check that the acting player is asked, and that a corporation is in the right step."""
        if entry["entity_type"] == "player":
            if (player := self.players[entry["entity"]]) not in self.replay.game.to_act:
                yield f"{player} is not asked"
            return
        turn = self.replay.site.current()
        if state.pending:
            return
        if turn is None:
            yield "no corporation operates"
            return
        acting = self.replay.ours.translator.corp_of(plain_entry(0, dict(entry)), state)
        waits = self.replay.site.waits()
        if acting != turn.corp:
            yield f"it is the turn of {turn.corp}"
        if not waits:
            yield "the turn is over"
        if entry["type"] == "pass" and waits in MUST:
            yield f"the step {waits} has no pass"
        step = STEPS.get(entry["type"], waits) if entry["entity_type"] == "corporation" else waits
        if step != waits:
            yield f"the site waits for {waits}"

    def _ids(self, entry: Fields, state: State) -> Iterator[str]:
        kind = entry["type"]
        if kind == "lay_tile":
            yield from self._tile(entry)
        elif kind in ("place_token", "remove_token"):
            yield from self._city(entry, state)
        elif kind == "buy_train":
            yield from self._train(entry, state)
        elif kind in ("take_loan", "payoff_loan"):
            yield from self._loan(entry)
        elif kind in ("buy_shares", "sell_shares"):
            yield from self._shares(entry, state)

    def _tile(self, entry: Fields) -> Iterator[str]:
        tile = entry["tile"]
        name, _, copy = tile.rpartition("-")
        count = self.replay.game.title.board.tiles[name].count
        if tile in self.tiles:
            yield f"{tile} lies on {self.tiles[tile]}"
        if count is not None and int(copy) >= count:
            yield f"there are only {count} of {name}"
        self.tiles = {other: hex for other, hex in self.tiles.items() if hex != entry["hex"]}
        self.tiles[tile] = entry["hex"]

    def _city(self, entry: Fields, state: State) -> Iterator[str]:
        place, _, stop = entry["city"].rpartition("-")
        hex = self.tiles.get(place) or place.rpartition("-")[0]
        if place not in self.tiles and hex in self.tiles.values():
            yield f"another tile lies on {hex}"
        taken = any((m.stop, m.slot) == (int(stop), entry["slot"]) for m in state.tokens.get(hex, ()))
        if taken != (entry["type"] == "remove_token"):
            yield f"slot {entry['slot']} of {entry['city']} is {'taken' if taken else 'free'}"
        asked = bool(state.pending) and isinstance(state.pending[-1], HomeChoice | PlaceTokensAgain)
        if asked and entry["entity"] != self._operator(state):
            yield "a home is placed by the corporation that operates"

    def _operator(self, state: State) -> str:
        turn = state.operating.turn if state.operating else None
        return self.replay.ours.ids.public_corp(turn.corp) if turn else ""

    def _train(self, entry: Fields, state: State) -> Iterator[str]:
        train = entry["train"]
        place = state.trains.get(train)
        owner = state.corporations.get(place or "")
        if place not in (BANK, POOL) and (owner is None or owner.closed):
            yield f"{train} lies at {place}"
        if traded := entry.get("exchange"):
            buyer = self.replay.ours.ids.corp(entry["entity"])
            if state.trains.get(traded) != buyer:
                yield f"{traded} is not {buyer}'s"

    def _loan(self, entry: Fields) -> Iterator[str]:
        loan, corp = entry["loan"], self.replay.ours.ids.corp(entry["entity"])
        if entry["type"] == "take_loan":
            if loan in self.loans:
                yield f"loan {loan} is {self.loans[loan]}'s"
            self.loans[loan] = corp
            return
        if self.loans.pop(loan, "") != corp:
            yield f"loan {loan} is not {corp}'s"
        if (cash := self.state.corporations[corp].cash) < LOAN:
            yield f"{corp} has ${cash} for a loan of ${LOAN}"

    def _shares(self, entry: Fields, state: State) -> Iterator[str]:
        player = self.players[entry["entity"]]
        certificates = [self.replay.ours.ids.share(share) for share in entry["shares"]]
        places = {self.replay.ours.certificates.place_of(*certificate) for certificate in certificates}
        if not places <= ({OFFERING, POOL} if entry["type"] == "buy_shares" else {player}):
            yield f"{entry['shares']} lie at {places}"
        corp = state.corporations[certificates[0][0]]
        singles = corp.percent * sum(number != 0 for _, number in certificates)
        extra = entry["percent"] - singles
        half = corp.percent if entry["type"] == "sell_shares" else 0
        owned = corp.percent * corp.double
        if extra not in ((half, owned) if any(number == 0 for _, number in certificates) else (0,)):
            yield f"{entry['shares']} are not {entry['percent']}%"

    # -- after an entry

    def _after(self, before: State) -> Iterator[str]:
        """Check that each holder's certificates add up to its shares."""
        state = self.state
        for corp in state.corporations.values():
            if before.corporations[corp.id] == corp or corp.closed or not corp.started:
                continue
            holders = {**corp.shares, OFFERING: corp.offering, POOL: corp.pool}
            for holder, count in holders.items():
                held = self.replay.ours.certificates.held_by(corp.id, holder)
                worth = sum(1 if number else corp.double for number in held)
                if holder == OFFERING and corp.double == 1:
                    worth += 1  # the half of the president's certificate that has yet to be paid for
                if worth != count:
                    yield f"{holder} has {count} shares of {corp.id} and the certificates {held}"
        # Loans that the site redeems automatically are the latest of a corporation.
        for id, corp in state.corporations.items():
            mine = [loan for loan, owner in self.loans.items() if owner == id]
            for loan in mine[corp.loans :]:
                del self.loans[loan]
