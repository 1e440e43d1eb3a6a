"""Tables over days: holidays, quiet hours, and the substitute of whoever is away. The clock is told; absences last a
second, and are waited for."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumitheque.reception.faults import HouseFault
from lumitheque.server.absences.dates import (
    MOST_DAYS,
    NONE,
    Absences,
    Holiday,
    QuietHours,
    choose,
    days_of,
    holiday_until,
    quiet_until,
    spans,
    spared_until,
)
from open_house import Guest, OpenHouse, settings, wait_for

SECOND, HOUR, DAY = 1000, 3600_000, 24 * 3600_000
NOON = int(datetime(2026, 7, 15, 12, tzinfo=UTC).timestamp() * 1000)
OVER_DAYS = {"clock": {"kind": "days", "days": 2}, "substitute": "greedy"}


class ToldClock:
    """Shows what it is told."""

    def __init__(self) -> None:
        self.at = NOON

    def now(self) -> int:
        return self.at


CLOCK = ToldClock()


@pytest.fixture(scope="module")
def house() -> Iterator[OpenHouse]:
    with OpenHouse(settings(clock=CLOCK, away_seconds=0.0)) as house:
        yield house


@pytest.fixture(autouse=True)
def later() -> None:
    """Every test has a year of its own: days of holiday are few."""
    CLOCK.at += 366 * DAY - CLOCK.at % HOUR


def pass_time(house: OpenHouse, ms: int) -> None:
    """While the house is awake: what its clock skips otherwise is downtime, which is given back."""
    on(house, jump(house, ms))


async def jump(house: OpenHouse, ms: int) -> None:
    CLOCK.at += ms
    house.app.services.clocks._seen = CLOCK.at


def on(house: OpenHouse, work: Any) -> Any:
    loop = house.app.services._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(20)


def two_at_table(house: OpenHouse, **words: Any) -> tuple[Guest, Guest, str]:
    """Who opened a table over days, the other one, and the table. The first is to move."""
    first, second = house.guest("Ada"), house.guest("Ben")
    table = first.open("sirius", sit=[0], options={"setup": "random"}, **(OVER_DAYS | words))
    second.must(table, "sit")
    first.must(table, "start")
    if first.look(table)["state"]["waiting"] == [1]:
        move(second, table)
    return first, second, table


def move(guest: Guest, table: str) -> None:
    guest.must(table, "play", moves=[guest.look(table)["state"]["legal"][0]])


def clock_of(guest: Guest, table: str) -> dict[str, Any]:
    told: dict[str, Any] = guest.look(table)["state"]["clock"]
    return told


def sitter(guest: Guest, table: str, seat: int) -> dict[str, Any]:
    told: dict[str, Any] = guest.look(table)["state"]["sitters"][seat]
    return told


def put(guest: Guest, *holidays: tuple[int, int], quiet: tuple[str, str] | None = None, zone: str = "UTC") -> Any:
    """Holidays by days from today."""
    day = datetime.fromtimestamp(CLOCK.at / 1000, UTC).date()
    body = {
        "holidays": [
            {"first": str(day + timedelta(days=first)), "last": str(day + timedelta(days=last))}
            for first, last in holidays
        ],
        "quiet": None if quiet is None else {"begins": quiet[0], "ends": quiet[1]},
        "zone": zone,
    }
    return guest.http.put("/api/me/absences", json=body)


def midnight(days: int) -> int:
    return CLOCK.at - CLOCK.at % DAY + days * DAY


# --- what somebody may choose ----------------------------------------------------------------------------------------


def test_holidays_and_quiet_hours_are_kept_and_told(house: OpenHouse) -> None:
    guest = house.guest()
    empty = guest.http.get("/api/me/absences").json()
    assert (empty["holidays"], empty["quiet"], empty["most"]) == ([], None, MOST_DAYS)
    answer = put(guest, (2, 3), (4, 4), quiet=("22:00", "08:00"), zone="Europe/Paris")
    assert answer.status_code == 200, answer.text
    told = guest.http.get("/api/me/absences").json()
    assert told == answer.json() and len(told["holidays"]) == 1, "days in a row are one holiday"
    assert told["quiet"] == {"begins": "22:00", "ends": "08:00"} and told["zone"] == "Europe/Paris"
    assert set(told["left"].values()) == {MOST_DAYS - 3, MOST_DAYS}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"holidays": [{"first": "2026-01-05", "last": "2026-01-04"}]}, "bad_holiday"),
        ({"holidays": [{"first": "2999-01-05", "last": "2999-01-06"}]}, "bad_holiday"),
        ({"holidays": [{"first": "0001-01-01", "last": "9999-12-31"}]}, "bad_holiday"),
        ({"holidays": [{"first": "tomorrow", "last": "2026-01-04"}]}, "bad_request"),
        ({"quiet": {"begins": "25:00", "ends": "08:00"}}, "bad_request"),
        ({"quiet": {"begins": "22:00:00", "ends": "08:00"}}, "bad_request"),
        ({"quiet": {"begins": "22:00", "ends": "11:00"}}, "long_quiet"),
        ({"quiet": {"begins": "22:00", "ends": "22:00"}}, "long_quiet"),
        ({"zone": "Mars/Olympus"}, "bad_request"),
        ({"zone": "../etc/passwd"}, "bad_request"),
    ],
)
def test_what_cannot_be_is_refused_in_words(house: OpenHouse, body: dict[str, Any], code: str) -> None:
    guest = house.guest()
    answer = guest.http.put("/api/me/absences", json={"holidays": [], "quiet": None, "zone": "UTC", **body})
    assert answer.status_code == 400 and answer.json()["code"] == code, answer.text


def test_no_more_than_thirty_days_a_year(house: OpenHouse) -> None:
    guest = house.guest()
    assert put(guest, (1, 30)).status_code == 200
    answer = put(guest, (1, 30), (40, 40))
    assert answer.status_code == 400 and "30" in answer.json()["sentence"], answer.text


def test_a_day_that_has_begun_stays_a_day_of_holiday() -> None:
    now = NOON
    wanted = Absences([Holiday(datetime(2026, 7, 15).date(), datetime(2026, 7, 20).date())])  # noqa: DTZ001 (a day)
    chosen = choose(NONE, wanted, now)
    called_off = choose(chosen, NONE, now + 2 * DAY)
    assert len(days_of(called_off.holidays)) == 3
    assert holiday_until(called_off, now + 2 * DAY) == midnight_after(now + 2 * DAY)
    assert choose(NONE, wanted, now + 2 * DAY).holidays[0].first.day == 17, "nobody was on holiday in the past"


def midnight_after(at: int) -> int:
    return at - at % DAY + DAY


@given(
    at=st.integers(NOON - 200 * DAY, NOON + 200 * DAY),
    zone=st.sampled_from(["UTC", "Europe/Paris", "America/New_York", "Pacific/Apia", "Asia/Kolkata"]),
    begins=st.integers(0, 23),
    length=st.integers(1, 12),
)
def test_quiet_hours_end_once_and_never_in_themselves(at: int, zone: str, begins: int, length: int) -> None:
    absences = Absences(quiet=QuietHours(f"{begins:02}:30", f"{(begins + length) % 24:02}:30"), zone=zone)
    until = quiet_until(absences, at)
    if until is not None:
        assert at < until <= at + 13 * HOUR  # an hour longer where a clock is set back
        assert quiet_until(absences, until) is None
    hours = {hour for hour in range(24) if quiet_until(absences, at + hour * HOUR) is not None}
    assert length - 2 <= len(hours) <= length + 2


def test_whoever_is_told_in_the_morning_has_an_hour() -> None:
    night = Absences(quiet=QuietHours("22:00", "07:00"), zone="UTC")
    morning = NOON - 5 * HOUR
    for at in (morning - 9 * HOUR, morning - 1, morning, morning + HOUR - 1):
        assert spared_until(night, at) == morning + HOUR
    assert spared_until(night, morning + HOUR) is None and spared_until(night, morning - 9 * HOUR - 1) is None
    assert spared_until(NONE, morning) is None


def test_holidays_begin_and_end_at_midnight_where_their_person_is() -> None:
    day = datetime(2026, 3, 29).date()  # noqa: DTZ001 (a day): clocks are set forward there
    ((since, until),) = spans(Absences([Holiday(day, day)], zone="Europe/Paris"))
    assert until - since == 23 * HOUR
    with pytest.raises(HouseFault):
        spans(Absences([Holiday(day, day)], zone="Nowhere"))


# --- at a table ------------------------------------------------------------------------------------------------------


def test_clocks_stand_still_on_holiday_and_everybody_sees_until_when(house: OpenHouse) -> None:
    first, second, table = two_at_table(house)
    assert put(first, (0, 9)).status_code == 200
    told = clock_of(second, table)
    assert max(told["stopped"]) == midnight(10) and told["deadline"] == midnight(10) + 2 * DAY
    pass_time(house, 8 * DAY)
    assert first.look(table)["state"]["status"] == "playing"
    assert put(first).status_code == 200, "back early: the clock runs again tomorrow"
    assert clock_of(first, table)["deadline"] == midnight(1) + 2 * DAY


def test_a_holiday_that_begins_stops_the_clock_and_none_runs_out_before_it_is_seen(house: OpenHouse) -> None:
    first, second, table = two_at_table(house)
    begins = midnight(1)
    assert put(first, (1, 3)).status_code == 200
    assert max(clock_of(second, table)["stopped"]) == 0
    pass_time(house, begins + HOUR - CLOCK.at)
    wait_for(lambda: max(clock_of(second, table)["stopped"]) == begins + 3 * DAY)
    other, _, late = two_at_table(house)
    assert put(other, (1, 5)).status_code == 200
    pass_time(house, 2 * DAY)  # its time was out on a day of holiday that nobody had looked at before
    wait_for(lambda: max(clock_of(other, late)["stopped"]) > CLOCK.at)
    assert other.look(late)["state"]["status"] == "playing"


def test_a_game_that_begins_while_somebody_is_on_holiday_waits_for_them(house: OpenHouse) -> None:
    away = house.guest()
    assert put(away, (0, 4)).status_code == 200
    wait_for(lambda: away.id in house.app.services.holidays._away)
    opener = house.guest()
    table = opener.open("sirius", sit=[0], **OVER_DAYS)
    away.must(table, "sit")
    opener.must(table, "start")
    wait_for(lambda: clock_of(opener, table)["stopped"][1] == midnight(5))
    assert clock_of(opener, table)["stopped"][0] == 0


def test_live_games_wait_for_nobody(house: OpenHouse) -> None:
    first, _, table = two_at_table(house, clock={"kind": "per_move", "seconds": 3600})
    assert put(first, (0, 4)).status_code == 200
    assert max(clock_of(first, table)["stopped"]) == 0


def test_nobodys_time_is_out_in_their_quiet_hours(house: OpenHouse) -> None:
    first, second, table = two_at_table(house)
    now = datetime.fromtimestamp(CLOCK.at / 1000, UTC)
    begins, ends = now - timedelta(hours=1), now + timedelta(hours=6)
    assert put(first, quiet=(f"{begins:%H:00}", f"{ends:%H:00}")).status_code == 200
    pass_time(house, 2 * DAY + 1)
    answer = second.ask(table, "time_out")  # anybody may claim it, and the house looks first
    assert answer.json()["code"] == "time_left", answer.text
    assert clock_of(second, table)["deadline"] == CLOCK.at - 1 + 7 * HOUR, "whoever is told then has an hour"
    pass_time(house, 7 * HOUR + SECOND)
    wait_for(lambda: second.look(table)["state"]["status"] == "over")


def test_whoever_has_neither_is_late(house: OpenHouse) -> None:
    first, second, table = two_at_table(house)
    assert put(second, (0, 9), quiet=("00:00", "12:00")).status_code == 200
    pass_time(house, 2 * DAY + SECOND)
    wait_for(lambda: first.look(table)["state"]["status"] == "over")


def test_time_that_is_out_hands_the_seat_to_the_substitute_and_its_person_comes_back(house: OpenHouse) -> None:
    first, second, table = two_at_table(house, when_late="substitute")
    (seat,) = first.look(table)["own_seats"]
    pass_time(house, 2 * DAY + SECOND)
    wait_for(lambda: sitter(second, table, seat).get("bot") == "greedy")
    wait_for(lambda: second.look(table)["state"]["waiting"] == [1 - seat])
    first.must(table, "hand_back")
    assert sitter(second, table, seat).get("bot") is None
    assert clock_of(second, table)["left"][seat] == 2 * DAY


def test_somebody_takes_an_offered_seat_over_and_is_told_what_it_knows(house: OpenHouse) -> None:
    first, second, table = two_at_table(house, when_late="offered", spectators=False)
    (seat,) = first.look(table)["own_seats"]
    newcomer = house.guest("Zoé")
    line = newcomer.live()
    assert newcomer.http.get(f"/api/tables/{table}").status_code == 403
    pass_time(house, 2 * DAY + SECOND)
    wait_for(lambda: bool(sitter(second, table, seat).get("offered")))
    assert line.watch(table)["table"].get("seat") is None
    former = first.live()
    former.watch(table)
    assert newcomer.ask(table, "sit", seat=seat).status_code == 200
    told = line.hear("table")
    assert told["table"]["seat"] == seat and told["table"]["own_seats"] == [seat]
    assert told["names"][newcomer.id] == "Zoé"
    if first.id != told["table"]["host"]:
        former.hear("gone")
    assert first.ask(table, "hand_back").status_code in (403, 409)


# --- whoever is away -------------------------------------------------------------------------------------------------


def test_the_substitute_plays_for_whoever_is_away_and_everybody_is_told(house: OpenHouse) -> None:
    first, second, table = two_at_table(house, away=1)
    (seat,) = first.look(table)["own_seats"]
    watching = second.live()
    watching.watch(table)
    here = first.live()
    here.watch(table)
    pass_time(house, 5 * SECOND)
    assert wait_a_bit(lambda: bool(sitter(second, table, seat).get("bot"))) is False, "they are there"
    here.close()
    wait_for(lambda: sitter(second, table, seat).get("bot") == "greedy")
    told = [entry["event"] for entry in watching.hear("entries")["entries"]]
    assert {"event": "handed_to_bot", "seat": seat, "level": "greedy", "asked_by": "house"} in told
    first.must(table, "hand_back")
    assert sitter(second, table, seat).get("bot") is None


def wait_a_bit(holds: Any, seconds: float = 2.5) -> bool:
    try:
        wait_for(holds, seconds)
    except AssertionError:
        return False
    return True


def test_who_plays_may_ask_only_once_the_absence_is_long_enough(house: OpenHouse) -> None:
    first, second, table = two_at_table(house, away=3600)
    (seat,) = first.look(table)["own_seats"]
    for guest in (second, house.guest()):
        answer = guest.ask(table, "hand_to_bot", seat=seat)
        assert answer.json()["code"] in ("not_away_long", "not_your_seat"), answer.text
    attendance = house.app.services.house.attendance
    attendance._opened -= 7200  # the house is open for longer, and nobody has come since
    pass_time(house, 2 * HOUR)
    wait_for(lambda: sitter(second, table, seat).get("bot") == "greedy")
    first.must(table, "hand_back")
    attendance._opened += 7200


def test_over_days_an_opener_waits_a_day_at_least(house: OpenHouse) -> None:
    first, second, table = two_at_table(house)
    opener, other = (first, second) if first.look(table)["host"] == first.id else (second, first)
    (seat,) = other.look(table)["own_seats"]
    assert opener.ask(table, "hand_to_bot", seat=seat).json()["code"] == "not_away_long"


def test_nobody_minds_whoever_is_alone_with_bots(house: OpenHouse) -> None:
    alone = house.guest()
    table = alone.open("sirius", sit=[0], bots={1: "random"}, start=True, away=1, **OVER_DAYS)
    pass_time(house, 5 * SECOND)
    assert table not in house.app.services.house.attendance.waits
    assert wait_a_bit(lambda: bool(sitter(alone, table, 0).get("bot")), 1.5) is False
