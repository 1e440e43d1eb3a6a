"""Steps of many games, for any game: `rules`, `knowledge` and `observation` are bound by loading.py.

Functions named …_one are about game i alone, and CUDA compiles them too; those named …_slice go through the games from
`begin` to `end`, so that threads share a batch. A desk's number is 0 where every thread has arrays of its own.
"""

import numpy as np

from lumitheque.games.chance import WORD, below
from lumitheque.games.rule import rule
from lumitheque.kernels.memory import NOBODY, OBSERVE, ROLL, STEP

if "observation" not in globals():
    raise ImportError("load this file with lumitheque.kernels.batches.kernel_of(game)")
setup, waiting, legal_moves = rules.setup, rules.waiting, rules.legal_moves  # type: ignore[name-defined] # noqa: F821
apply_move, ending = rules.apply_move, rules.ending  # type: ignore[name-defined] # noqa: F821
points_of, winners_of = rules.points, rules.winners  # type: ignore[name-defined] # noqa: F821
view_of, observe_of = knowledge.view, observation.observe  # type: ignore[name-defined] # noqa: F821

DICE = 0x5EED  # in place of an episode's number: the stream of `sample`


# --- seeds -----------------------------------------------------------------------------------------------------------


@rule
def stirred(word):
    """A word of 32 bits, each of which depends on all that went in."""
    word = ((word >> 16) ^ word) * 0x45D9F3B & WORD
    word = ((word >> 16) ^ word) * 0x45D9F3B & WORD
    return (word >> 16) ^ word


@rule
def half_of_stream(seed, number, salt):
    word = stirred((seed & WORD) ^ salt)
    word = stirred(word ^ ((seed >> 32) & WORD))
    word = stirred((word + 0x9E3779B9) & WORD ^ (number & WORD))
    return stirred((word + 0x7F4A7C15) & WORD ^ ((number >> 32) & WORD))


@rule
def stream_of(seed, number):
    """The state of a generator, never 0, that follows from a seed and a number."""
    high, low = half_of_stream(seed, number, 0x85EBCA6B), half_of_stream(seed, number, 0x27D4EB2F)
    return np.uint64(high) << np.uint64(32) | np.uint64(low | 1)


@rule
def seed_one(rows, i, seed):
    """A game's seed, from the batch's and the game's number."""
    rows.seeds[i] = np.int64(stream_of(seed, i) >> np.uint64(1))


# --- one game --------------------------------------------------------------------------------------------------------


@rule
def set_up_one(common, rows, desk, i, d):
    """Begin game i's next episode."""
    rows.states[i] = common.blank[0]
    desk.chance[d].stream = stream_of(int(rows.seeds[i]), int(rows.episodes[i]))
    rows.episodes[i] += 1
    rows.plies[i] = 0
    setup(common.e[0], rows.states[i], common.seats, common.codes, desk.chance[d])


@rule
def actor(e, s):
    """The lowest of the seats that may act: those who decide at the same time do so in the order of seats."""
    seats = waiting(e, s)
    if seats == 0:
        return NOBODY
    seat = 0
    while not (seats >> seat) & 1:
        seat += 1
    return seat


@rule
def turn_one(common, rows, i):
    """Who is to move; nobody once the game is over."""
    seat = NOBODY if rows.done[i] and not common.auto_reset else actor(common.e[0], rows.states[i])
    rows.to_move[i] = seat
    return seat


@rule
def list_one(common, rows, i, seat, moves):
    """List a seat's legal moves."""
    rows.counts[i] = 0 if seat == NOBODY else legal_moves(common.e[0], rows.states[i], seat, moves)


@rule
def mark_one(common, rows, i, moves):
    """Note the actions that are listed as moves, and mark them."""
    legal, mask = rows.legal[i], rows.mask[i]
    for k in range(int(rows.counts[i])):
        action = common.action_of[moves[k]]
        legal[k] = action
        mask[action] = True


@rule
def unmark_one(rows, i):
    """Take the marks of the listed actions away."""
    legal, mask = rows.legal[i], rows.mask[i]
    for k in range(int(rows.counts[i])):
        mask[legal[k]] = False


