"""A passkey, by the browser's virtual authenticator: made on one device, it signs in after its cookies are gone."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from open_house import OpenHouse
from web.browsing import PHONE, Visit, axe, expect

pytestmark = pytest.mark.slow
SECURITY_KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def ada(browser: Browser, house: OpenHouse) -> Iterator[Visit]:
    """By a name for which browsers make passkeys, not by an IP address."""
    ada = Visit(browser, f"http://localhost:{house.port}", size=PHONE)
    yield ada
    ada.go()


def test_a_passkey_brings_one_back(ada: Visit) -> None:
    ada.ask("PATCH", "/api/me", {"name": "Ada"})
    line = ada.context.new_cdp_session(ada.page)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": SECURITY_KEY})
    ada.page.goto("/me")
    ada.page.get_by_role("button", name="Créer une clé d’accès").click()
    section = ada.page.locator("#passkeys")
    expect(section.get_by_role("status")).to_have_text("Elle est prête.")
    expect(section.get_by_role("listitem")).to_contain_text("Chrom")
    assert axe(ada.page) == []
    assert ada.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    me = ada.ask("GET", "/api/me")["id"]
    ada.context.clear_cookies()
    ada.page.goto("/me")
    expect(ada.page.get_by_label("Votre nom à table")).not_to_have_value("Ada")
    ada.page.get_by_role("button", name="J’ai une clé d’accès").click()
    ada.page.wait_for_url("**/")
    assert ada.ask("GET", "/api/me")["id"] == me
    ada.page.goto("/me")
    section.get_by_role("button", name="Supprimer").click()
    section.get_by_role("button", name="Oui, la supprimer").click()
    expect(section.get_by_role("listitem")).to_have_count(0)


def test_where_there_can_be_none_the_page_says_why(visit: Callable[..., Visit]) -> None:
    ada = visit()  # by an IP address
    ada.page.goto("/me")
    expect(ada.page.locator("#passkeys")).to_contain_text("HTTPS")
    expect(ada.page.get_by_role("button", name="Créer une clé d’accès")).to_have_count(0)
