"""The text of notices: the game, the decision, and the events since the person's last move."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from trunkline.engine.kernel.referee import kind_of, task
from trunkline.game import Game, actions
from trunkline.game.auto_actions.common import full_stop
from trunkline.web.games.game_tree import ACTION, END
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.schemas.log import Logged

LINES = 3
"""The maximum number of lines about past events."""
LONGEST = 160
"""The maximum length of a line in characters."""
BACK = 400
"""The maximum number of entries that are searched for events."""
IDLE = (actions.Pass, actions.EndTurn)
"""The actions of a player who can only pass."""


class NoticeMessage(Struct, frozen=True):
    """The text of a notice. Every channel sends it in its own format."""

    event: str
    title: str
    text: str
    """The decision or the event, as a sentence or phrase."""
    lines: tuple[str, ...] = ()
    """The events since the person's last move, at most three lines; for a digest the games."""
    url: str = ""
    """The address of the decision."""
    game: str = ""
    """The id of the game. Empty for a digest."""
    name: str = ""
    """The name of the game: its title and the other players."""

    @property
    def body(self) -> str:
        """The text below the title, without the address."""
        return "\n".join(part for part in (self.text, *(f"- {line}" for line in self.lines)) if part)


def game_name(hosted_game: HostedGame, seats: Collection[str]) -> str:
    """Return the name of a game for the person in these seats, such as ``1856 with Bob and Cy``."""
    others = [seat.name for seat in hosted_game.seats if seat.name not in seats]
    title = hosted_game.title.name.partition(":")[0]
    return f"{title} with {_listed(others)}" if others else title


def asked(game: Game) -> str:
    """Return the decision of a game as text, such as ``GW: lay track``."""
    text, corp = task(game.title, game.shared_state)
    return f"{corp}: {text}" if corp else text


def can_only_pass(game: Game) -> bool:
    """Return whether the player to act has no other choice than to pass."""
    return all(issubclass(kind_of(choice), IDLE) for choice in game.legal())


def events_since_last_move(
    hosted_game: HostedGame, seats: Collection[str], told: str = ""
) -> tuple[str, ...]:
    """Return the most important events since the last action of these seats, oldest first.

    ``told`` is text of the same notice. Its events are left out.
    """
    version = hosted_game.version
    after = max(0, version - BACK)
    for number in range(version, after, -1):
        entry = hosted_game.log[number - 1]
        if entry.kind == ACTION and entry.seat in seats:
            after = number
            break
    return important(hosted_game.entries_after(after), told)


def important(entries: Sequence[Logged], told: str = "") -> tuple[str, ...]:
    """Return the headlines of the most important entries, oldest first, except those in ``told``."""
    shown = [
        entry
        for entry in entries
        if entry.headline
        and full_stop(entry.headline) not in told
        and entry.kind in (ACTION, END)
        and entry.undone_by is None
        and not entry.passed
    ]
    best = sorted(shown, key=lambda entry: (-entry.weight, -entry.number))[:LINES]
    return tuple(shortened(entry.headline) for entry in sorted(best, key=lambda entry: entry.number))


