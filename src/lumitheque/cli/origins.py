"""What a table chose and where rules come from, in words: what the booklet says, and what is not in it."""

from collections.abc import Mapping

from lumitheque.cli.speech import Speech
from lumitheque.games.game import Game, Option, Value
from lumitheque.games.origins import Source, origins
from lumitheque.games.speech import say_value


def tell_value(game: Game, option: Option, value: Value, say: Speech) -> str:
    """A value of an option, and whether the booklet plays so: "Stop when the bags are empty (booklet)"."""
    label, sources = say_value(game, option, value, say.language), origins(game, say.language)
    if sources is None:
        return label
    return say("origins.value", label=label, mark=say(f"origins.{sources.of_value(option.name, value)}"))


def tell_choices(game: Game, settled: Mapping[str, Value], say: Speech) -> list[str]:
    """What a table chose, a sentence for each option."""
    labels = game.words(say.language)["options"] if game.options else {}
    return [
        say(
            "origins.choice",
            label=labels[option.name]["label"],
            value=tell_value(game, option, settled[option.name], say),
        )
        for option in game.options
    ]


def tell_unusual(game: Game, seats: int, settled: Mapping[str, Value], say: Speech) -> list[str]:
    """The same, of those options alone that are not as usual."""
    usual = game.settle(seats, {})
    told = zip(game.options, tell_choices(game, settled, say), strict=True)
    return [sentence for option, sentence in told if settled[option.name] != usual[option.name]]


def tell_sources(game: Game, rule_id: str, say: Speech) -> list[str]:
    """Where a rule comes from, a sentence for each source; nothing of a game that does not say."""
    sources = origins(game, say.language)
    return [_tell_source(source, say) for source in sources.rules.get(rule_id, [])] if sources else []


def _tell_source(source: Source, say: Speech) -> str:
    place = say("origins.section", section=source.section) if source.section else ""
    told = [say(f"origins.{source.origin}").capitalize() + place]
    if source.says:
        told.append(source.says)
    if source.other:
        told.append(say("origins.otherwise", other=source.other))
    return " · ".join(told)


def tell_minutes(game: Game, say: Speech) -> str:
    """How long a game takes: "30 min", or "10–15 min a round"."""
    least, most, per = game.minutes.least, game.minutes.most, game.minutes.per
    span = say("shelf.minutes", minutes=least if least == most else f"{least}–{most}")
    return f"{span} {game.words(say.language)['options'][per]['each']}" if per else span
