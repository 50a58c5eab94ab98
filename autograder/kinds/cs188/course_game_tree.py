"""A `PacmanGameTreeTest`: searches in the positions of one game, which its solution drives.

The grader makes the states that a search has explored itself and counts them. In a move for which
it knows the right search, they must be just that search's states: the right number alone could be
copied from a solution.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import inf
from random import Random
from typing import Annotated, Literal, Self, TypeVar

from pydantic import Field, TypeAdapter

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.cs188.board import ACTIONS, Directions
from pacgrid.cs188.game_state import GameState
from pacgrid.cs188.stand_ins import DirectionalGhost
from pacgrid.state import State

from ...model.diagnosis import SearchName
from ...model.outcome import CaseResult, CaseStatus, Outcome
from ...model.schema import Option
from ...worker_client.client import SubmissionError
from ...worker_client.replies import Chosen
from ..kind import Part
from ..positions import drawing, with_position
from .course_case import CaseFile, CourseCase
from .course_games import CaseGhost
from .course_kind import CourseLayout, CoursePlayer, CourseTest, ExploredStates, search_of


def right_states(root: GameState, search: SearchName, depth: int) -> Iterator[set[GameState]]:
    """The states that `search` explores at `root`, as right searches of course files do it: with
    Stop and without it, and with the actions in their order and in reverse. Positions where it
    ends have their score as their value."""
    prunes = search == "alpha_beta"
    for is_reversed in (False, True)[: 1 + prunes]:
        for stops in (True, False):
            explorer = _Explorer(prunes=prunes, stops=stops, is_reversed=is_reversed)
            explorer.value(root, 0, depth, -inf, inf)
            yield explorer.explored


class _Explorer:
    """A search. Pruning is strict: equal bounds cut nothing off."""

    def __init__(self, *, prunes: bool, stops: bool, is_reversed: bool) -> None:
        self.explored: set[GameState] = set()
        self._prunes = prunes
        self._stops = stops
        self._order = -1 if is_reversed else 1

    def value(self, state: GameState, agent: int, depth: int, alpha: float, beta: float) -> float:
        """The value of `state` for Pac-Man, with `agent` to move and so many rounds to look
        ahead."""
        if depth == 0 or state.isWin() or state.isLose():
            return state.getScore()
        following = (agent + 1) % state.getNumAgents()
        rounds = depth - (following == 0)
        best = inf if agent else -inf
        for action in self._actions(state, agent):
            after = state.generateSuccessor(agent, action)
            self.explored.add(state)
            self.explored.add(after)
            value = self.value(after, following, rounds, alpha, beta)
            if agent:
                best = min(best, value)
                beta = min(beta, best)
            else:
                best = max(best, value)
                alpha = max(alpha, best)
            if self._prunes and alpha > beta:
                break
        return best

    def _actions(self, state: GameState, agent: int) -> Sequence[str]:
        actions = state.getLegalActions(agent)
        if not self._stops and agent == 0:
            actions.remove(Directions.STOP)
        return actions[:: self._order]


_MOST_EXPLORED = 100_000
"""So many more states than twice as many as expected are counted."""
_MOST_GHOSTS = 2
Actions = list[str]
"""Names of actions, such as `West`, that are right alike."""
_Move = TypeVar("_Move")
_OPTIMAL: TypeAdapter[list[tuple[Actions, int]]] = TypeAdapter(
    Annotated[list[tuple[Annotated[Actions, Field(min_length=1)], int]], Field(min_length=1)]
)
_ACTIONS = TypeAdapter(list[Actions])


class UnsolvedError(ValueError):
    """A solution has no legal action for a move; the message says for which."""


class CourseGameTree(CourseTest):
    """One game against directional ghosts, which the solution drives: before each of Pac-Man's
    moves, `agent` must choose a right action and explore the right number of states.

    Each list of the solution has an entry for each move. An entry lists the variants of a right
    search: with and without stopping.
    """

    kind: Literal["course_game_tree"] = "course_game_tree"
    layout: CourseLayout
    depth: int
    seed: int
    optimal: list[list[tuple[Actions, int]]]
    """By move and variant: the right actions, and the number of states explored. The first action
    of the first variant is played."""
    other_depth: list[list[Actions]]
    """By move and variant: what a search of a wrong depth chooses."""
    partial_ply: list[list[Actions]]
    """By move and variant: what a search chooses that forgets the rest of the last round."""
    max_time: int = 120
    """Seconds for all moves of the agent."""
    weight: float | None = None

    @classmethod
    def read(cls, case: CourseCase) -> Self:
        test, solution = case.test, case.solution
        return cls(
            name=case.name,
            title=case.name,
            agent=case.class_name("alg"),
            layout=case.drawn_layout(),
            depth=test.number("depth"),
            seed=test.number("seed"),
            optimal=_moves(_OPTIMAL, solution, "optimalActions"),
            other_depth=_moves(_ACTIONS, solution, "altDepthActions"),
            partial_ply=_moves(_ACTIONS, solution, "partialPlyBugActions"),
            weight=case.weight,
        )

    @property
    def agent_options(self) -> dict[str, Option]:
        return {"depth": self.depth}

    def driven(self) -> Iterator[tuple[State, list[Action]]]:
        """The positions in which Pac-Man moves, each with the actions played since the one before.

        The ghosts are seeded move by move, so that their moves depend on the solution only.

        Raises UnsolvedError.
        """
        rng = Random()
        numbers = range(1, len(self.layout.ghosts[:_MOST_GHOSTS]) + 1)
        ghosts = [CaseGhost(DirectionalGhost(number)) for number in numbers]
        for ghost in ghosts:
            ghost.rng = rng
        state = State.initial(self.layout, ghosts=len(ghosts))
        played: list[Action] = []
        move = 0
        while not state.is_terminal:
            if state.to_move:
                action = ghosts[state.to_move - 1].act(state)
            else:
                action = self._solution(move, state)
                yield state, played
                played = []
                move += 1
                rng.seed(self.seed + move)
            played.append(action)
            state = state.successor(action)

    def _solution(self, move: int, state: State) -> Action:
        """The first of the right actions of the first variant."""
        try:
            action = ACTIONS[self.optimal[move][0][0][0]]
        except (IndexError, KeyError):
            action = None
        if action is None or action not in state.legal_actions():
            raise UnsolvedError(f"the solution has no legal action for move {move + 1}")
        return action

    def run(self, part: Part, /) -> Outcome:
        """Asks the agent for a move wherever the solution has one."""
        game = _AskedGame(self, CoursePlayer(part.client, self.agent))
        failure: Failure | None = None
        status: CaseStatus
        try:
            game.play()
            note = game.mistake
            status = "failed" if note else "passed"
        except SubmissionError as error:
            failure = with_position(error.failure, game.state) if game.state else error.failure
            note = failure.message
            is_crash = game.state and not error.exits  # which ends only that game
            status = "failed" if is_crash else "raised"
        case = CaseResult(self.name, status, note, weight=self.weight)
        return Outcome(
            self.title or self.name,
            "passed" if case.passed else "not passed" if failure else note,
            0,
            self.possible,
            cases=(case,),
            failure=failure,
            advice="" if case.passed else game.first_mistake,
        )


def _moves(adapter: TypeAdapter[_Move], solution: CaseFile, key: str) -> list[_Move]:
    """What the solution says for each move, in a line of JSON each."""
    moves = []
    for line, offset in solution.lines(key):
        try:
            moves.append(adapter.validate_python(json.loads(line)))
        except (ValueError, RecursionError):
            message = f"{key} has a line that is not a list of actions; make the solution again"
            raise solution.error(key, message, offset) from None
    return moves


class _AskedGame:
    """The game of `test`, with the agent's choices."""

    def __init__(self, test: CourseGameTree, player: CoursePlayer) -> None:
        self._test = test
        self._player = player
        self.state: State | None = None
        """The position that the agent was asked about last; None if no instance of it was built."""
        self.first_mistake = ""
        """Where the agent first was wrong, with the position drawn."""
        self._first: State | None = None
        self._direction = Action.STOP
        self._chosen: list[str | None] = []
        self._miscounted = ""
        self._unsolved = ""

    def play(self) -> None:
        """Plays it. Raises SubmissionError."""
        self._player.build(self._test.agent_options)
        self._player.limit_game(self._test.max_time)
        try:
            for state, played in self._test.driven():
                self.state = state
                if not self._chosen:
                    self._player.start(state, seed=0)
                if played and played[0] is not Action.STOP:
                    self._direction = played[0]
                first = self._first = self._first or state
                root = GameState.of(state, self._direction, first)
                # Once it has explored the wrong states, it doesn't matter what else it explores.
                explored = ExploredStates(root, 0 if self._miscounted else self._most_explored)
                self._judge(self._player.explore(played, explored), root, explored)
        except UnsolvedError as error:
            self._unsolved = str(error)

    @property
    def mistake(self) -> str:
        """What is wrong with the agent, in a line; "" if nothing is."""
        if self._unsolved or self._miscounted:
            return self._unsolved or self._miscounted
        right = [[actions for actions, _ in variants] for variants in self._test.optimal]
        if self._chooses(right):
            return ""
        if self._chooses(self._test.partial_ply):
            return "searches only a part of the last round"
        if self._chooses(self._test.other_depth):
            return "searches a round too many or too few"
        wrong = sum(
            not any(action in actions for actions in variants)
            for action, variants in zip(self._chosen, right, strict=False)
        )
        return f"chose wrong in {wrong} of {len(self._chosen)} moves"

    def _chooses(self, moves: Sequence[Sequence[Actions]]) -> bool:
        """Whether all its choices are those of one variant of a search. A move without that
        variant allows all."""
        numbers = range(len(moves[0])) if moves else ()
        return any(
            all(
                action in actions
                for action, variants in zip(self._chosen, moves, strict=False)
                for actions in variants[number : number + 1]
            )
            for number in numbers
        )

    @property
    def _most_explored(self) -> int:
        counts = (count for variants in self._test.optimal for _, count in variants)
        return _MOST_EXPLORED + 2 * max(counts, default=0)

    def _judge(self, chosen: Chosen, root: GameState, explored: ExploredStates) -> None:
        """Counts what the agent has chosen at `root`, and what it has explored."""
        variants = self._test.optimal[len(self._chosen)]
        self._chosen.append(chosen.action)
        move = len(self._chosen)
        actions = dict.fromkeys(action for right, _ in variants for action in right)
        counts = dict.fromkeys(count for _, count in variants)
        parts = []
        if chosen.action not in actions:
            wrong = f"chose {chosen.action}, expected {_either(actions)}"
            parts.append(wrong if chosen.action else f"returned {chosen.returned}")
        if objection := self._miscount(root, explored, counts):
            self._miscounted = self._miscounted or f"{objection} (move {move})"
            parts.append(objection)
        if parts and not self.first_mistake:
            words = "; ".join(parts)
            self.first_mistake = f"move {move}: {words}\n{drawing(root.state)}"

    def _miscount(self, root: GameState, explored: ExploredStates, counts: Collection[int]) -> str:
        """What is wrong with the states that the agent has explored; "" if nothing is."""
        if explored.is_too_many or explored.count not in counts:
            return f"explored {explored}, expected {_either(counts)}"
        if search := search_of(self._test.agent):
            right = right_states(root, search, self._test.depth)
            known = [states for states in right if len(states) == explored.count]
            if known and explored.states not in known:
                return f"explored {explored} as expected, but not those of the right search"
        return ""


def _either(values: Iterable[object]) -> str:
    return " or ".join(map(str, values))
