"""A test with the positions of one game, which the solution of a course's test case drives.

The grader makes the states that a search has explored itself and counts them. In a move for which
it knows the right search, they must be just that search's states: the right number alone could be
copied from a solution.
"""

from collections.abc import Collection, Iterable, Sequence

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.cs188.game_state import GameState
from pacgrid.state import State

from ...model.case_result import CaseResult, CaseStatus
from ...model.outcome import Outcome
from ...worker_client.client import SubmissionError, WorkerClient
from ...worker_client.replies import Chosen
from ..drawing import drawing, with_position
from .course_game_tree import Actions, CourseGameTree
from .course_player import CoursePlayer
from .driven_game import UnsolvedError, driven_game
from .explored_states import ExploredStates
from .right_states import right_states
from .search_names import search_of

_MOST_EXPLORED = 100_000
"""So many more states than twice as many as expected are counted."""


def run(test: CourseGameTree, client: WorkerClient) -> Outcome:
    """Asks the agent of the loaded submission for a move wherever the solution has one."""
    game = _DrivenGame(test, CoursePlayer(client, test.agent))
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
    case = CaseResult(test.name, status, note, weight=test.weight)
    return Outcome(
        test.title or test.name,
        "passed" if case.passed else "not passed" if failure else note,
        0,
        test.points,
        cases=(case,),
        failure=failure,
        advice="" if case.passed else game.first_mistake,
    )


class _DrivenGame:
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
            for state, played in driven_game(self._test):
                self.state = state
                if not self._chosen:
                    self._player.start(state, seed=0)
                if played and played[0] is not Action.STOP:
                    self._direction = played[0]
                first = self._first = self._first or state
                root = GameState.of(state, self._direction, first)
                explored = ExploredStates(root, self._most_explored)
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
