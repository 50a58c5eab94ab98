"""What is named on the command line, turned into submissions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from unicodedata import normalize

from pacgrid.autograder.submission import Submission
from pacgrid.autograder.submissions.archive import scan
from pacgrid.autograder.submissions.folder import read_file
from pacgrid.autograder.submissions.lms import Filed, HandedIn, filed, handed_in
from pacgrid.autograder.submissions.members import (
    ARCHIVES,
    COURSE,
    SUBMISSION,
    Member,
    RefusedError,
    caseless,
    checked,
    is_archive,
    shown,
)
from pacgrid.autograder.submissions.place import InArchive, OnDisk, Place
from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import one_line
from pacgrid.errors import PacgridError


class CollectionError(PacgridError):
    """What was named has no submission in it."""


@dataclass(frozen=True)
class Collection:
    """What there is to grade."""

    submissions: tuple[Submission, ...]
    """In the order in which they were named, those of a folder in alphabetical order."""
    ignored: tuple[str, ...]
    """What was left out: `submissions/README.txt`."""
    is_single: bool
    """One file was named, as people do with their own, and neither a folder nor an archive."""


def collect(paths: Sequence[Path], main: str = "agent.py") -> Collection:
    """The submissions in `paths`: Python files, and folders and archives with one or with many.
    Where a submission has several files, the one called `main` is graded.

    What can't be accepted is a submission with a problem.

    Raises:
        CollectionError: a folder or an archive has no submission in it.
    """
    ignored: list[str] = []
    found = [one for path in paths for one in _named(path, main, ignored)]
    if len(found) > 1:  # students are told commands with their file in them; this is not theirs
        found = [replace(one, path="") for one in found]
    is_single = len(paths) == 1 and not (paths[0].is_dir() or is_archive(paths[0].name))
    return Collection(tuple(_with_own_names(found)), tuple(map(one_line, ignored)), is_single)


# What was named.


def _named(path: Path, main: str, ignored: list[str]) -> list[Submission]:
    whole = Submission(str(path), path=str(path))
    try:
        if path.is_dir():
            return list(_in_place(OnDisk(path), path, main, ignored))
        if not path.exists():
            return [replace(whole, problem=Failure("no such file"), missing=True)]
        if is_archive(path.name):
            with path.open("rb") as file:
                members = scan(file, path.name, COURSE)
            return list(_in_place(InArchive(members), path, main, ignored))
        if path.suffix != ".py":
            raise RefusedError("is not a Python file, a folder, a zip or a tar")
    except RefusedError as error:
        return [replace(whole, problem=Failure(str(error)))]
    except OSError as error:
        return [replace(whole, problem=Failure(f"can't be read ({error.strerror})"))]
    return [_filled(whole, [read_file(path, SUBMISSION.file, follow=True)], main)]


def _in_place(place: Place, named: Path, main: str, ignored: list[str]) -> Iterator[Submission]:
    where = named
    while (name := _only_folder(place)) is not None and not filed(name, is_folder=True):
        place, where = place.inside(name), where / name
    if _is_one(place, main):
        yield _filled(Submission(str(named)), place.members(), main)
        return
    left_out: list[str] = []
    submissions = list(_batch(place, main, left_out))
    ignored += [f"{where / shown(name)}" for name in left_out]
    if not submissions:
        others = f" (only {_listed(left_out)})" if left_out else ""
        raise CollectionError(f"{named}: has no Python file, folder, zip or tar in it{others}")
    yield from submissions


def _only_folder(place: Place) -> str | None:
    """The folder in it if there is nothing else."""
    entries = place.entries
    return entries[0][0] if len(entries) == 1 and entries[0][1] else None


def _is_one(place: Place, main: str) -> bool:
    """Whether it is one submission, rather than holds many."""
    if any(filed(name, is_folder=is_folder) for name, is_folder in place.entries):
        return False
    candidates = [entry for entry in place.entries if _may_be_submission(*entry)]
    only = candidates[0] if len(candidates) == 1 else ("", True)
    return (main, False) in candidates or (only[0].endswith(".py") and not only[1])


def _may_be_submission(name: str, is_folder: bool) -> bool:
    return is_folder or name.endswith(".py") or is_archive(name)


# Many.


def _batch(place: Place, main: str, left_out: list[str]) -> Iterator[Submission]:
    """A submission for each student that a learning management system tells of, and for each
    entry that is called in another way."""
    known = {e: found for e in place.entries if (found := filed(e[0], is_folder=e[1]))}
    students = {one.key: one for one in handed_in(known.values())}
    left_out += [f"{name} (an earlier attempt)" for s in students.values() for name in s.earlier]
    for entry in place.entries:
        if entry in known:
            if student := students.pop(known[entry].key, None):
                yield _of_student(place, student, main)
        elif _may_be_submission(*entry):
            yield _of_entry(place, *entry, main)
        else:
            left_out.append(entry[0])


def _of_student(place: Place, student: HandedIn, main: str) -> Submission:
    draft = Submission(student.called, student=student.student, identifier=student.identifier)
    if not student.files:
        return replace(draft, problem=Failure("no file was handed in"))
    try:
        members = [member for one in student.files for member in _members(place, one)]
    except OSError as error:
        return replace(draft, problem=Failure(f"can't be read ({error.strerror})"))
    return _filled(draft, members, main)


def _members(place: Place, one: Filed) -> Sequence[Member]:
    if not one.file:
        return place.inside(one.entry).members()
    return [replace(member, path=one.file) for member in place.files(one.entry)]


def _of_entry(place: Place, name: str, is_folder: bool, main: str) -> Submission:
    draft = Submission(name if is_folder else _stem(name))
    try:
        members = place.inside(name).members() if is_folder else place.files(name)
    except OSError as error:
        return replace(draft, problem=Failure(f"can't be read ({error.strerror})"))
    return _filled(draft, members, main)


def _stem(name: str) -> str:
    endings = [ending for ending in (*ARCHIVES, ".py") if name.lower().endswith(ending)]
    return name[: -max(map(len, endings))]


# One.


def _filled(draft: Submission, members: Sequence[Member], main: str) -> Submission:
    """`draft` with the files in `members`, or with the problem that there is with them."""
    try:
        members = _descended(members)
        if archive := _only_archive(members):
            scanned = scan(BytesIO(archive.content), archive.path, SUBMISSION)
            members = _descended(scanned)
        files = checked(members, SUBMISSION)
        chosen = _main([path for path, _ in files], main)
    except RefusedError as error:
        return replace(draft, problem=Failure(str(error)))
    path = next(member.where for member in members if member.path == chosen)
    return replace(draft, files=files, main=chosen, path=draft.path or path)


def _descended(members: Sequence[Member]) -> Sequence[Member]:
    """Without the folders in which all is."""
    place = InArchive(members)
    while (name := _only_folder(place)) is not None:
        place = place.inside(name)
    return place.held


def _only_archive(members: Sequence[Member]) -> Member | None:
    """The archive that must be what was handed in."""
    archives = [m for m in members if is_archive(m.path) and not (m.is_folder or "/" in m.path)]
    if any(member.path.endswith(".py") for member in members) or not archives:
        return None
    if len(archives) > 1:
        names = _listed([archive.path for archive in archives])
        raise RefusedError(f"has several archives, {names}; hand in one")
    return None if archives[0].refused else archives[0]


def _main(paths: Sequence[str], main: str) -> str:
    """The path of the file to be graded."""
    scripts = [path for path in paths if path.endswith(".py")]
    at_top = [path for path in scripts if "/" not in path]
    if main in at_top:
        return main
    if len(at_top) == 1:
        return at_top[0]
    if at_top:
        raise RefusedError(
            f"has several Python files, {_listed(at_top)}; call the one to be graded {main}"
        )
    if scripts:
        raise RefusedError(
            f"has Python files in folders only, {_listed(scripts)}; put {main} beside the folders"
        )
    raise RefusedError(f"has no Python file{f' (only {_listed(paths)})' if paths else ''}")


def _listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and 3 more`."""
    parts = [shown(name) for name in names[:3]]
    if len(names) > 3:
        parts[2:] = [f"{len(names) - 2} more"]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


# Names.


def _with_own_names(found: Iterable[Submission]) -> Iterator[Submission]:
    """Each with a name that no other has on any disk: those who share one get their identifier
    behind it, or a number."""
    cleaned = [replace(one, name=_normal(one.name), student=_normal(one.student)) for one in found]
    wanted = Counter(caseless(one.name) for one in cleaned)
    taken = {name for name, count in wanted.items() if count == 1}
    for one in cleaned:
        name = one.name
        if wanted[caseless(name)] > 1:
            if one.identifier and one.identifier not in name:
                name = f"{name} ({one.identifier})"
            number, stem = 1, name
            while caseless(name) in taken:
                number += 1
                name = f"{stem} ({number})"
            taken.add(caseless(name))
        yield replace(one, name=name)


def _normal(name: str) -> str:
    """`name` as Unicode composes it, without spaces around it."""
    return normalize("NFC", name).strip()
