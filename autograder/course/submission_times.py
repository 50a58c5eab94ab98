"""When students handed in, as their LMS says: in a file of times, in the download, or in the
roster.

- Canvas: the submissions of an assignment from its API, as JSON, with `submitted_at` in UTC
  (https://canvas.instructure.com/doc/api/submissions.html). A download's names only have `_LATE_`.
- Moodle: `Last modified (submission)` in the grading worksheet, in the time zone of who exports it
  (`col_timesubmitted` of mod/assign/gradingtable.php).
- Blackboard and Brightspace: the names in the download, in the time zone of the course.
- Gradescope: `:created_at:` in submission_metadata.yml, with an offset; `Submission Time`
  in its table of scores.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from pydantic import BaseModel, TypeAdapter, ValidationError

from pacgrid.common.files import read_regular_file

from ..submissions.submission import Submission
from .csv_table import MAX_BYTES
from .errors import CourseError
from .local_time import YEARS, earliest_in_utc, read_time
from .people import read_people
from .roster import Roster, RosterStudent

_COLUMNS = {"submitted": ("submitted", "submitted_at", "time", "submission time")}


class _User(BaseModel):
    sis_user_id: str | None = None
    login_id: str | None = None


class _CanvasSubmission(BaseModel):
    user_id: int
    submitted_at: str | None = None
    user: _User | None = None


_CANVAS = TypeAdapter(list[_CanvasSubmission])


def read_times(path: Path, roster: Roster, zone: ZoneInfo) -> Mapping[RosterStudent, datetime]:
    """The times in a file, in UTC: a CSV with a column of identifiers and one that is called
    `submitted`, or JSON from Canvas.

    Raises:
        CourseError: it can't be read; names the line.
    """
    if path.suffix.lower() == ".json":
        return _read_canvas(path, roster)
    found = {}
    for row in read_people(path, roster, _COLUMNS, "submitted"):
        text = row.cells["submitted"]
        if row.student and text not in ("", "-"):
            found[row.student] = lms_time(text, zone, row.place)
    return found


def time_of(
    submission: Submission,
    student: RosterStudent | None,
    times: Mapping[RosterStudent, datetime],
    roster: Roster,
    zone: ZoneInfo,
) -> datetime | None:
    """When `submission`, the last of `student`, was handed in, in UTC; None if nothing says so."""
    if student and student in times:
        return times[student]
    if submission.submitted and submission.submitted.year in YEARS:
        return earliest_in_utc(submission.submitted, zone)
    if student and student.submitted not in ("", "-"):
        return lms_time(student.submitted, zone, f"{roster.source}:{student.line}")
    return None


def lms_time(text: str, zone: ZoneInfo, place: str) -> datetime:
    """The time in a text of an LMS, in UTC. Raises CourseError, which names the place."""
    try:
        return earliest_in_utc(read_time(text), zone)
    except ValueError:
        raise CourseError(
            f"{place}: {text!r} is not a readable time; export the file in English, or give "
            "the times in a file of their own: --times"
        ) from None


def _read_canvas(path: Path, roster: Roster) -> Mapping[RosterStudent, datetime]:
    try:
        submissions = _CANVAS.validate_json(read_regular_file(path, MAX_BYTES))
    except OSError as error:
        raise CourseError(f"{path}: can't be read ({error.strerror})") from None
    except (ValidationError, json.JSONDecodeError, RecursionError):
        raise CourseError(
            f"{path}: is not a list of submissions from Canvas's API; export them again"
        ) from None
    found = {}
    for one in submissions:
        user = one.user or _User()
        texts = filter(None, (str(one.user_id), user.sis_user_id, user.login_id))
        student = next(filter(None, map(roster.find, texts)), None)
        if student and one.submitted_at:
            found[student] = lms_time(one.submitted_at, ZoneInfo("UTC"), str(path))
    return found
