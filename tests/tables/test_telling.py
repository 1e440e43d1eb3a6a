"""What viewers are told, who may look, who may have advice, who hears whom."""

import random
from typing import Any

import msgspec
import pytest

import lumitheque as lt
from command_line import every_game
from lumitheque.referee import GameRecord, Referee
from lumitheque.referee.views import Views, tells_alike
from lumitheque.tables import (
    HOUSE,
    Actor,
    BotPlayer,
    Denied,
    EditionChoice,
    EntryTold,
    Human,
    PartialRecord,
    SeatTold,
    Table,
    TableNote,
    TableTerms,
    TableTold,
    Viewer,
    may_hint,
    may_watch,
    open_rematch,
    open_table,
    record_for,
    tell_entry,
    tell_state,
    tell_table,
)
from lumitheque.tables.commands import Close, Rematch, Resign, Say, Sit, Start
from lumitheque.tables.dealing import begin_game, edition_of
from lumitheque.tables.events import Said, Sat
from open_tables import NAMES, RANDOM_SETUP, CountedDice, Sitting, seated, started, started_with_bots


def secrets_of(sitting: Sitting) -> list[str]:
    """What nobody may be told before the end: the secret, the nonces, the seed."""
    table = sitting.table
    assert table.terms.secret is not None
    seed = begin_game(table.terms, table.places.nonces()).seed
    return [table.terms.secret, *table.places.nonces(), str(seed)]


def all_told(sitting: Sitting, viewer: Viewer) -> bytes:
    told = sitting.told_all(viewer) + msgspec.json.encode(tell_table(sitting.table, viewer))
    return told + msgspec.json.encode(record_for(sitting.table, viewer))


@every_game
def test_before_the_end_nobody_is_told_a_secret_or_what_chance_gave(game: str) -> None:
    sitting, chooser = started(game, options={}), random.Random(1)
    for _ in range(30):
        sitting.play_any(chooser)
        assert sitting.table.waiting
    for viewer in (Viewer(), Viewer("eve"), Viewer("ann", 0), Viewer("bob", 1)):
        told = all_told(sitting, viewer)
        assert not any(secret.encode() in told for secret in secrets_of(sitting))
        assert b'"chance"' not in told and b'"seed":' not in told and b'"secret":' not in told
        assert sitting.table.terms.commitment.encode() in told
        record = record_for(sitting.table, viewer)
        assert isinstance(record, PartialRecord) and record.view == sitting.table.game.view(viewer.seat)
    sitting.do("ann", Resign())
    record = record_for(sitting.table, Viewer())
    assert isinstance(record, GameRecord) and record.seed == secrets_of(sitting)[-1]
    assert record.deal.secret == sitting.table.terms.secret


@every_game
def test_what_viewers_share_is_what_each_would_be_told_alone(game: str) -> None:
    for options in ({}, RANDOM_SETUP.get(game, {})):
        sitting, chooser = started(game, options=options), random.Random(3)
        viewers = [Viewer(), *(Viewer(NAMES[seat], seat) for seat in range(sitting.table.terms.seats))]
        for _ in range(40):
            table = sitting.table
            if not table.waiting:
                break
            views = Views(table.game)
            for viewer in chooser.sample(viewers, len(viewers)):
                alone = msgspec.json.encode(tell_state(table, viewer))
                assert msgspec.json.encode(tell_state(table, viewer, views)) == alone
            sitting.play_any(chooser)


def test_one_text_for_all_who_know_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has set up in secret knows more than the others; when all pawns stand, all know the same board."""
    written, write_view = list[int | None](), Referee.write_view

    def counted(referee: Referee, known: Any, seat: int | None) -> Any:
        written.append(seat)
        return write_view(referee, known, seat)

    monkeypatch.setattr(Referee, "write_view", counted)
    sitting = started("sirius", options={"setup": "secret"})
    for seat, texts in ((0, 2), (1, 1)):
        sitting.play_any(random.Random(1), seat)
        views = Views(sitting.table.game)
        written.clear()
        assert len({views.text(viewer) for viewer in (0, 1, None, 0)}) == len(written) == texts
    assert tells_alike("sirius") and not tells_alike("luminis")


def test_a_closed_table_gives_nothing_away() -> None:
    sitting = started("luminis")
    sitting.do(HOUSE, Close())
    assert isinstance(record_for(sitting.table, Viewer("ann", 0)), PartialRecord)
    assert not any(secret.encode() in all_told(sitting, Viewer("ann", 0)) for secret in secrets_of(sitting))


def test_a_finished_game_stays_open_to_all_when_its_table_is_closed() -> None:
    sitting = started("luminis")
    sitting.do("ann", Resign())
    whole = record_for(sitting.table, Viewer())
    assert not tell_state(sitting.table, Viewer("ann")).closed
    sitting.do(HOUSE, Close())
    assert tell_state(sitting.table, Viewer("ann")).closed, "so that no page offers what can only fail"
    assert sitting.table.note().status == "over", "it is found among the finished games"
    assert sitting.why_not("ann", Rematch()) == "closed"
    assert record_for(sitting.table, Viewer()) == whole
    assert tell_entry(sitting.table, sitting.log[0], Viewer()).event.secret == sitting.table.terms.secret
    assert "?" not in str(tell_state(sitting.table, Viewer("bob", 1)).view)


def test_hidden_cards_are_in_no_partial_record() -> None:
    """Luminis: the cards under the tops of the piles and in the other's hand, searched for by their names."""
    sitting, chooser = started("luminis"), random.Random(6)
    for _ in range(12):
        sitting.play_any(chooser)
    position = sitting.table.game.position()
    view = record_for(sitting.table, Viewer("ann", 0)).view
    assert view["hands"][0] == position["hands"][0] and view["hands"][1] != position["hands"][1]
    told = all_told(sitting, Viewer())
    under = [card for pile in position["piles"] for card in pile[:-1]]
    unseen = [card for card in under if card not in str(view)]
    assert len(unseen) > 20
    assert not any(f'"{card}"'.encode() in told for card in unseen)


