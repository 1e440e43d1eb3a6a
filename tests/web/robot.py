"""A robot that plays whole games through the page: it taps what looks tappable, as people do, and knows no rules."""

import random

from playwright.sync_api import Error, Page

from web.browsing import until

OFFERED = "[data-offered='true']:not([disabled])"
OVER = "section[aria-labelledby='over-title']"
MOST_TAPS = 4000


class Robot:
    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.chance, self.taps = page, random.Random(seed), 0

    def is_over(self) -> bool:
        return self.page.locator(OVER).is_visible()

    def offered(self) -> int:
        return self.page.locator(OFFERED).count()

    def step(self) -> None:
        """One tap on something that is offered."""
        until(self.page, lambda: self.is_over() or self.offered() > 0)
        if self.is_over():
            return
        choices = self.page.locator(OFFERED)
        try:
            choices.nth(self.chance.randrange(choices.count())).click(timeout=2000)
        except (Error, ValueError):
            return  # it went away in that moment: somebody else moved
        self.taps += 1

    def play(self, taps: int) -> None:
        for _ in range(taps):
            self.step()

    def play_to_the_end(self) -> int:
        while not self.is_over():
            self.step()
            assert self.taps < MOST_TAPS, "this game does not end"
        return self.taps
