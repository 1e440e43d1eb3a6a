"""The page of Lumens: seats and start places. Its boards are as published, and are not tuned."""

from collections.abc import Sequence

from scripts.reporting.gathering import Played, shares_from
from scripts.reporting.lumens import by_place, knocked_out, placements
from scripts.reporting.markdown import bullets, paragraph, table
from scripts.reporting.numbers import mean_of, rate_of
from scripts.reporting.sections import (
    Page,
    Seating,
    command_section,
    ladder_section,
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

ORDER = ("begins", "second", "third", "fourth")

Counts = list[tuple[int, tuple[Played, ...]]]


def page() -> Page | None:
    counts = [(study.seats, games) for study, games in played("lumens", EVEN)]
    if not counts:
        return None
    order = [Seating(len(games), ORDER[:seats], tuple(shares_from(games, "first"))) for seats, games in counts]
    places = [Seating(len(games), tuple(by_place(games)), tuple(by_place(games).values())) for _, games in counts]
    findings = _findings(order, places, counts)
    lines = [
        *paragraph(players_sentence("lumens")),
        *["## In short", "", *bullets(findings)],
        *["## Who begins", "", *seat_section("lumens-order", order, "Lumens: share of victories by order of play")],
        *paragraph(
            "Everybody places as many tokens, 23 by the booklet, so that who begins is also the first to be done: the",
            "last in the order has the last word in every room that is still contested. Who begins is drawn by lot.",
        ),
        *["## Start places", "", *seat_section("lumens-places", places, "Lumens: share of victories by start place")],
        *["## Length and points", "", *_points(counts)],
        *["## House rule", "", *_house_rules(counts)],
        *ladder_section("lumens"),
        *command_section("lumens"),
    ]
    return Page("Lumens", lines, findings)


def _findings(order: Sequence[Seating], places: Sequence[Seating], counts: Counts) -> list[str]:
    ties = ", ".join(f"{seats}: {shared(games)}" for seats, games in counts)
    return [
        seat_finding(order, "Places in the order of play"),
        seat_finding(places, "Start places"),
        f"Victories are shared in, by number of players: {ties}.",
    ]


def _points(counts: Counts) -> list[str]:
    heads = ("players", "games", "turns per player", "games with a player out", "winner's points", "others' points",
             "all points together", "shared victories")  # fmt: skip
    rows = [
        (seats, len(games), _turns(games), rate_of(knocked_out(game.record) > 0 for game in games),
         winner_points(games), loser_points(games), mean_of(sum(game.result.points) for game in games), shared(games))
        for seats, games in counts
    ]  # fmt: skip
    return table(heads, rows)


def _turns(games: Sequence[Played]) -> object:
    return mean_of(sum(placements(game.record)) / game.result.seats for game in games)


def _house_rules(counts: Counts) -> list[str]:
    found = [("default rules", counts[0][1])]
    found += [(study.setting.replace("=", " "), games) for study, games in played("lumens", RULES)]
    rows = [
        (f"`{name}`", len(games), _turns(games), shares_from(games, "first")[0], winner_points(games), shared(games))
        for name, games in found
    ]
    heads = ("rules, 2 players", "games", "turns per player", "who begins wins", "winner's points", "shared")
    return [*table(heads, rows), *only_default(rows)]
