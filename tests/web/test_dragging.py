"""What can be tapped and then placed can be dragged there as well, with a mouse and with a finger."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from web.browsing import PHONE, Visit, until

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def move(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y, steps=4)

    def release(self) -> None:
        self.page.mouse.up()


class Finger:
    LIFT = 46  # Lumens shows what is carried above the finger, and it falls there

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def press(self, x: float, y: float) -> None:
        self._touch("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", (x, y))

    def release(self) -> None:
        self._touch("touchEnd")


def middle(place: Locator) -> tuple[float, float]:
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(pointer: Mouse | Finger, thing: Locator, place: Locator, lift: float = 0) -> None:
    x, y = middle(thing)
    pointer.press(x, y)
    pointer.move(x, y - 20)  # far enough; some places appear only now
    x, y = middle(place)
    pointer.move(x, y + lift)
    pointer.release()


def act(guest: Visit, table: str, move: str) -> None:
    command = {"do": "play", "seat": 0, "moves": [move], "after": None}
    guest.ask("POST", f"/api/tables/{table}/commands", {"id": secrets.token_hex(8), "command": command})


def legal(guest: Visit, table: str, begins: str = "") -> list[str]:
    """What may be done now, once it is one's turn."""
    found: list[str] = []

    def mine() -> bool:
        state: dict[str, Any] = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]
        found[:] = [move for move in state.get("legal") or [] if move.startswith(begins)]
        return bool(found)

    until(guest.page, mine)
    return found


def played(guest: Visit, table: str, move: str) -> Callable[[], bool]:
    def told() -> bool:
        entries = guest.ask("GET", f"/api/tables/{table}/entries?after=0&seat=0")["entries"]
        events = [entry["event"] for entry in entries]
        return any(event["event"] == "played" and move in (event["moves"] or []) for event in events)

    return told


@pytest.fixture(params=["mouse", "finger"])
def hand(request: pytest.FixtureRequest, visit: Come) -> tuple[Visit, Mouse | Finger]:
    if request.param == "mouse":
        guest = visit()
        return guest, Mouse(guest.page)
    guest = visit(size=PHONE, has_touch=True, is_mobile=True)
    return guest, Finger(guest.page)


@pytest.mark.parametrize("game", ["galax", "sirius"])
def test_a_piece(hand: tuple[Visit, Mouse | Finger], game: str) -> None:
    guest, pointer = hand
    table = guest.open_table(game, options={"setup": "random"})
    move = next(move for move in legal(guest, table) if "-" in move)
    start, goal = (guest.page.locator(f"[data-cell={cell}]") for cell in move.split("-"))
    drag(pointer, start, goal)
    until(guest.page, played(guest, table, move))


def test_a_lamp(hand: tuple[Visit, Mouse | Finger]) -> None:
    guest, pointer = hand
    table = guest.open_table("lumens")
    act(guest, table, legal(guest, table)[0])
    move = legal(guest, table, "")[-1]
    cell, face = move.split("=")
    lamp = guest.page.get_by_role("button", name=f"Face {face}")
    drag(pointer, lamp, guest.page.locator(f"[data-cell={cell}]"), getattr(pointer, "LIFT", 0))
    until(guest.page, played(guest, table, move))


def test_a_card(hand: tuple[Visit, Mouse | Finger]) -> None:
    guest, pointer = hand
    table = guest.open_table("luminis")
    while not (move := legal(guest, table)[-1]).startswith("build"):
        act(guest, table, move)  # a pile, another if that was too small; a card, until one can be paid for
    name = move.removeprefix("build ").split("@")[0]
    drag(pointer, guest.page.locator(f"[data-card='{name}']"), guest.page.locator(f"[data-move='{move}']"))
    until(guest.page, played(guest, table, move))


def test_a_pipe(hand: tuple[Visit, Mouse | Finger]) -> None:
    guest, pointer = hand
    table = guest.open_table("fromages")
    legal(guest, table)
    act(guest, table, "draw pile")
    move = legal(guest, table, "put")[0]
    cell = guest.page.locator(f"[data-owner='0'][data-cell='{move.split()[1]}']")
    drag(pointer, guest.page.locator(".hand button").first, cell)
    until(guest.page, played(guest, table, move))
