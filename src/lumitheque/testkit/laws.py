"""The laws every game obeys.

A law is a function of a game in play and a die. It looks, tries and compares; it leaves the game as it found it, and
raises AssertionError where the game does not obey.
"""

import itertools
import random
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from lumitheque.games.edition import blank, record_from
from lumitheque.games.game import Game, GameError, Value
from lumitheque.games.rule import SPECTATOR
from lumitheque.games.speech import say_ending, say_move, say_refusal
from lumitheque.kernels.observing import Observer, is_observable
from lumitheque.languages import languages
from lumitheque.referee import Referee, load
from lumitheque.referee.chance_log import playout_chance
from lumitheque.testkit.near_misses import near_misses
from lumitheque.testkit.walks import opened, random_walk

Law = Callable[[Referee, random.Random], None]


def viewers(play: Referee) -> list[int]:
    return [*range(play.seats), SPECTATOR]


def view_of(play: Referee, seat: int) -> Any:
    return play.view_record(None if seat == SPECTATOR else seat)


def copied(s: Any) -> Any:
    return record_from(s.tobytes(), s.dtype)


def legal_on(play: Referee, s: Any, seat: int) -> list[int]:
    out = np.zeros(play.game.record.MOST_MOVES, np.int32)
    return list(out[: play.game.rules.legal_moves(play.e, s, seat, out)].tolist())


def imagined(play: Referee, seat: int, dice: random.Random) -> Any:
    """Sample a world that a seat cannot tell from the real one."""
    view = view_of(play, seat)
    world = copied(view)
    play.game.knowledge.imagine(play.e, view, seat, playout_chance(dice.getrandbits(60)), world)
    return world


def somebody_waits_until_the_end(play: Referee, dice: random.Random) -> None:
    assert bool(play.waiting()) == (play.ending() is None)
    for seat in range(play.seats):
        assert bool(legal_on(play, play.state, seat)) == (seat in play.waiting()), f"seat {seat}"


def legal_list_is_ascending(play: Referee, dice: random.Random) -> None:
    for seat in range(play.seats):
        moves = legal_on(play, play.state, seat)
        assert all(a < b for a, b in itertools.pairwise(moves)), "not ascending, or one twice"
        assert all(0 <= move < play.game.record.MOVES for move in moves)


def refusal_agrees_with_the_list(play: Referee, dice: random.Random) -> None:
    """Every move number: not refused if and only if it is listed as legal."""
    refusal, rules = play.game.rules.refusal, set(play.game.rule_ids)
    numbers = range(play.game.record.MOVES)
    if dice.random() > 0.1:  # all of them now and then, else a sample and its legal neighbours
        numbers = dice.sample(numbers, min(200, len(numbers)))  # type: ignore[assignment]
    for seat in (*range(play.seats), play.seats, SPECTATOR):
        legal = set(legal_on(play, play.state, seat)) if 0 <= seat < play.seats else set()
        for move in {*numbers, *legal}:
            refused = int(refusal(play.e, play.state, seat, move))
            assert (refused == 0) == (move in legal), f"seat {seat}, move {move}: refusal {refused}"
            assert play.game.rule_id(refused) in rules


def judge_knows_every_text(play: Referee, dice: random.Random) -> None:
    """A text is accepted if and only if it is a legal move's; a refusal always names a rule."""
    heard = [decision.text for decision in play.decisions[-50:]]
    for seat in range(play.seats):
        legal = play.legal(seat)
        for text in near_misses(dice, legal, heard, 15):
            refused = play.refusal(text, seat)
            assert (refused is None) == (text in legal), f"{text!r} by {seat}: {refused}"
            assert refused is None or refused in play.game.rule_ids


def moves_have_one_text(play: Referee, dice: random.Random) -> None:
    notation = play.game.notation
    for seat in play.waiting():
        moves = legal_on(play, play.state, seat)
        texts = [notation.write_move(play.edition, play.state, move) for move in moves]
        assert len(set(texts)) == len(texts), "two moves with one text"
        for move, text in zip(moves, texts, strict=True):
            assert notation.read_move(play.edition, play.state, text) == move, text
        for move in dice.sample(moves, min(3, len(moves))):
            key, parts = notation.describe_move(play.edition, play.state, move)
            assert all(say_move(play.game.words(language), key, parts) for language in languages())


def positions_round_trip(play: Referee, dice: random.Random) -> None:
    """The state and every view, to JSON and back, byte for byte."""
    notation = play.game.notation
    codes = np.array(play.game.option_codes(play.options), np.int64)
    for viewer in (None, *viewers(play)):
        s = play.state if viewer is None else view_of(play, viewer)
        told = msgspec.json.encode(notation.write_position(play.edition, s, viewer))
        back = blank(play.game.record.STATE)
        notation.read_position(play.edition, play.seats, codes, msgspec.json.decode(told, type=notation.Position), back)
        assert back.tobytes() == s.tobytes(), f"viewer {viewer}: {differing_fields(s, back)}"
        assert viewer is None or b'"?"' not in msgspec.json.encode(play.position())


def differing_fields(s: Any, other: Any) -> list[str]:
    return [name for name in s.dtype.names if not np.array_equal(s[name], other[name])]


