"""The files that tests need beside their assignment: layouts, ghosts, and what ghosts import."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pacgrid.agent_loader import AgentSpec
from pacgrid.autograder.assignment import AssignmentError
from pacgrid.autograder.question import Games, Test
from pacgrid.layout import Layout


@dataclass(frozen=True)
class Dependencies:
    """Files that go where an assignment goes, and how it names them there.

    They lie beside it. One whose name another has already goes into a folder, `2/` or `3/`, with
    all that belongs to it.
    """

    files: Mapping[str, bytes]
    """What is in each, by its path as seen from the assignment, with `/`."""
    places: Mapping[str, str]
    """That path, by what the file was called until now."""

    @classmethod
    def of(cls, tests: Iterable[Test], taken: Iterable[str] = ()) -> Self:
        """What `tests` need, by other names than those `taken`.

        Raises:
            AssignmentError: a ghost's file can't be read any more.
        """
        files: dict[str, bytes] = {}
        places: dict[str, str] = {}
        occupied = {name.casefold() for name in taken}
        for source, main, group in _groups(tests):
            if source in places:
                continue
            number, folder = 1, ""
            while any(_clash(folder + name, group[name], files, occupied) for name in group):
                number, folder = number + 1, f"{number + 1}/"
            files |= {folder + name: content for name, content in group.items()}
            occupied |= {(folder + name).casefold() for name in group}
            places[source] = folder + main
        return cls(files, places)

    def layout(self, layout: Layout) -> str:
        """How an assignment beside these files names `layout`."""
        return self.places.get(layout.name, layout.name)

    def ghost(self, spec: str) -> str:
        """How an assignment beside these files names the ghost that is `spec` to us."""
        source = AgentSpec.parse(spec).source
        return self.places.get(source, source) + spec.removeprefix(source)


def _clash(path: str, content: bytes, files: Mapping[str, bytes], occupied: set[str]) -> bool:
    """Whether something else has that path, on a disk that doesn't tell capitals apart."""
    return path.casefold() in occupied and files.get(path) != content


def _groups(tests: Iterable[Test]) -> Iterator[tuple[str, str, dict[str, bytes]]]:
    """For each file that a test names: its name until now, its new one, and the files that belong
    together with it, itself among them."""
    for test in tests:
        if not isinstance(test, Games):
            continue
        name = test.layout.name
        if name not in Layout.shipped():
            main = f"{Path(name).stem}.lay"
            yield name, main, {main: f"{test.layout}\n".encode()}
        for spec in test.ghosts:
            source = AgentSpec.parse(spec).source
            if source.endswith(".py"):
                yield source, Path(source).name, _with_imports(Path(source))


def _with_imports(file: Path) -> dict[str, bytes]:
    """`file`, and the modules and packages in its folder that it imports, and what these do."""
    folder, found, ahead = file.parent, dict[str, bytes](), [file]
    while ahead:
        path = ahead.pop()
        name = path.relative_to(folder).as_posix()
        if name in found:
            continue
        try:
            found[name] = path.read_bytes()
            imported = {name.partition(".")[0] for name in _imports(found[name])}
        except OSError as error:
            raise AssignmentError(f"{path}: can't be read: {error.strerror}") from None
        except (SyntaxError, ValueError):
            raise AssignmentError(f"{path}: is not a Python file that can be read") from None
        for module in sorted(imported - sys.stdlib_module_names - {"pacgrid"}):
            if (folder / f"{module}.py").is_file():
                ahead.append(folder / f"{module}.py")
            elif (folder / module).is_dir():
                ahead += sorted((folder / module).rglob("*.py"))
    return dict(sorted(found.items()))


def _imports(source: bytes) -> Iterator[str]:
    """The modules that a file imports by their full names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
