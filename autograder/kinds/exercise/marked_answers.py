"""Marks the answers to an exercise: the points of each part, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from textwrap import fill

from pacgrid.common.failure import Failure
from pacgrid.quizzes.explanation import explanation, result_line
from pacgrid.quizzes.quiz_question import PartResult, QuizQuestion

from ...model.aim import Aim
from ...model.outcome import Outcome
from ...model.placed_failure import MOST_KINDS, PlacedFailure
from .answers_file import AnswersFile

COLUMNS = 76
"""Of an explanation, which reports indent."""


def heading(number: int) -> str:
    """What a file of answers calls the question with that number, from 1."""
    return f"question_{number}"


@dataclass(frozen=True)
class _MarkedPart:
    """What became of the answer to a part."""

    number: int
    """Of its question."""
    result: PartResult
    worth: Fraction
    """The points for a right answer."""
    is_unread: bool
    """Whether there is an answer, in a line that can't be read."""

    @property
    def line(self) -> str:
        """`1. B: 3, not −4`, where 1 is the question."""
        name, right = self.result.part.name, self.result.part.key.text
        if self.result.problem or self.is_unread:
            words = f"{name}: the answer is {right}; yours can't be read"
        elif self.result.given is None:
            words = f"{name}: the answer is {right}; you left it empty"
        else:
            words = result_line(self.result)
        return f"{self.number}. {words}"


@dataclass(frozen=True)
class MarkedAnswers:
    """Answers to some questions."""

    questions: Sequence[QuizQuestion]
    worths: Sequence[Fraction]
    """For each question, the points of each of its parts."""
    written: AnswersFile
    file: str
    """What that file is called."""

    def outcome(self, test: str, possible: float) -> Outcome:
        """The outcome of the test, which is worth as many points as are `possible`."""
        results = [part.result for part in self._parts]
        unread = [part.is_unread for part in self._parts]
        empty = sum(each.given is None for each in results) - sum(unread)
        unreadable = sum(bool(each.problem) for each in results) + sum(unread)
        words = [f"right in {sum(each.is_right for each in results)} of {len(results)}"]
        words += [f"{empty} left empty"] * bool(empty)
        words += [f"{unreadable} can't be read"] * bool(unreadable)
        points = sum((part.worth * part.result.share for part in self._parts), Fraction(0))
        failures = [PlacedFailure(each, "") for each in self._failures]
        return Outcome(
            test,
            ", ".join(words),
            float(points),
            possible,
            aims=tuple(
                Aim(part.line, float(part.worth), part.result.is_right) for part in self._parts
            ),
            failure=failures[0].failure if failures else None,
            other_failures=tuple(failures[1:]),
            advice="\n\n".join(self._explanations()),
        )

    @cached_property
    def _lines(self) -> dict[tuple[str, str], int]:
        """Where each answer stands, by heading and part."""
        return {(each.question, each.part): each.line for each in self.written.answers}

    @cached_property
    def _parts(self) -> Sequence[_MarkedPart]:
        return [
            _MarkedPart(
                number,
                result,
                worth,
                result.given is None and (heading(number), result.part.name) in self.written.unread,
            )
            for number, (question, worth) in enumerate(
                zip(self.questions, self.worths, strict=True), start=1
            )
            for result in question.check(self._answers_to(number, question))
        ]

    def _answers_to(self, number: int, question: QuizQuestion) -> dict[str, str]:
        names = [part.name for part in question.parts]
        return {
            each.part: each.text
            for each in self.written.answers
            if each.question == heading(number) and each.part in names
        }

    @property
    def _failures(self) -> Sequence[Failure]:
        """What can't be read, in the order of the lines; of much, the first lines."""
        problems = [*self.written.problems, *self._unreadable(), *self._unasked()]
        lines = [f"{self.file}:{line}: {problem}" for line, problem in sorted(problems)]
        if (more := len(lines) - MOST_KINDS) > 0:
            lines[MOST_KINDS:] = [f"{self.file}: {more} more problems"]
        return [*map(Failure, lines)]

    def _unreadable(self) -> Iterator[tuple[int, str]]:
        for part in self._parts:
            if part.result.problem:
                key = heading(part.number), part.result.part.name
                yield self._lines[key], part.result.problem

    def _unasked(self) -> Iterator[tuple[int, str]]:
        """Answers to what isn't asked."""
        parts = {
            heading(number): [part.name for part in question.parts]
            for number, question in enumerate(self.questions, start=1)
        }
        for each in self.written.answers:
            if each.question not in parts:
                where = f"below [{each.question:.40}]" if each.question else "above all headings"
                yield each.line, f"{each.part:.40} is {where}; the headings are {', '.join(parts)}"
            elif each.part not in parts[each.question]:
                names = ", ".join(parts[each.question])
                yield each.line, f"{each.part:.40} isn't asked for; the parts are {names}"

    def _explanations(self) -> Iterator[str]:
        """For each question that isn't all right: the search that shows what is."""
        for number, question in enumerate(self.questions, start=1):
            parts = [part.result for part in self._parts if part.number == number]
            if missed := ", ".join(each.part.name for each in parts if not each.is_right):
                tree, _, steps = explanation(question, columns=COLUMNS).partition("\n\n")
                lines = [fill(line, COLUMNS, subsequent_indent="  ") for line in steps.splitlines()]
                yield "\n".join([f"question {number}, not fully right: {missed}", tree, "", *lines])
