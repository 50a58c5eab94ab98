"""The statistics of an assignment as the page shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import floor
from statistics import median

from markupsafe import Markup

from ...course.lateness import duration
from ...model.amount import amount, worth
from .charts import Column, bar, box_plot, column_chart
from .distribution import Distribution, distribution
from .facts import AssignmentFacts, StudentFacts
from .gathering import LIMITS
from .people import name_key
from .resources import known, label_of, resource_table

_FEWEST = 5
"""Of fewer points, their distribution says too much about each."""
_MOST_DAYS = 14
_MOST_DAYS_LATE = 7


@dataclass(frozen=True)
class ColumnChart:
    """A chart, and what it shows as rows of a table."""

    title: str
    svg: Markup
    columns: tuple[Column, ...]
    has_late: bool = False


@dataclass(frozen=True)
class Spread:
    """A row about the points of some students."""

    label: str
    points: Distribution
    box: Markup
    unit: str
    is_few: bool
    """Whether they are so few that the row says who has which points."""


@dataclass(frozen=True)
class CountedRow:
    """How many students something is true of."""

    label: str
    count: int
    total: int
    note: str = ""
    is_hidden: bool = False
    """Whether it is about hidden tests only."""
    marker: str = ""

    @property
    def percent(self) -> str:
        share = 100 * self.count / self.total if self.total else 0
        return "< 1 %" if 0 < share < 1 else f"{share:.0f} %"

    @property
    def bar(self) -> Markup:
        return bar(self.count, self.total)


class AssignmentView:
    """The statistics of an assignment."""

    def __init__(self, facts: AssignmentFacts, *, is_anonymous: bool) -> None:
        self._facts = facts
        self._is_anonymous = is_anonymous
        self.title = facts.title
        self.handed_in = [student for student in facts.students if student.handed_in]
        self.missing = len(facts.students) - len(self.handed_in)
        self.failed = sum(not student.is_tested for student in self.handed_in)
        self.moves = [move for move in facts.moves if not (is_anonymous and move.is_hidden)]
        self.resources = resource_table(facts, is_anonymous=is_anonymous)
        self.again = sum(student.earlier > 0 for student in facts.students)

    @property
    def is_in_percent(self) -> bool:
        """Whether students have different numbers of points to get."""
        return len({s.possible for s in self.handed_in if s.points is not None}) > 1

    def _in_all(self, students: Iterable[StudentFacts]) -> Distribution | None:
        if self.is_in_percent:
            shares = [
                100 * s.points / s.possible for s in students if s.points is not None and s.possible
            ]
            return distribution(shares, 100)
        possible = max((student.possible for student in self.handed_in), default=0)
        return distribution([student.points for student in students], possible)

    @property
    def points(self) -> ColumnChart | None:
        """How many students have which points in all."""
        if not (points := self._in_all(self.handed_in)):
            return None
        columns = [
            Column(label, words, count, is_from=label != "full")
            for label, words, count in points.bins
        ]
        unit = "percent of the points" if self.is_in_percent else f"of {worth(points.full)}"
        return chart(f"Points in all, {unit}", columns)

    @property
    def spreads(self) -> list[Spread]:
        """In all, and by section."""
        sections = sorted({s.section for s in self.handed_in if s.section}, key=name_key)
        groups = [("All", self.handed_in)]
        if len(sections) > 1:
            groups += [(n, [s for s in self.handed_in if s.section == n]) for n in sections]
        unit = " %" if self.is_in_percent else ""
        rows = [_spread(label, self._in_all(group), unit) for label, group in groups]
        return [row for row in rows if row and not (self._is_anonymous and row.is_few)]

    @property
    def questions(self) -> list[Spread]:
        """By question, of those who answered it."""
        rows = [
            _spread(question.name, distribution(points, question.full))
            for number, question in enumerate(self._facts.questions)
            if (points := [student.questions[number] for student in self.handed_in])
        ]
        return [row for row in rows if row]

    @property
    def tests(self) -> list[CountedRow]:
        """How many fail each test, those of most first."""
        rows = []
        for test in self._facts.tests:
            points, passed = known(test.points), known(test.passed)
            mean = f"{amount(sum(points) / len(points))} of {worth(test.possible)} on average"
            note = mean if test.possible else ""
            failed = passed.count(False)
            rows.append(CountedRow(label_of(test), failed, len(passed), note, test.is_hidden))
        return self._most_first(rows)

    @property
    def parts(self) -> list[CountedRow]:
        """How many miss each part of the tests that have several: answers, and thresholds."""
        return self._most_first(
            CountedRow(
                f"{test.question}.{test.number}: {part.name}",
                part.missed,
                part.tried,
                is_hidden=test.is_hidden,
            )
            for test in self._facts.tests
            if len(test.parts) > 1
            for part in test.parts
        )

    @property
    def mistakes(self) -> list[CountedRow]:
        """How many make each mistake."""
        rows = [
            CountedRow(
                mistake.title,
                len(mistake.students),
                len(self.handed_in),
                "; ".join(filter(None, [", ".join(mistake.questions), mistake.section])),
                len(mistake.only_hidden) == len(mistake.students),
                "a remark, costs no points" if mistake.is_remark else "",
            )
            for mistake in self._facts.mistakes
        ]
        return self._public(rows)

    def _most_first(self, rows: Iterable[CountedRow]) -> list[CountedRow]:
        missed = [row for row in rows if row.count]
        return self._public(sorted(missed, key=lambda row: -row.count / row.total))

    def _public(self, rows: Sequence[CountedRow]) -> list[CountedRow]:
        return [row for row in rows if not (self._is_anonymous and row.is_hidden)]

    @property
    def timed(self) -> list[StudentFacts]:
        """Those of whom it is known when they handed in."""
        return [student for student in self.handed_in if student.hours_early is not None]

    @property
    def time_words(self) -> str:
        """The median time, and how many were late."""
        early = [student.hours_early or 0 for student in self.timed]
        late = sum(student.days_late > 0 for student in self.timed)
        middle = median(early)
        when = f"{duration(timedelta(hours=abs(middle)))} {'before' if middle >= 0 else 'after'}"
        return f"The median is {when} the deadline. {late} of {len(early)} were late."

    @property
    def days(self) -> ColumnChart:
        """How many days before or after the deadline they came."""
        on_time = [
            min(_MOST_DAYS, max(0, floor(s.hours_early or 0) // 24))
            for s in self.timed
            if not s.days_late
        ]
        late = [min(_MOST_DAYS_LATE, s.days_late) for s in self.timed if s.days_late]
        columns = [
            Column(
                f"{day}+" if day == _MOST_DAYS else str(day),
                "the last day"
                if not day
                else f"{_days(day)} {'or more ' * (day == _MOST_DAYS)}before",
                on_time.count(day),
            )
            for day in range(max(on_time, default=0), -1, -1)
        ]
        columns += [
            Column(
                f"+{day}" + "+" * (day == _MOST_DAYS_LATE),
                f"{_days(day)} {'or more ' * (day == _MOST_DAYS_LATE)}late",
                late.count(day),
                late.count(day),
            )
            for day in range(1, max(late, default=0) + 1)
        ]
        return chart("Days before the deadline", columns, has_late=bool(late))

    @property
    def hours(self) -> ColumnChart:
        """At which hour of the day they came."""
        came = [(int(s.submitted[11:13]), s.days_late > 0) for s in self.timed]
        columns = [
            Column(
                str(hour),
                f"{hour:02}:00 to {hour:02}:59",
                sum(at == hour for at, _ in came),
                came.count((hour, True)),
            )
            for hour in range(24)
        ]
        return chart("Hour of the day", columns, has_late=any(late for _, late in came))

    @property
    def limits(self) -> list[CountedRow]:
        """How many exceeded each limit."""
        counts = {
            limit: sum(limit in student.limits for student in self.handed_in)
            for limit in (*LIMITS, "output")
        }
        total = len(self.handed_in)
        return [CountedRow(limit, count, total) for limit, count in counts.items() if count]


def chart(title: str, columns: Sequence[Column], *, has_late: bool = False) -> ColumnChart:
    """A chart of `columns`, with what it shows in words."""
    words = "; ".join(
        f"{column.words}: {column.count}" + f", {column.late} of them late" * (column.late > 0)
        for column in columns
        if column.count
    )
    return ColumnChart(title, column_chart(columns, f"{title}. {words}"), tuple(columns), has_late)


def _spread(label: str, points: Distribution | None, unit: str = "") -> Spread | None:
    if points is None:
        return None
    return Spread(label, points, box_plot(points), unit, len(points.values) < _FEWEST)


def _days(count: int) -> str:
    return f"{count} day" if count == 1 else f"{count} days"
