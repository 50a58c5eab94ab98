"""Turns the paths named on the command line into submissions."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from unicodedata import normalize

from pacgrid.common.files import open_regular_file
from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError

from .archives import ArchiveSource, FolderSource, SubmissionSource, entries_of, read_file, scan
from .download import Course, read_download
from .lms import readings
from .members import (
    COURSE,
    SUBMISSION,
    Entry,
    RefusedError,
    abbreviate,
    caseless,
    is_archive,
    join,
    join_all,
)
from .submission import (
    Submission,
    hint_for,
    note_on_files,
    only_folder,
    refused,
    unreadable,
    with_files,
)

MAIN = "agent.py"
"""What an assignment calls the file to grade, unless it says otherwise."""


class CollectionError(PacgridError):
    """A folder or an archive without a submission."""


@dataclass(frozen=True)
class Collection:
    """The submissions to grade."""

    submissions: tuple[Submission, ...]
    """They are in the order of the paths, those of one folder in alphabetical order."""
    ignored: tuple[str, ...]
    """Paths of files that are not part of a submission: `submissions/README.txt`."""
    is_single: bool
    """Whether a single file was named, as students do, and not a folder or an archive."""
    notes: tuple[str, ...] = ()
    """What the staff should know about how the paths were read."""


def collect(paths: Sequence[Path], main: str = MAIN, *, has_roster: bool = False) -> Collection:
    """The submissions in `paths`: Python files, and folders and archives with one or many.

    A hand-in among the archives, or among the folders, means that each of them is one: the others
    may only look like a course's. In a hand-in of several files, the one called `main` is graded,
    or else `multiAgents.py`. A submission that can't be accepted has a `problem`. If there is
    a roster, the only file in the only folder is named after its student, too.

    Raises:
        CollectionError: a folder or an archive has no submission in it.
    """
    found = list(_read_paths(paths, main))
    if has_roster and len(found) == 1 and isinstance(found[0], _Opened):
        found = [replace(found[0], is_course=True)]
    opened = [one for one in found if isinstance(one, _Opened) and not one.is_course]
    hand_ins = {one.is_archive for one in opened if len(opened) > 1 and one.is_hand_in}
    notes: list[str] = []
    ignored: list[str] = []
    submissions: list[Submission] = []
    for one in found:
        if isinstance(one, Submission):
            submissions.append(one)
        elif one.is_archive in hand_ins and not one.is_course:
            submissions.append(one.as_hand_in())
        else:
            submissions += one.as_course(ignored, notes)
    if len(submissions) > 1:  # `path` is for commands shown to students, about their own file
        submissions = [replace(submission, path="") for submission in submissions]
    is_single = len(paths) == 1 and not (paths[0].is_dir() or is_archive(paths[0].name))
    if is_single and (note := note_on_files(paths[0], submissions[0], main)):
        notes.append(note)
    if len(paths) > 1 and all(isinstance(one, Submission) for one in found):
        notes.append(
            f"{len(paths)} files are {len(paths)} submissions; one student's go into a folder"
        )
    unique = with_unique_names(with_unique_identifiers(submissions))
    return Collection(
        tuple(unique),
        tuple(map(one_line, ignored)),
        is_single=is_single,
        notes=tuple(map(one_line, notes)),
    )


def collect_one(path: Path, main: str = MAIN) -> Submission:
    """The hand-in of one student at `path`, whatever it looks like."""
    found = _read_path(path, main)
    return found if isinstance(found, Submission) else found.as_hand_in()


# One path


@dataclass(frozen=True)
class _Opened:
    """A folder or an archive on the command line."""

    path: Path
    source: SubmissionSource
    main: str
    is_archive: bool
    is_course: bool = False
    """Whether the command line shows that it is a whole course."""

    @property
    def is_hand_in(self) -> bool:
        """Whether it looks like one student's, whatever folders that is in."""
        source = self.source
        while (only := only_folder(source)) and not readings(only):
            source = source.subfolder(only.name)
        course = Course(source, self.main)
        return bool(_identity(self.path)[1]) or course.is_one_hand_in or not course.hand_ins

    def as_hand_in(self) -> Submission:
        student, identifier = _identity(self.path)
        draft = Submission(str(self.path), student=student, identifier=identifier)
        try:
            return with_files(draft, self.source.members(), self.main)
        except OSError as error:
            return unreadable(draft, error)

    def as_course(self, ignored: list[str], notes: list[str]) -> list[Submission]:
        source, inner = self.source, self.path
        while (only := only_folder(source)) and self._is_wrapper(only):
            source, inner = source.subfolder(only.name), inner / only.name
        course = Course(source, self.main)
        is_one = course.has_main if self.is_course else course.is_one_hand_in
        if _identity(self.path)[1] or is_one:
            return [self.as_hand_in()]
        if only and Course(source.subfolder(only.name), self.main).download:
            within = inner / only.name
            notes.append(f"{within} is read as one hand-in; if it is a download, name it instead")
        if self.is_archive and course.download:
            notes.append(f"{self.path} is read as a download from {course.download.lms}")
        submissions = list(course.submissions())
        left_out = [abbreviate(name) for name in course.ignored]
        if not submissions:
            others = f" (only {join(left_out)})" if left_out else ""
            raise CollectionError(f"{self.path}: has nothing in it that can be graded{others}")
        ignored += [str(inner / name) for name in left_out]
        return submissions

    def _is_wrapper(self, only: Entry) -> bool:
        """Whether the folder `only` contains a whole course. On disk, it may be one hand-in."""
        if not self.is_archive:
            return bool(re.fullmatch("assignment_[0-9]+_export", only.name))  # Gradescope's
        return not readings(only)


