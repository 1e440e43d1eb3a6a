"""Every answer is in the language that was asked for, over HTTP and on the WebSocket."""

from open_house import OpenHouse


def sentence(house: OpenHouse, query: str = "", **headers: str) -> str:
    answer = house.guest().http.get(f"/api/tables/nowhere{query}", headers=headers)
    assert answer.json().keys() == {"code", "sentence"}
    said: str = answer.json()["sentence"]
    return said


def test_an_answer_is_in_the_language_asked_for(house: OpenHouse) -> None:
    french, english = sentence(house), sentence(house, **{"Accept-Language": "en-GB, fr;q=0.5"})
    assert french.startswith("Il n’y a pas de table") and english != french
    asked = {"Accept-Language": "fr", "Cookie": "lumitheque_language=en"}
    assert sentence(house, **asked) == english, "a choice counts more than the browser's settings"
    assert sentence(house, "?language=fr", **asked) == french, "and a query more than both"
    assert sentence(house, Cookie="lumitheque_language=../fr") == french


def test_games_lessons_and_phrases_are(house: OpenHouse) -> None:
    guest = house.guest()
    for language, title, phrase in (("fr", "La chasse aux fromages", "Merci"), ("en", "The Cheese Hunt", "Thank")):
        headers = {"Accept-Language": language}
        game = guest.http.get("/api/games/fromages", headers=headers).json()
        assert game["game"]["title"] == title and game["rules"].startswith("# ")
        assert guest.http.get("/api/me", headers=headers).json()["phrases"]["thanks"].startswith(phrase)
        assert guest.http.get("/api/games/sirius/lessons", headers=headers).json()[0]["title"]


def test_a_socket_speaks_as_it_was_opened_and_learns(house: OpenHouse) -> None:
    guest = house.guest()
    line = guest.live(**{"Accept-Language": "en"})
    line.say("watch", table="nowhere")
    english = line.hear("gone")["fault"]["sentence"]
    line.say("speak", language="fr")
    line.say("watch", table="nowhere")
    french = line.hear("gone")["fault"]["sentence"]
    assert french.startswith("Il n’y a pas de table") and english != french


def test_the_page_is_told_its_words(house: OpenHouse) -> None:
    guest = house.guest()
    answer = guest.http.get("/api/words", headers={"Accept-Language": "en"})
    told = answer.json()
    assert answer.headers["content-language"] == "en" and answer.headers["content-encoding"] == "gzip"
    assert told["language"] == "en" and told["missing"] == 0
    assert told["languages"] == [{"code": "fr", "name": "Français"}, {"code": "en", "name": "English"}]
    assert told["page"]["shelf"]["title"] == "What shall we play?" and "lumens" in told["boards"]
    plain = guest.http.get("/api/words", headers={"Accept-Language": "en", "Accept-Encoding": "identity"})
    assert plain.json() == told


def test_what_a_language_lacks_is_a_number(house: OpenHouse) -> None:
    numbers = house.guest().http.get("/metrics").text
    assert 'lumitheque_words_missing{language="en"} 0.0' in numbers
