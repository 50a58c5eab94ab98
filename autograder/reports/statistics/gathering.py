"""Gathers the facts for statistics from grades."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ...assignments.assignment import Assignment
from ...course.course_row import NO_COURSE_ROWS, CourseRow
from ...model.grade import Grade
from ...model.outcome import Outcome
from ..course_mistakes import course_mistakes, question_mistakes
from .facts import (
    AssignmentFacts,
    MistakeFacts,
    MoveFacts,
    PartFacts,
    QuestionFacts,
    StudentFacts,
    TestFacts,
)

LIMITS: Mapping[str, str] = {
    "CPU time": r"took more than \S+ CPU seconds|took too long in one game",
    "time": r"took more than \S+ seconds",
    "memory": r"MemoryError\b",
    "successors": r"asked for more than [\d,]+ successors",
    "temporary files": r"its temporary files take|has more than \d+ temporary files",
    "processes": r".*no processes allowed",
}
"""What is limited, and how the message of who exceeds the limit begins."""
_CUT_OFF = re.compile(r"^… cut off after \d+ KiB …$", re.MULTILINE)

Earlier = Mapping[str, Sequence[Grade]]
"""By the name of a grade: those of earlier hand-ins, the first one first."""
NO_EARLIER: Earlier = {}
_HOUR = 3600


def assignment_facts(
    assignment: Assignment,
    grades: Sequence[Grade],
    course_rows: Mapping[str, CourseRow] = NO_COURSE_ROWS,
    earlier: Earlier = NO_EARLIER,
) -> AssignmentFacts:
    """All that statistics need of `grades`, hidden tests included. What the students wrote, such as
    messages and output, is not in it."""
    numbers = {grade.name: number for number, grade in enumerate(grades)}
    return AssignmentFacts(
        title=assignment.title,
        points=assignment.points,
        has_hidden_tests=assignment.has_hidden_tests,
        test_cpu_seconds=assignment.test_limits.test.cpu_seconds,
        questions=[
            QuestionFacts(name=question.name, full=question.possible or question.extra)
            for question in (grades[0].questions if grades else ())
        ],
        students=[
            _student(grade, course_rows.get(grade.name, CourseRow()), earlier.get(grade.name, ()))
            for grade in grades
        ],
        tests=list(_tests(grades)),
        mistakes=[
            MistakeFacts(
                title=row.mistake.title,
                section=row.mistake.section,
                questions=list(row.questions),
                is_remark=row.mistake.is_remark,
                students=[numbers[case.grade.name] for case in row.cases],
                only_hidden=[numbers[case.grade.name] for case in row.cases if case.is_hidden],
            )
            for row in course_mistakes(grades)
        ],
        moves=_moves(grades, earlier),
    )


def _student(grade: Grade, course_row: CourseRow, earlier: Sequence[Grade]) -> StudentFacts:
    final, lateness = course_row.final(grade), course_row.lateness
    return StudentFacts(
        name=grade.student or grade.name,
        identifier=grade.identifier,
        section=course_row.section,
        handed_in=not grade.missing,
        is_tested=grade.failure is None,
        points=grade.total,
        possible=grade.possible,
        counted=None if final is None else float(final),
        questions=[
            q.points if q.answered and not q.is_exempt and not grade.missing else None
            for q in grade.questions
        ],
        submitted=course_row.submitted,
        hours_early=-lateness.by.total_seconds() / _HOUR if lateness else None,
        days_late=lateness.days if lateness else 0,
        limits=[] if grade.missing else list(_limits(grade)),
        earlier=0 if grade.missing else len(earlier),
    )


def _limits(grade: Grade) -> Iterator[str]:
    """The limits that a submission has exceeded."""
    messages = [failure.message for question in grade.questions for failure in question.failures]
    for limit, pattern in LIMITS.items():
        if any(re.match(pattern, message) for message in messages):
            yield limit
    if any(_CUT_OFF.search(outcome.output) for q in grade.questions for outcome in q.outcomes):
        yield "output"


def _tests(grades: Sequence[Grade]) -> Iterator[TestFacts]:
    """Each test, in the order of the assignment."""
    questions = [question.name for question in grades[0].questions] if grades else []
    found: dict[tuple[int, int], list[Outcome | None]] = {}
    for student, grade in enumerate(grades):
        for number, question in enumerate(grade.questions):
            for outcome in question.outcomes:
                nobody: list[Outcome | None] = [None] * len(grades)
                found.setdefault((number, outcome.number), nobody)[student] = outcome
    for (number, _), outcomes in sorted(found.items(), key=lambda item: item[0]):
        run = [outcome for outcome in outcomes if outcome]
        yield TestFacts(
            question=questions[number],
            number=run[0].number,
            title=run[0].title or run[0].test,
            is_hidden=run[0].is_hidden,
            possible=run[0].possible,
            points=[outcome.points if outcome else None for outcome in outcomes],
            passed=[outcome.is_passed if outcome else None for outcome in outcomes],
            successors=[outcome.nodes if outcome else None for outcome in outcomes],
            full_search=max(outcome.unpruned_nodes or 0 for outcome in run) or None,
            cpu_seconds=[
                round(outcome.cpu_seconds, 3) if outcome and outcome.cpu_seconds else None
                for outcome in outcomes
            ],
            parts=_parts(run),
        )


def _parts(outcomes: Sequence[Outcome]) -> list[PartFacts]:
    """The parts of a test. What an answer to an exercise should be stands after a colon, since it
    may differ from student to student."""
    tried, missed = Counter[str](), Counter[str]()
    for outcome in outcomes:
        for aim in outcome.aims:
            name = aim.what.partition(":")[0]
            tried[name] += 1
            missed[name] += not aim.reached
    return [PartFacts(name=name, tried=tried[name], missed=missed[name]) for name in tried]


def _moves(grades: Sequence[Grade], earlier: Earlier) -> list[MoveFacts]:
    """What became of each mistake from hand-in to hand-in, those that most have shed first."""
    became: dict[str, Counter[str]] = defaultdict(Counter)
    visible: set[str] = set()
    for grade in grades:
        hand_ins = [] if grade.missing else [*earlier.get(grade.name, ()), grade]
        for before, after in pairwise(map(_mistakes, hand_ins)):
            for question in before.keys() & after.keys():
                old, new = before[question], after[question]
                for mistake in old.keys() | new.keys():
                    title = f"{question}: {mistake}"
                    move = (
                        "gone" if mistake not in new else "stayed" if mistake in old else "appeared"
                    )
                    became[title][move] += 1
                    if not (old.get(mistake, True) and new.get(mistake, True)):
                        visible.add(title)
    moves = [
        MoveFacts(mistake=title, is_hidden=title not in visible, **count)
        for title, count in became.items()
    ]
    return sorted(moves, key=lambda move: (-move.gone - move.stayed - move.appeared, move.mistake))


def _mistakes(grade: Grade) -> dict[str, dict[str, bool]]:
    """By question that was tested: its mistakes, and whether only hidden tests show them."""
    return {
        question.name: {
            mistake.title: is_hidden
            for mistake, is_hidden in question_mistakes(question).items()
            if not mistake.is_remark
        }
        for question in grade.questions
        if question.outcomes
    }
