"""What all pages have: seats, lengths, endings, the ladder, the commands."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scripts.reporting.charts import Dot, Row, forest
from scripts.reporting.gathering import Played, gather
from scripts.reporting.markdown import commands, paragraph, picture, table
from scripts.reporting.numbers import NO, OPEN, Mean, Rate, judge_even, mean_of, percent, rate_of
from scripts.reporting.studies import EVEN, LADDER, Study, studies

from lumitheque.arena.ratings import Strength, standings
from lumitheque.bots.levels import Level, levels
from lumitheque.games import find

MARGIN = 0.05  # of an even share


@dataclass(frozen=True)
class Page:
    title: str
    lines: list[str]
    findings: list[str]  # for the index


def played(game: str, kind: str) -> list[tuple[Study, tuple[Played, ...]]]:
    """The studies of a kind that have games."""
    chosen = [study for study in studies() if study.game == game and study.kind == kind]
    return [(study, games) for study in chosen if (games := gather(study))]


@dataclass(frozen=True)
class Seating:
    """Shares of victory at one number of players, by where or when one sits."""

    games: int
    names: tuple[str, ...]
    shares: tuple[Rate | None, ...]

    @property
    def verdict(self) -> str:
        return judge_even(self.shares, MARGIN)

    @property
    def fair(self) -> float:
        return 1 / len(self.shares)


def seat_section(name: str, seatings: Sequence[Seating], words: str) -> list[str]:
    """A plot and a table of shares; grey is within 5 points of an even split."""
    rows: list[Row] = []
    for seating in seatings:
        rows.append(Row(f"{len(seating.names)} players", note="" if rows else "won"))
        band = (100 * (seating.fair - MARGIN), 100 * (seating.fair + MARGIN))
        for place, share in zip(seating.names, seating.shares, strict=True):
            dots = (dot(share),) if share else ()
            rows.append(Row(place, dots, band, f"{100 * share.rate:.0f} %" if share else ""))
    address = forest(name, rows, "share of victories, % (95 %); grey: even ± 5", from_zero=True)
    cells = [
        (len(one.names), one.games, ", ".join(named_shares(one)), f"{100 * one.fair:.0f} %", one.verdict)
        for one in seatings
    ]
    heads = ("players", "games", "share of victories (95 %)", "even", "within 5 points")
    return [*picture(address, words), *table(heads, cells)]


def named_shares(seating: Seating) -> list[str]:
    return [f"{place} {share or '–'}" for place, share in zip(seating.names, seating.shares, strict=True)]


def dot(rate: Rate, series: int = 0) -> Dot:
    return Dot(100 * rate.rate, 100 * rate.low, 100 * rate.high, series)


def seat_finding(seatings: Sequence[Seating], what: str) -> str:
    """The verdict for each number of players, with the place that is furthest from even."""
    told = []
    for one in seatings:
        named = [(place, share) for place, share in zip(one.names, one.shares, strict=True) if share]
        place, share = max(named, key=lambda pair: abs(pair[1].rate - one.fair))
        told.append(f"{len(one.names)} players **{one.verdict}** ({place} {share})")
    return f"{what} within 5 points of even: {', '.join(told)}."


def count_finding(what: str, found: Iterable[tuple[int, object, str]]) -> str:
    """A verdict for each number of players, with the number it rests on."""
    return f"{what}: {', '.join(f'{seats} players **{verdict}** ({value})' for seats, value, verdict in found)}."


def verdict_sentence(what: str, verdict: str) -> str:
    return f"{what}: **{verdict}**."


def only_default(found: Sequence[object]) -> list[str]:
    """What a page says while no house rule has been tried."""
    return [] if len(found) > 1 else paragraph("With house rules: not measured yet.")


def deck_finding(criteria: Sequence[tuple[str, str]]) -> str:
    """What the verdicts say of a reconstructed deck."""
    missed = [name for name, verdict in criteria if verdict == NO]
    unsure = [name for name, verdict in criteria if verdict == OPEN]
    text = f"The deck misses: {', '.join(missed)}." if missed else "The deck misses none of what is asked of it."
    return f"{text} Not decided: {', '.join(unsure)}." if unsure else text


def length_section(
    name: str, rows: Sequence[tuple[str, Mean]], axis: str, band: tuple[float, float] | None
) -> list[str]:
    """The middle half of all games as a line, the mean as a dot."""
    drawn = [Row(label, (Dot(mean.mean, mean.lower, mean.upper),), band, f"{mean.mean:.1f}") for label, mean in rows]
    address = forest(name, drawn, f"{axis}: mean and middle half")
    return picture(address, f"{axis}, by number of players")


def endings(games: Iterable[Played]) -> str:
    counts = Counter(game.result.reason for game in games)
    total = sum(counts.values())
    return ", ".join(f"{reason} {100 * count / total:.0f} %" for reason, count in counts.most_common())


def shared(games: Iterable[Played]) -> Rate | None:
    """Games that more than one won."""
    return rate_of(len(game.result.winners) > 1 for game in games)


def winner_points(games: Iterable[Played]) -> Mean | None:
    return mean_of(max(game.result.points) for game in games)


def loser_points(games: Iterable[Played]) -> Mean | None:
    return mean_of(
        points for game in games for seat, points in enumerate(game.result.points) if seat not in game.result.winners
    )


# --- the ladder ------------------------------------------------------------------------------------------------------


def ladder_section(game: str) -> list[str]:
    """The levels: with two players as measured by scripts/levels.py, with more by the studies here."""
    known = levels(find(game))
    met = [
        (study.seats, len(games), {one.player: one.strength for one in standings([g.result for g in games], lowest)})
        for study, games in played(game, LADDER)
        if (lowest := study.players.split(",")[0])
    ]
    lines = ["## Strength ladder", "", *_two_players(game, known)]
    if len(find(game).seats) > 1:
        lines += _more_players(game, known, met) if met else paragraph("More players: not measured yet.")
    return lines


def _elo_dot(strength: Strength, series: int) -> Dot:
    return Dot(strength.elo, strength.elo - strength.give, strength.elo + strength.give, series)


def _two_players(game: str, known: dict[str, Level]) -> list[str]:
    measured = [(level, Strength(level.strength, level.spread or 0)) for level in known.values() if level.strength]
    if not measured:
        return paragraph("Two players: not measured yet; `python scripts/levels.py` does it.")
    drawn = [Row(_title(game, level), (_elo_dot(strength, 0),)) for level, strength in reversed(measured)]
    address = forest(f"{game}-ladder-2", drawn, "2 players: Elo points above chance, 95 %", from_zero=True)
    rows = [(f"{_title(game, level)} (`{name}`)", _thinks(level), _plus_minus(level)) for name, level in known.items()]
    return [
        *paragraph("Two players, Elo points above a player who moves at random, measured by `scripts/levels.py`:"),
        *picture(address, f"Strength of the levels of {game}, two players"),
        *table(("level", "thinks", "Elo (95 %)"), rows),
    ]


def _title(game: str, level: Level) -> str:
    return level.character(find(game), "en").title


def _thinks(level: Level) -> str:
    if level.bot == "greedy":
        return (
            "one move ahead"
            if level.notices >= 1
            else f"one move ahead, overlooks {percent(1 - level.notices)} % of them"
        )
    return f"{level.bot}, {level.simulations} simulations"


def _plus_minus(level: Level) -> str | None:
    return None if level.strength is None else f"{level.strength} ± {level.spread}"


def _more_players(game: str, known: dict[str, Level], met: Sequence[tuple[int, int, dict[str, Strength]]]) -> list[str]:
    names = [name for name in known if name in met[0][2]]
    drawn = [
        Row(_title(game, known[name]), tuple(_elo_dot(found[name], at) for at, (_, _, found) in enumerate(met)))
        for name in reversed(names)
    ]
    legend = [f"{seats} players" for seats, _, _ in met]
    address = forest(f"{game}-ladder", drawn, "Elo points above the weakest of the four, 95 %", legend=legend)
    rows = [
        (seats, games, *(f"{found[name].elo:.0f} ± {found[name].give:.0f}" for name in names))
        for seats, games, found in met
    ]
    return [
        *paragraph("More players: four of the levels at one table, Elo points above the weakest of them:"),
        *picture(address, f"Strength of the levels of {game}, more players"),
        *table(("players", "games", *(_title(game, known[name]) for name in names)), rows),
    ]


def command_section(game: str, more: Sequence[str] = ()) -> list[str]:
    """How the games of a page were played, and how many of each study there are."""
    lines = []
    for study in studies():
        games = len(gather(study)) if study.game == game else 0
        if games:
            short = "" if games >= study.games else f"   # {games} games of these were played"
            lines.append(f"{study.command}{short}")
    text = "The page itself: `python -m scripts.reports write`; all studies: `python -m scripts.reports play`."
    return ["## Commands", "", *commands([*lines, *more]), *paragraph(text)]


def players_sentence(game: str) -> str:
    study = next(study for study in studies() if study.game == game and study.kind == EVEN)
    kind, _, number = study.players.partition("@")
    thinks = {"tree": f"{number} simulations", "deepening": f"{int(number) * 16} positions (alpha-beta)"}[kind]
    return (
        f"Everybody at a table is the same player, `{study.players}`, who thinks for {thinks} per move; every game has"
        " a deal of its own. Intervals are 95 %."
    )