def _read_paths(paths: Sequence[Path], main: str) -> Iterator[Submission | _Opened]:
    """What the paths are. The entries of a download, named one by one, are still a download."""
    entries: dict[Path, list[Entry]] = {}
    for path in filter(Path.exists, paths):
        entries.setdefault(path.parent, []).append(Entry(path.name, path.is_dir()))
    downloads = {
        parent: FolderSource(parent, frozenset(entry.name for entry in siblings))
        for parent, siblings in entries.items()
        if len(siblings) > 1 and read_download(siblings, lambda _: "")
    }
    done = set()
    for path in paths:
        parent = path.parent
        if parent not in downloads or not path.exists():
            yield _read_path(path, main)
        elif parent not in done:
            done.add(parent)
            yield _Opened(parent, downloads[parent], main, is_archive=False, is_course=True)


def _read_path(path: Path, main: str) -> Submission | _Opened:
    student, identifier = _identity(path)
    draft = Submission(str(path), path=str(path), student=student, identifier=identifier)
    try:
        if path.is_dir():
            entries_of(path)  # raises OSError now rather than later
            return _Opened(path, FolderSource(path), main, is_archive=False)
        if not path.exists():
            return replace(refused(draft, "no such file"), missing=True)
        if is_archive(path.name):
            with open_regular_file(path) as file:
                members = scan(file, COURSE, SUBMISSION)
            return _Opened(path, ArchiveSource(members), main, is_archive=True)
        if path.suffix != ".py":
            reason = f"is not a Python file, a folder or a zip; {hint_for([path.name])}"
            return refused(draft, reason)
    except RefusedError as error:
        return refused(draft, str(error))
    except OSError as error:
        return unreadable(draft, error)
    content = read_file(path, SUBMISSION.file, follow_symlinks=True)
    return with_files(draft, [content], main)


def _identity(path: Path) -> tuple[str, str]:
    """The student and the identifier in the name of a path, if it is from an LMS."""
    download = read_download([Entry(path.name, path.is_dir())], lambda _: "")
    if not (download and download.students):
        return "", ""
    last = download.students[0].last
    return last.student, last.identifier


# Names


def with_unique_identifiers(submissions: Sequence[Submission]) -> Iterator[Submission]:
    """Refuses submissions with the same identifier: the points of one could go to another."""
    owners: dict[str, list[Submission]] = {}
    for submission in submissions:
        owners.setdefault(submission.identifier, []).append(submission)
    for submission in submissions:
        others = [one for one in owners[submission.identifier] if one is not submission]
        if submission.identifier and others:
            names = join_all([one.name for one in others])
            reason = f"has the identifier {submission.identifier}, like {names}"
            yield refused(submission, f"{reason}; leave out all but one")
        else:
            yield submission


def with_unique_names(submissions: Iterable[Submission]) -> Iterator[Submission]:
    """Gives each submission a name that is unique on every disk.

    Submissions with the same name get their identifier after it, or a number.
    """
    cleaned = [
        replace(submission, name=_normal(submission.name), student=_normal(submission.student))
        for submission in submissions
    ]
    wanted = Counter(caseless(submission.name) for submission in cleaned)
    taken = {name for name, count in wanted.items() if count == 1}
    for submission in cleaned:
        name = submission.name
        if wanted[caseless(name)] > 1:
            if submission.identifier and submission.identifier not in name:
                name = f"{name} ({submission.identifier})"
            number, stem = 1, name
            while caseless(name) in taken:
                number += 1
                name = f"{stem} ({number})"
            taken.add(caseless(name))
        yield replace(submission, name=name)


def _normal(name: str) -> str:
    """`name` in Unicode's composed form, without spaces around it."""
    return normalize("NFC", name).strip()
