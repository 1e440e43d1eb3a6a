"""Who sits where, who starts, who leaves, and bots that stand in."""

import pytest

from lumitheque.tables import (
    BOT,
    HOUSE,
    BotPlayer,
    Denied,
    EditionChoice,
    Fischer,
    Human,
    PerMove,
    TableTerms,
    Viewer,
    open_table,
    tell_state,
)
from lumitheque.tables.commands import Close, HandBack, HandToBot, Leave, Play, ReplaceBot, Resign, Sit, Start
from lumitheque.tables.events import Sat
from lumitheque.tables.people import CLOCK
from open_tables import CountedDice, Sitting, seated, started, started_with_bots


def test_people_choose_a_free_seat_or_take_the_lowest() -> None:
    sitting = Sitting(TableTerms(game="luminis", seats=3))
    sitting.do("bob", Sit(1))
    sitting.do("cyd", Sit())
    sitting.do("ann", Sit())
    assert [sitting.table.places.person(seat) for seat in range(3)] == ["cyd", "bob", "ann"]
    assert sitting.why_not("dan", Sit()) == "full"
    assert sitting.why_not("dan", Sit(1)) == "seat_taken"
    assert sitting.why_not("dan", Sit(3)) == "no_such_seat"
    assert sitting.why_not("dan", Sit(-1)) == "no_such_seat"


def test_everybody_brings_a_nonce_and_may_bring_another() -> None:
    sitting = Sitting(TableTerms(game="sirius"))
    (sat,) = sitting.do("ann", Sit(0))
    assert isinstance(sat, Sat) and len(sat.nonce or "") == 32  # drawn for those who bring none
    sitting.do("ann", Sit(0, nonce="my-own_Nonce"))
    assert sitting.table.places[0].nonce == "my-own_Nonce"
    assert sitting.table.places.free == [1]
    for nonce in ("", "a:b", "é", "x" * 65, "a b"):
        assert sitting.why_not("bob", Sit(1, nonce=nonce)) == "nonce"


def test_the_host_may_hold_several_seats() -> None:
    sitting = Sitting(TableTerms(game="lumens", seats=3))
    for _ in range(3):
        sitting.do("ann", Sit())
    sitting.do("ann", Start())
    assert sitting.table.places.of("ann") == [0, 1, 2]
    assert sitting.table.note().people == ["ann"]
    assert sitting.why_not("ann", Play(moves=["face 1"])) == "which_seat"


def test_a_guest_takes_one_seat_and_seats_no_bot() -> None:
    sitting = Sitting(TableTerms(game="lumens", seats=4))
    sitting.do("eve", Sit())
    assert sitting.why_not("eve", Sit()) == "one_seat"
    assert sitting.why_not("eve", Sit(3)) == "one_seat"
    assert sitting.why_not("eve", Sit(bot="pim")) == "not_allowed"
    sitting.do("ann", Sit(bot="pim"))
    assert sitting.why_not("eve", Leave(1)) == "not_your_seat"
    sitting.do("eve", Sit(0, nonce="another"))  # their own, once more


def test_where_the_host_allows_it_a_guest_takes_several_seats() -> None:
    sitting = Sitting(TableTerms(game="lumens", seats=4, several_seats=True))
    sitting.do("eve", Sit())
    sitting.do("eve", Sit())
    sitting.do("eve", Sit(bot="pim"))
    assert sitting.table.places.of("eve") == [0, 1] and sitting.table.places.bots == 1


def test_bots_are_seated_by_the_host_the_house_and_whoever_may_take_several_seats() -> None:
    sitting = Sitting(TableTerms(game="fromages", seats=4, several_seats=True))
    assert sitting.why_not("bob", Sit(bot="pim")) == "not_allowed"  # not at the table
    sitting.do("ann", Sit(bot="pim"))  # the host
    sitting.do("bob", Sit())
    sitting.do("bob", Sit(bot="greedy"))
    sitting.do(HOUSE, Sit(bot="random"))
    assert [type(sitting.table.places[seat].sitter) for seat in range(4)] == [BotPlayer, Human, BotPlayer, BotPlayer]
    assert sitting.why_not(HOUSE, Leave(9)) == "no_such_seat"
    for name in ("", "../x", "tree@1000s", "A", "x" * 41):
        assert sitting.why_not("ann", Sit(0, bot=name)) in ("seat_taken", "no_such_level")
    sitting.do("bob", Leave(0))
    assert sitting.why_not("ann", Sit(0, bot="tree@1000s")) == "no_such_level"
    for nobody in (HOUSE, BOT, CLOCK):
        assert sitting.why_not(nobody, Sit(0)) == "not_allowed"


