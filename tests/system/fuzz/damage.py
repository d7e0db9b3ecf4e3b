"""Damage to good files and lines: changed bytes, and values that no reader expects."""

from __future__ import annotations

import json
import random
from typing import Any, Final

MARK: Final = "@@"
"""The mark in a tree for the place of raw text in the file."""
DEPTHS: Final = (20, 49, 60, 200, 500, 900, 990, 1_100, 5_000, 100_000)
KEYS: Final = ("", "id", "kind", "type", "<<", "=", "__class__", "\x00", "\ud800", "x" * 3_000, "0", "null")

BYTES: Final = (
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\x1b[2J",
    b"\r",
    b"\n",
    b"\t",
    b"\xc3",
    b"\xf4\x90\x80\x80",
    b"'",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"-",
    b"#",
    b"&a ",
    b"*a ",
    b"!!",
    b"\xe2\x80\xa8",
    b"9" * 30,
    b"1e999",
)

JSON_RAW: Final = (
    *("1e400", "-1e400", "NaN", "Infinity", "-0.0", "1.5", "1e308", "-1", "0", "1", "true", "null", "1E+2"),
    *("9" * 5_000, "-" + "9" * 400, "9223372036854775808", "18446744073709551616", "-9223372036854775809"),
    *('""', '" "', '"\\u0000"', '"\\ud800"', '"\\udc00x"', '"\\u202e"', '"\x1b[31m"', '"\\n"', '"a\nb"'),
    *('"²"', '"٣"', '"' + "9" * 5_000 + '"', '"' + "x" * 200_000 + '"', '"bank"', '"offering"', '"1856"'),
    *("[]", "{}", "[[]]", "{}{}", '{"a":1,"a":2}', "[" + "0," * 50_000 + "0]", "0x10", "01", "'x'", ""),
    *(
        '{"a": [1, {"b": null}]}',
        '"Ann"',
        '"GT"',
        '"D17"',
        '"D17.0"',
        '"s9"',
        '"2-0"',
        '"-1"',
        '"a_b"',
        '"1,2,3"',
    ),
)
"""Raw text in place of a JSON value. Some of it is not JSON."""

YAML_RAW: Final = (
    *("&a [*a]", "&a {k: *a}", "*nope", "&a 1", "!!python/object/apply:os.system ['true']", "!x 1", "!<!> 1"),
    *(
        "!!int x",
        "!!int ''",
        "!!bool x",
        "!!timestamp x",
        "!!float x",
        "!!binary '%'",
        "!!null x",
        "!!set {a}",
    ),
    *("!!omap [a: 1]", "!!pairs [a: 1]", "!!str [1]", "!!seq x", "!!map x", "2001-99-99", "2001-01-01"),
    *("1:60:60", "0o9", "0b2", "0b", "0x", "+", ".nan", "-.inf", ".", "~", "<<", "=", "{<<: 3}", "{<<: [3]}"),
    *(
        "{? [a] : b}",
        "{? {a: 1} : 2}",
        '"\\UFFFFFFFF"',
        '"\\ud800"',
        "---",
        "%YAML 9.9",
        "\t",
        "@",
        "`",
        "| x",
    ),
    *(
        "2001-01-01 25:61:61",
        "1_0_0",
        "0b1111",
        "0o17",
        "017",
        "089",
        "yes",
        "1e5",
        "1.e+5",
        "-",
        "? ",
        "!!binary ''",
    ),
)
"""Raw text in place of a YAML value."""


def laughs(rng: random.Random, *, merging: bool) -> str:
    """Return a text of a few lines that would expand to millions of values."""
    width, levels = rng.choice([(9, 9), (2, 30), (100, 4), (40, 3)])
    parts = ["&l0 {k0: 1}" if merging else "&l0 [x, y]"]
    for level in range(1, levels):
        aliases = ", ".join([f"*l{level - 1}"] * width)
        parts.append(f"&l{level} {{<<: [{aliases}], k{level}: 1}}" if merging else f"&l{level} [{aliases}]")
    return "[" + ", ".join(parts) + "]"


def nested(rng: random.Random) -> str:
    """Return a value inside many others, closed or not."""
    depth = rng.choice(DEPTHS)
    opened, closed = rng.choice([("[", "]"), ('{"a":', "}"), ('[{"x":', "}]")])
    return opened * depth + "1" + (closed * depth if rng.random() < 0.8 else "")


def raw(rng: random.Random, *, yaml: bool) -> str:
    """Return raw text in place of a value."""
    roll = rng.random()
    if roll < 0.1:
        return nested(rng)
    if yaml and roll < 0.15:
        return laughs(rng, merging=rng.random() < 0.5)
    return rng.choice(YAML_RAW if yaml and roll < 0.5 else JSON_RAW)


def bytes_damaged(rng: random.Random, data: bytes) -> bytes:
    """Return the data with bytes flipped, cut, doubled, moved or inserted."""
    for _ in range(rng.choice((1, 1, 1, 2, 4, 12))):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.choice((0, 1, 1, 2, 8, 64, 1_000)))
        match rng.randrange(8):
            case 0 if at < len(data):
                data = data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
            case 1:
                data = data[:at] + rng.randbytes(to - at) + data[to:]
            case 2:
                data = data[:at] + data[to:]
            case 3:
                data = data[:to] + data[at:to] * rng.choice((1, 2, 50)) + data[to:]
            case 4:
                data = data[:at]
            case 5:
                start = rng.randrange(len(data) + 1)
                data = data[:at] + data[start : start + to - at] + data[to:]
            case 6:
                data = data + rng.choice((data, b"\n", b"}", b"\x00" * 10, b" " * 10_000))
            case _:
                data = data[:at] + rng.choice(BYTES) + data[to:]
    return data