def test_a_table_says_in_what_it_is_not_as_the_rules_set_it_up() -> None:
    """Before anybody sits, while they play, afterwards, at the rematch; what the position is stays secret."""
    assert departures_told(started("luminis").table) == [[], [], []]
    position = lt.new("luminis", 2, 7).position()
    dice = CountedDice()
    (opened,) = open_table(TableTerms(game="luminis", position=position), "ann", dice)
    waiting = Table.of("t", Table("t").entries_for([opened], Actor.of("ann"), None, 1))
    assert tell_table(waiting, Viewer("bob")).departures == waiting.note().departures == ["position"]
    sitting = started("luminis", position=position)
    assert departures_told(sitting.table) == [["position"]] * 3
    assert b'"position"' in write_entry_told(sitting) and b"piles" not in write_entry_told(sitting)
    text = edition_of("luminis", None).text
    own = started("luminis", edition=EditionChoice("mine", text), position=position)
    assert departures_told(own.table) == [["position", "edition"]] * 3
    own.do("ann", Resign())
    assert tell_table(own.table, Viewer()).departures == ["position", "edition"]
    again = Table.of("r", Table("r").entries_for(open_rematch(own.table, dice), HOUSE, None, 1))
    assert again.note().departures == ["position", "edition"]


def departures_told(table: Table) -> list[list[str]]:
    """To a stranger: at the table, in lists, in the record of a game that goes on."""
    record = record_for(table, Viewer())
    assert isinstance(record, PartialRecord)
    return [tell_table(table, Viewer()).departures, table.note().departures, record.departures]


def write_entry_told(sitting: Sitting) -> bytes:
    """The table and its first entry, as a stranger is told of them while the game goes on."""
    told = tell_table(sitting.table, Viewer())
    told.state.view = None
    return msgspec.json.encode([told, tell_entry(sitting.table, sitting.log[0], Viewer())])


def test_notes_of_before_are_read() -> None:
    """They do not say in what a table departs from the rules."""
    note = started("luminis", position=lt.new("luminis", 2, 7).position()).table.note()
    told = msgspec.to_builtins(note)
    assert told.pop("departures") == ["position"]
    assert msgspec.convert(told, TableNote).departures == []


def test_a_seat_is_looked_from_only_by_its_person() -> None:
    sitting = started("luminis")
    for viewer in (Viewer("bob", 0), Viewer(None, 0), Viewer("ann", 1), Viewer("ann", 7), Viewer("ann", -1)):
        for tell in (tell_state, tell_table, record_for):
            with pytest.raises(Denied, match="not_your_seat"):
                tell(sitting.table, viewer)


def test_legal_moves_are_told_to_the_seat_whose_turn_it_is_alone() -> None:
    sitting = started("sirius")
    (seat,) = sitting.table.waiting
    assert tell_state(sitting.table, Viewer(NAMES[seat], seat)).legal == sitting.table.game.legal(seat)
    assert tell_state(sitting.table, Viewer(NAMES[1 - seat], 1 - seat)).legal == []
    assert tell_state(sitting.table, Viewer(NAMES[seat])).legal == []


def test_everything_is_open_when_people_have_ended_the_game() -> None:
    sitting, chooser = started("luminis"), random.Random(1)
    for _ in range(8):
        sitting.play_any(chooser)
    assert "?" in str(tell_state(sitting.table, Viewer("ann", 0)).view)
    sitting.do("bob", Resign())
    assert "?" not in str(tell_state(sitting.table, Viewer()).view)


def test_who_sits_where_is_told() -> None:
    sitting = Sitting(TableTerms(game="luminis", seats=3))
    sitting.do("ann", Sit())
    sitting.do("ann", Sit(bot="pim"))
    told = tell_table(sitting.table, Viewer("ann", 0))
    assert told.state.sitters == [SeatTold(Human("ann")), SeatTold(BotPlayer("pim")), SeatTold()]
    assert (told.own_seats, told.seat, told.state.status, told.state.view) == ([0], 0, "open", None)
    assert msgspec.json.decode(msgspec.json.encode(told), type=TableTold) == told


