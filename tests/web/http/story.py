"""A check of the examples in the OpenAPI document: a story that sends each example to a real server.

    PYTHONPATH=tests:tests/support python -m web.http.story

This command writes the answers into the examples again, for each example that has an answer.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import yaml

from patience import until
from system.golden.make import FOLDER
from trunkline.util.strict_yaml import read_yaml
from trunkline.web.games.limits import USUAL
from trunkline.web.http.examples import FILE, RAW, Step
from trunkline.web.notices.http_sender import HttpAnswer, HttpSender
from trunkline.web.schemas.log import PERSON
from web.http.open_house import OpenHouse, open_house
from web.http.test_people import Box

OURS = {"sandbox", "subject_id", "thing", "id", "secret", "key", "before", "after", "game", "next", "first"}
"""Fields with random values, such as ids. The story remembers the real value of each example's value."""
DRAWN = re.compile(r"[\w=-]{10,}")
"""The form of random values. The id of a title is shorter, and a rule id has dots."""
TIMES = {
    "decided",
    "ban_until",
    "mute_until",
    "changed",
    "created",
    "moved",
    "since",
    "seen",
    "expires",
    "at",
    "deadline",
    "bank_begins",
}
NOON = 1_000_000_000
"""A number that only a time in seconds exceeds."""
BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
OPERATOR = "Olga"
"""The operator of the server in the examples."""
READER = "bob@example.org"
"""The person who uses the links in emails."""
LETTERS_FOR = {"/api/resets/use": "reset", "/api/confirmations/use": "confirm"}
"""The address of the link in an email whose secret a request uses."""
BEFORE = {"d6Yp2xwkRo": "1856-printed-announced-4p-3.json.gz"}
"""Files of Ann's games that exist before the story begins, by id in the examples."""
DATA = "application/json", "text/event-stream"
"""Media types of answers that are JSON data or events with JSON data."""
LETTERS, LINES = 300, 3
"""Limits of an example: the characters of a list, which keeps at least its first item, and lines of a text.
"""


class NoReceiver(HttpSender):
    """A sender that accepts every address and sends nothing."""

    def check(self, url: str) -> None:
        """Accept every address."""

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> HttpAnswer:
        """Return the usual answer of a webhook."""
        return HttpAnswer(204, "No Content", "", None)


