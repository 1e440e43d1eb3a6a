"""The kit has teeth: a leak planted in any game, or anywhere in the house, is caught."""

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from leaks.evening import Evening, Setting
from leaks.houses import two_houses
from leaks.letters import two_houses_that_write
from lumitheque.referee import Referee
from lumitheque.server.http import tables as routes
from lumitheque.server.live import news
from lumitheque.server.live import socket as live
from lumitheque.server.notices import sender
from lumitheque.server.press import previews
from lumitheque.server.study import positions
from lumitheque.tables import Denied, Obeyed, Table, deciding, records, telling, undo
from lumitheque.tables.events import Played, Started

Patch = pytest.MonkeyPatch
PLAYS = 60  # within so many it must be found


def state_with(patch: Patch, add: Callable[[Table, Any, Any], None]) -> None:
    """How things stand, with something more in it."""
    tell_state = telling.tell_state

    def leaky(table: Table, viewer: Any, *_: Any) -> Any:
        told = tell_state(table, viewer)
        if table.referee is not None and table.status == "playing":
            add(table, viewer, told)
        return told

    for module in (telling, news, routes):
        patch.setattr(module, "tell_state", leaky)


# --- one of each game ------------------------------------------------------------------------------------------------


def next_token(patch: Patch) -> None:
    """Lumens: the view has what others will draw next."""

    def add(table: Table, viewer: Any, told: Any) -> None:
        told.view["bags"] = [bag[:1] for bag in table.game.position()["bags"]]

    state_with(patch, add)


def card_under_the_top(patch: Patch) -> None:
    """Luminis: a move is offered that could be made if what lies under the top of a pile were on it."""

    def add(table: Table, viewer: Any, told: Any) -> None:
        under = [pile[-2] for pile in table.game.position()["piles"] if len(pile) > 1]
        if told.legal:
            told.legal.append(f"build {under[0]}@0")

    state_with(patch, add)


def set_up_told_early(patch: Patch) -> None:
    """Galax: what was decided in secret is told at once."""
    redacted = telling._redacted

    def leaky(table: Table, entry: Any, viewer: Any) -> Any:
        event = entry.event
        return Played(event.seat, event.moves) if isinstance(event, Played) else redacted(table, entry, viewer)

    patch.setattr(telling, "_redacted", leaky)


def suns_in_front(patch: Patch) -> None:
    """Sirius: how many suns the other has in the first row, as a number somewhere."""

    def add(table: Table, viewer: Any, told: Any) -> None:
        board = table.game.position()["board"]
        told.moves += sum(piece.endswith("S") and cell[1:] in ("3", "8") for cell, piece in board.items())

    state_with(patch, add)


def face_down_card(patch: Patch) -> None:
    """Fromages: a card that lies face down is shown to its owner."""
    write_view = Referee.write_view

    def leaky(referee: Referee, known: Any, seat: int | None) -> Any:
        told = write_view(referee, known, seat)
        if seat is not None:
            told.networks[seat] = write_view(referee, referee.state, None).networks[seat]
        return told

    patch.setattr(Referee, "write_view", leaky)


OF_A_GAME = [
    ("lumens", next_token),
    ("luminis", card_under_the_top),
    ("galax", set_up_told_early),
    ("sirius", suns_in_front),
    ("fromages", face_down_card),
]


# --- anywhere in the house -------------------------------------------------------------------------------------------


def top_card(table: Table) -> int:
    """The number of the card that is drawn next."""
    number: str = table.game.position()["pile"][-1]
    return int(number[1:])


def padding(patch: Patch) -> None:
    """Nothing is said, but messages are longer."""
    entries_text = news.entries_text

    def leaky(table: Table, *rest: Any) -> bytes:
        spaces = 0 if table.referee is None else top_card(table) % 2
        return entries_text(table, *rest) + b" " * spaces

    for module in (news, live):
        patch.setattr(module, "entries_text", leaky)


def undo_offer(patch: Patch) -> None:
    """Whether something may be taken back depends on what nobody has seen."""
    way_back = undo.way_back

    def leaky(table: Table, seat: int) -> Any:
        way = way_back(table, seat)
        return way if way is None or top_card(table) % 2 else undo.WayBack("free", way.decisions)

    patch.setattr(telling, "way_back", leaky)


def wording(patch: Patch) -> None:
    """The house is too helpful when it refuses a move."""
    play = deciding.play

    class TooHelpful(Denied):
        def sentence(self, language: str) -> str:
            return super().sentence(language) + str(self.facts["top"])

    def leaky(asking: Any, command: Any) -> Any:
        try:
            return play(asking, command)
        except Denied as denied:
            if denied.rule_id is None:
                raise
            raise TooHelpful(denied.code, denied.rule_id, **denied.facts, top=top_card(asking.table)) from None

    patch.setattr(deciding, "play", leaky)


