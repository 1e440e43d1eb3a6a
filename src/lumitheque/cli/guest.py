"""guest-bot: join a running house with a bot. token: who may, from the machine that the house is on."""

import asyncio
import os
import shlex
import signal
import threading
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from lumitheque.cli import FAILED, FINE, complain
from lumitheque.cli.keeping import Data, Database, existing, house_address, opened, plainly
from lumitheque.cli.reading import spare_the_compiler
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.guest.visit import Visit
    from lumitheque.server.access.guest_bots import GuestBots
    from lumitheque.storage import Store

TOKEN = "LUMITHEQUE_TOKEN"  # noqa: S105 (where it is looked for)


def guest_bot(
    *program: Annotated[
        str, Parameter(allow_leading_hyphen=True, help="After --: a program that speaks the engine protocol.")
    ],
    house: Annotated[str, Parameter(metavar="URL", help="Where the house is, such as http://localhost:8642.")],
    token: Annotated[
        str | None,
        Parameter(help=f"The bot's token; by default {TOKEN}, which other programs of the machine cannot read."),
    ] = None,
    player: Annotated[
        str | None, Parameter(help="One of our bots, such as greedy, tree@0.5s or a level; by default greedy.")
    ] = None,
    lang: Language = None,
) -> int:
    """Join a running house as a guest bot: accept invitations, and play.

    Comes back after a break by itself. Ctrl+C: no new games, those that were begun are played to their end; once more:
    resign them and go.
    """
    from lumitheque.games.game import GameError
    from lumitheque.guest.visit import Visit

    say = Speech(lang)
    if program and player:
        raise GameError("--player and a program after -- do not go together")
    secret = token or os.environ.get(TOKEN)
    if not secret:
        raise GameError(f"which bot? say --token, or set {TOKEN}")
    chosen = f"engine:{shlex.join(program)}" if program else player or "greedy"
    return _stay(
        Visit(house, secret, chosen, lambda key, **facts: print(say(f"guest.{key}", **facts), flush=True)), say
    )


def _stay(visit: "Visit", say: Speech) -> int:
    from lumitheque.guest.door import Refused

    previous = signal.signal(signal.SIGINT, lambda *_: _leave(visit, say))
    try:
        visit.stay()
    except Refused as refused:
        complain(str(refused), say.language)
        return FAILED
    finally:
        signal.signal(signal.SIGINT, previous)
    print(say("guest.gone"), flush=True)
    return FINE


def _leave(visit: "Visit", say: Speech) -> None:
    """The first Ctrl+C, and the second. Requests are made in a thread: a signal may come in the middle of another."""
    if visit.takes_more:
        print(say("guest.leaving", games=say.count("guest.games", visit.take_no_more())), flush=True)
    else:
        threading.Thread(target=visit.give_up).start()


# --- token -----------------------------------------------------------------------------------------------------------

token = App(name="token", help="Guest bots and their tokens, on the machine that a house is on.")
Owner = Annotated[str, Parameter(metavar="PERSON", help="The id of the person whose bots they are.")]


@token.command
def make(
    name: Annotated[str, Parameter(help="What the bot is called.")],
    /,
    *,
    author: Annotated[str, Parameter(help="Who wrote it.")],
    owner: Annotated[
        str | None, Parameter(metavar="PERSON", help="The id of the person whose bot it is; by default the house's.")
    ] = None,
    watch: Annotated[bool, Parameter(help="It may look on at its tables, but not play.")] = False,
    data: Data = None,
    database: Database = None,
    lang: Language = None,
) -> None:
    """Make a bot, and print its token, once. The house may be open or not."""
    say = Speech(lang)
    print(_with_bots(data, database, say, lambda bots, store: _make(bots, store, name, author, owner, watch)))


@token.command(name="list")
def list_bots(*, data: Data = None, database: Database = None, lang: Language = None) -> None:
    """List bots and tokens: their ids, never what opens the door."""
    say = Speech(lang)
    for line in _with_bots(data, database, say, _lines):
        print(line)


@token.command
def revoke(
    bot: Annotated[str, Parameter(help="A bot's id.")],
    /,
    *,
    data: Data = None,
    database: Database = None,
    lang: Language = None,
) -> None:
    """Revoke all tokens of a bot. An open house ends its streams within seconds."""
    say = Speech(lang)
    count = _with_bots(data, database, say, lambda bots, _: _revoke(bots, bot))
    print(say("guest.revoked", tokens=say.count("guest.tokens", count)))


def _with_bots(data: str | None, database: str | None, say: Speech, work: Any) -> Any:
    from lumitheque.games.game import GameError
    from lumitheque.reception.faults import HouseFault

    spare_the_compiler(0)
    address = existing(house_address(data, database), say)
    with plainly(say):
        try:
            return asyncio.run(_open_and(address, work))
        except HouseFault as fault:
            raise GameError(fault.fault(say.language).sentence) from None


async def _open_and(address: str, work: Any) -> Any:
    from lumitheque.server.access.guest_bots import GuestBots
    from lumitheque.server.access.names import People
    from lumitheque.server.settings import SecretDice, SteadyClock

    async with opened(address) as store:
        clock = SteadyClock()
        bots = GuestBots(store, People(store, clock), clock, SecretDice())
        await bots.open()
        return await work(bots, store)


async def _make(bots: "GuestBots", store: "Store", name: str, author: str, owner: str | None, watch: bool) -> str:
    from lumitheque.server.access.admission import pass_of
    from lumitheque.server.access.guest_bots import HOUSE_BOTS

    whose = owner or HOUSE_BOTS
    bot = await bots.make(whose, name, author)
    return await bots.make_token(whose, bot, "watch" if watch else "play", await pass_of(store, whose))


async def _lines(bots: "GuestBots", _: "Store") -> list[str]:
    from lumitheque.server.access.guest_bots import SHORT, shown_name

    return [
        f"{bot}  {shown_name(one)}  " + " ".join(f"{t.digest[:SHORT]}:{t.token.scope}" for t in bots.tokens(bot))
        for bot, one in bots.all().items()
    ]


async def _revoke(bots: "GuestBots", bot: str) -> int:
    from lumitheque.server.access.guest_bots import SHORT

    bots.get(bot)
    owner, tokens = bots.owner_of(bot) or "", bots.tokens(bot)
    for one in tokens:
        await bots.revoke(owner, bot, one.digest[:SHORT])
    return len(tokens)
