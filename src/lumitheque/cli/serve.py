"""serve: open the house, for browsers and phones."""

import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lumitheque.cli.keeping import Data, Database, house_address, plainly
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    import uvicorn

    from lumitheque.engines.listed import Introduced
    from lumitheque.server.app import App

EVERYWHERE = "0.0.0.0"  # noqa: S104 (a house is there to be visited)
PORT = 8642
BACKLOG = 2048
GLANCE = 0.02  # seconds
DAY = 24 * 3600  # seconds

Names = Annotated[
    list[str] | None,
    Parameter(
        metavar="N",
        help="A name that the house is reached by, beside those of the home network, such as games.example.org; "
        "may be said several times. By default LUMITHEQUE_NAMES, separated by commas.",
        negative=(),
    ),
]
OnDevices = Annotated[
    bool,
    Parameter(
        help="Games of one person against bots run in the browser, and the house keeps them as they go: bots cost it "
        "nothing. Such games are marked, for a device holds the whole deal.",
        negative=(),
    ),
]


PrivateWebhooks = Annotated[
    bool,
    Parameter(
        help="Guests' webhooks may lead into private networks, as to a program at home. Only where you trust all "
        "guests: the house can reach what they cannot.",
        negative=(),
    ),
]
Engines = Annotated[
    list[str] | None,
    Parameter(
        name="--engine",
        metavar="NAME=COMMAND",
        help="A program that speaks the engine protocol, as a bot at tables; may be said several times.",
        negative=(),
    ),
]
SMTP = "LUMITHEQUE_SMTP"  # not an option: everybody on a machine can read the options of its programs


def serve(
    *,
    host: Annotated[str, Parameter(metavar="H", help="Where to listen; by default on every network.")] = EVERYWHERE,
    port: Annotated[int, Parameter(metavar="P", help=f"By default {PORT}; 0: any that is free.")] = PORT,
    data: Data = None,
    database: Database = None,
    open: Annotated[bool, Parameter(help="Show the house in a browser.")] = False,  # noqa: A002 (--open)
    name: Names = None,
    workers_elsewhere: Annotated[
        bool, Parameter(help="Bots think in `lumitheque worker`, not here (PostgreSQL only).")
    ] = False,
    bots_on_devices: OnDevices = False,
    private_webhooks: PrivateWebhooks = False,
    engines: Engines = None,
    hsts: Annotated[
        bool, Parameter(help="Tell browsers that came over HTTPS to come over nothing else (behind a proxy with TLS).")
    ] = False,
    hsts_days: Annotated[int, Parameter(metavar="D", help="For how many days; by default one.")] = 1,
    lang: Language = None,
) -> None:
    """Open the house: tables in browsers, for people and bots.

    Notices go out by mail, too, if LUMITHEQUE_SMTP names a mail server: smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS.
    """
    from lumitheque.games.game import GameError

    os.environ.setdefault("LUMITHEQUE_RULES", "prepared")  # before any rule is imported
    say, address = Speech(lang), house_address(data, database)
    if workers_elsewhere and "://" not in address:
        raise GameError(say("serve.workers"))
    names, smtp = house_names(name, say), mail_server(say)
    with bind(host, port, say) as bound, plainly(say), _alone(address, bound, say):
        asyncio.run(_check(address))
        settings: dict[str, Any] = {"workers_at": address if workers_elsewhere else None, "names": names}
        settings["device_files"] = True
        settings["bots_on_devices"] = bots_on_devices
        settings["engines"] = introduced(engines)
        settings["smtp"], settings["private_targets"] = smtp, private_webhooks
        settings["hsts_seconds"] = max(0, hsts_days) * DAY if hsts else 0
        _run(bound, host, address, settings, say, open)


def introduced(engines: list[str] | None) -> "tuple[Introduced, ...]":
    """The host's programs, each started once to hear who it is."""
    if not engines:
        return ()
    from lumitheque.engines.listed import introduce_all, read_listed
    from lumitheque.engines.pool import Pool

    pool = Pool()
    try:
        return tuple(introduce_all(read_listed(engines), pool))
    finally:
        pool.close()


def house_names(said: list[str] | None, say: Speech) -> frozenset[str]:
    """What the house is called: what was said, else what the environment says."""
    from lumitheque.games.game import GameError
    from lumitheque.server.access.addresses import own_name

    names = said or [part.strip() for part in os.environ.get("LUMITHEQUE_NAMES", "").split(",") if part.strip()]
    found = {one: own_name(one) for one in names}
    for one, name in found.items():
        if name is None:
            raise GameError(say("serve.name", name=one))
    return frozenset(name for name in found.values() if name)


