"""What is handed out or uploaded: Pacgrid as a wheel, templates, folders of files, an assignment as
TOML with the files that it needs, and the zip that Gradescope takes as an autograder.

Gradescope's format: https://gradescope-autograders.readthedocs.io/en/latest/specs/. It unpacks the
zip in /autograder/source and runs setup.sh there once. It copies run_autograder to /autograder and
runs it for every submission; the submission is in /autograder/submission.
"""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit
from urllib.request import url2pathname

import tomlkit
from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import BaseModel
from tomlkit.items import AoT, Array, InlineTable, Item, String, StringType, Table, Trivia

import pacgrid
from pacgrid.agent_loader import MAX_AGENT_BYTES
from pacgrid.common.files import read_regular_file
from pacgrid.errors import PacgridError
from pacgrid.state import State

from ..assignments.assignment import MAX_BYTES, Assignment, AssignmentError, shipped_assignments
from ..diagnosis.search_task import TreePosition
from ..kinds.kind import GradedTest
from ..kinds.positions import written
from ..reports.result_files import ResultsError, write_files
from ..sandbox.level import Level

_Table = TypeVar("_Table", Table, InlineTable)


class PackageError(PacgridError):
    """This installation of Pacgrid can't be packaged."""


@dataclass(frozen=True)
class Package:
    """A requirement for pip, and the wheel that it names, if any."""

    requirement: str
    """A line for requirements.txt; refers to `wheel` beside that file, if there is one."""
    wheel: tuple[str, bytes] | None = None
    """Its name and content; the same sources give the same bytes."""


def package() -> Package:
    """This installation of Pacgrid.

    If its sources are on this disk, a wheel built from them; otherwise what it was installed from.

    Raises:
        PackageError: the wheel can't be built or is gone.
    """
    direct_url = distribution("pacgrid").read_text("direct_url.json")
    origin = json.loads(direct_url) if direct_url else {}
    url = origin.get("url", "")
    local = Path(url2pathname(urlsplit(url).path)) if url.startswith("file:") else None
    repository = Path(pacgrid.__file__).resolve().parents[1]
    for folder in filter(None, (repository, local)):
        if (folder / "pyproject.toml").is_file():
            return _build_wheel(folder)
    if local and local.is_file():
        return Package(f"./{local.name}", (local.name, local.read_bytes()))
    if local:
        raise PackageError(
            f"{local}: Pacgrid was installed from there, but it is gone; install Pacgrid again"
        )
    if vcs := origin.get("vcs_info"):
        return Package(f"pacgrid @ {vcs['vcs']}+{url}@{vcs['commit_id']}")
    return Package(f"pacgrid @ {url}" if url else f"pacgrid=={distribution('pacgrid').version}")


def _build_wheel(folder: Path) -> Package:
    """Builds a wheel from the sources in `folder`, without writing to it."""
    with TemporaryDirectory(prefix="pacgrid-wheel-") as temporary:
        out = Path(temporary)
        config = out / "setup.cfg"
        config.write_text(f"[build]\nbuild_base = {out}/build\n[egg_info]\negg_base = {out}\n")
        environment = {"SOURCE_DATE_EPOCH": "315532800", "DIST_EXTRA_CONFIG": str(config)}
        command = [sys.executable, "-P", "-m", "pip", "wheel", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--wheel-dir", str(out), str(folder)]
        done = subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
        )
        wheels = sorted(out.glob("*.whl"))
        if done.returncode or not wheels:
            lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
            reason = lines[-1] if lines else f"exit code {done.returncode}"
            raise PackageError(f"{folder}: pip can't build a wheel: {reason}")
        return Package(f"./{wheels[0].name}", (wheels[0].name, wheels[0].read_bytes()))


def check_is_folder(folder: Path) -> None:
    """Raises ResultsError if something else is there."""
    if folder.exists() and not folder.is_dir():
        raise ResultsError(f"{folder}: is not a folder; name another one")


