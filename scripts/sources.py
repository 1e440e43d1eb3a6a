"""Write docs/sources.md: where every rule comes from, by each game's origins.toml in English (`make sources`)."""

from pathlib import Path

from lumitheque.games import SHELF, Game
from lumitheque.games.origins import Origins, Source, origins
from lumitheque.games.speech import say_value

PAGE = Path(__file__).parents[1] / "docs" / "sources.md"
HEADING = """# Where every rule comes from

Made by `make sources` from `games/NAME/origins.toml`; a rule without an origin fails the suite. Players see the same
marks beside the rules on the rule pages.

| origin | meaning |
| --- | --- |
| booklet | the booklet says so, under the heading that is named |
| our reading | the booklet's text allows it and allows something else; the other reading is told |
| house | a rule of this house, where the booklet is silent or says something else |
| elsewhere | a fact about the published game that its booklet does not give |
"""
NAMES = {
    "booklet": "booklet",
    "reading": "our reading",
    "other": "the other reading",
    "house": "house",
    "elsewhere": "elsewhere",
}
FACTS = {"age": "age", "minutes": "minutes"}


def tell(source: Source) -> str:
    """Write a source in one line of Markdown."""
    parts = [f"**{NAMES[source.origin]}**" + (f" (« {source.section} »)" if source.section else "")]
    if source.says:
        parts.append(source.says)
    if source.other:
        parts.append(f"*The other reading:* {source.other}")
    return " ".join(parts)


def rule_rows(game: Game, told: Origins) -> list[str]:
    page = f"../src/lumitheque/games/{game.name}/words/en/rules.md"
    sources = {rule_id: "<br>".join(map(tell, told.rules[rule_id])) for rule_id in game.rule_ids}
    return [f"| [{rule_id}]({page}#{rule_id}) | {line} |" for rule_id, line in sources.items()]


def option_rows(game: Game, told: Origins) -> list[str]:
    """A row for each value, or one for all that have the same origin and no words of their own."""
    rows = []
    for option in game.options:
        if "any" in told.options[option.name]:
            rows.append(f"| `{option.name}` | any | {NAMES[told.options[option.name]['any']]} |")
            continue
        for value in option.values:
            label = say_value(game, option, value, "en")
            mark = NAMES[told.of_value(option.name, value)]
            rows.append(f"| `{option.name}={str(value).lower()}` | {label} | {mark} |")
    return rows


def section(game: Game) -> str:
    told = origins(game, "en")
    if told is None:
        raise SystemExit(f"{game.name} has no origins.toml")
    facts = [f"| {name} | {tell(told.facts[fact])} |" for fact, name in FACTS.items()]
    return "\n".join(
        [
            f"## {game.words('en')['title']}\n\nBooklet: *{told.booklet.title}*, {told.booklet.publisher}.\n",
            *["| rule | where from |", "| --- | --- |", *rule_rows(game, told), ""],
            *["| what a table may choose | in words | where from |", "| --- | --- | --- |"],
            *[*option_rows(game, told), ""],
            *["| on the box | where from |", "| --- | --- |", *facts, ""],
        ]
    )


def write_page() -> str:
    """Return the text of docs/sources.md."""
    return "\n".join([HEADING, *(section(game) for game in SHELF.values())])


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
    print(f"{PAGE.name} written")