def peeking_gesture(patch: Patch) -> None:
    """A second move is judged although the first has shown something."""

    def leaky(table: Table, seat: int, moves: list[str], hurried: bool) -> Obeyed:
        referee, made, chance = table.game, 0, list[Any]()
        try:
            for text in moves:
                move, rule_id = referee.judge(text, seat)
                if rule_id:
                    raise Denied("refused", rule_id, game=table.terms.game, move=text, number=made)
                chance += referee.play_number(move, seat, text)
                made += 1
        finally:
            for _ in range(made):
                referee.take_back()
        return Obeyed([Played(seat, moves, chance, hurried)])

    patch.setattr("lumitheque.tables.playing._try", leaky)


def resumed_whole(patch: Patch) -> None:
    """Whoever comes back gets what they missed as it is in the log."""
    entries_text = news.entries_text

    def leaky(table: Table, entries: Any, *rest: Any) -> str:
        chance = [entry.event.chance for entry in entries if isinstance(entry.event, Started)]
        return entries_text(table, entries, *rest)[:-1] + b',"dealt":%s}' % json.dumps(chance).encode()

    patch.setattr(live, "entries_text", leaky)


def generous_record(patch: Patch) -> None:
    """The record of a game that goes on tells what lies in the draw pile."""
    record_for = records.record_for

    def leaky(table: Table, viewer: Any) -> Any:
        record: Any = record_for(table, viewer)
        return structs.replace(record, options={**record.options, "top": top_card(table)})

    patch.setattr(routes, "record_for", leaky)


def talkative_log(patch: Patch) -> None:
    """The secret of a table is in what the house logs."""
    play = deciding.play

    def leaky(asking: Any, command: Any) -> Any:
        logging.getLogger("lumitheque.server").debug("%s plays at %s", asking.actor, asking.table.terms)
        return play(asking, command)

    patch.setattr(deciding, "play", leaky)


def overheard(patch: Patch) -> None:
    """Those who play hear what those who look on say to each other."""
    redacted = telling._redacted

    def leaky(table: Table, entry: Any, viewer: Any) -> Any:
        told = redacted(table, entry, viewer)
        return entry.event if told is telling.ELSEWHERE else told

    patch.setattr(telling, "_redacted", leaky)


def cheating_hint(patch: Patch) -> None:
    """The adviser sees more than the seat that asks."""

    def leaky(table: Table, person: str, seat: int | None, language: str) -> Any:
        question = ask(table, person, seat, language)
        return question._replace(seed=question.seed + top_card(table))

    from lumitheque.server.study import hints

    ask = hints.ask
    patch.setattr(hints, "ask", leaky)


def generous_replay(patch: Patch) -> None:
    """Frames of a game that goes on show everything."""
    ask_for_frames = positions.ask_for_frames

    def leaky(*asked: Any) -> Any:
        past = ask_for_frames(*asked)
        return past._replace(lens=past.lens._replace(viewpoint="all"))

    patch.setattr(positions, "ask_for_frames", leaky)


def generous_picture(patch: Patch) -> None:
    """The picture beside a link shows every hand."""
    scene_of = previews.scene_of
    patch.setattr(previews, "scene_of", lambda referee, seat: scene_of(referee, seat, everything=True))


ANYWHERE = [
    padding,
    undo_offer,
    wording,
    peeking_gesture,
    resumed_whole,
    generous_record,
    talkative_log,
    overheard,
    cheating_hint,
    generous_replay,
    generous_picture,
]


# --- outside the page ------------------------------------------------------------------------------------------------


def talkative_notice(patch: Patch) -> None:
    """Word of a turn names what lies on top of the pile."""
    news_of = sender.news_of

    def leaky(table: Table, *asked: Any) -> Any:
        news = news_of(table, *asked)
        return structs.replace(news, moved=[*news.moved, str(top_card(table))])

    patch.setattr(sender, "news_of", leaky)


def moody_sender(patch: Patch) -> None:
    """Whether word of a turn comes at all depends on what lies on top of the pile."""
    still_owed = sender.still_owed
    patch.setattr(sender, "still_owed", lambda table, due: still_owed(table, due) and top_card(table) % 2 == 0)


OUTSIDE = [talkative_notice, moody_sender]


def is_caught(setting: Setting) -> None:
    with two_houses() as houses:
        spend_until_caught(Evening(houses, setting))


def spend_until_caught(evening: Evening) -> None:
    try:
        with pytest.raises(AssertionError, match="leak"):
            evening.spend()
    finally:
        evening.close()


@pytest.mark.parametrize(("game", "plant"), OF_A_GAME, ids=[game for game, _ in OF_A_GAME])
def test_a_leak_planted_in_a_game_is_caught(game: str, plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    is_caught(Setting(game, 2, 1, PLAYS))


@pytest.mark.parametrize("plant", ANYWHERE, ids=[plant.__name__ for plant in ANYWHERE])
def test_a_leak_planted_anywhere_is_caught(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    is_caught(Setting("fromages", 2, 1, PLAYS))


@pytest.mark.parametrize("plant", OUTSIDE, ids=[plant.__name__ for plant in OUTSIDE])
def test_a_leak_planted_in_letters_is_caught(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with two_houses_that_write() as (houses, letterboxes):
        spend_until_caught(Evening(houses, Setting("fromages", 2, 1, PLAYS), letterboxes))
