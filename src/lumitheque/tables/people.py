"""Sitters and actors: who sits at a table, and who gives commands. The log has no
names but those of people who share a device, which are erased with its owner."""

from typing import Literal

from msgspec import Struct


class Human(Struct, tag="human", tag_field="kind", frozen=True):
    person: str  # an identity's id


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
