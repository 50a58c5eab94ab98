"""What a learning management system (LMS) writes into the files that it exports, and expects in
those that it imports."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

_LONGEST = 1000
"""Characters of a heading of a column of grades."""


@dataclass(frozen=True)
class Lms:
    """An LMS: its CSV with a row for each student, and its upload of feedback files."""

    name: str
    source: str = ""
    """The public documentation of these formats."""
    headings: frozenset[str] = frozenset()
    """Headings that its export has, in lower case."""
    grade_heading: str = r"(?P<name>.*)"
    """A regular expression for the heading of a column of grades: the assignment's `name` and, in
    some systems, its `points`."""
    only_column: str = ""
    """The heading of the only column of grades, if the file is about one assignment."""
    comments: str = ""
    """The heading of the column of comments to the student, if there may be one."""
    points_column: str = ""
    """The heading of the column that says how many points there are, if there is one."""
    points_row: str = ""
    """What stands in the row that says so, if there is one, in place of a name."""
    has_points: bool = False
    """Whether each heading of a column of grades says how many points there are."""
    adds_columns: bool = False
    """Whether a column of grades that isn't there is added."""
    feedback_path: Callable[[str, str, str], str] | None = None
    """Where a feedback file goes in a zip for bulk upload, so that it reaches the right student:
    of their name, their first identifier, and what the LMS put before the file that they handed in
    (""if that isn't known). "" if there is no place. None if the LMS has no such upload."""

    def has(self, headings: Sequence[str]) -> bool:
        """Whether a file with these headings may be its export."""
        is_complete = self.headings <= {heading.casefold() for heading in headings}
        return is_complete and (not self.has_points or any(map(self.points_in, headings)))

    def name_in(self, heading: str) -> str:
        """The assignment's name in the heading of a column of grades; "" if it is none."""
        match = self._match(heading)
        return match["name"].strip() if match else ""

    def points_in(self, heading: str) -> Fraction | None:
        """How many points there are, if the heading of a column of grades says so."""
        match = self._match(heading)
        found = match.groupdict().get("points") if match else None
        return points_of(found) if found else None

    def _match(self, heading: str) -> re.Match[str] | None:
        if len(heading) > _LONGEST:  # where the expressions would take time
            return None
        return re.fullmatch(self.grade_heading, heading, re.DOTALL)


def points_of(text: str) -> Fraction | None:
    """The number of points that a file of an LMS says, such as `12.5`; None for other text."""
    is_number = re.fullmatch(r"(?=[.,]?[0-9])[0-9]{0,9}(?:[.,][0-9]{0,9})?", text)
    return Fraction(text.replace(",", ".")) if is_number else None


PLAIN = Lms("a plain CSV", adds_columns=True)
"""A file from no LMS."""
