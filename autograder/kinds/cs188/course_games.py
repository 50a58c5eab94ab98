"""An `EvalAgentTest`: whole games with thresholds. One instance plays all of them, and all ghosts
draw from one stream of random numbers."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Annotated, Literal, Self

from pydantic import Field

from pacgrid.action import Action, letter_of
from pacgrid.agent import ChanceAgent
from pacgrid.common.failure import Failure
from pacgrid.cs188 import MOST_ROUNDS
from pacgrid.cs188.board import ACTIONS, DIRECTIONS, in_legal_order
from pacgrid.cs188.game_state import GameState
from pacgrid.cs188.stand_ins import DirectionalGhost, GhostAgent, RandomGhost, index_drawn
from pacgrid.errors import PacgridError
from pacgrid.records.record import Record
from pacgrid.state import State

from ...model.outcome import Aim, CaseResult, Outcome, counted, placed_failures
from ...model.played_game import PlayedGame, last_chance
from ...model.schema import Option
from ...worker_client.client import SubmissionError
from ...worker_client.replies import Chosen
from ..games import game_record
from ..kind import Part
from ..positions import with_position
from .course_case import CaseFile, CourseCase
from .course_kind import CourseLayout, CoursePlayer, CourseTest

_MOST_GAMES = 10_000
_MOST_SECONDS = 86_400
_BY_NAME = sorted(Action, key=DIRECTIONS.__getitem__)


class GhostError(PacgridError):
    """A list of ghosts that can't be read."""


class CaseGhost(ChanceAgent):
    """Chooses as `ghost`, for the agent whose turn it is, with one number from its `rng` a move."""

    def __init__(self, ghost: GhostAgent) -> None:
        self.ghost = ghost
        self.name = type(ghost).__name__

    def act(self, state: State) -> Action:
        chances = self.distribution(state)
        actions = [action for action in _BY_NAME if action in chances]
        return actions[index_drawn([chances[each] for each in actions], self.rng.random())]

    def distribution(self, state: State) -> Mapping[Action, float]:
        self.ghost.index = state.to_move
        chances = self.ghost.getDistribution(GameState.of(state))
        return {ACTIONS[direction]: chance for direction, chance in chances.items()}


_KINDS: Mapping[str, Callable[..., GhostAgent]] = {
    "RandomGhost": RandomGhost,
    "DirectionalGhost": DirectionalGhost,
}


def ghosts_of(expression: str) -> list[CaseGhost]:
    """The ghosts that a test case lists.

    >>> [each.ghost.index for each in ghosts_of("[RandomGhost(1), DirectionalGhost(2, 0.9)]")]
    [1, 2]

    Raises GhostError, which says what can't be read.
    """
    text = f"{expression.strip()!r:.80}"
    try:
        listed = ast.parse(expression.strip(), mode="eval").body
        if not isinstance(listed, ast.List):
            raise GhostError(f"{text} is no list of ghosts")
        return [CaseGhost(_ghost(item)) for item in listed.elts]
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise GhostError(f"can't read the ghosts {text}: {error}") from None


def _ghost(node: ast.expr) -> GhostAgent:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _KINDS:
            options = {each.arg or "": ast.literal_eval(each.value) for each in node.keywords}
            return _KINDS[name](*map(ast.literal_eval, node.args), **options)
    raise GhostError(f"can't read {ast.unparse(node)!r:.80} among the ghosts")


