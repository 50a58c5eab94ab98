"""A submission of a student: files, one of which is graded."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.cs188 import COURSE_FILE, STAND_INS, is_course_file

from ..model.diagnosis import SearchName
from ..model.fault import Fault, attempt
from ..sandbox.scratch import disk_errors_named, scratch
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


@dataclass(frozen=True)
class Submission:
    """A submission with the contents of its files, so that it can be graded on another machine."""

    name: str
    """The name in reports, unique in its batch."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Pairs of a relative path with `/` and a content, sorted by path."""
    main: str = ""
    """The path of the Python file that is graded; it can import the others."""
    path: str = ""
    """The path of that file on this machine; "" if it is one of many or from an archive."""
    student: str = ""
    identifier: str = ""
    """The student's number or login, if known."""
    problem: Failure | None = None
    missing: bool = False
    """Nothing was handed in: no such file, or only the roster names the student."""
    submitted: datetime | None = field(default=None, compare=False)
    """When the LMS received it, if known: in its own time zone, unless it has an offset."""
    is_late: bool = field(default=False, compare=False)
    entry: str = field(default="", compare=False)
    """What the LMS put before the student's file, or the folder's name with a `/`; a feedback file
    with this prefix goes to the same student. "" if it is from no download."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["name", "student", "identifier"])

    @cached_property
    def digest(self) -> str:
        """A hash of the files; names of students and folders don't matter."""
        hashed = sha256(self.main.encode())
        for path, content in self.files:
            hashed.update(f"\0{path}\0{len(content)}\0".encode() + content)
        if self.problem:
            hashed.update(self.problem.message.encode())
        return hashed.hexdigest()

    @contextmanager
    def written(self) -> Iterator[Path]:
        """Writes the files to disk for the length of the `with`. Yields the main one's path. Raises
        GradingError if the disk is full."""
        with scratch() as folder:
            root = folder / "submission"
            with disk_errors_named():
                for path, content in self.files:
                    file = root / path
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(content)
            yield root / self.main


# What the code says of its classes: which answer no question, and which search they are

_TEMPLATE, _METHOD = "new_search.py", "value"
"""A template that `pacgrid new` writes, and its method that is to be written."""
_GHOSTS = {"ChanceAgent": "ghost", "GhostTeam": "team of ghosts"}
"""A class that inherits from one of these is called so."""


class ClassNotes(NamedTuple):
    """What the code of a submission's main file says of its classes. Those that aren't graded are
    there by name, with the reasons."""

    pacman: Mapping[str, str]
    """The classes that answer no question about Pac-Man."""
    ghosts: Mapping[str, str]
    """The classes that answer no question about ghosts."""
    search: SearchName = "minimax"
    """The search that the code looks most like."""


def class_notes(submission: Submission) -> ClassNotes:
    """What the code of the main file says of its classes."""
    source, file = dict(submission.files).get(submission.main, b""), submission.main
    pacman, ghosts = (dict(_unfit(source, file, ghosts=ghosts)) for ghosts in (False, True))
    return ClassNotes(pacman, ghosts, _search_of(source))


_ASKS = {"successor", "legal_actions"}
"""A function that asks a state for one of these may be part of a search."""
_PRUNES = {"alpha", "beta", "prune", "prunes", "pruned", "pruning"}
_AVERAGES = {"expectimax", "expected", "expect", "expectation", "exp", "chance", "probability"}
_AVERAGES |= {"prob", "mean", "fmean", "average", "avg", "sum"}


def _search_of(source: bytes) -> SearchName:
    """Alpha-beta has its words, or leaves a loop when it has compared values; expectimax has its
    own words, or divides."""
    module = _parsed(source)
    functions = [
        node
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef) and _ASKS & {*_identifiers(node)}
    ]
    classes = (node for node in module.body if isinstance(node, ast.ClassDef))
    bases = (base for node in classes for base in node.bases)
    names = [*_identifiers(*functions, *bases), *(node.name for node in _classes(source))]
    words = {word.lower() for name in names for word in re.findall("[A-Z]?[a-z]+", name)}
    nodes = [node for function in functions for node in ast.walk(function)]
    loops = [each for node in nodes if isinstance(node, ast.For) for each in ast.walk(node)]
    if words & _PRUNES or any(isinstance(each, ast.If) and _leaves(each) for each in loops):
        return "alpha_beta"
    if words & _AVERAGES or any(isinstance(each, ast.Div | ast.FloorDiv) for each in nodes):
        return "expectimax"
    return "minimax"


def _unfit(source: bytes, file: str, *, ghosts: bool) -> Iterator[tuple[str, str]]:
    # To import the templates' package would import the command line.
    template = files("pacgrid") / "cli" / "templates" / _TEMPLATE
    (pattern,) = _classes(template.read_bytes())
    for each in _classes(source):
        bases = {ast.unparse(base).rpartition(".")[2] for base in each.bases}
        for base in () if ghosts else bases & _GHOSTS.keys():
            command = f"pacgrid play alpha_beta --ghosts {quote(file)} --games 20"
            yield each.name, f"{each.name} is a {_GHOSTS[base]}; measure it with {command}"
        methods = _methods(each)
        is_unwritten = _body(methods) == _body(_methods(pattern))
        if is_unwritten and not methods.keys() & {"act", "action_values"}:
            yield each.name, f"{each.name} is not written yet; fill in {_METHOD}()"


def _classes(source: bytes) -> list[ast.ClassDef]:
    return [node for node in _parsed(source).body if isinstance(node, ast.ClassDef)]


def _parsed(source: bytes) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])  # it can't be loaded, which is said elsewhere


def _identifiers(*functions: ast.AST) -> Iterator[str]:
    """The names that they use."""
    for node in (node for function in functions for node in ast.walk(function)):
        for field_ in ("id", "attr", "arg", "name"):
            if isinstance(name := getattr(node, field_, None), str):
                yield name


def _leaves(branch: ast.If) -> bool:
    """Whether it leaves its loop when one value is more, or less, than another."""
    orders = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    compares = (each for each in ast.walk(branch.test) if isinstance(each, ast.Compare))
    is_order = any(isinstance(each.ops[0], orders) for each in compares)
    return is_order and any(isinstance(each, ast.Break | ast.Return) for each in branch.body)


def _methods(node: ast.ClassDef) -> Mapping[str, ast.FunctionDef]:
    return {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}


def _body(methods: Mapping[str, ast.FunctionDef]) -> list[str]:
    """The statements of the method to be written, without its docstring; none if it isn't there."""
    if not (method := methods.get(_METHOD)):
        return []
    lines = method.body[1:] if ast.get_docstring(method) is not None else method.body
    return [ast.dump(line) for line in lines]


_OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".tbz2", ".xz", ".txz")


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
        return scan(BytesIO(archive.content))
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
