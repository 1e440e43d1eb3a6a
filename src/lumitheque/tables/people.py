"""Sitters and actors: who sits at a table, and who gives commands. The log has no
names but those of people who share a device, which are erased with its owner."""

from typing import Literal

from msgspec import Struct

GUEST_BOT = "bot-"  # how the ids of guest bots begin: no cookie can name one, and everybody can tell what it is


def is_guest_bot(person: str | None) -> bool:
    """Whether that is the id of a program that somebody brought along, and not of a person."""
    return person is not None and person.startswith(GUEST_BOT)


class Human(Struct, tag="human", tag_field="kind", frozen=True):
    person: str  # an identity's id; a guest bot has one, too, and sits as people do


class BotPlayer(Struct, tag="bot", tag_field="kind", frozen=True):
    level: str  # a level's name


Sitter = Human | BotPlayer


class Actor(Struct, frozen=True, omit_defaults=True):
    """Who gives a command: a person, the house (its host, or its background work), a bot's runner, a clock."""

    kind: Literal["person", "house", "bot", "clock"]
    person: str | None = None

    @classmethod
    def of(cls, person: str) -> "Actor":
        return cls("person", person)


HOUSE, BOT, CLOCK = Actor("house"), Actor("bot"), Actor("clock")
