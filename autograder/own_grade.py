"""Grades one's own file or class from Python, as `pacgrid grade` does: for notebooks."""

import ast
import builtins
import linecache
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import isfunction
from os import PathLike
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from .assignments.assignment import Assignment, first_look, select
from .batch.grader import Grader
from .model.fault import GradingError
from .model.grade import Grade
from .reports.student_view import StudentView, student_view
from .reports.terminal_report import as_text
from .sandbox.level import strongest
from .submissions.collection import collect_one
from .submissions.submission import Submission


@dataclass(frozen=True, repr=False)
class OwnGrade:
    """The grade of one file, which shows itself as feedback, also in a notebook."""

    assignment: Assignment
    grade: Grade
    command: str
    """Grades it again in a terminal; "" for a class or a function."""

    @property
    def view(self) -> StudentView:
        return student_view(self.assignment, self.grade, command=self.command)

    @property
    def points(self) -> float:
        """Of the visible tests."""
        return self.view.points

    @property
    def possible(self) -> float:
        """The points that it could have on the visible tests."""
        return self.view.possible

    def __str__(self) -> str:
        return as_text(self.view)

    __repr__ = __str__


def grade(
    agent: str | PathLike[str] | Callable[..., Any],
    assignment: str = "pacman",
    *,
    only: str | Sequence[str] = (),
    fast: bool = False,
    jobs: int = 1,
) -> OwnGrade:
    """The grade of a file or folder, or of a class or function that a notebook defines, in the
    strongest sandbox of this machine.

    Args:
        agent: a path; or a class or a function. What it uses of other cells comes along.
        assignment: a shipped one, or a TOML file.
        only: only these questions and tests, such as `"minimax.2"`, for no grade.
        fast: a first look, at few games and positions of each test, for no grade.
        jobs: processes. With more than one, a program needs `if __name__ == "__main__":`.

    Raises PacgridError: the file, the class's source or the assignment can't be read, or grading
    had to stop.

    >>> from pacgrid import grade
    >>> graded = grade("agents/alpha_beta.py", only="alpha_beta.1")
    >>> graded.points == graded.possible
    True
    """
    chosen = Assignment.load(assignment)
    chosen = first_look(chosen) if fast else chosen
    names = [only] if isinstance(only, str) else only
    questions = select(chosen, names) if names else None
    grader = Grader(chosen, level=strongest(), questions=questions, jobs=jobs)
    options = ["--assignment", assignment] * (assignment != "pacman") + ["--fast"] * fast
    is_path = isinstance(agent, str | PathLike)
    command = shlex.join(["pacgrid", "grade", str(agent), *options]) if is_path else ""
    (graded,) = grader.grade([_submission(agent, chosen.file)])
    return OwnGrade(chosen, graded, command)


def _submission(agent: str | PathLike[str] | Callable[..., Any], main: str) -> Submission:
    """What is graded: the file, or one with the source of the class or function."""
    if isinstance(agent, str | PathLike):
        submission = collect_one(Path(agent), main)
        if submission.missing:
            raise GradingError(f"{agent}: no such file")
        return submission
    if not (isinstance(agent, type) or isfunction(agent)):
        raise GradingError(f"grade a class, a function or a path, not {agent!r:.60}")
    name = f"{agent.__name__}.py"
    return Submission(agent.__name__, ((name, source_of(agent).encode()),), name)


# A class or a function of a notebook

_CELLS = ("<ipython-input-", "<python-input-", "<stdin>")
"""How names of cells begin; ipykernel's look like files of a folder `ipykernel_…`."""
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def source_of(definition: Any) -> str:
    """A file that defines `definition`, a class or a function: the source of its file; or, from a
    notebook, its own source with the imports, constants, functions and classes that it uses of any
    cell.

    Raises GradingError if there is no source, or for a value that can't be written as source.
    """
    name = definition.__name__
    for path in _code_files(definition):
        if Path(path).is_file():
            return Path(path).read_text(encoding="utf-8")
    source = _NotebookSource(definition)
    source.add(name)
    return "\n".join([*source.imports, "", *source.parts]) + "\n"


