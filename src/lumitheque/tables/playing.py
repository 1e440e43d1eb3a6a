"""Play, take back, resign, offer a draw."""

from typing import Any

from lumitheque.games import find
from lumitheque.tables import commands as ask
from lumitheque.tables.asking import Asking, Obeyed
from lumitheque.tables.denied import Denied
from lumitheque.tables.events import (
    DrawAnswered,
    DrawOffered,
    Event,
    Played,
    Resigned,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from lumitheque.tables.gestures import public_view
from lumitheque.tables.table import Question, Table
from lumitheque.tables.timing import replace_lost
from lumitheque.tables.undo import way_back

MOST_MOVES, LONGEST_MOVE = 100, 60  # moves of one play; characters of a move


def play(asking: Asking, command: ask.Play) -> Obeyed:
    asking.require("playing")
    table = asking.table
    seat = _playing_seat(asking, command.seat)
    if command.after is not None and command.after < table.played_seq:
        raise Denied("stale")
    if command.decision is not None and command.decision != table.decision_of[seat]:
        raise Denied("stale")
    if seat not in table.waiting:
        raise Denied("not_your_turn")
    if table.clocks is not None and (end := table.clocks.ends(seat)) is not None and asking.now >= end:
        raise Denied("out_of_time")
    if not 0 < len(command.moves) <= MOST_MOVES or max(map(len, command.moves)) > LONGEST_MOVE:
        raise Denied("how_many_moves")
    return _try(table, seat, command.moves, command.hurried and asking.actor.kind == "bot")


def _playing_seat(asking: Asking, seat: int | None) -> int:
    """A person's own seat; for the bots' runner any seat that a bot plays."""
    if asking.actor.kind == "bot":
        if seat is None:
            raise Denied("which_seat")
        if asking.check_seat(seat) not in asking.table.places.played_by_bots:
            raise Denied("not_your_seat")
        return seat
    seat = asking.own_seat(seat, asking.table.waiting)
    asking.check_present(seat)
    return seat


def _try(table: Table, seat: int, moves: list[str], hurried: bool) -> Obeyed:
    """Make the moves on trial, and see what comes of them: `Table.evolve` makes them in earnest."""
    referee, made, chance = table.game, 0, list[tuple[str, Any]]()
    seen = public_view(referee) if table.deciding else b""
    trial = referee.begin_trial()
    try:
        for text in moves:
            if chance or (made and referee.decisions[-1].revealed):
                raise Denied("shown")  # otherwise a refused second move would tell what the first reveals
            move, rule_id = referee.judge(text, seat)
            if rule_id:
                phase = referee.phase_instead(seat, move, rule_id)
                facts = {"game": table.terms.game, "options": referee.options, "phase": phase}
                raise Denied("refused", rule_id, move=text, number=made, **facts)
            chance += referee.play_number(move, seat, text)
            made += 1
        if table.deciding and public_view(referee) == seen:
            raise Denied("incomplete")  # a secret decision is one play, so that nobody sees how far it is
    finally:
        referee.end_trial(trial)
    return Obeyed([Played(seat, moves, chance, hurried)], trial)


# --- taking back ---------------------------------------------------------------------------------------------------


def take_back(asking: Asking, command: ask.TakeBack) -> list[Event]:
    asking.require("playing")
    table = asking.table
    last = [one.seat for one in table.game.decisions[-1:]]
    seat = asking.own_seat(command.seat, last)
    asking.check_present(seat)
    way = way_back(table, seat)
    if way is None:
        raise Denied("nothing_to_take_back")
    if way.how == "free":
        return [TakenBack(seat, way.decisions)]
    _check_new(table, "take_back", seat, table.take_back_question)
    return [TakeBackAsked(seat)]


def _check_new(table: Table, what: str, seat: int, open_question: Question | None) -> None:
    """Denied if a question is open, or if the same one was just turned down."""
    if open_question is not None:
        raise Denied("asked_already")
    if table.turned_down.get((what, seat)) == table.moves():
        raise Denied("turned_down")


def _check_answer(asking: Asking, question: Question | None) -> Question:
    if question is None:
        raise Denied("not_asked")
    if asking.actor.person not in asking.table.missing(question):
        raise Denied("not_asked")
    return question


def answer_take_back(asking: Asking, command: ask.AnswerTakeBack) -> list[Event]:
    asking.require("playing")
    table = asking.table
    seat = asking.any_own_seat(command.seat)
    question = _check_answer(asking, table.take_back_question)
    answer: list[Event] = [TakeBackAnswered(seat, command.agrees)]
    if command.agrees and table.missing(question) == [asking.actor.person]:
        way = way_back(table, question.seat)
        assert way is not None
        answer.append(TakenBack(question.seat, way.decisions))
    return answer


# --- other ends ----------------------------------------------------------------------------------------------------


def offer_draw(asking: Asking, command: ask.OfferDraw) -> list[Event]:
    asking.require("playing")
    table = asking.table
    seat = asking.any_own_seat(command.seat)
    asking.check_present(seat)
    if not find(table.terms.game).drawable:
        raise Denied("no_draws")
    if table.places.bots or any(table.places[one].for_good for one in range(table.terms.seats)):
        raise Denied("bots_play_on")
    _check_new(table, "draw", seat, table.draw_offer)
    return [DrawOffered(seat)]


def answer_draw(asking: Asking, command: ask.AnswerDraw) -> list[Event]:
    asking.require("playing")
    seat = asking.any_own_seat(command.seat)
    _check_answer(asking, asking.table.draw_offer)
    return [DrawAnswered(seat, command.agrees)]


def resign(asking: Asking, command: ask.Resign) -> list[Event]:
    asking.require("playing")
    seat = asking.own_seat(command.seat)
    if asking.table.places[seat].for_good:
        raise Denied("gone")
    return [Resigned(seat), *replace_lost(asking.table, seat, Resigned(seat))]
