"""The two ceremonies of WebAuthn: making a passkey, and signing in with one. The library does the work."""

import json
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, structs
from webauthn.helpers.exceptions import WebAuthnException

from lumitheque.reception.faults import HouseFault


class Site(NamedTuple):
    """The house as a browser reached it. A passkey is for one name."""

    name: str
    origin: str

    @classmethod
    def of(cls, scheme: str, host: str) -> "Site":
        return cls(urlsplit(f"//{host}").hostname or host, f"{scheme}://{host}")


class Made(NamedTuple):
    """A passkey, as its authenticator gave it."""

    id: str
    public_key: str
    signed: int  # how often


def creation(site: Site, challenge: bytes, person: str, name: str, there: list[str]) -> dict[str, Any]:
    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Lumithèque",
        user_name=name,
        user_id=bytes.fromhex(person),
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in there],
    )
    told: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return told


def request(site: Site, challenge: bytes) -> dict[str, Any]:
    options = webauthn.generate_authentication_options(rp_id=site.name, challenge=challenge)
    told: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return told


def verify_creation(site: Site, challenge: bytes, credential: dict[str, Any]) -> Made:
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise HouseFault("bad_passkey") from None
    return Made(bytes_to_base64url(found.credential_id), found.credential_public_key.hex(), found.sign_count)


def verify_request(site: Site, challenge: bytes, credential: dict[str, Any], public_key: str, signed: int) -> int:
    """How often the authenticator has signed by now; one that counts backwards was copied, and is refused."""
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=bytes.fromhex(public_key),
            credential_current_sign_count=signed,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise HouseFault("bad_passkey") from None
    return int(found.new_sign_count)
