"""Worlds that are coupled: the same game with other outcomes of chance where somebody cannot see them.

A change is small: two outcomes of one event change places, two things change their names wherever chance names them,
an event gives something else. Whether anybody notices is for the game to say: play the same moves with the changed
chance, and look. Many changes that nobody notices make another world.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Event = tuple[str, Any]  # a label and what chance gave


class Places(NamedTuple):
    """Swap the outcomes in places i and j of event `number` with this label."""

    number: int
    label: str
    i: int
    j: int


class Names(NamedTuple):
    """Swap two things in every event: wherever chance gave one, it gave the other."""

    one: str
    other: str


class Instead(NamedTuple):
    """Replace the outcome of event `number` with this label."""

    number: int
    label: str
    outcome: Any


Change = Places | Names | Instead


def changed(number: int, event: Event, changes: Iterable[Change]) -> Event:
    """Apply all changes to an event, the `number`-th of its game."""
    label, outcome = event
    for change in changes:
        if isinstance(change, Names):
            outcome = renamed(outcome, {change.one: change.other, change.other: change.one})
        elif (change.number, change.label) != (number, label):
            continue
        elif isinstance(change, Instead):
            outcome = change.outcome
        elif isinstance(outcome, list) and max(change.i, change.j) < len(outcome):
            outcome = list(outcome)
            outcome[change.i], outcome[change.j] = outcome[change.j], outcome[change.i]
    return label, outcome


def renamed(outcome: Any, names: Mapping[str, str]) -> Any:
    if isinstance(outcome, list):
        return [renamed(one, names) for one in outcome]
    return names.get(outcome, outcome) if isinstance(outcome, str) else outcome


def touched(change: Change) -> set[object]:
    """Return what a change touches; changes that touch different things commute."""
    if isinstance(change, Names):
        return set(change)
    if isinstance(change, Places):
        return {(change.number, change.i), (change.number, change.j)}
    return {change.number}


def propose(
    events: Sequence[tuple[int, Event]], dice: random.Random, choices: Mapping[int, Sequence[Any]] | None = None
) -> Change | None:
    """Draw a change of these numbered events. `choices`: alternatives for events with a single outcome."""
    number, (label, outcome) = dice.choice(events)
    if isinstance(outcome, list) and len(outcome) > 1:
        i, j = dice.sample(range(len(outcome)), 2)
        if outcome[i] == outcome[j]:
            return None
        each_once = isinstance(outcome[i], str) and len(set(outcome)) == len(outcome)
        if each_once and dice.random() < 0.7:  # later events may name the same things: everywhere, or nowhere
            return Names(outcome[i], outcome[j])
        return Places(number, label, i, j)
    if choices and choices.get(number):
        return Instead(number, label, dice.choice(choices[number]))
    return None
