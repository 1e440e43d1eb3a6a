"""Moves, all or nothing; commands sent again; resigning, draws, rematches."""

import random

import pytest

from command_line import every_game
from lumitheque.referee.checking import check_record
from lumitheque.tables import (
    HOUSE,
    Actor,
    BotPlayer,
    Human,
    LogError,
    Table,
    Viewer,
    open_rematch,
    record_for,
    tell_state,
)
from lumitheque.tables.commands import AnswerDraw, HandToBot, OfferDraw, Play, Rematch, Resign, TakeBack
from lumitheque.tables.events import Opened, Played, Rematched, Sat
from lumitheque.tables.undo import WayBack, way_back
from open_tables import NAMES, Sitting, any_moves, copied, fingerprint, seated, started, started_with_bots


def to_move(sitting: Sitting) -> tuple[int, str, str]:
    """The seat whose turn it is, who sits there, and who sits opposite."""
    (seat,) = sitting.table.waiting
    return seat, NAMES[seat], NAMES[1 - seat]


@every_game
def test_a_whole_game(game: str) -> None:
    """From the first seat taken to the record that anybody can check."""
    sitting, chooser = started(game, options={}), random.Random(4)
    for _ in range(6000):
        if not sitting.table.waiting:
            break
        sitting.play_any(chooser)
    assert sitting.table.status == "over"
    assert fingerprint(Table.of("a-table", sitting.log)) == fingerprint(sitting.table)
    record = record_for(sitting.table, Viewer())
    assert check_record(record).ending() == sitting.table.ending
    told = tell_state(sitting.table, Viewer("ann", 0))
    assert told.ending == sitting.table.ending and told.legal == [] and told.take_back is None
    assert sitting.why_not("ann", Play(moves=["a1-a2"])) == "over"


def test_nobody_but_a_bot_is_believed_to_have_been_hurried() -> None:
    sitting = started("sirius", options={"setup": "random"})
    seat, player, _ = to_move(sitting)
    move = sitting.table.game.legal(seat)[0]
    sitting.do(player, Play(seat, [move], hurried=True))
    last = sitting.log[-1].event
    assert isinstance(last, Played) and not last.hurried


def test_a_refused_move_names_its_rule_in_both_languages() -> None:
    sitting = started("sirius")
    seat, who, _ = to_move(sitting)
    own = sitting.table.game.legal(seat)[0][:2]
    denied = sitting.denied(who, Play(moves=[f"{own}-a6"]))
    assert (denied.code, denied.rule_id) == ("refused", "SI-02")
    assert denied.sentence("fr") != denied.sentence("en")
    assert sitting.denied(who, Play(moves=["what?"])).rule_id == "SI-00"


def test_only_the_seat_whose_turn_it_is_plays_and_only_its_person() -> None:
    sitting = started("sirius")
    seat, who, other = to_move(sitting)
    move = sitting.table.game.legal(seat)[0]
    assert sitting.why_not(other, Play(moves=[move])) == "not_your_turn"
    assert sitting.why_not(other, Play(seat, [move])) == "not_your_seat"
    assert sitting.why_not("eve", Play(seat, [move])) == "not_your_seat"
    assert sitting.why_not("eve", Play(moves=[move])) == "no_seat"
    assert sitting.why_not(who, Play(5, [move])) == "no_such_seat"
    for actor in (HOUSE, Actor("clock"), Actor("bot"), Actor("person")):
        assert sitting.why_not(actor, Play(seat, [move])) == "not_your_seat"
    assert sitting.do(who, Play(moves=[move])) == [Played(seat, [move])]


def two_in_a_row(sitting: Sitting, chooser: random.Random) -> tuple[int, list[str]]:
    """Play until some seat can make two moves of one turn in one go; which seat, and the moves."""
    while True:
        (seat,) = sitting.table.waiting
        for first in sitting.table.game.legal(seat):
            world = copied(sitting.table.game)
            world.play(first, seat)
            if world.waiting() == [seat]:
                return seat, [first, world.legal(seat)[0]]
        sitting.play_any(chooser)


def test_several_moves_are_made_together_or_not_at_all() -> None:
    sitting = started("galax")
    seat, moves = two_in_a_row(sitting, random.Random(1))
    before, who = sitting.table.moves(), NAMES[seat]
    assert sitting.denied(who, Play(moves=[moves[0], "a1-a1"])).rule_id
    assert sitting.why_not(who, Play(moves=[])) == "how_many_moves"
    assert sitting.why_not(who, Play(moves=moves * 51)) == "how_many_moves"
    assert sitting.why_not(who, Play(moves=["x" * 61])) == "how_many_moves"
    assert sitting.do(who, Play(moves=moves)) == [Played(seat, moves)]
    assert sitting.table.moves() == before + 2
    assert way_back(sitting.table, seat) == WayBack("free", 2)  # and together they go back
    sitting.do(who, TakeBack())
    assert sitting.table.moves() == before