def test_a_seat_is_left_by_its_owner_and_freed_by_the_host() -> None:
    sitting = seated("luminis", 3)
    assert sitting.why_not("bob", Leave(2)) == "not_your_seat"
    sitting.do("bob", Leave())
    sitting.do("ann", Leave(2))
    assert sitting.table.places.free == [1, 2]
    assert sitting.why_not("ann", Leave(2)) == "seat_free"
    assert sitting.why_not("bob", Leave()) == "no_seat"


def test_the_game_starts_when_all_seats_are_taken() -> None:
    sitting = Sitting(TableTerms(game="galax"))
    sitting.do("bob", Sit())
    denied = sitting.denied("bob", Start())
    assert denied.code == "seats_free" and "1" in denied.sentence("fr")
    sitting.do("cyd", Sit())
    assert sitting.why_not("dan", Start()) == "not_allowed"
    assert sitting.why_not("bob", Play(moves=["a3-a4"])) == "not_started"
    sitting.do("bob", Start())
    assert sitting.table.status == "playing"
    for command in (Sit(), Leave(), Start()):
        assert sitting.why_not("bob", command) == "has_started"


def test_a_table_opened_under_other_rules_is_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    from lumitheque.games import find

    sitting = seated("sirius")
    monkeypatch.setitem(find("sirius").__dict__, "rules_version", 99)
    assert sitting.why_not("ann", Start()) == "other_rules"


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (TableTerms(game="chess"), "no_such_game"),
        (TableTerms(game="sirius", seats=3), "seats"),
        (TableTerms(game="sirius", options={"setup": "none"}), "options"),
        (TableTerms(game="sirius", options={"colour": "red"}), "options"),
        (TableTerms(game="sirius", clock=PerMove(0)), "clock"),
        (TableTerms(game="sirius", clock=Fischer(60, -1)), "clock"),
        (TableTerms(game="sirius", substitute="no such\nlevel"), "no_such_level"),
        (TableTerms(game="sirius", edition=EditionChoice("x", "text")), "edition"),
        (TableTerms(game="lumens", edition=EditionChoice("../../../secrets")), "edition"),
        (TableTerms(game="lumens", edition=EditionChoice("mine", "no board at all")), "bad_edition"),
        (TableTerms(game="lumens", edition=EditionChoice("mine", "x" * 200_000)), "bad_edition"),
        (TableTerms(game="sirius", position={"phase": "play"}), "position"),
    ],
)
def test_terms_that_are_no_good(terms: TableTerms, code: str) -> None:
    with pytest.raises(Denied) as denied:
        open_table(terms, "ann", CountedDice())
    assert denied.value.code == code
    assert all(denied.value.sentence(language) for language in ("fr", "en"))


def test_an_edition_is_never_read_from_a_file_that_a_guest_names(tmp_path: object) -> None:
    from lumitheque.games import find

    (path, *_) = (find("lumens").folder / "editions").glob("*")
    with pytest.raises(Denied, match="edition"):
        open_table(TableTerms(game="lumens", edition=EditionChoice(str(path))), "ann", CountedDice())
    own = TableTerms(game="lumens", edition=EditionChoice("mine", path.read_text()))
    (opened,) = open_table(own, "ann", CountedDice())
    assert opened.edition.name == "mine" and opened.edition.text == path.read_text()


def test_players_may_bring_their_own_board(tmp_path: object) -> None:
    from lumitheque.games import find

    (path, *_) = (find("lumens").folder / "editions").glob("*")
    sitting = started("lumens", edition=EditionChoice("mine", path.read_text()))
    assert sitting.table.game.edition.name == "mine"


# --- bots that stand in --------------------------------------------------------------------------------------------


