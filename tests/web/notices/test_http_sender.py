"""Tests that requests reach public and allowed addresses, and never the server's own network."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from trunkline.util.errors import UsageError
from trunkline.web.notices.addresses import AddressRefused, AllowList, is_public, resolve
from trunkline.web.notices.http_sender import HttpSender, NoAnswer
from web.notices.receivers import LOCAL, Received, Receiver, certificate, receiver

NOT_PUBLIC = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.1.2.3",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]
ODD_FORMS = [
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "127.0.0.1.",
    "localhost",
]


@pytest.fixture
def there() -> Iterator[Receiver]:
    """A receiver on this machine."""
    with receiver() as found:
        yield found


class Names:
    """A resolver with planned answers, the last of which is repeated."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))
    sender = HttpSender(resolver=Names([address]))
    with pytest.raises(AddressRefused, match=r"hook.example.org: it has no public address"):
        sender.check("https://hook.example.org/x")
    with pytest.raises(AddressRefused):
        sender.post("https://hook.example.org/x", b"", {})


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.215.14", "2606:4700::1111"])
def test_a_public_address_is_accepted(address: str) -> None:
    HttpSender(resolver=Names([address])).check("https://hook.example.org/x")


@pytest.mark.parametrize("host", ODD_FORMS)
def test_an_address_in_an_odd_form_does_not_reach_this_machine(there: Receiver, host: str) -> None:
    sender = HttpSender(AllowList(["elsewhere.example.org"]))
    for scheme in ("http", "https"):
        with pytest.raises(AddressRefused):
            sender.post(f"{scheme}://{host}:{there.port}/", b"{}", {})
    assert there.requests == []


def test_a_name_with_a_public_and_a_private_address_is_refused() -> None:
    sender = HttpSender(resolver=Names(["1.1.1.1", "10.0.0.1"]))
    with pytest.raises(AddressRefused):
        sender.check("https://hook.example.org/")


def test_a_name_that_becomes_private_after_the_check_is_refused(there: Receiver) -> None:
    names = Names(["1.1.1.1"], [LOCAL])
    sender = HttpSender(resolver=names)
    url = f"https://rebinding.example.org:{there.port}/"
    sender.check(url)
    with pytest.raises(AddressRefused):
        sender.post(url, b"{}", {})
    assert there.requests == []


def test_the_name_is_looked_up_once_for_a_request(there: Receiver) -> None:
    # The second answer would lead to a closed port of another address.
    names = Names([LOCAL], ["127.0.0.99"])
    sender = HttpSender(AllowList(["hook.example.org"]), names)
    assert sender.post(f"http://hook.example.org:{there.port}/", b"{}", {}).status == 200
    assert names.asked == ["hook.example.org"]
    assert there.requests[0].headers["host"] == f"hook.example.org:{there.port}"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(there: Receiver, status: int) -> None:
    with receiver() as inside:
        there.answers, there.headers = [status], {"location": inside.url}
        answer = HttpSender(AllowList([LOCAL])).post(there.url, b"{}", {})
        assert answer.status == status
        assert inside.requests == []


@pytest.mark.parametrize("allowed", ["127.0.0.1", "127.0.0.0/8"])
def test_a_local_receiver_gets_requests_if_the_operator_allows_it(there: Receiver, allowed: str) -> None:
    sender = HttpSender(AllowList([allowed]))
    sender.check(there.url)
    assert sender.post(f"{there.url}/hook?a=b", b"{}", {"x-key": "k"}).text == "ok"
    (request,) = there.requests
    assert (request.path, request.body, request.headers["x-key"]) == ("/hook?a=b", b"{}", "k")


def test_an_allowed_host_is_reached_by_its_name_and_no_other_name(there: Receiver) -> None:
    sender = HttpSender(AllowList(["push.lan"]), Names([LOCAL]))
    assert sender.post(f"http://PUSH.lan.:{there.port}/", b"", {}).status == 200
    with pytest.raises(AddressRefused):
        sender.post(f"https://other.lan:{there.port}/", b"", {})


