"""A game played by typing: prompts, commands and the turns of bots."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from trunkline.cli.terminal import holdings, map_text, menu, reasons
from trunkline.cli.terminal.routes_text import help_text, typed_runs
from trunkline.cli.terminal.runs_text import cut, plan_map, run_lines, worth
from trunkline.cli.terminal.typed_names import company_of
from trunkline.engine.kernel.action import Action, Pass, RunTrains, SellShares
from trunkline.engine.kernel.choice import Amounts, Choice, Open
from trunkline.engine.kernel.events import Event
from trunkline.engine.kernel.referee import kind_of
from trunkline.engine.kernel.refusal import Refusal
from trunkline.game import Game, routes
from trunkline.game.notation import Ambiguous, parse
from trunkline.game.wording.choices import words
from trunkline.game.wording.endings import why_ended
from trunkline.game.wording.events import sentence, sentences
from trunkline.game.wording.hexes import hex_lines
from trunkline.game.wording.matching import contains
from trunkline.game.wording.places import private_name
from trunkline.game.wording.rounds import moment
from trunkline.players import Chooser
from trunkline.util.errors import UsageError
from trunkline.web.presenters.last_sales import last_sales

HELP = """\
NUMBER        choose the action with that number, or open a folded line
LINE          an action in the notation, such as  buys flos  or  LPS lays 57/2 on D17
find WORDS    the actions that contain these words, such as  find tile 57
actions       show the menu again
holdings      players, privates, corporations, trains and the chart
map [HEX]     the map, or all about one hex, by its id or printed name
routes [CORP] the best runs of a corporation, drawn on the map
log [N]       the last N lines of the log
why [WORDS]   what is forbidden now, and by which rule
why N         the wording of the rule behind line N of that list
rule ID       the wording of a rule
undo, redo    back to your last decision, and forward again
save FILE     keep the game in a file
load FILE     continue a saved game
quit          leave"""


class Quit(Exception):
    """A signal that the player wants to leave."""


@dataclass
class PlaySession:
    """A game with one person, or several at one keyboard. Bots play the other seats."""

    game: Game
    people: set[str]
    """The seats played by typing."""
    bot: Chooser
    """The bot that plays all other seats."""
    read: Callable[[str], str] = input
    write: Callable[[str], None] = print
    width: int = 100
    delay: float = 0.0
    """Seconds to wait after each action of a bot."""
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    """Random source for routes proposed at random."""
    shown: list[menu.MenuItem] = field(default_factory=list)
    """The menu items behind the current numbers."""
    reasons: list[reasons.Reason] = field(default_factory=list)
    """The reasons that ``why N`` refers to."""
    kept: Game | None = None
    """The game as last saved or loaded."""

    @property
    def saved(self) -> bool:
        """True if the player can leave without losing anything."""
        return self.game == self.kept or not self.game.actions

    def run(self) -> None:
        """Play until the game is over or the player leaves (``Quit``)."""
        who = " and ".join(name for name in self.game.players if name in self.people)
        self._say(f"{self.game.title.name} with {', '.join(self.game.players)}; you play {who}.")
        self._say("Type a number to act, or help for the commands.")
        if not self.game.actions:
            self._lines(self._dealt())
        while True:
            if self.game.over:
                self._show_end()
                self._commands("The game is over> ")
                continue
            person = self._person()
            if person is None:
                self._bot_acts()
            else:
                self._decide(person)

    # -- turns

    def _person(self) -> str | None:
        waiting = self.game.to_act
        return next((name for name in self.game.players if name in waiting and name in self.people), None)

    def _bot_acts(self) -> None:
        waiting = self.game.to_act
        player = next(name for name in self.game.players if name in waiting)
        self._tell(self.game.play(self.bot.choose(self.game, player)))
        if self.delay:
            time.sleep(self.delay)

    def _decide(self, player: str) -> None:
        choices = self.game.legal(player)
        groups = menu.menu(self.game, choices)
        self._say("")
        self._say(moment(self.game))
        self._say(self._purse(player))
        if must := self._must_sell(player, choices):
            self._say(must)
        self._lines(last_sales(self.game))
        self._show(groups)
        now = self.game.copy()
        # Most commands only show something. A command that changes the game needs a new menu.
        while self.game == now:
            self._one_line(player, f"{player}> ")

    def _commands(self, prompt: str) -> None:
        now = self.game.copy()
        while self.game == now:
            self._one_line("", prompt)

    def _one_line(self, player: str, prompt: str) -> None:
        line = self.read(prompt).strip()
        try:
            if line.isdecimal() and player:
                self._choose(_number(line), player)
            elif line:
                self._command(line, player)
        except (UsageError, Refusal) as error:
            self._say(str(error))

    # -- choosing

    def _choose(self, number: int, player: str) -> None:
        if not 1 <= number <= len(self.shown):
            raise UsageError(f"There is no number {number}: type 1 to {len(self.shown)}.")
        item = self.shown[number - 1]
        if item.items:
            self._show([menu.MenuGroup(item.text, item.items)])
            self._say("Type a number, or  actions  to go back.")
            return
        assert item.choice is not None
        action = self._settle(item.choice, player)
        if action is not None:
            self._tell(self.game.play(action))

    def _tell(self, happened: list[Event]) -> None:
        self._lines(f"  {text}" for text in sentences(self.game.title, happened))

    def _settle(self, choice: Choice, player: str) -> Action | None:
        if isinstance(choice, Amounts):
            return self._ask_amount(choice)
        if isinstance(choice, Open):
            return self._ask_open(choice, player)
        assert isinstance(choice, Action)
        return choice

    def _ask_amount(self, choice: Amounts) -> Action | None:
        unit = "$" if choice.field in ("amount", "price") else ""
        steps = f" in steps of {choice.step}" if choice.step != 1 else ""
        span = f"{unit}{choice.low} to {unit}{choice.high}{steps}"
        question = "How much" if unit else "How many"
        answer = self.read(f"{question}, {span}? (Enter alone: back)> ").strip().lstrip("$")
        if not answer:
            return None
        if not answer.isdecimal() or _number(answer) not in choice:
            raise UsageError(f"It must be a number from {span}.")
        return choice.at(_number(answer))

    def _ask_open(self, choice: Open, player: str) -> Action | None:
        typed = " or type the routes" if issubclass(choice.kind, RunTrains) else ""
        if typed:
            self._lines(cut(help_text(routes.best(self.game, choice.corp)), self.width))
        answer = self.read(f"b for the best, r for any,{typed} (Enter alone: back)> ").strip()
        if not answer:
            return None
        if answer.lower() in ("b", "best"):
            action = choice.best()
        elif answer.lower() in ("r", "random", "any"):
            action = choice.propose(self.rng)
        elif issubclass(choice.kind, RunTrains):
            action = typed_runs(self.game, answer, choice)
        else:
            raise UsageError("Type b or r.")
        self._say(words(self.game, action))
        return action

    # -- commands

    def _command(self, line: str, player: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "help" | "h" | "?":
                self._say(HELP)
            case "quit" | "exit" | "q":
                raise Quit
            case "actions" | "a" | "back":
                self._show(menu.menu(self.game, self.game.legal(player or None)))
            case "find" | "f":
                self._find(rest, player)
            case "holdings" | "hold":
                self._lines(holdings.holdings_lines(self.game))
            case "map" | "m":
                self._map(rest)
            case "routes" | "r":
                self._routes(rest)
            case "log" | "l":
                self._log(rest)
            case "why" | "w":
                self._why(rest, player)
            case "rule":
                self._lines(reasons.rule_lines(self.game, rest, self.width))
            case "undo" | "u":
                self._undo()
            case "redo":
                self._redo()
            case "save":
                self._save(rest)
            case "load":
                self._load(rest)
            case _:
                self._play_line(line, player)

    def _play_line(self, line: str, player: str) -> None:
        """Play an action typed in the notation."""
        try:
            action = parse(line, self.game)
        except Ambiguous:
            raise
        except UsageError as error:
            word = line.partition(" ")[0]
            raise UsageError(f"I do not know {word!r}: type a number, or help for the commands.") from error
        if action.player != player:
            raise UsageError(
                f"{action.player} does not act here: it is {player or 'nobody'} who must decide."
            )
        self._tell(self.game.play(action))

    def _find(self, text: str, player: str) -> None:
        if not text:
            raise UsageError("Say what to find, such as  find tile 57.")
        choices = self.game.legal(player or None)
        # Search the ids of an action too: the log uses ids where the menu uses full names.
        found = [choice for choice in choices if contains(f"{words(self.game, choice)} {choice}", text)]
        if not found:
            raise UsageError(f"No action that is legal now contains {text!r}; see also  why {text}.")
        self._show(menu.menu(self.game, found))

    def _map(self, text: str) -> None:
        if text:
            self._lines(hex_lines(self.game, map_text.hex_of(self.game, text)))
        else:
            self._lines(map_text.map_lines(self.game, self.width))

    def _routes(self, text: str) -> None:
        turn = self.game.shared_state.operating.turn if self.game.shared_state.operating else None
        if not text and turn is None:
            example = next(iter(self.game.shared_state.corporations))
            raise UsageError(f"Say whose runs to show, such as  routes {example}.")
        corp = company_of(self.game, text or (turn.corp if turn else ""))
        context = routes.context(self.game, corp)
        if not context.trains:
            raise UsageError(f"{corp} has no train.")
        plan = routes.best(self.game, corp)
        if not plan.runs:
            raise UsageError(f"No run of {corp} is possible.")
        self._lines([f"{corp}: {worth(plan)}", *run_lines(plan, self.width)])
        self._lines(plan_map(context, plan, self.width))

    def _log(self, text: str) -> None:
        if text and not text.isdecimal():
            raise UsageError("Type  log  or  log N  with a number of lines.")
        count = _number(text) if text else 20
        log = self.game.log
        told = [(text, event.rule) for event in log if (text := sentence(self.game.title, event))]
        if not told or not count:
            raise UsageError("Nothing to show." if told else "Nothing has happened yet.")
        self._lines(f"  {text}" + (f"  [{rule}]" if rule else "") for text, rule in told[-count:])

    def _why(self, text: str, player: str) -> None:
        if text.isdecimal():
            if not 1 <= _number(text) <= len(self.reasons):
                raise UsageError("That is no line of the last list: type  why  to see what is forbidden.")
            self._lines(reasons.rule_lines(self.game, self.reasons[_number(text) - 1].rule, self.width))
            return
        self.reasons = reasons.reasons(self.game, player or None, text)
        if not self.reasons:
            what = f"Nothing that is forbidden now contains {text!r}." if text else "Nothing is forbidden."
            raise UsageError("The game is over." if self.game.over else what)
        self._lines(reasons.lines(self.reasons))

    def _undo(self) -> None:
        # Without a decision to return to, the bots would only start the game again, and play differently.
        if self.people.isdisjoint(action.player for action in self.game.actions):
            raise UsageError("There is nothing to undo.")
        undone = self.game.undo()
        # If undo stopped at a bot's turn, the bot would act again at once.
        while self._person() is None and self.game.actions:
            undone = self.game.undo()
        self._say(f"Back before: {words(self.game, undone)}.")

    def _redo(self) -> None:
        action = self.game.redo()
        while self._person() is None and not self.game.over:
            try:
                action = self.game.redo()
            except UsageError:
                break
        self._say(f"Forward to after {action.player}'s action.")

    def _save(self, path: str) -> None:
        if not path:
            raise UsageError("Say where to save it:  save FILE.")
        self.game.save(path)
        self.kept = self.game.copy()
        self._say(f"Saved in {path} after {len(self.game.actions)} actions.")

    def _load(self, path: str) -> None:
        if not path:
            raise UsageError("Say what to load:  load FILE.")
        self.game = game = Game.load(path)
        self.kept = game.copy()
        self.people = self.people & set(game.players) or {game.players[0]}
        who = " and ".join(name for name in game.players if name in self.people)
        self._say(f"{len(game.actions)} actions loaded from {path}. You play {who}.")

    # -- showing

    def _show(self, groups: list[menu.MenuGroup]) -> None:
        self.shown = menu.numbered(groups)
        self._lines(menu.lines(groups, self.width))

    def _dealt(self) -> Iterable[str]:
        """Yield the players' possessions before the first action."""
        for private in self.game.shared_state.privates.values():
            if private.player:
                cost = f"${private.cost:,}"
                yield f"  {private.player} begins with {private_name(self.game, private.id)}, for {cost}"

    def _purse(self, player: str) -> str:
        state = self.game.shared_state
        text = f"{player} has ${state.players[player].cash:,}"
        turn = state.operating.turn if state.operating else None
        if turn is not None:
            corp = state.corporations[turn.corp]
            trains = " ".join(train.rpartition("-")[0] for train in state.trains_at(corp.id)) or "none"
            text += f"; {corp.id} has ${corp.cash:,}, trains: {trains}"
        return text + "."

    def _must_sell(self, player: str, choices: list[Choice]) -> str:
        """Return the reason why a player who is offered sales may not pass, or empty text."""
        kinds = {kind_of(choice) for choice in choices}
        refusal = None if Pass in kinds or SellShares not in kinds else self.game.check(Pass(player))
        return f"{player} may not pass: {refusal.why} [{refusal.rule}]." if refusal else ""

    def _show_end(self) -> None:
        result = self.game.result
        assert result is not None
        self._say("")
        wins = "wins" if len(result.winners) == 1 else "win"
        why = why_ended(result.reason)
        self._say(f"The game is over: {why}. {' and '.join(result.winners)} {wins}.")
        self._lines(holdings.standings_lines(self.game))

    def _lines(self, lines: Iterable[str]) -> None:
        if text := "\n".join(lines):
            self._say(text)

    def _say(self, text: str) -> None:
        self.write(text)


def _number(text: str) -> int:
    """Return the digits as a number. Python refuses numbers with thousands of digits."""
    return int(text[:100])
