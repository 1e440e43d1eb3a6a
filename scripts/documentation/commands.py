"""The reference of the command line, from the commands themselves."""

import os
import re

PLACE = "reference/commands.md"
LISTED = re.compile(r"^## Table of Contents\n.*?(?=^\*\*Commands\*\*)", re.MULTILINE | re.DOTALL)
OPENING = (
    "Every command and its options, made from the program. What they answer and which files they take is told in"
    " [the command line](../command-line.md)."
)


def command_page() -> str:
    os.environ["LUMITHEQUE_LANG"] = "en"
    from lumitheque.cli.app import app, import_all

    import_all()
    told = LISTED.sub("", app.generate_docs())
    return told.replace("# lumitheque\n", f"# Commands\n\n{OPENING}\n", 1)
