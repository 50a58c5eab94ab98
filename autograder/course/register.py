"""The register of a course: whose each submission is, when it came, and which attempt counts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import PurePath

from pacgrid.common.failure import Failure

from ..model.aim import counted
from ..model.grade import Grade
from ..submissions.collection import (
    Collection,
    with_unique_identifiers,
    with_unique_names,
)
from ..submissions.download import stem
from ..submissions.members import caseless, join
from ..submissions.submission import Submission
from .csv_table import CourseError
from .dates import Dates, Deadline, deadlines, time_of
from .groups import Group, Groups, groups_by_line, groups_of_lms, groups_of_roster, partners
from .lateness import CourseRow, lateness
from .roster import Roster, RosterStudent, by_key

_NEVER = datetime.min.replace(tzinfo=UTC)
_NOTHING = "nothing handed in"
_EARLIER = " (an earlier attempt)"


@dataclass(frozen=True)
class Attempt:
    """A submission, and when it came."""

    submission: Submission
    submitted: datetime | None
    """In UTC; None if nothing says when."""


@dataclass(frozen=True)
class StudentAttempts:
    """What a student handed in."""

    name: str
    """The name of the submission, unique in the course."""
    student: RosterStudent | None
    attempts: tuple[Attempt, ...]
    """Those that may count, in order."""
    number: int = 1
    """The number of the first of these attempts, among all."""
    among: int = 1
    """How many attempts there were."""
    partners: Group = ()
    prefix: str = ""
    """What the LMS put before the student's own file; see `Submission.entry`."""

    @property
    def is_missing(self) -> bool:
        return self.attempts[-1].submission.missing

    @property
    def submissions(self) -> Iterator[Submission]:
        """What to grade, with this student's name."""
        for number, attempt in enumerate(self.attempts, start=self.number):
            several = f" (attempt {number} of {self.among})" if len(self.attempts) > 1 else ""
            one = replace(attempt.submission, name=f"{self.name}{several}", earlier=())
            if self.student:
                one = replace(one, student=self.student.name, identifier=self.student.identifier)
            yield one


@dataclass(frozen=True)
class CountedGrade:
    """The grade of a student that counts."""

    grade: Grade
    course_row: CourseRow
    student: RosterStudent | None
    entry: str = ""
    """What the LMS put before the student's file; see `Submission.entry`."""


