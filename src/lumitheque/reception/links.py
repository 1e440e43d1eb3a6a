"""A game by links: two people, each with a device of their own and no house. Every link carries the whole game.

Each device has a table of its own for it, where its person sits at one seat and somebody elsewhere at the other. What a
link tells is tried on a copy of that table, command by command: the rules judge all of it, and all of it is kept, or
nothing. Only games in which nothing is hidden can be played so, for both devices hold the whole of it.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from lumitheque.games import GameError, find
from lumitheque.games.game import Game, Value
from lumitheque.reception.faults import WORDS, HouseFault
from lumitheque.reception.shapes import MoveText, Name
from lumitheque.referee import Referee, new
from lumitheque.tables import Actor, AnyCommand, Denied, Entry, Event, Human, Table, TableTerms, decide, open_table
from lumitheque.tables.commands import AnswerDraw, OfferDraw, Play, Resign, Start, TakeBack
from lumitheque.tables.events import Sat, TakenBack

BY_LINKS = "d-link-"  # how the ids of such tables begin; the game's token follows, which is the same on both devices
TABLE = re.compile(r"d-link-[0-9a-f]{32}", re.ASCII)
ELSEWHERE = "elsewhere:"  # how the id of whoever plays on the other device begins; their name follows
SEATS = 2
NONCE = "link"  # brought by both: the token alone decides the deal
SETUPS = "0" * 32  # a seed to look at set-ups
ALLOWED = (Play, TakeBack, Resign, OfferDraw, AnswerDraw)  # all else concerns people who are there

PlayText = Annotated[list[MoveText], Meta(min_length=1, max_length=100)]


class LinkGame(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a link tells of its game; the game's token is in the table's id."""

    game: Annotated[str, Meta(max_length=40)]
    rules: int  # version of the rules
    options: dict[str, Value] = {}
    names: Annotated[list[Annotated[str, Meta(max_length=24)]], Meta(min_length=SEATS, max_length=SEATS)]  # "": unknown
    seat: Annotated[int, Meta(ge=0, le=SEATS - 1)]  # whom the link is for; the other one sends it
    plays: Annotated[list[PlayText], Meta(max_length=5000)] = []
    says: Literal["offers_draw", "agrees", "resigns"] | None = None  # the sender, besides the last play


class LinkBrought(Struct, kw_only=True, forbid_unknown_fields=True):
    """A link that was opened, or a new game, which is a link without a play."""

    link: LinkGame
    name: Name | None = None  # of whoever opens it: none is needed where the game is known
    instead: bool = False  # where the games part, the link's is the one that counts


class LinkTaken(Struct):
    """What a link was here. `older`: this device knows more. `parted`: other moves were played here;
    `ahead`: it tells moves of this person that were not made here. Nothing changes at these before they say so."""

    how: Literal["new", "further", "same", "older", "parted", "ahead"]
    table: str
    known: int = 0  # decisions that were made here before,
    shared: int = 0  # and how many of them the link tells, too


class LinkTold(Struct):
    """What is to be sent from here."""

    link: LinkGame
    name: str  # of whoever it is for; empty if they have not said it yet


def is_by_links(table_id: str) -> bool:
    return table_id.startswith(BY_LINKS)


def name_elsewhere(person: str) -> str | None:
    """The name of whoever plays on the other device; None for anybody else. It is all that is known of them."""
    return person.removeprefix(ELSEWHERE) if person.startswith(ELSEWHERE) else None


def names_elsewhere(people: Iterable[str], language: str) -> dict[str, str]:
    """What is shown of those among these people who play on other devices, by their ids."""
    found = {person: name for person in people if (name := name_elsewhere(person)) is not None}
    return {person: name or WORDS.words(language)["links"]["elsewhere"] for person, name in found.items()}


# --- what can be played by links -------------------------------------------------------------------------------------


