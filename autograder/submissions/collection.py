"""Turns the paths named on the command line into submissions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from unicodedata import normalize

from pacgrid.autograder.submission import Submission
from pacgrid.autograder.submissions.archive import scan
from pacgrid.autograder.submissions.folder import read_file
from pacgrid.autograder.submissions.lms import (
    LmsEntry,
    StudentEntries,
    group_by_student,
    parse_entry,
)
from pacgrid.autograder.submissions.members import (
    ARCHIVES,
    COURSE,
    SUBMISSION,
    Entry,
    Member,
    RefusedError,
    abbreviate,
    caseless,
    is_archive,
    validate,
)
from pacgrid.autograder.submissions.source import ArchiveSource, FolderSource, SubmissionSource
from pacgrid.common.failure import Failure
from pacgrid.common.files import open_regular_file
from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError


class CollectionError(PacgridError):
    """A folder or an archive without a submission."""


@dataclass(frozen=True)
class Collection:
    """The submissions to grade."""

    submissions: tuple[Submission, ...]
    """In the order of the paths; those of one folder in alphabetical order."""
    ignored: tuple[str, ...]
    """Paths of files that are not part of a submission: `submissions/README.txt`."""
    is_single: bool
    """Whether a single file was named, as students do, and not a folder or an archive."""


def collect(paths: Sequence[Path], main: str = "agent.py") -> Collection:
    """The submissions in `paths`: Python files, and folders and archives with one or many.

    In a submission of several files, the file called `main` is graded. A submission that can't be
    accepted has a `problem`.

    Raises:
        CollectionError: a folder or an archive has no submission in it.
    """
    ignored: list[str] = []
    submissions = [found for path in paths for found in _read_path(path, main, ignored)]
    if len(submissions) > 1:  # `path` is for commands shown to students, about their own file
        submissions = [replace(submission, path="") for submission in submissions]
    is_single = len(paths) == 1 and not (paths[0].is_dir() or is_archive(paths[0].name))
    return Collection(
        tuple(_with_unique_names(submissions)), tuple(map(one_line, ignored)), is_single
    )


# One path


def _read_path(path: Path, main: str, ignored: list[str]) -> list[Submission]:
    draft = Submission(str(path), path=str(path))
    try:
        if path.is_dir():
            return list(_read_source(FolderSource(path), path, main, ignored))
        if not path.exists():
            return [replace(draft, problem=Failure("no such file"), missing=True)]
        if is_archive(path.name):
            with open_regular_file(path) as file:
                members = scan(file, path.name, COURSE)
            return list(_read_source(ArchiveSource(members), path, main, ignored))
        if path.suffix != ".py":
            raise RefusedError("is not a Python file, a folder, a zip or a tar")
    except RefusedError as error:
        return [replace(draft, problem=Failure(str(error)))]
    except OSError as error:
        return [_unreadable(draft, error)]
    return [_with_files(draft, [read_file(path, SUBMISSION.file, follow_symlinks=True)], main)]


def _read_source(
    source: SubmissionSource, path: Path, main: str, ignored: list[str]
) -> Iterator[Submission]:
    inner = path
    while (folder := _only_folder(source)) and not parse_entry(folder):
        source, inner = source.subfolder(folder.name), inner / folder.name
    if _is_single_submission(source, main):
        yield _with_files(Submission(str(path)), source.members(), main)
        return
    left_out: list[str] = []
    submissions = list(_read_many(source, main, left_out))
    ignored += [f"{inner / abbreviate(name)}" for name in left_out]
    if not submissions:
        others = f" (only {_join(left_out)})" if left_out else ""
        raise CollectionError(f"{path}: has no Python file, folder, zip or tar in it{others}")
    yield from submissions


def _only_folder(source: SubmissionSource) -> Entry | None:
    """The folder in `source` if there is nothing else."""
    entries = source.entries
    return entries[0] if len(entries) == 1 and entries[0].is_folder else None


def _is_single_submission(source: SubmissionSource, main: str) -> bool:
    if any(map(parse_entry, source.entries)):
        return False
    candidates = [entry for entry in source.entries if _is_candidate(entry)]
    if Entry(main, is_folder=False) in candidates:
        return True
    return len(candidates) == 1 and _is_script(candidates[0])


def _is_candidate(entry: Entry) -> bool:
    """Whether it can be a submission."""
    return entry.is_folder or entry.name.endswith(".py") or is_archive(entry.name)


def _is_script(entry: Entry) -> bool:
    return entry.name.endswith(".py") and not entry.is_folder


# Many submissions


def _read_many(source: SubmissionSource, main: str, left_out: list[str]) -> Iterator[Submission]:
    """A submission for each student of a bulk download, and for each other entry."""
    parsed = {entry: found for entry in source.entries if (found := parse_entry(entry))}
    students = {student.key: student for student in group_by_student(parsed.values())}
    earlier = [entry for student in students.values() for entry in student.earlier]
    left_out += [f"{entry.name} (an earlier attempt)" for entry in earlier]
    for entry in source.entries:
        if entry in parsed:
            if student := students.pop(parsed[entry].key, None):
                yield _read_student(source, student, main)
        elif _is_candidate(entry):
            yield _read_entry(source, entry, main)
        else:
            left_out.append(entry.name)


def _read_student(source: SubmissionSource, student: StudentEntries, main: str) -> Submission:
    draft = Submission(student.display_name, student=student.student, identifier=student.identifier)
    if not student.files:
        return replace(draft, problem=Failure("no file was handed in"))
    try:
        members = [member for file in student.files for member in _student_members(source, file)]
    except OSError as error:
        return _unreadable(draft, error)
    return _with_files(draft, members, main)


def _student_members(source: SubmissionSource, parsed: LmsEntry) -> Sequence[Member]:
    name, is_folder = parsed.entry
    if is_folder:
        return source.subfolder(name).members()
    return [replace(member, path=parsed.file) for member in source.files(name)]


def _read_entry(source: SubmissionSource, entry: Entry, main: str) -> Submission:
    name, is_folder = entry
    draft = Submission(name if is_folder else _stem(name))
    try:
        members = source.subfolder(name).members() if is_folder else source.files(name)
    except OSError as error:
        return _unreadable(draft, error)
    return _with_files(draft, members, main)


def _stem(name: str) -> str:
    suffixes = [suffix for suffix in (*ARCHIVES, ".py") if name.lower().endswith(suffix)]
    return name[: -max(map(len, suffixes))]


# One submission


def _unreadable(draft: Submission, error: OSError) -> Submission:
    return replace(draft, problem=Failure(f"can't be read ({error.strerror})"))


def _with_files(draft: Submission, members: Sequence[Member], main: str) -> Submission:
    """`draft` with the files in `members`, or with a problem."""
    try:
        members = _without_wrappers(members)
        if archive := _only_archive(members):
            scanned = scan(BytesIO(archive.content), archive.path, SUBMISSION)
            members = _without_wrappers(scanned)
        files = validate(members, SUBMISSION)
        chosen = _choose_main([path for path, _ in files], main)
    except RefusedError as error:
        return replace(draft, problem=Failure(str(error)))
    disk_path = next(member.disk_path for member in members if member.path == chosen)
    return replace(draft, files=files, main=chosen, path=draft.path or disk_path)


def _without_wrappers(members: Sequence[Member]) -> Sequence[Member]:
    """`members` as seen from the folder that contains them all."""
    source = ArchiveSource(members)
    while folder := _only_folder(source):
        source = source.subfolder(folder.name)
    return source.contents


def _only_archive(members: Sequence[Member]) -> Member | None:
    """The archive that was handed in, if there are no Python files."""
    archives = [m for m in members if is_archive(m.path) and not (m.is_folder or "/" in m.path)]
    if any(member.path.endswith(".py") for member in members) or not archives:
        return None
    if len(archives) > 1:
        names = _join([archive.path for archive in archives])
        raise RefusedError(f"has several archives, {names}; hand in one")
    return None if archives[0].refusal else archives[0]


def _choose_main(paths: Sequence[str], main: str) -> str:
    """The path of the file to grade."""
    scripts = [path for path in paths if path.endswith(".py")]
    at_top = [path for path in scripts if "/" not in path]
    if main in at_top:
        return main
    if len(at_top) == 1:
        return at_top[0]
    if at_top:
        raise RefusedError(
            f"has several Python files, {_join(at_top)}; rename the one to grade to {main}"
        )
    if scripts:
        raise RefusedError(
            f"has Python files only in folders, {_join(scripts)}; move {main} out of its folder"
        )
    raise RefusedError(f"has no Python file{f' (only {_join(paths)})' if paths else ''}")


def _join(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`, `a, b and 7 more`."""
    parts = [abbreviate(name) for name in names[:3]]
    if len(names) > 3:
        parts[2:] = [f"{len(names) - 2} more"]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


# Names


def _with_unique_names(submissions: Iterable[Submission]) -> Iterator[Submission]:
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