def test_told_entries_can_be_read_again() -> None:
    sitting, chooser = started("fromages"), random.Random(1)
    sitting.play_any(chooser)
    for entry in sitting.log:
        told = tell_entry(sitting.table, entry, Viewer("ann", 0))
        assert msgspec.json.decode(msgspec.json.encode(told), type=EntryTold) == told
        assert (told.seq, told.at) == (entry.seq, entry.at)
    assert isinstance(told.by, Actor)


def test_before_the_game_there_is_no_record() -> None:
    with pytest.raises(Denied, match="not_started"):
        record_for(seated("sirius").table, Viewer())


def test_who_may_look_on() -> None:
    private = seated("sirius", spectators=False)
    assert may_watch(private.table, Viewer("eve"))  # to sit down
    private.do("ann", Start())
    assert not may_watch(private.table, Viewer("eve"))
    assert not may_watch(private.table, Viewer())
    assert may_watch(private.table, Viewer("ann"))
    assert may_watch(private.table, Viewer("bob", 1))
    assert may_watch(started("sirius").table, Viewer())


def test_who_may_have_advice() -> None:
    assert may_hint(started_with_bots("sirius").table, Viewer("ann", 0))
    assert not may_hint(started_with_bots("sirius").table, Viewer("eve"))
    assert not may_hint(started("sirius").table, Viewer("ann", 0))
    assert may_hint(started("sirius", hints=True).table, Viewer("ann", 0))
    assert not may_hint(started("sirius", hints=True).table, Viewer("eve"))
    assert not may_hint(seated("sirius", hints=True).table, Viewer("ann", 0))
    sitting = started("sirius", spectators=False)
    sitting.do("ann", Resign())
    assert may_hint(sitting.table, Viewer("bob", 1)) and not may_hint(sitting.table, Viewer("eve"))
    shared = Sitting(TableTerms(game="sirius"))  # one device, perhaps two people: nobody may be advised
    shared.do("ann", Sit())
    shared.do("ann", Sit())
    shared.do("ann", Start())
    assert not may_hint(shared.table, Viewer("ann", 0))


# --- talk ----------------------------------------------------------------------------------------------------------


def heard(sitting: Sitting, viewer: Viewer) -> list[str | None]:
    events = [tell_entry(sitting.table, entry, viewer).event for entry in sitting.log]
    return [event.text for event in events if isinstance(event, Said)]


def test_players_talk_to_all_and_onlookers_to_each_other_until_the_end() -> None:
    sitting = started("sirius")
    sitting.do("ann", Say("Good luck!"))
    sitting.do("eve", Say("She should take the sun."))
    assert heard(sitting, Viewer("bob", 1)) == ["Good luck!", None]
    assert heard(sitting, Viewer("bob")) == ["Good luck!", None]
    assert heard(sitting, Viewer("fay")) == ["Good luck!", "She should take the sun."]
    hidden = tell_entry(sitting.table, sitting.log[-1], Viewer("bob", 1))
    assert b'"eve"' not in msgspec.json.encode(hidden)
    sitting.do("bob", Resign())
    assert heard(sitting, Viewer("bob", 1)) == ["Good luck!", "She should take the sun."]


def test_what_can_be_said() -> None:
    sitting = started("sirius")
    (said,) = sitting.do("ann", Say("  a\x00b\n\tc\u202e d\ud800  "))
    assert said == Said("ann", "ab c d")
    (said,) = sitting.do("ann", Say(phrase="hello"))
    assert said == Said("ann", phrase="hello")
    sitting.do("ann", Say("é" * 300))
    assert sitting.denied("ann", Say("é" * 301)).sentence("en").endswith("300 characters at most.")
    assert sitting.why_not("ann", Say("x" * 100_000)) == "said_too_much"
    for nothing in (Say(""), Say(" \x01 "), Say(), Say("a", "hello")):
        assert sitting.why_not("ann", nothing) == "nothing_said"
    assert sitting.why_not("ann", Say(phrase="no such phrase")) == "no_such_phrase"
    assert sitting.why_not(HOUSE, Say("hello")) == "not_allowed"


def test_where_nobody_may_look_on_nobody_talks_in() -> None:
    sitting = started("sirius", spectators=False)
    assert sitting.why_not("eve", Say("hello")) == "not_allowed"
    sitting.do("bob", Say("hello"))


def test_nonces_are_told_when_the_game_is_over() -> None:
    sitting = started("sirius")
    (sat,) = [entry for entry in sitting.log if isinstance(entry.event, Sat) and entry.event.seat == 1]
    assert tell_entry(sitting.table, sat, Viewer("bob", 1)).event.nonce is None
    sitting.do("ann", Resign())
    assert tell_entry(sitting.table, sat, Viewer()).event.nonce == sitting.table.places[1].nonce
