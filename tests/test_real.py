"""games/real.py next to the system's library: less than an ulp and a half apart, and the same at the edges."""

import math
import random
from decimal import Decimal, localcontext

import pytest

from lumitheque.games import real
from lumitheque.games.machine_code import way_to_run

INF, NAN = math.inf, math.nan
TINY = 5e-324


def ulps(found: float, true: Decimal, nearest: float) -> float:
    return float(abs(Decimal(found) - true) / Decimal(math.ulp(nearest)))


def some(rng: random.Random, count: int) -> list[float]:
    wide = [rng.uniform(-745.0, 709.7) for _ in range(count)]
    return wide + [rng.uniform(-12.0, 12.0) for _ in range(count)] + [rng.gauss(0.0, 1e-3) for _ in range(count)]


def test_exp_is_near() -> None:
    with localcontext() as context:
        context.prec = 50
        worst = max(ulps(real.exp(x), Decimal(x).exp(), math.exp(x)) for x in some(random.Random(1), 3000))
    assert worst < 1.0


def test_log_is_near() -> None:
    rng = random.Random(2)
    numbers = [math.ldexp(rng.uniform(0.5, 1.0), rng.randint(-1073, 1024)) for _ in range(3000)]
    numbers += [rng.uniform(0.5, 2.0) for _ in range(3000)] + [1.0 + rng.gauss(0.0, 1e-6) for _ in range(3000)]
    with localcontext() as context:
        context.prec = 50
        worst = max(ulps(real.log(x), Decimal(x).ln(), math.log(x)) for x in numbers)
    assert worst < 1.0


@pytest.mark.parametrize(
    ("x", "expected"),
    [(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, 0.0), (709.8, INF), (-745.2, 0.0), (-745.1, TINY), (1e-300, 1.0)],
)
def test_edges_of_exp(x: float, expected: float) -> None:
    assert real.exp(x) == expected


@pytest.mark.parametrize("x", [709.782712893384, 709.0, -708.4, -720.0, -744.5])
def test_exp_far_out(x: float) -> None:
    assert abs(real.exp(x) - math.exp(x)) <= math.ulp(math.exp(x))


@pytest.mark.parametrize(("x", "expected"), [(1.0, 0.0), (0.0, -INF), (-0.0, -INF), (INF, INF), (TINY, math.log(TINY))])
def test_edges_of_log(x: float, expected: float) -> None:
    assert real.log(x) == expected


def test_no_number() -> None:
    assert all(math.isnan(x) for x in (real.exp(NAN), real.log(NAN), real.log(-1.0), real.log(-INF)))


@pytest.mark.skipif(way_to_run() == "interpreted", reason="nothing to compare with")
def test_interpreted_and_compiled_agree() -> None:
    """The rules that they call are compiled; that is enough to see that the operations are the same."""
    for x in some(random.Random(3), 1000):
        assert real.exp.py_func(x) == real.exp(x)
        if x > 0.0:
            assert real.log.py_func(x) == real.log(x)
