"""Tests of messages: values, numbers, plurals, and the language of the reader."""

from __future__ import annotations

import pickle
import threading
from contextvars import copy_context

import pytest

from trunkline.util.catalogues import PSEUDO, catalogue
from trunkline.util.messages import (
    SOURCE,
    decimal,
    gettext,
    gettext_lazy,
    gettext_noop,
    language,
    ngettext,
    ngettext_lazy,
    number,
    speak,
    with_minus,
)


class Backwards:
    """A catalogue whose words are spelled backwards, with the plural rule of French."""

    language = "xx"
    point = "·"

    def translated(self, message: str) -> str:
        return " ".join(word if "{" in word else word[::-1] for word in message.split())

    def translated_plural(self, one: str, others: str, count: int) -> str:
        return self.translated(one if count < 2 else others)

    def number(self, value: int) -> str:
        return f"{value:_}"


def test_english_texts_are_the_messages_with_their_values() -> None:
    assert language() == SOURCE
    assert gettext("{player} pays ${amount}", player="Ann", amount=1234) == "Ann pays $1,234"
    # Years and ids are text, and have no separators.
    assert gettext("The year {year}", year="1856") == "The year 1856"
    assert gettext("{yes}", yes=True) == "True"
    assert [ngettext("{count} share", "{count} shares", n) for n in (0, 1, 1000)] == [
        "0 shares",
        "1 share",
        "1,000 shares",
    ]
    assert number(1234567) == "1,234,567"
    # Numbers below zero have a true minus sign.
    assert (number(-1234), decimal(-1.26), decimal(2)) == ("−1,234", "−1.3", "2.0")
    assert gettext("{change} shares", change=-2) == "−2 shares"
    assert [with_minus(text) for text in ("-$5", "5-0", "none")] == ["−$5", "5-0", "none"]
    # Only a message with values is a template.
    assert gettext("{a set} of braces") == gettext_noop("{a set} of braces") == "{a set} of braces"


def test_texts_follow_the_catalogue_that_speaks() -> None:
    with speak(Backwards()):
        assert language() == "xx"
        assert gettext("pays {amount}", amount=1234) == "syap 1_234"
        assert (number(-1234), decimal(-1.26)) == ("−1_234", "−1·3")
        assert [ngettext("{count} share", "{count} shares", n) for n in (0, 1, 2)] == [
            "0 erahs",
            "1 erahs",
            "2 serahs",
        ]
        with speak(None):
            assert gettext("pays") == "pays"
        assert gettext("pays") == "syap"
    assert gettext("pays") == "pays"


def test_lazy_messages_are_written_for_whoever_reads_them() -> None:
    inner = ngettext_lazy("{count} share of {corp}", "{count} shares of {corp}", 2, corp="GW")
    message = pickle.loads(pickle.dumps(gettext_lazy("sells {what}", what=inner)))
    assert message == gettext_lazy("sells {what}", what=inner)
    assert str(message) == "sells 2 shares of GW"
    with speak(Backwards()):
        assert str(message) == "slles 2 serahs fo GW"
    # Errors take messages, and write them when they are read.
    error = ValueError(message)
    with speak(Backwards()):
        assert str(error) == "slles 2 serahs fo GW"


def test_each_thread_has_its_language() -> None:
    found: list[str] = []
    with speak(catalogue(PSEUDO)):
        context = copy_context()
        threads = [
            threading.Thread(target=lambda: found.append(language())),
            threading.Thread(target=context.run, args=(lambda: found.append(language()),)),
        ]
        for thread in threads:
            thread.start()
            thread.join()
    assert found == [SOURCE, PSEUDO]


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        gettext("{player} passes", players="Ann")