class Story:
    """A server without accounts or games that receives the examples in order."""

    def __init__(self, house: OpenHouse) -> None:
        self._house = house
        self._people: dict[str, httpx.Client] = {}
        self._letters = Box()
        self._real: dict[str, Any] = {}
        """Real values on this server by the values of the examples."""
        self._symbols = ""
        house.porter.mailer = self._letters
        # Only the examples send notices, and to no real address.
        house.notices.worker.stop()
        house.notices.senders._sender = house.notices.channels._sender = NoReceiver()
        # An address of numbers cannot have passkeys.
        house.porter.origin = house.url.replace("127.0.0.1", "localhost")

    def close(self) -> None:
        """Close the clients of all people."""
        for client in self._people.values():
            client.close()

    def play(self, step: Step) -> httpx.Response:
        """Send an example and wait until all bots that must act have acted."""
        if step["send"] == "POST /api/import":
            self._bring()
        method, _, path = step["send"].partition(" ")
        given = self._known(step.get("with", {}))
        if "h" in given:
            given["h"] = self._symbols
        inside = re.findall(r"{(\w+)}", path)
        for name in inside:
            path = path.replace(f"{{{name}}}", quote(str(given[name])))
        query = {name: value for name, value in given.items() if name not in inside}
        answer = self._sent(step.get("who", ""), method, path, query, step.get("body"))
        if step["send"] == "POST /api/people" and answer.is_success and step["who"] == OPERATOR:
            porter = self._house.porter
            porter.accounts.set_operator(porter.accounts.named(OPERATOR).id, True)
        if path.endswith("/board"):
            self._symbols = answer.json()["hash"]
        if "id" in given and method == "POST":
            self._settled(given["id"])
        elif isinstance(step.get("answer"), dict) and "version" in step["answer"] and answer.is_success:
            self._settled(answer.json().get("id", ""))
        return answer

    def told(self, step: Step, answer: httpx.Response) -> None:
        """Remember the real values of the random values in an example."""
        if "answer" in step and kind(answer) in DATA:
            self._remember("", step["answer"], answer.json())

    def _sent(self, who: str, method: str, path: str, query: dict[str, Any], body: Any) -> httpx.Response:
        client = self._people.get(who)
        if client is None:
            client = self._people[who] = httpx.Client(
                base_url=self._house.url,
                headers={"origin": self._house.url, "user-agent": BROWSER},
                timeout=300,
            )
        if path.endswith("/events"):
            with client.stream(method, path, params=query) as stream:
                data = next(line for line in stream.iter_lines() if line.startswith("data: "))
            headers = {"content-type": stream.headers["content-type"]}
            return httpx.Response(
                stream.status_code, headers=headers, content=data.removeprefix("data: ").encode()
            )
        if isinstance(body, str):
            return client.request(
                method, path, params=query, content=body.encode(), headers={"content-type": RAW}
            )
        if path in LETTERS_FOR:
            # The server sends the email after it has answered the request.
            link = re.compile(rf"/{LETTERS_FOR[path]}#(\S+)")

            def found() -> list[str]:
                letters = [text for to, text in self._letters.letters if to == READER]
                return [each for text in letters for each in link.findall(text)]

            until(lambda: bool(found()))
            body = {**body, "secret": found()[-1]}
        more = {} if body is None else {"json": self._known(body)}
        return client.request(method, path, params=query, **more)

    def _bring(self) -> None:
        for id, file in BEFORE.items():
            if id not in self._real:
                save = json.loads(gzip.decompress((FOLDER / file).read_bytes()))["save"]
                answer = self._sent("Ann", "POST", "/api/import", {}, json.dumps(save))
                self._real[id] = answer.json()["id"]

    def _known(self, value: Any) -> Any:
        """Replace the values of the examples with the real values."""
        if isinstance(value, dict):
            return {name: self._known(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self._known(each) for each in value]
        return self._real.get(value, value) if isinstance(value, str) else value

    def unreal(self, value: Any) -> Any:
        """Replace real values in an answer with the values of the examples."""
        if isinstance(value, dict):
            return {name: self.unreal(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.unreal(each) for each in value]
        called = {real: name for name, real in self._real.items()}
        return called.get(value, value) if isinstance(value, str) else value

    def _remember(self, name: str, example: Any, real: Any) -> None:
        if isinstance(example, dict) and isinstance(real, dict):
            for key, value in example.items():
                self._remember(key, value, real.get(key))
        elif isinstance(example, list) and isinstance(real, list):
            for one, other in zip(example, real, strict=False):
                self._remember(name, one, other)
        elif name in OURS and isinstance(example, str) and isinstance(real, str):
            self._real.setdefault(example, real)

    def _settled(self, game: str) -> None:
        """Wait until no bot must act in a game."""
        until = time.monotonic() + 120
        while time.monotonic() < until:
            row = self._house.store.game(game)
            kinds = {seat.name: seat.kind for seat in row.seats} if row is not None else {}
            if row is None or row.over or any(kinds[name] == PERSON for name in row.to_act):
                return
            time.sleep(0.02)
        raise AssertionError("a program has not played")


@contextlib.contextmanager
def begun(store: Path) -> Iterator[Story]:
    """Run a server for the story."""
    with open_house(store, limits=replace(USUAL, review=1)) as house:
        story = Story(house)
        try:
            yield story
        finally:
            story.close()


def accepted(step: Step, answer: httpx.Response) -> bool:
    """Return whether the status of an answer is the one in the example."""
    return answer.status_code == step["status"] if "status" in step else answer.is_success


def kind(answer: httpx.Response) -> str:
    """Return the media type of an answer, or an empty string."""
    return str(answer.headers.get("content-type", "")).partition(";")[0]


def shown(answer: httpx.Response) -> Any:
    """Return the part of an answer that an example shows."""
    if kind(answer) in DATA:
        return _cut(answer.json())
    return "".join(answer.text.splitlines(keepends=True)[:LINES])


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _cut(each) for name, each in value.items()}
    if isinstance(value, list):
        kept: list[Any] = []
        for each in map(_cut, value):
            if kept and len(json.dumps([*kept, each])) > LETTERS:
                break
            kept.append(each)
        return kept
    return value


def same(example: Any, real: Any, name: str = "") -> bool:
    """Return whether an answer equals that of an example, except for random values and times."""
    if isinstance(example, dict) and isinstance(real, dict):
        return set(example) == set(real) and all(same(example[key], real[key], key) for key in example)
    if isinstance(example, list) and isinstance(real, list):
        return len(example) == len(real) and all(
            same(one, other, name) for one, other in zip(example, real, strict=True)
        )
    return example == real or (_drawn(name, example) and _drawn(name, real))


def _drawn(name: str, value: Any) -> bool:
    if name in OURS:
        return isinstance(value, str) and DRAWN.fullmatch(value) is not None
    return name in TIMES and (isinstance(value, str) or (isinstance(value, int) and value > NOON))


def _kept(name: str, old: Any, new: Any) -> Any:
    """Return the new value, but keep old random values and times."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {key: _kept(key, old.get(key), value) for key, value in new.items()}
    if isinstance(old, list) and isinstance(new, list):
        return [_kept(name, old[n] if n < len(old) else None, each) for n, each in enumerate(new)]
    return old if _drawn(name, old) and _drawn(name, new) else new


class Dumper(yaml.SafeDumper):
    """A YAML dumper that writes multi-line texts as blocks."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text and "\r" not in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Dumper.add_representer(str, _text)


def main() -> None:
    """Write the answers into the file of examples."""
    head = "".join(line for line in FILE.read_text().splitlines(keepends=True) if line.startswith("#"))
    steps: list[Step] = read_yaml(FILE)
    with tempfile.TemporaryDirectory() as folder, begun(Path(folder) / "table.sqlite") as story:
        for step in steps:
            answer = story.play(step)
            if not accepted(step, answer):
                print(f"{step['send']}: {answer.status_code} {answer.text[:400]}", file=sys.stderr)
            elif "answer" in step:
                step["answer"] = _kept("", step["answer"], story.unreal(shown(answer)))
                story.told(step, answer)
    text = yaml.dump(
        steps, Dumper=Dumper, sort_keys=False, width=112, default_flow_style=None, allow_unicode=True
    )
    FILE.write_text(head + text)


if __name__ == "__main__":
    main()
