"""The files that an assignment needs: layouts, ghosts, solutions, known mistakes, and the modules
that these import."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pacgrid.agent_loader import MAX_AGENT_BYTES, AgentSpec
from pacgrid.common.files import read_regular_file
from pacgrid.layout import Layout

from ..assignments.assignment import AssignmentError
from ..assignments.question import Test
from ..kinds.games import Analysis, Games
from ..kinds.search import Search


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
    def of(cls, tests: Iterable[Test], taken: Iterable[str] = ()) -> Self:
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

    def mistakes(self, files: Iterable[str]) -> list[str]:
        """The names of these files of known mistakes in an assignment beside these files."""
        return [self.paths[file] for file in files]

    def analysis(self, analysis: Analysis) -> Analysis:
        """The same analysis in an assignment beside these files."""
        file = analysis.solution
        return analysis.model_copy(update={"solution": self.paths[file]}) if file else analysis

    def layout(self, layout: Layout) -> str:
        """The name of `layout` in an assignment beside these files."""
        return self.paths.get(layout.name, layout.name)

    def ghost(self, spec: str) -> str:
        """The spec of the ghost `spec` in an assignment beside these files."""
        source = AgentSpec.parse(spec).source
        return self.paths.get(source, source) + spec.removeprefix(source)


def _clashes(path: str, content: bytes, files: Mapping[str, bytes], occupied: set[str]) -> bool:
    """Whether another file has `path`, ignoring case as some disks do."""
    return path.casefold() in occupied and files.get(path) != content


def _groups(tests: Iterable[Test]) -> Iterator[tuple[str, str, dict[str, bytes]]]:
    """For each file that a test names: its path, its new name, and the files that belong to it,
    itself included."""
    for test in tests:
        for file in test.mistakes if isinstance(test, Search) else ():
            yield file, Path(file).name, _with_imports(Path(file))
        if not isinstance(test, Games):
            continue
        name = test.layout.name
        if name not in Layout.shipped():
            main = f"{Path(name).stem}.lay"
            yield name, main, {main: f"{test.layout}\n".encode()}
        if test.analyse and (solution := test.analyse.solution):
            yield solution, Path(solution).name, {Path(solution).name: _content(Path(solution))}
        for spec in test.ghosts:
            source = AgentSpec.parse(spec).source
            if source.endswith(".py"):
                yield source, Path(source).name, _with_imports(Path(source))


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
