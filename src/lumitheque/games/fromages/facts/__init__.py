"""Why one move of the cheese hunt is better than another: the way home, cheeses, traps, clogged pipes, the last card.

laying.py   a network after a move, in numbers
"""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.fromages.facts.laying import (
    Network,
    Outcome,
    network_now,
    outcome,
    with_best_laying,
)
from lumitheque.games.fromages.record import (
    CLASSIQUE,
    CLOG,
    DRAW_DISCARD,
    DRAW_PILE,
    FLIP,
    FLIPPING,
    FLUSH,
    HELD,
    NOBODY,
    NOFLIP,
    OVER,
    PASS,
    PUT,
    TOSS,
    TURN,
)
from lumitheque.games.fromages.skill.paths import part_in_ways, survey

Fact = tuple[str, dict[str, str], float]  # a key of `reasons.toml`, the parts of its message, how telling it is

GIFT = 2  # points that a card left to the next player brings: less is not worth a word


def compare(
    edition: Edition | None, e: Any, v: Any, seat: int, made: int, best: int, line: list[tuple[int, int]]
) -> list[Fact]:
    """What the better of two moves brings and the other does not."""
    if v.phase == OVER or PASS in (made, best):
        return []
    now, one, other = network_now(e, v, seat), outcome(e, v, seat, best), outcome(e, v, seat, made)
    if v.phase == FLIPPING:
        return [*flips(e, v, seat, made, best), *last_card(e, v, one.mine, other.mine)]
    facts = [*clogging(e, v, one, other), *flushing(v, one, made, best), *useless(v, now, one, other, made, best)]
    facts += gifts(e, v, seat, one, other)
    if one.mine.chancy or (other.mine.chancy and v.phase == TURN):
        return [*facts, *offers(v, now, one.mine, best)]
    facts += way_home(v, now, one.mine, other.mine)
    if v.game == CLASSIQUE:
        facts += [*counting(now, one.mine, other.mine), *last_card(e, v, one.mine, other.mine)]
    return facts


def player(seat: int) -> str:
    return f"P{seat + 1}"


def way_home(v: Any, now: Network, one: Network, other: Network) -> list[Fact]:
    """FR-20, FR-25: the way home, built or nearer, or broken again."""
    facts: list[Fact] = []
    race = v.cheese == NOBODY
    if one.home and race and not other.home:
        facts.append(("home" if v.game == CLASSIQUE else "wins", {}, 95.0))
    elif one.missing < other.missing and (race or v.game != CLASSIQUE):
        parts = {"best": str(one.missing), "made": str(other.missing)}
        facts.append(("breaks_way" if other.missing > now.missing else "nearer", parts, 63.0 - 4.0 * one.missing))
    elif one.missing == other.missing and one.choices > other.choices and (race or v.game != CLASSIQUE):
        facts.append(("more_ways", {"best": str(one.choices), "made": str(other.choices)}, 33.0))
    return facts


def offers(v: Any, now: Network, one: Network, best: int) -> list[Fact]:
    """FR-10, FR-17: a card that everybody sees, against one that nobody knows."""
    if not DRAW_DISCARD <= best < FLUSH:
        return []
    if one.home and not now.home and v.cheese == NOBODY:
        return [("offers_home", {}, 90.0)]
    facts: list[Fact] = []
    if v.game == CLASSIQUE and one.cheeses > now.cheeses:
        facts.append(("offers_cheese", {"count": str(one.cheeses - now.cheeses)}, 62.0))
    if one.missing < now.missing and (v.cheese == NOBODY or v.game != CLASSIQUE):
        facts.append(("offers_way", {"count": str(one.missing)}, 59.0))
    return facts


def counting(now: Network, one: Network, other: Network) -> list[Fact]:
    """FR-22: what the network counts."""
    facts: list[Fact] = []
    if other.cheeses < now.cheeses and one.cheeses > other.cheeses:
        facts.append(("cuts_off", {"count": str(now.cheeses - other.cheeses)}, 66.0))
    elif one.cheeses > other.cheeses:
        parts = {"best": str(one.cheeses - now.cheeses), "made": str(max(0, other.cheeses - now.cheeses))}
        if one.cheeses > now.cheeses:
            facts.append(("cheeses", parts, 60.0 + 3.0 * (one.cheeses - other.cheeses)))
    if one.down < other.down:
        facts.append(("trap", {"count": str(one.down)}, 48.0))
    if one.shown > other.shown and one.cheeses <= other.cheeses:
        facts.append(("keeps_cheese", {"best": str(one.shown), "made": str(other.shown)}, 34.0))
    if one.points > other.points + 1 and not one.home:
        facts.append(("points", {"count": str(one.points - other.points)}, 46.0))
    return facts


