"""Deals that nobody can choose: a secret shown by its hash, then a nonce from every seat, and the seed made of both."""

import hashlib
from collections.abc import Sequence

from lumitheque.referee.records import DealProof, GameRecord, ReplayError

DOMAIN = "lumitheque deal"  # so that no other hash of the same things can be mistaken for a seed


def commitment(secret: str) -> str:
    """Return the SHA-256 of a secret, as `sha256sum` prints it: published before the secret is."""
    return hashlib.sha256(secret.encode()).hexdigest()


def deal_seed(secret: str, nonces: Sequence[str]) -> str:
    """Derive the seed of a game, 32 hex digits, from the secret and each seat's nonce."""
    text = ":".join((DOMAIN, secret, *nonces))  # neither secrets nor nonces have a colon
    return hashlib.sha256(text.encode()).digest()[:16].hex()


def check_deal(record: GameRecord, deal: DealProof) -> None:
    """Raise ReplayError if the secret does not match its hash, or does not give the record's seed."""
    if commitment(deal.secret) != deal.commitment.lower():
        raise ReplayError("deal: the secret does not have the hash that was shown when the table opened")
    if len(deal.nonces) != record.seats:
        raise ReplayError(f"deal: {len(deal.nonces)} nonces for {record.seats} seats")
    if any(":" in part for part in (deal.secret, *deal.nonces)):
        raise ReplayError("deal: a colon in a secret or a nonce")
    if record.seed != deal_seed(deal.secret, deal.nonces):
        raise ReplayError("deal: secret and nonces do not give the seed of the record")
