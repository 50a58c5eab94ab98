"""Makes a submission of the files that a student handed in."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path

from pacgrid.common.failure import Failure
from pacgrid.cs188.course_file import COURSE_FILE, is_course_file
from pacgrid.cs188.course_module import STAND_INS

from ..model.fault import Fault, attempt
from .archives import ArchiveSource, SubmissionSource, scan
from .members import (
    SUBMISSION,
    Entry,
    Member,
    RefusedError,
    abbreviate,
    is_archive,
    is_clutter,
    join,
    validate,
)
from .submission import Submission

_OTHER_ARCHIVES = (".rar", ".7z", ".gz", ".bz2", ".xz")


def with_files(draft: Submission, members: Sequence[Member], main: str) -> Submission:
    """`draft` with the files in `members`, or with a problem. Of several Python files, the one
    called `main` is graded. Raises OSError."""
    made = attempt(partial(_with_files, draft, members, main))
    return replace(draft, problem=made) if isinstance(made, Fault) else made


def _with_files(draft: Submission, members: Sequence[Member], main: str) -> Submission:
    try:
        members = _without_wrappers(members)
        if archive := _only_archive(members):
            members = _without_wrappers(_unpacked(archive))
        files = validate(members, SUBMISSION)
        chosen = _choose_main([path for path, _ in files], main)
    except RefusedError as error:
        return refused(draft, str(error))
    disk_path = next((each.disk_path for each in members if each.path == chosen), "")
    return replace(draft, files=files, main=chosen, path=draft.path or disk_path)


def refused(draft: Submission, reason: str) -> Submission:
    """`draft` with a problem: it can't be graded."""
    return replace(draft, problem=Failure(reason))


def unreadable(draft: Submission, error: OSError) -> Submission:
    """`draft` with the problem that its files can't be read."""
    return refused(draft, f"can't be read ({error.strerror})")


def hint_for(names: Sequence[str]) -> str:
    """What to do about hand-ins without a Python file: one that has only `names`."""
    lower = [name.lower() for name in names]
    if any(name.endswith((".py", ".py.txt", ".pyw")) for name in lower):
        return "rename it, so that its name ends with .py"
    if any(name.endswith(".ipynb") for name in lower):
        return "save the notebook as a .py file"
    if any(name.endswith(_OTHER_ARCHIVES) for name in lower):
        return "pack it as a .zip"
    return "hand in a .py file, or a .zip with one"


def only_folder(source: SubmissionSource) -> Entry | None:
    """The folder in `source` if there is nothing else."""
    entries = [entry for entry in source.entries if not is_clutter(entry.name)]
    return entries[0] if len(entries) == 1 and entries[0].is_folder else None


def _without_wrappers(members: Sequence[Member]) -> Sequence[Member]:
    """`members` as seen from the folder that contains them all, without clutter."""
    source = ArchiveSource([member for member in members if not is_clutter(member.path)])
    while folder := only_folder(source):
        source = source.subfolder(folder.name)
    return source.contents


def _only_archive(members: Sequence[Member]) -> Member | None:
    """The archive that was handed in, if there are no Python files."""
    archives = [m for m in members if is_archive(m.path) and not (m.is_folder or "/" in m.path)]
    if any(member.path.endswith(".py") for member in members) or not archives:
        return None
    if len(archives) > 1:
        names = join([archive.path for archive in archives])
        raise RefusedError(f"has several archives, {names}; hand in one")
    return None if archives[0].refusal else archives[0]


def _unpacked(archive: Member) -> Sequence[Member]:
    try:
        return scan(BytesIO(archive.content), archive.path)
    except RefusedError as error:
        raise RefusedError(f"{abbreviate(archive.path)} {error}") from None


def _choose_main(paths: Sequence[str], main: str) -> str:
    """The path of the Python file to grade."""
    scripts = [path for path in paths if path.endswith(".py")]
    at_top = [path for path in scripts if "/" not in path]
    for known in (main, COURSE_FILE):
        if known in at_top:
            return known
    if len(at_top) == 1:
        return at_top[0]
    if at_top:
        raise RefusedError(
            f"has several Python files, {join(at_top)}; rename the one to grade to {main}"
        )
    if scripts:
        raise RefusedError(
            f"has Python files only in folders, {join(scripts)}; move {main} out of its folder"
        )
    only = f" (only {join(paths)})" if paths else ""
    raise RefusedError(f"has no Python file{only}; {hint_for(paths)}")


def note_on_files(file: Path, submission: Submission, main: str) -> str:
    """What to say if the `submission` of a single `file` leaves modules behind that are beside it;
    "" if it doesn't."""
    source = dict(submission.files).get(submission.main, b"")
    text, unneeded = source.decode(errors="replace"), {file.stem}
    if is_course_file(source):
        unneeded |= STAND_INS
    siblings = sorted(path for path in file.parent.glob("*.py") if path.stem not in unneeded)
    modules = [path.name for path in siblings if _imports(text, path.stem)]
    if not modules:
        return ""
    rename = f"rename it to {main} and " * (file.name not in (main, COURSE_FILE))
    left = f"{file.name} is graded without {join(modules)}, which it imports"
    return f"{left}; to grade them together, {rename}name their folder"


def _imports(text: str, module: str) -> bool:
    """Whether a line of `text` imports `module`."""
    name = rf"{re.escape(module)}\b"
    return bool(re.search(rf"^[ \t]*(?:from[ \t]+{name}|import[ \t][^#\n]*\b{name})", text, re.M))
