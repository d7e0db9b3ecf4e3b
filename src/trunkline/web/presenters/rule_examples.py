"""Examples of rules: a position, an action that the rule refuses there, and a picture."""

from __future__ import annotations

from trunkline.engine.kernel import chart
from trunkline.engine.kernel.context import Context
from trunkline.engine.track.map_index import map_tables
from trunkline.game import Game
from trunkline.game.actions import Action
from trunkline.game.wording.choices import words
from trunkline.game.wording.rounds import moment
from trunkline.learn.rule_examples import examples
from trunkline.svg.chart import chart as chart_picture
from trunkline.svg.hexes import RADIUS, number
from trunkline.svg.tiles import hex_renderer
from trunkline.util.messages import gettext
from trunkline.web.errors import GameNotFound
from trunkline.web.schemas.answers import RuleExample

RING = "#d6006e"
"""The colour with which the page marks a hex."""


def has_example(rule: str) -> bool:
    """Return whether there is an example of a rule."""
    return rule in examples().rules


def example(rule: str) -> RuleExample:
    """Return the example of a rule. Raises ``GameNotFound``."""
    game, action = _found(rule)
    refusal = game.check(action)
    assert refusal is not None
    return RuleExample(moment(game), action.player, words(game, action), refusal.why)


def picture(rule: str) -> str:
    """Return an SVG document of the example's map, or of its chart if the action concerns no hex.

    A ring marks the hex of the action.
    """
    game, action = _found(rule)
    hex = getattr(action, "hex", "")
    if hex in game.board.hexes:
        return game.svg().replace("</svg>", f"{_ring(game, hex)}</svg>")
    if hex or hasattr(action, "runs"):
        return game.svg()
    stacks: dict[tuple[int, int], list[str]] = {}
    for corp in chart.order(Context(game.title, game.state)):
        if corp.cell is not None:
            stacks.setdefault((corp.cell[0], corp.cell[1]), []).append(corp.id)
    return chart_picture(game.board, stacks)


def _ring(game: Game, hex: str) -> str:
    centre = hex_renderer(map_tables(game.board)).grid.centre(hex)
    place = f'cx="{number(centre.x)}" cy="{number(centre.y)}" r="{number(RADIUS)}"'
    return f'<circle {place} fill="none" stroke="{RING}" stroke-width="9"/>'


def _found(rule: str) -> tuple[Game, Action]:
    found = examples().rules.get(rule)
    if found is None:
        raise GameNotFound(gettext("There is no example of this rule."))
    return Game.from_line(examples().positions[found.position]), found.action
