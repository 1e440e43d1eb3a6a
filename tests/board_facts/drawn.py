"""Where jewels lie in their rings, how pipes run, where walls stand: reckoned by the page and by Python alike."""

from collections.abc import Iterator

from board_facts.playing import Fact
from lumitheque.games import find
from lumitheque.games.edition import load_edition
from lumitheque.games.fromages.art.pipes import heart, pipe_path
from lumitheque.games.lumens.art.lamps import floor_of, letters_of, walls_of
from lumitheque.games.lumens.art.picture import plan_of
from lumitheque.games.lumens.position import record_of
from lumitheque.games.luminis.art.windows import Jewel, chips, ring

AMOUNTS = ([1, 0, 0], [0, 2, 0], [1, 1, 1], [2, 0, 2], [2, 2, 1], [3, 2, 1], [0, 3, 4], [12, 0, 5], [3, 3, 3])


def facts() -> Iterator[Fact]:
    for amounts in AMOUNTS:
        for most in (0, 6, 9):
            jewels = [told(one) for one in ring(amounts, 50, 95, 28, most)]
            yield {"is": "ring", "amounts": amounts, "most": most, "jewels": jewels}
        yield {"is": "chips", "amounts": amounts, "jewels": [told(one) for one in chips(amounts)]}
    for sides in range(1, 16):
        for end in (False, True):
            yield {"is": "pipe", "sides": sides, "end": end, "path": pipe_path(sides, end=end), "heart": heart(sides)}
    e = record_of(load_edition(find("lumens")))
    for side, seats in enumerate((2, 4)):
        plan = plan_of(e, side)
        for letter in letters_of(plan):
            walls = sorted(walls_of(plan, letter).split("M")[1:])
            floor = sorted(floor_of(plan, letter).split("M")[1:])
            yield {"is": "room", "seats": seats, "letter": letter, "walls": walls, "floor": floor}


def told(jewel: Jewel) -> list[float | int | None]:
    return [jewel.kind, round(jewel.x, 3), round(jewel.y, 3), round(jewel.r, 3), jewel.number]
