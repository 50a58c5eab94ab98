"""A kit for students: a starter file, the visible tests, and a README; and a dry run of the whole
assignment before they see it.

The starter file defines everything that the assignment asks for, and runs, but plays badly. So the
commands in the README work at once, an unwritten question doesn't affect the others, and each test
reports what is missing (`optimal in 1 of 4`) instead of an exception.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from math import isclose
from pathlib import Path
from typing import Self

from ..assignments.assignment import Assignment, Question, narrowed
from ..kinds.kind import escaped
from ..model.grade import Grade, QuestionGrade
from ..model.outcome import Outcome, counted, full, rule_text, total, worth
from ..model.schema import Option
from ..submissions.submission import Submission
from .package import Dependencies, Package, render_template, to_toml, write_folder

HEADING = "The visible tests. To run them: {command}"


@dataclass(frozen=True)
class QuestionGuide:
    """A question's visible tests, explained to students."""

    tests: tuple[tuple[str, str], ...]
    """The description of each test, and what its points are for, in Markdown."""
    notes: tuple[str, ...] = ()
    """What its tests mean, in sentences, in Markdown."""

    @classmethod
    def of(cls, question: Question) -> Self:
        """The guide to `question`, all of whose tests are visible."""
        tests = tuple((escaped(test.description), test.goals) for test in question.authored_tests)
        return cls(tests, tuple(_notes(question)))


def _notes(question: Question) -> Iterator[str]:
    """What the descriptions and goals of its tests mean, and how its points follow from them."""
    if rule := rule_text(question.rule, question.extra):
        yield f"{rule.capitalize()}."
    if question.requires:
        yield f"It gives points only if {' and '.join(question.requires)} got all points."
    yield from dict.fromkeys(note for test in question.tests for note in test.notes)


@dataclass(frozen=True)
class Kit:
    """Files, by their paths relative to the kit's folder, with `/`."""

    files: Mapping[str, bytes]
    visible: Assignment | None
    """The assignment with its visible tests only; None if all tests are hidden."""

    @classmethod
    def of(cls, assignment: Assignment, package: Package) -> "Kit":
        """The kit of `assignment`. Students install Pacgrid from `package`.

        Reveals nothing about hidden tests but their points in all, and the names of the options
        that an agent must accept.

        Raises:
            AssignmentError: a ghost's file can no longer be read.
        """
        visible = visible_part(assignment)
        questions = visible.questions if visible else []
        guides = {question.name: QuestionGuide.of(question) for question in questions}
        files = {
            assignment.file: starter_file(assignment).encode(),
            "README.md": _readme(assignment, visible, guides, package).encode(),
            **dict([package.wheel] if package.wheel else []),
        }
        if visible:
            tests = [test for question in questions for test in question.tests]
            dependencies = Dependencies.of(tests, taken=files)
            text = to_toml(visible, dependencies, HEADING.format(command=_command(visible)))
            files |= {"assignment.toml": text.encode(), **dependencies.files}
        return cls(files, visible)

    def write(self, folder: Path, *, force: bool = False) -> None:
        """Writes the kit into `folder`, creating it if needed, and loads its assignment.

        Raises:
            ResultsError: a file exists and `force` is false, or a file can't be written.
            AssignmentError: the written assignment can't be loaded, since a ghost needs more than
                its file and the modules beside it.
        """
        write_folder(folder, self.files, force=force)
        if self.visible:
            Assignment.load(folder / "assignment.toml")


def visible_part(assignment: Assignment) -> Assignment | None:
    """`assignment` without hidden tests; None if it has no others."""
    questions = [part for question in assignment.questions if (part := _visible_part(question))]
    # With fewer tests, the shares of the submission's budget would be larger.
    changes = {"questions": questions, "limits": assignment.test_limits}
    return assignment.model_copy(update=changes) if questions else None


def _visible_part(question: Question) -> Question | None:
    tests = [test for test in question.tests if test.visibility == "visible"]
    return narrowed(question, tests) if tests else None


def _command(visible: Assignment) -> str:
    """How students grade what they have written."""
    return f"pacgrid grade {visible.file} --assignment assignment.toml"


