"""The tools of the MCP server: each method is one, its docstring and its parameters are what a model reads of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import msgspec
from mcp.server.mcpserver import Context
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import AfterValidator, Field, StrictBool, StrictInt, StrictStr

from lumitheque.agents.desk import NOBODY, Desk
from lumitheque.agents.faults import WORDS
from lumitheque.agents.pages import find_game, read_page, tell_facts, tell_rule
from lumitheque.agents.shapes import AgentOpening, TablesTold, WhyTold
from lumitheque.agents.table import SHOWN, AgentTable
from lumitheque.games import SHELF
from lumitheque.languages import languages
from lumitheque.reception.faults import Fault
from lumitheque.tables import EditionChoice
from lumitheque.tables.playing import LONGEST_MOVE, MOST_MOVES

MOST_EDITION = 200_000  # characters of a board or deck
SESSION = "mcp-session-id"

GameName = Annotated[str, Field(max_length=40, description="A game's name: " + ", ".join(SHELF) + ".")]
TableId = Annotated[str, Field(max_length=64, description="The id that open_table gave.")]


def known_language(language: str | None) -> str | None:
    if language is not None and language not in languages():
        raise ValueError(f"one of {', '.join(languages())}")
    return language


Tongue = Annotated[
    str | None,
    Field(max_length=20, description=f"Language of what is said ({', '.join(languages())}); else the server's."),
    AfterValidator(known_language),
]
MoveText = Annotated[str, Field(max_length=LONGEST_MOVE)]
Moves = Annotated[
    MoveText | Annotated[list[MoveText], Field(max_length=MOST_MOVES)],
    Field(description="A move as legal_moves writes it, such as c3-d4; or several of one's own in a row."),
]
Name = Annotated[str, Field(max_length=40)]
Seats = Annotated[int | None, Field(description="Players in all; as few as can be if not given.")]
Opponents = Annotated[
    list[Name] | None,
    Field(
        max_length=8,
        description="Bots in the other seats, in order: levels of the game, random or greedy. The last one named takes"
        " all seats that are left; greedy if not given.",
    ),
]
OptionValue = StrictBool | StrictInt | Annotated[StrictStr, Field(max_length=60)]
Options = Annotated[
    dict[Name, OptionValue] | None,
    Field(max_length=20, description="House rules by name, as `games` lists them; the usual ones if not given."),
]
EditionText = Annotated[
    str | None, Field(max_length=MOST_EDITION, description="A board or deck of your own, its whole file.")
]
Seed = Annotated[
    str | None,
    Field(max_length=100, description="Any word: the same word gives the same deal again on this server."),
]


Tool = Callable[..., CallToolResult]


class Tools:
    """What a client may call. `opens`: whether it may open tables."""

    def __init__(self, desk: Desk, language: str, opens: bool = True) -> None:
        self.desk, self.language, self.opens = desk, language, opens

    def all(self) -> Iterator[tuple[Tool, ToolAnnotations]]:
        """The tools, with what a client may know of them beforehand."""
        looks: list[Tool] = [self.games, self.rules, self.tables, self.view, self.legal_moves, self.why, self.hint]
        for tool in (*looks, self.replay, self.record):
            yield tool, ToolAnnotations(read_only_hint=True, open_world_hint=False)
        acts: list[Tool] = [self.move, self.resign]
        for act in (self.open_table, *acts) if self.opens else acts:
            yield act, ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

    # --- games and rules ---------------------------------------------------------------------------------------------

    def games(self, game: GameName | None = None, language: Tongue = None) -> CallToolResult:
        """List the games: aim, number of players, options with their values, bots to play against (levels, weakest
        first; `random` and `greedy` play every game). With `game`: that one alone."""
        found = [find_game(game)] if game else list(SHELF.values())
        return answered({"games": [tell_facts(one, language or self.language) for one in found]})

    def rules(
        self,
        game: GameName,
        rule: Annotated[str | None, Field(max_length=10, description="A rule's id, such as SI-07.")] = None,
        aid: Annotated[bool, Field(description="The one-card aid instead of all rules.")] = False,
        language: Tongue = None,
    ) -> CallToolResult:
        """Read the rules of a game, whole; or one rule by the id that a refusal names, with where it comes from."""
        found, spoken = find_game(game), language or self.language
        if rule is not None:
            return answered(tell_rule(found, rule, spoken))
        return answered({"game": game, "language": spoken, "page": read_page(found, spoken, aid)})

    # --- tables ------------------------------------------------------------------------------------------------------

    def open_table(
        self,
        ctx: Context,
        game: GameName,
        seats: Seats = None,
        seat: Annotated[int, Field(description="Your seat, from 0; seat 0 is P1.")] = 0,
        opponents: Opponents = None,
        options: Options = None,
        edition: Annotated[str | None, Field(max_length=60, description="A board or deck by its name.")] = None,
        edition_text: EditionText = None,
        seed: Seed = None,
        hints: Annotated[bool, Field(description="Allow `hint` at this table.")] = False,
        language: Tongue = None,
    ) -> CallToolResult:
        """Open a table with yourself in one seat and bots in all others. The game begins at once; bots play as soon as
        it is their turn. Answers with what your seat sees, and the table's id."""
        choice = None
        if edition is not None or edition_text is not None:
            choice = EditionChoice(edition or "own", edition_text)
        opening = AgentOpening(
            game=find_game(game).name,
            seats=seats,
            seat=seat,
            opponents=opponents or ["greedy"],
            options=options or {},
            edition=choice,
            hints=hints,
            language=language or self.language,
        )
        return answered(self.desk.open(owner_of(ctx), opening, seed).view())

    def tables(self, ctx: Context) -> CallToolResult:
        """List your tables, the newest first: game, state, whether it is your turn (`waiting`)."""
        owner = owner_of(ctx)
        alone = self.desk.alone or owner != NOBODY
        said = None if alone else WORDS.words(self.language)["said"]["no_session"]
        return answered(TablesTold(self.desk.notes(owner), said))

    def view(
        self,
        ctx: Context,
        table: TableId,
        drawing: Annotated[bool, Field(description="Also draw the position as text.")] = False,
    ) -> CallToolResult:
        """What your seat sees: the terms of the table, the position as far as you may know it, whose turn it is, and
        your legal moves if they are few."""
        with self._at(ctx, table) as found:
            return answered(found.view(drawing))

    def legal_moves(
        self,
        ctx: Context,
        table: TableId,
        first: Annotated[int, Field(ge=0, le=100_000, description="Where the page begins.")] = 0,
        count: Annotated[int, Field(ge=1, le=500, description="Moves on a page.")] = SHOWN,
        like: Annotated[str, Field(max_length=60, description="Only moves whose text or sentence has this.")] = "",
    ) -> CallToolResult:
        """Your legal moves, page by page, each with a sentence. While several decide in secret, `chosen` is what
        you have chosen already, and these are the moves that may follow."""
        with self._at(ctx, table) as found:
            return answered(found.moves(first, count, like))

    def move(
        self,
        ctx: Context,
        table: TableId,
        moves: Moves,
        afresh: Annotated[bool, Field(description="First drop what you have chosen of a secret decision.")] = False,
        cost: Annotated[int, Field(ge=0, le=1 << 40, description="Tokens that this decision took, if you know.")] = 0,
    ) -> CallToolResult:
        """Play a move; bots answer at once. If it is refused, nothing changes: `refused` says why and names the rule;
        choose another. While several decide in secret, your moves are kept, as `chosen`, until they are complete."""
        with self._at(ctx, table) as found:
            return answered(found.play(listed(moves), afresh, cost))

    def why(self, ctx: Context, table: TableId, moves: Moves) -> CallToolResult:
        """Ask whether a move may be played now, without playing it: the sentence of the refusal and the whole rule."""
        with self._at(ctx, table) as found:
            fault, number = found.judge(listed(moves))
            if fault is None:
                return answered(WhyTold(True, found.describe(listed(moves))))
            rule = None if fault.rule is None else tell_rule(found.game, fault.rule, found.language)
            return answered(WhyTold(False, fault.sentence, number, rule))

    def hint(
        self,
        ctx: Context,
        table: TableId,
        seconds: Annotated[float, Field(ge=0.05, le=3, description="How long the adviser may think.")] = 1.0,
    ) -> CallToolResult:
        """What the strongest bot would play with what your seat knows; only where the table was opened with hints."""
        with self._at(ctx, table) as found:
            return answered(found.hint(seconds))

    def replay(
        self,
        ctx: Context,
        table: TableId,
        first: Annotated[int, Field(ge=0, le=1 << 20, description="Decisions made when it begins.")] = 0,
        last: Annotated[int | None, Field(ge=0, le=1 << 20, description="And when it ends.")] = None,
    ) -> CallToolResult:
        """The game once more, play by play, as your seat knew it at each moment; 200 moments at most."""
        with self._at(ctx, table) as found:
            return answered(found.frames(first, last))

    def record(self, ctx: Context, table: TableId) -> CallToolResult:
        """The game as a record: whole, with its deal, once it is over; before that what your seat may know of it."""
        with self._at(ctx, table) as found:
            return answered(found.record())

    def resign(self, ctx: Context, table: TableId) -> CallToolResult:
        """Give the game up. With more than two players a bot plays on in your seat."""
        with self._at(ctx, table) as found:
            return answered(found.resign())

    @contextmanager
    def _at(self, ctx: Context, table: str) -> Iterator[AgentTable]:
        with self.desk.at(owner_of(ctx), table) as found:
            yield found


def owner_of(ctx: Context) -> str:
    """Whose tables are meant: those of the client's session. Newer clients of HTTP have none."""
    request = ctx.request_context.request
    return NOBODY if request is None else str(request.headers.get(SESSION, NOBODY))


def listed(moves: str | list[str]) -> list[str]:
    return [moves] if isinstance(moves, str) else moves


def answered(told: Any) -> CallToolResult:
    """An answer, as JSON in both ways that clients read it."""
    text = msgspec.json.encode(told)
    return CallToolResult(
        content=[TextContent(type="text", text=text.decode())], structured_content=msgspec.json.decode(text)
    )


def faulty(fault: Fault) -> CallToolResult:
    """What was asked for cannot be done: told in the shape of the house, marked as an error."""
    result = answered({"fault": fault})
    result.is_error = True
    return result
