"""The commands: each is named by its module and function, and imported when it runs."""

from cyclopts import App, Parameter

from lumitheque import __version__

COMMANDS = {
    "games": "shelf:games",
    "new": "referee:new",
    "show": "referee:show",
    "moves": "referee:moves",
    "move": "referee:move",
    "why": "referee:why",
    "check": "records:check",
    "trace": "records:trace",
    "random": "records:random",
    "arena": "arena:arena",
    "play": "play:play",
    "hint": "bots:hint",
    "review": "reviewing:review",
    "bots": "bots:bots",
    "engine": "engine:engine",
    "exercise": "exercise:exercise",
    "print": "printing:print_out",
    "schema": "shelf:schema",
    "prepare": "preparing:prepare",
    "wasm": "wasm:wasm",
    "site": "site:site",
    "serve": "serve:serve",
    "worker": "worker:worker",
    "mcp": "agents:mcp",
    "bench-agent": "benching:bench_agent",
    "guest-bot": "guest:guest_bot",
    "backup": "keeping:backup",
    "export": "keeping:export",
    "import": "keeping:import_house",
    "replay-all": "keeping:replay_all",
    "doctor": "doctor:doctor",
}

app = App(
    name="lumitheque",
    help="Board games: a referee for people and scripts, and a game in the terminal.",
    version=__version__,
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(negative=(), show_default=False),
)
for number, (name, place) in enumerate(COMMANDS.items()):
    app.command(f"lumitheque.cli.{place}", name=name, sort_key=number)

edition = App(name="edition", help="Boards and decks as files.", sort_key=len(COMMANDS))
edition.command("lumitheque.cli.shelf:check_edition", name="check")
edition.command("lumitheque.cli.judging:judge", name="judge")
app.command(edition)
app.command("lumitheque.cli.guest:token", name="token", sort_key=len(COMMANDS) + 1)


def import_all() -> None:
    """Import every command, so that the list of commands can say what each does."""
    for name in COMMANDS:
        app[name]
    edition["check"]
    app["token"]
    edition["judge"]
