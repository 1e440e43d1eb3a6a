"""The deal of a table's game: from its secret and the seats' nonces, or as the log tells it."""

import functools
from collections.abc import Sequence

import msgspec

from lumitheque.games import find
from lumitheque.games.edition import Edition
from lumitheque.referee import GameRecord, Referee, ReplayError
from lumitheque.referee.deal import deal_seed
from lumitheque.referee.records import DealProof, EditionNote, noted_edition
from lumitheque.tables.events import Chance, Opened


def begin_game(terms: Opened, nonces: Sequence[str], chance: Chance | None = None) -> Referee:
    """A game at its beginning. chance=None: deal it now; otherwise replay this chance and deal nothing."""
    assert terms.secret is not None
    record = GameRecord(
        game=terms.game,
        rules=terms.rules,
        seats=terms.seats,
        options=terms.options,
        edition=terms.edition,
        seed=deal_seed(terms.secret, nonces),
        chance=chance or [],
        position=msgspec.UNSET if terms.position is None else terms.position,
        # Whoever holds a device could choose the secret: nobody may take it for proof of a fair deal.
        deal=msgspec.UNSET if terms.on_device else DealProof(terms.commitment, terms.secret, list(nonces)),
    )
    referee = Referee(record, edition_of(terms.game, terms.edition))
    if chance is not None and (referee.chance_left_over() or len(referee.chance()) != len(chance)):
        raise ReplayError("the chance told is not what happens")
    return referee


def edition_of(game: str, note: EditionNote | None) -> Edition | None:
    """The board or deck of a table, cached for all tables that have the same."""
    return _edition(game, None, "", None) if note is None else _edition(game, note.name, note.sha256, note.text)


@functools.lru_cache(maxsize=64)
def _edition(game: str, name: str | None, sha256: str, text: str | None) -> Edition | None:
    note = None if name is None else EditionNote(name, sha256, text)
    return noted_edition(find(game), note)
