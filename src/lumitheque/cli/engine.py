"""engine: our bots behind the engine protocol, for controllers of any kind."""

import sys
from typing import Annotated

from cyclopts import Parameter

from lumitheque.cli.speech import Language, Speech

USUAL = "tree"


def engine(
    *,
    player: Annotated[
        str,
        Parameter(
            metavar="NAME",
            help="Who plays: a level of the game, random, greedy, tree, deepening, strongest; tree@1000 stops after"
            f" 1000 simulations, whatever the controller allows. By default {USUAL}.",
        ),
    ] = USUAL,
    threads: Annotated[int, Parameter(metavar="N", help="Threads that think at once.")] = 1,
    lang: Language = None,
) -> None:
    """Speak the engine protocol on standard input and output, a line of JSON each way: docs/engines.md has it all."""
    from lumitheque.cli.reading import compile_if_need_be

    compile_if_need_be(Speech(lang))
    from lumitheque.bots import BotError
    from lumitheque.bots.players import SPELLING
    from lumitheque.engines.speaking import Speaker

    if threads < 1:
        raise BotError("threads: at least one")
    if SPELLING.fullmatch(player) is None:
        raise BotError(f"{player!r} is not a player; write a name, name@0.5s or name@2000 (simulations per move)")
    Speaker(player, threads, sys.stdout.buffer).listen(sys.stdin.buffer)
