"""Moves without search, for any game. compiled.py binds `rules`, `knowledge`, `skill` and `walking` to these names."""

from lumitheque.games.chance import below
from lumitheque.games.rule import rule

if "skill" not in globals():
    raise ImportError("load this file with lumitheque.bots.compiled.compiled_for(game)")
legal_moves, apply_move = rules.legal_moves, rules.apply_move  # type: ignore[name-defined] # noqa: F821
waiting, winners = rules.waiting, rules.winners  # type: ignore[name-defined] # noqa: F821
imagine = knowledge.imagine  # type: ignore[name-defined] # noqa: F821
judge, weigh = skill.judge, skill.weigh  # type: ignore[name-defined] # noqa: F821
lowest_seat = walking.lowest_seat  # type: ignore[name-defined] # noqa: F821

SEEN, WORLD, AFTER = 0, 1, 2  # worlds: what the thinker sees, the imagined one, the same after a move
MARKS = 63  # bits of a whole number
UNCLEAR = -1.0  # instead of a hope
EQUAL = 1.0e-6  # hopes that differ by less are the same
LONGEST_TURN = 12  # moves by which a look ahead may finish the own turn


@rule
def mark(i):
    """A bit by which it is remembered that move i was looked at; moves far down a long list are not."""
    return 1 << i if i < MARKS else 0


@rule
def tempting(e, s, seat, moves, n, glances, chance):
    """The most tempting of a few moves that catch the eye."""
    i = below(chance, n)
    best = int(moves[i])
    if n == 1 or glances == 1:
        return best
    most, seen = weigh(e, s, seat, best), mark(i)
    for _ in range(glances - 1):
        i = below(chance, n)
        if seen & mark(i):  # a second glance at a move tells nothing new
            continue
        seen |= mark(i)
        temptation = weigh(e, s, seat, int(moves[i]))
        if temptation > most:
            best, most = int(moves[i]), temptation
    return best


@rule
def most_tempting(e, s, seat, moves, n):
    """The most tempting of all moves."""
    best, most = int(moves[0]), weigh(e, s, seat, int(moves[0]))
    for i in range(1, n):
        temptation = weigh(e, s, seat, int(moves[i]))
        if temptation > most:
            best, most = int(moves[i]), temptation
    return best


@rule
def share_victory(e, s, hopes, seats):
    """The game is over: equal shares for those who won."""
    bits, count = winners(e, s), 0
    for seat in range(seats):
        count += (bits >> seat) & 1
    for seat in range(seats):
        hopes[seat] = 1.0 / count if (bits >> seat) & 1 else 0.0


@rule
def take_stock(e, s, hopes, seats):
    """What each seat may hope for: the result, or the judgement of a game that goes on."""
    if waiting(e, s) == 0:
        share_victory(e, s, hopes, seats)
    else:
        judge(e, s, hopes[:seats])


@rule
def play_on(e, s, chance, moves, glances, horizon):
    """Tempting moves until the game is over or the horizon is reached; returns how many were made."""
    plies = 0
    seats = waiting(e, s)
    while seats != 0 and plies < horizon:
        seat = lowest_seat(seats)
        n = legal_moves(e, s, seat, moves)
        apply_move(e, s, seat, tempting(e, s, seat, moves, n, glances, chance), chance)
        plies += 1
        seats = waiting(e, s)
    return plies


@rule
def play_all_on(e, states, chance, moves, glances, horizon):
    """Play many games on; returns the moves made. For measuring."""
    plies = 0
    for i in range(states.shape[0]):
        plies += play_on(e, states[i], chance, moves, glances, horizon)
    return plies


@rule
def finish_turn(e, s, seat, chance, moves):
    """The rest of a seat's own turn, always by the most tempting move."""
    for _ in range(LONGEST_TURN):
        if waiting(e, s) != 1 << seat:
            return
        n = legal_moves(e, s, seat, moves)
        apply_move(e, s, seat, most_tempting(e, s, seat, moves, n), chance)


@rule
def imagine_world(e, d):
    """A world that agrees with what the thinker sees."""
    d.worlds[WORLD] = d.worlds[SEEN]
    if d.t.open == 0:
        imagine(e, d.worlds[SEEN], int(d.t.seat), d.chance, d.worlds[WORLD])


@rule
def note_hopes(d):
    """Add what each seat hopes for to the sums over all simulations."""
    for seat in range(int(d.t.seats)):
        d.t.hoped[seat] += d.hopes[seat]


@rule
def hope_after(e, d, seat, move):
    """What a seat hopes for at the end of its turn if it makes this move in the imagined world."""
    d.worlds[AFTER] = d.worlds[WORLD]
    apply_move(e, d.worlds[AFTER], seat, move, d.chance)
    finish_turn(e, d.worlds[AFTER], seat, d.chance, d.rest)
    take_stock(e, d.worlds[AFTER], d.hopes, int(d.t.seats))
    return d.hopes[seat]


@rule
def look_ahead(e, d, candidates, looks, found):
    """One look ahead: found[i] is what the thinker hopes for at the end of its turn after candidates[i], on average
    over some imagined worlds."""
    seat = int(d.t.seat)
    for i in range(candidates.shape[0]):
        found[i] = 0.0
    for _ in range(looks):
        imagine_world(e, d)
        for i in range(candidates.shape[0]):
            found[i] += hope_after(e, d, seat, int(candidates[i])) / looks


# --- watching another, where two play -------------------------------------------------------------------------------


@rule
def best_by_look(e, d, seat):
    """The move after which a seat stands best at the end of its turn in the imagined world, and what it then hopes."""
    n = legal_moves(e, d.worlds[WORLD], seat, d.moves)
    best, most = int(d.moves[0]), UNCLEAR
    for i in range(n):
        hope = hope_after(e, d, seat, int(d.moves[i]))
        if hope > most:
            best, most = int(d.moves[i]), hope
    return best, most


@rule
def play_against_habit(e, d):
    """Play on in the imagined world against one who only looks ahead; half as far as otherwise, since looking takes
    time. Returns how many moves were made."""
    world, plies = d.worlds[WORLD], 0
    seats = waiting(e, world)
    while seats != 0 and plies < d.t.horizon // 2:
        seat = lowest_seat(seats)
        if seat == d.t.seat:
            n = legal_moves(e, world, seat, d.moves)
            move = tempting(e, world, seat, d.moves, n, int(d.t.glances), d.chance)
        else:
            move, _ = best_by_look(e, d, seat)
        apply_move(e, world, seat, move, d.chance)
        plies += 1
        seats = waiting(e, world)
    return plies


@rule
def best_reply(e, d, move, looks):
    """The most that the other can hope for at the end of the turn that follows this move of the thinker; UNCLEAR if it
    is not the other's turn then, or if that depends on what is hidden from the thinker."""
    other, agreed = 1 - int(d.t.seat), UNCLEAR
    for look in range(looks):
        imagine_world(e, d)
        apply_move(e, d.worlds[WORLD], int(d.t.seat), move, d.chance)
        if waiting(e, d.worlds[WORLD]) != 1 << other:
            return UNCLEAR
        _, best = best_by_look(e, d, other)
        if look > 0 and abs(best - agreed) > EQUAL:
            return UNCLEAR
        agreed = best
    return agreed


@rule
def present_hope(e, d):
    """What the other hopes for as things are."""
    imagine_world(e, d)
    take_stock(e, d.worlds[WORLD], d.hopes, int(d.t.seats))
    return d.hopes[1 - int(d.t.seat)]
