"""Being told outside the page: by this browser's push service, by mail, webhooks and a calendar."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from counterparts import Browser as Subscription
from counterparts import MailServer, Receiver, mail_server
from open_house import Guest, OpenHouse, settings
from web.browsing import PHONE, Visit, axe, expect, until
from web.push_device import Device

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def mails() -> Iterator[tuple[MailServer, str]]:
    with mail_server() as server:
        yield server


@pytest.fixture(scope="module")
def house(mails: tuple[MailServer, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with OpenHouse(settings(notice_grace=0, private_targets=True, smtp=mails[1])) as house:
        house.app.services.device_files.folder = no_games(tmp_path_factory.mktemp("local"))
        yield house


def no_games(folder: Path) -> Path:
    """Nothing to play with on a device, which the page may ask for all the same."""
    (folder / "index.json").write_text('{"games": {}, "words": {}}')
    return folder


@pytest.fixture(autouse=True)
def nothing_yet(receiver: Receiver, mails: tuple[MailServer, str]) -> None:
    receiver.heard.clear()
    receiver.answer = lambda _: 201
    mails[0].mails.clear()
    mails[0].refused.clear()


@pytest.fixture
def device(visit: Come, receiver: Receiver, request: pytest.FixtureRequest) -> Device:
    return Device(visit(service_workers="allow"), receiver, request.node.name[-16:])


def at_table_with(device: Device, house: OpenHouse, **terms: Any) -> tuple[Guest, str]:
    """The friend, who is to move, and the table."""
    friend = house.guest("Ben")
    table = friend.open("sirius", sit=[0], options={"setup": "random"}, **terms)
    device.visit.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "sit", "seat": 1}})
    friend.must(table, "start")
    if friend.look(table)["state"]["waiting"] == [1]:
        move(device.visit, table)
    return friend, table


def move(visit: Visit, table: str) -> None:
    legal = visit.ask("GET", f"/api/tables/{table}")["table"]["state"]["legal"]
    visit.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "play", "moves": legal[:1]}})


def friend_moves(friend: Guest, table: str) -> None:
    friend.must(table, "play", moves=[friend.look(table)["state"]["legal"][0]])


# --- this device -----------------------------------------------------------------------------------------------------


def test_a_push_is_shown_and_a_newer_one_takes_its_place(device: Device, house: OpenHouse) -> None:
    device.begins()
    friend, table = at_table_with(device, house)
    for count in (1, 2):
        friend_moves(friend, table)
        device.subscription.wait(count)
        device.receives()
        device.comes_to_show([table])
        move(device.visit, table)
    assert device.shows() == [{"title": "À vous de jouer : Sirius", "body": "Ben a joué.", "tag": table}]
    other = {"title": "Galax", "body": "", "url": f"{house.url}/table/other", "tag": "other"}
    device.is_pushed(other)
    device.comes_to_show([table, "other"])


def test_a_tap_opens_the_table(device: Device, house: OpenHouse) -> None:
    device.begins()
    friend, table = at_table_with(device, house)
    friend_moves(friend, table)
    device.receives()
    device.comes_to_show([table])
    assert device.is_tapped() == [f"opened {house.url}/table/{table}"]
    assert device.shows() == []


def test_a_tap_leads_to_a_table_that_is_open_already(device: Device, house: OpenHouse) -> None:
    device.begins()
    _, table = at_table_with(device, house)
    url = f"{house.url}/table/{table}"
    device.is_pushed({"title": "Sirius", "body": "", "url": url, "tag": table})
    device.comes_to_show([table])
    device.page.goto(url)
    assert device.is_tapped() == [f"went to {url}"]


def test_nothing_is_shown_of_a_table_that_is_seen(device: Device, house: OpenHouse) -> None:
    device.begins()
    _, table = at_table_with(device, house)
    device.page.goto(f"/table/{table}")
    seen, other = (
        {"title": name, "body": "", "url": f"{house.url}/table/{name}", "tag": name} for name in (table, "x")
    )
    device.is_pushed(seen)
    device.is_pushed(other)
    device.comes_to_show(["x"])


def test_whoever_looks_elsewhere_is_told(device: Device, house: OpenHouse) -> None:
    """A tab behind others is open, and nobody sees it."""
    device.begins()
    friend, table = at_table_with(device, house)
    device.page.goto(f"/table/{table}")
    hear = house.app.services.house.presence.is_looking
    until(device.page, lambda: hear(table, device.visit.ask("GET", "/api/me")["id"]))
    hides = """(hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    device.page.evaluate(hides, True)
    until(device.page, lambda: not hear(table, device.visit.ask("GET", "/api/me")["id"]))
    friend_moves(friend, table)
    assert device.subscription.wait(1)[0]["tag"] == table
    device.page.evaluate(hides, False)
    until(device.page, lambda: hear(table, device.visit.ask("GET", "/api/me")["id"]))


def test_this_device_is_tried_and_removed(device: Device) -> None:
    device.begins()
    page = device.page
    mine = page.get_by_role("listitem", name="cet appareil")
    mine.get_by_role("button", name="Essayer").click()
    expect(mine.get_by_text("C’est parti")).to_be_visible()
    device.receives()
    device.comes_to_show(["test"])
    assert device.shows()[0]["title"] == "Essai de Lumithèque"
    page.reload()
    mine.get_by_role("button", name="Retirer").click()
    mine.get_by_role("button", name="Vraiment retirer ?").click()
    expect(page.get_by_text("la maison ne vous prévient pas encore")).to_be_visible()
    expect(page.get_by_role("button", name="Me prévenir ici")).to_be_visible()
    assert page.evaluate("localStorage.getItem('subscribed')") is None


def test_a_subscription_that_the_browser_gave_up_is_renewed(device: Device, receiver: Receiver) -> None:
    device.begins()
    renewed = Subscription(receiver, "renewed")
    device.worker.evaluate(
        """async ([before, { endpoint, p256dh, auth }]) => {
            PushManager.prototype.getSubscription = async () => null;
            const subscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
            PushManager.prototype.subscribe = async () => subscription;
            const event = new Event("pushsubscriptionchange"), works = [];
            Object.assign(event, { oldSubscription: { endpoint: before }, waitUntil: (work) => works.push(work) });
            dispatchEvent(event);
            await Promise.all(works);
        }""",
        [device.subscription.endpoint, renewed.subscription],
    )
    (channel,) = device.visit.ask("GET", "/api/me/notices")["channels"]
    assert channel["endpoint"] == renewed.endpoint


NO_PUSH = "delete globalThis.PushManager"
OBSTACLES = {
    "Object.defineProperty(globalThis, 'isSecureContext', { value: false })": "celle-ci vient par HTTP",
    NO_PUSH: "ne sait pas recevoir de notifications",
    f"{NO_PUSH}; Object.defineProperty(navigator, 'userAgent', {{ value: 'iPhone' }})": "écran d’accueil",
    "Object.defineProperty(Notification, 'permission', { value: 'denied' })": "l’a refusé pour cette page",
}


@pytest.mark.parametrize("script", OBSTACLES, ids=["http", "none", "iphone", "denied"])
def test_why_this_device_cannot_be_told(visit: Come, script: str) -> None:
    guest = visit()
    guest.context.add_init_script(script)
    guest.page.goto("/me")
    expect(guest.page.locator("#notices").get_by_text(OBSTACLES[script])).to_be_visible()
    expect(guest.page.get_by_role("button", name="Me prévenir ici")).to_have_count(0)


def test_a_push_service_that_does_not_answer(device: Device) -> None:
    page = device.page
    page.add_init_script("PushManager.prototype.subscribe = () => Promise.reject(new DOMException('', 'AbortError'))")
    page.goto("/me")
    page.get_by_role("button", name="Me prévenir ici").click()
    expect(page.get_by_text("service de notifications de ce navigateur ne répond pas")).to_be_visible()
    assert device.visit.ask("GET", "/api/me/notices")["channels"] == []


# --- asked at a table ------------------------------------------------------------------------------------------------

QUESTION = "Voulez-vous que je vous prévienne quand c’est à vous ?"
DAYS = {"clock": {"kind": "days", "days": 2}}


def test_a_game_over_days_asks_and_one_tap_is_enough(device: Device, house: OpenHouse) -> None:
    friend, table = at_table_with(device, house, **DAYS)
    device.page.goto(f"/table/{table}")
    expect(device.page.get_by_text(QUESTION)).to_be_visible()
    assert axe(device.page) == []
    device.page.get_by_role("button", name="Oui, ici").click()
    expect(device.page.get_by_text("cet appareil vous préviendra")).to_be_visible()
    device.page.goto("/")
    friend_moves(friend, table)
    assert device.subscription.wait(1)[0]["tag"] == table
    device.page.goto(f"/table/{table}")
    expect(device.page.locator(".stage")).to_be_visible()
    device.page.wait_for_timeout(500)
    expect(device.page.get_by_text(QUESTION)).to_have_count(0)


def test_a_no_holds_and_a_game_of_one_sitting_does_not_ask(device: Device, house: OpenHouse) -> None:
    page = device.page
    _, quick = at_table_with(device, house)
    page.goto(f"/table/{quick}")
    expect(page.locator(".stage")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.get_by_text(QUESTION)).to_have_count(0)
    _, table = at_table_with(device, house, **DAYS)
    page.goto(f"/table/{table}")
    expect(page.get_by_role("link", name="Autrement…")).to_have_attribute("href", "/me#notices")
    page.get_by_role("button", name="Non merci").click()
    expect(page.get_by_text(QUESTION)).to_have_count(0)
    page.reload()
    expect(page.locator(".stage")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.get_by_text(QUESTION)).to_have_count(0)


# --- other ways ------------------------------------------------------------------------------------------------------


def mailbox(page: Page, address: str, mails: MailServer) -> str:
    """Asks for mail there; returns the code that came."""
    page.get_by_text("Par courriel", exact=True).click()
    page.get_by_label("Adresse", exact=True).fill(address)
    page.get_by_role("button", name="Envoyer le code").click()
    found = re.search(r"\b\d{6}\b", mails.wait(1)[-1]["subject"])
    assert found is not None
    return found[0]


def test_a_mailbox_is_confirmed_tried_and_changed(visit: Come, mails: tuple[MailServer, str]) -> None:
    guest = visit()
    page = guest.page
    page.goto("/me")
    code = mailbox(page, "ada@example.org", mails[0])
    field = page.get_by_label("Code reçu par courriel")
    expect(field).to_be_focused()
    field.fill("1")
    page.get_by_role("button", name="C’est mon adresse").click()
    expect(page.get_by_text("Ce code n’existe pas")).to_be_visible()
    guest.troubles.clear()  # the browser notes each refusal
    field.fill(code)
    page.keyboard.press("Enter")
    expect(page.get_by_text("C’est bien votre adresse")).to_be_visible()
    page.get_by_role("button", name="Essayer").click()
    assert mails[0].wait(2)[-1]["subject"] == "Essai de Lumithèque"
    page.get_by_role("button", name="Changer l’heure").click()
    mine = page.get_by_role("listitem", name="ada@example.org")
    mine.get_by_text("Une fois par jour").click()
    mine.get_by_label("À quelle heure ?").fill("07:30")
    mine.get_by_role("button", name="Garder").click()
    expect(mine.get_by_text("Un courriel par jour, à 07:30.")).to_be_visible()


def webhook(page: Page, form: str, url: str, token: str | None = None) -> None:
    page.get_by_text("Dans un salon ou un programme").click()
    page.get_by_label("Où ?").select_option(form)
    page.get_by_label("Adresse (URL)").fill(url)
    if token:
        page.get_by_label("Jeton").fill(token)
    else:
        expect(page.get_by_label("Jeton")).to_have_count(0)
    page.locator("#notices").get_by_role("button", name="Ajouter", exact=True).click()


def test_a_webhook_is_tried_stops_and_goes_on(visit: Come, receiver: Receiver) -> None:
    guest = visit()
    page = guest.page
    page.goto("/me")
    webhook(page, "json", f"{receiver.url}/program")
    mine = page.get_by_role("listitem", name="JSON · 127.0.0.1")
    mine.get_by_role("button", name="Essayer").click()
    expect(mine.get_by_text("C’est parti")).to_be_visible()
    assert receiver.heard[-1].path == "/program" and receiver.heard[-1].json["what"] == "test"
    receiver.answer = lambda _: 500
    mine.get_by_role("button", name="Essayer").click()
    expect(mine.get_by_text("La dernière fois : Le service est en panne.")).to_be_visible()
    receiver.answer = lambda _: 410
    mine.get_by_role("button", name="Essayer").click()
    expect(mine.get_by_text("À l’arrêt. Cette adresse n’existe plus.")).to_be_visible()
    receiver.answer = lambda _: 204
    mine.get_by_role("button", name="Reprendre").click()
    expect(mine.get_by_text("C’est reparti.")).to_be_visible()
    expect(mine.get_by_text("Un message à chaque tour.")).to_be_visible()
    guest.troubles.clear()  # the browser notes each refusal


def test_a_token_goes_where_it_is_needed(visit: Come, receiver: Receiver) -> None:
    guest = visit()
    page = guest.page
    page.goto("/me")
    webhook(page, "ntfy", f"{receiver.url}/my-topic", "secret")
    page.get_by_role("listitem", name="ntfy").get_by_role("button", name="Essayer").click()
    (heard,) = receiver.wait(1)
    assert heard.headers["authorization"] == "Bearer secret" and heard.json["topic"] == "my-topic"
    webhook(page, "discord", "https://127.0.0.1:1/")
    expect(page.get_by_text("Ce port ne peut pas être utilisé.")).to_be_visible()
    guest.troubles.clear()


def test_a_calendar_link_is_made_renewed_and_ended(visit: Come, house: OpenHouse) -> None:
    guest = visit()
    page = guest.page
    page.goto("/me")
    page.get_by_text("Dans mon agenda").click()
    page.locator("#notices").get_by_role("button", name="Faire un lien").click()
    link = page.get_by_label("Lien de l’agenda")
    first = link.input_value()
    assert first.startswith(f"{house.url}/calendar/") and house.guest().http.get(first).status_code == 200
    page.get_by_role("button", name="Changer de lien").click()
    page.get_by_role("button", name="Changer ?").click()
    expect(page.get_by_text("Voici le nouveau lien")).to_be_visible()
    assert link.input_value() != first and house.guest().http.get(first).status_code == 404
    page.get_by_role("button", name="Ne plus donner de lien").click()
    page.get_by_role("button", name="Finir pour de bon ?").click()
    expect(page.locator("#notices").get_by_role("button", name="Faire un lien")).to_be_visible()
    assert guest.ask("GET", "/api/me/notices")["calendar"] is None


def test_a_house_that_sends_no_mail_or_does_not_answer_says_so(browser: Browser) -> None:
    with OpenHouse(settings()) as house:
        guest = Visit(browser, house.url)
        guest.page.route("**/api/me/notices", lambda route: route.abort())
        guest.page.goto("/me")
        expect(guest.page.get_by_text("La maison ne répond pas.")).to_be_visible()
        guest.page.unroute("**/api/me/notices")
        guest.troubles.clear()
        guest.page.get_by_role("button", name="Réessayer").click()
        guest.page.get_by_text("Par courriel", exact=True).click()
        expect(guest.page.get_by_text("Cette maison n’envoie pas de courriel")).to_be_visible()
        guest.go()


# --- for everyone ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_everybody_can_read_and_reach_it(
    visit: Come, receiver: Receiver, mails: tuple[MailServer, str], size: dict[str, int] | None
) -> None:
    """With nothing chosen, and with channels in trouble and everything open."""
    guest = visit(size=size)
    page = guest.page
    page.goto("/me#notices")
    heading = page.get_by_role("heading", name="Être prévenu·e")
    expect(heading).to_be_in_viewport()
    assert axe(page) == []
    mailbox(page, "someone.with.a.long.name@a-long-domain.example.org", mails[0])
    receiver.answer = lambda _: 410
    webhook(page, "matrix", f"{receiver.url}/room", "secret")
    page.get_by_role("listitem", name="Matrix").get_by_role("button", name="Essayer").click()
    expect(page.get_by_text("À l’arrêt.")).to_be_visible()
    page.get_by_text("Dans un salon ou un programme").click()
    page.get_by_text("Par courriel", exact=True).click()
    page.get_by_text("Dans mon agenda").click()
    page.locator("#notices").get_by_role("button", name="Faire un lien").click()
    expect(page.get_by_label("Lien de l’agenda")).to_be_visible()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    guest.troubles.clear()
