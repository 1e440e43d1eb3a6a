"""Messages with parts to fill in, in a small part of ICU's message format, which translators' tools know:

    {name}                                                   the part itself
    {count, plural, =0 {none} one {# card} other {# cards}}  by a number; # stands for it
    {on, select, true {open} other {closed}}                 by a word

`web/src/words/message.ts` reads the same format for the page.
"""

import functools
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from lumitheque.languages.folders import read_language

NAME = re.compile(r"\s*(\w+)\s*")
KIND = re.compile(r"\s*(plural|select)\s*,")
CASE = re.compile(r"\s*(=?[\w-]+)\s*\{")
PLAIN = re.compile(r"[^{}#]+")
LAST_WORD = re.compile(r"\b(\w+) $")


class MessageError(ValueError):
    """A message that cannot be read: said in one line."""


class Part(NamedTuple):
    name: str


class Switch(NamedTuple):
    name: str
    kind: str  # plural or select
    cases: dict[str, "Message"]


class Number(NamedTuple):
    """The # of a plural."""

    name: str


Message = tuple["str | Part | Switch | Number", ...]


def fill(message: str, language: str, parts: Mapping[str, Any]) -> str:
    """A message as it is said. KeyError if a part is not given."""
    return _say(read_message(message), language, parts)


def _say(message: Message, language: str, parts: Mapping[str, Any]) -> str:
    said = ""
    for piece in message:
        if isinstance(piece, str):
            said += piece
        elif isinstance(piece, Switch):
            said += _say(_case(piece, language, parts[piece.name]), language, parts)
        else:
            said = _elide(said, language, parts[piece.name]) + str(parts[piece.name])
    return said


def _elide(said: str, language: str, part: Any) -> str:
    """What was said before a part: in French "de " becomes "d’" before a vowel."""
    elision = read_language(language).elision
    if elision and isinstance(part, str) and elision.before.match(part):
        return LAST_WORD.sub(lambda last: elision.words.get(last[1], last[0]), said)
    return said


def _case(switch: Switch, language: str, value: Any) -> Message:
    cases = switch.cases
    if switch.kind == "select":
        key = str(value).lower() if isinstance(value, bool) else str(value)
        return cases.get(key, cases["other"])
    if f"={value}" in cases:
        return cases[f"={value}"]
    facts = read_language(language)
    return cases.get(facts.forms[facts.plural(abs(int(value)))], cases["other"])


@functools.cache
def read_message(text: str) -> Message:
    message, end = _read(text, 0, None)
    if end != len(text):
        raise MessageError(f"{text!r}: nothing is closed at {end}")
    return message


def _read(text: str, at: int, counted: str | None) -> tuple[Message, int]:
    """The message from `at` on, up to the end or a brace that closes what was opened before."""
    pieces: list[str | Part | Switch | Number] = []
    while at < len(text) and text[at] != "}":
        if plain := PLAIN.match(text, at):
            pieces.append(plain.group())
            at = plain.end()
        elif text[at] == "#":
            pieces.append(Number(counted) if counted else "#")
            at += 1
        else:
            piece, at = _read_part(text, at + 1)
            pieces.append(piece)
    return tuple(pieces), at


def _read_part(text: str, at: int) -> tuple[Part | Switch, int]:
    name = NAME.match(text, at)
    if name is None or name.end() == len(text):
        raise MessageError(f"{text!r}: no part at {at}")
    if text[name.end()] == "}":
        return Part(name.group(1)), name.end() + 1
    kind = KIND.match(text, name.end() + 1)
    if text[name.end()] != "," or kind is None:
        raise MessageError(f"{text!r}: plural or select is expected at {name.end()}")
    cases: dict[str, Message] = {}
    at = kind.end()
    while case := CASE.match(text, at):
        cases[case.group(1)], at = _read(text, case.end(), name.group(1) if kind.group(1) == "plural" else None)
        at += 1
    closed = re.compile(r"\s*\}").match(text, at)
    if closed is None or "other" not in cases:
        raise MessageError(f"{text!r}: {name.group(1)} lacks the case `other`, or its end")
    return Switch(name.group(1), kind.group(1), cases), closed.end()


def parts_of(text: str) -> set[str]:
    """The names of the parts that a message needs."""
    return _parts(read_message(text))


def _parts(message: Message) -> set[str]:
    named = {piece.name for piece in message if not isinstance(piece, str)}
    inner = [_parts(case) for piece in message if isinstance(piece, Switch) for case in piece.cases.values()]
    return named.union(*inner)
