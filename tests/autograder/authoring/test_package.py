""" """

import io
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import which
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest

import pacgrid
from helpers.course import ARENA, COURSE, EVEN, HUNTER, course, write_course
from helpers.grading import SOUND_EVALUATE
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.authoring import package as module
from pacgrid.autograder.authoring.package import (
    SCRIPTS,
    Dependencies,
    Package,
    PackageError,
    bundle,
    package,
    render_template,
    to_toml,
)
from pacgrid.autograder.kinds.games import Games
from pacgrid.autograder.reports.result_files import zipped
from pacgrid.autograder.sandbox.level import Level


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Make Pacgrid look installed in a folder of packages, from where its record says."""

    def install(origin: object = None) -> None:
        monkeypatch.setattr(pacgrid, "__file__", str(tmp_path / "site" / "pacgrid" / "__init__.py"))
        direct_url = json.dumps(origin) if origin else None
        found = SimpleNamespace(read_text=lambda _: direct_url, version="1.2.3")
        monkeypatch.setattr(module, "distribution", lambda _: found)

    return install


def contents(package: Package) -> dict[str, str]:
    """The texts in its wheel."""
    with ZipFile(io.BytesIO(package.wheel[1])) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize(
    ("origin", "requirement"),
    [
        (None, "pacgrid==1.2.3"),
        (
            {"url": "https://x.org/p.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            "pacgrid @ git+https://x.org/p.git@abc",
        ),
        (
            {"url": "https://x.org/pacgrid.whl", "archive_info": {}},
            "pacgrid @ https://x.org/pacgrid.whl",
        ),
    ],
    ids=["index", "repository", "URL"],
)
def test_the_same_package_is_required(installed, origin, requirement) -> None:
    installed(origin)
    assert package() == Package(requirement)


def test_a_package_from_a_local_wheel_is_that_wheel(installed, tmp_path) -> None:
    wheel = tmp_path / "pacgrid-1.2.3-py3-none-any.whl"
    wheel.write_bytes(zipped({"pacgrid/state.py": "rules"}))
    installed({"url": wheel.as_uri(), "archive_info": {}})
    found = package()
    assert found.requirement == f"./{wheel.name}"
    assert contents(found) == {"pacgrid/state.py": "rules"}
    assert package() == found
    installed({"url": (tmp_path / "gone").as_uri(), "dir_info": {"editable": True}})
    with pytest.raises(PackageError, match=r"gone: Pacgrid was installed from there, but it is"):
        package()


def pip(command: list[str], **options) -> subprocess.CompletedProcess[str]:
    """A pip that writes its environment into the wheel, or fails if the project is empty."""
    out, source = Path(command[command.index("--wheel-dir") + 1]), Path(command[-1])
    if not (source / "pyproject.toml").read_text():
        return subprocess.CompletedProcess(command, 1, "", "a note\nERROR: no name\n\n")
    text = f"{options['env']['SOURCE_DATE_EPOCH']} {options['env']['DIST_EXTRA_CONFIG'][-9:]}"
    (out / "pacgrid-9-py3-none-any.whl").write_bytes(zipped({"environment": text}))
    return subprocess.CompletedProcess(command, 0, "", "")


def test_a_wheel_is_built_from_sources_if_it_can(installed, tmp_path, monkeypatch) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]")
    monkeypatch.setattr(subprocess, "run", pip)
    installed({"url": tmp_path.as_uri(), "dir_info": {}})
    found = package()
    assert found.requirement == "./pacgrid-9-py3-none-any.whl"
    assert contents(found) == {"environment": "315532800 setup.cfg"}
    (tmp_path / "pyproject.toml").write_text("")
    with pytest.raises(PackageError, match=r"pip can't build a wheel: ERROR: no name$"):
        package()


INDEX = Package("pacgrid==1.2.3")
WHEEL = Package("./pacgrid.whl", ("pacgrid.whl", b"wheel"))

needs_bash = pytest.mark.skipif(sys.platform == "win32", reason="Gradescope's scripts are bash")


def test_it_has_everything_that_gradescope_and_the_assignment_need(tmp_path: Path) -> None:
    found = bundle(write_course(tmp_path), WHEEL)
    assert sorted(found) == [
        *("arena.lay", "assignment.toml", "even.py", "hunter.py", "pacgrid.whl"),
        *("requirements.txt", "run_autograder", "setup.sh", "vault.lay", "warden.py"),
    ]
    assert found["requirements.txt"] == b"./pacgrid.whl\n"
    assert found["arena.lay"] == ARENA.encode()
    text = found["assignment.toml"].decode()  # only its paths change
    assert text == COURSE.replace("maps/", "").replace("ghosts/", "")
    shipped = bundle("pacman", INDEX)
    assert shipped["requirements.txt"] == b"pacgrid==1.2.3\n"
    expected = Path("autograder/assignments/pacman.toml").read_bytes()
    assert shipped["assignment.toml"] == expected
    script = render_template("gradescope_run_autograder.j2", sandbox="<b>&")
    assert " --sandbox <b>&\n" in script, "values are not escaped"


def test_files_from_other_folders_are_bundled(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    write_course(tmp_path)
    text = COURSE.replace("maps/", "../maps/").replace("ghosts/", str(tmp_path / "ghosts") + "/")
    (folder / "course.toml").write_text(text.replace('"vault', '"../vault'))
    found = bundle(str(folder / "course.toml"), INDEX)
    assert sorted(found)[:4] == ["arena.lay", "assignment.toml", "even.py", "hunter.py"]
    assert b"../" not in found["assignment.toml"]


def test_missing_files_are_errors(tmp_path: Path) -> None:
    source = write_course(tmp_path)
    (tmp_path / "ghosts" / "data").write_text("")
    ghost = tmp_path / "ghosts" / "warden.py"
    reads = "from pathlib import Path\nPath(__file__).with_name('data').read_text()\n"
    ghost.write_text(reads + ghost.read_text())
    with pytest.raises(AssignmentError, match=r"warden\.py: can't be imported: FileNotFoundError"):
        bundle(source, INDEX)


def test_the_same_files_give_the_same_zip(tmp_path: Path) -> None:
    found = bundle(write_course(tmp_path), WHEEL)
    archive = zipped(found, SCRIPTS)
    assert zipped(dict(reversed(found.items())), SCRIPTS) == archive
    infos = ZipFile(io.BytesIO(archive)).infolist()
    assert [info.filename for info in infos] == sorted(found)
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}
    runnable = [info.filename for info in infos if info.external_attr >> 16 & 0o111]
    assert runnable == ["run_autograder", "setup.sh"]


# As Gradescope runs it


def unpacked(root: Path, sandbox: Level | None = Level.PROCESS, submission: str = "") -> Path:
    """A folder like /autograder at Gradescope, after the image is built and with a submission."""
    source = write_course(root / "staff")
    ZipFile(io.BytesIO(zipped(bundle(source, INDEX, sandbox), SCRIPTS))).extractall(root / "source")
    (root / "run_autograder").write_bytes((root / "source" / "run_autograder").read_bytes())
    (root / "submission").mkdir()
    (root / "submission" / "answers.py").write_text(submission)
    return root


def run(root: Path, python: str = sys.executable) -> tuple[dict[str, Any], str]:
    """The content of results.json, and the output."""
    done = subprocess.run(
        ["bash", str(root / "run_autograder")],
        env={**os.environ, "AUTOGRADER_ROOT": str(root), "AUTOGRADER_PYTHON": python},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    results = json.loads((root / "results" / "results.json").read_text())
    return results, done.stdout + done.stderr


def fake(root: Path, script: str) -> str:
    """A script to run instead of Python."""
    program = root / "python"
    program.write_text(f"#!/usr/bin/env bash\n{script}\n")
    program.chmod(0o755)
    return str(program)


@pytest.mark.slow
@needs_bash
def test_a_submission_is_graded_as_gradescope_runs_it(tmp_path: Path) -> None:
    results, printed = run(unpacked(tmp_path, submission=SOUND_EVALUATE))
    assert "Traceback" not in printed
    assert sum(test["score"] for test in results["tests"]) == 1
    assert results["stdout_visibility"] == "hidden"
    assert "vault" in printed, "the staff see what the hidden test is about"
    assert "vault" not in json.dumps(results)


@needs_bash
def test_grade_gets_its_options_and_results_are_kept_whatever_its_exit_code(tmp_path: Path) -> None:
    root = unpacked(tmp_path)
    script = 'echo "$@" >> asked; echo \'{"score": 7}\' > results/results.json; exit 1'
    results, _ = run(root, fake(root, script))
    assert results == {"score": 7}
    (asked,) = (root / "asked").read_text().splitlines()
    words = asked.split()
    assert words[:5] == ["-P", "-m", "pacgrid", "grade", f"{root}/submission"]
    assert words[5:9] == [
        *("--assignment", f"{root}/source/assignment.toml"),
        *("--gradescope", f"{root}/results/results.json"),
    ]
    assert words[-2:] == ["--sandbox", "process"]


@needs_bash
@pytest.mark.parametrize("end", ["exit 0", "kill -9 $$"])
def test_a_failure_of_the_autograder_is_not_blamed_on_the_student(tmp_path: Path, end: str) -> None:
    root = unpacked(tmp_path)
    (root / "results").mkdir()
    (root / "results" / "results.json").write_text('{"score": 99}')
    secret = f"echo {root}/source/assignment.toml SECRET >&2; {end}"
    results, printed = run(root, fake(root, secret))
    assert results["score"] == 0
    assert "The autograder failed, so this submission is not graded yet." in str(results["output"])
    assert "SECRET" not in json.dumps(results)
    assert results["stdout_visibility"] == "hidden"
    assert "run_autograder: not graded; pacgrid ended with exit code" in printed


NO_SANDBOX = """
import sys
from pacgrid.autograder.sandbox import level
level.why_not = lambda one: "" if one is level.Level.PROCESS else "not here"
from pacgrid.cli import main
sys.argv[1:] = sys.argv[4:]  # without -P -m pacgrid
main()
"""


@needs_bash
@pytest.mark.slow
@pytest.mark.parametrize(("sandbox", "points"), [(None, None), (Level.PROCESS, 1)])
def test_nothing_is_graded_without_a_sandbox_unless_staff_allow_it(
    tmp_path: Path, sandbox: Level | None, points: int | None
) -> None:
    root = unpacked(tmp_path, sandbox, SOUND_EVALUATE)
    (root / "no_sandbox.py").write_text(NO_SANDBOX)
    results, printed = run(root, fake(root, f'{sys.executable} {root}/no_sandbox.py "$@"'))
    tests = results["tests"]
    assert (sum(test["score"] for test in tests) if tests else None) == points
    assert ("--sandbox process" in printed) == (points is None)
    assert ("not graded yet" in str(results["output"])) == (points is None)


APT_GET = """
echo "$@" >> "$AUTOGRADER_ROOT/asked"
case "$*" in *bubblewrap*|*python3.13*) exit 100;; esac
case "$*" in *python3.12*) PYTHON > "$TOOLS/python3.12"; chmod +x "$TOOLS/python3.12";; esac
"""
"""An apt-get without bubblewrap and Python 3.13; its Python 3.12 is what PYTHON prints."""

NEW = """echo '#!/bin/sh
echo "$0 $@" >> "$AUTOGRADER_ROOT/asked"
made="$AUTOGRADER_ROOT/venv/bin/python"
[ -e "$made" ] || { mkdir -p "$AUTOGRADER_ROOT/venv/bin" && cp "$0" "$made"; }'"""
OLD = "echo '#!/bin/sh\nexit 1'"