def is_open(referee: Referee) -> bool:
    """Whether everybody knows everything, and one at most may act."""
    whole = referee.state.tobytes()
    seats = [*range(referee.seats), None]
    return len(referee.waiting()) <= 1 and all(referee.view_record(seat).tobytes() == whole for seat in seats)


def choices_by_links(game: Game) -> dict[str, list[Value]] | None:
    """The values of options with which nothing is hidden; None if there is no way. No option is named where nothing is
    hidden as the game is usually played. Set-ups made most by chance come first: the first link is a move then."""
    if SEATS not in game.seats:
        return None
    if opens_with(game, {}) is not None:
        return {}
    for option in game.options:
        found = {value: made for value in option.values if (made := opens_with(game, {option.name: value})) is not None}
        if found:
            return {option.name: sorted(found, key=lambda value: -found[value])}
    return None


def opens_with(game: Game, options: dict[str, Value]) -> int | None:
    """How many chance events set the game up; None if it hides something then."""
    try:
        referee = new(game.name, SEATS, SETUPS, options)
    except GameError:
        return None
    return len(referee.chance()) if is_open(referee) else None


# --- what a link tells -----------------------------------------------------------------------------------------------


def tell_link(table: Table, person: str) -> LinkTold:
    """The link from this device to the other one."""
    own = table.places.of(person)[0]
    names = [place_name(table, seat) for seat in range(SEATS)]
    terms, other = table.terms, SEATS - 1 - own
    link = LinkGame(
        game=terms.game,
        rules=terms.rules,
        options=terms.options,
        names=names,
        seat=other,
        plays=plays_of(table),
        says=said_by(table, own),
    )
    return LinkTold(link, names[other])


def place_name(table: Table, seat: int) -> str:
    place = table.places[seat]
    return place.name or name_elsewhere(place.person or "") or ""


def plays_of(table: Table) -> list[list[str]]:
    made = [decision.text for decision in table.game.decisions]
    ends = [*table.gestures, len(made)][1:]
    return [made[first:end] for first, end in zip(table.gestures, ends, strict=True)]


def said_by(table: Table, seat: int) -> Any:
    ending = table.ending or {}
    if ending.get("reason") == "resigned" and seat not in ending["winners"]:
        return "resigns"
    if ending.get("reason") == "agreement":
        return "agrees"
    offer = table.draw_offer
    return "offers_draw" if offer is not None and offer.seat == seat else None


# --- taking in what it tells -----------------------------------------------------------------------------------------


class Token:
    """Dice that give the token of a game: so both devices deal the same."""

    def __init__(self, token: str) -> None:
        self._token = token

    def token(self) -> str:
        return self._token


class Device(NamedTuple):
    """Where a link is opened, by whom and when."""

    table: str
    person: str
    now: int


