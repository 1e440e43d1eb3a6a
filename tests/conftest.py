"""How the tests are run: rules compiled unless LUMITHEQUE_RULES says otherwise, and the same examples every time."""

import os

os.environ.setdefault("LUMITHEQUE_RULES", "compiled")  # read when the first rule is made, so before any import of ours

from hypothesis import settings

EVERYTHING = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))  # `make test-all`

settings.register_profile("house", deadline=None, derandomize=not EVERYTHING, print_blob=True)
settings.load_profile("house")
