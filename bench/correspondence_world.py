"""One simulated game by correspondence: four people, the parts of the server, and a clock that moves.

The parts are those of the product: stored games, auto-actions with their guards, the outbox and the planner
of notices. There are no HTTP requests and no threads. Every random choice comes from the seed, so the same
seed gives the same figures.
"""

from __future__ import annotations

import heapq
import tempfile
from collections import Counter
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import func, insert, select

import trunkline
from correspondence_policy import Guards, Policy
from correspondence_time import DAY, HOUR, MONDAY, WAKING, Clock, Habits
from trunkline.game import Game
from trunkline.game import auto_actions as auto
from trunkline.game.actions import Action, Pass, tag, validated
from trunkline.players import STALLED
from trunkline.players.registry import load_player
from trunkline.web.accounts.membership import Membership
from trunkline.web.accounts.visits import Visits
from trunkline.web.auto_actions.instructions import Standing
from trunkline.web.auto_actions.repository import AutoActions
from trunkline.web.auto_actions.runner import AutoActionRunner
from trunkline.web.auto_actions.source import AutoActionSource
from trunkline.web.database.auto_action_tables import auto_actions as auto_table
from trunkline.web.database.notice_tables import NEW, channels, notices
from trunkline.web.database.people_tables import people
from trunkline.web.database.pool import Database
from trunkline.web.games.game_cache import GameCache
from trunkline.web.notices.addresses import AllowList
from trunkline.web.notices.channels import CHOSEN, WEBHOOK, Channels
from trunkline.web.notices.deliveries import Deliveries
from trunkline.web.notices.http_sender import HttpSender
from trunkline.web.notices.planner import Planner
from trunkline.web.notices.preferences import Preferences
from trunkline.web.notices.senders import Result
from trunkline.web.notices.settings import NoticeSettings
from trunkline.web.schemas.log import Seat, Wishes
from trunkline.web.schemas.notices import NoticeTimes
from trunkline.web.storage.sqlite import SqliteStore

NAMES = ("Ann", "Bob", "Cy", "Dee")
PER_ACTION = 20
"""The seconds that a person needs for an action."""
SETTINGS = NoticeSettings()
Comes = Literal["daily", "notified"]
"""The times at which people come: once a day; or also after a notice."""


class Setting(msgspec.Struct, frozen=True):
    """One game to simulate."""

    title: str
    number: int
    seed: int
    comes: Comes
    guards: Guards | None
    """The guards of the auto-actions. None without auto-actions and without auto-pass."""
    player: str = "clerk"
    ideal: tuple[str, ...] = ()
    """Decisions that are taken at once, as if people had left the best instruction for them."""
    most_days: int = 1000
    """The days after which an unfinished game is stopped."""


class Outcome(msgspec.Struct, frozen=True):
    """The figures of one game."""

    setting: Setting
    ending: str
    """The reason of the end; ``cut off`` after too many days."""
    days: float
    actions: int
    automatic: int
    """The actions that auto-actions and auto-pass made, and ideal ones."""
    visits: int
    notices: dict[str, int]
    """The notices that were sent, by event."""
    waits: dict[str, float]
    """The hours that the game waited for people, by decision."""
    ended: dict[str, int]
    """The auto-actions that ended, by kind and reason."""
    missing: dict[str, int]
    """The plans at the end of visits for which there is no auto-action."""


class Event(NamedTuple):
    """A visit of a person, or a look at the outbox if there is no person."""

    at: float
    order: int
    seat: str


