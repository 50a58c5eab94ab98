"""The late days that students have used: `lateness.csv` of earlier assignments."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from .errors import CourseError
from .people import read_people
from .roster import Roster, RosterStudent

FILE = "lateness.csv"
_USED = "late days used"
HEADINGS = ("identifier", "name", "submitted", "due", "late", _USED, "late days left", "rule")
"""Of that file."""


def used_before(files: Iterable[Path], roster: Roster) -> Mapping[RosterStudent, int]:
    """How many late days each student has used, as the `files` of earlier assignments say.

    Raises:
        CourseError: a file can't be read, or a number in it isn't one; names the line.
    """
    used: Counter[RosterStudent] = Counter()
    for path in files:
        for row in read_people(path, roster, {_USED: (_USED,)}, _USED):
            text = row.cells[_USED]
            if text and not (text.isascii() and text.isdigit() and len(text) < 5):
                raise CourseError(f"{row.place}: {text!r} is not a number of late days; correct it")
            if row.student:
                used[row.student] += int(text or 0)
    return used
