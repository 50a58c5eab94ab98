"""The files that an assignment needs: layouts, ghosts, solutions, known mistakes, and the modules
that these import."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pacgrid.agent_loader import MAX_AGENT_BYTES
from pacgrid.common.files import read_regular_file

from ..assignments.assignment import AssignmentError
from ..kinds.kind import GradedTest


@dataclass(frozen=True)
class Dependencies:
    """Files to put beside an assignment, and their names in it.

    If a file name is taken, the file goes into a folder, `2/` or `3/`, together with the modules
    that it imports.
    """

    files: Mapping[str, bytes]
    """Contents by path relative to the assignment, with `/`."""
    paths: Mapping[str, str]
    """The new relative path, by the original path."""

    @classmethod
    def of(cls, tests: Iterable[GradedTest], taken: Iterable[str] = ()) -> Self:
        """The files that `tests` need, with paths other than those `taken`.

        Raises:
            AssignmentError: a ghost's file can no longer be read.
        """
        files: dict[str, bytes] = {}
        paths: dict[str, str] = {}
        occupied = {name.casefold() for name in taken}
        for original, main, group in _groups(tests):
            if original in paths:
                continue
            number, folder = 1, ""
            while any(_clashes(folder + name, group[name], files, occupied) for name in group):
                number, folder = number + 1, f"{number + 1}/"
            files |= {folder + name: content for name, content in group.items()}
            occupied |= {(folder + name).casefold() for name in group}
            paths[original] = folder + main
        return cls(files, paths)


def _clashes(path: str, content: bytes, files: Mapping[str, bytes], occupied: set[str]) -> bool:
    """Whether another file has `path`, ignoring case as some disks do."""
    return path.casefold() in occupied and files.get(path) != content


def _groups(tests: Iterable[GradedTest]) -> Iterator[tuple[str, str, dict[str, bytes]]]:
    """For each file that a test names: its path, its new name, and the files that belong to it,
    itself included."""
    for path, name, content, is_program in (file for test in tests for file in test.needed_files):
        if is_program:
            yield path, name, _with_imports(Path(path))
        else:
            yield path, name, {name: _content(Path(path)) if content is None else content}


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise AssignmentError(f"{file}: can't be read: {error.strerror}") from None


def _with_imports(file: Path) -> dict[str, bytes]:
    """`file` and the modules in its folder that it imports, directly or indirectly."""
    folder, contents, unread = file.parent, dict[str, bytes](), [file]
    while unread:
        path = unread.pop()
        name = path.relative_to(folder).as_posix()
        if name in contents:
            continue
        try:
            contents[name] = read_regular_file(path, MAX_AGENT_BYTES)
            imported = {name.partition(".")[0] for name in _imports(contents[name])}
        except OSError as error:
            raise AssignmentError(f"{path}: can't be read: {error.strerror}") from None
        except (SyntaxError, ValueError, RecursionError):
            raise AssignmentError(f"{path}: is not valid Python") from None
        for module in sorted(imported - sys.stdlib_module_names - {"pacgrid"}):
            if (folder / f"{module}.py").is_file():
                unread.append(folder / f"{module}.py")
            elif (folder / module).is_dir():
                unread += sorted((folder / module).rglob("*.py"))
    return dict(sorted(contents.items()))


def _imports(source: bytes) -> Iterator[str]:
    """The full names of the modules that a file imports, without relative imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
