"""The deal of a table: neither chosen nor known by anybody, and anybody can check it."""

import hashlib
import json

import msgspec
import pytest

import lumitheque as lt
from command_line import Run, lumitheque  # noqa: F401 (a fixture)
from lumitheque.games.edition import load_edition, read_edition
from lumitheque.referee import ReplayError, read_record, write_record
from lumitheque.referee.checking import check_record
from lumitheque.referee.deal import commitment, deal_seed
from lumitheque.referee.records import DealProof, GameRecord, note_edition


def finished(secret: str = "5e" * 16, nonces: tuple[str, ...] = ("ann-s", "bob-s")) -> GameRecord:
    play = lt.new("luminis", 2, deal_seed(secret, nonces))
    play.close("resigned", [1], 0)
    record = play.game_record()
    record.deal = DealProof(commitment(secret), secret, list(nonces))
    return record


def test_the_hash_and_the_seed_can_be_made_with_other_tools() -> None:
    assert commitment("abc") == hashlib.sha256(b"abc").hexdigest()
    assert deal_seed("abc", ["x", "y"]) == hashlib.sha256(b"lumitheque deal:abc:x:y").hexdigest()[:32]


def test_every_part_makes_the_seed() -> None:
    seeds = {
        deal_seed(secret, nonces)
        for secret in ("a", "b")
        for nonces in (["x", "y"], ["y", "x"], ["xy", ""], ["x"], ["x", "y", ""], ["", "xy"])
    }
    assert len(seeds) == 12


def test_a_good_deal_holds_and_stays_in_the_record() -> None:
    record = read_record(write_record(finished()))
    assert check_record(record).game_record() == record
    assert "deal" not in lt.new("luminis", 2, 1).record()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"secret": "5f" * 16}, "does not have the hash"),
        ({"commitment": "0" * 64}, "does not have the hash"),
        ({"nonces": ["ann-s", "other"]}, "do not give the seed"),
        ({"nonces": ["ann-s"]}, "1 nonces for 2 seats"),
        ({"nonces": ["ann-s", "bob-s", "more"]}, "3 nonces for 2 seats"),
        ({"nonces": ["ann-s:bob-s", ""]}, "colon"),
    ],
)
def test_a_deal_that_does_not_hold(change: dict[str, object], problem: str) -> None:
    record = finished()
    record.deal = msgspec.structs.replace(record.deal, **change)
    with pytest.raises(ReplayError, match=problem):
        check_record(record)


def test_a_deal_without_its_seed_or_with_another() -> None:
    record = finished()
    record.seed = "0" * 32
    with pytest.raises(ReplayError, match="do not give the seed"):
        check_record(record)
    record.seed = None
    with pytest.raises(ReplayError, match="do not give the seed"):
        check_record(record)


def test_check_certifies_no_deal_that_somebody_chose(lumitheque: Run) -> None:  # noqa: F811
    """Whoever chose the position may have known the order of the piles: chance had its say only after that."""
    secret, nonces = "5e" * 16, ("ann-s", "bob-s")
    start = lt.new("luminis", 2, 7).record() | {"seed": deal_seed(secret, nonces), "chance": [], "moves": []}
    play = lt.load(start | {"position": lt.new("luminis", 2, 7).position()})
    play.close("resigned", [1], 0)
    record = play.game_record()
    record.deal = DealProof(commitment(secret), secret, list(nonces))
    told = lumitheque("check", "-", stdin=write_record(record))
    assert told.status == 0 and "did not begin from the rules' own set-up" in told.out
    assert "What chance gave after the position comes from the secret" in told.out
    assert "It comes from the secret" not in told.out
    french = lumitheque("check", "-", "--lang", "fr", stdin=write_record(record))
    assert "Elle n’a pas commencé par la mise en place des règles" in french.out


def test_check_names_an_edition_that_is_not_ours(lumitheque: Run) -> None:  # noqa: F811
    text = load_edition(lt.new("luminis", 2, 1).game).text
    record = lt.new("luminis", 2, 1).game_record()
    record.edition = note_edition(read_edition(lt.new("luminis", 2, 1).game, text, "theirs", "theirs"))
    told = lumitheque("check", "-", stdin=write_record(record))
    assert told.status == 0 and "Its board or deck is none of ours: “theirs”." in told.out
    ours = lumitheque("check", "-", stdin=write_record(lt.new("luminis", 2, 1).game_record()))
    assert "none of ours" not in ours.out and "set-up" not in ours.out


def test_check_says_what_it_has_verified(lumitheque: Run) -> None:  # noqa: F811
    good = lumitheque("check", "-", stdin=write_record(finished()))
    assert good.status == 0 and "the secret whose hash was shown" in good.out
    assert "du secret dont l’empreinte" in lumitheque("check", "--lang", "fr", "-", stdin=write_record(finished())).out
    assert "hash" not in lumitheque("check", "-", stdin=json.dumps(lt.new("luminis", 2, 1).record())).out
    bad = finished()
    bad.deal = msgspec.structs.replace(bad.deal, secret="other")
    told = lumitheque("check", "-", stdin=write_record(bad))
    assert told.status == 1 and "deal: the secret does not have the hash" in told.err
