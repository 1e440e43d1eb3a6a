"""A random game to its end, with everything that rules and searches say on the way as a checksum per ply.

web/tests/local/walk.ts is the same walk in JavaScript: whoever changes one changes the other.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.search.layouts import ENTRY, NODE, NONE, ROOT
from lumitheque.bots.workspaces import alpha_beta_workspace, as_words, records, tree_workspace
from lumitheque.games.chance import CHANCE, EVENTS
from lumitheque.games.edition import blank, edition_record, load_edition, record_from
from lumitheque.games.game import Game

NODES, ENTRIES, SIMULATIONS, LOOKS, REHEARSALS, DEPTHS, POSITIONS = 2048, 1024, 48, 2, 12, 3, 3000
REFUSALS, WEIGHED = 6, 4  # moves per ply
FULL_TAPE = 600  # the tape is read off, as a referee would, when it is longer
WORD = 0xFFFFFFFF


class Setting(NamedTuple):
    """Which game is walked through; `every` so many plies the searches think."""

    seats: int
    codes: list[int]
    seed: int
    every: int


class Dice:
    """The same numbers in both languages."""

    def __init__(self, seed: int) -> None:
        self.state = seed & WORD

    def below(self, n: int) -> int:
        self.state = (self.state * 1664525 + 1013904223) & WORD
        return (self.state >> 8) % n


class Walk:
    def __init__(self, game: Game, setting: Setting) -> None:
        self.game, self.setting, self.dice = game, setting, Dice(setting.seed)
        self.e, self.s = edition_record(game, load_edition(game)), blank(game.record.STATE)
        self.moves = np.zeros(game.record.MOST_MOVES, np.int32)
        self.chance, self.fast = blank(CHANCE), blank(CHANCE)
        self.chance.source, self.chance.keyed = EVENTS, 1
        for i in range(4):
            self.chance.key[i] = (setting.seed * 2654435761 + i * 40503 + 12345) & WORD
        self.fast.stream = np.uint64(setting.seed * 2 + 1)
        self.sum = 0

    # --- the checksum

    def add(self, data: Any) -> None:
        self.sum = zlib.crc32(data if isinstance(data, bytes) else data.tobytes(), self.sum)

    def add_int(self, *values: int) -> None:
        self.add(struct.pack(f"<{len(values)}i", *map(int, values)))

    def add_real(self, value: float) -> None:
        self.add(struct.pack("<d", float(value)))

    # --- the walk

    def plies(self) -> Iterator[str]:
        """A line per ply, and one for the end."""
        rules, e, s, setting = self.game.rules, self.e, self.s, self.setting
        rules.setup(e, s, setting.seats, np.array(setting.codes, np.int64), self.chance)
        ply = 0
        while waiting := int(rules.waiting(e, s)):
            seats = [seat for seat in range(setting.seats) if (waiting >> seat) & 1]
            seat = seats[self.dice.below(len(seats))]
            n = int(rules.legal_moves(e, s, seat, self.moves))
            move = int(self.moves[self.dice.below(n)])
            self.look(seat, n)
            if ply % setting.every == 0:
                yield from (f"{ply} {name} {self.sum:08x}" for name in self.search(seat))
            self.add_int(rules.apply_move(e, s, seat, move, self.chance))
            self.add(s)
            self.add(self.chance)
            if self.chance.used > FULL_TAPE:
                self.chance.used = self.chance.length = 0
            yield f"{ply} {self.sum:08x}"
            ply += 1
        points = np.zeros(setting.seats)
        rules.points(e, s, points)
        self.add(points)
        self.add_int(rules.ending(e, s), rules.winners(e, s))
        self.add_views()
        yield f"over {self.sum:08x}"

    def look(self, seat: int, n: int) -> None:
        """What the rules say of the present state, and the skill of some moves."""
        rules, skill, e, s = self.game.rules, compiled_for(self.game).skill, self.e, self.s
        self.add_int(seat, n)
        self.add(self.moves[:n])
        for _ in range(REFUSALS):
            self.add_int(rules.refusal(e, s, seat, self.dice.below(self.game.record.MOVES)))
        for _ in range(WEIGHED):
            self.add_real(skill.weigh(e, s, seat, int(self.moves[self.dice.below(n)])))
        hopes = np.zeros(self.setting.seats)
        skill.judge(e, s, hopes)
        self.add(hopes)
        self.add_views()
        view = self.view(seat)
        self.add_int(skill.is_certain(e, view), skill.by_heart(e, view, seat, self.fast))

    def add_views(self) -> None:
        """What everybody sees, spectators too, and a world that each may imagine."""
        for viewer in range(-1, self.setting.seats):
            view = self.view(viewer)
            world = record_from(view.tobytes(), self.game.record.STATE)
            self.game.knowledge.imagine(self.e, view, viewer, self.fast, world)
            self.add(view)
            self.add(world)
        self.add(self.fast)

    def view(self, viewer: int) -> Any:
        view = blank(self.game.record.STATE)
        self.game.knowledge.view(self.e, self.s, viewer, view)
        return view

    # --- the searches

    def search(self, seat: int) -> Iterator[str]:
        """Each search thinks about what a seat sees; its name when the checksum has all that it wrote."""
        view, compiled = self.view(seat), compiled_for(self.game)
        n = int(self.game.rules.legal_moves(self.e, view, seat, self.moves))
        candidates = self.moves[:n].copy()
        self.look_ahead(view, seat, candidates)
        yield "look_ahead"
        self.think(view, seat, candidates)
        yield "tree"
        if self.setting.seats == 2 and compiled.skill.CALCULABLE and compiled.skill.is_certain(self.e, view):
            self.calculate(view, seat, candidates)
            yield "alpha_beta"
        if compiled.rollouts is not None:
            self.rehearse(view, seat, candidates)
            yield "rollouts"

    def workspace(self, view: Any, seat: int, nodes: int) -> Any:
        d = tree_workspace(self.game, nodes)
        d.worlds[0] = np.frombuffer(view.tobytes(), self.game.record.STATE)[0]
        d.chance.stream = np.uint64(self.dice.below(1 << 20) * 2 + 1)
        d.t.seat, d.t.seats = seat, self.setting.seats
        return d

    def look_ahead(self, view: Any, seat: int, candidates: Any) -> None:
        playouts, d, found = compiled_for(self.game).playouts, self.workspace(view, seat, 1), np.zeros(len(candidates))
        playouts.look_ahead(self.e, d, candidates, LOOKS, found)
        self.add(found)
        if self.setting.seats == 2:
            self.add_real(playouts.present_hope(self.e, d))
            self.add_real(playouts.best_reply(self.e, d, int(candidates[0]), LOOKS))
        self.add(d.chance)

    def think(self, view: Any, seat: int, candidates: Any) -> None:
        """A tree is grown twice: from nothing, and from a node of the first that is taken up."""
        compiled, d = compiled_for(self.game), self.workspace(view, seat, NODES)
        tree, skill, t = compiled.tree, compiled.skill, d.t
        t.explore, t.glances, t.horizon, t.caution = skill.EXPLORE, skill.GLANCES, skill.HORIZON, 0.1
        t.paranoid, t.habit = self.dice.below(2), 0.25 if self.setting.seats == 2 else 0.0
        key = int(tree.fingerprint(d.words[0]))
        self.add(struct.pack("<q", key))
        self.add_int(tree.find_key(d, key))
        tree.begin_thought(d, key)
        tree.think(self.e, d, candidates, SIMULATIONS)
        self.add_int(tree.find_key(d, key))
        self.add(d.nodes)
        fresh = records(NODES, NODE)
        tree.take_up(d, 1, fresh)
        assert d.t.root != NONE
        d = d._replace(nodes=fresh)
        tree.think(self.e, d, candidates, SIMULATIONS)
        for one in (d.nodes, d.t, d.chance):
            self.add(one)

    def calculate(self, view: Any, seat: int, candidates: Any) -> None:
        compiled = compiled_for(self.game)
        d = alpha_beta_workspace(self.game, records(ENTRIES, ENTRY))._replace(roots=records(len(candidates), ROOT))
        d.c.seat, d.c.seats, d.c.margin = seat, 2, 0.03
        world = record_from(view.tobytes(), self.game.record.STATE)
        self.game.knowledge.imagine(self.e, view, seat, d.chance, world)
        d.states[0] = np.frombuffer(world.tobytes(), self.game.record.STATE)[0]
        d.roots.move = candidates
        d.roots.value = [float(compiled.skill.weigh(self.e, d.states[0], seat, int(move))) for move in candidates]
        for depth in range(1, DEPTHS + 1):
            compiled.alpha_beta.begin_depth(d, depth)
            compiled.alpha_beta.calculate(self.e, d, POSITIONS)
        for one in (d.c, d.frames, d.table, d.roots, d.history):
            self.add(one)
        key = int(compiled.tree.fingerprint(as_words(d.states)[0]))
        self.add_int(compiled.alpha_beta.place_of(d.table, key))

    def rehearse(self, view: Any, seat: int, candidates: Any) -> None:
        compiled, d = compiled_for(self.game), self.workspace(view, seat, 1)
        assert compiled.rollouts is not None
        kept, sums, notes = (
            np.arange(min(4, len(candidates))),
            np.zeros((2, len(candidates))),
            np.zeros(compiled.skill.NOTES),
        )
        compiled.rollouts.rehearse(self.e, d, candidates, kept, REHEARSALS, sums, notes)
        for one in (sums, d.t, d.chance):
            self.add(one)


def story(game: Game, settings: list[Setting]) -> list[str]:
    """The lines of several walks."""
    return [f"{number} {line}" for number, setting in enumerate(settings) for line in Walk(game, setting).plies()]
