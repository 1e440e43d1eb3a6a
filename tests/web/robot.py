"""A robot that plays whole games through the page: it taps what looks tappable, as people do, and knows no rules."""

import random
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Locator, Page

from web.browsing import until

OFFERED = "[data-offered='true']:not([disabled])"
SKIP = "[data-skip]"
OVER = "section[aria-labelledby='over-title']"
MOST_TAPS, MOST_STEPS = 4000, 60
CURIOUS = 0.8  # how often a robot takes what its last tap brought: whoever took a piece mostly puts it somewhere
# Which of the things on offer were not on offer before the last tap; none if all were, or none was.
FRESH = """(offered) => {
    const before = window.offeredBefore ?? new Set();
    window.offeredBefore = new Set(offered);
    return before.size ? offered.flatMap((one, at) => (before.has(one) ? [] : [at])) : [];
}"""


class Robot:
    def __init__(self, page: Page, seed: int = 1, hurries: bool = False) -> None:
        """`hurries`: does not watch what bots do."""
        self.page, self.chance, self.taps, self.hurries = page, random.Random(seed), 0, hurries

    def is_over(self) -> bool:
        return self.page.locator(OVER).is_visible()

    def offered(self) -> int:
        return self.page.locator(OFFERED).count()

    def step(self) -> None:
        """One tap on something that is offered."""
        until(self.page, lambda: self.is_over() or self.offered() > 0 or self._skip())
        if self.is_over():
            return
        choices = self.page.locator(OFFERED)
        try:
            choices.nth(self._choose(choices)).click(timeout=2000)
        except (Error, ValueError):
            return  # it went away in that moment: somebody else moved
        self.taps += 1

    def _choose(self, choices: Locator) -> int:
        fresh = choices.evaluate_all(FRESH)
        if fresh and self.chance.random() < CURIOUS:
            return int(self.chance.choice(fresh))
        return self.chance.randrange(choices.count())

    def _skip(self) -> bool:
        """Tap what ends the bots' show; never what one waited for."""
        button = self.page.locator(SKIP)
        if self.hurries and button.is_visible():
            with suppress(Error):  # it went away by itself
                button.click(timeout=500)
        return False

    def play(self, taps: int) -> None:
        for _ in range(taps):
            self.step()

    def play_to_the_end(self) -> int:
        while not self.is_over():
            self.step()
            assert self.taps < MOST_TAPS, "this game does not end"
        return self.taps


def take_lesson(page: Page) -> None:
    """Goes through the lesson on the screen, to its end, as a learner who asks to be shown every move."""
    done = page.locator("[data-lesson-over]")
    names = ("Continuer", "Jouer ce coup", "Montrez-moi")
    deeds = [page.locator("button:not([disabled])").filter(has_text=name) for name in names]
    for _ in range(MOST_STEPS):
        until(page, lambda: done.is_visible() or any(deed.is_visible() for deed in deeds))
        if done.is_visible():
            return
        if deed := next((deed for deed in deeds if deed.is_visible()), None):
            deed.click()
        page.wait_for_timeout(200)
    pytest.fail("this lesson does not end")
