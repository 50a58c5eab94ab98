"""The common part of tests from test-case files: what they are, who plays, and their words."""

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal, Self

from pydantic import InstanceOf, PlainSerializer

from pacgrid.action import Action
from pacgrid.common.failure import Failure
from pacgrid.cs188.board import DIRECTIONS
from pacgrid.cs188.game_state import GameState, IllegalActionError
from pacgrid.layout import Layout
from pacgrid.state import State

from ...model.diagnosis import Diagnosis, EvaluationReport, Finding, SearchName
from ...model.outcome import CaseResult, Outcome
from ...model.schema import Budget, Line, Option
from ...worker.messages import ACTIONS, ObservedSummary
from ...worker_client.client import Answer, WorkerClient
from ...worker_client.replies import Chosen, Done, Explored
from ..kind import GradedTest, Part
from .course_case import CourseCase

GAME_SECONDS = 120
"""What an agent's moves in a game may take, unless a test says more."""

_SEARCHES: Mapping[str, SearchName] = {
    "alpha": "alpha_beta",
    "expecti": "expectimax",
    "minimax": "minimax",
}
"""The search by a part of a class's name."""

CourseLayout = Annotated[
    InstanceOf[Layout], PlainSerializer(lambda layout: [layout.name, str(layout)])
]


class CourseTest(GradedTest):
    """A test read from test-case files; the question's rule says what it is worth."""

    is_imported = True

    name: Line
    """The question's folder and the name of its (first) file: `q2/0-small-tree`."""
    agent: str = ""
    """The class that it builds."""

    @classmethod
    @abstractmethod
    def read(cls, case: CourseCase) -> Self:
        """The test in these files. Raises TestCaseError."""

    @property
    def summary(self) -> str:
        return self.name

    @property
    def possible(self) -> float:
        """The partial credit that it can give."""
        return 0

    @property
    def own_agent(self) -> str:
        return self.agent

    @property
    def game_seconds(self) -> float:
        """What the agent's moves in a game may take."""
        return GAME_SECONDS

    @property
    def test_seconds(self) -> float:
        """What the agent's moves in the whole test may take."""
        return self.game_seconds

    @property
    def bundle(self) -> tuple[str, ...]:
        """Tests of a question with the same bundle run as one."""
        return (self.name,)

    def bundled(self, _others: Sequence[Self], /) -> Self:
        """This test and `others` of its bundle, as one test."""
        return self

    @property
    def case_names(self) -> list[str]:
        return [self.name]


def search_of(agent: str) -> SearchName | None:
    """The search that a class called `agent` is asked for; None if it is none that we know.

    >>> search_of("AlphaBetaAgent"), search_of("ReflexAgent")
    ('alpha_beta', None)
    """
    return next((search for part, search in _SEARCHES.items() if part in agent.lower()), None)


class UnknownTest(CourseTest):
    """A test that can't be run, so it is never passed."""

    kind: Literal["unknown"] = "unknown"
    class_name: str
    """What the file calls its class."""

    @classmethod
    def read(cls, case: CourseCase) -> Self:
        class_name = case.test.text("class")
        case.layouts.note(f"{case.name}: class {class_name} is unknown, so it is never passed")
        return cls(name=case.name, title=case.name, class_name=class_name)

    @property
    def skipped(self) -> Outcome:
        case = CaseResult(self.name, "not run", f"unknown class {self.class_name}")
        return Outcome(self.description, "skipped", 0, self.possible, cases=(case,))

    def run(self, _part: Part, /) -> Outcome:
        return self.skipped


_IN_GAME = "in one game"
"""What a limit is for: that project limits the time of an agent in a game, not that of a move."""


class ImpossibleStepError(ValueError):
    """There is no such step."""


class ExploredStates:
    """The states that a search from `root` explored: those that had a successor generated, and
    these successors. After more than `most` steps, no more are asked for."""

    def __init__(self, root: GameState, most: int) -> None:
        self.states: set[GameState] = set()
        """The states that moves from `root` lead to."""
        self._made: list[GameState | None] = [root]
        self._most = most
        self._strange = 0

    @property
    def steps(self) -> int:
        """How many were added."""
        return len(self._made) - 1

    @property
    def count(self) -> int:
        """How many states there are, including those to which no moves from the first one lead."""
        return len(self.states) + self._strange

    @property
    def is_too_many(self) -> bool:
        return self.steps > self._most

    def add(self, steps: Sequence[Sequence[int]]) -> None:
        """Adds what these steps lead to, each an `ExploredStep`. Raises ImpossibleStepError."""
        for number, agent, action in steps:
            if not -1 <= number < len(self._made):
                raise ImpossibleStepError("has reported a state that it can't have explored")
            before = self._made[number] if number >= 0 else None
            if before is None:  # written to by the file, or a successor of such a state
                self._strange += 1
                self._made.append(None)
                continue
            try:
                after = before.generateSuccessor(agent, DIRECTIONS[ACTIONS[action]])
            except (IllegalActionError, LookupError, ValueError):
                raise ImpossibleStepError("has reported an illegal move in its search") from None
            self.states.add(before)
            self.states.add(after)
            self._made.append(after)

    def __str__(self) -> str:
        return f"{f'more than {self._most:,}' if self.is_too_many else self.count} states"


