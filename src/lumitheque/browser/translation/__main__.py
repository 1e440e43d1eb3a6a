"""`python -m lumitheque.browser.translation FOLDER`: translate all that the page runs without a house."""

import sys
from pathlib import Path

from lumitheque.browser.translation.modules import TranslationError
from lumitheque.browser.translation.sources import write_translations

try:
    write_translations(Path(sys.argv[1]))
except TranslationError as error:
    sys.exit(f"lumitheque: {error}")