@dataclass(frozen=True)
class Register:
    """The roster of a course, with the dates of an assignment and all that changes them."""

    roster: Roster
    dates: Dates | None = None
    extensions: Mapping[RosterStudent, Deadline] = field(default_factory=dict)
    times: Mapping[RosterStudent, datetime] = field(default_factory=dict)
    """When students handed in, if a file says so."""
    groups: Groups | None = None
    """The groups of a file; else the dates say whether there are any."""
    used: Mapping[RosterStudent, int] = field(default_factory=dict)
    """Late days that were used in other assignments."""

    def enter(self, collection: Collection) -> "CourseSubmissions":
        """`collection` with a row for everybody in the roster, groups, and the attempts that count.

        Raises:
            CourseError: a file of the course contradicts itself; names the line.
        """
        kept, students = enrol(collection, self.roster)
        pairs = list(zip(kept.submissions, students, strict=True))
        entries = [
            StudentAttempts(one.name, who, self._attempts(one, who), prefix=one.entry)
            for one, who in pairs
        ]
        due: Mapping[RosterStudent, Deadline] = {}
        notes: list[str] = []
        if self.dates:
            due, odd = deadlines(self.roster, self.dates, self.extensions)
            notes += odd
        entries = _with_partners(entries, self._groups(pairs), notes)
        count = counted(len(self.roster.students), "student")
        missing = sum(one.is_missing for one in entries)
        notes.append(f"roster: {count}, {missing} handed in nothing")
        entries = [self._counted(one, due) for one in entries]
        if self.dates:
            notes += _unknown_times(entries)
        uses_all = self.dates is not None and self.dates.counts != "last"
        ignored = [one for one in kept.ignored if not (uses_all and one.endswith(_EARLIER))]
        named = with_unique_names([s for one in entries for s in one.submissions])
        graded = replace(
            kept,
            submissions=tuple(named),
            ignored=tuple(ignored),
            notes=(*kept.notes, *notes),
        )
        return CourseSubmissions(self, graded, tuple(entries), due)

    def _attempts(self, one: Submission, student: RosterStudent | None) -> tuple[Attempt, ...]:
        if self.dates is None or one.missing:
            return (Attempt(one, None),)
        zone = self.dates.zone
        last = time_of(one, student, self.times, self.roster, zone)
        return (
            *(Attempt(each, time_of(each, None, {}, self.roster, zone)) for each in one.earlier),
            Attempt(one, last),
        )

    def _groups(self, pairs: Sequence[tuple[Submission, RosterStudent | None]]) -> Groups:
        size = self.dates.group_size if self.dates else 1
        found = self.groups
        if found is None:
            found = groups_of_roster(self.roster) if size > 1 else Groups(())
        if found.groups:
            for group in found.groups:
                if len(group) > size > 1:
                    raise CourseError(
                        f"the group of {group[0]} has {len(group)} students; group_size is {size}"
                    )
            return found
        together = groups_of_lms(pairs)
        if together.groups or size == 1:
            return together
        return groups_by_line([(one, who) for one, who in pairs if who], self.roster, size)

    def _counted(
        self, entry: StudentAttempts, due: Mapping[RosterStudent, Deadline]
    ) -> StudentAttempts:
        """`entry` with the attempts that may count."""
        among = len(entry.attempts)
        if self.dates is None or self.dates.counts == "best" or among == 1:
            return replace(entry, among=among)
        number = among
        if self.dates.counts == "last on time":
            latest = _deadline(self.dates, entry.student, due).due
            in_time = [
                position
                for position, one in enumerate(entry.attempts, start=1)
                if one.submitted and one.submitted - latest <= self.dates.rules.grace
            ]
            number = max(in_time, default=among)
        attempts = (entry.attempts[number - 1],)
        return replace(entry, attempts=attempts, number=number, among=among)


def _deadline(
    dates: Dates, student: RosterStudent | None, due: Mapping[RosterStudent, Deadline]
) -> Deadline:
    return (due.get(student) if student else None) or Deadline(dates.due)