def copies_are_independent(play: Referee, dice: random.Random) -> None:
    """Playing on in a copy changes nothing here, and is the same every time."""
    if not play.waiting():
        return
    seat = dice.choice(play.waiting())
    move = dice.choice(play.legal_numbers(seat))
    before, stream = play.state.tobytes(), dice.getrandbits(60)
    results = []
    for _ in range(2):
        copy = copied(play.state)
        play.game.rules.apply_move(play.e, copy, seat, move, playout_chance(stream))
        results.append(copy.tobytes())
    assert play.state.tobytes() == before
    assert results[0] == results[1], "the same move with the same chance gave two results"


def a_view_is_enough_to_move(play: Referee, dice: random.Random) -> None:
    """What a seat may do, and why not, follows from what it knows."""
    for seat in range(play.seats):
        view = view_of(play, seat)
        assert legal_on(play, view, seat) == legal_on(play, play.state, seat), f"seat {seat}"
        for move in dice.sample(range(play.game.record.MOVES), min(40, play.game.record.MOVES)):
            arguments = (seat, move)
            refused = play.game.rules.refusal(play.e, play.state, *arguments)
            assert play.game.rules.refusal(play.e, view, *arguments) == refused, f"seat {seat}, move {move}"


def imagined_worlds_look_alike(play: Referee, dice: random.Random) -> None:
    """Whatever a seat cannot know, changed, changes nothing that it sees: record, JSON, drawing, moves, refusals."""
    for seat in viewers(play):
        view, world = view_of(play, seat), imagined(play, seat, dice)
        again = blank(play.game.record.STATE)
        play.game.knowledge.view(play.e, world, seat, again)
        assert again.tobytes() == view.tobytes(), f"viewer {seat}: {differing_fields(view, again)}"
        assert play.game.rules.waiting(play.e, world) == play.game.rules.waiting(play.e, play.state), f"viewer {seat}"
        if seat != SPECTATOR:
            assert legal_on(play, world, seat) == legal_on(play, play.state, seat), f"viewer {seat}"


def imagined_worlds_can_be_played(play: Referee, dice: random.Random) -> None:
    """An imagined world is one that the rules can go on from, and it is complete."""
    if not play.waiting():
        return
    seat = dice.choice(viewers(play))
    world, chance = imagined(play, seat, dice), playout_chance(dice.getrandbits(60))
    told = msgspec.json.encode(play.game.notation.write_position(play.edition, world, None))
    assert b'"?"' not in told, f"imagined by {seat}, something is still hidden"
    for _ in range(12):
        bits = int(play.game.rules.waiting(play.e, world))
        if not bits:
            break
        acting = dice.choice([n for n in range(play.seats) if (bits >> n) & 1])
        move = dice.choice(legal_on(play, world, acting))
        play.game.rules.apply_move(play.e, world, acting, move, chance)


def observations_follow_from_views(play: Referee, dice: random.Random) -> None:
    """What a learner is told fills every byte, and is the same in worlds that the seat cannot tell apart."""
    if (observer := observer_at(play)) is None:
        return
    for seat in range(play.seats):
        worlds = (play.state, imagined(play, seat, dice))
        told = [observed(play, observer, world, seat, paper) for world, paper in zip(worlds, (0, 255), strict=True)]
        assert told[0].tobytes() == told[1].tobytes(), f"seat {seat}: {differing_bytes(observer, *told)}"


def observed(play: Referee, observer: Observer, world: Any, seat: int, paper: int) -> Any:
    """What a seat is told of a world, written onto bytes that were not blank."""
    view, out = blank(play.game.record.STATE), np.full(observer.length + 8, paper, np.uint8)
    play.game.knowledge.view(play.e, world, seat, view)
    before = view.tobytes()
    written = int(play.game.part("observation").observe(play.e, view, seat, out))
    assert view.tobytes() == before, f"seat {seat}: the view was written to"
    assert written == observer.length, f"seat {seat}: {written} bytes, but its facts and planes say {observer.length}"
    assert (out[observer.length :] == paper).all(), f"seat {seat}: bytes behind the end"
    return out[: observer.length]


def differing_bytes(observer: Observer, one: Any, other: Any) -> list[str]:
    return [observer.name_of(int(place)) for place in np.flatnonzero(one != other)[:5]]


def actions_stand_for_moves(play: Referee, dice: random.Random) -> None:
    """Every legal move is an action, there and back and as text, and the mask has these and no others."""
    if (observer := observer_at(play)) is None:
        return
    for seat in range(play.seats):
        legal, view = legal_on(play, play.state, seat), view_of(play, seat)
        assert set(legal) <= set(observer.moves.tolist()), f"{set(legal) - set(observer.moves.tolist())}: no action"
        actions = [observer.action_of(move) for move in legal]
        assert np.flatnonzero(observer.legal_mask(view, seat)).tolist() == actions, f"seat {seat}: the mask"
        assert [observer.move_of(action) for action in actions] == legal
        for action in dice.sample(actions, min(3, len(actions))):
            assert observer.action_of_text(observer.text_of(action)) == action, observer.text_of(action)


