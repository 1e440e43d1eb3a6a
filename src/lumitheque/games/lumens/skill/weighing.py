"""How tempting a placement looks: what it changes in its room, what it covers, how far it leads, who may cover it.

The weights were found by evolution: players who take the most tempting move, against each other.
"""

from lumitheque.games.lumens.record import FACES, FIRST_FACE, NOTHING, PASSAGE, TOKENS, WIDE
from lumitheque.games.lumens.rules import side_of
from lumitheque.games.lumens.ways import WAYS
from lumitheque.games.rule import rule

FARTHEST = 6  # a light leads no farther

# A lead in a room is worth lead / (1 + |lead|), the lead being multiplied by this:
# with all tokens to come, and how much more with none
LEAD = (0.056, 0.684)
PRESENCE = 0.105  # any strength in a room
ROOM = 1.398  # for each opponent, the worth that is gained
LOCKED = 0.203  # for each point of strength that nobody can cover any more (LU-10)
CENTRE = 0.343
CORRIDOR = 0.341

OVER_OWN = -0.886
OVER_ANOTHERS = (0.746, 0.389)  # at the end, and how much more with all tokens to come
USING_HOME = (-0.731, -0.529)  # LU-12 can be used once

EXPOSED = 0.283  # to a light that leads here
EXPOSED_STRENGTH = 0.181  # and for each point of strength

# In proportion to the tokens to come
WAY = 0.431
DEAD_END = -1.114
WAY_CUT = 0.248  # another's
OWN_WAY_CUT = -0.164
FACE_IN_ROOM = -0.074


@rule
def lead_worth(lead, slope):
    return lead * slope / (1.0 + abs(lead * slope))


@rule
def room_gain(s, room, seat, other, more, less, slope):
    """What a seat gains on another in a room if it gets stronger by `more` and the other weaker by `less`."""
    mine, others = int(s.strength[room, seat]), int(s.strength[room, other])
    gain = lead_worth(mine + more - others + less, slope) - lead_worth(mine - others, slope)
    presence = int(mine + more > 0) - int(mine > 0) + int(others > 0) - int(others - less > 0)
    return gain + PRESENCE * presence


@rule
def weigh_room(e, s, seat, cell, face, to_come):
    """What a token changes in its room."""
    room = int(e.room[side_of(s), cell])
    if room == PASSAGE:
        return CORRIDOR
    covered = int(s.top[cell])
    owner, lost = covered // FACES if covered != NOTHING else seat, covered % FACES
    more = face - lost if owner == seat else face
    slope = LEAD[0] + LEAD[1] * (1.0 - to_come)
    gain = 0.0
    for other in range(int(s.seats)):
        if other != seat:
            gain += room_gain(s, room, seat, other, more, lost if other == owner else 0, slope)
    weight = ROOM * gain + FACE_IN_ROOM * face * to_come
    if covered != NOTHING:
        weight += LOCKED * face
    return weight + CENTRE if room == e.centre[side_of(s)] else weight


@rule
def weigh_cover(s, seat, cell, to_come):
    """What it means to cover a light, and to use up the own start."""
    weight = 0.0
    covered = int(s.top[cell])
    if covered != NOTHING:
        weight += OVER_OWN if covered // FACES == seat else OVER_ANOTHERS[0] + OVER_ANOTHERS[1] * to_come
    if cell == s.start[seat]:
        weight += USING_HOME[0] + USING_HOME[1] * to_come
    return weight


@rule
def room_to_edge(s, cell, way):
    """How many cells there are from a cell to the edge of the board, FARTHEST at most."""
    row, column = cell // WIDE, cell % WIDE
    if way == 0:
        return min(FARTHEST, int(s.wide) - 1 - column)
    if way == 1:
        return min(FARTHEST, column)
    return min(FARTHEST, int(s.high) - 1 - row if way == 2 else row)


@rule
def step_of(way):
    """From a cell to the next one this way."""
    if way < 2:
        return 1 if way == 0 else -1
    return WIDE if way == 2 else -WIDE


@rule
def next_light(s, cell, step, reach):
    """How far the next token is this way; reach + 1 if there is none so near."""
    far = 1
    while far <= reach and s.top[cell + far * step] == NOTHING:
        far += 1
    return far


@rule
def weigh_ways(e, s, seat, cell, face, to_come):
    """Where the token leads on to, whose ways it cuts, and whether another's light leads to it."""
    free = s.top[cell] == NOTHING
    reached, cut, exposed = 0, 0.0, False
    for way in range(WAYS):
        step, reach = step_of(way), room_to_edge(s, cell, way)
        far = next_light(s, cell, step, reach)
        reached += int(face <= reach and face < far)
        if far > reach:
            continue
        at = cell + far * step
        light = int(s.top[at])
        reached += int(face == far and s.under[at] == NOTHING)
        if free and light // FACES == seat:
            cut += OWN_WAY_CUT * int(light % FACES > far)
        elif free:
            cut += WAY_CUT * int(light % FACES > far)
            exposed = exposed or light % FACES == far
    weight = to_come * (WAY * reached + cut + (DEAD_END if reached == 0 else 0.0))
    if exposed and cell != s.start[seat]:
        weight -= EXPOSED + (EXPOSED_STRENGTH * face if e.room[side_of(s), cell] != PASSAGE else 0.0)
    return weight


@rule
def weigh(e, s, seat, move):
    """How tempting a legal move looks."""
    if move >= FIRST_FACE:
        return 0.0
    cell, face = move // FACES, move % FACES
    to_come = (int(s.in_bag[seat]) + 1) / TOKENS
    weight = weigh_room(e, s, seat, cell, face, to_come) + weigh_cover(s, seat, cell, to_come)
    return weight + weigh_ways(e, s, seat, cell, face, to_come)
