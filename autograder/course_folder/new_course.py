"""A new course: a copy of another one, with salts and dates of its own."""

import shutil
from datetime import date, timedelta
from importlib.resources import files
from pathlib import Path

import tomlkit

from ..authoring.salt import with_salt
from ..course.dates import Dates
from ..course.errors import CourseError
from ..ladder.rules import secret_seed
from .course_file import COURSE, DATES, is_junk
from .course_folder import ASSIGNMENT, GUIDE, LADDER, CourseFolder


def shipped_course() -> Path:
    """The folder of the course that comes with Pacgrid. Raises CourseError if it isn't there, as in
    the kit for students."""
    folder = Path(str(files("pacgrid.autograder.course_folder"))) / "standard"
    if not (folder / COURSE).exists():
        raise CourseError(
            "this Pacgrid is from a kit for students and has no course in it; name one with --from,"
            " or install Pacgrid from its own site"
        )
    return folder


def new_course(target: Path, source: Path, start: date, zone: str | None = None) -> str:
    """Copies the course in the folder `source` to `target`, with new salts and seeds, and with
    `dates.toml` for week 1 from `start` on. Returns the time zone.

    Raises:
        CourseError: the source is no sound course, a date can't be, or something is at `target`;
            then nothing is written. Or a file can't be copied.
    """
    if start.weekday():
        monday = start - timedelta(days=start.weekday())
        raise CourseError(
            f"--start {start} is a {start:%A}; weeks begin on Mondays, so write {monday} or"
            f" {monday + timedelta(weeks=1)}"
        )
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise CourseError(f"{target}: is not an empty folder; name a new one")
    course = CourseFolder.load(source)
    zone = zone or course.file.zone
    titles = [each.title for each in course.assignments]
    try:
        dates = course.file.dates_toml(titles, start, zone)
    except OverflowError:
        raise CourseError(f"--start {start}: is too late; calendars end in 9999") from None
    for title in titles:
        Dates.parse(dates, Path(f"--start {start} --zone {zone}"), title)
    try:
        target.mkdir(parents=True, exist_ok=True)
        for each in course.assignments:
            shutil.copytree(each.folder, target / each.name, ignore=_junk)
        for name in filter(lambda name: (source / name).exists(), (COURSE, GUIDE)):
            shutil.copyfile(source / name, target / name)
        for each in course.assignments:
            _draw_secrets(target / each.name)
        (target / DATES).write_text(dates, "utf-8")
    except shutil.Error as error:
        path, _, why = error.args[0][0]
        raise CourseError(f"{path}: can't be copied: {why}") from None
    except OSError as error:
        raise CourseError(f"{error.filename or target}: {error.strerror}") from None
    return zone


def _junk(_: str, names: list[str]) -> list[str]:
    """Which of these files in a folder aren't copied."""
    return [*filter(is_junk, names)]


def _draw_secrets(folder: Path) -> None:
    """Gives the assignment or the ladder in `folder` a new salt or seed. Raises OSError."""
    for name, key in ((ASSIGNMENT, "salt"), (LADDER, "seed")):
        path = folder / name
        if not path.exists():
            continue
        document = tomlkit.parse(path.read_text("utf-8-sig"))
        document.pop(key, None)
        text = tomlkit.dumps(document)
        if key == "salt":
            path.write_bytes(with_salt(text.encode()))
        else:
            path.write_text(f"seed = {secret_seed()}\n{text}", "utf-8")