def test_a_player_hands_the_seat_to_a_bot_and_takes_it_back() -> None:
    sitting = started("sirius", substitute="pim")
    seat = sitting.table.waiting[0]
    who, other = sitting.table.places.person(seat), sitting.table.places.person(1 - seat)
    sitting.do(who, HandToBot())
    assert sitting.table.places.level(seat) == "pim" and sitting.table.note().bot_to_move
    assert sitting.why_not(who, HandToBot()) == "bot_already"
    move = sitting.table.game.legal(seat)[0]
    assert sitting.why_not(who, Play(moves=[move])) == "with_a_bot"
    assert tell_state(sitting.table, Viewer(who, seat)).legal == []
    sitting.do(BOT, Play(seat, [move]))
    assert sitting.why_not(BOT, Play(1 - seat, ["a8-a7"])) == "not_your_seat"
    assert sitting.why_not(BOT, Play(None, ["a8-a7"])) == "which_seat"
    assert sitting.why_not(other, HandBack(seat)) == "not_your_seat"
    sitting.do(who, HandBack())
    assert sitting.table.places.level(seat) is None
    assert sitting.why_not(who, HandBack()) == "no_bot_here"


def test_the_host_may_hand_an_absent_players_seat_only_to_the_bot_that_the_table_chose() -> None:
    sitting = started("luminis", 3, substitute="pim")
    assert sitting.why_not("bob", HandToBot(2)) == "not_your_seat"
    sitting.do("ann", HandToBot(2, "random"))
    assert sitting.table.places[2].bot == "pim"
    sitting.do("cyd", HandBack())
    without = started("luminis", 3)
    assert without.why_not("ann", HandToBot(2)) == "no_substitute"
    without.do(HOUSE, HandToBot(2))
    assert without.table.places.level(2) == "greedy"
    without.do(HOUSE, HandBack(2))
    assert without.why_not("ann", HandToBot(7)) == "no_such_seat"


def test_a_bots_own_seat_is_not_handed_on() -> None:
    sitting = started_with_bots("fromages", 3)
    assert sitting.why_not("ann", HandToBot(1)) == "bot_already"
    assert sitting.why_not(HOUSE, HandBack(1)) == "no_bot_here"


def test_a_bot_that_cannot_move_is_replaced_by_the_house_alone() -> None:
    sitting = started_with_bots("fromages", 3)
    before = sitting.table.places.level(1)
    assert before is not None
    assert sitting.why_not("ann", ReplaceBot(1, "random", before)) == "not_allowed"
    assert sitting.why_not(BOT, ReplaceBot(1, "random", before)) == "not_allowed"
    assert sitting.why_not(HOUSE, ReplaceBot(0, "random", before)) == "no_bot_here"
    assert sitting.why_not(HOUSE, ReplaceBot(9, "random", before)) == "no_such_seat"
    assert sitting.why_not(HOUSE, ReplaceBot(1, "No!", before)) == "no_such_level"
    sitting.do(HOUSE, ReplaceBot(1, "random", before))
    assert sitting.table.places[1].sitter == BotPlayer("random") and sitting.table.places[1].nonce
    assert sitting.why_not(HOUSE, ReplaceBot(1, "random", before)) == "no_bot_here"  # somebody was quicker


def test_a_replaced_substitute_keeps_the_seat_for_its_person() -> None:
    sitting = started("luminis", 3)
    sitting.do("cyd", Resign())
    sitting.do(HOUSE, ReplaceBot(2, "random", "greedy"))
    place = sitting.table.places[2]
    assert (place.person, place.bot, place.for_good) == ("cyd", "random", True)


def test_with_more_than_two_whoever_resigns_is_replaced_for_good() -> None:
    sitting = started("luminis", 3, substitute="pim")
    sitting.do("bob", Resign())
    assert sitting.table.status == "playing" and sitting.table.places[1].bot == "pim"
    assert sitting.why_not("bob", HandBack()) == "gone"
    assert sitting.why_not("bob", Resign()) == "gone"
    assert sitting.why_not(HOUSE, HandBack(1)) == "gone"


# --- closing -------------------------------------------------------------------------------------------------------


def test_the_host_closes_a_table_unless_others_play_there() -> None:
    sitting = started("sirius")
    assert sitting.why_not("bob", Close()) == "not_allowed"
    assert sitting.why_not("ann", Close()) == "has_started"
    sitting.do(HOUSE, Close())
    assert sitting.table.status == "closed" and sitting.table.waiting == []
    assert sitting.why_not("ann", Sit()) == "closed"
    alone = started_with_bots("sirius")
    alone.do("ann", Close())
    assert alone.table.note().status == "closed"