def _readme(
    assignment: Assignment,
    visible: Assignment | None,
    guides: Mapping[str, QuestionGuide],
    package: Package,
) -> str:
    parts = {question.name: question for question in visible.questions} if visible else {}
    return render_template(
        "kit_readme.md.j2",
        title=escape(assignment.title, quote=False),
        file=assignment.file,
        command=_command(visible) if visible else "",
        points=assignment.points,
        visible=visible.points if visible else 0,
        questions=[(question, parts.get(question.name)) for question in assignment.questions],
        stubs=stubs(assignment),
        limits=assignment.test_limits,
        has_hidden_tests=assignment.has_hidden_tests,
        requirement=package.requirement,
        guides=guides,
        full=full,
        total=total,
        worth=worth,
    )


@dataclass(frozen=True)
class Stub:
    """A class or function to write."""

    name: str
    questions: list[str]
    is_function: bool
    is_search: bool = False
    """Whether it is an agent whose options are always a depth and an evaluation."""
    sees_board: bool = True
    """Whether it sees whole positions in some test, not only states to search."""
    is_ghosts: bool = False
    options: dict[str, str] = field(default_factory=dict)
    """The Python parameter of each option of an agent, by the option's name."""

    @property
    def plays(self) -> bool:
        """Whether it can play on a board: a search without a limit would never end there."""
        return not self.is_function and (self.sees_board or "depth" in self.options)


def stubs(assignment: Assignment) -> list[Stub]:
    """The classes and functions that `assignment` asks for, each once."""
    by_name: dict[str, list[Question]] = {}
    for question in assignment.questions:
        by_name.setdefault(question.asks_for, []).append(question)
    return [_stub(name, questions) for name, questions in by_name.items()]


def starter_file(assignment: Assignment) -> str:
    """The Python source of the starter file."""
    all_stubs = stubs(assignment)
    return render_template(
        "kit_agent.py.j2",
        title=_in_docstring(assignment.title),
        file=assignment.file,
        has_tests=any(t.visibility == "visible" for q in assignment.questions for t in q.tests),
        stubs=all_stubs,
        imports=list(_imports(all_stubs)),
    )


def _imports(all_stubs: list[Stub]) -> Iterator[str]:
    agents = [stub for stub in all_stubs if not stub.is_function and not stub.is_search]
    world = {"Action"} if agents else set()
    world |= {"GhostTeam" if stub.is_ghosts else "Agent" for stub in agents}
    search = {"GameState", "Searcher"} if any(stub.is_search for stub in all_stubs) else set()
    for stub in all_stubs:
        if stub.is_function or (stub in agents and stub.sees_board):
            world.add("State")
        if stub in agents and not stub.sees_board:
            search.add("GameState")
        if stub in agents and "evaluation" in stub.options:
            search |= {"Evaluate", "score"}
    for module, names in (("pacgrid", world), ("pacgrid.search", search)):
        if names:
            yield f"from {module} import {', '.join(sorted(names))}"


def _stub(name: str, questions: list[Question]) -> Stub:
    tests = [test for question in questions for test in question.tests]
    is_ghosts = any(test.tests_ghosts for test in tests)
    options = dict(_options(questions))
    return Stub(
        name=name,
        questions=[question.name for question in questions],
        is_function=questions[0].agent is None,
        is_search=not is_ghosts
        and all(test.agent_options.keys() == {"depth", "evaluation"} for test in tests),
        sees_board=any(test.sees_board for test in tests),
        is_ghosts=is_ghosts,
        options=options,
    )


def _options(questions: list[Question]) -> Iterator[tuple[str, str]]:
    """The options that an agent must accept, and their Python parameters.

    Includes the options of hidden tests, but not their values.
    """
    tests = [test for question in questions for test in question.tests]
    visible: dict[str, Option] = {}
    for test in tests:
        if test.visibility == "visible":
            visible = {**test.agent_options, **visible}
    for option in dict.fromkeys(name for test in tests for name in test.agent_options):
        if option == "evaluation":
            yield option, f"{option}: Evaluate = score"
        elif option in visible:
            kind = type(visible[option]).__name__
            yield option, f"{option}: {kind} = {visible[option]!r}"
        else:
            yield option, f"{option}: object = None"


def _in_docstring(text: str) -> str:
    """`text` on one line, without quotes and backslashes."""
    return " ".join(text.replace("\\", "/").replace('"', "'").split())


# A dry run: the shipped agents, a random agent, and the starter file are graded.

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
    reference_points: float | None
    """Points of the shipped agent or function; None if there is none."""
    random_points: float | None
    """Points of the random agent; None if the question asks for a function."""
    starter_points: float
    seconds: float
    """Time of the shipped agent or function, on the clock."""
    warnings: tuple[str, ...]
    extra: float = 0

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