def set_up(root: Path, later: str) -> subprocess.CompletedProcess[str]:
    """Run setup.sh where all Pythons are too old, except perhaps one that apt-get installs."""
    tools = root / "tools"
    tools.mkdir()
    for name in ("bash", "chmod", "cp", "mkdir", "sh"):
        (tools / name).symlink_to(which(name) or name)
    programs = {f"python3{minor}": "exit 1" for minor in ("", ".11", ".12", ".13", ".14")}
    programs |= {"id": "echo 0", "apt-get": APT_GET.replace("PYTHON", later)}
    for name, text in programs.items():
        (tools / name).write_text(f"#!/bin/sh\n{text}\n")
        (tools / name).chmod(0o755)
    return subprocess.run(
        [which("bash") or "bash", str(root / "source" / "setup.sh")],
        env={"PATH": str(tools), "TOOLS": str(tools), "AUTOGRADER_ROOT": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )


@needs_bash
def test_setup_installs_a_python_that_is_new_enough(tmp_path: Path) -> None:
    root = unpacked(tmp_path)
    done = set_up(root, NEW)
    assert done.stderr == "setup.sh: bubblewrap is not available\n"
    assert done.returncode == 0
    asked = (root / "asked").read_text().splitlines()
    options = "install -y --no-install-recommends"
    assert asked[:5] == [
        "update",
        f"{options} bubblewrap",
        f"{options} python3 python3-venv python3-pip",
        f"{options} python3.13 python3.13-venv",
        f"{options} python3.12 python3.12-venv",
    ]
    pip = "-m pip install --no-cache-dir --disable-pip-version-check -r requirements.txt"
    assert asked[-3:] == [
        f"{root}/tools/python3.12 -m venv {root}/venv",
        f"{root}/venv/bin/python {pip}",
        f"{root}/venv/bin/python -m pacgrid --version",
    ]


@needs_bash
def test_setup_fails_in_one_line_if_python_is_too_old(tmp_path: Path) -> None:
    done = set_up(unpacked(tmp_path), OLD)
    assert done.returncode == 1
    message = done.stderr.removeprefix("setup.sh: bubblewrap is not available\n")
    assert message.startswith("setup.sh: Pacgrid needs Python 3.11 or later; choose Ubuntu 22.04")
    assert message.count("\n") == 1


TWO = """
title = "t"
[[questions]]
name = "q"
agent = "A"
points = 2
"""
TEST = """
[[questions.tests]]
kind = "games"
layout = "{layout}"
ghosts = ["{ghost}"]
thresholds = [{{wins = 0, points = 1}}]
"""


def games(assignment: Assignment) -> list[Games]:
    found = [test for question in assignment.questions for test in question.tests]
    return [test for test in found if isinstance(test, Games)]


def of_two(folder: Path, *pairs: tuple[str, str]) -> tuple[list[Games], Dependencies]:
    """The dependencies of two tests with these layouts and ghosts."""
    tests = "".join(TEST.format(layout=layout, ghost=ghost) for layout, ghost in pairs)
    found = games(Assignment.parse(TWO + tests, "two.toml", folder))
    return found, Dependencies.of(found, taken=["agent.py"])


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.{'lay' if '%' in text else 'py'}"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


GHOST = "from pacgrid.agents.random_ghost import RandomGhost\nclass G(RandomGhost): ...\n"


def test_files_go_beside_the_assignment_with_their_imports_and_shipped_ones_nowhere(
    tmp_path: Path,
) -> None:
    (arena, _) = games(course(tmp_path))
    found = Dependencies.of([arena])
    own = {"arena.lay": ARENA, "hunter.py": HUNTER, "even.py": EVEN}
    assert found.files == {name: text.encode() for name, text in own.items()}
    relocated = {"layout": "arena.lay", "ghosts": ["hunter.py:Hunter:attack=0.7"]}
    assert arena.relocated(found.paths) == relocated
    tests, found = of_two(tmp_path, *[("small", "directional_ghost:attack=1")] * 2)
    assert found.files == {}
    relocated = {"layout": "small", "ghosts": ["directional_ghost:attack=1"]}
    assert tests[0].relocated(found.paths) == relocated


def test_files_with_the_same_name_go_into_folders(tmp_path: Path) -> None:
    write(tmp_path, a__m=ARENA, b__M=ARENA.replace(". ", ".."), a__agent=GHOST, b__g=GHOST)
    tests, dependencies = of_two(tmp_path, ("a/m.lay", "a/agent.py"), ("b/M.lay", "b/g.py"))
    assert sorted(dependencies.files) == ["2/M.lay", "2/agent.py", "g.py", "m.lay"]
    assert [test.relocated(dependencies.paths) for test in tests] == [
        {"layout": "m.lay", "ghosts": ["2/agent.py"]},
        {"layout": "2/M.lay", "ghosts": ["g.py"]},
    ]


def test_only_modules_beside_the_ghost_are_followed(tmp_path: Path) -> None:
    write(tmp_path, json="1", pacgrid="1", near__all="import last_one", near__far="")
    write(tmp_path, last_one="", aside="", g=f"import json, numpy, near.far, pacgrid\n{GHOST}")
    _, dependencies = of_two(tmp_path, *[("small", "g.py")] * 2)
    assert sorted(dependencies.files) == ["g.py", "last_one.py", "near/all.py", "near/far.py"]


def test_a_ghost_that_is_gone_or_has_a_syntax_error_is_an_error(tmp_path: Path) -> None:
    tests = games(Assignment.load(write_course(tmp_path)))
    (tmp_path / "ghosts" / "even.py").write_text("def (")
    with pytest.raises(AssignmentError, match=r"even\.py: is not valid Python"):
        Dependencies.of(tests)
    (tmp_path / "ghosts" / "hunter.py").unlink()
    with pytest.raises(AssignmentError, match=r"^\S+hunter\.py: can't be read: No such file"):
        Dependencies.of(tests)


def written(assignment: Assignment) -> str:
    return to_toml(assignment, Dependencies({}, {}), "A heading,\nand more.")


TREES = 'trees = ["MAX: 1 2", "MAX\\n  MIN (eval 2.5)\\n    12 win\\n  MIN: 3"]\ngenerate = 2\n'
SEARCH = 'kind = "search"\n'


@pytest.mark.parametrize(
    "text",
    [
        Path("autograder/assignments/pacman.toml").read_text("utf-8"),
        COURSE,
        COURSE.replace(SEARCH, SEARCH + TREES, 1),
    ],
    ids=["the shipped one", "all keys of all kinds", "trees"],
)
def test_the_written_assignment_loads_as_the_same(tmp_path: Path, text: str) -> None:
    write_course(tmp_path)
    original = Assignment.parse(text, "a.toml", tmp_path)
    again = Assignment.parse(written(original), "again.toml", tmp_path)
    assert again.model_dump() == original.model_dump()


def test_the_toml_is_readable_and_leaves_out_default_values(tmp_path: Path) -> None:
    text = written(course(tmp_path))
    assert text.startswith('# A heading,\n# and more.\n\ntitle = "A course"\n')
    assert "points = 5\n" in text
    assert "thresholds = [{points = 2, average_score = -10000}]\n" in text
    assert (
        "positions = [\n    '''\n%%%%%%\n%.P1 %\n%%%%%%\n"
        "ghost 1: (3, 1) stop, home (3, 1)\n''',\n" in text
    )
    data = tomllib.loads(text)
    assert data["limits"] == {"load": {"cpu_seconds": 4, "seconds": 40}}
    arena = data["questions"][0]["tests"][0]
    keys = ("kind", "title", "layout", "games", "seed", "rounds", "ghosts", "thresholds")
    assert tuple(arena) == keys
