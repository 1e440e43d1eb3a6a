"""The pages of Galax and Sirius: do champions decide, and how soon?"""

from collections.abc import Sequence
from dataclasses import dataclass

from scripts.reporting import charts
from scripts.reporting.charts import Row
from scripts.reporting.gathering import Played
from scripts.reporting.markdown import bullets, paragraph, picture, table
from scripts.reporting.numbers import Mean, Rate, judge_mean, judge_rate, percent
from scripts.reporting.pawns import Champions, sum_up
from scripts.reporting.sections import (
    Page,
    Seating,
    command_section,
    dot,
    endings,
    ladder_section,
    played,
    players_sentence,
    seat_section,
    verdict_sentence,
)
from scripts.reporting.studies import EVEN, RULES

AS_PRINTED = "default rules"
MOSTLY = 0.75  # a first champion that wins more often than this decides
LATE = 200 / 3  # percent of the game


@dataclass(frozen=True)
class Variant:
    name: str
    games: tuple[Played, ...]
    champions: Champions


def variants(game: str) -> list[Variant]:
    """The default rules first, then with one house rule changed."""
    found = [(AS_PRINTED, games) for _, games in played(game, EVEN)]
    found += [(study.setting.replace("=", " "), games) for study, games in played(game, RULES)]
    return [Variant(name, games, sum_up(games)) for name, games in found]


def sirius() -> Page | None:
    return _page(
        "sirius",
        "Sirius",
        "A reviewer of the 1970s complained that champions decide the game too soon. What to look for: whether the side"
        " that has the first champion wins (also when it was not ahead in pieces), how late in the game that champion"
        " comes, and how much is played after it.",
    )


def galax() -> Page | None:
    return _page(
        "galax",
        "Galax",
        "The same questions as of [Sirius](sirius.md): whether the side that has the first champion wins, how late it"
        " comes, and how much is played after it.",
    )


def _page(game: str, title: str, question: str) -> Page | None:
    found = variants(game)
    if not found or found[0].name != AS_PRINTED:
        return None
    first = found[0]
    seating = Seating(first.champions.games, ("white", "brown"), (first.champions.white, _rest(first.champions.white)))
    findings = _findings(first, seating, found[1:])
    lines = [
        *paragraph(players_sentence(game)),
        *["## In short", "", *bullets(findings)],
        *["## White and brown", ""],
        *seat_section(f"{game}-sides", [seating], f"{title}: share of victories of white and brown"),
        *paragraph("A drawn game counts a half for each side. White begins; who is white is drawn by lot."),
        *["## Champions", "", *paragraph(question)],
        *_champion_plots(game, title, found),
        *_champion_table(found),
        *["## Length, draws and sides, by house rule", "", *_rules_table(found)],
        *ladder_section(game),
        *command_section(game),
    ]
    return Page(title, lines, findings)


def _rest(white: Rate) -> Rate:
    return Rate(1 - white.rate, 1 - white.high, 1 - white.low, white.trials)


def _findings(first: Variant, seating: Seating, others: Sequence[Variant]) -> list[str]:
    told = first.champions
    lines = [
        verdict_sentence(
            f"White wins {told.white} of {told.games} games; both sides within 5 points of a half", seating.verdict
        ),
        f"A game takes {told.length} half-turns; {told.drawn} are drawn.",
    ]
    if told.first and told.share and told.after:
        lines.append(
            f"The side with the first champion wins {told.first}"
            + (f", and {told.first_not_ahead} where it was not ahead in pieces" if told.first_not_ahead else "")
            + f". That champion comes after {told.share.mean:.0f} % of the game, and {told.after} half-turns are played"
            " after it."
        )
        lines.append(_verdict(told))
    return [*lines, *_rule_findings(first, others)]


def _rule_findings(first: Variant, others: Sequence[Variant]) -> list[str]:
    if not others:
        return ["With house rules: not measured yet."]
    lines = ["No house rule alone is known to make the first champion decide less."]
    if milder := _milder(first, others):
        lines = [f"House rules under which the first champion decides less: {'; '.join(milder)}."]
    dull = [
        f"`{other.name}` ({other.champions.drawn})"
        for other in others
        if other.champions.drawn.low > first.champions.drawn.high
    ]
    return [*lines, f"House rules under which more games are drawn: {', '.join(dull)}."] if dull else lines


