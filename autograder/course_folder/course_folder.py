"""A course's folder, and the assignments in it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Self

from ..assignments.assignment import Assignment
from ..authoring.salt import advice
from ..course.dates import Dates
from ..course.errors import CourseError
from ..course.lateness import decimal, exact
from ..ladder.rules import LadderRules
from ..submissions.asked_files import AskedFiles
from .course_file import DATES, CourseEntry, CourseFile, read_text
from .ladder_assignment import ladder_assignment

ASSIGNMENT, LADDER, HANDOUT, GUIDE = "assignment.toml", "ladder.toml", "handout.md", "staff.md"
"""Files of an assignment's folder. The course has a guide, too."""
SOLUTIONS, WRONG = "solutions", "wrong"
"""Its folders of hand-ins."""


@dataclass(frozen=True)
class CourseAssignment:
    """An assignment of a course, or its ladder."""

    folder: Path
    entry: CourseEntry
    source: Assignment | LadderRules

    @classmethod
    def load(cls, folder: Path, entry: CourseEntry) -> Self:
        """The assignment in `folder`.

        Raises:
            CourseError, AssignmentError, RulesError: one line with the file and what is wrong.
        """
        if (folder / ASSIGNMENT).exists() == (folder / LADDER).exists():
            raise CourseError(f"{folder}: needs either {ASSIGNMENT} or {LADDER}; write one of them")
        if (folder / ASSIGNMENT).exists():
            if entry.ladder:
                raise CourseError(
                    f"{folder}: has no {LADDER}, so course.toml needs no ladder for it"
                )
            assignment = Assignment.load(folder / ASSIGNMENT)
            if not assignment.points:
                raise CourseError(
                    f"{folder / ASSIGNMENT}: has only extra points, so it can't have a weight; give"
                    " a question points"
                )
            return cls(folder, entry, assignment)
        rules = LadderRules.load(folder / LADDER).changed()
        if not entry.ladder:
            raise CourseError(
                f"{folder}: is a ladder; say in course.toml how its points are earned, such as"
                " ladder = {rank = 10}"
            )
        if unknown := next(
            (each for each in entry.ladder.beats if each not in rules.anchors), None
        ):
            raise CourseError(
                f"{folder / LADDER}: has no anchor {unknown!r}, which course.toml names; it has"
                f" {', '.join(rules.anchors)}"
            )
        return cls(folder, entry, rules)

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.entry.folder

    @property
    def title(self) -> str:
        return self.source.title

    @property
    def file(self) -> Path:
        """The assignment, or the rules of the ladder."""
        return self.folder / (ASSIGNMENT if isinstance(self.source, Assignment) else LADDER)

    @property
    def points(self) -> Fraction:
        """All that there are, without extra ones."""
        return self.entry.ladder.points if self.entry.ladder else exact(self.assignment.points)

    @property
    def asked_files(self) -> AskedFiles:
        """What students hand in."""
        if isinstance(self.source, LadderRules):
            return AskedFiles(self.source.file)
        return self.source.asked_files

    @cached_property
    def assignment(self) -> Assignment:
        """The assignment; of a ladder, one whose tests are what earns its points."""
        if isinstance(self.source, Assignment):
            return self.source
        assert self.entry.ladder  # of a ladder
        return ladder_assignment(self.source, self.entry.ladder)


@dataclass(frozen=True)
class CourseFolder:
    """The folder at `path`, with what `course.toml` names in it."""

    path: Path
    file: CourseFile
    assignments: Sequence[CourseAssignment]

    @classmethod
    def load(cls, path: Path) -> Self:
        """The course in the folder at `path`.

        Raises:
            CourseError, AssignmentError, RulesError: one line with the file and what is wrong.
        """
        file = CourseFile.load(path)
        found = [CourseAssignment.load(path / each.folder, each) for each in file.assignments]
        titles = [each.title for each in found]
        if twice := next((each for each in titles if titles.count(each) > 1), None):
            raise CourseError(f"{path}: two assignments are called {twice!r}; rename one")
        return cls(path, file, found)

    @cached_property
    def dates(self) -> Mapping[str, Dates]:
        """By title, from `dates.toml`. Raises CourseError."""
        path = self.path / DATES
        text = read_text(path)
        return {each.title: Dates.parse(text, path, each.title) for each in self.assignments}

    def check_dates(self) -> None:
        """Raises CourseError if an assignment has no sound dates."""
        _ = self.dates

    def problems(self) -> Iterator[str]:
        """What is odd about the dates, and about the seeds of hidden tests."""
        previous = None
        for each in self.assignments:
            dates = self.dates[each.title]
            if previous and dates.due < self.dates[previous.title].due:
                yield (
                    f"{self.path / DATES}: {each.title!r} is due before {previous.title!r}; correct"
                    " one, or change their order in course.toml"
                )
            previous = each
            if isinstance(each.source, Assignment):
                yield from filter(None, [advice(each.source, str(each.file))])
            elif each.source.advice:
                yield f"{each.file}: {each.source.advice}"

    def shown(self, assignment: CourseAssignment) -> str:
        """`opens …, due …; 10 points, 15 % of the course`, as handouts say it."""
        dates = self.dates[assignment.title]
        opens = f"opens {_day(dates.opens, dates)}, " if dates.opens else ""
        share = self.file.share(assignment.entry)
        return (
            f"{opens}due {_day(dates.due, dates)} ({dates.zone.key}); {decimal(assignment.points)}"
            f" points, {decimal(100 * share)} % of the course"
        )


def _day(time: datetime, dates: Dates) -> str:
    return f"{time.astimezone(dates.zone):%A} {dates.shown(time)}"
