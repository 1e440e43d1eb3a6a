"""Turn: a decision that a bot has to make, with all that it may know; how its moves are chosen."""

import time
from dataclasses import replace
from typing import Any, NamedTuple

from lumitheque.bots import Bot, Budget, Player, Sight
from lumitheque.games.edition import blank, record_from
from lumitheque.reception.pacing import seconds_to_watch
from lumitheque.referee.chance_log import playout_chance
from lumitheque.tables import USUAL_SUBSTITUTE, Dice, Table

AT_ONCE = 0.01  # seconds for a bot without time left
BOTS_ALONE = 0.25  # the weight of a table where only bots sit


class Turn(NamedTuple):
    """A decision that a bot has to make, with all that it may know."""

    table: str
    seat: int
    level: str
    instead: str | None  # the level that plays on if this one cannot; None: there is none left
    sight: Sight
    edition: Any
    seed: int
    key: str  # the command's key: a decision that is made twice is played once
    after: int | None
    number: int  # of the decision
    together: bool  # several decide at the same time, in secret: the whole part is one play
    watched: float  # seconds that the decision takes at least, so that people can follow
    since: int  # when the run of bots began that it belongs to
    payer: str  # the person whose share of thinking time it uses
    weight: float


def next_turn(table: Table, dice: Dice, now: int) -> Turn | None:
    """The decision that a bot has to make at a table; None if there is none."""
    seat = next((seat for seat in table.waiting if seat in table.places.played_by_bots), None)
    referee = table.referee
    if seat is None or referee is None:
        return None
    level = table.places.level(seat)
    assert level is not None
    together = bool(table.deciding)
    return Turn(
        table=table.id,
        seat=seat,
        level=level,
        instead=level_instead(table, level),
        sight=Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats),
        edition=referee.edition,
        seed=int(dice.token(), 16) % (1 << 62),
        key=f"bot:{table.seq}:{seat}",
        after=None if together else table.seq,
        number=table.moves(),
        together=together,
        watched=seconds_to_watch(table, seat, now),
        since=table.bot_run.since,
        payer=payer(table),
        weight=1.0 if table.places.people else BOTS_ALONE,
    )


def payer(table: Table) -> str:
    """The opener, unless they opened the table for others who sit there now."""
    people, opener = table.places.people, table.terms.opener
    return opener if opener in people or not people else people[0]


def level_instead(table: Table, level: str) -> str | None:
    """The level that takes over from one that cannot move: the table's substitute, then simpler bots."""
    simpler = [*dict.fromkeys((table.terms.substitute or USUAL_SUBSTITUTE, USUAL_SUBSTITUTE, "random"))]
    after = simpler.index(level) + 1 if level in simpler else 0
    return simpler[after] if after < len(simpler) else None


class Haste:
    """How long a bot may still think. Calling it makes the bot answer soon."""

    def __init__(self, bot: Bot, seconds: float | None) -> None:
        self._bot = bot
        self._end = None if seconds is None else time.monotonic() + seconds
        self.mattered = False  # the bot thought less than it wanted to

    def __call__(self) -> None:
        self._end = time.monotonic()
        self._bot.stop()

    def budget(self, wanted: Budget) -> Budget:
        """For the next decision."""
        if self._end is None:
            return wanted
        left = max(AT_ONCE, self._end - time.monotonic())
        return wanted if wanted.seconds is not None and wanted.seconds <= left else replace(wanted, seconds=left)

    def look_back(self) -> None:
        self.mattered |= self._end is not None and time.monotonic() >= self._end


def choose_moves(player: Player, bot: Bot, turn: Turn, haste: Haste) -> list[str]:
    """Choose a bot's moves. Runs in a thread, and knows the turn's sight only."""
    sight, game = turn.sight, turn.sight.game
    write = game.notation.write_move
    if not turn.together:
        move = bot.choose(sight, haste.budget(player.budget), turn.seed).move
        haste.look_back()
        return [write(turn.edition, sight.view, move)]
    # A secret decision of several moves is played in an imagined world that agrees with the sight.
    e, seat = sight.e, sight.seat
    world = record_from(sight.view.tobytes(), game.record.STATE)
    chance = playout_chance(turn.seed | 1)
    game.knowledge.imagine(e, sight.view, seat, chance, world)
    moves: list[str] = []
    while (int(game.rules.waiting(e, world)) >> seat) & 1:
        view = blank(game.record.STATE)
        game.knowledge.view(e, world, seat, view)
        seen = Sight.of(game, e, view, seat, sight.seats)
        move = bot.choose(seen, haste.budget(player.budget), turn.seed + len(moves)).move
        haste.look_back()
        moves.append(write(turn.edition, view, move))
        if game.rules.apply_move(e, world, seat, move, chance):
            break  # complete: what comes next depends on what was shown
    return moves
