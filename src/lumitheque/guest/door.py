"""Door: requests to a house and streams from it, as a guest bot with its token.

A house that does not answer is asked again, with growing pauses: every request that changes something carries a key, so
that being sent twice does no harm. What the house refuses is raised, in its own words.
"""

import http.client
import random
import ssl
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec

from lumitheque.games.game import GameError

PATIENCE = 30.0  # seconds without an answer; a stream says every 15 that it is alive
LEAST_PAUSE, MOST_PAUSE = 0.5, 30.0  # seconds between attempts
TOO_MANY = 429
BUSY = (TOO_MANY, 502, 503, 504)  # come again
Told = dict[str, Any]


class Refused(Exception):
    """The house said no, and will say so again."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence or f"{status} {code}")
        self.status, self.code = status, code


class Away(Exception):
    """The house does not answer, or is busy; `wait`: for how long it wants to be left alone."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.wait = wait


class Pauses:
    """Growing pauses between attempts, spread so that many bots do not come back at once."""

    def __init__(self) -> None:
        self._next = LEAST_PAUSE

    def reset(self) -> None:
        self._next = LEAST_PAUSE

    def next(self, least: float = 0.0) -> float:
        pause, self._next = max(least, self._next), min(MOST_PAUSE, 2 * self._next)
        return pause * random.uniform(1.0, 1.5)


class Door:
    def __init__(self, house: str, token: str, closing: threading.Event) -> None:
        place = urlsplit(house if "://" in house else f"http://{house}")
        if place.scheme not in ("http", "https") or not place.hostname:
            raise GameError(f"--house: {house!r} is not an address such as http://localhost:8642")
        self.place, self._token, self._closing = place, token, closing

    def get(self, path: str) -> Any:
        return self._insist("GET", path, None, None)

    def post(self, path: str, body: Any = None, key: str | None = None) -> Any:
        return self._insist("POST", path, {} if body is None else body, key)

    def _insist(self, method: str, path: str, body: Any, key: str | None) -> Any:
        """Ask until there is an answer. Away when the bot is to close meanwhile."""
        pauses = Pauses()
        while True:
            try:
                connection, answer = self._ask(method, path, body, key)
                try:
                    return msgspec.json.decode(answer.read())
                except (OSError, http.client.HTTPException, msgspec.DecodeError) as error:
                    raise Away(str(error)) from None
                finally:
                    connection.close()
            except Away as away:
                if self._closing.wait(pauses.next(away.wait)):
                    raise

    def lines(self, path: str, **query: Any) -> Iterator[Told]:
        """A stream, line by line, until it ends. Away if it breaks off."""
        asked = {name: value for name, value in query.items() if value is not None}
        connection, answer = self._ask("GET", f"{path}?{urlencode(asked)}" if asked else path, None, None)
        try:
            while line := answer.readline():
                yield msgspec.json.decode(line)
        except (OSError, http.client.HTTPException, msgspec.DecodeError) as error:
            raise Away(str(error)) from None
        finally:
            connection.close()

    def _ask(
        self, method: str, path: str, body: Any, key: str | None
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        if key is not None:
            headers["Idempotency-Key"] = key
        connection = self._connection()
        try:
            content = None if body is None else msgspec.json.encode(body)
            connection.request(method, self.place.path.rstrip("/") + path, content, headers)
            answer = connection.getresponse()
            if answer.status < 300:
                return connection, answer
            said = answer.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Away(str(error)) from None
        connection.close()
        refused, wait = _refusal(answer.status, answer.reason, said), _seconds(answer.headers.get("retry-after"))
        if answer.status == TOO_MANY and wait is None and refused.code:
            raise refused  # the house itself: waiting alone changes nothing
        if answer.status in BUSY:
            raise Away(f"{answer.status} {answer.reason}", wait or 0.0)
        raise refused

    def _connection(self) -> http.client.HTTPConnection:
        place = self.place
        assert place.hostname is not None
        if place.scheme == "https":
            return http.client.HTTPSConnection(
                place.hostname, place.port, timeout=PATIENCE, context=ssl.create_default_context()
            )
        return http.client.HTTPConnection(place.hostname, place.port, timeout=PATIENCE)


def _seconds(retry_after: str | None) -> float | None:
    """How long one is to wait; a proxy may say a date instead, which our own pauses do for."""
    try:
        return None if retry_after is None else max(0.0, float(int(retry_after)))
    except ValueError:
        return 0.0


def _refusal(status: int, reason: str, said: bytes) -> Refused:
    try:
        fault = msgspec.json.decode(said)
        return Refused(status, str(fault["code"]), str(fault["sentence"]))
    except (msgspec.DecodeError, KeyError, TypeError):
        return Refused(status, "", reason)