def shortened(text: str) -> str:
    """Return a text as one line of limited length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"


def turn(
    hosted_game: HostedGame, seats: Collection[str], url: str, hours: int = 0, play_by: str = ""
) -> NoticeMessage:
    """Return the message that it is a person's turn. With ``hours``, it is a reminder.

    ``play_by`` is a sentence with the deadline. Empty without a clock.
    """
    game = hosted_game.view_at().game
    name = game_name(hosted_game, seats)
    title = name.partition(" with ")[0]
    decision = asked(game)
    event, subject = "turn", f"{title}: your turn, {decision}"
    if hours:
        event, subject = "reminder", f"{title}: waiting for you for {_hours(hours)}, {decision}"
    lines = events_since_last_move(hosted_game, seats)
    text = f"{name}. You must decide: {decision}.{play_by and ' '}{play_by}"
    return NoticeMessage(event, subject, text, lines, url, hosted_game.id, name)


def over(hosted_game: HostedGame, seats: Collection[str], winners: Sequence[str], url: str) -> NoticeMessage:
    """Return the message that a game is over."""
    name = game_name(hosted_game, seats)
    title = name.partition(" with ")[0]
    result = f"{_listed(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else "It has no winner"
    text = f"{name}. The game is over. {result}."
    lines = events_since_last_move(hosted_game, seats, text)
    return NoticeMessage("over", f"{title}: the game is over", text, lines, url, hosted_game.id, name)


def chat(hosted_game: HostedGame, seats: Collection[str], author: str, said: str, url: str) -> NoticeMessage:
    """Return the message that a person has written at a table."""
    name = game_name(hosted_game, seats)
    title = name.partition(" with ")[0]
    text = f"{author} writes: {shortened(said)}"
    return NoticeMessage("message", f"{title}: message from {author}", text, (), url, hosted_game.id, name)


def ended(
    hosted_game: HostedGame, seats: Collection[str], why: str, url: str, *, done: bool
) -> NoticeMessage:
    """Return the message that an auto-action is done or has stopped."""
    event, result = ("done", "is done") if done else ("stopped", "has stopped")
    return _ended(hosted_game, seats, event, f"your auto-action {result}", why, url)


def plan_ended(
    hosted_game: HostedGame, seats: Collection[str], why: str, url: str, *, done: bool
) -> NoticeMessage:
    """Return the message that a plan is finished or has stopped."""
    # Receivers know the events that people choose, so a plan has those of auto-actions.
    if done:
        return _ended(hosted_game, seats, "done", "your plan is finished", why, url)
    why = f"Your plan is not handed in by itself any more. {why}"
    return _ended(hosted_game, seats, "stopped", "your plan has stopped", why, url)


def _ended(
    hosted_game: HostedGame, seats: Collection[str], event: str, result: str, why: str, url: str
) -> NoticeMessage:
    name = game_name(hosted_game, seats)
    title = name.partition(" with ")[0]
    lines = events_since_last_move(hosted_game, seats, why)
    return NoticeMessage(event, f"{title}: {result}", f"{name}. {why}", lines, url, hosted_game.id, name)


def table_ready(hosted_game: HostedGame, seats: Collection[str], text: str, url: str) -> NoticeMessage:
    """Return the message that a table of a league is ready."""
    name = game_name(hosted_game, seats)
    title = name.partition(" with ")[0]
    subject = f"{title}: your table is ready"
    return NoticeMessage("table", subject, f"{name}. {text}", (), url, hosted_game.id, name)


def time_used_up(hosted_game: HostedGame, seats: Collection[str], text: str, url: str) -> NoticeMessage:
    """Return the message that the time of a person is used up."""
    name = game_name(hosted_game, seats)
    title = name.partition(" with ")[0]
    lines = events_since_last_move(hosted_game, seats, text)
    return NoticeMessage(
        "time", f"{title}: your time is used up", f"{name}. {text}", lines, url, hosted_game.id, name
    )


def request(hosted_game: HostedGame, seats: Collection[str], text: str, url: str) -> NoticeMessage:
    """Return the message that a request at the table waits for the answer of a person."""
    name = game_name(hosted_game, seats)
    title = name.partition(" with ")[0]
    subject = f"{title}: a request waits for your answer"
    return NoticeMessage("request", subject, f"{name}. {text}", (), url, hosted_game.id, name)


def digest(games: Sequence[str], url: str, count: int) -> NoticeMessage:
    """Return the daily message about the games that wait. ``games`` has a line for each of them."""
    many = "1 game waits for you" if count == 1 else f"{count} games wait for you"
    return NoticeMessage("digest", many, f"{many}.", tuple(map(shortened, games)), url)


def test(label: str, url: str) -> NoticeMessage:
    """Return the message of a test."""
    text = f"This is a test of {label}. Notices will arrive like this one."
    return NoticeMessage("test", "Trunkline: test notice", text, (), url)


def _hours(hours: int) -> str:
    if hours >= 48:
        return f"{hours // 24} days"
    return "1 hour" if hours == 1 else f"{hours} hours"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