@rule
def observe_one(common, rows, desk, i, d, seat, out):
    """Write what a seat is told of game i, from its view; zeroes for nobody. The desk's view is blank."""
    if seat == NOBODY:
        for k in range(out.shape[0]):
            out[k] = 0
        return
    view_of(common.e[0], rows.states[i], seat, desk.views[d])
    observe_of(common.e[0], desk.views[d], seat, out)


@rule
def look_one(common, rows, desk, i, d):
    """Who is to move, what may be chosen, and what is seen; nobody and nothing once the game is over."""
    seat = turn_one(common, rows, i)
    unmark_one(rows, i)
    list_one(common, rows, i, seat, desk.moves[d])
    mark_one(common, rows, i, desk.moves[d])
    if common.observing:
        desk.views[d] = common.blank[0]
        observe_one(common, rows, desk, i, d, seat, rows.observation[i])


@rule
def reset_one(common, rows, desk, i, d):
    """The first episode of a game's seed."""
    rows.episodes[i], rows.reasons[i] = 0, 0
    rows.dice[i] = stream_of(int(rows.seeds[i]), -DICE)
    for seat in range(common.seats):
        rows.rewards[i, seat] = 0.0
        rows.points[i, seat] = 0.0
    rows.done[i] = False
    set_up_one(common, rows, desk, i, d)
    rows.streams[i] = desk.chance[d].stream


@rule
def reward_one(common, rows, i, winners):
    """Shares of the victory, so that they sum to 0, a victory alone is worth 1 and a draw of all 0."""
    count = 0
    for seat in range(common.seats):
        count += (winners >> seat) & 1
    for seat in range(common.seats):
        share = ((winners >> seat) & 1) / count
        rows.rewards[i, seat] = (share * common.seats - 1.0) / (common.seats - 1)


@rule
def finish_one(common, rows, i):
    """The game is over by its rules."""
    e, s = common.e[0], rows.states[i]
    points_of(e, s, rows.points[i])
    rows.reasons[i] = ending(e, s)
    reward_one(common, rows, i, int(winners_of(e, s)))
    rows.done[i] = True


@rule
def forfeit_one(common, rows, i, loser):
    """The game is over because a seat chose what it may not: it loses, the others share the victory."""
    for seat in range(common.seats):
        rows.rewards[i, seat] = -1.0 if seat == loser else 1.0 / (common.seats - 1)
        rows.points[i, seat] = 0.0
    rows.reasons[i] = NOBODY
    rows.done[i] = True


@rule
def is_legal(rows, i, action):
    return 0 <= action < rows.mask.shape[1] and rows.mask[i, action]


@rule
def breaks_rule(rows, i, action):
    """Whether somebody is asked, and the action is none that they may choose."""
    return rows.to_move[i] != NOBODY and not is_legal(rows, i, action)


@rule
def move_one(common, rows, desk, i, d, action):
    """Make a legal action in game i."""
    e, s, chance = common.e[0], rows.states[i], desk.chance[d]
    chance.stream = rows.streams[i]
    apply_move(e, s, int(rows.to_move[i]), int(common.move_of[action]), chance)
    rows.plies[i] += 1
    if waiting(e, s) == 0:
        finish_one(common, rows, i)


@rule
def act_one(common, rows, desk, i, d, action):
    """One decision in game i, and the next episode if it is over. A finished game without auto-reset stays as it is.
    What is to be seen and chosen then, `look_one` writes."""
    for seat in range(common.seats):
        rows.rewards[i, seat] = 0.0
    loser = int(rows.to_move[i])
    if loser == NOBODY:
        return
    rows.done[i] = False
    if is_legal(rows, i, action):
        move_one(common, rows, desk, i, d, action)
    else:
        forfeit_one(common, rows, i, loser)
    if rows.done[i] and common.auto_reset:
        set_up_one(common, rows, desk, i, d)
    rows.streams[i] = desk.chance[d].stream


@rule
def draw_one(rows, desk, i, d):
    """One of game i's legal actions by lot; 0 if there is none."""
    chance = desk.chance[d]
    if rows.counts[i] == 0:
        return 0
    chance.stream = rows.dice[i]
    k = below(chance, int(rows.counts[i]))
    rows.dice[i] = chance.stream
    return int(rows.legal[i, k])


