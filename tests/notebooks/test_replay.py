"""A game in a notebook: every moment is there as it was, what is hidden stays hidden, and nobody else is asked."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

import lumitheque as lt
from lumitheque.games import SHELF, GameError
from lumitheque.notebooks import widget
from lumitheque.notebooks.moments import Album, Seen, see
from lumitheque.notebooks.widget import Replay
from lumitheque.referee import read_record
from lumitheque.referee.checking import random_game
from lumitheque.referee.pictures import picture_of
from web.browsing import launch

FINISHED = Path(__file__).parents[1] / "finished"
GAMES = [name for name, game in SHELF.items() if game.package.startswith("lumitheque.")]
MOVES = 1000 if os.environ.get("LUMITHEQUE_TEST_ALL") else 40
SHORT = random_game("lumens", 2, "7")


def finished(game: str) -> str:
    return (FINISHED / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[0]


def data_of(html: str) -> dict[str, Any]:
    """What the script is given."""
    written = html[html.index("('", html.index("<script>")) :].partition(", ")[2].removesuffix("))</script>")
    told: dict[str, Any] = json.loads(written.replace("<\\/", "</"))
    return told


def pictures(data: dict[str, Any], night: int = 0) -> list[str]:
    """Every picture written out again, as the script does it."""
    looks: list[list[int]] = []
    for head, tail, *between in data["looks"]:
        before = looks[-1] if looks else []
        looks.append([*before[:head], *between, *before[len(before) - tail :]])
    return ["".join(_entry(data, number, night) for number in look) for look in looks]


def _entry(data: dict[str, Any], number: int, night: int) -> str:
    told = data["table"][number]
    return told if isinstance(told, str) else str(told[night])


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_is_there_as_it_was(game: str) -> None:
    record = read_record(finished(game))
    del record.moves[MOVES:]
    if len(record.moves) == MOVES:
        record.ending = None
    moments = see(record, 0, "en")
    album = Album()
    views = [album.add(moments)]
    data = {**album.written(), "views": views}
    for night in (0, 1):
        drawn = pictures(data, night)
        assert drawn != pictures(data, 1 - night)
        assert [drawn[look] for look, *_ in data["views"][0]] == [seen.pictures[night] for seen in moments]
    assert [_entry(data, state, 0) for _, _, state, _ in data["views"][0]] == [seen.state for seen in moments]
    assert moments[-1].number == len(record.moves)
    assert (
        "#f6efe2" in moments[0].pictures[0] + moments[0].pictures[1] or moments[0].pictures[0] != moments[0].pictures[1]
    )


def test_a_moment_is_what_the_seat_saw_then() -> None:
    record = SHORT.game_record()
    half = lt.load({**SHORT.record(), "moves": SHORT.record()["moves"][:20], "ending": None})
    seen = next(moment for moment in see(record, 1, "en") if moment.number == 20)
    picture = picture_of(half, 1, "en")
    picture.title = ""
    assert seen.pictures[0] == picture.svg()
    assert seen.said == picture.said


def test_what_is_decided_in_secret_is_told_to_nobody_else() -> None:
    """In a secret set-up of Galax, brown's pieces are told neither to white nor to the public before all are placed."""
    g = lt.new("galax", seed="3", options={"setup": "secret"})
    other = max(g.waiting())
    first, second = g.legal(other)[0], g.legal(other)[-1]

    def shown(text: str) -> list[list[Seen]]:
        h = lt.load(g.record())
        h.play(text, other)
        return [see(h.game_record(), viewpoint, "en") for viewpoint in (None, 1 - other, other)]

    one, two = shown(first), shown(second)
    assert one[:2] == two[:2]
    assert one[2] != two[2]
    assert one[0][-1].move == f"P{other + 1} · Decided in secret."


@pytest.mark.parametrize("record", [SHORT, SHORT.record(), SHORT.game_record(), json.dumps(SHORT.record())])
def test_any_record_will_do(record: Any) -> None:
    replay = lt.replay(record, seats=[], language="en")
    assert replay._repr_html_() == Replay(SHORT, seats=[], language="en").html
    assert repr(replay) == f"<Replay of lumens, {len(SHORT.decisions)} moves>"


def test_it_asks_nobody_and_ends_no_script() -> None:
    html = Replay(SHORT, language="fr").html
    addresses = set(re.findall(r"https?://[^\s\"'\\]+", html))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert html.count("</script>") == html.count("<script>") == 1
    assert "Voir" in html or "Vu" in html
    assert data_of(html)["at"][-1] == len(SHORT.decisions)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"seats": [2]}, "there is no seat 2; seats go from 0 to 1"),
        ({"language": "tlh"}, "language 'tlh' is not one of"),
    ],
)
def test_bad_wishes_are_told(options: dict[str, Any], why: str) -> None:
    with pytest.raises(GameError, match=re.escape(why)):
        lt.replay(SHORT, **options)


def sizes(monkeypatch: pytest.MonkeyPatch, largest: int, seats: Sequence[int] | None = None) -> tuple[Replay, Any]:
    monkeypatch.setattr(widget, "LARGEST", largest)
    replay = Replay(SHORT, seats, "en")
    return replay, data_of(replay.html)


def test_a_large_replay_leaves_things_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Replay(SHORT, language="en")
    assert "The game is long" not in whole.html
    count = len(data_of(whole.html)["at"])
    replay, told = sizes(monkeypatch, len(whole.html) - 1)
    assert (len(told["views"]), len(told["at"])) == (1, count)
    assert "seen as the public sees it" in replay.html
    thinner, told = sizes(monkeypatch, len(replay.html) - 1)
    assert len(told["at"]) < count
    assert told["at"][-1] == len(SHORT.decisions)
    assert "of every 2 moments one is shown" in thinner.html


def test_many_moves_are_not_drawn_for_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widget, "MOST_PICTURES", 10)
    assert Replay(SHORT, language="en").viewpoints == [None]
    assert Replay(SHORT, seats=[1], language="en").viewpoints == [1, None]


# --- in a browser ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.mark.slow
def test_it_is_gone_through_with_buttons_slider_and_keys(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "replay.html"
    replay = Replay(SHORT, language="en").html
    file.write_text(f"<!doctype html><meta charset=utf-8><body>{replay}{replay}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 360, "height": 740}, color_scheme="dark")
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: troubles.append(request.url) if request.url.startswith("http") else None)
    page.goto(file.as_uri())
    first, last = page.locator(".lumitheque-replay").first, len(SHORT.decisions)

    def at() -> str:
        return first.locator("output").inner_text()

    assert at() == f"{last} of {last}"
    first.locator("[data-go=first]").click()
    assert at() == f"0 of {last}"
    assert first.locator("[data-go=previous]").is_disabled()
    first.press("ArrowRight")
    first.press("ArrowRight")
    public = first.locator("img").get_attribute("src")
    first.locator("select").select_option(label="P2")
    assert first.locator("img").get_attribute("src") != public
    first.locator("input").fill("5")
    assert at() == f"{data_of(replay)['at'][5]} of {last}"
    assert first.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    night = first.locator("img").get_attribute("src")
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    page.wait_for_function("night => document.querySelector('.lumitheque-replay img').src !== night", arg=night)
    assert page.locator("output").nth(1).inner_text() == f"{last} of {last}", "the second one stands by itself"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert troubles == []
