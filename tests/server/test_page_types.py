"""The page knows the house by types that are made from its description; they are those of today."""

from pathlib import Path

from hatch_build import WEB, npm
from scripts.openapi import description


def test_types_are_fresh(tmp_path: Path) -> None:
    described, types = tmp_path / "openapi.json", tmp_path / "schema.d.ts"
    described.write_bytes(description())
    npm("exec", "--", "openapi-typescript", str(described), "-o", str(types))
    kept = (WEB / "src" / "house" / "schema.d.ts").read_text(encoding="utf-8")
    assert types.read_text(encoding="utf-8").splitlines() == kept.splitlines(), "run `make web-types`"
