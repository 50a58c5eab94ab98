"""Learning management systems (LMS): how each names the files and folders of a bulk download, what
stands in the CSV that it exports and imports, and how it writes times. A system is a row below.

An LMS puts a prefix of its own before the name that a student gave a file. So each name is read
from the left, and no further than the prefix: what comes after it can't make a file another
student's. In Moodle and Brightspace a student may also have chosen their own name, but not the
number beside it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from .members import Entry


@dataclass(frozen=True)
class LmsEntry:
    """What the name of a file or folder in a bulk download says."""

    entry: Entry
    student: str
    """The LMS's name for the student: a login or a group in some systems."""
    identifier: str
    """The student's number or login, or the submission's number if students aren't named."""
    file: str
    """The name of the student's file; "" for a folder, which has files with their own names."""
    key: str
    """The same for all entries of one student, and different for other students."""
    prefix: str
    """What the LMS put before the student's file; of a folder, its name with a `/`."""
    submitted: datetime | None = None
    """When it was handed in, in the LMS's time zone, if the name says so."""
    is_late: bool = False
    is_note: bool = False
    """The LMS wrote it, or it is text typed into a web page: not a file that was handed in."""
    unnumbered: str = ""
    """The name of the student's file without a number that the LMS added to it."""
    rival: str = ""
    """Another student that the name could mean, if it is ambiguous: `bob (22)`."""

    @property
    def owner(self) -> str:
        """`ada (11)`"""
        return f"{self.student} ({self.identifier})"

    @property
    def attempt(self) -> str:
        """Sorts later attempts after earlier ones."""
        return self.submitted.isoformat() if self.submitted else ""