def mail_server(say: Speech) -> str | None:
    """The mail server that the environment names, if it is named rightly."""
    from lumitheque.games.game import GameError
    from lumitheque.server.notices.mail import read_smtp

    said = os.environ.get(SMTP) or None
    if said is not None:
        try:
            read_smtp(said)
        except ValueError:
            raise GameError(say("serve.smtp")) from None  # not what was said: it may hold a password
    return said


def bind(host: str, port: int, say: Speech) -> socket.socket:
    """The place to listen at, taken before anything else is done."""
    from lumitheque.games.game import GameError

    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        bound.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise GameError(say("serve.taken", port=port)) from None
        raise GameError(say("serve.refused", host=host, port=port, detail=say.error(error))) from None
    return bound


@contextmanager
def _alone(address: str, bound: socket.socket, say: Speech) -> Iterator[None]:
    """One house at a time on a file; on PostgreSQL there may be many."""
    from lumitheque.games.game import GameError
    from lumitheque.storage.house_lock import HouseHeld, holding
    from lumitheque.storage.opening import house_file

    if "://" in address:
        yield
        return
    host, port = bound.getsockname()[:2]
    try:
        with holding(house_file(address), f"pid {os.getpid()}, {host}:{port}"):
            yield
    except HouseHeld as held:
        raise GameError(say("serve.held", place=house_file(address), holder=held.holder)) from None


async def _check(address: str) -> None:
    """StorageTrouble, while it can still be said plainly."""
    from lumitheque.storage import open_store

    store = open_store(address)
    await store.start()
    await store.stop()


def _run(bound: socket.socket, host: str, address: str, settings: dict[str, Any], say: Speech, show: bool) -> None:
    import uvicorn

    from lumitheque.server.access.addresses import addresses
    from lumitheque.server.app import create_app
    from lumitheque.server.serving import FEW_FILES, raise_file_limit, serving
    from lumitheque.server.settings import HouseSettings
    from lumitheque.storage import open_store

    files = raise_file_limit()
    if files is not None and files < FEW_FILES:
        print(say("serve.files", files=files), file=sys.stderr)
    port = bound.getsockname()[1]
    network = next(iter(addresses(host, port)[1:]), None)
    app = create_app(HouseSettings(open_store(address), network=network, **settings))
    config = serving(app, host, port)
    for ending in (signal.SIGINT, signal.SIGTERM):  # uvicorn closes the house, then raises them again: that was all
        signal.signal(ending, lambda *_: None)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_serve(uvicorn.Server(config), app, bound, say, show))
    print(say("serve.closed"), flush=True)


async def _serve(server: "uvicorn.Server", app: "App", bound: socket.socket, say: Speech, show: bool) -> None:
    serving = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started and not serving.done():  # noqa: ASYNC110 (uvicorn has nothing to wait for)
        await asyncio.sleep(GLANCE)
    if server.started:
        first = await _welcome(server.config, app, say)
        ready = asyncio.create_task(app.services.house.ready.wait())
        await asyncio.wait({ready, serving}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if app.services.ready:
            _tell_progress(app, say)
            if show:
                import webbrowser

                await asyncio.to_thread(webbrowser.open, first)
    await serving


def _tell_progress(app: "App", say: Speech) -> None:
    """Say that everything is ready, or what is compiled meanwhile, as it happens."""
    preparation = app.services.house.preparation
    awaited, failed = len(preparation.to_come()), list[str]()

    def tell(game: str, problem: str | None) -> None:
        left = len(preparation.to_come())
        if problem is not None:
            failed.append(game)  # the log says why
        else:
            print(say("serve.compiled", game=game, done=awaited - left, all=awaited), flush=True)
        if left == 0 and not failed:
            print(say("serve.ready"), flush=True)

    if awaited:
        print(say("serve.compiling"), flush=True)
        preparation.on_done.append(tell)
    else:
        print(say("serve.ready"), flush=True)


async def _welcome(config: "uvicorn.Config", app: "App", say: Speech) -> str:
    """Where the house is, for eyes and for cameras."""
    from lumitheque.server.access.addresses import addresses, qr_code

    here, *network = addresses(config.host, config.port)
    print(say("serve.open"))
    for place in (here, *network):
        print(f"  {place}")
    if network and sys.stdout.isatty():
        print(say("serve.phones"))
        print(qr_code(network[0]))
    print(say("serve.host", link=f"{here}host#{await app.services.admission.host_link()}"))
    print(say("serve.warming"), flush=True)
    return here
