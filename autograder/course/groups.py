"""Who worked together: groups in a file of the LMS, or a line in what was handed in."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..submissions.members import abbreviate, caseless, join
from ..submissions.submission import Submission
from .csv_table import CourseError
from .roster import GROUP_HEADINGS, Roster, RosterStudent, read_people

_LINE = re.compile(rb"^[ \t]*#[ \t]*partners?[ \t]*:(.*)$", re.IGNORECASE | re.MULTILINE)
_HEAD = 4096
"""The line about partners must stand within so many bytes of the beginning."""

Group = tuple[RosterStudent, ...]
"""Students who worked together, in the order of the roster."""


@dataclass(frozen=True)
class Groups:
    """All groups of a course, and what is odd about them."""

    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()


def read_groups(path: Path, roster: Roster) -> Groups:
    """The groups in a CSV with a column of identifiers and one of groups, such as Canvas's
    (https://canvas.instructure.com/doc/api/file.group_category_csv.html).

    Raises:
        CourseError: somebody is in two groups, or unknown; names the line.
    """
    rows = (
        (row.place, row.known, row.cells["group"])
        for row in read_people(path, roster, {"group": GROUP_HEADINGS}, "group")
        if row.cells["group"]
    )
    return _grouped(rows)


def groups_of_roster(roster: Roster) -> Groups:
    """The groups in the roster's own column. Raises CourseError."""
    rows = ((roster.place(one), one, one.group) for one in roster.students if one.group)
    return _grouped(rows)


def groups_of_lms(submissions: Iterable[tuple[Submission, RosterStudent | None]]) -> Groups:
    """The groups of a download that says who handed in together, as Gradescope's does."""
    members: dict[str, list[RosterStudent]] = {}
    for submission, student in submissions:
        if student and submission.entry:
            members.setdefault(submission.entry, []).append(student)
    return Groups(tuple(_in_order(found) for found in members.values() if len(found) > 1))


def groups_by_line(
    submissions: Sequence[tuple[Submission, RosterStudent]], roster: Roster, size: int
) -> Groups:
    """The groups that hand-ins name, of at most `size` students: `# partners: ada, 4711`.

    A student can be named who handed in nothing, or whose own hand-in names the same people:
    nobody can give others a partner, or take their points. Someone whom two hand-ins name is in
    no group.
    """
    own = {student: submission for submission, student in submissions if not submission.missing}
    named: dict[RosterStudent, frozenset[RosterStudent]] = {}
    notes = []
    for student, submission in own.items():
        texts = partner_line(submission)
        found = [roster.find(text) for text in texts]
        if unknown := [text for text, one in zip(texts, found, strict=True) if one is None]:
            notes.append(
                f"partners: {student} names {join(unknown)}, which fits no student in the"
                " roster, or more than one"
            )
        group = frozenset({student, *filter(None, found)})
        if len(group) > size:
            notes.append(f"partners: {student} names {len(group) - 1}; at most {size - 1} may be")
        elif len(group) > 1 and not unknown:
            named[student] = group
    agreed = {
        student: group
        for student, group in named.items()
        if all(named.get(other, group if other not in own else None) == group for other in group)
    }
    for student, group in named.items():
        if student not in agreed:
            others = [str(one) for one in _in_order(group - {student})]
            notes.append(
                f"partners: {student} names {join(others)}, whose own hand-in doesn't name the "
                "same people: each has their own"
            )
    claims: dict[RosterStudent, set[frozenset[RosterStudent]]] = {}
    for group in agreed.values():
        for one in group:
            claims.setdefault(one, set()).add(group)
    contested = {one for one, groups in claims.items() if len(groups) > 1}
    for one in _in_order(contested):
        by = [str(student) for student, group in agreed.items() if one in group]
        notes.append(f"partners: {one} is named by {join(by)}: they are in no group; find out who")
    groups = {group for group in agreed.values() if not group & contested}
    ordered = sorted((_in_order(group) for group in groups), key=lambda one: one[0].row)
    return Groups(tuple(ordered), tuple(notes))


def partner_line(submission: Submission) -> list[str]:
    """The names or identifiers after `# partners:`, near the top of the main file."""
    text = dict(submission.files).get(submission.main, b"")
    if not (match := _LINE.search(text[:_HEAD])):
        return []
    parts = match[1].decode(errors="replace").split(",")
    return [part.strip() for part in parts if part.strip()]


def _grouped(rows: Iterator[tuple[str, RosterStudent, str]]) -> Groups:
    members: dict[str, list[RosterStudent]] = {}
    first: dict[RosterStudent, tuple[str, str]] = {}
    for place, student, name in rows:
        before, group = first.setdefault(student, (place, name))
        if caseless(group) != caseless(name):
            raise CourseError(
                f"{place}: {student} is in two groups, {abbreviate(group)} ({before}) and "
                f"{abbreviate(name)}; leave out one"
            )
        if before == place:
            members.setdefault(caseless(name), []).append(student)
    return Groups(tuple(_in_order(found) for found in members.values() if len(found) > 1))


def _in_order(students: Iterable[RosterStudent]) -> Group:
    """`students` in the order of the roster."""
    return tuple(sorted(students, key=lambda one: one.row))


def partners(groups: Sequence[Group]) -> Mapping[RosterStudent, Group]:
    """By student: the others in their group."""
    return {one: tuple(o for o in group if o is not one) for group in groups for one in group}