@dataclass(frozen=True)
class Lms:
    """An LMS: its bulk download, its CSV with a row for each student, and its upload of feedback
    files."""

    name: str
    source: str = ""
    """The public documentation of these formats."""
    entries: tuple[str, ...] = ()
    """Regular expressions for names in its download; the first that fits counts. Their groups are
    the `student`, the `id`, the `key` of both if they can't be told apart, the `time`, whether it
    was `late`, the student's `file`, and `note`, which stands only in names of notes."""
    has_folders: bool = True
    """Whether its download has folders."""
    refine: Callable[[LmsEntry], LmsEntry | None] = lambda entry: entry
    """Adds what such an expression can't say; None if the name isn't from this system after all."""

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
    of their name, their first identifier, and the `prefix` of the file that they handed in ("" if
    that isn't known). "" if there is no place. None if the LMS has no such upload."""

    def read(self, entry: Entry) -> LmsEntry | None:
        """What the name of `entry` says in a download from this LMS; None if it isn't from it."""
        matches = (re.fullmatch(form, entry.name, re.DOTALL) for form in self.entries)
        if not (match := next(filter(None, matches), None)):
            return None
        found = {"student": "", "id": "", "file": "", **match.groupdict(default="")}
        is_note = bool(found.get("note"))
        if entry.is_folder and not self.has_folders:
            return None
        if not is_note and entry.is_folder == bool(found["file"]):
            return None
        try:
            submitted = _parse_time(found["time"]) if "time" in found else None
        except ValueError:
            return None
        name = entry.name
        return self.refine(
            LmsEntry(
                entry,
                found["student"],
                found["id"],
                found["file"],
                found.get("key") or f"{found['id']} {found['student']}",
                f"{name}/" if entry.is_folder else name.removesuffix(found["file"]),
                submitted,
                is_late=bool(found.get("late")),
                is_note=is_note,
            )
        )

    def exports(self, headings: Sequence[str]) -> bool:
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
        return points_of((match and match.groupdict().get("points")) or "")

    def _match(self, heading: str) -> re.Match[str] | None:
        if len(heading) > _LONGEST_HEADING:  # where the expressions would take time
            return None
        return re.fullmatch(self.grade_heading, heading, re.DOTALL)


_LONGEST_HEADING = 1000


def readings(entry: Entry) -> Mapping[str, LmsEntry]:
    """By LMS: what the name of `entry` says in a download from it."""
    if "/" in entry.name:  # it leads out of its archive
        return {}
    return {lms.name: found for lms in SYSTEMS if (found := lms.read(entry))}


def lms_of(headings: Sequence[str]) -> Lms:
    """The system whose export has these headings; `PLAIN` if none has."""
    return next((lms for lms in SYSTEMS if lms.exports(headings)), PLAIN)


def points_of(text: str) -> Fraction | None:
    """The number of points that a file of an LMS says, such as `12.5`; None for other text."""
    is_number = re.fullmatch(r"(?=[.,]?[0-9])[0-9]{0,9}(?:[.,][0-9]{0,9})?", text)
    return Fraction(text.replace(",", ".")) if is_number else None


# Times

YEARS = range(1990, 2200)
"""A time in another year is a mistake."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[ T](?P<time>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)"
    r"(?:\.[0-9]+)? ?(?P<offset>Z|UTC|[+-][0-9]{2}:?[0-9]{2})?"
)
"""ISO 8601; also as Gradescope writes it, `2026-01-31 12:00:00 -0800`, and Canvas's API."""
_DASHES = re.compile(r"[0-9]{4}(?:-[0-9]{2}){5}")
"""Blackboard's `2026-01-31-12-00-00`."""
_WORDS = re.compile(
    r"(?:[a-z]+,? )?(?:(?P<day>[0-9]{1,2}) (?P<month>[a-z]{3})[a-z.]*"
    r"|(?P<month_first>[a-z]{3})[a-z.]* (?P<day_after>[0-9]{1,2})),? (?P<year>[0-9]{4}),?"
    r" (?P<hour>[0-9]{1,2}):?(?P<minute>[0-9]{2})(?: ?(?P<half>[ap]m))?",
    re.ASCII,
)
"""Moodle in English (`strftimedaydatetime` of its lang/en/langconfig.php): `Saturday, 31 January
2026, 12:00 PM`, in American English `Saturday, January 31, 2026, 12:00 PM`; and Brightspace's
`Jan 31, 2026 1200 PM`."""


def read_time(text: str) -> datetime:
    """The time in a text; without a time zone, unless the text has an offset.

    Raises:
        ValueError: it is in none of the forms above, or in another age. Without a colon, which only
            names in a download lack, digits could mean a year.
    """
    time = _parse_time(text.strip())
    if time.year not in YEARS or ":" not in text:
        raise ValueError
    return time


def _parse_time(text: str) -> datetime:
    if match := _ISO.fullmatch(text):
        offset = (match["offset"] or "").replace("UTC", "Z")
        return datetime.fromisoformat(f"{match['day']}T{match['time']}{offset}")
    if _DASHES.fullmatch(text):
        return datetime(*map(int, text.split("-")))  # type: ignore[arg-type]
    if not (match := _WORDS.fullmatch(re.sub(r"\s+", " ", text.lower()))):
        raise ValueError
    hour = int(match["hour"])
    if match["half"]:
        if not 1 <= hour <= 12:
            raise ValueError
        hour = hour % 12 + (12 if match["half"] == "pm" else 0)
    month = _MONTHS.index(match["month"] or match["month_first"]) + 1
    day = int(match["day"] or match["day_after"])
    return datetime(int(match["year"]), month, day, hour, int(match["minute"]))


# The systems


def _moodle_feedback(name: str, identifier: str, prefix: str) -> str:
    """Moodle takes the part of the path between the first two `_` for the participant's number, so
    the name has none."""
    found = re.match(r"([^_/]+)_([0-9]+)_", prefix)
    who, number = found.groups() if found else (re.sub(r'[_/\\:*?"<>|]', " ", name), identifier)
    if not (number.isascii() and number.isdigit()):
        return ""
    return f"{who.strip(' .') or 'Participant'}_{number}_assignfeedback_file_/feedback.html"


def _feedback_after(form: str) -> Callable[[str, str, str], str]:
    """For an LMS that knows the student by the prefix of its download, which has this form."""
    return lambda _, __, prefix: (
        f"{prefix}feedback.html" if re.fullmatch(form, prefix, re.DOTALL) else ""
    )


_CANVAS_NUMBERS = re.compile(
    r"(?=_(?P<id>[1-9][0-9]+)_(?:[1-9][0-9]{2,}_.|(?:text|link)\.html\Z))", re.DOTALL
)
_NUMBERED = re.compile(r"(.+?)-\d+((?:\.[A-Za-z]\w*)+)", re.DOTALL)


def _refine_canvas(found: LmsEntry) -> LmsEntry | None:
    """A file that is handed in again gets `-1` after its name. A student's own name may end like
    `_4321_98765`, and so may a file's begin: then two students could have handed it in."""
    if found.student != found.student.lower():
        return None
    numbered, name, rival = _NUMBERED.fullmatch(found.file), found.entry.name, ""
    for other in _CANVAS_NUMBERS.finditer(name) if found.student else ():
        student = name[: other.start()].removesuffix("_LATE")
        if other["id"] != found.identifier and re.fullmatch(r"\w+", student):
            rival = f"{student} ({other['id']})"
            break
    return replace(found, rival=rival, unnumbered="".join(numbered.groups()) if numbered else "")


def _refine_blackboard(found: LmsEntry) -> LmsEntry:
    """The login is the last part of the key, unless notes in the download say otherwise."""
    login = found.key.rpartition("_")[2]
    return replace(found, student=login, identifier=login)


MOODLE = Lms(
    "Moodle",
    "https://github.com/moodle/moodle: mod/assign/feedback/offline/importgradeslib.php and"
    " mod/assign/feedback/file/importziplib.php",
    # `Ada Lovelace_1234567_assignsubmission_file_` is a student's folder, or the prefix of a
    # student's files. Moodle replaces each `_` in a name, and blind marking calls everyone
    # Participant. Text typed into the web page has `onlinetext`.
    entries=(
        r"(?:Participant|(?P<student>[^_]+))_(?P<id>[0-9]+)_assignsubmission_"
        r"(?:(?P<note>onlinetext)|[a-z]+)(?:_(?P<file>.*))?",
    ),
    headings=frozenset({"identifier", "grade", "last modified (grade)"}),
    only_column="grade",
    comments="feedback comments",
    points_column="maximum grade",
    feedback_path=_moodle_feedback,
)
CANVAS = Lms(
    "Canvas",
    "https://github.com/instructure/canvas-lms: lib/gradebook_importer.rb, and"
    " generate_comments_from_files in app/models/abstract_assignment.rb",
    # `lovelaceada_LATE_4321_98765_agent-1.py`: the student's name (its letters and digits, in lower
    # case), the student's number, the file's number, and the file.
    entries=(
        r"(?P<late>LATE_)?anon_(?P<id>[^\W_]+)_[1-9][0-9]+_(?P<file>.+)",
        r"(?P<student>\w+?)(?P<late>_LATE)?_(?P<id>[1-9][0-9]+)_[1-9][0-9]+_(?P<file>.+)",
        r"(?P<student>\w+?)(?P<late>_LATE)?_(?P<id>[1-9][0-9]+)_(?P<note>text|link)\.html",
    ),
    has_folders=False,
    refine=_refine_canvas,
    headings=frozenset({"student", "id", "section"}),
    grade_heading=r"(?P<name>.+?)(?: \([0-9]+\))?",
    points_row="points possible",
    # It attaches a file to the submission whose student and file have the numbers in its name.
    feedback_path=_feedback_after(r"\w+_[1-9][0-9]+_[1-9][0-9]+_"),
)
BRIGHTSPACE = Lms(
    "Brightspace",
    "https://community.d2l.com/brightspace/kb/articles/3538-importing-grades;"
    " https://carleton.ca/brightspace/instructors/grading-assignments-and-providing-feedback/",
    # `12345-67890 - Ada Lovelace - Jan 1, 2026 1200 PM` is an attempt's folder, or the prefix of an
    # attempt's files. The first number is the student's.
    entries=(
        r"(?P<id>[0-9]+)-[0-9]+ - (?P<student>.+?) - "
        r"(?P<time>[A-Z][a-z]{2}[a-z.]* [0-9]{1,2}, [0-9]{4} [0-9]{1,2}:?[0-9]{2}(?: ?[AP]M)?)"
        r"(?: - (?P<file>.+))?",
    ),
    headings=frozenset({"orgdefinedid"}),
    grade_heading=r"(?P<name>.+?) Points Grade(?: <.*?MaxPoints:(?P<points>[0-9]+(?:\.[0-9]+)?)"
    r".*>)?",
    feedback_path=_feedback_after(r"[0-9].*"),
)
BLACKBOARD = Lms(
    "Blackboard",
    "http://library.blackboard.com/ref/3ea64795-6ecc-4abd-b595-0a9a8dfdec94/Content/"
    "_instructor_grade_center/grade_center_upload_download.htm",
    # `Assignment 1_ada12_attempt_2026-01-31-12-00-00_agent.py`, and a note about each attempt,
    # whose name ends after the date. The note says which part is the login: the assignment's title
    # and the login may both have `_` in them.
    entries=(
        r"(?P<key>.+?_[^_].*?)_attempt_(?P<time>[0-9]{4}(?:-[0-9]{2}){5})"
        r"(?:(?P<note>\.txt)|_(?P<file>.+))",
    ),
    has_folders=False,
    refine=_refine_blackboard,
    headings=frozenset({"last name", "first name", "username"}),
    grade_heading=r"(?P<name>.+?) \[Total Pts: (?:up to )?(?P<points>[0-9]+(?:\.[0-9]+)?)"
    r"[^\]]*\](?: ?\|[0-9]+)?",
    comments="feedback to learner",
    has_points=True,
)
GRADESCOPE = Lms(
    "Gradescope",
    "https://guides.gradescope.com/hc/en-us/articles/21926598776333",
    # `submission_98765` is a submission's folder. A file beside the folders says who handed it in.
    entries=(r"submission_(?P<id>[0-9]+)",),
    headings=frozenset({"sid", "email"}),
    adds_columns=True,  # it imports neither grades nor feedback, so they are for another system
)
PLAIN = Lms("a plain CSV", adds_columns=True)

SYSTEMS = (CANVAS, MOODLE, BRIGHTSPACE, BLACKBOARD, GRADESCOPE)
"""The systems in the order in which they are tried: Brightspace's file may also have Blackboard's
headings."""