class Correspondence:
    """A game in play."""

    def __init__(self, folder: Path, setting: Setting, clock: Clock) -> None:
        self.setting, self.clock = setting, clock
        self._store = SqliteStore(folder / "games.sqlite")
        self._database = Database(self._store.engine)
        games = GameCache(self._store)
        self._auto_actions = AutoActions(self._database, clock=clock)
        self._runner = AutoActionRunner(games, [AutoActionSource(self._auto_actions)])
        self._visits = Visits(self._database, clock)
        self._deliveries = Deliveries(self._database, SETTINGS, clock)
        sender = HttpSender(AllowList(()))
        self._planner = Planner(
            self._database,
            games,
            Channels(self._database, sender, email=False, clock=clock),
            self._deliveries,
            SETTINGS,
            "https://games.example.org",
            clock,
        )
        seed = 1_000_000 * setting.seed + setting.number
        options = trunkline.new(setting.title, NAMES, seed=seed).options
        wishes = Wishes(auto_pass=setting.guards is not None)
        id = games.create(options, [Seat(name) for name in options.players], wishes).id
        self._seats = options.players
        self._take_seats(id)
        self._hosted = games[id]
        make = load_player(setting.player)
        choosers = {seat: make(seed + place) for place, seat in enumerate(self._seats)}
        self._choosers = choosers
        self._policies = {
            seat: Policy(seat, chooser, setting.guards or "all") for seat, chooser in choosers.items()
        }
        self._habits = {seat: Habits(f"{seed}/{seat}") for seat in self._seats}
        self._events: list[Event] = []
        self._due: dict[str, float] = {}
        """The next visit of each person after a notice."""
        self._orders = 0
        self._look_at = float("inf")
        """The time of the next look at the outbox."""
        self._chosen: tuple[int, Action] | None = None
        """The last choice of a person, with its version."""
        self._thought: dict[str, int] = {}
        """The version at which each person last thought about auto-actions."""
        self._since = clock.now
        self._passes = 0
        self._automatic = 0
        self._came = 0
        self._sent: Counter[str] = Counter()
        self._waits: dict[str, float] = {}

    def _take_seats(self, id: str) -> None:
        """Store the people with a channel each, and let them take their seats."""
        with self._database.writing() as link:
            for seat in self._seats:
                row = {"id": seat, "name": seat, "folded": seat, "looks": seat, "looks_small": seat}
                link.execute(insert(people).values(**row, password="", created=MONDAY))
                channel = {
                    "id": f"{seat}'s",
                    "person": seat,
                    "kind": WEBHOOK,
                    "format": "json",
                    "label": "phone",
                }
                events = msgspec.json.encode(CHOSEN).decode()
                address = f"https://phone.example.org/{seat}"
                link.execute(
                    insert(channels).values(**channel, address=address, events=events, created=MONDAY)
                )
        begin, end = (f"{int(hour):02}:{int(hour % 1 * 60):02}" for hour in WAKING)
        preferences = Preferences(self._database)
        for seat in self._seats:
            preferences.keep(seat, NoticeTimes(quiet_from=end, quiet_to=begin))
        membership = Membership(self._database, self.clock)
        owner, *others = self._seats
        membership.found(id, owner, [owner], private=True)
        for seat in others:
            membership.join(id, seat, seat)

    def close(self) -> None:
        """Close the store."""
        self._store.close()

    # -- the course of time

    def run(self) -> Outcome:
        """Play the game to its end."""
        for seat in self._seats:
            self._push(self._habits[seat].visit(0), seat)
        self._look_later()
        ending = ""
        while not ending:
            event = heapq.heappop(self._events)
            self.clock.now = max(self.clock.now, event.at)
            if not event.seat:
                if event.at == self._look_at:
                    self._look()
            elif self._is_expected(event):
                self._visit(event.seat)
            ending = self._ending()
        over = self.clock.now
        self.clock.now += SETTINGS.grace + 1
        self._look()
        return Outcome(
            self.setting,
            ending,
            round((over - MONDAY) / DAY, 3),
            self._hosted.version,
            self._automatic,
            self._came,
            dict(sorted(self._sent.items())),
            {what: round(hours, 2) for what, hours in sorted(self._waits.items())},
            self._all_ended(),
            dict(sorted(sum((each.missing for each in self._policies.values()), Counter()).items())),
        )

    def _ending(self) -> str:
        state = self._game().shared_state
        if state.over:
            return state.reason
        if self._passes >= STALLED:
            return "stalled"
        return "cut off" if self.clock.now > MONDAY + self.setting.most_days * DAY else ""

    def _push(self, at: float, seat: str) -> None:
        self._orders += 1
        heapq.heappush(self._events, Event(at, self._orders, seat))

    def _is_expected(self, event: Event) -> bool:
        """Return whether a visit takes place: the daily one, or the one after the last notice."""
        seat = event.seat
        if self._due.get(seat) == event.at:
            del self._due[seat]
            return True
        day = int((event.at - MONDAY) // DAY)
        if event.at != self._habits[seat].visit(day):
            return False
        self._push(self._habits[seat].visit(day + 1), seat)
        return True

    # -- visits

    def _game(self) -> Game:
        return self._hosted.view_at().game

    def _visit(self, seat: str) -> None:
        """Let a person act as long as the game waits for them, and then set auto-actions."""
        self._came += 1
        while True:
            while self._act(seat):
                self._settle()
            if self.setting.guards is not None:
                self._set(seat)
            before = self._hosted.version
            self._settle()
            if self._hosted.version == before or not self._waits_for(seat):
                break
        self._visits.record(self._hosted.id, seat, self._hosted.version)
        self._look_later()

    def _waits_for(self, seat: str) -> bool:
        game = self._game()
        return not game.over and seat in game.to_act

    def _act(self, seat: str) -> bool:
        """Let a person take one action. Return False if there is nothing to do."""
        if not self._waits_for(seat) or self._passes >= STALLED:
            return False
        game, action = self._game(), self._choice(seat)
        if action.player != seat:
            return False  # Another player decides first.
        decision = _decision(game, action)
        self._waits[decision] = self._waits.get(decision, 0) + (self.clock.now - self._since) / HOUR
        self._hosted.act(self._hosted.version, validated(action))
        self._entered(action)
        self.clock.now += PER_ACTION
        return True

    def _choice(self, seat: str) -> Action:
        """Return the action that a person takes now."""
        version = self._hosted.version
        if self._chosen is None or self._chosen[0] != version:
            self._chosen = version, self._choosers[seat].choose(self._game(), seat)
        return self._chosen[1]

    def _entered(self, action: Action) -> None:
        self._passes = self._passes + 1 if isinstance(action, Pass) else 0
        self._since = self.clock.now

    def _set(self, seat: str) -> None:
        """Set the auto-actions of a person, in one request as the page does."""
        if self._thought.get(seat) == self._hosted.version:
            return
        self._thought[seat] = self._hosted.version
        active = self._auto_actions.active(self._hosted.id)
        taken = {auto.slot(row.auto_action) for row in active if row.seat == seat}
        wanted = self._policies[seat].wanted(self._game(), taken)
        if wanted:
            self._auto_actions.set(self._hosted.id, seat, wanted, self._hosted.version)
            self.clock.now += PER_ACTION

    def _settle(self) -> None:
        """Let auto-actions and auto-pass act until they have nothing to do. Their pause is left out."""
        while self._passes < STALLED:
            before = self._hosted.version
            if self.setting.guards is not None:
                self._runner._look(self._hosted.id)
            if self._hosted.version == before and not self._act_ideally():
                return
            action = self._hosted.action_at(self._hosted.version)
            assert action is not None
            self._automatic += 1
            self._entered(action)

    def _act_ideally(self) -> bool:
        """Take a decision at once if it is of an ideal kind. Return whether it is."""
        game = self._game()
        if not self.setting.ideal or game.over:
            return False
        action = self._choice(next(seat for seat in self._seats if seat in game.to_act))
        if _decision(game, action) not in self.setting.ideal:
            return False
        self._hosted.act(self._hosted.version, validated(action))
        return True

    # -- notices

    def _look_later(self) -> None:
        """Look at the outbox when the next notice is due."""
        with self._database.reading() as link:
            due = link.execute(select(func.min(notices.c.due)).where(notices.c.state == NEW)).scalar()
        at = float("inf") if due is None else max(due + SETTINGS.grace, self.clock.now) + 1
        if at < self._look_at:
            self._look_at = at
            self._push(at, "")

    def _look(self) -> None:
        """Plan the notices that are due, and send them."""
        self._look_at = float("inf")
        while self._planner.plan():
            pass
        sent = self._deliveries.claim(100)
        for delivery in sorted(sent, key=lambda each: (each.person, each.event)):
            self._deliveries.finish(delivery, Result(True, "200"))
            self._sent[delivery.event] += 1
            if self.setting.comes == "notified" and delivery.person not in self._due:
                at = self._due[delivery.person] = self._habits[delivery.person].reaction(self.clock.now)
                self._push(at, delivery.person)
        self._look_later()

    def _all_ended(self) -> dict[str, int]:
        """Return the number of ended auto-actions by kind and reason."""
        ended = select(auto_table.c.slot, auto_table.c.data, auto_table.c.standing, auto_table.c.reason)
        found: Counter[str] = Counter()
        with self._database.reading() as link:
            for row in link.execute(ended.where(auto_table.c.standing != Standing.ACTIVE.value)):
                kind = msgspec.json.decode(row.data)["kind"]
                found[f"{kind}: {_why(row.reason)}"] += 1
        return dict(sorted(found.items()))


REASONS = {
    " is over": "the round or the game is over",
    "'s network": "track in the network changed",
    " lost ": "a train rusted",
    " best runs earn ": "the runs earn less",
    "could not pass": "a pass was not possible",
    "could not ": "the action was not possible",
    "another one instead": "replaced",
    " the president": "another president",
    "no longer yours": "sold",
    " bought ": "the private was sold, or another player bought",
    " buys ": "another player bought",
    " sells ": "another player sold",
    " bids ": "another player bid",
    " pars ": "another player started a corporation",
    "lowest bid": "outbid",
    " costs ": "outbid",
}
"""Short reasons by a part of the sentence to the owner."""


def _why(reason: str) -> str:
    return next((short for part, short in REASONS.items() if part in reason), "other")


def _decision(game: Game, action: Action) -> str:
    """Return the kind of a decision: the round or the pending decision, and the action taken."""
    state = game.shared_state
    if state.pending:
        return f"pending:{type(state.pending[-1]).__struct_config__.tag}"
    return f"{state.round.kind}:{tag(type(action))}"


def simulated(setting: Setting) -> Outcome:
    """Play one game. It needs no data but the setting, so processes can share the games."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        clock = Clock()
        with clock.of_entries():
            table = Correspondence(Path(folder), setting, clock)
            try:
                return table.run()
            finally:
                table.close()