class CourseGames(CourseTest):
    """Games that one instance of `agent` plays, all on one stream of random numbers.

    Each threshold that is reached gives a point, but none count if a minimum is missed. The case
    itself always passes.
    """

    noun = "games"
    kind: Literal["course_games"] = "course_games"
    layout: CourseLayout
    options: dict[str, Option] = Field(default_factory=dict)
    """The options that the agent is built with: words as in the file, or 1 for a word alone."""
    ghosts: str
    """The ghosts as in the file, such as `[RandomGhost(1)]`; see `ghosts_of`."""
    games: Annotated[int, Field(ge=1)]
    seed: int
    max_time: int
    """Seconds for all moves of the agent in a game."""
    score_minimum: int | None = None
    """The average score must be at least this for any points."""
    wins_minimum: int | None = None
    non_timeout_minimum: int | None = None
    """So many games must not time out for any points."""
    score_thresholds: list[int] = Field(default_factory=list)
    wins_thresholds: list[int] = Field(default_factory=list)
    non_timeout_thresholds: list[int] = Field(default_factory=list)
    weight: float | None = None

    @classmethod
    def read(cls, case: CourseCase) -> Self:
        test = case.test
        layout = case.layouts.load(test, "layoutName")
        games = test.number("numGames", least=1, most=_MOST_GAMES)
        return cls(
            name=case.name,
            title=f"{case.name}: {counted(games, 'game')} on {layout.name}",
            agent=case.class_name("agentName"),
            options=case.agent_options,
            layout=layout,
            ghosts=_ghosts(test),
            games=games,
            seed=test.number("randomSeed"),
            max_time=test.number("maxTime", least=1, most=_MOST_SECONDS),
            score_minimum=test.optional_number("scoreMinimum"),
            wins_minimum=test.optional_number("winsMinimum"),
            non_timeout_minimum=test.optional_number("nonTimeoutMinimum"),
            score_thresholds=test.numbers("scoreThresholds"),
            wins_thresholds=test.numbers("winsThresholds"),
            non_timeout_thresholds=test.numbers("nonTimeoutThresholds"),
            weight=case.weight,
        )

    @property
    def possible(self) -> float:
        thresholds = self.score_thresholds, self.wins_thresholds, self.non_timeout_thresholds
        return sum(map(len, thresholds))

    @property
    def full_size(self) -> int:
        return self.games

    @property
    def agent_options(self) -> dict[str, Option]:
        return dict(self.options)

    def shortened(self, most: int, /) -> Self:
        """Of fewer games, as large a share must be won and not timed out."""
        games = min(self.games, most)
        share = games / self.games

        def scaled(count: int) -> int:
            return max(1, round(count * share))

        wins, timely = self.wins_minimum, self.non_timeout_minimum
        changes = {
            "games": games,
            "wins_thresholds": [*map(scaled, self.wins_thresholds)],
            "non_timeout_thresholds": [*map(scaled, self.non_timeout_thresholds)],
            "wins_minimum": wins and scaled(wins),
            "non_timeout_minimum": timely and scaled(timely),
        }
        return self.model_copy(update=changes)

    @property
    def game_seconds(self) -> float:
        return self.max_time

    @property
    def test_seconds(self) -> float:
        return self.max_time * self.games

    def _players(self) -> list[CaseGhost]:
        return ghosts_of(self.ghosts)[: len(self.layout.ghosts)]

    def record_of(self, game: PlayedGame, _answer: str, /) -> Record:
        """A game in which the agent fails just stops."""
        players = (self.agent, *(ghost.name for ghost in self._players()))
        return game_record(game, self.layout, players, forfeit=None)

    def run(self, part: Part, /) -> Outcome:
        """Plays the games. If the agent takes too long and its process has ended, the remaining
        games are timed out, too, with a score of 0."""
        player = CoursePlayer(part.client, self.agent)
        try:
            player.build(self.options)
        except SubmissionError as error:
            case = CaseResult(self.name, "raised", error.failure.message, weight=self.weight)
            name, failure, result = self.title or self.name, error.failure, "not tried"
            return Outcome(name, result, 0, self.possible, cases=(case,), failure=failure)
        ghosts = self._players()
        player.limit_game(self.max_time)
        games: list[CourseGame] = []
        for game in self._played(player, ghosts):
            games.append(game)
        return self._outcome(games)

    def _played(self, player: CoursePlayer, ghosts: Sequence[CaseGhost]) -> "Iterator[CourseGame]":
        """The games, as far as they can be played."""
        rng = Random(self.seed)
        for ghost in ghosts:
            ghost.rng = rng
        for number in range(1, max(self.numbers) + 1):  # the earlier games use up random numbers
            game = CourseGame(State.initial(self.layout, ghosts=len(ghosts)), number)
            game.play(player, ghosts)
            if number in self.numbers:
                yield game
            if game.ends_the_test:
                return

    def _outcome(self, games: "Sequence[CourseGame]") -> Outcome:
        wins = sum(game.state.is_win for game in games)
        average = sum(game.state.score for game in games) / self.size
        in_time = sum(not game.timed_out for game in games)
        standings = (
            Standing("average score", average, self.score_minimum, self.score_thresholds),
            Standing(
                "games in time", in_time, self.non_timeout_minimum, self.non_timeout_thresholds
            ),
            Standing("wins", wins, self.wins_minimum, self.wins_thresholds),
        )
        is_enough = all(standing.is_enough for standing in standings)
        points = sum(standing.points for standing in standings) if is_enough else 0
        result = f"won {wins} of {self.size}, average {round(average, 1):g}"
        errors = [(game.number, game.error) for game in games if game.error]
        untried = [number for number in self.numbers if number > games[-1].number]
        aborts = [
            error for _, error in errors if error.exits or (error.gone and not error.timed_out)
        ]
        late = self.size - in_time - (len(untried) if aborts else 0)
        endless = sum(game.has_no_end for game in games)
        result += f", {endless} stopped after {MOST_ROUNDS:,} rounds" * bool(endless)
        result += f", {late - endless} timed out" * (late > endless)
        result += f", {len(untried)} not tried" * bool(untried and aborts)
        failures = placed_failures("game", [(n, error.failure) for n, error in errors], untried)
        case = CaseResult(self.name, "passed", earned=points, weight=self.weight)
        if aborts:
            message = aborts[0].failure.message
            case = CaseResult(self.name, "raised", message, weight=self.weight)
        return Outcome(
            self.title or self.name,
            result,
            case.earned,
            self.possible,
            cases=(case,),
            aims=tuple(aim for standing in standings for aim in standing.aims),
            games=tuple(_played_games(games)),
        ).with_failures(failures)


