"""One game in the terminal: whose turn it is, what they see, what they type."""

import random
import sys
from contextlib import suppress
from enum import Enum
from typing import Any

from rich.text import Text

from lumitheque.cli.opponents import Opponents, show_hint
from lumitheque.cli.orders import Order, meant_move, nearest_move, read_moves, read_order
from lumitheque.cli.origins import tell_choices, tell_sources, tell_unusual
from lumitheque.cli.pages import find_paragraphs
from lumitheque.cli.play import HUMAN
from lumitheque.cli.reading import write_text
from lumitheque.cli.screens import FEW, all_moves, clear, numbered_moves, page, samples_of_moves
from lumitheque.cli.speech import Speech
from lumitheque.cli.telling import (
    Screen,
    describe,
    kinds_of_moves,
    player,
    tell_edition,
    tell_ending,
    tell_phase,
)
from lumitheque.games.speech import say_refusal
from lumitheque.referee import Referee, write_record
from lumitheque.referee.checking import dice, random_move

QUOTED = 2  # paragraphs of the rules that are shown at a time
RECENT = 12  # moves of others that are told
SETUP = "setup"  # the phase of the games in which many pieces are placed one by one


class Then(Enum):
    """What follows a line typed."""

    STAY = "the same player types another"
    GO_ON = "something has changed"
    LEAVE = "the sitting is over"


