"""The zip that Gradescope takes as an autograder.

https://gradescope-autograders.readthedocs.io/en/latest/specs/ says what is in it and where it goes:
it is unpacked in /autograder/source, where setup.sh is run once; run_autograder is copied to
/autograder, and run there for every submission, which is in /autograder/submission.
"""

import io
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import tomlkit

from pacgrid.autograder.assignment import Assignment, shipped_assignments
from pacgrid.autograder.authoring.dependencies import Dependencies
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.authoring.template import filled
from pacgrid.autograder.question import Games
from pacgrid.autograder.sandbox.level import Level

SCRIPTS = ("run_autograder", "setup.sh")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def bundle(source: str, package: Package, sandbox: Level | None = None) -> dict[str, bytes]:
    """What is in the zip, by name: it grades the assignment `source` with the Pacgrid that is
    `package`, behind the wall `sandbox`, or else the strongest that there is at Gradescope.

    Raises:
        AssignmentError: there is no such assignment, or it can't be read, here or where it is
            unpacked, since a ghost needs more than its file and the modules beside it.
    """
    assignment = Assignment.load(source)
    tests = [test for question in assignment.questions for test in question.tests]
    dependencies = Dependencies.of(tests)
    found = {
        "assignment.toml": _moved(_text(source), assignment, dependencies).encode(),
        "requirements.txt": f"{package.requirement}\n".encode(),
        **{name: filled(f"gradescope_{name}.j2", sandbox=sandbox).encode() for name in SCRIPTS},
        **dependencies.files,
        **dict([package.wheel] if package.wheel else []),
    }
    _try(found)
    return found


def zipped(found: Mapping[str, bytes]) -> bytes:
    """These files as a zip: the same files make the same bytes."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in sorted(found.items()):
            info = ZipInfo(name, _LONG_AGO)
            info.create_system = 3  # Unix, wherever it is made: only there are files executable
            info.external_attr = (0o100755 if name in SCRIPTS else 0o100644) << 16
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, content)
    return buffer.getvalue()


def _text(source: str) -> str:
    """What stands in the file of an assignment that could be loaded."""
    if source in shipped_assignments():
        file = files("pacgrid.autograder.assignments") / f"{source}.toml"
        return file.read_text("utf-8")
    return Path(source).read_bytes().decode("utf-8-sig")


def _moved(text: str, assignment: Assignment, dependencies: Dependencies) -> str:
    """`text` with layouts and ghosts named as they are where `dependencies` lie beside it.

    All else stays as it was, comments and spaces too.
    """
    document = tomlkit.parse(text).unwrap()
    written = tomlkit.parse(text)
    for number, question in enumerate(assignment.questions):
        for place, test in enumerate(question.tests):
            if not isinstance(test, Games):
                continue
            before = document["questions"][number]["tests"][place]
            table = written["questions"][number]["tests"][place]
            if before["layout"] != (layout := dependencies.layout(test.layout)):
                table["layout"] = layout
            ghosts = [dependencies.ghost(spec) for spec in test.ghosts]
            if before.get("ghosts", []) != ghosts:
                table["ghosts"] = ghosts
    return tomlkit.dumps(written)


def _try(found: Mapping[str, bytes]) -> None:
    """Load the assignment from files that lie as they will at Gradescope."""
    with TemporaryDirectory(prefix="pacgrid-bundle-") as folder:
        for name, content in found.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        Assignment.load(Path(folder, "assignment.toml"))
