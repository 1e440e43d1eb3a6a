"""Message encryption for Web Push (RFC 8291, aes128gcm of RFC 8188): nobody but the browser that subscribed can read a
notice.

By hand, because http-ece, the library for it, comes without a wheel: whoever installs the house would have to build it.
The tests decrypt with it.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD_SIZE = 4096
LONGEST = 3_000  # bytes that every push service takes
SALT, AUTH = 16, 16  # bytes
LAST_RECORD = b"\x02"


def read_base64(text: str) -> bytes:
    """base64url, with or without its padding; ValueError for anything else."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def write_base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_keys(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """A subscription's keys; ValueError if they are none."""
    secret = read_base64(auth)
    if len(secret) != AUTH:
        raise ValueError("auth has 16 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, read_base64(p256dh)), secret


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def encrypt(
    text: bytes, p256dh: str, auth: str, *, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The body of a push message. `own` and `salt` are new for each, except in tests."""
    theirs, secret = read_keys(p256dh, auth)
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(SALT)
    sender, receiver = public_bytes(own.public_key()), public_bytes(theirs)
    shared = own.exchange(ec.ECDH(), theirs)
    key_info = b"WebPush: info\x00" + receiver + sender
    material = _derive(shared, secret, key_info, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\x00", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return header + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)