class Following:
    """A copy of the device's table, to which a link adds what is new in it: `entries`."""

    def __init__(self, device: Device, log: Sequence[Entry], brought: LinkBrought) -> None:
        self.device, self.brought, self.link = device, brought, brought.link
        self.sender = SEATS - 1 - brought.link.seat
        self.table = Table.of(device.table, log)
        self.entries: list[Entry] = []
        self._dice = Token(device.table.removeprefix(BY_LINKS))

    def follow(self) -> LinkTaken:
        """Denied or HouseFault if the rules do not lead there; then nothing of it counts."""
        link, table = self.link, self.table
        if link.rules != find(link.game).rules_version:
            raise HouseFault("other_rules")
        is_new = table.seq == 0
        if is_new:
            self._open()
        elif (link.game, link.options) != (table.terms.game, table.terms.options):
            raise HouseFault("bad_link")
        known, told = table.moves(), [text for play in link.plays for text in play]
        shared = shared_length([decision.text for decision in table.game.decisions], told)
        taken = LinkTaken("new" if is_new else "same", self.device.table, known, shared)
        if table.is_finished:
            taken.how = "same" if shared == known == len(told) else "older"  # here the end is known
            return taken
        if shared < min(known, len(told)):
            if not self.brought.instead:
                taken.how = "parted"
                return taken
            self._take_back(known - shared)
        self._play_after(shared)
        own = table.places.of(self.device.person)[0]
        fresh = table.game.decisions[known:]
        if not (is_new or self.brought.instead) and any(decision.seat == own for decision in fresh):
            self.entries = []
            taken.how = "ahead"
            return taken
        self._meet_sender()
        self._hear(len(told), is_new)
        if not is_new and self.entries:
            taken.how = "further"
        elif shared == len(told) < known:
            taken.how = "older"
        return taken

    def _open(self) -> None:
        """Set the same game up as it was set up on the other device."""
        link, person = self.link, self.device.person
        terms = TableTerms(game=link.game, seats=SEATS, options=link.options, spectators=False)
        self._write(open_table(terms, person, self._dice), Actor.of(person))
        for seat, name in enumerate(link.names):
            if seat == link.seat:
                self._write([Sat(seat, Human(person), NONCE, self.brought.name or name or None)], Actor.of(person))
            else:
                self._sit_elsewhere(seat, name)
        self._obey(Actor.of(person), Start())
        self._check_open()

    def _sit_elsewhere(self, seat: int, name: str) -> None:
        person = f"{ELSEWHERE}{' '.join(name.split())}"
        self._write([Sat(seat, Human(person), NONCE)], Actor.of(person))

    def _check_open(self) -> None:
        if not is_open(self.table.game):
            raise HouseFault("not_by_links")

    def _take_back(self, decisions: int) -> None:
        """The sender, or whoever opened their link, has played something else."""
        self._write([TakenBack(self.sender, decisions)], self._actor(self.sender))

    def _play_after(self, shared: int) -> None:
        left = shared
        for play in self.link.plays:
            moves, left = play[left:], max(0, left - len(play))
            if moves:
                self._play(moves)

    def _play(self, moves: list[str]) -> None:
        if not self.table.waiting:
            raise HouseFault("bad_link")
        seat, chance = self.table.waiting[0], len(self.table.game.chance())
        self._obey(self._actor(seat), Play(seat, moves))
        self._check_open()
        if len(self.table.game.chance()) > chance:  # whoever has the token could have known what it would give
            raise HouseFault("not_by_links")

    def _meet_sender(self) -> None:
        """Whoever has sent a link has said their name."""
        name, place = self.link.names[self.sender], self.table.places[self.sender]
        if name and name_elsewhere(place.person or "") == "":
            self._sit_elsewhere(self.sender, name)

    def _hear(self, told: int, is_new: bool) -> None:
        """What the sender says besides the last play. An offer was meant for that moment, and not for later."""
        says, sender, table = self.link.says, self.sender, self.table
        if says is None or table.status != "playing":
            return
        if says == "resigns":
            self._obey(self._actor(sender), Resign(sender))
        elif says == "offers_draw":
            if told == table.moves() and table.draw_offer is None:
                with suppress(Denied):  # it was turned down here before
                    self._obey(self._actor(sender), OfferDraw(sender))
        else:
            if is_new:  # the offer was made on another device of the same person
                self._obey(self._actor(self.link.seat), OfferDraw(self.link.seat))
            self._obey(self._actor(sender), AnswerDraw(True, sender))

    def _actor(self, seat: int) -> Actor:
        return Actor.of(self.table.places.person(seat))

    def _obey(self, actor: Actor, command: AnyCommand) -> None:
        self._write(decide(self.table, actor, command, self.device.now, self._dice).events, actor)

    def _write(self, events: list[Event], actor: Actor) -> None:
        entries = self.table.entries_for(events, actor, None, self.device.now)
        for entry in entries:
            self.table.evolve(entry)
        self.entries += entries


def shared_length(one: Sequence[str], other: Sequence[str]) -> int:
    """How many decisions two games have in common, from the beginning."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return number
    return min(len(one), len(other))
