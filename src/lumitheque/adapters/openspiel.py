"""Every game of the shelf as an OpenSpiel game: importing this file registers them.

    import pyspiel
    import lumitheque.adapters.openspiel
    game = pyspiel.load_game("lumitheque_sirius(setup=random)")

Actions are our move numbers and read like our moves. Chance is explicit: the rules' shuffles and lots are drawn value
by value. Seats that decide at the same time act in their order, and none sees what another did. What a player observes
is the view that the rules make for the seat, and nothing else; it says all that the seat knows, but not by which way
the game came there, so two ways to the same knowledge are one information state. An observation's tensor is the planes
and facts that learners are told everywhere, an information state's all fields of the view. The utility of a victory is
1, shared by the winners, and of a defeat -1, shared by the others.
"""

import random
from typing import Any

import msgspec
import numpy as np
import pyspiel

from lumitheque.adapters.episodes import zero_sum
from lumitheque.adapters.positions import VALUES, Position, open_table
from lumitheque.games import SHELF
from lumitheque.games.chance import NO_ARGUMENT, TAPE
from lumitheque.games.edition import record_from
from lumitheque.games.game import Game, Option, Value
from lumitheque.games.rule import SPECTATOR
from lumitheque.kernels.observing import Observer, is_observable

PREFIX = "lumitheque_"
USUAL = "usual"  # the parameter says nothing: what is usual with these players
USUAL_NUMBER = 0


def _unsaid(option: Option) -> Value:
    """Return an option's default as a parameter."""
    if option.default is None:
        return option.values[0]
    return USUAL if isinstance(option.values[0], str) else USUAL_NUMBER


def _game_type(game: Game) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.name,
        long_name=f"Lumitheque: {game.name.capitalize()}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(kind.Information.IMPERFECT_INFORMATION if game.secrets else kind.Information.PERFECT_INFORMATION),
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats[0],
            "edition": USUAL,
            **{option.name: _unsaid(option) for option in game.options},
        },
    )