def _verdict(told: Champions) -> str:
    """Whether the first champion decides, whoever was ahead, and whether it comes soon."""
    decides, alone = judge_rate(told.first, MOSTLY, 1.0), told.first_not_ahead
    text = verdict_sentence(f"The first champion decides (its side wins more than {percent(MOSTLY)} %)", decides)
    if alone and alone.low > 0.5:
        text += " It is no mere sign of being ahead: it wins from level or behind as well."
    elif alone:
        text += " Where its side was not ahead already, it is not known to win more than it loses."
    soon = judge_mean(told.share, 0, LATE)
    return f"{text} {verdict_sentence('It does so soon (before two thirds of the game are over)', soon)}"


def _milder(first: Variant, others: Sequence[Variant]) -> list[str]:
    """House rules under which it is known to win less, in all games or where its side was not ahead."""
    base, found = first.champions, []
    for other in others:
        told = other.champions
        if _is_below(told.first, base.first) or _is_below(told.first_not_ahead, base.first_not_ahead):
            level = f", {told.first_not_ahead} if not ahead" if told.first_not_ahead else ""
            drawn = f"{percent(told.drawn.rate)} % drawn, {told.length.mean:.0f} half-turns"
            found.append(f"`{other.name}` ({told.first}{level}; {drawn})")
    return found


def _is_below(rate: Rate | None, other: Rate | None) -> bool:
    return rate is not None and other is not None and rate.high < other.low


def _champion_plots(game: str, title: str, found: Sequence[Variant]) -> list[str]:
    rows = []
    for one in found:
        rates = (one.champions.first, one.champions.first_not_ahead)
        dots = tuple(dot(rate, series) for series, rate in enumerate(rates) if rate)
        rows.append(Row(_in_two_lines(one.name), dots, None, f"{one.champions.games}"))
    legend = ("all games", "not ahead in pieces then")
    axis = "won by that side, % (95 %); right: games"
    won = charts.forest(f"{game}-champions", rows, axis, (0, 100), legend)
    parts = [
        (_in_two_lines(one.name), (told.when.mean, told.after.mean))
        for one in found
        if (told := one.champions).when and told.after
    ]
    times = charts.stacked(
        f"{game}-timeline", parts, "half-turns, on average", ("before the first champion", "after it")
    )
    return [
        *picture(won, f"{title}: share won by the side that has the first champion, by house rule"),
        *picture(times, f"{title}: half-turns before and after the first champion, by house rule"),
    ]


def _in_two_lines(name: str) -> str:
    return name.replace(" ", "\n") if name != AS_PRINTED else name


def _champion_table(found: Sequence[Variant]) -> list[str]:
    heads = ("rules", "games", "with a champion", "its side wins", "if not ahead", "comes at half-turn",
             "% of the game", "half-turns after")  # fmt: skip
    rows = []
    for one in found:
        told = one.champions
        level = f"{told.first_not_ahead} of {told.first_not_ahead.trials}" if told.first_not_ahead else None
        rows.append(
            (f"`{one.name}`", told.games, told.crowned, told.first, level, told.when, _percent(told.share), told.after)
        )
    note = (
        "“If not ahead”: only games in which the side had no more pieces than the other just before its first champion."
    )
    return [*table(heads, rows), *paragraph(note, "Drawn games count a half.")]


def _percent(share: Mean | None) -> str | None:
    return f"{share.mean:.0f} ± {share.give:.0f}" if share else None


def _rules_table(found: Sequence[Variant]) -> list[str]:
    heads = ("rules", "games", "half-turns", "drawn", "white", "huffs per game", "endings")
    rows = [(f"`{one.name}`", *_rule_cells(one.champions), endings(one.games)) for one in found]
    return table(heads, rows)


def _rule_cells(told: Champions) -> tuple[object, ...]:
    return told.games, told.length, told.drawn, told.white, told.huffs