def write_folder(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Writes `files`, by their paths relative to `folder`, and creates folders as needed.

    Each file is written whole or not at all. Raises ResultsError if a file exists and `force` is
    false, or a file can't be written.
    """
    check_is_folder(folder)
    if not force and (existing := [name for name in files if (folder / name).exists()]):
        path = folder / existing[0]
        raise ResultsError(f"{path}: exists; choose another folder, or add --force")
    write_files(folder, files)


def render_template(name: str, **values: object) -> str:
    """Renders `templates/NAME`. Raises UndefinedError if one of its values is missing."""
    environment = Environment(
        loader=PackageLoader("pacgrid.autograder.authoring"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return environment.get_template(name).render(values)


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


def to_toml(assignment: Assignment, dependencies: Dependencies, heading: str = "") -> str:
    """TOML that loads as `assignment` if `dependencies` are beside it.

    Keys are in the model's order; default values are left out. `heading` is the
    comment at the top.
    """
    document = tomlkit.document()
    for line in heading.splitlines():
        document.add(tomlkit.comment(line))
    if heading:
        document.add(tomlkit.nl())
    keys = _explicit_fields(assignment)
    limits = {"limits": _table(_explicit_fields(assignment.limits))} if "limits" in keys else {}
    for key, value in {**keys, **limits, "questions": _questions(assignment, dependencies)}.items():
        document.add(key, _item(value))
    return tomlkit.dumps(document)


def _questions(assignment: Assignment, dependencies: Dependencies) -> AoT:
    questions = tomlkit.aot()
    for question in assignment.questions:
        tests = tomlkit.aot()
        for test in question.tests:
            tests.append(_table({**_explicit_fields(test), **test.relocated(dependencies.paths)}))
        questions.append(_table({**_explicit_fields(question), "tests": tests}))
    return questions


def _explicit_fields(model: BaseModel) -> dict[str, Any]:
    """The fields of `model` without those that have their default values."""
    return {
        key: getattr(model, key)
        for key, field in type(model).model_fields.items()
        if field.is_required()
        or getattr(model, key) != field.get_default(call_default_factory=True)
    }


def _table(keys: Mapping[str, Any]) -> Table:
    return _filled(tomlkit.table(), keys)


def _item(value: Any) -> Item:
    """`value` in TOML: nested models are inline tables;
    positions and trees are multi-line strings."""
    match value:
        case Item():
            return value
        case BaseModel():
            return _filled(tomlkit.inline_table(), _explicit_fields(value))
        case dict():
            return _filled(tomlkit.inline_table(), value)
        case list():
            return _array(value)
        case State():
            return _multiline(written(value))
        case TreePosition():
            return _multiline(f"{value}\n")
        case float() if value.is_integer():
            return tomlkit.integer(int(value))
        case _:
            item: Item = tomlkit.item(value)
            return item


def _multiline(lines: str) -> String:
    return String(StringType.MLL, lines, f"\n{lines}", Trivia())


def _filled(table: _Table, keys: Mapping[str, Any]) -> _Table:
    for key, value in keys.items():
        table.add(key, _item(value))
    return table


def _array(values: list[Any]) -> Array:
    array = tomlkit.array()
    for value in values:
        array.append(_item(value))
    return array.multiline(any(isinstance(value, State | TreePosition) for value in values))


SCRIPTS = ("run_autograder", "setup.sh")
"""The files of the zip that Gradescope runs."""


def bundle(source: str, package: Package, sandbox: Level | None = None) -> dict[str, bytes]:
    """The files of the zip for the assignment `source`, by name.

    `package` is the Pacgrid that grades it. `sandbox` is the level to use, by default the strongest
    that Gradescope's machine supports.

    Raises:
        AssignmentError: the assignment can't be loaded, either here or from the zip's files alone.
            (A ghost may need more than its file and the modules beside it.)
    """
    assignment = Assignment.load(source)
    tests = [test for question in assignment.questions for test in question.tests]
    dependencies = Dependencies.of(tests)
    assignment_file = _with_bundled_paths(_read_text(source), assignment, dependencies)
    bundled = {
        "assignment.toml": assignment_file.encode(),
        "requirements.txt": f"{package.requirement}\n".encode(),
        **{
            name: render_template(f"gradescope_{name}.j2", sandbox=sandbox).encode()
            for name in SCRIPTS
        },
        **dependencies.files,
        **dict([package.wheel] if package.wheel else []),
    }
    with TemporaryDirectory(prefix="pacgrid-bundle-") as folder:
        write_files(Path(folder), bundled)
        Assignment.load(Path(folder, "assignment.toml"))  # it must load from these files alone
    return bundled


def _read_text(source: str) -> str:
    """The text of an assignment that was loaded before."""
    if source in shipped_assignments():
        file = files("pacgrid.autograder.assignments") / f"{source}.toml"
        return file.read_text("utf-8")
    return read_regular_file(source, MAX_BYTES).decode("utf-8-sig")


def _with_bundled_paths(text: str, assignment: Assignment, dependencies: Dependencies) -> str:
    """`text` with the paths that layouts, ghosts, solutions and known mistakes have in the zip.

    Keeps everything else, including comments and spaces.
    """
    original = tomlkit.parse(text).unwrap()
    document = tomlkit.parse(text)
    for question_index, question in enumerate(assignment.questions):
        for test_index, test in enumerate(question.tests):
            before = original["questions"][question_index]["tests"][test_index]
            table = document["questions"][question_index]["tests"][test_index]
            for key, value in test.relocated(dependencies.paths).items():
                if before.get(key) != value:
                    table[key] = value
    return tomlkit.dumps(document)
