"""The game record: what a game was, as JSON that anyone can read, keep and replay."""

import re
from typing import Any, Literal

import msgspec

from lumitheque.games import GameError
from lumitheque.games.edition import Edition, load_edition, read_edition
from lumitheque.games.game import Game

LARGEST = 4_000_000  # bytes of one record; the longest possible games are far smaller
SEED = re.compile("[0-9a-fA-F]{1,32}")


class RecordError(GameError):
    """A record cannot be read: told in one line."""


class ReplayError(RecordError):
    """A record can be read but does not replay: a move, the chance or the ending does not fit."""


class EditionNote(msgspec.Struct, omit_defaults=True):
    """Which board or deck: by name and digest; whole if it is not one of ours."""

    name: str
    sha256: str
    text: str | None = None


# In what a game is not as the rules set it up: it began from a position that somebody chose (who may know what is
# hidden in it), its board or deck is none of ours, or it was dealt on a device (whose owner may know what was hidden).
Departure = Literal["position", "edition", "device"]


def departures(position: object, edition: EditionNote | None) -> list[Departure]:
    """`position`: where the game began; None or UNSET if it was at the beginning."""
    found: list[Departure] = [] if position is None or position is msgspec.UNSET else ["position"]
    if edition is not None and edition.text is not None:
        found.append("edition")
    return found


class DealProof(msgspec.Struct, frozen=True):
    """How the seed of a game at a table came about: anybody can check that nobody chose it."""

    commitment: str  # shown when the table opened: the SHA-256 of the secret
    secret: str  # told when the game was over
    nonces: list[str]  # what each seat brought


class GameRecord(msgspec.Struct, kw_only=True):
    game: str
    rules: int  # version of the rules
    seats: int
    options: dict[str, str | int | bool] = {}
    edition: EditionNote | None = None
    seed: str | None = None  # 32 hex digits; null when chance is all there is (a game from the real box)
    chance: list[tuple[str, Any]] = []
    moves: list[tuple[int, str]] = []
    position: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET  # where it started, if not at the beginning
    ending: dict[str, Any] | None | msgspec.UnsetType = msgspec.UNSET
    deal: DealProof | msgspec.UnsetType = msgspec.UNSET  # a game from a table of the house


def read_seed(text: str, source: str = "seed") -> str:
    """Write a seed as 32 hex digits."""
    if not SEED.fullmatch(text):
        raise RecordError(f"{source}: {text[:40]!r} is not 1 to 32 hex digits")
    return text.lower().rjust(32, "0")


def read_record(data: bytes | str, source: str = "record") -> GameRecord:
    """Read a record from JSON; raise RecordError, in one line, for anything else."""
    if isinstance(data, str):
        data = data.encode()
    if len(data) > LARGEST:
        raise RecordError(f"{source}: too long; a game record has at most {LARGEST} bytes")
    try:
        record = msgspec.json.decode(data, type=GameRecord)
    except msgspec.ValidationError as error:
        raise RecordError(f"{source}: not a game record: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"{source}: not JSON: {error}") from None
    if record.seed is not None:
        record.seed = read_seed(record.seed, f"{source}: seed")
    return record


def write_record(record: GameRecord) -> str:
    """Write a record as one line of JSON."""
    return msgspec.json.encode(record).decode()


def note_edition(edition: Edition | None) -> EditionNote | None:
    if edition is None:
        return None
    return EditionNote(edition.name, edition.sha256, None if edition.built_in else edition.text)


def noted_edition(game: Game, note: EditionNote | None) -> Edition | None:
    """Load the edition that a record names and check its digest."""
    if note is None:
        return load_edition(game)
    if note.text is not None:
        edition: Edition | None = read_edition(game, note.text, f"edition {note.name!r} in the record", note.name)
    elif note.name in game.editions:
        edition = load_edition(game, note.name)
    else:
        listed = ", ".join(game.editions) or "none"
        raise RecordError(f"edition {note.name!r} is not built in ({listed}) and the record does not carry its text")
    if edition is None or edition.sha256 != note.sha256:
        raise RecordError(f"edition {note.name!r}: its content does not match the SHA-256 in the record")
    return edition
