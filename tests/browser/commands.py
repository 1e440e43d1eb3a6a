"""Tables that are given commands at random, sensible ones and others, and all that they answer."""

import random
from typing import Any

import msgspec

from lumitheque.games.game import Game
from lumitheque.tables import commands as ask
from lumitheque.tables import telling
from lumitheque.tables.deciding import decide, open_table
from lumitheque.tables.denied import Denied
from lumitheque.tables.people import Actor
from lumitheque.tables.table import Table
from lumitheque.tables.terms import TableTerms
from lumitheque.tables.told import Viewer

PEOPLE = ("ada", "bob", "eve", "zoe")
STEPS = 120
CLOCKS = ({"kind": "none"}, {"kind": "per_move", "seconds": 30}, {"kind": "fischer", "seconds": 60, "increment": 5},
          {"kind": "days", "days": 2}, {"kind": "days", "days": 0, "bank": 3})  # fmt: skip


def text(what: Any) -> str:
    return msgspec.json.encode(what).decode()


class CountingDice:
    """Tokens that can be drawn again."""

    def __init__(self) -> None:
        self._drawn = 0

    def token(self) -> str:
        self._drawn += 1
        return f"{self._drawn:032x}"


def table_run(game: Game, number: int) -> dict[str, Any]:
    """One table: its terms, and every command with the entries, notes and texts that came of it."""
    choose, dice, now = random.Random(f"{game.name} {number}"), CountingDice(), 1000
    likely = {name: choose.random() < 0.5 for name in ("hints", "several_seats", "spectators")}
    told = {"game": game.name, "seats": choose.choice(game.seats), "clock": choose.choice(CLOCKS), **likely}
    if told["clock"]["kind"] != "none":
        told |= {"substitute": "pico", "when_late": choose.choice(("lost", "substitute", "offered"))}
    terms = msgspec.convert(told, TableTerms)
    table, ada = Table("t"), Actor.of("ada")
    first = table.entries_for(open_table(terms, "ada", dice), ada, None, now)
    for entry in first:
        table.evolve(entry)
    run: dict[str, Any] = {"game": game.name, "terms": text(terms), "opener": "ada", "now": now}
    run |= {"first": [text(entry) for entry in first], "steps": []}
    for step in range(STEPS):
        now += choose.choice((0, 10, 500, 3000, 20000))
        actor, command = wish(table, choose, step)
        run["steps"].append(obey(table, actor, command, choose.choice((None, f"k{step}")), now, dice, step % 3 == 0))
        if table.closed:
            break
    return run


def obey(
    table: Table, actor: Actor, command: ask.Command, key: str | None, now: int, dice: CountingDice, looks: bool
) -> dict[str, Any]:
    step: dict[str, Any] = {"actor": text(actor), "command": text(command), "now": now, "key": key}
    try:
        obeyed = decide(table, actor, command, now, dice)
    except Denied as denied:
        return {**step, "denied": [denied.code, denied.rule_id, denied.sentence("fr"), denied.sentence("en")]}
    entries = table.entries_for(obeyed.events, actor, key, now)
    for entry in entries:
        table.evolve(entry, obeyed.trial)
    step["entries"] = [text(entry) for entry in entries]
    step["told"] = [text(telling.tell_entry(table, entry, Viewer())) for entry in entries]
    step["note"] = text(table.note())
    if looks:
        step["viewers"] = viewers(table)
        step["tables"] = [told_to(table, Viewer(person, seat)) for person, seat in step["viewers"]]
    return step


def viewers(table: Table) -> list[tuple[str | None, int | None]]:
    own = [(person, seat) for person in PEOPLE[:2] for seat in table.places.of(person)]
    return [(None, None), ("ada", None), *own]


def told_to(table: Table, viewer: Viewer) -> str:
    try:
        return text(telling.tell_table(table, viewer))
    except Denied as denied:
        return denied.code


def wish(table: Table, choose: random.Random, step: int) -> tuple[Actor, ask.Command]:
    """What somebody asks for next."""
    who, seat = Actor.of(choose.choice(PEOPLE)), choose.choice((None, *range(table.terms.seats)))
    if table.status == "open":
        if step > 25:  # it must begin some time
            return Actor.of("ada"), ask.Sit(bot="pico") if table.places.free else ask.Start()
        name, on = choose.choice((None, "Léa")), choose.random() < 0.5
        wishes = (ask.Sit(seat, name=name), ask.Sit(seat, bot="pico"), ask.Sit(), ask.Leave(seat), ask.Start(),
                  ask.Say(text="salut"), ask.Lock(on), ask.Remove("zoe", on))  # fmt: skip
        return who, choose.choice(wishes)
    if table.status == "playing":
        return wish_in_play(table, choose, who, seat)
    return who, choose.choice((ask.Rematch(), ask.Rematch(seat), ask.Say(text="bien joué"), ask.Close()))


def wish_in_play(table: Table, choose: random.Random, who: Actor, seat: int | None) -> tuple[Actor, ask.Command]:
    acting = choose.choice(table.waiting)
    legal = table.game.legal(acting)
    move = choose.choice(legal) if choose.random() < 0.95 else "zz"
    if choose.random() < 0.75:
        person = table.places[acting].person if table.places.level(acting) is None else None
        actor = Actor.of(person) if person else Actor("bot")
        return actor, ask.Play(acting, [move], decision=choose.choice((None, table.decision_of[acting])))
    if choose.random() < 0.1:
        house, place = Actor("house"), choose.randrange(table.terms.seats)
        return house, choose.choice((ask.StopClock(place, table.at + 50_000), ask.GiveTime(7000, seat=place)))
    agrees, rare = choose.random() < 0.5, choose.random() < 0.05
    wishes = (ask.TakeBack(seat), ask.AnswerTakeBack(agrees), ask.OfferDraw(seat), ask.AnswerDraw(agrees, seat),
              ask.Say(phrase="bravo"), ask.Say(text="x" * 400), ask.HandToBot(seat), ask.HandBack(seat),
              ask.TimeOut(seat), ask.Sit(seat), ask.Mute(choose.choice(PEOPLE)), ask.Slow(5),
              ask.Play(acting, [move, move]),
              ask.Resign(seat) if rare else ask.Rematch(), ask.Close() if rare else ask.Start())  # fmt: skip
    return who, choose.choice(wishes)
