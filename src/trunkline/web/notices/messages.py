"""The text of notices: the game, the decision, and the events since the person's last move."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from trunkline.engine.kernel.referee import kind_of, task
from trunkline.game import Game, actions
from trunkline.game.auto_actions.common import full_stop
from trunkline.util.enumeration import enumerated
from trunkline.util.messages import gettext, ngettext
from trunkline.web.games.game_tree import ACTION, END
from trunkline.web.games.hosted_game import HostedGame
from trunkline.web.schemas.log import Logged

LINES = 3
"""The maximum number of lines about past events."""
LONGEST = 160
"""The maximum length of a line in characters."""
BACK = 400
"""The maximum number of entries that are searched for events."""
LONG_WAIT = 48
"""The hours from which a reminder counts days."""
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
    title = title_name(hosted_game)
    return gettext("{title} with {players}", title=title, players=enumerated(others)) if others else title


def title_name(hosted_game: HostedGame) -> str:
    """Return the short name of the title of a game, such as ``1856``."""
    return hosted_game.title.name.partition(":")[0]


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
    name, title = game_name(hosted_game, seats), title_name(hosted_game)
    decision = asked(game)
    event = "reminder" if hours else "turn"
    subject = gettext("{title}: your turn, {decision}", title=title, decision=decision)
    if hours:
        subject = _waiting(title, hours, decision)
    lines = events_since_last_move(hosted_game, seats)
    text = gettext("{game}. You must decide: {decision}.", game=name, decision=decision)
    text = f"{text}{play_by and ' '}{play_by}"
    return NoticeMessage(event, subject, text, lines, url, hosted_game.id, name)


def _waiting(title: str, hours: int, decision: str) -> str:
    if hours >= LONG_WAIT:
        return ngettext(
            "{title}: waiting for you for {count} day, {decision}",
            "{title}: waiting for you for {count} days, {decision}",
            hours // 24,
            title=title,
            decision=decision,
        )
    return ngettext(
        "{title}: waiting for you for {count} hour, {decision}",
        "{title}: waiting for you for {count} hours, {decision}",
        hours,
        title=title,
        decision=decision,
    )


def over(hosted_game: HostedGame, seats: Collection[str], winners: Sequence[str], url: str) -> NoticeMessage:
    """Return the message that a game is over."""
    name, title = game_name(hosted_game, seats), title_name(hosted_game)
    text = gettext("{game}. The game is over. It has no winner.", game=name)
    if winners:
        text = ngettext(
            "{game}. The game is over. {winners} wins.",
            "{game}. The game is over. {winners} win.",
            len(winners),
            game=name,
            winners=enumerated(winners),
        )
    lines = events_since_last_move(hosted_game, seats, text)
    subject = gettext("{title}: the game is over", title=title)
    return NoticeMessage("over", subject, text, lines, url, hosted_game.id, name)


def chat(hosted_game: HostedGame, seats: Collection[str], author: str, said: str, url: str) -> NoticeMessage:
    """Return the message that a person has written at a table."""
    name, title = game_name(hosted_game, seats), title_name(hosted_game)
    text = gettext("{author} writes: {text}", author=author, text=shortened(said))
    subject = gettext("{title}: message from {author}", title=title, author=author)
    return NoticeMessage("message", subject, text, (), url, hosted_game.id, name)


def ended(
    hosted_game: HostedGame, seats: Collection[str], why: str, url: str, *, done: bool
) -> NoticeMessage:
    """Return the message that an auto-action is done or has stopped."""
    title = title_name(hosted_game)
    if done:
        subject = gettext("{title}: your auto-action is done", title=title)
        return _ended(hosted_game, seats, "done", subject, why, url)
    subject = gettext("{title}: your auto-action has stopped", title=title)
    return _ended(hosted_game, seats, "stopped", subject, why, url)


def plan_ended(
    hosted_game: HostedGame, seats: Collection[str], why: str, url: str, *, done: bool
) -> NoticeMessage:
    """Return the message that a plan is finished or has stopped."""
    # Receivers know the events that people choose, so a plan has those of auto-actions.
    title = title_name(hosted_game)
    if done:
        subject = gettext("{title}: your plan is finished", title=title)
        return _ended(hosted_game, seats, "done", subject, why, url)
    why = gettext("Your plan is not handed in by itself any more. {why}", why=why)
    subject = gettext("{title}: your plan has stopped", title=title)
    return _ended(hosted_game, seats, "stopped", subject, why, url)


def _ended(
    hosted_game: HostedGame, seats: Collection[str], event: str, subject: str, why: str, url: str
) -> NoticeMessage:
    name = game_name(hosted_game, seats)
    lines = events_since_last_move(hosted_game, seats, why)
    return NoticeMessage(event, subject, f"{name}. {why}", lines, url, hosted_game.id, name)


def table_ready(hosted_game: HostedGame, seats: Collection[str], text: str, url: str) -> NoticeMessage:
    """Return the message that a table of a league is ready."""
    name = game_name(hosted_game, seats)
    subject = gettext("{title}: your table is ready", title=title_name(hosted_game))
    return NoticeMessage("table", subject, f"{name}. {text}", (), url, hosted_game.id, name)


def time_used_up(hosted_game: HostedGame, seats: Collection[str], text: str, url: str) -> NoticeMessage:
    """Return the message that the time of a person is used up."""
    name = game_name(hosted_game, seats)
    lines = events_since_last_move(hosted_game, seats, text)
    subject = gettext("{title}: your time is used up", title=title_name(hosted_game))
    return NoticeMessage("time", subject, f"{name}. {text}", lines, url, hosted_game.id, name)


def request(hosted_game: HostedGame, seats: Collection[str], text: str, url: str) -> NoticeMessage:
    """Return the message that a request at the table waits for the answer of a person."""
    name = game_name(hosted_game, seats)
    subject = gettext("{title}: a request waits for your answer", title=title_name(hosted_game))
    return NoticeMessage("request", subject, f"{name}. {text}", (), url, hosted_game.id, name)


def digest(games: Sequence[str], url: str, count: int) -> NoticeMessage:
    """Return the daily message about the games that wait. ``games`` has a line for each of them."""
    many = ngettext("{count} game waits for you", "{count} games wait for you", count)
    return NoticeMessage("digest", many, f"{many}.", tuple(map(shortened, games)), url)


def test(label: str, url: str) -> NoticeMessage:
    """Return the message of a test."""
    text = gettext("This is a test of {channel}. Notices will arrive like this one.", channel=label)
    return NoticeMessage("test", gettext("Trunkline: test notice"), text, (), url)