def observer_at(play: Referee) -> Observer | None:
    """How learners see this game; None if it tells them nothing."""
    if not is_observable(play.game):
        return None
    return Observer(play.game, play.seats, play.options, play.edition)


def only_what_is_said_to_be_shown_is_shown(play: Referee, dice: random.Random) -> None:
    """A move that says it showed nothing leaves nobody wiser: in worlds alike before it, it looks the same after it."""
    if not play.waiting():
        return
    acting = dice.choice(play.waiting())
    move = dice.choice(play.legal_numbers(acting))
    after = copied(play.state)
    if play.game.rules.apply_move(play.e, after, acting, move, playout_chance(1)):
        return
    world = imagined(play, acting, dice)
    play.game.rules.apply_move(play.e, world, acting, move, playout_chance(1))
    seen = []
    for s in (after, world):
        out = blank(play.game.record.STATE)
        play.game.knowledge.view(play.e, s, acting, out)
        seen.append(out.tobytes())
    assert seen[0] == seen[1], f"seat {acting}, move {play.game.notation.write_move(play.edition, play.state, move)}"


def drawings_can_be_read(play: Referee, dice: random.Random) -> None:
    """Every viewer gets a picture in both languages, without colour too."""
    from rich.console import Console

    for seat in (*range(play.seats), None):
        for language in languages():
            console = Console(width=100, color_system=None, file=None, record=False)
            with console.capture() as capture:
                console.print(play.draw(seat, language))
            assert capture.get().strip()


def endings_add_up(play: Referee, dice: random.Random) -> None:
    ending = play.ending()
    if ending is None:
        return
    assert ending["winners"] and len(ending["points"]) == play.seats
    best = max(ending["points"])
    assert all(ending["points"][seat] == best for seat in ending["winners"])
    assert all(say_ending(play.game, ending["reason"], language) for language in languages())
    assert all(play.view(seat) is not None and "?" not in str(play.view(seat)) for seat in (*range(play.seats), None))


def the_record_replays(play: Referee, dice: random.Random) -> None:
    """From its chance, and again from its seed alone; and from the middle, as a position."""
    record = play.game_record()
    again = load(msgspec.json.encode(record))
    assert again.state.tobytes() == play.state.tobytes()
    assert again.game_record() == record
    record.chance = []
    assert load(record).state.tobytes() == play.state.tobytes(), "the seed gives another deal"


def a_position_is_a_beginning(play: Referee, dice: random.Random) -> None:
    record = play.game_record()
    record.position, record.moves, record.chance, record.ending = play.position(), [], [], msgspec.UNSET
    assert load(record).state.tobytes() == play.state.tobytes()


def everything_is_in_its_place(play: Referee, dice: random.Random) -> None:
    """The game's own audit: pieces and cards conserved, lists in order, counters in range."""
    problems = play.game.part("audit").audit(play.edition, play.state)
    assert not problems, problems


AT_EVERY_STEP: tuple[Law, ...] = (
    somebody_waits_until_the_end,
    legal_list_is_ascending,
)
NOW_AND_THEN: tuple[Law, ...] = (
    everything_is_in_its_place,
    copies_are_independent,
    refusal_agrees_with_the_list,
    judge_knows_every_text,
    moves_have_one_text,
    positions_round_trip,
    a_view_is_enough_to_move,
    imagined_worlds_look_alike,
    imagined_worlds_can_be_played,
    observations_follow_from_views,
    actions_stand_for_moves,
    only_what_is_said_to_be_shown_is_shown,
)
AT_THE_END: tuple[Law, ...] = (drawings_can_be_read, endings_add_up, the_record_replays, a_position_is_a_beginning)
LAWS = AT_EVERY_STEP + NOW_AND_THEN + AT_THE_END


def hold(law: Law, play: Referee, dice: random.Random) -> None:
    """Check one law; the AssertionError names the law and the move."""
    try:
        law(play, dice)
    except (AssertionError, GameError) as error:
        told = [decision.text for decision in play.decisions[-5:]]
        where = f"{play.game.name}, {play.seats} seats, {play.options}, seed {play.seed}, ply {len(play.decisions)}"
        raise AssertionError(f"{law.__name__.replace('_', ' ')}: {where}, after {told}: {error}") from error


def obey(
    game: Game, seats: int, options: dict[str, Value], seed: int, often: float = 0.1, most: int | None = None
) -> Referee:
    """Play a random game and check every law along it; `often` is the probability of the expensive ones."""
    dice = random.Random(seed)
    play = opened(game, seats, options, seed)
    for _ in random_walk(play, dice, most):
        assert len(play.decisions) <= game.record.LONGEST, "longer than any game can be"
        for law in AT_EVERY_STEP:
            hold(law, play, dice)
        if dice.random() < often or len(play.decisions) < 3 or not play.waiting():
            for law in NOW_AND_THEN:
                hold(law, play, dice)
    for law in AT_THE_END:
        hold(law, play, dice)
    return play


def every_refusal_has_words(game: Game) -> None:
    for rule_id in game.rule_ids:
        assert all(say_refusal(game, rule_id, language) for language in languages())
