"""The skill of a game that has none of its own: every move is as tempting as the others, everybody hopes alike."""

from lumitheque.games.rule import rule

GLANCES = 1
HORIZON = 1_000_000  # to the end
EXPLORE = 1.0
FORCING = 1.0
CALCULABLE = False


@rule
def judge(e, s, out):
    for seat in range(out.shape[0]):
        out[seat] = 1.0 / out.shape[0]


@rule
def weigh(e, s, seat, move):
    return 0.0


@rule
def tell_apart(e, s, seat):
    return 0


@rule
def by_heart(e, s, seat, chance):
    return -1


@rule
def is_certain(e, s):
    return False
