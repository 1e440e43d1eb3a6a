"""One's own tables, pushed: on the shelf, and to whoever sits at one of them and has others."""

from typing import Any

import msgspec

from open_house import OpenHouse


def test_the_shelf_is_told_of_ones_own_private_tables(house: OpenHouse) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    shelf, stranger = ada.live(), house.guest().live()
    for line in (shelf, stranger):
        line.say("lobby", on=True)
        line.hear("lobby")
    table = ada.open("lumens", sit=[0])
    assert shelf.hear("mine")["tables"][0]["free"] == 1
    ben.must(table, "sit")
    told = shelf.hear("mine")
    assert told["tables"][0]["people"] == [ada.id, ben.id] and told["names"][ben.id] == "Ben"
    ada.must(table, "start")
    assert shelf.hear("mine")["tables"][0]["waiting"]["people"] == [ada.id, ben.id]  # both choose a start in secret
    ben.must(table, "resign")
    assert shelf.hear("mine")["tables"][0]["status"] == "over"
    stranger.say("ping")
    stranger.hear("pong")
    assert not [told for told in stranger.heard if told["t"] in ("mine", "lobby")]


def test_whoever_sits_at_a_table_may_follow_their_others_alone(house: OpenHouse) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    at_a_table = ada.live()
    at_a_table.say("lobby", on=True, listed=False)
    ben.open("lumens", listed=True)
    table = ada.open("lumens", sit=[0], listed=True)
    assert at_a_table.hear("mine")["tables"][0]["id"] == table
    at_a_table.say("lobby", on=False)
    ben.must(table, "sit")
    at_a_table.say("ping")
    at_a_table.hear("pong")
    assert not [told for told in at_a_table.heard if told["t"] in ("mine", "lobby")]


def test_whoever_was_sent_away_is_told_so_on_the_shelf(house: OpenHouse) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    shelf = ben.live()
    shelf.say("lobby", on=True)
    table = ada.open("lumens", sit=[0])
    ben.must(table, "sit")
    assert ben.id in shelf.hear("mine")["tables"][0]["people"]
    ada.must(table, "leave", seat=1)
    assert ben.id not in shelf.hear("mine")["tables"][0]["people"]


def test_strangers_are_not_told_whom_a_table_waits_for(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    table = ada.open("lumens", sit=[0, 1], listed=True, start=True)
    line = house.guest().live()
    line.say("lobby", on=True)
    listed = [*line.hear("lobby")["tables"], *house.guest().http.get("/api/tables").json()["tables"]]
    assert [note for note in listed if note["id"] == table] and not [note for note in listed if "waiting" in note]
    mine = ada.http.get("/api/mine").json()["tables"]
    assert next(note for note in mine if note["id"] == table)["waiting"]["people"] == [ada.id]


def test_a_note_of_before_is_mended_when_its_person_asks(house: OpenHouse) -> None:
    ada = house.guest("Ada")
    table = ada.open("lumens", sit=[0, 1], start=True)
    store: Any = house.app.services.house.store
    note = store._notes[table]
    store._notes[table] = msgspec.structs.replace(note, waiting=None)
    mine = ada.http.get("/api/mine").json()["tables"]
    assert mine[0]["waiting"] == msgspec.to_builtins(note.waiting)
