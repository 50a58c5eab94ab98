"""What a student hands in: files, one of which is graded."""

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from pacgrid.common.failure import Failure
from pacgrid.common.sanitize import sanitize_fields

from ..sandbox.scratch import disk_errors_named, scratch


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
    """Why it can't be graded."""
    missing: bool = False
    """Nothing was handed in: no such file, or only the roster names the student."""
    submitted: datetime | None = field(default=None, compare=False)
    """When the LMS received it, if known: in its own time zone, unless it has an offset."""
    is_late: bool = field(default=False, compare=False)
    """Whether the LMS calls it late."""
    entry: str = field(default="", compare=False)
    """What the LMS put before the student's file, or the folder's name with a `/`; a feedback file
    with this prefix goes to the same student. "" if it is from no download."""
    earlier: tuple["Submission", ...] = field(default=(), compare=False)

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


# Classes that answer no question

_TEMPLATE, _METHOD = "search.py", "value"
"""A template that `pacgrid new` writes, and its method that is to be written."""
_GHOSTS = {"ChanceAgent": "ghost", "GhostTeam": "team of ghosts"}
"""A class that inherits from one of these is called so."""


class UnfitClasses(NamedTuple):
    """The classes of a submission's main file that aren't graded, by name, with the reasons."""

    pacman: Mapping[str, str]
    """Those that answer no question about Pac-Man."""
    ghosts: Mapping[str, str]
    """Those that answer no question about ghosts."""


def unfit_classes(submission: Submission) -> UnfitClasses:
    """The classes of the main file that aren't graded."""
    source, file = dict(submission.files).get(submission.main, b""), submission.main
    return UnfitClasses(*(dict(_unfit(source, file, ghosts=ghosts)) for ghosts in (False, True)))


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
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # it can't be loaded, which is said elsewhere
    return [node for node in module.body if isinstance(node, ast.ClassDef)]


def _methods(node: ast.ClassDef) -> Mapping[str, ast.FunctionDef]:
    return {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}


def _body(methods: Mapping[str, ast.FunctionDef]) -> list[str]:
    """The statements of the method to be written, without its docstring; none if it isn't there."""
    if not (method := methods.get(_METHOD)):
        return []
    lines = method.body[1:] if ast.get_docstring(method) is not None else method.body
    return [ast.dump(line) for line in lines]
