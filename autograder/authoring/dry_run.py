"""An assignment tried out before students see it: by the shipped agents, by one that moves at
random, and by the file that students start from."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import isclose

from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.authoring.stubs import agent_source
from pacgrid.autograder.grade import Grade, Outcome, QuestionGrade, counted
from pacgrid.autograder.limits import Limits
from pacgrid.autograder.question import Games, Question, Test
from pacgrid.autograder.submission import Submission

TIGHT = 1 / 3
"""The part of a limit that our own agents may need."""

STUB, RANDOM = "the stub", "a random agent"
"""What the submissions of those who can't do anything are called."""


@dataclass(frozen=True)
class DryRunResult:
    """A question, and what those who tried it got."""

    name: str
    asks_for: str
    visible: int
    """How many of its tests students may see."""
    hidden: int
    possible: float
    reference: float | None
    """What the shipped agent or function of that name got; None if there is none."""
    random: float | None
    """What an agent got that moves at random; None for a function."""
    stub: float
    """What the file got that students start from."""
    seconds: float
    """How long the shipped one took, by the clock."""
    warnings: tuple[str, ...]

    @property
    def is_solved(self) -> bool:
        """Whether the shipped one, if there is one, got all points."""
        return self.reference is None or isclose(self.reference, self.possible)


def dry_run(
    assignment: Assignment, grade: Callable[[Sequence[Submission]], Sequence[Grade]]
) -> list[DryRunResult]:
    """What comes of each question when `grade` grades the shipped agents, and those who can't do
    anything."""
    solutions = {question.name: reference(question) for question in assignment.questions}
    actors = {found.name: found for found in solutions.values() if found}
    actors |= {STUB: stub(assignment), RANDOM: random_agents(assignment)}
    grades = dict(zip(actors, grade(list(actors.values())), strict=True))
    played = {name: {part.name: part for part in g.questions} for name, g in grades.items()}
    return [
        _dry_run_result(
            question,
            assignment.limits,
            played[solution.name][question.name] if solution else None,
            played[RANDOM][question.name] if question.agent else None,
            played[STUB][question.name],
        )
        for question in assignment.questions
        for solution in [solutions[question.name]]
    ]


# Who tries it.


def reference(question: Question) -> Submission | None:
    """The shipped file that has the class or function that `question` asks for."""
    kind = ast.ClassDef if question.agent else ast.FunctionDef
    for file in sorted(files("pacgrid.agents").iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".py"):
            continue
        content = file.read_bytes()
        defined = [node.name for node in ast.parse(content).body if isinstance(node, kind)]
        if question.asks_for in defined:
            return _submission(file.name, file.name, content)
    return None


def stub(assignment: Assignment) -> Submission:
    """The file that students start from."""
    return _submission(STUB, assignment.file, agent_source(assignment).encode())


def random_agents(assignment: Assignment) -> Submission:
    """A file in which every agent that is asked for moves at random."""
    lines = ["from pacgrid import Agent", "", ""]
    lines += ["class Random(Agent):", "    def __init__(self, **options): ..."]
    lines += ["    def act(self, state): return self.rng.choice(state.legal_actions())"]
    lines += [f"class {name}(Random): ..." for name in assignment.agents if name != "Random"]
    return _submission(RANDOM, assignment.file, "\n".join(lines).encode())


def _submission(name: str, path: str, content: bytes) -> Submission:
    return Submission(name, files=((path, content),), main=path)


# What came of it.


def _dry_run_result(
    question: Question,
    limits: Limits,
    solved: QuestionGrade | None,
    random: QuestionGrade | None,
    stub: QuestionGrade,
) -> DryRunResult:
    visible = sum(test.visibility == "visible" for test in question.tests)
    idle = [grade for grade in (random, stub) if grade]
    return DryRunResult(
        name=question.name,
        asks_for=question.asks_for,
        visible=visible,
        hidden=len(question.tests) - visible,
        possible=question.points,
        reference=solved.points if solved else None,
        random=random.points if random else None,
        stub=stub.points,
        seconds=sum(outcome.seconds for outcome in solved.outcomes) if solved else 0,
        warnings=(
            *([] if visible else ["has no visible test, so students can't try their answer"]),
            *_missing(question, solved),
            *_too_easy(question, idle),
            *(_tight(question, limits, solved) if solved else []),
        ),
    )


def _missing(question: Question, solved: QuestionGrade | None) -> Iterator[str]:
    if solved is None:
        yield f"no shipped file has {question.asks_for}, so nobody has shown that it can be solved"
    elif not solved.outcomes:
        why = solved.failure.message if solved.failure else solved.reason
        yield f"the shipped {question.asks_for} isn't tested: {why}"
    for number, outcome in enumerate(solved.outcomes if solved else (), start=1):
        if not isclose(outcome.points, outcome.possible):
            got = f"{outcome.points:g} of {counted(outcome.possible, 'point')}"
            why = f"; {outcome.failure.message}" if outcome.failure else ""
            yield (
                f"{_called(number, outcome)}: the shipped {question.asks_for} gets {got}: "
                f"{outcome.result}{why}"
            )


def _too_easy(question: Question, idle: Sequence[QuestionGrade]) -> Iterator[str]:
    """The tests whose points everybody gets who can't do anything."""
    for number in range(len(question.tests)):
        outcomes = [grade.outcomes[number] for grade in idle if grade.outcomes]
        if outcomes and all(isclose(o.points, o.possible) for o in outcomes):
            who = "a random agent and the stub get" if len(idle) > 1 else "the stub gets"
            yield f"{_called(number + 1, outcomes[0])}: {who} all its points"


def _tight(question: Question, limits: Limits, solved: QuestionGrade) -> Iterator[str]:
    """The tests that came near a limit, as far as the time of the whole test can tell."""
    for number, (test, outcome) in enumerate(
        zip(question.tests, solved.outcomes, strict=False), start=1
    ):
        for what, (each, most) in _budgets(test, limits).items():
            if (needed := outcome.seconds / each) > TIGHT * most:
                yield (
                    f"{_called(number, outcome)}: the shipped {question.asks_for} took "
                    f"{needed:.2g} of the {most:g} seconds for {what}, on this computer"
                )


def _budgets(test: Test, limits: Limits) -> Mapping[str, tuple[int, float]]:
    """By what is limited: how many of these a test has, and the CPU seconds for each. Of the moves
    of a game nobody knows how many there are."""
    if isinstance(test, Games):
        return {"a game": (test.games, limits.game.cpu_seconds)}
    move = test.move or limits.move
    return {
        "all positions": (1, limits.game.cpu_seconds),
        "a position": (len(test.positions), move.cpu_seconds),
    }


def _called(number: int, outcome: Outcome) -> str:
    return f"test {number} ({outcome.test})"
