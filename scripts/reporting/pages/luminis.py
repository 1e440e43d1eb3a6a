"""The page of Luminis: is the reconstructed deck a good one?"""

from collections.abc import Sequence

from scripts.reporting import frugal
from scripts.reporting.charts import Row, forest
from scripts.reporting.gathering import Played, shares_from
from scripts.reporting.luminis import Payments, payments, spires, turns_each
from scripts.reporting.markdown import bullets, paragraph, picture, table
from scripts.reporting.numbers import NO, OPEN, YES, Rate, judge_mean, judge_rate, percent, rate_of, together
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
    only_default,
    played,
    players_sentence,
    seat_finding,
    seat_section,
    shared,
    verdict_sentence,
)
from scripts.reporting.studies import EVEN, PLAYERS, RULES, STRENGTH

from lumitheque.arena.scores import Share

ORDER = ("begins", "second", "third", "fourth", "fifth")
TURNS = (18, 40)  # per player, as a good deck should have it
LEAST = 0.15  # of the victories: what every kind of spire should win at least
KINDS = ("■", "●", "▲")
ASKED = (
    "even seats",
    "18 to 40 turns at every count",
    "all kinds of spires win",
    "paying by discard is worth its while",
)

Counts = list[tuple[int, tuple[Played, ...]]]


def page() -> Page | None:
    counts = [(study.seats, games) for study, games in played("luminis", EVEN)]
    if not counts:
        return None
    seatings = [Seating(len(games), ORDER[:seats], tuple(shares_from(games, "first"))) for seats, games in counts]
    findings = _findings(counts, seatings)
    lines = [
        *paragraph(players_sentence("luminis"), "The deck is `reconstruction`."),
        *["## In short", "", *bullets(findings)],
        *["## Who begins", ""],
        *seat_section("luminis-seats", seatings, "Luminis: share of victories by order of play"),
        *["## Length", "", *_lengths(counts)],
        *["## Spires", "", *_spires(counts)],
        *["## Paying by discard", "", *_discards(counts)],
        *["## House rules", "", *_house_rules(counts)],
        *ladder_section("luminis"),
        *command_section("luminis", [_match_command()]),
    ]
    return Page("Luminis", lines, findings)


def _findings(counts: Counts, seatings: Sequence[Seating]) -> list[str]:
    means = [(seats, turns_each(games)) for seats, games in counts]
    lengths = [(seats, mean, judge_mean(mean, *TURNS)) for seats, mean in means]
    long = together(verdict for _, _, verdict in lengths)
    rates = _kind_rates([game for _, games in counts for game in games])
    kinds = ", ".join(f"{kind} {rate}" for kind, rate in zip(KINDS, rates, strict=True))
    win = together(judge_rate(rate, LEAST, 1.0) for rate in rates)
    paid, match = payments(counts[0][1]), frugal.usual_share(frugal.LATER)
    worth = OPEN if not match or match.low <= 0.5 <= match.high else YES if match.low > 0.5 else NO
    even = together(one.verdict for one in seatings)
    return [
        seat_finding(seatings, "Places in the order of play"),
        count_finding("18 to 40 turns per player", lengths),
        verdict_sentence(f"Spires that win, all counts together: {kinds}; each kind more than 15 %", win),
        _payment_finding(paid),
        *_match_findings(worth),
        deck_finding(list(zip(ASKED, (even, long, win, worth), strict=True))),
    ]


def _payment_finding(paid: Payments) -> str:
    parts = f"{paid.foundation} of the first builds and {paid.later} of the later ones"
    return f"Paying by discard, 2 players: {parts}, {paid.per_build:.2f} cards per build in all."


def _match_findings(worth: str) -> list[str]:
    never, later = frugal.usual_share(frugal.NEVER), frugal.usual_share(frugal.LATER)
    lines = []
    if never:
        lines.append(
            f"Against a player who never pays so, one who may wins {_share(never)} of {never.chances:.0f} games."
        )
    if later:
        lines.append(
            f"Against a player who stops paying so once three cards stand, one who may go on wins {_share(later)} of"
            f" {later.chances:.0f} games. {verdict_sentence('Worth its while also later', worth)}"
        )
    return lines


