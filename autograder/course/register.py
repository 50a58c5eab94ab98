"""The register of a course: whose each submission is, when it came, and which attempt counts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePath

from pacgrid.common.failure import Failure

from ..model.grade import Grade
from ..model.outcome import counted
from ..submissions.collection import Collection, with_unique_identifiers, with_unique_names
from ..submissions.download import stem
from ..submissions.members import abbreviate, caseless, join_all
from ..submissions.submission import Submission
from .dates import CourseRow, Dates, Deadline, lateness, time_of
from .roster import GROUP_HEADINGS, CourseError, Roster, RosterStudent, by_key, read_people

Group = tuple[RosterStudent, ...]
"""Students who worked together, in the order of the roster."""


def read_groups(path: Path, roster: Roster) -> tuple[Group, ...]:
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


def groups_of_roster(roster: Roster) -> tuple[Group, ...]:
    """The groups in the roster's own column. Raises CourseError."""
    rows = ((roster.place(one), one, one.group) for one in roster.students if one.group)
    return _grouped(rows)


def groups_of_lms(
    submissions: Iterable[tuple[Submission, RosterStudent | None]],
) -> tuple[Group, ...]:
    """The groups of a download that says who handed in together, as Gradescope's does."""
    members: dict[str, list[RosterStudent]] = {}
    for submission, student in submissions:
        if student and submission.entry:
            members.setdefault(submission.entry, []).append(student)
    return tuple(_in_order(found) for found in members.values() if len(found) > 1)


def _grouped(rows: Iterator[tuple[str, RosterStudent, str]]) -> tuple[Group, ...]:
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
    return tuple(_in_order(found) for found in members.values() if len(found) > 1)


def _in_order(students: Iterable[RosterStudent]) -> Group:
    return tuple(sorted(students, key=lambda one: one.row))


# The register

_NOTHING = "nothing handed in"
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class CourseEntry:
    """What a student handed in, perhaps with others."""

    submission: Submission
    """What is graded; its name is unique in the course."""
    student: RosterStudent | None
    submitted: datetime | None
    """When it came, in UTC; None if nothing says when."""
    prefix: str = ""
    """What the LMS put before the student's own file; see `Submission.entry`."""
    partners: Group = ()


@dataclass(frozen=True)
class CountedGrade:
    """The grade of a student that counts."""

    grade: Grade
    course_row: CourseRow
    student: RosterStudent | None
    entry: str = ""