@rule
def choose_one(rows, desk, i, d, mask):
    """One of the marked actions by lot; 0 if none is."""
    chance, count = desk.chance[d], 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    if count == 0:
        return 0
    chance.stream = rows.dice[i]
    left = below(chance, count)
    rows.dice[i] = chance.stream
    action = 0
    while left > 0 or not mask[action]:
        left -= int(mask[action])
        action += 1
    return action


@rule
def chosen_by_lot(e, s, seat, chance, dice, moves):
    """A legal move by lot, and the dice after it; the stream of the game stays as it is."""
    stream = chance.stream
    count = legal_moves(e, s, seat, moves)
    chance.stream = dice
    move = int(moves[below(chance, count)])
    dice = chance.stream
    chance.stream = stream
    return move, dice


@rule
def roll_state(common, states, chances, moves, seed, tally, plies):
    """So many random moves from states[0] on, episode after episode, as `sample` and `step` would make them.

    The tally is dice, episodes begun and plies in the running one: before and, returned, after.
    """
    e, chance = common.e[0], chances[0]
    dice, episode, made = tally
    for _ in range(plies):
        seat = actor(e, states[0])
        if seat == NOBODY:
            break
        move, dice = chosen_by_lot(e, states[0], seat, chance, dice, moves)
        apply_move(e, states[0], seat, move, chance)
        made += 1
        if common.auto_reset and waiting(e, states[0]) == 0:
            states[0] = common.blank[0]
            chance.stream = stream_of(seed, episode)
            setup(e, states[0], common.seats, common.codes, chance)
            episode, made = episode + 1, 0
    return dice, episode, made


@rule
def roll_one(common, rows, desk, i, d, plies):
    """Random moves in game i; nothing is told of the episodes that end meanwhile."""
    if rows.to_move[i] == NOBODY:
        return
    states, chances, moves = rows.states[i : i + 1], desk.chance[d : d + 1], desk.moves[d]
    chances[0].stream = rows.streams[i]
    tally = (rows.dice[i], int(rows.episodes[i]), int(rows.plies[i]))
    tally = roll_state(common, states, chances, moves, int(rows.seeds[i]), tally, plies)
    rows.dice[i], rows.episodes[i], rows.plies[i] = tally
    rows.streams[i] = chances[0].stream


@rule
def settle_one(common, rows, i):
    """After random moves: whether the game is over; no rewards."""
    for seat in range(common.seats):
        rows.rewards[i, seat] = 0.0
    rows.done[i] = waiting(common.e[0], rows.states[i]) == 0 or rows.to_move[i] == NOBODY


@rule
def viewer_of(rows, i, seat):
    """Whose eyes are asked for: a seat, or NOBODY for whoever is to move."""
    return int(rows.to_move[i]) if seat == NOBODY else seat


# --- slices ----------------------------------------------------------------------------------------------------------


@rule
def seed_slice(common, rows, desk, begin, end, seed):
    for i in range(begin, end):
        seed_one(rows, i, seed)


@rule
def serve_one(common, rows, desk, i, what, number, action, out):
    """Whatever concerns the rules; `number` is how many plies, or whose eyes."""
    if what == OBSERVE:
        desk.views[0] = common.blank[0]
        observe_one(common, rows, desk, i, 0, viewer_of(rows, i, number), out)
        return
    if what == STEP:
        act_one(common, rows, desk, i, 0, action)
    elif what == ROLL:
        roll_one(common, rows, desk, i, 0, number)
        settle_one(common, rows, i)
    else:
        reset_one(common, rows, desk, i, 0)
    look_one(common, rows, desk, i, 0)


@rule
def serve_slice(common, rows, desk, begin, end, what, number, actions, out):
    """One function for all, because each that Python calls is compiled with all the rules that it reaches."""
    for i in range(begin, end):
        serve_one(common, rows, desk, i, what, number, int(actions[i]), out[i])


@rule
def draw_slice(common, rows, desk, begin, end, out):
    for i in range(begin, end):
        out[i] = draw_one(rows, desk, i, 0)


@rule
def choose_slice(common, rows, desk, begin, end, mask, out):
    for i in range(begin, end):
        out[i] = choose_one(rows, desk, i, 0, mask[i])


@rule
def first_illegal(rows, actions):
    """The first game whose action is not legal, or NOBODY if all are."""
    for i in range(actions.shape[0]):
        if breaks_rule(rows, i, int(actions[i])):
            return i
    return NOBODY
