"""The arena: players against players, many games, and what can be said of them afterwards.

    schedule.py   who plays whom on which deal: fixtures, each with an id made of all that decides it
    match.py      one fixture played by the referee, bots by what their seat sees; Result
    results.py    Ledger: results, each kept once, whatever is killed when; result_file.py: the file they are in
    running.py    on all cores of this machine (joblib); cluster.py: on a Dask cluster
    scores.py     victories as numbers, with intervals that know which games belong together
    ratings.py    openskill, an Elo-like strength, standings, who beats whom
    stopping.py   when enough has been played to say on which side of a target a player is
    balance.py    seats, draws, endings, points and lengths of games
    failures.py   engines that failed, and how
    competing.py  all of that from Python, in one call
    report.py     report.md and summary.json; plots.py draws

Nothing here is imported before it is needed: joblib, openskill and matplotlib come with the extra `arena`, distributed
with the extra `cluster`.
"""

from lumitheque.games.game import GameError


class ArenaError(GameError):
    """Games that cannot be played or counted: told in one line."""


__all__ = ["ArenaError"]