@dataclass(frozen=True)
class Register:
    """The roster of a course, with the dates of an assignment and all that changes them."""

    roster: Roster
    dates: Dates | None = None
    extensions: Mapping[RosterStudent, Deadline] = field(default_factory=dict)
    times: Mapping[RosterStudent, datetime] = field(default_factory=dict)
    groups: tuple[Group, ...] | None = None
    """The groups of a file; else the dates say whether there are any."""
    used: Mapping[RosterStudent, int] = field(default_factory=dict)
    """Late days that were used in other assignments."""

    def enter(self, collection: Collection) -> "CourseSubmissions":
        """`collection` with a row for everybody in the roster, and with groups.

        Raises:
            CourseError: a file of the course contradicts itself; names the line.
        """
        kept, students = enrol(collection, self.roster)
        pairs = list(zip(kept.submissions, students, strict=True))
        entries = [
            CourseEntry(one, who, self._time_of(one, who), prefix=one.entry) for one, who in pairs
        ]
        notes = list(self._early_extensions())
        entries = _with_partners(entries, self._groups(pairs), notes)
        count = counted(len(self.roster.students), "student")
        missing = sum(one.submission.missing for one in entries)
        notes.append(f"roster: {count}, {missing} handed in nothing")
        if self.dates:
            notes += _unknown_times(entries)
        graded = tuple(with_unique_names([one.submission for one in entries]))
        named = replace(kept, submissions=graded, notes=(*kept.notes, *notes))
        return CourseSubmissions(self, named, tuple(entries))

    def _time_of(self, one: Submission, student: RosterStudent | None) -> datetime | None:
        if self.dates is None or one.missing:
            return None
        return time_of(one, student, self.times, self.roster, self.dates.zone)

    def _early_extensions(self) -> Iterator[str]:
        """Which extensions end before the assignment is due for all."""
        for student, deadline in self.extensions.items() if self.dates else ():
            if self.dates and deadline.due < self.dates.due:
                yield (
                    f"{self.roster.place(student)}: {deadline.reason} of {student} is before"
                    f" {self.dates.shown(self.dates.due)}, when it is due for all, so it isn't used"
                )

    def _groups(
        self, pairs: Sequence[tuple[Submission, RosterStudent | None]]
    ) -> tuple[Group, ...]:
        size = self.dates.policy.group_size if self.dates else 1
        found = self.groups
        if found is None:
            found = groups_of_roster(self.roster) if size > 1 else ()
        for group in found:
            if len(group) > size > 1:
                raise CourseError(
                    f"the group of {group[0]} has {len(group)} students; group_size is {size}"
                )
        return found or groups_of_lms(pairs)

    def course_row(self, entry: CourseEntry) -> CourseRow:
        """What is known about when and with whom it was handed in."""
        student, submission, dates = entry.student, entry.submission, self.dates
        course_row = CourseRow(
            section=student.section if student else "", partners=tuple(map(str, entry.partners))
        )
        if submission.missing:
            return replace(course_row, rule=_NOTHING)
        late_by_lms = "late, as the LMS says" if submission.is_late else ""
        if dates is None:
            return replace(course_row, rule=late_by_lms)
        deadline, left = Deadline(dates.due), 0
        if student:
            extension = self.extensions.get(student, deadline)
            deadline = max(deadline, extension, key=lambda each: each.due)
            in_all = dates.course_late_days if student.late_days is None else student.late_days
            left = max(0, in_all - self.used.get(student, 0))
        course_row = replace(course_row, due=dates.shown(deadline.due), late_days_left=left)
        if entry.submitted is None:
            unknown = ", ".join(filter(None, ["time unknown", late_by_lms]))
            return replace(course_row, rule=f"{unknown}: nothing off")
        most = min(left, dates.policy.late_days)
        late = lateness(entry.submitted, deadline.due, dates.policy, most)
        reason = deadline.reason if late.by > dates.due - deadline.due else ""
        return replace(
            course_row,
            submitted=dates.shown(entry.submitted),
            lateness=late,
            late_days_left=left - late.used,
            rule="; ".join(filter(None, [reason, late.rule])),
        )


@dataclass(frozen=True)
class CourseSubmissions:
    """What everybody in a register handed in."""

    register: Register
    collection: Collection
    entries: tuple[CourseEntry, ...]

    def results(self, grades: Iterable[Grade]) -> list[CountedGrade]:
        """The grades that count, of the `grades` of `collection` in its order."""
        return [
            CountedGrade(grade, self.register.course_row(entry), entry.student, entry.prefix)
            for entry, grade in zip(self.entries, grades, strict=True)
        ]


def course_rows(results: Iterable[CountedGrade]) -> Mapping[str, CourseRow]:
    """By the names of the grades; empty if nothing is known about any but that they are missing."""
    found = {result.grade.name: result.course_row for result in results}
    blank = CourseRow(), CourseRow(rule=_NOTHING)
    return found if any(one not in blank for one in found.values()) else {}


def _unknown_times(entries: Sequence[CourseEntry]) -> Iterator[str]:
    """Of whose submissions nothing says when they came."""
    there = [one for one in entries if one.submitted is None and not one.submission.missing]
    if there:
        yield (
            f"nothing says when {join_all([one.submission.name for one in there])} handed in, so"
            " nothing is taken off; see `times` of --dates"
        )


# Partners


def _with_partners(
    entries: Sequence[CourseEntry], groups: Sequence[Group], notes: list[str]
) -> list[CourseEntry]:
    """`entries`, in which all of a group have the last hand-in of any of them. Adds to `notes`."""
    others = {one: tuple(o for o in group if o is not one) for group in groups for one in group}
    found = [
        replace(one, partners=others.get(one.student, ())) if one.student else one
        for one in entries
    ]
    for group in groups:
        if last := _last_of([one for one in entries if one.student in group], notes):
            found = [_with_hand_in(one, last) if one.student in group else one for one in found]
    return found