class _NotebookSource:
    """Collects what a definition uses: each part after those that it needs."""

    def __init__(self, definition: Any) -> None:
        self._name = definition.__name__
        self._values = vars(sys.modules[definition.__module__]) | {self._name: definition}
        self._done: set[str] = set()
        self.imports: list[str] = []
        self.parts: list[str] = []

    def add(self, name: str) -> None:
        """Add what the notebook calls `name`, once; builtins and unknown names need nothing."""
        if name in self._done or name not in self._values:
            return
        self._done.add(name)
        value = self._values[name]
        if isinstance(value, ModuleType):
            alias = f" as {name}" if name != value.__name__ else ""
            self.imports.append(f"import {value.__name__}{alias}")
        elif isinstance(value, type | FunctionType) and _is_of_notebook(value):
            self._add_definition(name, value)
        elif (text := _imported(name, value)) or (text := _literal(name, value)):
            (self.imports if text.startswith("from ") else self.parts).append(text)
        elif not hasattr(builtins, name):
            raise GradingError(
                f"{self._name} uses {name}, whose value ({type(value).__name__}) can't be copied"
                f" into a file; make it inside {self._name} or a function"
            )

    def _add_definition(self, name: str, value: Any) -> None:
        if name != value.__name__:
            self.add(value.__name__)
            self.parts.append(f"{name} = {value.__name__}\n")
            return
        node, text = _definition(value)
        for used in ast.walk(node):
            if isinstance(used, ast.Name):
                self.add(used.id)
        self.parts.append(text)


def _is_of_notebook(value: Any) -> bool:
    """Whether a class or a function isn't defined in a module that can be imported."""
    module = sys.modules.get(value.__module__)
    return getattr(module, "__file__", None) is None and value.__module__ != "builtins"


def _definition(value: Any) -> tuple[Definition, str]:
    """The definition of a class or a function in a cell, and its source. Raises GradingError."""
    for file in (*_code_files(value), *_cells()):
        lines = linecache.getlines(file)
        try:
            tree = ast.parse("".join(lines))
        except SyntaxError:
            continue
        for node in reversed(tree.body):
            if isinstance(node, Definition) and node.name == value.__name__:
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                return node, "".join(lines[first - 1 : node.end_lineno]).rstrip() + "\n"
    raise GradingError(
        f"{value.__name__}: its source can't be found; define it at the top level of a cell, or"
        " save it in a file and grade that"
    )


def _code_files(value: Any) -> Iterator[str]:
    """The files, or cells, of the functions of a class or of a function."""
    functions = [value] if isinstance(value, FunctionType) else vars(value).values()
    for each in functions:
        function = getattr(each, "__func__", getattr(each, "fget", each))
        is_own = getattr(function, "__qualname__", "").startswith(value.__qualname__)
        if isinstance(function, FunctionType) and is_own:
            yield function.__code__.co_filename


def _cells() -> list[str]:
    """The cells that were run, the last one first."""
    files = reversed([*linecache.cache])
    return [file for file in files if file.startswith(_CELLS) or "ipykernel_" in file]


def _imported(name: str, value: Any) -> str:
    """The import of something with a name of its own in a module; empty if that isn't one."""
    module, own = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
    if not isinstance(module, str) or module == "__main__" or "." in own or not own:
        return ""
    if getattr(sys.modules.get(module), own, None) is not value:
        return ""
    return f"from {module} import {own}" + (f" as {name}" if own != name else "")


def _literal(name: str, value: Any) -> str:
    """A constant as source; empty if its text isn't the same value."""
    text = repr(value)
    try:
        same = ast.literal_eval(text) == value
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return f'{name} = float("{value}")' if isinstance(value, float) else ""
    return f"{name} = {text}\n" if same else ""
