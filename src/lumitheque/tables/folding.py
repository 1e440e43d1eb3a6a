"""FOLDS: what each event changes at a table. `@follows` puts a method of Table there."""

from collections.abc import Callable
from typing import Any, TypeVar

from lumitheque.tables.events import Happening

FOLDS: dict[type[Happening], Callable[[Any, Any], None]] = {}
Fold = TypeVar("Fold", bound=Callable[..., None])


def follows(*kinds: type[Happening]) -> Callable[[Fold], Fold]:
    """Mark the method of Table that applies these events."""

    def note(fold: Fold) -> Fold:
        FOLDS.update(dict.fromkeys(kinds, fold))
        return fold

    return note
