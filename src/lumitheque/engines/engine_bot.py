"""EngineBot: a bot that asks a program for its moves. It fails with EngineFault; stand_in.py has what happens then."""

import time
from typing import Any, TypeVar

from msgspec import Raw, json

from lumitheque.bots.protocol import Advice, Budget, Prospect, Sight
from lumitheque.engines.commands import Command, Limits
from lumitheque.engines.pool import POOL, Hired, Pool
from lumitheque.engines.program import EngineFault
from lumitheque.engines.protocol import (
    LONGEST_COMMENT,
    ControllerError,
    ControllerMessage,
    EditionText,
    EngineError,
    Move,
    New,
    Ok,
    Over,
    Stop,
    Think,
    ThinkingTime,
)
from lumitheque.engines.stories import Story
from lumitheque.games.game import Game
from lumitheque.games.rule import NOT_NOW
from lumitheque.games.speech import say_refusal

RETRIES = 1  # after an illegal move
Answer = TypeVar("Answer", Ok, Move)


class EngineBot:
    """One seat of one match, played by a program. Whoever seats it tells it the story before each choice (`hear`), and
    lets it go at the end (`leave`): it then waits for the next match."""

    def __init__(self, game: Game, command: Command, limits: Limits, pool: Pool = POOL) -> None:
        self.game, self.command, self.limits = game, command, limits
        self.comment = ""  # what the engine said of its last move, for people
        self._pool = pool
        self._hired: Hired | None = None
        self._story: Story | None = None
        self._match = ""  # that the program plays, once it was told so
        self._told: list[tuple[int, str]] = []  # what it was told of it
        self._asked = False  # and not answered yet

    @property
    def name(self) -> str:
        """The name that the program gives itself."""
        return self._hired.ready.name if self._hired else self.command.name

    def hear(self, story: Story) -> None:
        """Take what the seat knows beside the position; the program is told what is new with its next turn."""
        self._story = story

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        """Ask the program. EngineFault if it fails; it is then gone, and would be started anew."""
        assert self._story is not None, "tell an engine its story first"
        begun = time.monotonic()
        try:
            hired = self._begin(sight, self._story)
            hired.program.forget_interrupts()
            self._asked = True
            self._ask(hired, self._question(sight, self._story, budget, seed))
            move, answer = self._legal_answer(hired, sight, self._story, budget)
        except EngineFault:
            self._dismiss()
            raise
        self._told, self._asked = list(self._story.told), False
        self.comment = " ".join((answer.comment or "").split())[:LONGEST_COMMENT]
        return self._advice(sight, self._story, move, answer, time.monotonic() - begun)

    def stop(self) -> None:
        hired = self._hired
        if hired is not None:
            hired.program.interrupt()

    def leave(self, ending: dict[str, Any] | None = None) -> None:
        """The match is over, or this seat is given up: the program is free for another."""
        if self._asked:
            self._dismiss()
        hired, self._hired = self._hired, None
        if hired is None:
            return
        try:
            if ending is not None and self._match:
                points = [float(number) for number in ending["points"]]
                hired.program.say(Over(self._match, ending["reason"], list(ending["winners"]), points))
        except EngineFault:
            self._pool.dismiss(hired)
        else:
            self._pool.keep(hired)
        self._match, self._told = "", []

    def _dismiss(self) -> None:
        hired, self._hired = self._hired, None
        self._match, self._told, self._asked = "", [], False
        if hired is not None:
            self._pool.dismiss(hired)

    # --- what is said ------------------------------------------------------------------------------------------------

    def _begin(self, sight: Sight, story: Story) -> Hired:
        """Have a program that knows of this match. It begins anew if moves that it was told were taken back."""
        if self._hired is None:
            self._hired = self._pool.hire(self.command, self.limits)
        hired, game = self._hired, self.game
        if self._match == story.match and story.told[: len(self._told)] == self._told:
            return hired
        if hired.ready.games is not None and game.name not in hired.ready.games:
            listed = ", ".join(hired.ready.games) or "nothing"
            raise EngineFault("not_started", f"does not play {game.name}; it plays: {listed}")
        edition = story.edition
        self._match, self._told = story.match, []
        self._ask(
            hired,
            New(
                match=story.match,
                game=game.name,
                rules=game.rules_version,
                seats=sight.seats,
                seat=sight.seat,
                options=story.options,
                edition=EditionText(edition.name, edition.sha256, edition.text) if edition else None,
            ),
        )
        if self._wait(hired, Ok, time.monotonic() + self.limits.start) is None:
            raise hired.program.silent("too_slow", f"has not answered new within {self.limits.start:g} s")
        return hired

    def _question(self, sight: Sight, story: Story, budget: Budget, seed: int) -> Think:
        game, view = sight.game, sight.view
        return Think(
            view=Raw(json.encode(game.notation.write_position(story.edition, view, sight.seat))),
            waiting=[seat for seat in range(sight.seats) if int(game.rules.waiting(sight.e, view)) >> seat & 1],
            legal=[game.notation.write_move(story.edition, view, move) for move in sight.moves()],
            told=story.told[len(self._told) :],
            budget=ThinkingTime(
                ms=None if budget.seconds is None else round(budget.seconds * 1000), simulations=budget.simulations
            ),
            seed=f"{seed:x}",
        )

    def _ask(self, hired: Hired, message: ControllerMessage) -> None:
        hired.program.forget_what_it_said()
        hired.program.say(message)

    # --- what is heard -----------------------------------------------------------------------------------------------

    def _wait(self, hired: Hired, kind: type[Answer], until: float) -> Answer | None:
        """Wait for this answer; None when there is no time left, or, for a move, on `stop`."""
        while (message := hired.program.hear(until, stoppable=kind is Move)) is not None:
            if isinstance(message, EngineError):
                raise EngineFault("gave_up", f"says: {message.error[:LONGEST_COMMENT]}")
            if isinstance(message, kind):
                return message
        return None

    def _answer(self, hired: Hired, budget: Budget) -> Move:
        """Wait for a move; stop the program when its time is up, and give it up when it does not even stop."""
        limits, program = self.limits, hired.program
        time_limit = limits.patience if budget.seconds is None else budget.seconds + limits.grace
        begun = time.monotonic()
        answer = self._wait(hired, Move, begun + time_limit)
        if answer is not None:
            return answer
        program.say(Stop())
        until = time.monotonic() + limits.stop
        while answer is None and time.monotonic() < until:  # told to stop once more, it is not waited for any less
            answer = self._wait(hired, Move, until)
        if answer is None:
            raise program.silent("too_slow", f"has not moved after {time.monotonic() - begun:.1f} s, nor stopped")
        return answer

    def _legal_answer(self, hired: Hired, sight: Sight, story: Story, budget: Budget) -> tuple[int, Move]:
        """Wait for a legal move. A program that answers with an illegal one is told why, and asked once more."""
        legal = set(sight.moves())
        for retry in range(RETRIES + 1):
            answer = self._answer(hired, budget)
            move, rule_id = self._judge(sight, story, answer.move)
            if move in legal:
                return move, answer
            if retry < RETRIES:
                sentence = say_refusal(sight.game, rule_id, "en", options=story.options)
                hired.program.say(ControllerError(sentence, rule_id, answer.move[:LONGEST_COMMENT]))
        raise EngineFault(
            "illegal_move", f"plays {answer.move[:60]!r}, which {rule_id} forbids, and was told so before"
        )

    def _judge(self, sight: Sight, story: Story, text: str) -> tuple[int, str]:
        """The number of a move, and the rule that it breaks if it is not legal."""
        game = sight.game
        move = game.notation.read_move(story.edition, sight.view, text)
        if move is None:
            return -1, game.rule_id(NOT_NOW)
        return int(move), game.rule_id(int(game.rules.refusal(sight.e, sight.view, sight.seat, move)) or NOT_NOW)

    def _advice(self, sight: Sight, story: Story, move: int, answer: Move, seconds: float) -> Advice:
        """What the program answered, in numbers. Where its chances or its line name what cannot be read, they end."""
        read, legal = sight.game.notation.read_move, set(sight.moves())
        prospects = []
        for text, chance in (answer.chances or {}).items():
            number = read(story.edition, sight.view, text)
            if number in legal:
                prospects.append(Prospect(int(number), chance, 0))
        prospects.sort(key=lambda one: (one.move != move, -one.chance))
        line = [(sight.seat, move)]
        for seat, text in (answer.line or [])[1:]:
            number = read(story.edition, sight.view, text)
            if number is None or seat not in range(sight.seats):
                break
            line.append((seat, int(number)))
        return Advice(move, prospects, line if answer.line else [], answer.simulations or 0, seconds=seconds)