def test_nobody_finds_out_what_a_move_shows_without_making_it() -> None:
    """A second move, refused, would tell what the first one shows, and nothing would have happened."""
    sitting = started("fromages", seed=3)
    (seat,) = sitting.table.waiting
    for second in ("put a1 up", "put a1 down", "flip z9", "toss"):
        assert sitting.why_not(NAMES[seat], Play(moves=["draw pile", second])) == "shown"
    sitting.play(seat, "draw pile")


def test_a_gesture_does_not_reach_into_the_others_turn() -> None:
    sitting = started("sirius")
    seat, who, _ = to_move(sitting)
    first = sitting.table.game.legal(seat)[0]
    denied = sitting.denied(who, Play(moves=[first, first]))
    assert (denied.rule_id, denied.facts["number"]) == ("SI-00", 1)


def test_whoever_plays_on_an_old_picture_is_told() -> None:
    sitting, chooser = started("sirius"), random.Random(1)
    seen = sitting.table.seq
    sitting.play_any(chooser)
    (seat,) = sitting.table.waiting
    move = sitting.table.game.legal(seat)[0]
    assert sitting.why_not(NAMES[seat], Play(moves=[move], after=seen - 1)) == "stale"
    sitting.do(NAMES[seat], Play(moves=[move], after=sitting.table.seq))


def test_a_command_sent_again_is_known() -> None:
    sitting, chooser = started("sirius"), random.Random(1)
    seat, who, other = to_move(sitting)
    sitting.do(who, Play(moves=any_moves(sitting.table, seat, chooser)), key="k1")
    played = sitting.table.seq
    assert sitting.table.answered(Actor.of(who), "k1") == played
    assert sitting.table.answered(Actor.of(other), "k1") is None
    assert sitting.table.answered(Actor.of(who), "k2") is None
    for number in range(140):  # by both; 64 of each are known
        (seat,) = sitting.table.waiting
        sitting.do(NAMES[seat], Play(moves=any_moves(sitting.table, seat, chooser)), key=f"later {number}")
    assert sitting.table.answered(Actor.of(who), "k1") is None  # long ago
    again = Table.of("a-table", sitting.log)
    assert again.answered(Actor.of(NAMES[seat]), "later 139") == sitting.table.seq


def test_a_command_with_several_entries_is_answered_with_the_last() -> None:
    sitting = started("luminis", 3)
    sitting.do("bob", Resign(), key="enough")
    assert sitting.table.answered(Actor.of("bob"), "enough") == sitting.log[-1].seq
    assert len([entry for entry in sitting.log if entry.key == "enough"]) == 2


def test_a_log_with_a_gap_or_a_wrong_move_cannot_be_followed() -> None:
    sitting, chooser = started("sirius"), random.Random(1)
    sitting.play_any(chooser)
    with pytest.raises(LogError, match="cannot follow"):
        Table.of("a-table", [*sitting.log[:2], *sitting.log[3:]])
    from msgspec.structs import replace

    wrong = replace(sitting.log[-1], event=replace(sitting.log[-1].event, moves=["a1-a9"]))
    with pytest.raises(LogError, match="SI-0"):
        Table.of("a-table", [*sitting.log[:-1], wrong])
    forged = replace(sitting.log[-2], event=replace(sitting.log[-2].event, chance=[]))
    with pytest.raises(LogError, match="chance"):
        Table.of("a-table", [*sitting.log[:-2], forged])
    older = [replace(sitting.log[0], event=replace(sitting.log[0].event, rules=0)), *sitting.log[1:]]
    with pytest.raises(LogError, match="rules"):
        Table.of("a-table", older)


# --- other ends ----------------------------------------------------------------------------------------------------


def test_with_two_whoever_resigns_loses() -> None:
    sitting = started("lumens")
    assert sitting.why_not("eve", Resign()) == "no_seat"
    sitting.do("ann", Resign())
    assert sitting.table.ending == {"reason": "resigned", "points": [0, 1], "winners": [1], "seat": 0}
    assert check_record(record_for(sitting.table, Viewer())).ending() == sitting.table.ending


