"""Moves rehearsed to the end of a chapter (a round), for any game that has chapters: `rules`, `knowledge`, `skill`,
`playouts` are bound by compiled.py.

Where many play and luck is great, a tree soon forks into what hardly matters. A rehearsal goes the whole way instead:
until the chapter is over everybody does what the skill expects of them, or the most tempting. The moves to choose from
are rehearsed in the same imagined worlds, so that a lucky card is lucky for all of them.
"""

from lumitheque.games.rule import rule

if "playouts" not in globals():
    raise ImportError("load this file with lumitheque.bots.compiled.compiled_for(game)")
legal_moves, apply_move, waiting = rules.legal_moves, rules.apply_move, rules.waiting  # type: ignore[name-defined] # noqa: F821
chapter = skill.chapter  # type: ignore[name-defined] # noqa: F821
rehearsed_move = skill.rehearsed_move  # type: ignore[name-defined] # noqa: F821
lowest_seat, most_tempting, take_stock = playouts.lowest_seat, playouts.most_tempting, playouts.take_stock  # type: ignore[name-defined] # noqa: F821
imagine_world, note_hopes = playouts.imagine_world, playouts.note_hopes  # type: ignore[name-defined] # noqa: F821

SEEN, WORLD, AFTER = 0, 1, 2  # worlds: what the thinker sees, the imagined one, the same after a move
LONGEST = 400  # half-turns: a chapter that lasts longer is judged as it stands


@rule
def next_move(e, s, seat, thinker, moves, notes, chance):
    """What a seat does next in a rehearsal."""
    n = legal_moves(e, s, seat, moves)
    move = rehearsed_move(e, s, seat == thinker, moves, n, notes, chance) if n > 1 else int(moves[0])
    return move if move >= 0 else most_tempting(e, s, seat, moves, n)


@rule
def play_through(e, s, thinker, number, chance, moves, notes):
    """Everybody moves until this chapter is over; returns how many moves were made."""
    plies, seats = 0, waiting(e, s)
    while seats != 0 and plies < LONGEST and chapter(e, s) == number:
        seat = lowest_seat(seats)
        apply_move(e, s, seat, next_move(e, s, seat, thinker, moves, notes, chance), chance)
        plies += 1
        seats = waiting(e, s)
    return plies


@rule
def rehearse(e, d, candidates, kept, count, found, notes):
    """So many rehearsals more: of each candidate that is kept in turn, then in the next world."""
    t, seat, number = d.t, int(d.t.seat), chapter(e, d.worlds[SEEN])
    for _ in range(count):
        turn = int(t.simulations) % kept.shape[0]
        if turn == 0:
            imagine_world(e, d)
        i = int(kept[turn])
        d.worlds[AFTER] = d.worlds[WORLD]
        apply_move(e, d.worlds[AFTER], seat, int(candidates[i]), d.chance)
        t.plies += 1 + play_through(e, d.worlds[AFTER], seat, number, d.chance, d.moves, notes)
        take_stock(e, d.worlds[AFTER], d.hopes, int(t.seats))
        found[0, i] += d.hopes[seat]
        found[1, i] += 1
        if turn == 0:
            note_hopes(d)
        t.simulations += 1


@rule
def foresee(e, d, count, notes):
    """So many rehearsals more without a candidate: they go on from what the thinker sees, whoever is to move."""
    t, number = d.t, chapter(e, d.worlds[SEEN])
    for _ in range(count):
        imagine_world(e, d)
        t.plies += play_through(e, d.worlds[WORLD], int(t.seat), number, d.chance, d.moves, notes)
        take_stock(e, d.worlds[WORLD], d.hopes, int(t.seats))
        note_hopes(d)
        t.simulations += 1
