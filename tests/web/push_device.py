"""A browser that is told by push: what the house sends comes to its service worker."""

import json
import time
from typing import Any

from playwright.sync_api import Worker

from counterparts import Browser as Subscription
from counterparts import Receiver
from web.browsing import Visit, expect, until

# No push service answers a browser in a test: the subscription is one of `counterparts`, and survives a reload.
SUBSCRIBES = """(subscription) => {
    const { endpoint, p256dh, auth } = subscription;
    const made = (options) => ({
        endpoint, options, toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
    });
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made({}) : null);
    PushManager.prototype.subscribe = async (options) => {
        localStorage.setItem("subscribed", options.applicationServerKey);
        return made(options);
    };
}"""

TAP = """async () => {
    const [notification] = await registration.getNotifications();
    const done = [], works = [];
    Clients.prototype.openWindow = async (url) => void done.push(`opened ${url}`);
    WindowClient.prototype.focus = async function () { done.push(`went to ${this.url}`); };
    const event = new NotificationEvent("notificationclick", { notification });
    event.waitUntil = (work) => works.push(work);
    dispatchEvent(event);
    await Promise.all(works);
    return done;
}"""


AGAIN = 5  # seconds: DevTools drops a push now and then while the machine is busy, which no push service may do


class Device:
    """Somebody's browser whose push service is the receiver. What the house sends there comes to the service worker."""

    def __init__(self, visit: Visit, receiver: Receiver, name: str) -> None:
        self.visit, self.page = visit, visit.page
        self.subscription = Subscription(receiver, name)
        visit.context.grant_permissions(["notifications"])
        visit.context.add_init_script(f"({SUBSCRIBES})({json.dumps(self.subscription.subscription)})")
        self._devtools = visit.context.new_cdp_session(visit.page)
        self._registrations: list[str] = []
        self._devtools.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._devtools.send("ServiceWorker.enable")
        self._delivered = 0
        self._pushed: list[dict[str, Any]] = []

    def _note(self, told: dict[str, Any]) -> None:
        self._registrations += [one["registrationId"] for one in told["registrations"]]

    def begins(self) -> None:
        """On the page "Me"."""
        self.page.goto("/me")
        self.page.get_by_role("button", name="Me prévenir ici").click()
        expect(self.page.get_by_text("cet appareil vous préviendra")).to_be_visible()

    def receives(self) -> None:
        """The next that the house has sent."""
        self.is_pushed(self.subscription.wait(self._delivered + 1)[self._delivered])
        self._delivered += 1

    def is_pushed(self, letter: dict[str, Any]) -> None:
        self._pushed.append(letter)
        self._push(letter)

    def _push(self, letter: dict[str, Any]) -> None:
        until(self.page, lambda: bool(self._registrations))
        told = {"origin": self.visit.url, "registrationId": self._registrations[-1], "data": json.dumps(letter)}
        self._devtools.send("ServiceWorker.deliverPushMessage", told)

    def comes_to_show(self, tags: list[str]) -> None:
        """Wait until the notifications of these tags are to be seen, and no others."""
        pushed_at = time.monotonic()

        def shown() -> bool:
            nonlocal pushed_at
            if sorted(one["tag"] for one in self.shows()) == sorted(tags):
                return True
            if time.monotonic() > pushed_at + AGAIN:
                pushed_at = time.monotonic()
                for letter in self._pushed:
                    self._push(letter)
            return False

        until(self.page, shown)

    def shows(self) -> list[dict[str, str]]:
        """The notifications that are to be seen."""
        told: list[dict[str, str]] = self.worker.evaluate("""async () => {
            const shown = await registration.getNotifications();
            return shown.map(({ title, body, tag }) => ({ title, body, tag }));
        }""")
        return told

    def is_tapped(self) -> list[str]:
        """What a tap on the notification led to. Browsers let only real taps open windows, so those are noted."""
        told: list[str] = self.worker.evaluate(TAP)
        return told

    @property
    def worker(self) -> Worker:
        until(self.page, lambda: bool(self.visit.context.service_workers))
        return self.visit.context.service_workers[-1]  # the newest: one that was stopped is still listed for a moment