@dataclass(frozen=True)
class CourseSubmissions:
    """What everybody in a register handed in."""

    register: Register
    collection: Collection
    entries: tuple[StudentAttempts, ...]
    due: Mapping[RosterStudent, Deadline]

    def results(self, grades: Iterable[Grade]) -> list[CountedGrade]:
        """The grades that count, of the `grades` of `collection` in its order: one for each entry.
        Of several attempts, the one with most points after lateness counts; of these, the last."""
        rest = iter(grades)
        return [self._result(entry, [next(rest) for _ in entry.attempts]) for entry in self.entries]

    def _result(self, entry: StudentAttempts, grades: Sequence[Grade]) -> CountedGrade:
        found = []
        for number, (attempt, grade) in enumerate(zip(entry.attempts, grades, strict=True)):
            course_row = self._course_row(entry, attempt, entry.number + number)
            final = course_row.final(grade)
            found.append((Fraction(-1) if final is None else final, number, grade, course_row))
        _, _, grade, course_row = max(found, key=lambda one: one[:2])
        name = entry.name if len(grades) > 1 else grade.name
        return CountedGrade(replace(grade, name=name), course_row, entry.student, entry.prefix)

    def _course_row(self, entry: StudentAttempts, attempt: Attempt, number: int) -> CourseRow:
        student, submission = entry.student, attempt.submission
        course_row = CourseRow(
            section=student.section if student else "",
            partners=tuple(map(str, entry.partners)),
        )
        dates = self.register.dates
        if submission.missing:
            return replace(course_row, rule=_NOTHING)
        late_by_lms = "late, as the LMS says" if submission.is_late else ""
        if dates is None:
            return replace(course_row, rule=late_by_lms)
        deadline = _deadline(dates, student, self.due)
        left = self._late_days_left(dates, student)
        course_row = replace(course_row, due=dates.shown(deadline.due), late_days_left=left)
        which = f"attempt {number} of {entry.among}" if entry.among > 1 else ""
        if attempt.submitted is None:
            unknown = ", ".join(filter(None, ["time unknown", late_by_lms]))
            rule = "; ".join(filter(None, [which, f"{unknown}: nothing off"]))
            return replace(course_row, rule=rule)
        late = lateness(attempt.submitted, deadline.due, dates.rules, left)
        reason = deadline.reason if late.by > dates.due - deadline.due else ""
        return replace(
            course_row,
            submitted=dates.shown(attempt.submitted),
            lateness=late,
            late_days_left=left - late.used,
            rule="; ".join(filter(None, [reason, which, late.rule])),
        )

    def _late_days_left(self, dates: Dates, student: RosterStudent | None) -> int:
        if student is None:
            return 0
        in_all = dates.course_late_days if student.late_days is None else student.late_days
        return max(0, in_all - self.register.used.get(student, 0))


def course_rows(results: Iterable[CountedGrade]) -> Mapping[str, CourseRow]:
    """By the names of the grades; empty if nothing is known about any but that they are missing."""
    found = {result.grade.name: result.course_row for result in results}
    blank = CourseRow(), CourseRow(rule=_NOTHING)
    return found if any(one not in blank for one in found.values()) else {}


def _unknown_times(entries: Sequence[StudentAttempts]) -> Iterator[str]:
    """Of whose submissions nothing says when they came."""
    names = [
        one.name
        for one in entries
        for attempt in one.attempts
        if attempt.submitted is None and not attempt.submission.missing
    ]
    if names:
        yield (
            f"nothing says when {join(names)} handed in, so nothing is taken off;"
            " see `times` of --dates"
        )


# Partners


def _with_partners(
    entries: Sequence[StudentAttempts], groups: Groups, notes: list[str]
) -> list[StudentAttempts]:
    """`entries`, in which all of a group have the attempts of each. Adds to `notes`."""
    notes += groups.notes
    for group in groups.groups:
        attempts = _attempts_of(group, entries, notes)
        entries = [
            replace(one, attempts=attempts) if attempts and one.student in group else one
            for one in entries
        ]
    others = partners(groups.groups)
    return [
        replace(one, partners=others.get(one.student, ())) if one.student else one
        for one in entries
    ]


def _attempts_of(
    group: Group, entries: Sequence[StudentAttempts], notes: list[str]
) -> tuple[Attempt, ...]:
    """The attempts of all in `group`, in order; none if each has their own."""
    handed_in = [one for one in entries if one.student in group and not one.is_missing]
    if len(handed_in) < 2:
        return handed_in[0].attempts if handed_in else ()
    attempts = {
        (each.submission.digest, each.submitted): each for one in handed_in for each in one.attempts
    }
    if len(attempts) > 1 and not all(each.submitted for each in attempts.values()):
        names = join([str(one.student) for one in handed_in])
        notes.append(
            f"{names} are in one group and handed in different files, and nothing says when: each"
            " has their own"
        )
        return ()
    return tuple(sorted(attempts.values(), key=lambda each: each.submitted or _NEVER))


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
    reason = f"may have handed in {join(same_name)}; the name is not unique" if same_name else ""
    return Submission(
        student.name or student.identifier,
        student=student.name,
        identifier=student.identifier,
        problem=Failure(reason or "nothing was handed in"),
        missing=True,
    )
