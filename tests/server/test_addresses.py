"""Where the house can be reached."""

import pytest

from lumitheque.server.access import addresses
from lumitheque.server.access.addresses import (
    LONGEST_HOST,
    host_name,
    is_at_home,
    is_this_machine,
    local_addresses,
    own_name,
    qr_code,
    qr_svg,
)


def test_a_house_for_everybody_names_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "local_addresses", lambda: ["192.168.1.7", "2001:db8::7"])
    found = addresses.addresses("0.0.0.0", 8642)
    assert found == ["http://localhost:8642/", "http://192.168.1.7:8642/", "http://[2001:db8::7]:8642/"]
    assert addresses.addresses("127.0.0.1", 80) == ["http://127.0.0.1:80/"]


def test_local_addresses_are_not_this_machines_own() -> None:
    assert not [place for place in local_addresses() if place.startswith(("127.", "::1"))]


@pytest.mark.parametrize("name", ["localhost", "localhost:8642", "127.0.0.1:80", "[::1]:8642"])
def test_some_names_lead_nowhere_else(name: str) -> None:
    assert is_this_machine(name)


@pytest.mark.parametrize("name", ["192.168.1.7:8642", "house.example", "[2001:db8::7]:8642", "localhost.example", ""])
def test_others_do(name: str) -> None:
    assert not is_this_machine(name)


def test_a_code_for_cameras() -> None:
    drawn = qr_code("http://192.168.1.7:8642/")
    lines = drawn.rstrip("\n").splitlines()
    assert len(lines) > 10
    assert {"\u2588", "\u2580"} & set(drawn)
    assert qr_svg("http://192.168.1.7:8642/").startswith(b"<?xml")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.168.1.7:8642", "192.168.1.7"),
        ("[2001:DB8::7]:8642", "2001:db8::7"),
        ("[::1]", "::1"),
        ("localhost:8642", "localhost"),
        ("Salon.local", "salon.local"),
        ("salon.local.:80", "salon.local"),
        ("salon.lan", "salon.lan"),
        ("lumitheque:8642", "lumitheque"),  # as containers call each other
    ],
)
def test_names_of_the_home_network(host: str, name: str) -> None:
    assert host_name(host) == name and is_at_home(name)


@pytest.mark.parametrize(
    "host", ["games.example.org", "rebind.attacker.example:8642", "local.example", "1.2.3.4.example"]
)
def test_names_that_somebody_can_buy(host: str) -> None:
    name = host_name(host)
    assert name == host.partition(":")[0] and not is_at_home(name)


@pytest.mark.parametrize(
    "host",
    ["", ":80", "a b", "a/b", "[::1", "a:b", "a:123456", "a..b", "é.local", "a" * (LONGEST_HOST + 1), "<b>", "a@b"],
)
def test_what_is_no_name(host: str) -> None:
    assert host_name(host) is None


def test_a_host_may_give_the_whole_address() -> None:
    assert own_name("https://Games.example.org/") == own_name("games.example.org") == "games.example.org"
    assert own_name("https:///") is own_name("two words") is None