def tree_damaged(rng: random.Random, text: str, *, yaml: bool) -> bytes:
    """Return a JSON text with changed values, keys and lists, as JSON or as YAML."""
    data = json.loads(text)
    holder = [data]
    inserts: list[str] = []
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        _change(rng, holder, inserts, yaml=yaml)
    found = json.dumps(holder[0])
    for number, insert in enumerate(inserts):
        found = found.replace(f'"{MARK}{number}{MARK}"', insert)
    return found.encode("utf-8", "surrogatepass")


def tree_shuffled(rng: random.Random, text: str) -> bytes:
    """Return a JSON text with parts of the right kind in wrong places.

    Such damage passes the checks of form and reaches the rules.
    """
    holder = [json.loads(text)]
    known: dict[str, list[Any]] = {}
    _leaves(holder[0], "", known)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        parent, key = _spot(rng, holder)
        value = parent[key]
        if isinstance(parent, list) and parent is not holder and rng.random() < 0.5:
            other = rng.randrange(len(parent))
            match rng.randrange(3):
                case 0:
                    parent[key], parent[other] = parent[other], value
                case 1:
                    parent.insert(other, value)
                case _:
                    del parent[key]
        elif not isinstance(value, (list, dict)):
            parent[key] = rng.choice(known.get(key if isinstance(key, str) else "", [value]))
    return json.dumps(holder[0]).encode("utf-8", "surrogatepass")


def _leaves(value: Any, key: str, known: dict[str, list[Any]]) -> None:
    """Collect all values by their key. Values in lists have an empty key."""
    if isinstance(value, dict):
        for name, inner in value.items():
            _leaves(inner, name, known)
    elif isinstance(value, list):
        for inner in value:
            _leaves(inner, "", known)
    else:
        known.setdefault(key, []).append(value)


