"""The numbers at /metrics."""

from lumitheque.server.upkeep.metrics import Counters
from lumitheque.server.upkeep.supervisor import Supervisor

OBSERVED = {
    'bucket{le="0.0005"}': 1.0,
    'bucket{le="0.002"}': 2.0,
    'bucket{le="2.5"}': 2.0,
    'bucket{le="+Inf"}': 3.0,
    "count": 3.0,
    "sum": 9.0024,
}


def test_houses_in_one_process_count_apart() -> None:
    here, there = (Counters(dict, Supervisor()) for _ in range(2))
    for seconds in (0.0004, 0.002, 9.0):
        here.command.observe(seconds)
    here.moves += 2
    told, others = here.text().decode(), there.text().decode()
    for name, value in OBSERVED.items():
        assert f"lumitheque_command_seconds_{name} {value}\n" in told
    assert "lumitheque_moves_total 2.0\n" in told and "_created" not in told
    assert "lumitheque_command_seconds_count 0.0\n" in others and "lumitheque_moves_total 0.0\n" in others
