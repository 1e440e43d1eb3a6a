"""A light is dragged from the hand to the sky, with a mouse and with a finger."""

import pytest

from web.browsing import Visit, until
from web.test_dragging import Finger, Mouse, drag, hand, legal, played

pytestmark = pytest.mark.slow
__all__ = ["hand"]  # the fixture


def test_a_light_is_dragged(hand: tuple[Visit, Mouse | Finger]) -> None:
    guest, pointer = hand
    table = guest.open_table("lueur")
    move = legal(guest, table)[-1]
    cell, light = move.split("=")
    drag(pointer, guest.page.locator(f"[data-light='{light}']"), guest.page.locator(f"[data-cell={cell}]"))
    until(guest.page, played(guest, table, move))
