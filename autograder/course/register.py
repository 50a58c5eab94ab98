"""The register of a course: whose each submission is, when it came, and which attempt counts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction

from ..model.aim import counted
from ..model.grade import Grade
from ..submissions.collection import Collection, with_unique_names
from ..submissions.hand_in import join
from ..submissions.submission import Submission
from .course_row import CourseRow
from .dates import Dates
from .enrolment import enrol
from .errors import CourseError
from .extensions import Deadline, deadlines
from .groups import Group, Groups, groups_by_line, groups_of_lms, groups_of_roster, partners
from .lateness import lateness
from .roster import Roster, RosterStudent
from .submission_times import time_of

_NEVER = datetime.min.replace(tzinfo=UTC)
NOTHING = "nothing handed in"
_EARLIER = " (an earlier attempt)"


@dataclass(frozen=True)
class Attempt:
    """A submission, and when it came."""

    submission: Submission
    submitted: datetime | None
    """In UTC; None if nothing says so."""


@dataclass(frozen=True)
class StudentAttempts:
    """What a student handed in."""

    name: str
    """Of the submission, unique in the course."""
    student: RosterStudent | None
    attempts: tuple[Attempt, ...]
    """In order; those that don't count are left out, unless the best one does."""
    number: int = 1
    """Of the first of these attempts, among all."""
    among: int = 1
    """How many attempts there were."""
    partners: Group = ()
    prefix: str = ""
    """What the LMS put before the student's own file; see `Submission.entry`."""

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
        enrolment = enrol(collection, self.roster)
        pairs = list(zip(enrolment.collection.submissions, enrolment.students, strict=True))
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
        missing = sum(one.attempts[-1].submission.missing for one in entries)
        count = counted(len(self.roster.students), "student")
        notes.append(f"roster: {count}, {missing} handed in nothing")
        entries = [self._counted(one, due) for one in entries]
        if self.dates:
            notes += _unknown_times(entries)
        kept = enrolment.collection
        uses_all = self.dates is not None and self.dates.counts != "last"
        ignored = [one for one in kept.ignored if not (uses_all and one.endswith(_EARLIER))]
        named = list(with_unique_names([s for one in entries for s in one.submissions]))
        graded = replace(
            kept, submissions=tuple(named), ignored=tuple(ignored), notes=(*kept.notes, *notes)
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
        if not found.groups and (together := groups_of_lms(pairs)).groups:
            return together
        if found.groups and self.dates:
            for group in found.groups:
                if len(group) > size > 1:
                    raise CourseError(
                        f"the group of {group[0]} has {len(group)} students; group_size is {size}"
                    )
        if found.groups:
            return found
        known = [(one, who) for one, who in pairs if who]
        return groups_by_line(known, self.roster, size) if size > 1 else found

    def _counted(
        self, entry: StudentAttempts, due: Mapping[RosterStudent, Deadline]
    ) -> StudentAttempts:
        """`entry` with the attempts that may count."""
        among = len(entry.attempts)
        if self.dates is None or self.dates.counts == "best" or among == 1:
            return replace(entry, among=among)
        number = among
        if self.dates.counts == "last on time":
            deadline = self._deadline(entry.student, due)
            in_time = [
                position
                for position, one in enumerate(entry.attempts, start=1)
                if one.submitted and one.submitted - deadline.due <= self.dates.rules.grace
            ]
            number = max(in_time, default=among)
        attempts = (entry.attempts[number - 1],)
        return replace(entry, attempts=attempts, number=number, among=among)

    def _deadline(
        self, student: RosterStudent | None, due: Mapping[RosterStudent, Deadline]
    ) -> Deadline:
        assert self.dates is not None  # only asked for if there are dates
        return due.get(student, Deadline(self.dates.due)) if student else Deadline(self.dates.due)


@dataclass(frozen=True)
class CourseSubmissions:
    """What everybody in a register handed in."""

    register: Register
    collection: Collection
    """What to grade."""
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
        if dates is None or submission.missing:
            on_time = "late, as the LMS says" if submission.is_late else ""
            return replace(course_row, rule=NOTHING if submission.missing else on_time)
        deadline = self.register._deadline(student, self.due)
        left = self._late_days_left(student)
        course_row = replace(course_row, due=dates.shown(deadline.due), late_days_left=left)
        which = f"attempt {number} of {entry.among}" if entry.among > 1 else ""
        if attempt.submitted is None:
            known = ", late, as the LMS says" if submission.is_late else ""
            rule = f"time unknown{known}: nothing off"
            return replace(course_row, rule="; ".join(filter(None, [which, rule])))
        late = lateness(attempt.submitted, deadline.due, dates.rules, left)
        reason = deadline.reason if late.by > dates.due - deadline.due else ""
        return replace(
            course_row,
            submitted=dates.shown(attempt.submitted),
            lateness=late,
            late_days_left=left - late.used,
            rule="; ".join(filter(None, [reason, which, late.rule])),
        )

    def _late_days_left(self, student: RosterStudent | None) -> int:
        dates = self.register.dates
        if student is None or dates is None:
            return 0
        own = student.late_days
        in_all = dates.course_late_days if own is None else own
        return max(0, in_all - self.register.used.get(student, 0))


def _with_partners(
    entries: Sequence[StudentAttempts], groups: Groups, notes: list[str]
) -> list[StudentAttempts]:
    """`entries`, in which all of a group have the attempts of each. Adds to `notes`."""
    notes += groups.notes
    for group in groups.groups:
        entries = _shared(entries, group, notes)
    others = partners(groups.groups)
    return [
        replace(one, partners=others.get(one.student, ())) if one.student else one
        for one in entries
    ]


def _shared(
    entries: Sequence[StudentAttempts], group: Group, notes: list[str]
) -> list[StudentAttempts]:
    """`entries`, in which all of `group` have the attempts of each."""
    members = [one for one in entries if one.student in group]
    handed_in = [one for one in members if not one.attempts[-1].submission.missing]
    attempts = {
        (each.submission.digest, each.submitted): each for one in handed_in for each in one.attempts
    }
    is_known = len(attempts) == 1 or all(each.submitted for each in attempts.values())
    if not is_known and len(handed_in) > 1:
        names = join([str(one.student) for one in handed_in])
        notes.append(
            f"{names} are in one group and handed in different files, and nothing says when: each"
            " has their own"
        )
    if not handed_in or (not is_known and len(handed_in) > 1):
        return list(entries)
    if len(handed_in) == 1:
        pooled = handed_in[0].attempts
    else:
        pooled = tuple(sorted(attempts.values(), key=lambda each: each.submitted or _NEVER))
    return [replace(one, attempts=pooled) if one.student in group else one for one in entries]


def _unknown_times(entries: Sequence[StudentAttempts]) -> Iterator[str]:
    """Of whose submissions nothing says when they came."""
    names = [
        one.name
        for one in entries
        for attempt in one.attempts
        if attempt.submitted is None and not attempt.submission.missing
    ]
    if names:
        yield f"nothing says when {join(names)} handed in, so nothing is taken off; see --times"


def course_rows(results: Iterable[CountedGrade]) -> Mapping[str, CourseRow]:
    """By the names of the grades; empty if nothing is known about any but that they are missing."""
    found = {result.grade.name: result.course_row for result in results}
    blank = CourseRow(), CourseRow(rule=NOTHING)
    return found if any(one not in blank for one in found.values()) else {}
