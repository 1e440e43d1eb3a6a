"""What agents may read: rules by their ids, whole pages, and what they are asked to do with them."""

import re

from lumitheque.agents.faults import WORDS, AgentFault
from lumitheque.agents.shapes import GameFacts, RuleTold
from lumitheque.bots import levels
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.games.origins import origins
from lumitheque.languages import fill, languages
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.pages import quote
from lumitheque.reception.shelf import tell_level, tell_line, tell_option
from lumitheque.referee.lessons import lesson_line, lessons, where_taught

MARKS = re.compile(r"<!--.*?-->\n*", re.DOTALL)


def find_game(name: str) -> Game:
    if name not in SHELF:
        raise HouseFault("unknown_game")
    return SHELF[name]


def tell_facts(game: Game, language: str) -> GameFacts:
    return GameFacts(
        game=tell_line(game, language, game.prepared),
        options=[tell_option(game, option, language) for option in game.options],
        editions=list(game.editions),
        levels=[tell_level(game, level, language) for level in levels(game).values()],
        aim=game.words(language)["aim"],
    )


def tell_rule(game: Game, rule_id: str, language: str) -> RuleTold:
    """A rule as players read it. The first of each game, XX-00, is a sentence and not on the page."""
    rule_id = rule_id.strip().upper()
    if rule_id not in game.rule_ids:
        raise AgentFault("unknown_rule", rules=", ".join(game.rule_ids))
    text = MARKS.sub("", quote(game, rule_id, language) or "") or game.words(language)["rules"][rule_id]
    sources, found = origins(game, language), where_taught(lessons(game, language), rule_id)
    return RuleTold(
        id=rule_id,
        text=text,
        origins=sources.rules.get(rule_id, []) if sources else [],
        lesson=None if found is None else lesson_line(found[0]),
    )


def read_page(game: Game, language: str, aid: bool = False) -> str:
    """The rules or the aid, without the marks by which the page of the house finds its figures."""
    return MARKS.sub("", game.page(language, aid=aid))


def page_addresses() -> dict[str, tuple[Game, str, bool]]:
    """The resources: every page by its address; True for the aid that fits on a card."""
    return {
        f"lumitheque://{game.name}/{'aid' if aid else 'rules'}/{language}": (game, language, aid)
        for game in SHELF.values()
        for language in languages()
        for aid in (False, True)
    }


def say_prompt(name: str, game: str, language: str, opponent: str = "greedy") -> str:
    """What an agent is asked to do: learn a game, play one."""
    found = find_game(game)
    parts = {"game": game, "title": found.words(language)["title"], "opponent": opponent, "first": found.rule_ids[1]}
    return fill(WORDS.words(language)["prompts"][name], language, parts)