def test_a_draw_is_offered_and_agreed() -> None:
    sitting, chooser = started("galax"), random.Random(2)
    assert sitting.why_not("bob", AnswerDraw(agrees=True)) == "not_asked"
    sitting.do("ann", OfferDraw())
    assert sitting.why_not("ann", AnswerDraw(agrees=True)) == "not_asked"
    assert sitting.why_not("bob", OfferDraw()) == "asked_already"
    (asked,) = tell_state(sitting.table, Viewer("bob", 1)).asked
    assert (asked.what, asked.seat, asked.missing) == ("draw", 0, ["bob"])
    sitting.do("bob", AnswerDraw(agrees=False))
    assert sitting.why_not("ann", OfferDraw()) == "turned_down"
    sitting.play_any(chooser)
    sitting.do("ann", OfferDraw())
    sitting.do("bob", AnswerDraw(agrees=True))
    assert sitting.table.ending == {"reason": "agreement", "points": [0.5, 0.5], "winners": [0, 1]}


def test_an_offer_falls_when_the_other_plays_on() -> None:
    sitting = started("sirius")
    _, who, other = to_move(sitting)
    sitting.do(who, OfferDraw())
    sitting.play_any(random.Random(1))
    assert sitting.table.draw_offer is not None  # offered with one's own move
    sitting.play_any(random.Random(1))
    assert sitting.table.draw_offer is None
    assert sitting.why_not(other, AnswerDraw(agrees=True)) == "not_asked"


def test_where_no_draw_can_be_agreed() -> None:
    assert started("lumens").why_not("ann", OfferDraw()) == "no_draws"
    assert started_with_bots("sirius").why_not("ann", OfferDraw()) == "bots_play_on"
    away = started("sirius")
    away.do("bob", HandToBot())
    away.do("ann", OfferDraw())  # bob has not agreed to anything while he is away
    assert away.table.status == "playing"
    assert away.why_not("bob", OfferDraw()) == "with_a_bot"


def test_a_rematch_when_all_people_want_it() -> None:
    sitting = started("luminis", 3)
    assert sitting.why_not("ann", Rematch()) == "has_started"
    sitting.do("ann", Resign())
    chooser = random.Random(5)
    while sitting.table.waiting:
        sitting.play_any(chooser)
    assert sitting.why_not("eve", Rematch()) == "no_seat"
    sitting.do("bob", Rematch())
    assert sitting.why_not("bob", Rematch()) == "asked_already"
    sitting.do("ann", Rematch())  # she gave up, and may join in
    assert sitting.table.next_table is None
    *_, rematched = sitting.do("cyd", Rematch())
    assert isinstance(rematched, Rematched) and tell_state(sitting.table, Viewer()).next_table == rematched.table
    assert sitting.why_not("ann", Rematch()) == "asked_already"
    opened, *sat = open_rematch(sitting.table, sitting.dice)
    assert isinstance(opened, Opened) and opened.previous == "a-table"
    assert opened.secret not in (None, sitting.table.terms.secret)
    people = [event.sitter.person for event in sat if isinstance(event, Sat)]  # everybody moves on by one seat
    assert people == ["cyd", "ann", "bob"]


def test_whoever_left_for_good_does_not_hold_a_rematch_up() -> None:
    """The bot that played for them sits there, one seat further as all do."""
    sitting = started("luminis", 3)
    sitting.do("ann", Resign())
    chooser = random.Random(5)
    while sitting.table.waiting:
        sitting.play_any(chooser)
    level = sitting.table.places[0].bot
    sitting.do("bob", Rematch())
    assert sitting.table.next_table is None
    assert isinstance(sitting.do("cyd", Rematch())[-1], Rematched)
    sat = [event.sitter for event in open_rematch(sitting.table, sitting.dice) if isinstance(event, Sat)]
    assert level is not None and sat == [Human("cyd"), BotPlayer(level), Human("bob")]
    ran = [event.sitter for event in open_rematch(sitting.table, sitting.dice, "ann") if isinstance(event, Sat)]
    assert ran == [Human("cyd"), Human("ann"), Human("bob")]


def test_bots_are_always_ready_for_a_rematch() -> None:
    sitting = started_with_bots("sirius")
    sitting.do("ann", Resign())
    assert isinstance(sitting.do("ann", Rematch())[-1], Rematched)
    events = open_rematch(sitting.table, sitting.dice)
    again = Table.of("next", Table("next").entries_for(events, HOUSE, None, 5))
    assert again.places[0].sitter == BotPlayer("greedy") and again.places.person(1) == "ann"
    assert again.places.free == [] and again.note().status == "open"


def test_notes_say_what_listings_need() -> None:
    sitting = seated("luminis", 3, listed=True)
    note = sitting.table.note()
    assert (note.status, note.free, note.people, note.bots, note.listed) == ("open", 0, ["ann", "bob", "cyd"], 0, True)
    sitting = started_with_bots("fromages", 3)
    note = sitting.table.note()
    assert (note.status, note.bots, note.moves, note.seq) == ("playing", 2, 0, sitting.log[-1].seq)
    assert note.bot_to_move == (sitting.table.waiting != [0])
    assert note.deadline is None and note.clock == "none"