def _kind_rates(games: Sequence[Played]) -> list[Rate | None]:
    counts = spires(games)
    total = sum(counts.values())
    return [rate_of([1.0] * counts[kind] + [0.0] * (total - counts[kind])) for kind in KINDS]


def _match_command() -> str:
    matches = [(frugal.usual_share(name), games) for name, games in frugal.GAMES.items()]
    told = " and ".join(f"{share.chances if share else 0:.0f} of {games}" for share, games in matches)
    return f"python -m scripts.reports play luminis-discard   # {told} games were played"


def _share(share: Share) -> str:
    return f"{percent(share.rate)} % ({percent(share.low)}–{percent(share.high)})"


def _lengths(counts: Counts) -> list[str]:
    rows = [(f"{seats} players", mean) for seats, games in counts if (mean := turns_each(games))]
    cells = [
        (seats, len(games), turns_each(games), judge_mean(turns_each(games), *TURNS), shared(games), endings(games))
        for seats, games in counts
    ]
    heads = ("players", "games", "turns per player", "18 to 40", "shared victories", "endings")
    return [*length_section("luminis-length", rows, "turns per player", TURNS), *table(heads, cells)]


def _spires(counts: Counts) -> list[str]:
    rows: list[Row] = []
    for seats, games in counts:
        rows.append(Row(f"{seats} players"))
        for kind, rate in zip(("square", "circle", "triangle"), _kind_rates(games), strict=True):
            rows.append(Row(kind, (dot(rate),) if rate else (), None, f"{100 * rate.rate:.0f} %" if rate else ""))
    address = forest("luminis-spires", rows, "share of the spires that won, % (95 %)")
    note = "Two spires of each kind are in the box; 3 of the 6 lie on the table with two players, 4 with more."
    return [*picture(address, "Luminis: which spire wins, by number of players"), *paragraph(note)]


def _discards(counts: Counts) -> list[str]:
    found = [(f"{seats}, `{PLAYERS['luminis']}`", payments(games)) for seats, games in counts]
    found += [(f"2, `{study.players}`", payments(games)) for study, games in played("luminis", STRENGTH)]
    heads = ("players", "builds", "paid by discard", "cards per build", "a seat's first", "later ones", "level I", "II",
             "III", "who never did won", "who gave most won")  # fmt: skip
    return [
        *table(heads, [(name, *_payment_cells(paid)) for name, paid in found]),
        *paragraph(
            "Who pays so and who does not is no fair comparison: whoever plays longer has more occasions, and whoever",
            f"is behind has more need. So there are two matches, every deal from both seats: `{frugal.USUAL}` against",
            "the same player who leaves builds that must be paid by discard out of its choice, always or once three of",
            "its cards stand (what it imagines for later may still contain them):",
        ),
        *bullets(_match_lines()),
        *paragraph("Without any discards one can hardly begin: 31 of the 34 cards of level I cost something."),
    ]


def _match_lines() -> list[str]:
    """The two matches, as they stand on the page."""
    names = {frugal.NEVER: "never pays by discard", frugal.LATER: "does until three cards stand"}
    found = [(words, frugal.usual_share(name)) for name, words in names.items()]
    return [
        f"against the one who {words}: **{_share(share)}** of {share.chances:.0f} games for the one who may"
        for words, share in found
        if share
    ]


def _payment_cells(paid: Payments) -> list[object]:
    cards = f"{paid.per_build:.2f}"
    levels = [paid.by_level[level] for level in ("I", "II", "III")]
    return [paid.builds, paid.by_discard, cards, paid.foundation, paid.later, *levels, paid.others, paid.givers]


def _house_rules(counts: Counts) -> list[str]:
    found = [("default rules", counts[0][1])]
    found += [(study.setting.replace("=", " "), games) for study, games in played("luminis", RULES)]
    rows = []
    for name, games in found:
        paid, begins = payments(games), shares_from(games, "first")[0]
        kinds = " / ".join(f"{100 * rate.rate:.0f}" for rate in _kind_rates(games) if rate)
        rows.append((f"`{name}`", len(games), turns_each(games), begins, kinds, paid.by_discard, endings(games)))
    heads = (
        "rules, 2 players",
        "games",
        "turns per player",
        "who begins wins",
        "■ / ● / ▲ %",
        "paid by discard",
        "endings",
    )
    return [*table(heads, rows), *only_default(rows)]
