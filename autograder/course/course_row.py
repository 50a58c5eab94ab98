"""What a course knows about a grade besides its points: when, with whom, and what that costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..model.grade import Grade
from .lateness import Lateness, decimal, duration, exact


@dataclass(frozen=True)
class CourseRow:
    """When and with whom a submission was handed in, and which rule counted."""

    section: str = ""
    partners: tuple[str, ...] = ()
    submitted: str = ""
    """When, in the course's time zone; "" if that isn't known."""
    due: str = ""
    """When it was due for this student."""
    lateness: Lateness | None = None
    """None if it isn't known when it was handed in, or when it was due."""
    late_days_left: int | None = None
    """After this assignment."""
    rule: str = ""
    """Which rule counted: `on time`, `extension until 2026-11-02 23:59; on time`."""

    @property
    def late(self) -> str:
        """How late it was: `3 d 4 h`; "" if it wasn't."""
        by = self.lateness.by if self.lateness else None
        return duration(by) if by and by.total_seconds() > 0 else ""

    def final(self, grade: Grade) -> Fraction | None:
        """The points of `grade` that count; None if it has none."""
        if grade.total is None:
            return None
        points = exact(grade.total)
        if self.lateness is None:
            return points
        return self.lateness.points_after(points, exact(grade.possible))

    def line(self, grade: Grade, *, has_hidden_tests: bool = False) -> str:
        """The rule and, if it costs any, the points that count; "" if there is no rule. With hidden
        tests, students don't learn the points yet."""
        final = self.final(grade)
        is_less = bool(self.lateness and self.lateness.percent)
        if final is None or has_hidden_tests or not is_less:
            return self.rule
        return f"{self.rule}; {decimal(final)} points count"


NO_COURSE_ROWS: Mapping[str, CourseRow] = {}
"""If nothing is known but the points."""
