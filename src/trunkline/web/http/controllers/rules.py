"""API endpoints of rules and words."""

from __future__ import annotations

from litestar import Controller, Response, get
from litestar.params import FromPath

from trunkline.game.wording.glossary import Section, glossary
from trunkline.game.wording.questions import Question, questions
from trunkline.web.accounts.permissions import Operation
from trunkline.web.http.declared_operations import requires
from trunkline.web.http.openapi_responses import LOOKUP_ERRORS, STATIC_ERRORS
from trunkline.web.http.request_context import ContextDep
from trunkline.web.http.responses import cached_response
from trunkline.web.presenters import rule_examples
from trunkline.web.presenters.titles import check_title, listed_rules
from trunkline.web.schemas.answers import RuleExample, RuleFacts

SVG = "image/svg+xml"


class Rules(Controller):
    """The rule lists of the titles, and the glossary."""

    path = "/api"
    tags = ("titles",)

    @get("/titles/{title:str}/rules", responses=LOOKUP_ERRORS, opt=requires(Operation.PRINTED))
    async def title_rules(self, title: FromPath[str], context: ContextDep) -> Response[list[RuleFacts]]:
        """List the rules of a title in the order of its rulebook, without those about paper."""

        def respond() -> Response[list[RuleFacts]]:
            check_title(title)
            return cached_response(context.request, "rules", lambda: listed_rules(title))

        return await context.read(respond)

    @get("/rules/{rule:str}/example", responses=LOOKUP_ERRORS, opt=requires(Operation.PRINTED))
    async def example(self, rule: FromPath[str], context: ContextDep) -> Response[RuleExample]:
        """Return a position at which a rule refuses an action."""
        return await context.read(
            lambda: cached_response(context.request, rule, lambda: rule_examples.example(rule))
        )

    @get(
        "/rules/{rule:str}/example.svg",
        media_type=SVG,
        responses=LOOKUP_ERRORS,
        opt=requires(Operation.PRINTED),
    )
    async def example_picture(self, rule: FromPath[str], context: ContextDep) -> Response[bytes]:
        """Return the map of an example, or its chart if the action concerns no hex, as SVG."""
        return await context.read(
            lambda: cached_response(
                context.request, rule, lambda: rule_examples.picture(rule).encode(), kind=SVG
            )
        )

    @get("/glossary", sync_to_thread=False, responses=STATIC_ERRORS, opt=requires(Operation.PRINTED))
    def words(self, context: ContextDep) -> Response[tuple[Section, ...]]:
        """Return the glossary: words with their meanings, by subject."""
        return cached_response(context.request, "glossary", glossary)

    @get("/questions", sync_to_thread=False, responses=STATIC_ERRORS, opt=requires(Operation.PRINTED))
    def questions(self, context: ContextDep) -> Response[tuple[Question, ...]]:
        """Return questions of new players with answers."""
        return cached_response(context.request, "questions", questions)