def test_tls_uses_the_name_of_the_host(tmp_path: Path) -> None:
    server, client = certificate(tmp_path, "hook.example.org")
    with receiver(server) as there:
        sender = HttpSender(AllowList(["127.0.0.0/8"]), Names([LOCAL]), client)
        assert sender.post(f"https://hook.example.org:{there.port}/", b"", {}).status == 200
        assert there.names == ["hook.example.org"]
        with pytest.raises(NoAnswer, match="the certificate of the receiver is not valid"):
            sender.post(f"https://other.example.org:{there.port}/", b"", {})
        with pytest.raises(NoAnswer, match="the certificate of the receiver is not valid"):
            HttpSender(AllowList(["127.0.0.0/8"]), Names([LOCAL])).post(
                f"https://hook.example.org:{there.port}/", b"", {}
            )


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://example.org/", "no address such as"),
        ("file:///etc/passwd", "no address such as"),
        ("https://", "no address such as"),
        ("example.org/hook", "no address such as"),
        ("https://example.org:99999/", "no address such as"),
        ("https://a b/", "no address such as"),
        ("https://name:word@example.org/", "may not contain a name and a password"),
        ("http://example.org/", "must begin with https://"),
    ],
)
def test_a_wrong_address_is_refused_in_one_sentence(url: str, why: str) -> None:
    with pytest.raises(AddressRefused, match=why):
        HttpSender(resolver=Names(["1.1.1.1"])).check(url)


def test_an_unknown_name_is_refused_like_a_private_one() -> None:
    def unknown(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror

    with pytest.raises(AddressRefused) as first:
        HttpSender(resolver=unknown).check("https://hook.example.org/")
    with pytest.raises(AddressRefused) as second:
        HttpSender(resolver=Names(["10.0.0.1"])).check("https://hook.example.org/")
    assert str(first.value) == str(second.value)


def test_a_receiver_that_never_answers_costs_a_limited_time(there: Receiver) -> None:
    release = threading.Event()

    def wait(request: Received) -> None:
        release.wait(60)

    there.before = wait
    with pytest.raises(NoAnswer, match=r"no answer within 0\.3 seconds"):
        HttpSender(AllowList([LOCAL]), seconds=0.3).post(there.url, b"", {})
    release.set()


def test_a_receiver_that_sends_byte_by_byte_costs_a_limited_time() -> None:
    stop = threading.Event()
    with socket.create_server((LOCAL, 0)) as listener:

        def drip() -> None:
            link, _ = listener.accept()
            with link:
                for letter in b"HTTP/1.1 200 OK\r\nx-long: " + b"x" * 10_000:
                    if stop.wait(0.02):
                        return
                    try:
                        link.sendall(bytes([letter]))
                    except OSError:
                        return

        thread = threading.Thread(target=drip)
        thread.start()
        url = f"http://{LOCAL}:{listener.getsockname()[1]}/"
        with pytest.raises(NoAnswer, match="no answer within"):
            HttpSender(AllowList([LOCAL]), seconds=0.5).post(url, b"", {})
        stop.set()
        thread.join()


def test_only_the_beginning_of_an_answer_is_read(there: Receiver) -> None:
    there.body = b"x" * 3_000_000
    assert len(HttpSender(AllowList([LOCAL])).post(there.url, b"", {}).text) == 4096


def test_a_closed_port_is_an_error_as_text() -> None:
    with socket.create_server((LOCAL, 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(NoAnswer, match="the receiver accepts no connection"):
        HttpSender(AllowList([LOCAL])).post(f"http://{LOCAL}:{port}/", b"", {})


def test_a_wrong_entry_of_the_allowlist_is_refused() -> None:
    for entry in ("10.0.0.0/99", "a b", "häuser.example"):
        with pytest.raises(UsageError, match="is no host or network that notices may be sent to"):
            AllowList([entry])


def test_the_system_finds_this_machine_in_odd_forms() -> None:
    # The premise of the tests above: the lookup is where odd forms become addresses.
    assert resolve("2130706433", 80) == resolve("127.1", 80) == [LOCAL]
