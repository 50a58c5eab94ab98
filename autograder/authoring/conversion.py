"""Test cases as an assignment in TOML, which staff can read and change."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..assignments.assignment import Assignment, AssignmentError
from ..assignments.question import Question
from ..kinds.cs188.own_names import EVALUATION
from ..kinds.kind import Counterpart, GradedTest
from .dependencies import Dependencies
from .shares import shares
from .toml_writer import to_toml

ASSIGNMENT = "assignment.toml"
HEADING = "Converted from test cases. What has no counterpart here:"


@dataclass(frozen=True)
class Conversion:
    assignment: Assignment
    """What TOML can express of the test cases."""
    notes: tuple[str, ...]
    """What has no counterpart, a line each: where, and what it is."""

    @cached_property
    def files(self) -> Mapping[str, bytes]:
        """The assignment and its layouts, by their names in one folder."""
        tests = [test for question in self.assignment.questions for test in question.tests]
        dependencies = Dependencies.of(tests)
        heading = "\n".join((HEADING, *self.notes))
        text = to_toml(self.assignment, dependencies, heading)
        return {ASSIGNMENT: text.encode(), **dependencies.files}

    @classmethod
    def of(cls, source: Assignment) -> "Conversion":
        """The conversion of an assignment that was read from test cases.

        Raises AssignmentError if nothing of it can be expressed.
        """
        notes: list[str] = []
        questions = [new for question in source.questions for new in _questions(question, notes)]
        if not questions:
            raise AssignmentError("none of the test cases has a counterpart here")
        names = {question.name for question in questions}
        kept = [
            question.model_copy(update={"requires": [n for n in question.requires if n in names]})
            for question in questions
        ]
        return cls(source.model_copy(update={"questions": kept}), tuple(notes))


def _questions(question: Question, notes: list[str]) -> Iterator[Question]:
    """The questions for `question`: one for each class or function that its tests ask for."""
    partial = question.rule in ("weighted", "count")
    parts = [part for test in question.tests for part in test.counterparts(notes.append, partial)]
    if not parts:
        notes.append(f"{question.name}: left out")
        return
    by_name: dict[str, list[GradedTest]] = defaultdict(list)
    is_bonus = question.extra > 0 and not question.points
    full = question.extra if is_bonus else question.points
    for asks_for, test in _with_points(parts, full):
        by_name[asks_for].append(test)
    points = sum(test.possible for tests in by_name.values() for test in tests)
    if points != full:
        notes.append(f"{question.name}: {full:g} points there, {points:g} here")
    is_all = question.rule == "all" and len(by_name) == 1 and points == full
    if not is_all and len(parts) > 1 and question.rule in ("all", "partial"):
        notes.append(f"{question.name}: a failed test takes all points; here, only its own")
    if not (is_all or is_bonus) and question.extra:
        notes.append(f"{question.name}: left out: {question.extra:g} extra points")
    for asks_for, tests in by_name.items():
        points = float(sum(test.possible for test in tests))
        bonus = points if is_bonus else 0
        yield Question(
            name=question.name if len(by_name) == 1 else f"{question.name}_{asks_for}",
            agent=asks_for if asks_for != EVALUATION else None,
            function=asks_for if asks_for == EVALUATION else None,
            points=points - bonus,
            extra=question.extra if is_all else bonus,
            rule="all" if is_all else "sum",
            requires=question.requires,
            tests=tests,
        )


def _with_points(parts: Sequence[Counterpart], points: float) -> Iterator[tuple[str, GradedTest]]:
    """The tests with their points: some have their own, and the others share the rest."""
    weights = [part.weight for part in parts if part.weight is not None]
    rest = points - sum(part.test.possible for part in parts if part.weight is None)
    each = iter(shares(rest if rest > 0 else sum(weights), weights))
    for part in parts:
        changes = {} if part.weight is None else {"points": next(each)}
        yield part.asks_for, part.test.model_copy(update=changes)
