"""What `pacgrid grade` knows about the course: who is in it, dates, groups, and its LMS."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pacgrid.cli.options import OptionError

if TYPE_CHECKING:
    from pacgrid.autograder.course.register import Register
    from pacgrid.autograder.reports.upload import Upload


@dataclass(frozen=True)
class CourseChoice:
    """The files of the course on the command line. Raises OptionError for those that don't go
    together."""

    roster: Annotated[
        Path | None,
        typer.Option(
            metavar="CSV",
            help="Everybody in the course, as your LMS exports it: everybody gets a row.",
        ),
    ] = None
    dates: Annotated[
        Path | None,
        typer.Option(
            metavar="TOML",
            help="When assignments are due, what lateness costs, and the files of extensions, times"
            " and groups.",
        ),
    ] = None
    upload: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write here what your LMS imports: the roster with the grades, and feedback.",
        ),
    ] = None

    def __post_init__(self) -> None:
        for name in ("dates", "upload"):
            if getattr(self, name) and not self.roster:
                raise OptionError(f"--{name} needs a roster; name one with --roster")

    def check_folder(self) -> None:
        """Raises ResultsError or OptionError if nothing can be written for the LMS."""
        from pacgrid.autograder.reports.results_folder import check_folder

        if not (self.upload and self.roster):
            return
        check_folder(self.upload)
        if (self.upload / self.roster.name).resolve() == self.roster.resolve():
            raise OptionError(f"--upload would overwrite {self.roster}; name another folder")

    def register(self, title: str) -> "Register | None":
        """The register of the course for the assignment called `title`; None without a roster.

        Raises:
            CourseError: a file can't be used; says why in one line.
        """
        if not self.roster:
            return None
        from pacgrid.autograder.course.dates import Dates, read_extensions, read_times
        from pacgrid.autograder.course.groups import read_groups
        from pacgrid.autograder.course.lateness import used_before
        from pacgrid.autograder.course.register import Register
        from pacgrid.autograder.course.roster import Roster

        roster = Roster.load(self.roster)
        if not self.dates:
            return Register(roster)
        dates = Dates.load(self.dates, title)
        return Register(
            roster,
            dates,
            read_extensions(dates.extensions, roster, dates, title) if dates.extensions else {},
            read_times(dates.times, roster, dates.zone) if dates.times else {},
            read_groups(dates.groups, roster) if dates.groups else None,
            used_before(dates.earlier, roster),
        )

    def upload_of(self, register: "Register | None", title: str) -> "Upload | None":
        """What is written for the LMS, if anything. Raises CourseError: the roster has no column
        for the grades."""
        if not (register and self.upload):
            return None
        from pacgrid.autograder.course.grades_file import grade_column
        from pacgrid.autograder.reports.upload import Upload

        column = grade_column(
            register.roster, title, register.dates.column if register.dates else None
        )
        return Upload(self.upload, register.roster, column)