def _game_info(game: Game, players: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.record.MOVES,
        max_chance_outcomes=VALUES,
        num_players=players,
        min_utility=-1 / (players - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.record.LONGEST,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the shelf with its number of players and options; `register` makes a subclass for each."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, params = self.game, params or {}
        players = params.get("players", game.seats[0])
        options = {
            option.name: params[option.name]
            for option in game.options
            if option.name in params and (option.default is None or params[option.name] != _unsaid(option))
        }
        edition = None if params.get("edition", USUAL) == USUAL else params["edition"]
        self.table = open_table(game.name, players, options, edition)
        self._opened_with = (game, players, options, edition)
        super().__init__(_game_type(game), _game_info(game, players), params)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self, self.table.opening)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound: the chance events of one move fit on the tape."""
        return TAPE * (int(self.table.game.record.LONGEST) + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        own = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if own and not kind.perfect_recall and is_observable(self.game):
            return LearnersObserver(self, kind, Observer(*self._opened_with))
        return SpielObserver(self, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position as an OpenSpiel state. OpenSpiel copies its attributes; positions are immutable and need no copy."""

    def __init__(self, game: SpielGame, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        position = self.position
        if position.draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.is_over else position.seat

    def is_terminal(self) -> bool:
        return self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal() if player == self.position.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.position.draw is None:
            raise pyspiel.SpielError("no chance is at work")
        return self.position.draw.outcomes()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def returns(self) -> list[float]:
        """Return each player's result; 0 for all while the game goes on."""
        return utilities(self.position)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "SpielState":
        """Sample a state that the player cannot tell from this one. Without history, which would leak secrets."""
        stream = 1 + int(probability_sampler() * 2**53)
        return SpielState(self.get_game(), self.position.imagined(player_id, stream))

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player == pyspiel.PlayerId.CHANCE:
            return f"{_event(position)}: {action}"
        notation = position.table.game.notation
        return str(notation.write_move(position.table.edition, position.record(), action))

    def __str__(self) -> str:
        """The whole position as JSON, and what chance has given so far in what is under way."""
        position = self.position
        told = _told(position, position.record(), None) if position.is_laid_out else "{}"
        draw = position.draw
        if draw is None:
            return told
        return f"{told} {draw.seat} {draw.move} {draw.told} {_event(position)}: {draw.values}"


def _event(position: Position) -> str:
    """Return the label of the chance event under way."""
    assert position.draw is not None
    label, argument, _ = position.draw.head
    name = str(position.table.game.record.LABELS[label])
    return name if argument == NO_ARGUMENT else f"{name} {argument}"


def _told(position: Position, s: Any, viewer: int | None) -> str:
    """Write a position or view as JSON."""
    table = position.table
    return msgspec.json.encode(table.game.notation.write_position(table.edition, s, viewer)).decode()


def utilities(position: Position) -> list[float]:
    """Return zero-sum results by seat; 0 for all in a game that is not over or won by all."""
    seats = position.table.seats
    if not position.is_over:
        return [0.0] * seats
    return zero_sum(seats, position.winners())


def parts_of(shapes: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """An array for all numbers of an observation, and its parts by name."""
    tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
    parts, at = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        parts[name] = tensor[at : at + size].reshape(shape)
        at += size
    return tensor, parts


class SpielObserver:
    """What a player observes, as OpenSpiel wants it: the fields of the view, as numbers, and a text.

    This is what an information state's tensor is made of, and any observation that is asked for in particular: with
    public information alone it is what a spectator sees, with private information alone the fields in which the
    player's view differs from that, and with the private information of all players everything.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._kind, self._dtype = kind, game.table.game.record.STATE
        fields = [(name, self._dtype[name].shape or (1,)) for name in self._dtype.names]
        shapes = {"player": (game.num_players(),), **dict(fields)}
        self.tensor, self.dict = parts_of(shapes)

    def _seen(self, position: Position, player: int) -> Any:
        """Return the bytes of the observed view."""
        private = pyspiel.PrivateInfoType
        if self._kind.private_info == private.ALL_PLAYERS:
            return position.data
        if self._kind.private_info == private.NONE:
            seen = position.view(SPECTATOR)
            return seen if self._kind.public_info else np.zeros_like(seen)
        return position.view(player)

    def _names(self, position: Position, seen: Any) -> list[str]:
        """Return the observed fields."""
        names: list[str] = list(self._dtype.names)
        if self._kind.public_info:
            return names
        seen, public = seen.view(self._dtype)[0], position.view(SPECTATOR).view(self._dtype)[0]
        return [name for name in names if not np.array_equal(seen[name], public[name])]

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        seen = self._seen(state.position, player)
        record = seen.view(self._dtype)[0]
        for name in self._names(state.position, seen):
            self.dict[name][...] = record[name]

    def string_from(self, state: SpielState, player: int) -> str | None:
        position = state.position
        seen = self._seen(position, player)
        if self._kind.perfect_recall and self._kind.public_info:
            return f"{player} {seen.tobytes().hex()}"  # searches ask for it all the time
        if not position.is_laid_out:
            return "{}" if self._kind.public_info else None
        record = record_from(seen.tobytes(), self._dtype)
        if self._kind.public_info:
            private = pyspiel.PrivateInfoType
            viewers = {private.ALL_PLAYERS: None, private.NONE: SPECTATOR}
            return _told(position, record, viewers.get(self._kind.private_info, player))
        return " ".join(f"{name}={record[name].tolist()}" for name in self._names(position, seen))


class LearnersObserver(SpielObserver):
    """The usual observation: planes and facts for learners, the same bytes as in `lumitheque.batch`, and a text."""

    def __init__(self, game: SpielGame, kind: Any, observer: Observer) -> None:
        super().__init__(game, kind)
        self._observer = observer
        self.tensor, self.dict = parts_of({"planes": observer.planes, "facts": (observer.length - observer.cells,)})

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing is told before the table is set up."""
        self.tensor.fill(0)
        if state.position.is_laid_out:
            view = record_from(state.position.view(player).tobytes(), self._dtype)
            self.tensor[:] = self._observer.observe(view, player)


class CutRollouts:
    """An evaluator for OpenSpiel's searches: one random playout, cut after some moves; a game not over by then is even.

    It gives what `RandomRolloutEvaluator(n_rollouts=1, max_length=limit)` gives, but moves are made by compiled code,
    and events of chance do not count as moves.
    """

    def __init__(self, limit: int, seed: int) -> None:
        self._limit, self._dice = limit, random.Random(seed)

    def evaluate(self, state: SpielState) -> Any:
        position = state.position
        while position.draw is not None:
            values, chances = zip(*position.draw.outcomes(), strict=True)
            position = position.after(self._dice.choices(values, chances)[0])
        return np.array(utilities(position.played_on(self._limit, 1 + self._dice.getrandbits(62))))

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        if state.position.draw is not None:
            return state.position.draw.outcomes()
        moves = state.position.legal()
        return [(move, 1 / len(moves)) for move in moves]


def register(game: Game) -> None:
    """Register a game of the shelf with OpenSpiel as lumitheque_NAME."""
    # A class, not a function: OpenSpiel releases it after the interpreter has shut down, which a class survives.
    made = type(f"Spiel{game.name.capitalize()}", (SpielGame,), {"game": game, "__module__": __name__})
    globals()[made.__name__] = made  # where pickle looks for it
    pyspiel.register_game(_game_type(game), made)


for _game in SHELF.values():
    register(_game)

__all__ = ["CutRollouts", "SpielGame", "SpielObserver", "SpielState", "register", "utilities"]