def _last_of(group: Sequence[CourseEntry], notes: list[str]) -> CourseEntry | None:
    """The last hand-in of a group; None if each has their own."""
    handed_in = [one for one in group if not one.submission.missing]
    different = {(one.submission.digest, one.submitted) for one in handed_in}
    if len(different) > 1 and not all(one.submitted for one in handed_in):
        names = join_all([str(one.student) for one in handed_in])
        notes.append(
            f"{names} are in one group and handed in different files, and nothing says when: each"
            " has their own"
        )
        return None
    return max(handed_in, key=lambda one: one.submitted or _NEVER, default=None)


def _with_hand_in(entry: CourseEntry, other: CourseEntry) -> CourseEntry:
    """`entry` with what the `other` handed in, under its own name."""
    own = entry.submission
    submission = replace(
        other.submission, name=own.name, student=own.student, identifier=own.identifier
    )
    return replace(entry, submission=submission, submitted=other.submitted)


# Who is who


def enrol(
    collection: Collection, roster: Roster
) -> tuple[Collection, tuple[RosterStudent | None, ...]]:
    """`collection` with the names and identifiers of the `roster`, and a submission without files
    for each student who handed in nothing; and the student of each submission, None for one of
    nobody in the roster. Sorted by name, those without files last.

    One column of the roster says who is who: the one that matches most hand-ins. Names are compared
    only if no identifier matches, because a student may have chosen theirs.
    """
    submissions = collection.submissions
    *columns, names = by_key(roster.students)
    notes = list(roster.notes)
    found = max((_matches(submissions, column, _identifier) for column in columns), key=len)
    if not found:
        unique = Counter(map(_name, submissions))
        names = {key: student for key, student in names.items() if unique[key] == 1}
        if found := _matches(submissions, names, _name):
            notes.append("roster: no identifier matches, so students are matched by name")
    owners = {id(student) for student in found.values()}
    missing = [student for student in roster.students if id(student) not in owners]
    unknown = [one for number, one in enumerate(submissions) if number not in found]
    if unknown:
        notes.append(f"not in the roster, but graded: {join_all([one.name for one in unknown])}")
    taken = {caseless(student.identifier) for student in roster.students}
    graded: list[tuple[Submission, RosterStudent | None]] = [
        (_known(one, found[number]), found[number])
        if number in found
        else (_unknown(one, taken), None)
        for number, one in enumerate(submissions)
    ]
    graded.sort(key=lambda pair: (caseless(pair[0].name), pair[0].identifier))
    everybody = [*graded, *((_missing(student, unknown), student) for student in missing)]
    named = with_unique_names([*with_unique_identifiers([one for one, _ in everybody])])
    enrolled = replace(
        collection, submissions=tuple(named), is_single=False, notes=(*collection.notes, *notes)
    )
    return enrolled, tuple(student for _, student in everybody)


def _matches(
    submissions: Sequence[Submission],
    students: Mapping[str, RosterStudent],
    key_of: Callable[[Submission], str],
) -> Mapping[int, RosterStudent]:
    """By the number of a submission: the student with its key."""
    keys = map(key_of, submissions)
    return {number: students[key] for number, key in enumerate(keys) if key in students}


def _identifier(submission: Submission) -> str:
    return caseless(submission.identifier or _file_name(submission))


def _name(submission: Submission) -> str:
    return caseless(submission.student or _file_name(submission))


def _file_name(submission: Submission) -> str:
    """The name of the file or folder that was handed in, if no LMS says who did."""
    return stem(PurePath(submission.name).name)


def _known(submission: Submission, student: RosterStudent) -> Submission:
    name = student.name if submission.student or submission.identifier else submission.name
    return replace(submission, name=name, student=student.name, identifier=student.identifier)


def _unknown(submission: Submission, taken: set[str]) -> Submission:
    """`submission`, without its identifier if it belongs to somebody in the roster."""
    is_taken = caseless(submission.identifier) in taken
    return replace(submission, identifier="") if is_taken else submission


def _missing(student: RosterStudent, unknown: Sequence[Submission]) -> Submission:
    same_name = [one.name for one in unknown if _name(one) == caseless(student.name)]
    reason = f"may have handed in {join_all(same_name)}; the name is not unique" * bool(same_name)
    return Submission(
        student.name or student.identifier,
        student=student.name,
        identifier=student.identifier,
        problem=Failure(reason or "nothing was handed in"),
        missing=True,
    )