def clogging(e: Any, v: Any, one: Outcome, other: Outcome) -> list[Fact]:
    """FR-13: cheeses of others that are covered."""
    if one.victim == NOBODY:
        return []
    parts = {"player": player(one.victim), "count": str(one.covered)}
    if one.covered > 0 and (other.victim == NOBODY or harm(one) > harm(other)):
        return [("clogs" if one.reached else "clogs_far", parts, (58.0 if one.reached else 40.0) + 3.0 * one.covered)]
    if other.victim not in (NOBODY, one.victim):
        strongest, weaker = network_now(e, v, one.victim).points, network_now(e, v, other.victim).points
        if strongest > weaker:
            return [("clogs_stronger", {"player": player(one.victim), "other": player(other.victim)}, 38.0)]
    return []


def harm(after: Outcome) -> int:
    """What a clogged pipe covers; cheeses that are reached count twice."""
    return after.covered * (2 if after.reached else 1)


def flushing(v: Any, one: Outcome, made: int, best: int) -> list[Fact]:
    """FR-18: what a flush uncovers, which takes a whole turn."""
    if v.phase != TURN:
        return []
    if FLUSH <= best < PASS and one.covered > 0:
        return [("flush", {"count": str(one.covered)}, 60.0)]
    if FLUSH <= made < PASS and not FLUSH <= best < PASS:
        return [("needless_flush", {}, 52.0)]
    return []


def useless(v: Any, now: Network, one: Outcome, other: Outcome, made: int, best: int) -> list[Fact]:
    """A card laid, or taken, that brings no more than a trap opened; and one thrown away that brought cheese."""
    mine = other.mine
    idle = mine.cheeses <= now.cheeses and mine.missing >= now.missing
    trap_only = mine.points <= now.points + 1 and mine.missing >= now.missing
    facts: list[Fact] = []
    if v.phase == TURN and DRAW_DISCARD <= made < FLUSH and best == DRAW_PILE:
        if idle or trap_only:
            facts.append(("forced_card" if idle else "forced_little", {}, 50.0))
        else:
            facts.append(("forced_small", {"count": str(max(0, mine.cheeses - now.cheeses))}, 32.0))
    if v.phase == TURN and DRAW_DISCARD < made < FLUSH and not DRAW_DISCARD < best < FLUSH:
        facts.append(("spends_plumber", {}, 36.0))
    if v.phase == HELD and PUT <= made < CLOG and idle and mine.down == now.down:
        facts.append(("useless_put", {}, 44.0))
    elif v.phase == HELD and PUT <= made < CLOG and best == TOSS and trap_only:
        facts.append(("toss_instead", {}, 43.0))
    if made == TOSS and PUT <= best < CLOG and one.mine.down <= mine.down and one.mine.cheeses > mine.cheeses:
        facts.append(("kept_card", {}, 42.0))
    return facts


def gifts(e: Any, v: Any, seat: int, one: Outcome, other: Outcome) -> list[Fact]:
    """FR-10: the card that lies on the discard pile is the next player's to take."""
    after = (seat + 1) % int(v.seats)
    if other.left == 0 or other.left == one.left:
        return []
    before, gift = network_now(e, v, after), with_best_laying(e, v, after, other.left)
    instead = with_best_laying(e, v, after, one.left) if one.left else before
    if gift.home and not before.home and not instead.home and v.cheese == NOBODY:
        return [("gives_home", {"player": player(after)}, 80.0)]
    if v.game == CLASSIQUE and gift.points - before.points >= GIFT and gift.points > instead.points:
        return [("gives_points", {"player": player(after), "count": str(gift.points - before.points)}, 47.0)]
    return []


def last_card(e: Any, v: Any, one: Network, other: Network) -> list[Fact]:
    """FR-21: the last card turned over ends the round; everybody's points can be seen then."""
    if v.game != CLASSIQUE or (one.down > 0) == (other.down > 0):
        return []
    ending = one if one.down == 0 else other
    strongest = -99
    for seat in range(int(v.seats)):
        if seat != ending.seat:
            strongest = max(strongest, network_now(e, v, seat).points)
    lead = ending.points - strongest
    if ending is one and lead > 0:
        return [("ends_ahead", {"count": str(lead)}, 75.0)]
    if ending is other and lead < 0 and not other.chancy:
        return [("ends_behind", {"count": str(-lead)}, 75.0)]
    return []


def flips(e: Any, v: Any, seat: int, made: int, best: int) -> list[Fact]:
    """FR-12: which card to turn over."""
    if made == NOFLIP:
        return [("trap_left", {}, 55.0)]
    if best == NOFLIP:
        return []
    ways, game = survey(e, v, seat)[0], int(v.game)
    if float(part_in_ways(ways, best - FLIP, game)) > float(part_in_ways(ways, made - FLIP, game)):
        return [("on_the_way", {"cell": "abcd"[(best - FLIP) % 4] + str((best - FLIP) // 4 + 1)}, 50.0)]
    return []
