"""A test with the positions of one game, which the solution of a course's test case drives."""

from collections.abc import Iterable, Sequence

from pacgrid.autograder.grade import Outcome
from pacgrid.autograder.test_cases.case_result import CaseResult, CaseStatus
from pacgrid.autograder.test_cases.course_game_tree import Actions, CourseGameTree
from pacgrid.autograder.test_cases.driven_game import UnsolvedError, driven_game
from pacgrid.autograder.trials.course_player import CoursePlayer
from pacgrid.autograder.trials.drawing import drawing, with_position
from pacgrid.autograder.worker_client import SubmissionError, WorkerClient
from pacgrid.autograder.worker_replies import Chosen
from pacgrid.common.failure import Failure
from pacgrid.state import State


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
                self._judge(self._player.act(played, counts=True), state)
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

    def _judge(self, chosen: Chosen, state: State) -> None:
        """Counts what the agent has chosen in `state`."""
        variants = self._test.optimal[len(self._chosen)]
        self._chosen.append(chosen.action)
        move = len(self._chosen)
        actions = dict.fromkeys(action for right, _ in variants for action in right)
        counts = dict.fromkeys(count for _, count in variants)
        parts = []
        if chosen.action not in actions:
            wrong = f"chose {chosen.action}, expected {_either(actions)}"
            parts.append(wrong if chosen.action else f"returned {chosen.returned}")
        if chosen.explored not in counts:
            explored = f"explored {chosen.explored} states, expected {_either(counts)}"
            self._miscounted = self._miscounted or f"{explored} (move {move})"
            parts.append(explored)
        if parts and not self.first_mistake:
            words = "; ".join(parts)
            self.first_mistake = f"move {move}: {words}\n{drawing(state)}"


def _either(values: Iterable[object]) -> str:
    return " or ".join(map(str, values))
