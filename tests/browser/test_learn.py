"""Browser tests of lessons: the list, the coach at the table, and the learner's progress."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.axe import findings
from browser.clicks import Clicks, fits, offered
from browser.screen import Screen
from browser.vocabulary import unexplained
from trunkline.learn.guided.guide import SHORT_GAME, guided_game
from trunkline.learn.library import lessons

GUIDE = guided_game(SHORT_GAME)
TRACK = lessons()["track"]
STEPS = [place.step for place in TRACK.places]
REFUSAL = "1856.track.connectivity"

FORGET = """(game) => {
  const key = "trunkline-lessons";
  localStorage.setItem(key, localStorage.getItem(key).replace(game, "none"));
}"""

DONE = """(ids) => {
  const places = ids.map((id) => [id, { step: 0, done: true, game: "", since: {} }]);
  localStorage.setItem("trunkline-lessons", JSON.stringify({ form: 1, lessons: Object.fromEntries(places) }));
}"""


def coach(screen: Screen) -> Locator:
    """Return the panel of the coach."""
    return screen.page.locator("section[aria-label=Coach]")


def press(screen: Screen, name: str) -> None:
    """Press a button of the coach."""
    coach(screen).get_by_role("button", name=name, exact=True).click()


def at_step(screen: Screen, number: int) -> None:
    """Wait until the coach shows a step, counted from 1."""
    expect(coach(screen)).to_have_attribute("data-step", str(number))
    progress = coach(screen).get_by_role("progressbar", name=f"Step {number} of {len(STEPS)}")
    expect(progress).to_have_attribute("aria-valuenow", str(number))
    expect(coach(screen).get_by_role("heading")).to_contain_text(STEPS[number - 1].heading)


def lay(screen: Screen, hex: str) -> None:
    """Lay the first tile that is offered for a hex."""
    screen.hex(hex).click()
    screen.page.locator(".picker .tile").first.click()
    screen.take()


def test_a_newcomer_plays_a_lesson_to_its_end(screen: Screen) -> None:
    page = screen.open().page
    # If the server cannot be reached, the page tries again by itself.
    page.route("**/api/lessons/**", lambda route: route.abort())
    page.get_by_role("link", name="Start the first lesson").click()
    expect(page.get_by_role("alert").filter(has_text="Cannot reach the server. Retrying…")).to_be_visible()
    page.unroute("**/api/lessons/**")
    first = next(iter(lessons().values())).places[0].step
    expect(coach(screen).get_by_role("heading")).to_contain_text(first.heading)
    assert unexplained(screen) == []
    # The lessons before the first game are enough for it: the list says so, then offers the game.
    screen.open("/learn")
    to_game = page.get_by_role("link", name="first game with a coach")
    expect(to_game).to_have_attribute("href", "/learn/short-game")
    expect(page.locator("main p").filter(has=to_game)).to_contain_text(
        "The first 2 lessons, about 11 minutes"
    )
    short = page.get_by_role("link", name="Play the short game")
    expect(short).to_have_attribute("href", "/learn/short-game")
    assert unexplained(screen) == []
    page.evaluate(DONE, list(GUIDE.after))
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("You know enough for your first game")
    expect(page.locator(".row a.main")).to_have_attribute("href", "/learn/short-game")
    expect(page.get_by_role("link", name="Next lesson: ")).to_have_attribute("href", "/learn/par")
    page.evaluate("localStorage.clear()")
    page.goto(f"{screen.base}/learn/track")
    at_step(screen, 1)
    game = screen.game
    expect(coach(screen).locator("b").first).to_have_text("Toronto, Grey & Bruce (TGB)")
    expect(page.locator("[data-target]")).to_have_attribute("data-target", "K8")
    expect(screen.decision).to_be_hidden()
    expect(page.get_by_role("button", name="Try in a sandbox")).to_have_count(0)

    press(screen, "Next step")
    at_step(screen, 2)
    start = screen.at
    # A hex where nothing can be laid: the rule, and the sentence of the lesson about this position.
    screen.hex("D17").click()
    alert = coach(screen).get_by_role("alert")
    expect(alert).to_contain_text(STEPS[1].refusals[REFUSAL])
    expect(alert.get_by_role("link")).to_have_attribute("href", f"/rules/1856#{REFUSAL}")
    assert findings(screen) == []
    assert screen.fits()

    # The actions before the step are part of its position.
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_disabled()
    page.keyboard.press("u")
    assert screen.at == start

    lay(screen, "K6")
    expect(alert).to_contain_text(STEPS[1].replies[0].say)
    expect(undo).to_be_enabled()
    expect(alert).to_contain_text("the aim is $30 or more")
    press(screen, "Take back")
    expect(alert).to_have_text("")
    screen.shows(start + 2)
    for number, hint in enumerate(STEPS[1].hints, 1):
        press(screen, f"A hint ({number} of {len(STEPS[1].hints)})")
        expect(coach(screen).get_by_role("listitem").last).to_have_text(hint)

    # The page opens the same step and game again.
    page.goto(f"{screen.base}/learn")
    page.get_by_role("link", name=re.compile(f"Laying track.*step 2 of {len(STEPS)}")).click()
    at_step(screen, 2)
    assert screen.game == game

    lay(screen, "L9")
    expect(coach(screen).get_by_role("status").first).to_contain_text(STEPS[1].done)
    press(screen, "Next step")
    at_step(screen, 3)
    press(screen, "Back")
    expect(coach(screen)).to_contain_text(STEPS[1].done)
    press(screen, "Next step")
    press(screen, "Next step")
    at_step(screen, 4)
    right, wrong, *_ = sorted(STEPS[3].answers, key=lambda each: not each.right)
    coach(screen).get_by_role("button", name=wrong.text).click()
    expect(coach(screen)).to_contain_text(wrong.say)
    coach(screen).get_by_role("button", name=right.text).click()
    expect(coach(screen)).to_contain_text(right.say)
    press(screen, "Next step")
    at_step(screen, 5)
    press(screen, "Next step")
    at_step(screen, 6)
    # The step after a skipped task begins with its solution.
    press(screen, "Skip this step")
    at_step(screen, 7)
    (solution,) = STEPS[6].solution
    Clicks(screen).play(next(found for found in offered(screen) if fits(solution, found)))
    expect(coach(screen)).to_contain_text(STEPS[6].done)
    press(screen, "Finish")
    expect(page.get_by_role("status")).to_contain_text(f"You have finished “{TRACK.lesson.name}”.")


def test_the_map_shows_gains_only_in_steps_about_revenue(screen: Screen) -> None:
    page = screen.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    gains = page.locator(".map text", has_text=re.compile(r"^[+−]"))
    # The hex that the coach praises earns nothing yet.
    screen.open("/learn/destinations-loans")
    press(screen, "Next step")
    press(screen, "Skip this step")
    expect(coach(screen).get_by_role("heading")).to_contain_text("Reach Lake Huron")
    expect(screen.decision.get_by_role("list", name="Lay or upgrade track", exact=True)).to_be_visible()
    screen.hex("I6").click()
    expect(page.locator(".picker").get_by_role("button", name="Next hex", exact=True)).to_be_visible()
    expect(gains).to_have_count(0)
    expect(page.get_by_text("no gain")).to_have_count(0)
    assert [url for url in asked if "/whatif/" in url] == []

    screen.open("/learn/track")
    press(screen, "Next step")
    at_step(screen, 2)
    expect(gains.first).to_be_visible()
    assert [url for url in asked if "/whatif/" in url] != []


def test_a_step_begins_with_its_heading_although_the_comment_before_was_scrolled_to(phone: Screen) -> None:
    phone.open("/learn/goal")
    for place in lessons()["goal"].places[:4]:
        expect(coach(phone).get_by_role("heading")).to_contain_text(place.step.heading)
        expect(coach(phone).get_by_role("heading")).to_be_in_viewport(ratio=0.95)
        for each in sorted(place.step.answers, key=lambda answer: answer.right):
            coach(phone).get_by_role("button", name=each.text, exact=True).click()
        press(phone, "Next step")
    expect(coach(phone)).to_have_attribute("data-step", "5")
    expect(coach(phone).get_by_role("heading")).to_be_in_viewport(ratio=0.95)


def test_a_learner_on_a_phone_needs_no_mouse(phone: Screen) -> None:
    page = phone.open("/learn").page
    assert findings(phone) == []
    page.get_by_role("listitem").filter(has_text=TRACK.lesson.name).get_by_role("link").press("Enter")
    at_step(phone, 1)
    expect(coach(phone).get_by_role("heading")).to_be_focused()
    page.keyboard.press(".")
    expect(phone.hex("K8")).to_be_focused()
    page.keyboard.press("F1")
    expect(coach(phone).get_by_role("heading")).to_be_focused()
    coach(phone).get_by_role("button", name="Next step").press("Enter")
    at_step(phone, 2)
    # The sheet covers the choices, never the map. Folded, it shows the task only.
    target = phone.hex("L9").bounding_box()
    sheet = coach(phone).bounding_box()
    assert target is not None
    assert sheet is not None
    assert target["y"] + target["height"] <= sheet["y"]
    assert findings(phone) == []
    coach(phone).get_by_role("button", name="Choices", exact=True).tap()
    expect(phone.decision).to_be_visible()
    line = coach(phone).get_by_role("button", expanded=False)
    expect(line).to_contain_text(STEPS[1].task)
    page.keyboard.press("F1")
    expect(line).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_text("read the current step again")).to_be_visible()
    page.keyboard.press("Escape")

    page.keyboard.press(".")
    page.keyboard.press("Enter")
    phone.page.locator(".picker .tile").first.press("Enter")
    page.keyboard.press("Enter")
    expect(coach(phone)).to_contain_text(STEPS[1].done)
    assert phone.fits()
    coach(phone).get_by_role("button", name="Next step").press("Enter")
    at_step(phone, 3)

    # If the game no longer exists, its exercise starts again.
    game = phone.game
    page.evaluate(FORGET, game)
    answer = page.goto(f"{phone.base}/learn/track")
    assert answer is not None
    assert answer.ok
    at_step(phone, 1)
    assert phone.game not in ("none", game)