def _ghosts(test: CaseFile) -> str:
    try:
        ghosts_of(test.text("ghosts"))
    except GhostError as error:
        raise test.error("ghosts", f"{error}; write a list such as [RandomGhost(1)]") from None
    return test.text("ghosts")


def _played_games(games: "Sequence[CourseGame]") -> Iterator[PlayedGame]:
    """The games for the reports; the first lost one with its last chance."""
    is_first = True
    for game in games:
        state, failure = game.state, game.error.failure if game.error else None
        actions = "".join(map(letter_of, game.actions))
        chance = last_chance(game.states()) if is_first and state.is_loss else None
        is_first = is_first and not state.is_loss
        number, won, score = game.number, state.is_win, state.score
        yield PlayedGame(number, won, score, actions, failure, chance, noun="game")


class CourseGame:
    """A game that starts at `state`. What the agent raises ends it, as does an illegal action; the
    score so far counts."""

    def __init__(self, state: State, number: int) -> None:
        self._first = self.state = state
        self.number = number
        """The number in its test, from 1."""
        self.actions: list[Action] = []
        self.error: SubmissionError | None = None
        """What the agent did wrong, if it ended the game."""

    def states(self) -> list[State]:
        """All states so far."""
        return list(accumulate(self.actions, State.successor, initial=self._first))

    @property
    def timed_out(self) -> bool:
        """Whether it took too long, or had no end."""
        return self.error.timed_out if self.error else self.has_no_end

    @property
    def has_no_end(self) -> bool:
        """Whether it was stopped after `MOST_ROUNDS`."""
        return not (self.error or self.state.is_terminal) and self._rounds >= MOST_ROUNDS

    @property
    def ends_the_test(self) -> bool:
        """Whether the agent can't play another game."""
        return self.error is not None and (self.error.gone or self.error.exits)

    def play(self, player: CoursePlayer, ghosts: Sequence[CaseGhost]) -> None:
        """Plays it to its end."""
        try:
            player.start(self.state, self.number)
            self._play(player, ghosts)
        except SubmissionError as error:
            error.failure = with_position(error.failure, self.state)
            self.error = error

    def _play(self, player: CoursePlayer, ghosts: Sequence[CaseGhost]) -> None:
        """Raises SubmissionError."""
        known = 0
        while not self.state.is_terminal and self._rounds < MOST_ROUNDS:
            if self.state.to_move:
                action = ghosts[self.state.to_move - 1].act(self.state)
            else:
                chosen = player.act(self.actions[known:])
                known = len(self.actions)
                action = legal_action(chosen, self.state)
            self.actions.append(action)
            self.state = self.state.successor(action)
        try:
            player.finish(self.actions[known:])
        except SubmissionError as error:
            if error.gone or error.exits:  # an exception changes nothing, now that the game is over
                raise

    @property
    def _rounds(self) -> int:
        return len(self.actions) // self.state.num_agents


def legal_action(chosen: Chosen, state: State) -> Action:
    """What an agent has `chosen` in `state`. Raises SubmissionError if it isn't legal."""
    legal = in_legal_order(state.legal_actions())
    if chosen.action in legal:
        return ACTIONS[chosen.action]
    failure = Failure(f"returned {chosen.returned}; legal actions: {', '.join(legal)}")
    raise SubmissionError(failure, gone=False)


@dataclass(frozen=True)
class Standing:
    """What the games have reached of what `noun` says, and what is asked for."""

    noun: str
    value: float
    minimum: int | None
    """Below it, nothing gives points."""
    thresholds: Sequence[int]

    @property
    def is_enough(self) -> bool:
        """Whether the minimum is reached, if there is one."""
        return self.minimum is None or self.value >= self.minimum

    @property
    def points(self) -> int:
        """What the thresholds give."""
        return sum(self.value >= threshold for threshold in self.thresholds)

    @property
    def aims(self) -> Iterator[Aim]:
        """The minimum and the thresholds, as reports show them."""
        if self.minimum is not None:
            yield Aim(f"{self.noun} {self.minimum} or more, or no points", 0, self.is_enough)
        for threshold in self.thresholds:
            yield Aim(f"{self.noun} {threshold} or more", 1, self.value >= threshold)