class Sitting:
    """The loop of one game: shows the table, reads what people type, lets bots move."""

    def __init__(self, referee: Referee, players: list[str], say: Speech, at_once: bool = True) -> None:
        self.referee, self.say = referee, say
        self.screen = Screen()
        self.dice = dice(referee.seed, 0) if referee.seed else random.Random()
        self.opponents = Opponents(referee, players, self.dice, at_once)
        self.people = [seat for seat, kind in enumerate(players) if kind == HUMAN]
        self.viewers: list[int | None] = [*self.people] or [None]  # nobody plays: somebody looks on
        self.news: list[tuple[int, int | None, str]] = []  # decisions made by then, who is told (None: all), what
        self.notes: list[Text] = []  # shown below the table
        self.listed: list[str] = []  # moves that have a number now
        self.viewer: int | None = None  # who looked last
        self.acted: int | None = None  # who moved last
        self.secretly: set[int] = set()  # seats that have decided something others did not see
        self.saved = self.progress()

    def progress(self) -> tuple[int, bool]:
        """Return how far the game is, to know whether it was saved: decisions made, and whether it is over."""
        return len(self.referee.decisions), self.referee.ending() is not None

    def run(self) -> None:
        """Play until the game is over or left."""
        try:
            self.play()
        finally:
            self.opponents.finish()

    def play(self) -> None:
        self.welcome()
        while waiting := self.referee.waiting():
            seat = self.next_seat(waiting)
            if seat in self.opponents:
                self.make(seat, self.opponents.choose(seat))
                for comment in self.opponents.comments(seat, self.say):
                    self.news.append((len(self.referee.decisions), None, comment))
            elif self.take_turn(seat) is Then.LEAVE:
                return
        self.finish()

    def next_seat(self, waiting: list[int]) -> int:
        """Choose who acts, if several may: the one who began, then people, then bots."""
        if self.acted in waiting:
            return self.acted
        return next((seat for seat in waiting if seat in self.people), waiting[0])

    # --- what is shown ---------------------------------------------------------------------------------------------

    def welcome(self) -> None:
        words = self.referee.game.words(self.say.language)
        self.screen.print(Text.assemble((words["title"], "bold"), f" · {words['tagline']}"))
        alone = len(self.people) == 1
        seats = [self.opponents.introduce(seat, self.say, alone) for seat in range(self.referee.seats)]
        self.screen.print(self.say("play.seats", players=self.say.listed(seats)))
        if note := tell_edition(self.referee.edition, self.say):
            self.screen.print(note)
        if chosen := tell_unusual(self.referee.game, self.referee.seats, self.referee.options, self.say):
            self.screen.print(self.say("origins.unusual", choices=", ".join(chosen)))
        if self.people:
            self.screen.print(Text(self.say("play.how"), "dim"))

    def show_news(self, seat: int | None) -> None:
        """Tell what others did since this player looked."""
        told = [sentence for _, viewer, sentence in self.news if viewer in (seat, None)]
        self.news = [item for item in self.news if item[1] not in (seat, None)]
        if told:
            self.screen.print()
        if len(told) > RECENT:
            self.screen.print(Text(f"… ({self.say.count('game.moves', len(told) - RECENT)})", "dim"))
        for sentence in told[-RECENT:]:
            self.screen.print(Text(sentence, "italic"))

    def show_table(self, seat: int) -> None:
        """Show the table as one player sees it, what to do, and the moves."""
        referee, say = self.referee, self.say
        self.show_news(seat)
        self.screen.print()
        self.screen.print(referee.draw(seat, say.language))
        kinds = kinds_of_moves(referee, seat, say.language)
        self.screen.print()
        self.screen.print(Text(f"{player(seat)} · {tell_phase(referee, seat, kinds, say.language)}", "bold"))
        texts = [text for moves in kinds.values() for text, _ in moves]
        few = len(texts) <= FEW
        self.listed = texts if few else []
        self.screen.print(numbered_moves(kinds, self.screen.width) if few else samples_of_moves(kinds, say))
        if referee.view(seat)["phase"] == SETUP:
            example = ", ".join(texts[:: max(1, len(texts) // 3)][:3])
            self.screen.print(Text(say("play.auto_hint", example=example), "dim"))
        for note in self.notes:
            self.screen.print(note)
        self.notes.clear()

    def curtain(self, seat: int) -> bool:
        """Hide the screen before it goes to another player. Return False at the end of input."""
        before, self.viewer = self.viewer, seat
        if before is None or before == seat or self.referee.view(before) == self.referee.view(seat):
            return True
        self.show_news(before)
        self.screen.print()
        self.screen.print(self.referee.draw(before, self.say.language))  # what their move has brought
        for question in ("play.handover", "play.curtain"):
            if self.ask(self.say(question, before=player(before), player=player(seat))) is None:
                return False
            clear(self.screen)
        return True

    def finish(self) -> None:
        """Show everything and the result, and offer to save the record."""
        for seat in self.viewers:
            self.show_news(seat)
        self.screen.print()
        self.screen.print(self.referee.draw(None, self.say.language, everything=True))
        self.screen.print()
        ending = self.referee.ending()
        assert ending is not None
        self.screen.print(Text(tell_ending(self.referee, ending, self.say), "bold"))
        if self.people:
            self.offer_to_save()

    def ask(self, prompt: str) -> str | None:
        """Read a line; None at the end of input."""
        sys.stdout.flush()
        try:
            line = input(prompt)
        except EOFError:
            self.screen.print()
            return None
        if not sys.stdin.isatty():
            self.screen.print(Text(line))  # nobody saw it typed
        return line

    # --- what happens ----------------------------------------------------------------------------------------------

    def make(self, seat: int, move: int) -> None:
        """Make a legal move, and tell the others what they may know of it."""
        others = [one for one in self.viewers if one != seat]
        before = {one: self.referee.view_record(one) for one in others}
        told = {one: self.told(seat, move, view) for one, view in before.items()}
        together = len(self.referee.waiting()) > 1  # they decide at the same time, so nobody is told what
        self.referee.play_number(move, seat)
        self.acted = seat
        done = seat not in self.referee.waiting()
        for one in others:
            if together or self.referee.view_record(one).tobytes() == before[one].tobytes():
                self.secretly.add(seat)
                told[one] = ""
            if seat in self.secretly and (done or told[one]):
                told[one] = self.say("play.ready", player=player(seat))
        if done:
            self.secretly.discard(seat)
        self.news += [(len(self.referee.decisions), one, sentence) for one, sentence in told.items() if sentence]
        if not self.people:
            self.show_news(None)

    def told(self, seat: int, move: int, view: Any) -> str:
        """Describe a move for a viewer who knows no more than this view."""
        sentence = describe(self.referee, move, view, self.say.language)
        return self.say("game.move", player=player(seat), sentence=sentence)

    def take_turn(self, seat: int) -> Then:
        if not self.curtain(seat):
            return self.leave()
        self.show_table(seat)
        then = Then.STAY
        while then is Then.STAY:
            line = self.ask(self.say("play.prompt", player=player(seat)))
            then = self.leave() if line is None else self.obey(seat, line)
        return then

    def obey(self, seat: int, line: str) -> Then:
        if not line.strip():
            return Then.STAY
        order = None if line.strip() in self.referee.legal(seat) else read_order(line)
        return self.make_moves(seat, read_moves(line)) if order is None else self.follow(seat, order)

    def make_moves(self, seat: int, texts: list[str]) -> Then:
        """Make the moves in turn, as long as they are legal and it is this player's turn."""
        for made, text in enumerate(texts):
            if made and seat not in self.referee.waiting():
                self.notes.append(Text(self.say("play.dropped", moves=", ".join(texts[made:])), "yellow"))
                return Then.GO_ON
            text = meant_move(text, self.referee.legal(seat), [] if made else self.listed)
            move, rule_id = self.referee.judge(text, seat)
            if rule_id:
                self.notes += self.explain(text, seat, rule_id)
                break
            self.make(seat, move)
        else:
            return Then.GO_ON if texts else Then.STAY
        if made:
            return Then.GO_ON
        for note in self.notes:
            self.screen.print(note)
        self.notes.clear()
        return Then.STAY

    def explain(self, text: str, seat: int, rule_id: str) -> list[Text]:
        """Tell why a move is refused, and where to read on."""
        sentence = say_refusal(self.referee.game, rule_id, self.say.language, options=self.referee.options)
        lines = [Text(self.say("play.refused", move=text[:60], rule=rule_id, sentence=sentence), "red")]
        unreadable = rule_id == self.referee.game.rule_ids[0]
        nearest = nearest_move(text, self.referee.legal(seat)) if unreadable else None
        hint = self.say("play.meant", move=nearest) + " " if nearest else ""
        return [*lines, Text(hint + self.say("play.hint", rule=rule_id), "dim")]

    def follow(self, seat: int, order: Order) -> Then:
        match order.name:
            case "help":
                self.help(order.rest)
            case "moves":
                self.list_moves(seat, order.rest)
            case "show":
                self.show_table(seat)
            case "hint":
                show_hint(self.referee, seat, self.say, self.screen)
            case "undo":
                return self.undo(seat)
            case "auto":
                return self.fill(seat)
            case "save":
                self.save(order.rest)
            case "resign":
                return self.resign(seat)
            case "quit":
                self.offer_to_save()
                return self.leave()
        return Then.STAY

    # --- orders ----------------------------------------------------------------------------------------------------

    def help(self, words: str) -> None:
        """Show the player aid and the orders, or the rules about a rule id or a word."""
        game, language = self.referee.game, self.say.language
        if not words:
            chosen = tell_choices(game, self.referee.options, self.say)
            self.screen.print(page(game.page(language, aid=True)))
            self.screen.print(page("\n".join([self.say("origins.all"), "", *(f"- {one}" for one in chosen)])))
            self.screen.print()
            self.screen.print(page(self.say("help.commands", rule=game.rule_ids[-1])))
            return
        found = find_paragraphs(game, words, language)
        shown, others = list(found)[:QUOTED], list(found)[QUOTED:]
        for rule_id in shown:
            self.screen.print(page(found[rule_id]))
            for source in tell_sources(game, rule_id, self.say):
                self.screen.print(Text(source, "dim"))
        if others:
            self.screen.print(Text(self.say("play.more_pages", rules=", ".join(others)), "dim"))
        if not found:
            self.screen.print(self.say("play.no_page", words=words[:60]))

    def list_moves(self, seat: int, start: str) -> None:
        kinds = {
            kind: listed
            for kind, moves in kinds_of_moves(self.referee, seat, self.say.language).items()
            if (listed := [move for move in moves if move[0].casefold().startswith(start.casefold())])
        }
        if kinds:
            self.screen.print(all_moves(kinds, self.screen.width))
        else:
            self.screen.print(self.say("play.no_moves", start=start[:60]))

    def undo(self, seat: int) -> Then:
        """Take back the last decision if that is fair; else say why not."""
        problem = self.no_way_back(seat)
        if problem:
            self.screen.print(self.say(problem))
            return Then.STAY
        last = self.referee.take_back()
        self.acted = last.seat
        self.news = [item for item in self.news if item[0] <= len(self.referee.decisions)]
        self.notes.append(Text(self.say("play.taken_back", move=last.text), "yellow"))
        return Then.GO_ON

    def no_way_back(self, seat: int) -> str | None:
        """Return why the last decision cannot be taken back; None if it can.

        What is placed in secret stays on the player's own side of the curtain until it is complete, so it may be
        arranged anew until then.
        """
        if not self.referee.decisions:
            return "play.nothing_back"
        last = self.referee.decisions[-1]
        if last.seat not in self.people:
            return "play.not_yours"
        if last.private:
            return None if last.seat == seat and not last.revealed else "play.committed_back"
        return None if self.referee.can_take_back(last.seat) else "play.shown_back"

    def fill(self, seat: int) -> Then:
        """Finish a set-up at random."""
        if self.referee.view(seat)["phase"] != SETUP:
            self.screen.print(self.say("play.auto_only"))
            return Then.STAY
        while seat in self.referee.waiting() and self.referee.view(seat)["phase"] == SETUP:
            self.make(seat, random_move(self.referee, seat, self.dice))
        return Then.GO_ON

    def save(self, file: str) -> None:
        if not file:
            self.screen.print(self.say("play.save_how"))
            return
        try:
            write_text(file, write_record(self.referee.game_record()) + "\n")
        except OSError as error:
            problem = self.say.error(f"{file}: {error.strerror}")
            self.screen.print(Text(self.say("play.not_saved", problem=problem), "red"))
            return
        self.saved = self.progress()
        self.screen.print(self.say("play.saved", file=file))

    def offer_to_save(self) -> None:
        if self.saved == self.progress():
            return
        file = self.ask(self.say("play.save_question"))
        if file and file.strip():
            self.save(file.strip())

    def resign(self, seat: int) -> Then:
        self.referee.close("resigned", [one for one in range(self.referee.seats) if one != seat], seat)
        self.screen.print(self.say("play.resigned", player=player(seat)))
        return Then.GO_ON

    def leave(self) -> Then:
        self.screen.print(self.say("play.goodbye"))
        return Then.LEAVE


with suppress(ImportError):
    import readline  # noqa: F401 (lines can be edited and recalled)
