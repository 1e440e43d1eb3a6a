"""News: what there is to tell somebody of a table, and how it is said. Only what everybody at the table knows."""

from collections.abc import Callable

from msgspec import Struct

from lumitheque.games import SHELF
from lumitheque.languages import Catalogue, fill
from lumitheque.server.notices.letters import Letter
from lumitheque.tables import Table

WORDS = Catalogue("notices")
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000  # milliseconds


class News(Struct, frozen=True):
    """Of one table, for one person."""

    what: str
    game: str
    table: str
    others: list[str]  # the names of the other people there
    moved: list[str] = []  # who has moved since this person last did
    asked: str = ""  # draw or take_back, if a question is open, and
    asker: str = ""  # who asks it, or invites
    ended: str = ""  # won, lost or drawn, once the game is over
    winners: list[str] = []
    deadline: int | None = None


def news_of(table: Table, what: str, person: str, name: Callable[[str], str], host: str = "") -> News:
    """`name`: what somebody is called; `host`: who invites, if that is the news."""
    places = table.places
    own = places.of(person)
    others = [name(one) for one in places.people if one != person]
    question, asked = (table.draw_offer, "draw") if table.draw_offer else (table.take_back_question, "take_back")
    waits = [end for seat in own if seat in table.waiting and (end := _ends(table, seat)) is not None]
    winners = list((table.ending or {}).get("winners", []))
    return News(
        what,
        table.terms.game,
        table.id,
        others,
        moved=[] if table.deciding else _moved_since(table, own, name),
        asked=asked if question else "",
        asker=name(places.person(question.seat)) if question else host and name(host),
        ended=_ended(table, own, winners),
        winners=[_player(table, seat, name) for seat in winners],
        deadline=min(waits, default=None),
    )


def _ends(table: Table, seat: int) -> int | None:
    return None if table.clocks is None else table.clocks.ends(seat)


def _moved_since(table: Table, own: list[int], name: Callable[[str], str]) -> list[str]:
    """Everybody who has moved since one of these seats did, the first first. Not to be called while several decide in
    secret: the order in which they do is nobody's business."""
    seats: list[int] = []
    for decision in reversed(table.game.decisions if table.referee is not None else []):
        if decision.seat in own:
            break
        if decision.seat not in seats:
            seats.append(decision.seat)
    return list(dict.fromkeys(_player(table, seat, name) for seat in reversed(seats)))


def _player(table: Table, seat: int, name: Callable[[str], str]) -> str:
    """The person of a seat; a bot that sits there itself is called by its level, which the page translates."""
    place = table.places[seat]
    return place.name or (name(place.person) if place.person is not None else f"bot:{place.level}")


def _ended(table: Table, own: list[int], winners: list[int]) -> str:
    if not table.is_finished:
        return ""
    if not winners or len(winners) == table.terms.seats:
        return "drawn"
    return "won" if any(seat in winners for seat in own) else "lost"


# --- in words --------------------------------------------------------------------------------------------------------


def say_news(news: News, key: str, language: str, house: str, now: int) -> Letter:
    words, game = WORDS.words(language), SHELF[news.game]
    title = str(game.words(language)["title"])
    moved = [bot_name(one, news.game, language) for one in news.moved]
    winners = [bot_name(one, news.game, language) for one in news.winners]
    facts = {
        "game": title,
        "others": join(news.others, language),
        "moved": join(moved, language),
        "movers": len(moved),
        "asker": news.asker,
        "asked": news.asked or "other",
        "ended": news.ended or "other",
        "winners": join(winners, language),
        "count": len(winners),
    }
    said = words["news"][news.what]
    parts = [fill(said["body"], language, facts)]
    if news.deadline is not None and news.what != "over":
        parts.append(say_remaining(news.deadline - now, language))
    body = " ".join(part for part in parts if part)
    url = f"{house}table/{news.table}"
    return Letter(key, news.what, fill(said["title"], language, facts), body, url, title, news.table, news.deadline)


def bot_name(name: str, game: str, language: str) -> str:
    """The name, or a bot's in this language."""
    level = name.removeprefix("bot:")
    if level == name:
        return name
    words = SHELF[game].words(language) if game in SHELF else {}
    return str(words.get("levels", {}).get(level, {}).get("title", level))


def join(names: list[str], language: str) -> str:
    """« Anna, Bob et Cléo »."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {WORDS.words(language)['and']} {names[-1]}"


def say_remaining(milliseconds: int, language: str) -> str:
    """How much time is left, in the largest unit that says enough."""
    for unit, size, least in (("days", DAY, 2), ("hours", HOUR, 1), ("minutes", MINUTE, 1)):
        if milliseconds >= least * size:
            return fill(WORDS.words(language)["remaining"][unit], language, {"count": milliseconds // size})
    return str(WORDS.words(language)["remaining"]["soon"])
