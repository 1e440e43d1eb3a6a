"""The page of La chasse aux fromages: is the reconstructed deck a good one?"""

from collections.abc import Sequence

from scripts.reporting.charts import Row, forest, histogram
from scripts.reporting.fromages import Rounds, all_rounds, sum_up
from scripts.reporting.gathering import Played, shares_from, turns_by_seat
from scripts.reporting.markdown import bullets, paragraph, picture, table
from scripts.reporting.numbers import judge_mean, judge_rate, mean_of, together
from scripts.reporting.sections import (
    Page,
    Seating,
    command_section,
    count_finding,
    deck_finding,
    dot,
    endings,
    ladder_section,
    length_section,
    loser_points,
    only_default,
    played,
    players_sentence,
    seat_finding,
    seat_section,
    shared,
    winner_points,
)
from scripts.reporting.studies import EVEN, RULES

ORDER = ("first dealer", "next", "third", "fourth", "fifth", "sixth")
TURNS = (6, 15)  # per player and round, as a good deck should have it
HOME = 0.5  # of the rounds: somebody gets home
ASKED = ("even seats", "6 to 15 turns per round", "somebody home in half of the rounds")

Counted = list[tuple[int, tuple[Played, ...], Rounds]]


def page() -> Page | None:
    counts: Counted = [
        (study.seats, games, sum_up(all_rounds(game.record for game in games)))
        for study, games in played("fromages", EVEN)
    ]
    if not counts:
        return None
    seatings = [Seating(len(games), ORDER[:seats], tuple(shares_from(games, "dealer"))) for seats, games, _ in counts]
    findings = _findings(counts, seatings)
    lines = [
        *paragraph(players_sentence("fromages"), "The deck is `reconstruction`."),
        *["## In short", "", *bullets(findings)],
        *["## Seats", ""],
        *seat_section(
            "fromages-seats", seatings, "La chasse aux fromages: share of victories by seat from the first dealer"
        ),
        *paragraph(
            "Counted from the first dealer, to the left. The dealer begins a round and the deal moves on, so that over",
            "a whole game everybody has dealt equally often.",
        ),
        *["## Rounds", "", *_rounds(counts)],
        *["## Points", "", *_points(counts)],
        *["## House rules", "", *_house_rules(counts)],
        *ladder_section("fromages"),
        *command_section("fromages"),
    ]
    return Page("La chasse aux fromages", lines, findings)


def _findings(counts: Counted, seatings: Sequence[Seating]) -> list[str]:
    dealer = ", ".join(f"{seats}: {found.dealer_wins}" for seats, _, found in counts)
    lengths = [(seats, found.turns, judge_mean(found.turns, *TURNS)) for seats, _, found in counts]
    homes = [(seats, found.home, judge_rate(found.home, HOME, 1.0)) for seats, _, found in counts]
    long, often = (together(verdict for _, _, verdict in found) for found in (lengths, homes))
    even = together(one.verdict for one in seatings)
    return [
        seat_finding(seatings, "Seats, counted from the first dealer over whole games,"),
        count_finding("6 to 15 turns per player and round", lengths),
        count_finding("Somebody home in half of the rounds or more", homes),
        f"The dealer, who begins, has the most points of a round in: {dealer}.",
        deck_finding(list(zip(ASKED, (even, long, often), strict=True))),
    ]


def _rounds(counts: Counted) -> list[str]:
    rows = [(f"{seats} players", found.turns) for seats, _, found in counts]
    edge: list[Row] = []
    for seats, _, found in counts:
        fair = 100 / seats
        note = f"{100 * found.dealer_wins.rate:.0f} %"
        edge.append(Row(f"{seats} players", (dot(found.dealer_wins),), (fair - 5, fair + 5), note))
    dealer = forest("fromages-dealer", edge, "rounds won by their dealer, % (95 %); grey: even ± 5")
    heads = ("players", "rounds", "turns per player", "6 to 15", "somebody home", "half or more",
             "dealer has most points", "dealer takes the big cheese")  # fmt: skip
    cells = [
        (seats, found.count, found.turns, judge_mean(found.turns, *TURNS), found.home,
         judge_rate(found.home, HOME, 1.0), found.dealer_wins, found.dealer_home)
        for seats, _, found in counts
    ]  # fmt: skip
    return [
        *length_section("fromages-length", rows, "turns per player and round", TURNS),
        *picture(dealer, "La chasse aux fromages: rounds won by their dealer"),
        *table(heads, cells),
        *paragraph("Most points of a round: shared among equals. Intervals take rounds for independent."),
    ]


def _points(counts: Counted) -> list[str]:
    seats, _, two = counts[0]
    low = min(two.scores) - 0.5
    address = histogram(
        "fromages-points", two.scores, f"points of a player in a round, {seats} players", 1, low, "how often"
    )
    heads = ("players", "points per round", "middle half", "winner's total", "others' totals", "shared victories")
    cells = [
        (seats, found.points, f"{found.points.lower:g} to {found.points.upper:g}", winner_points(games),
         loser_points(games), shared(games))
        for seats, games, found in counts
    ]  # fmt: skip
    return [*picture(address, "La chasse aux fromages: points per round"), *table(heads, cells)]


def _house_rules(counts: Counted) -> list[str]:
    _, games, found = counts[0]
    rows = [("`default rules`", len(games), found.turns, found.home, found.points, shares_from(games, "dealer")[0],
             endings(games))]  # fmt: skip
    lines = []
    for study, games in played("fromages", RULES):
        name, first = f"`{study.setting.replace('=', ' ')}`", shares_from(games, "dealer")[0]
        if "tout_petits" in study.setting:
            turns = mean_of(sum(turns_by_seat(game.record, ("draw", "pass"))) / study.seats for game in games)
            lines = paragraph(
                f"The little ones' game (`tout_petits`), 2 players, {len(games)} games: {turns} turns per player;",
                f"who begins wins {first}; endings: {endings(games)}.",
            )
            continue
        told = sum_up(all_rounds(game.record for game in games))
        rows.append((name, len(games), told.turns, told.home, told.points, first, endings(games)))
    heads = ("rules, 2 players", "games", "turns per player and round", "somebody home", "points per round",
             "first dealer wins", "endings")  # fmt: skip
    return [*table(heads, rows), *(lines or only_default(rows))]