class CoursePlayer:
    """Instances of the class `agent` of the submission that `client` has loaded, one at a time.

    Every method raises SubmissionError if the submission fails, exceeds a limit, or dies.
    """

    def __init__(self, client: WorkerClient, agent: str) -> None:
        self._client = client
        self._agent = agent

    def limit_game(self, seconds: float) -> None:
        """From here on, a game may take the agent so many seconds, and a move just as many."""
        budget = Budget(cpu_seconds=seconds, seconds=seconds)
        self._client.move_budget = self._client.clock.game_budget = budget

    def build(self, options: Mapping[str, Option]) -> None:
        """Creates a new instance."""
        self._client.clock.end_game()
        request = {"do": "course_build", "agent": self._agent, "options": dict(options)}
        self._client.ask(request, Done, self._client.load_budget, "to build the agent")

    def search(self, root: ObservedSummary, agents: int, answer: Answer) -> Chosen:
        """What the instance chooses at `root`, in a game of so many `agents`; `answer` answers its
        questions."""
        self._client.clock.start_game()
        request = {"do": "course_search", "root": [*root, agents]}
        return self._client.ask(request, Chosen, self._client.move_budget, "for a move", answer)

    def start(self, state: State, seed: int) -> None:
        """Starts a game at `state`. `seed` is the agent's own and reveals nothing about ghosts."""
        self._client.clock.start_game()
        request = {"do": "course_start", "state": str(state), "seed": seed}
        self._client.ask(request, Done, self._client.move_budget, _IN_GAME)

    def act(self, played: Sequence[Action]) -> Chosen:
        """The instance's choice, after `played`: the actions since its last choice."""
        request = {"do": "course_act", "played": played}
        return self._client.ask(request, Chosen, self._client.move_budget, _IN_GAME)

    def explore(self, played: Sequence[Action], explored: ExploredStates) -> Chosen:
        """The same. Adds what the instance explored to `explored`, up to its limit."""
        request: dict[str, object] = {"do": "course_explore", "played": played}
        chosen = self._client.ask(request, Chosen, self._client.move_budget, _IN_GAME)
        while not explored.is_too_many:
            request = {"do": "course_explored", "first": explored.steps}
            reply = self._client.ask(request, Explored, self._client.move_budget, _IN_GAME)
            if not reply.steps:
                break
            try:
                explored.add(reply.steps)
            except ImpossibleStepError as error:
                raise self._client.kill(str(error)) from None
        return chosen

    def finish(self, played: Sequence[Action]) -> None:
        """Ends the game."""
        request = {"do": "course_finish", "played": played}
        self._client.ask(request, Done, self._client.move_budget, _IN_GAME)


_HINTS = {
    "ignores_evaluation": "Your agent is built with an evaluation: self.evaluationFunction. Do you "
    "call that one, or another one by its name?",
    "evaluation_fails": "What does your function expect that this position doesn't have?",
}
"""By the name of the mistake: hints for those who don't know Pacgrid's own interface."""

_WORDS = {
    re.compile(r"\bAction\.(?=[A-Z])"): "Directions.",
    re.compile("(?<=its __init__ must accept )depth and evaluation"): "depth and evalFn",
}


def in_course_words(outcome: Outcome) -> Outcome:
    """`outcome`, as the author of a course file reads it."""
    return replace(
        outcome,
        failure=outcome.failure and _named(outcome.failure),
        other_failures=tuple(
            replace(each, failure=_named(each.failure)) for each in outcome.other_failures
        ),
        diagnosis=outcome.diagnosis and _explained(outcome.diagnosis),
        evaluation=outcome.evaluation and _judged(outcome.evaluation),
    )


def _explained(diagnosis: Diagnosis) -> Diagnosis:
    findings = tuple(map(_hinted, diagnosis.findings))
    return replace(diagnosis, findings=findings, remarks=tuple(map(_hinted, diagnosis.remarks)))


def _judged(report: EvaluationReport) -> EvaluationReport:
    warnings = (replace(each, finding=_hinted(each.finding)) for each in report.warnings)
    return replace(report, warnings=tuple(warnings))


def _hinted(finding: Finding) -> Finding:
    return replace(finding, hint=_HINTS.get(finding.mistake, finding.hint))


def _named(failure: Failure) -> Failure:
    message = failure.message
    for ours, theirs in _WORDS.items():
        message = ours.sub(theirs, message)
    return replace(failure, message=message)
