"""A dry run of an assignment, before students see it.

The shipped agents, a random agent, and the starter file are graded.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import isclose

from ..assignments.assignment import Assignment, Question
from ..model.grade import Grade, QuestionGrade
from ..model.outcome import Outcome, counted
from ..submissions.submission import Submission
from .kit import starter_file

STARTER, RANDOM = "the starter file", "a random agent"
"""The names of the two submissions that should earn nothing."""


@dataclass(frozen=True)
class DryRunResult:
    """A question, and the points that each submission got for it."""

    name: str
    asks_for: str
    visible_tests: int
    hidden_tests: int
    points: float
    """The points that the question is worth."""
    reference_points: float | None
    """Points of the shipped agent or function; None if there is none."""
    random_points: float | None
    """Points of the random agent; None if the question asks for a function."""
    starter_points: float
    """Points of the starter file."""
    seconds: float
    """Time of the shipped agent or function, on the clock."""
    warnings: tuple[str, ...]
    extra: float = 0
    """The extra points on top of these."""

    @property
    def is_solved(self) -> bool:
        """Whether the shipped agent or function, if there is one, gets all points."""
        points, full = self.reference_points, self.points + self.extra
        return points is None or points > full or isclose(points, full)


def dry_run(
    assignment: Assignment, grade: Callable[[Sequence[Submission]], Sequence[Grade]]
) -> list[DryRunResult]:
    """The result for each question. `grade` grades the submissions."""
    references = {question.name: reference(question) for question in assignment.questions}
    submissions = {found.name: found for found in references.values() if found}
    submissions |= {STARTER: starter(assignment), RANDOM: random_agents(assignment)}
    grades = dict(zip(submissions, grade(list(submissions.values())), strict=True))
    by_question = {name: {part.name: part for part in g.questions} for name, g in grades.items()}
    return [
        _result(
            question,
            by_question[solution.name][question.name] if solution else None,
            by_question[RANDOM][question.name] if question.agent else None,
            by_question[STARTER][question.name],
        )
        for question in assignment.questions
        for solution in [references[question.name]]
    ]


def without_requirements(assignment: Assignment) -> Assignment:
    """`assignment`, with questions that count on their own, since a shipped file answers only
    one."""
    alone = [question.model_copy(update={"requires": []}) for question in assignment.questions]
    return assignment.model_copy(update={"questions": alone})


# Submissions


def reference(question: Question) -> Submission | None:
    """The shipped file with the class or function that `question` asks for, if there is one."""
    kind = ast.ClassDef if question.agent else ast.FunctionDef
    for file in sorted(files("pacgrid.agents").iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".py"):
            continue
        content = file.read_bytes()
        defined = [node.name for node in ast.parse(content).body if isinstance(node, kind)]
        if question.asks_for in defined:
            return _submission(file.name, file.name, content)
    return None


def starter(assignment: Assignment) -> Submission:
    """The file that students start from."""
    return _submission(STARTER, assignment.file, starter_file(assignment).encode())


def random_agents(assignment: Assignment) -> Submission:
    """A file in which every agent that the assignment asks for moves at random."""
    lines = ["from pacgrid import Agent", "", ""]
    lines += ["class Random(Agent):", "    def __init__(self, **options): ..."]
    lines += ["    def act(self, state): return self.rng.choice(state.legal_actions())"]
    lines += [f"class {name}(Random): ..." for name in assignment.agents if name != "Random"]
    return _submission(RANDOM, assignment.file, "\n".join(lines).encode())


def _submission(name: str, path: str, content: bytes) -> Submission:
    return Submission(name, files=((path, content),), main=path)


# Results


def _result(
    question: Question,
    reference: QuestionGrade | None,
    random: QuestionGrade | None,
    starter: QuestionGrade,
) -> DryRunResult:
    visible = sum(test.visibility == "visible" for test in question.tests)
    return DryRunResult(
        name=question.name,
        asks_for=question.asks_for,
        visible_tests=visible,
        hidden_tests=len(question.tests) - visible,
        points=question.points,
        extra=question.extra,
        reference_points=reference.points if reference else None,
        random_points=random.points if random else None,
        starter_points=starter.points,
        seconds=sum(outcome.seconds for outcome in reference.outcomes) if reference else 0,
        warnings=(
            *_visibility(question),
            *_unsolved(question, reference),
            *_too_easy(question, [grade for grade in (random, starter) if grade]),
        ),
    )


def _visibility(question: Question) -> Iterator[str]:
    """A warning about what students can or can't try."""
    if not any(test.visibility == "visible" for test in question.tests):
        yield "has no visible test, so students can't try their answer"


def _unsolved(question: Question, reference: QuestionGrade | None) -> Iterator[str]:
    """Warnings about points that the shipped agent or function misses."""
    if reference is None:
        yield f"no shipped file has {question.asks_for}, so the dry run can't show it is solvable"
    elif not reference.outcomes:
        reason = reference.failure.message if reference.failure else reference.reason
        yield f"the shipped {question.asks_for} isn't tested: {reason}"
    for number, outcome in enumerate(reference.outcomes if reference else (), start=1):
        if not isclose(outcome.points, outcome.possible):
            points = f"{outcome.points:g} of {counted(outcome.possible, 'point')}"
            failure = f"; {outcome.failure.message}" if outcome.failure else ""
            yield (
                f"{_label(number, outcome)}: the shipped {question.asks_for} gets {points}: "
                f"{outcome.result}{failure}"
            )


def _too_easy(question: Question, grades: Sequence[QuestionGrade]) -> Iterator[str]:
    """Warnings about tests in which all `grades` have full points."""
    for index in range(len(question.tests)):
        outcomes = [grade.outcomes[index] for grade in grades if grade.outcomes]
        if outcomes and all(isclose(o.points, o.possible) for o in outcomes):
            names = f"{RANDOM} and {STARTER} get" if len(grades) > 1 else f"{STARTER} gets"
            yield f"{_label(index + 1, outcomes[0])}: {names} all its points"


def _label(number: int, outcome: Outcome) -> str:
    return f"test {number} ({outcome.test})"
