"""Denied: a refused command, with the reason as a code and as a sentence for people."""

import functools
from typing import Any

from lumitheque.games import find
from lumitheque.games.edition import EditionError
from lumitheque.games.speech import say_refusal
from lumitheque.languages import BASE, Catalogue, fill

WORDS = Catalogue("tables")  # why a command is denied, and the quick phrases of the chat


class Denied(Exception):
    """A command was refused and had no effect. `code` says why; a refused move has the id of the rule as well."""

    def __init__(self, code: str, rule_id: str | None = None, **facts: Any) -> None:
        super().__init__(code if rule_id is None else f"{code} {rule_id}")
        self.code, self.rule_id, self.facts = code, rule_id, facts

    def sentence(self, language: str) -> str:
        """For people, in one line."""
        if self.rule_id is not None:
            facts = self.facts
            return say_refusal(find(facts["game"]), self.rule_id, language, facts.get("phase"), facts.get("options"))
        facts = self.facts
        if isinstance(facts.get("reason"), EditionError):
            facts = facts | {"reason": facts["reason"].told(language)}
        return fill(WORDS.words(language)["denied"][self.code], language, facts)


@functools.cache
def phrases() -> frozenset[str]:
    """The ids of the quick phrases."""
    return frozenset(WORDS.words(BASE)["phrases"])


def say_phrases(language: str) -> dict[str, str]:
    """The quick phrases by id."""
    said: dict[str, str] = WORDS.words(language)["phrases"]
    return dict(sorted(said.items()))
