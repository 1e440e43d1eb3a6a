"""Build the site into build/docs, or into the folder named; a warning is an error."""

import logging
import sys
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

SETTINGS = Path(__file__).with_name("mkdocs.yml")


def main() -> int:
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    where = {"site_dir": str(Path(sys.argv[1]).resolve())} if len(sys.argv) > 1 else {}
    try:
        config = load_config(str(SETTINGS), strict=True, **where)
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    except (MkDocsException, Abort) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The documentation: {config.site_dir}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
