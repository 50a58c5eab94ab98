"""Compares the hand-ins with the roster: who is who, and who handed in nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from pacgrid.common.failure import Failure

from ..submissions.collection import (
    Collection,
    with_unique_identifiers,
    with_unique_names,
)
from ..submissions.course import stem
from ..submissions.hand_in import join
from ..submissions.members import caseless
from ..submissions.submission import Submission
from .roster import Roster, RosterStudent, by_key

NOTHING = "nothing was handed in"


@dataclass(frozen=True)
class Enrolment:
    """The submissions of a course, and whose they are."""

    collection: Collection
    students: tuple[RosterStudent | None, ...]
    """The student of each submission; None for one of nobody in the roster."""


def enrol(collection: Collection, roster: Roster) -> Enrolment:
    """`collection` with the names and identifiers of the `roster`, and a submission without files
    for each student who handed in nothing. Sorted by name, these last.

    One column of the roster says who is who: the one that matches most hand-ins. Names are compared
    only if no identifier matches, because a student may have chosen theirs.
    """
    submissions = collection.submissions
    *columns, names = by_key(roster.students)
    students = max(columns, key=lambda column: len(_matches(submissions, column)))
    notes = list(roster.notes)
    if _matches(submissions, students):
        found = _matches(submissions, students)
    else:
        found = _by_name(submissions, names)
        if found:
            notes.append("roster: no identifier matches, so students are matched by name")
    owners = {id(student) for student in found.values()}
    missing = [student for student in roster.students if id(student) not in owners]
    unknown = [one for number, one in enumerate(submissions) if number not in found]
    if unknown:
        notes.append(f"not in the roster, but graded: {join([one.name for one in unknown])}")
    taken = {caseless(student.identifier) for student in roster.students}
    graded: list[tuple[Submission, RosterStudent | None]] = [
        (_known(one, found[number]), found[number])
        if number in found
        else (_unknown(one, taken), None)
        for number, one in enumerate(submissions)
    ]
    graded.sort(key=lambda pair: (caseless(pair[0].name), pair[0].identifier))
    everybody = [*graded, *((_missing(student, unknown), student) for student in missing)]
    unique = with_unique_identifiers([one for one, _ in everybody])
    enrolled = replace(
        collection,
        submissions=tuple(with_unique_names(list(unique))),
        is_single=False,
        notes=(*collection.notes, *notes),
    )
    return Enrolment(enrolled, tuple(student for _, student in everybody))


def _matches(
    submissions: Sequence[Submission], students: Mapping[str, RosterStudent]
) -> Mapping[int, RosterStudent]:
    """By the number of a submission: the student with its identifier."""
    keys = [caseless(one.identifier or _file_name(one)) for one in submissions]
    return {number: students[key] for number, key in enumerate(keys) if key in students}


def _by_name(
    submissions: Sequence[Submission], students: Mapping[str, RosterStudent]
) -> Mapping[int, RosterStudent]:
    """By the number of a submission: the student with its name, if nobody else's has it."""
    keys = [caseless(one.student or _file_name(one)) for one in submissions]
    count = Counter(keys)
    return {
        number: students[key]
        for number, key in enumerate(keys)
        if key in students and count[key] == 1
    }


def _file_name(submission: Submission) -> str:
    """The name of the file or folder that was handed in, if no LMS says who did."""
    return stem(PurePath(submission.name).name)


def _has_name(submission: Submission, student: RosterStudent) -> bool:
    return caseless(submission.student or _file_name(submission)) == caseless(student.name)


def _known(submission: Submission, student: RosterStudent) -> Submission:
    name = student.name if submission.student or submission.identifier else submission.name
    return replace(submission, name=name, student=student.name, identifier=student.identifier)


def _unknown(submission: Submission, taken: set[str]) -> Submission:
    """`submission`, without its identifier if it belongs to somebody in the roster."""
    is_taken = caseless(submission.identifier) in taken
    return replace(submission, identifier="") if is_taken else submission


def _missing(student: RosterStudent, unknown: Sequence[Submission]) -> Submission:
    same_name = [one.name for one in unknown if _has_name(one, student)]
    reason = f"may have handed in {join(same_name)}; the name is not unique" if same_name else ""
    return Submission(
        student.name or student.identifier,
        student=student.name,
        identifier=student.identifier,
        problem=Failure(reason or NOTHING),
        missing=True,
    )
