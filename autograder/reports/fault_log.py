"""The faults of Pacgrid in one grading, and files with them for the staff.

An error that one submission's grade raises in a report must not cost the others theirs.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from ..model.fault import UNREPORTED, Fault, attempt, faults_of
from ..model.grade import Grade
from ..model.outcome import Outcome
from ..model.question_grade import QuestionGrade
from .file_names import file_names

T = TypeVar("T")

_HEAD = """A fault of Pacgrid. Please report it to the people who maintain Pacgrid, with this file.
It is for the staff: it may show hidden tests.
"""
_EVERY = "all submissions"


class FaultLog:
    """The faults that were found, by submission and by place."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, Fault]] = {}
        self._digests: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def note(self, grade: Grade | None, place: str, fault: Fault) -> None:
        """Add a fault over the submission of `grade`; None for all of them together."""
        name = grade.name if grade else _EVERY
        self._found.setdefault(name, {}).setdefault(place, fault)
        self._digests[name] = grade.digest if grade else ""

    def note_judged(self, grades: Sequence[Grade]) -> None:
        """Add what kept tests of these grades from being judged."""
        for grade in grades:
            for place, fault in faults_of(grade):
                self.note(grade, place, fault)

    def has(self, grade: Grade, place: str) -> bool:
        """Whether there was a fault over the submission of `grade` in that place."""
        return place in self._found.get(grade.name, {})

    def make(
        self,
        report: str,
        make: Callable[[Sequence[Grade]], T],
        grades: Sequence[Grade],
        with_names: Callable[[T, Sequence[Grade]], T] = lambda made, _: made,
    ) -> T | None:
        """The `report` that `make` makes of `grades`. A grade that makes it raise an error is shown
        without its details, or left out if that fails, too; and the fault is noted. None if it
        can't be made at all.

        `with_names` adds the names of those left out. Raises what is not a fault, such as a
        GradingError.
        """
        whole = attempt(partial(make, grades))
        if not isinstance(whole, Fault):
            return whole

        def usable(grade: Grade) -> Grade:
            make([grade])
            return grade

        shown = [self.make_one(report, usable, grade) for grade in grades]
        made = attempt(partial(make, [grade for grade in shown if grade]))
        if isinstance(made, Fault):
            self.note(None, report, made)
            return None
        left_out = [grade for grade, one in zip(grades, shown, strict=True) if not one]
        return with_names(made, left_out)

    def make_one(self, report: str, make: Callable[[Grade], T], grade: Grade) -> T | None:
        """The `report` that `make` makes of one grade, if need be without its details. None if it
        can't be made."""
        made = attempt(partial(make, grade))
        if isinstance(made, Fault):
            self.note(grade, report, made)
            made = attempt(lambda: make(without_details(grade)))
        return None if isinstance(made, Fault) else made

    def texts(self) -> dict[str, str]:
        """A text for each submission with a fault, by the name of its file."""
        files = [f"{file}.txt" for file in file_names(list(self._found))]
        texts = (
            "\n\n".join([f"{_HEAD}\nsubmission: {name}\ndigest: {self._digests[name]}", *parts])
            for name, by_place in self._found.items()
            for parts in [
                [f"place: {place or 'all of it'}\n{f.report}" for place, f in by_place.items()]
            ]
        )
        return {file: f"{text}\n" for file, text in zip(files, texts, strict=True)}

    def __str__(self) -> str:
        """`2 submissions could not be graded or reported in full: a fault of Pacgrid`."""
        count = len(self._found)
        noun = "submission" if count == 1 else "submissions"
        return f"{count} {noun} could not be graded or reported in full: a fault of Pacgrid"


def without_details(grade: Grade) -> Grade:
    """`grade` with its points, and nothing that could keep a report from being made."""
    fault = Fault(UNREPORTED)
    questions = tuple(_question(question, fault) for question in grade.questions)
    return replace(grade, questions=questions, failure=fault)


def _question(question: QuestionGrade, fault: Fault) -> QuestionGrade:
    outcomes = tuple(
        Outcome(
            test=outcome.test,
            result=outcome.result,
            points=outcome.points,
            possible=outcome.possible,
            visibility=outcome.visibility,
            cases=tuple(replace(case, note="") for case in outcome.cases),
            number=outcome.number,
        )
        for outcome in question.outcomes
    )
    failure = fault if question.failure else None
    return replace(question, outcomes=outcomes, failure=failure, reason="")
