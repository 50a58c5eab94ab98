"""The zip that Gradescope takes as an autograder.

Its format: https://gradescope-autograders.readthedocs.io/en/latest/specs/. Gradescope unpacks the
zip in /autograder/source and runs setup.sh there once. It copies run_autograder to /autograder and
runs it for every submission; the submission is in /autograder/submission.
"""

import io
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import tomlkit

from pacgrid.common.files import read_regular_file

from ..assignments.assignment import MAX_BYTES, Assignment, shipped_assignments
from ..kinds.games import Games
from ..kinds.search import Search
from ..sandbox.level import Level
from .dependencies import Dependencies
from .package import Package
from .template import render_template

SCRIPTS = ("run_autograder", "setup.sh")
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
_UNIX = 3


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
    _check_loads(bundled)
    return bundled


def to_zip(contents: Mapping[str, bytes]) -> bytes:
    """A zip of these files; the same files give the same bytes."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in sorted(contents.items()):
            info = ZipInfo(name, _FIXED_DATE)
            info.create_system = _UNIX  # otherwise unzip ignores the executable bit
            info.external_attr = (0o100755 if name in SCRIPTS else 0o100644) << 16
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, content)
    return buffer.getvalue()


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
            if isinstance(test, Search) and test.mistakes:
                table["mistakes"] = dependencies.mistakes(test.mistakes)
            if not isinstance(test, Games):
                continue
            if before["layout"] != (layout := dependencies.layout(test.layout)):
                table["layout"] = layout
            ghosts = [dependencies.ghost(spec) for spec in test.ghosts]
            if before.get("ghosts", []) != ghosts:
                table["ghosts"] = ghosts
            if test.analyse and test.analyse.solution:
                table["analyse"]["solution"] = dependencies.analysis(test.analyse).solution
    return tomlkit.dumps(document)


def _check_loads(bundled: Mapping[str, bytes]) -> None:
    """Loads the assignment from a folder with these files alone. Raises AssignmentError."""
    with TemporaryDirectory(prefix="pacgrid-bundle-") as folder:
        for name, content in bundled.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        Assignment.load(Path(folder, "assignment.toml"))