def _change(rng: random.Random, holder: list[Any], inserts: list[str], *, yaml: bool) -> None:
    parent, key = _spot(rng, holder)
    value = parent[key]
    match rng.randrange(10):
        case 0 if isinstance(parent, dict):
            del parent[key]
        case 1 if isinstance(parent, dict):
            parent[rng.choice((*KEYS, *parent))] = parent.pop(key)
        case 2 if isinstance(value, list):
            value *= rng.choice((0, 2, 3, 50))
        case 3 if isinstance(value, (list, dict)):
            other, where = _spot(rng, holder)
            parent[key] = json.loads(json.dumps(other[where]))
        case 4 if isinstance(value, int):
            parent[key] = rng.choice(
                (-value, value + 1, value - 1, value * 10**9, float(value), str(value), not value)
            )
        case 5 if isinstance(value, str):
            parent[key] = rng.choice(
                (value + "\n", value.lower(), value[:-1], f" {value}", value * 100, [value], value + "\0")
            )
        case 6 if isinstance(parent, list):
            rng.shuffle(parent)
        case 7 if isinstance(value, dict):
            # The same key twice, which only raw text can contain.
            inserts.append(
                json.dumps(value)[:-1] + rng.choice((",", ", " + json.dumps(value)[1:-1] + ",")) + '"k":1}'
            )
            parent[key] = f"{MARK}{len(inserts) - 1}{MARK}"
        case _:
            inserts.append(raw(rng, yaml=yaml))
            parent[key] = f"{MARK}{len(inserts) - 1}{MARK}"


def _spot(rng: random.Random, holder: list[Any]) -> tuple[Any, Any]:
    """Return a random place in the tree: the container and the key or index."""
    parent: Any = holder
    key: Any = 0
    while isinstance(parent[key], (list, dict)) and parent[key] and rng.random() < 0.85:
        parent = parent[key]
        key = rng.choice(list(parent)) if isinstance(parent, dict) else rng.randrange(len(parent))
    return parent, key


def words_damaged(rng: random.Random, words: list[str], vocabulary: tuple[str, ...]) -> list[str]:
    """Return the words of a line changed, doubled, dropped or replaced."""
    found = list(words)
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        at = rng.randrange(len(found) + 1)
        match rng.randrange(5):
            case 0:
                found.insert(at, rng.choice(vocabulary))
            case 1 if at < len(found):
                del found[at]
            case 2 if at < len(found):
                damaged = bytes_damaged(rng, found[at].encode("utf-8", "surrogateescape"))
                found[at] = damaged.decode("utf-8", "surrogateescape")
            case 3 if at < len(found):
                found[at] = found[at] * rng.choice((2, 300))
            case _:
                found[at : at + 1] = [rng.choice(vocabulary)]
    return found


def json_damaged(rng: random.Random, text: str) -> bytes:
    roll = rng.random()
    if roll < 0.02:
        return nested(rng).encode()
    if roll < 0.4:
        return tree_shuffled(rng, text)
    return bytes_damaged(rng, text.encode()) if roll < 0.6 else tree_damaged(rng, text, yaml=False)


TOKENS: Final = (
    *(
        "(",
        ")",
        "{",
        "}",
        '"',
        "\\",
        "\n",
        ":",
        ";",
        "/",
        "$",
        "== ",
        "[",
        "]",
        '[Seed "1"]\n',
        "1. ",
        "0.",
        "99.",
    ),
    *(
        "Ann: passes",
        "Bob: ",
        "buys ",
        "runs nothing",
        "runs 2-0: C14.0 D17",
        "-1",
        "9" * 5_000,
        "(" * 5_000,
        " " * 9_999,
    ),
)


def text_damaged(rng: random.Random, text: str) -> bytes:
    """Return a text with changed bytes, moved rows, or a misplaced piece of the notation."""
    if rng.random() < 0.3:
        return bytes_damaged(rng, text.encode())
    rows = text.splitlines(keepends=True)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, other = rng.randrange(len(rows)), rng.randrange(len(rows))
        match rng.randrange(5):
            case 0:
                rows[at], rows[other] = rows[other], rows[at]
            case 1:
                rows[at] = ""
            case 2:
                rows.insert(at, rows[other])
            case _:
                cut = rng.randrange(len(rows[at]) + 1)
                rows[at] = rows[at][:cut] + rng.choice(TOKENS) + rows[at][cut + rng.randrange(2) :]
    return "".join(rows).encode()


def yaml_damaged(rng: random.Random, text: str, whole: bytes) -> bytes:
    roll = rng.random()
    if roll < 0.02:
        return nested(rng).encode()
    if roll < 0.4:
        return tree_shuffled(rng, text)
    return bytes_damaged(rng, whole) if roll < 0.6 else tree_damaged(rng, text, yaml=True)
