"""What is released: a wheel and an archive of the sources. They have all of the code, and what they
say of themselves agrees."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tarfile import open as open_tar
from zipfile import ZipFile

import pytest
import yaml

ROOT = Path(__file__).parents[1]
INSIDE = ("agents", "autograder", "layouts")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
META = PROJECT["project"]
PREFIX = "Programming Language :: Python :: "
CLASSIFIED = [c.removeprefix(PREFIX) for c in META["classifiers"] if c.startswith(f"{PREFIX}3.")]
"""The versions of Python that Pacgrid says it works with."""


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_lowest_python_is_the_same_everywhere() -> None:
    lowest = META["requires-python"].removeprefix(">=")
    assert lowest == CLASSIFIED[0] == PROJECT["tool"]["mypy"]["python_version"]
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py{lowest.replace('.', '')}"
    for page in ("README.md", ".ci/run", "docs/hand_in.md"):
        assert set(re.findall(r"Python (3\.\d+) or later", text(page))) == {lowest}, page


def test_the_hosted_tests_run_on_each_python_that_is_named() -> None:
    jobs = yaml.safe_load(text(".github/workflows/tests.yml"))["jobs"]
    assert jobs["test"]["strategy"]["matrix"]["python"] == CLASSIFIED
    newer = re.search(r"^for version in (.+); do$", text(".ci/run"), re.MULTILINE)
    assert newer[1].split() == CLASSIFIED[:0:-1]


def test_the_version_is_the_same_everywhere() -> None:
    citation = yaml.safe_load(text("CITATION.cff"))
    assert citation["version"] == META["version"]
    assert citation["license"] == META["license"]
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in META["authors"]
    ]
    newest = re.search(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)
    assert newest[1] == META["version"]


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the archive of the sources, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("release")
    sources = folder / "sources"
    junk = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("pacgrid", *INSIDE):
        shutil.copytree(ROOT / name, sources / name, ignore=junk)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, sources)
    run(sys.executable, "-m", "build", "--outdir", folder / "dist", sources)
    return folder / "dist"


@pytest.fixture(scope="module")
def programs(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of programs of an empty environment with the wheel and what it needs."""
    environment = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", environment)
    (wheel,) = released.glob("*.whl")
    folder = environment / ("Scripts" if os.name == "nt" else "bin")
    run(folder / "python", "-m", "pip", "install", "--quiet", "--no-compile", wheel)
    yield folder
    shutil.rmtree(environment)


def run(*command: str | Path, folder: Path | None = None) -> str:
    """What the command prints, without the settings of the tests' own environment."""
    ours = ("PYTHON", "VIRTUAL_ENV", "COVERAGE")
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={k: v for k, v in os.environ.items() if not k.startswith(ours)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def files_of_the_packages() -> set[str]:
    paths = [path for name in ("pacgrid", *INSIDE) for path in (ROOT / name).rglob("*")]
    files = [path for path in paths if path.is_file() and "__pycache__" not in path.parts]
    parts = [path.relative_to(ROOT).parts for path in files]
    return {"/".join(("pacgrid", *each) if each[0] in INSIDE else each) for each in parts}


@pytest.mark.slow
def test_the_wheel_has_every_file_of_the_packages_and_the_archive_what_a_reader_looks_for(
    released: Path,
) -> None:
    (wheel,), (archive,) = released.glob("*.whl"), released.glob("*.tar.gz")
    names = set(ZipFile(wheel).namelist())
    assert {name for name in names if ".dist-info/" not in name} == files_of_the_packages()
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    with open_tar(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert {"CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "setup.py"} <= names


@pytest.mark.slow
def test_the_wheel_works_in_an_empty_environment_away_from_the_sources(
    programs: Path, tmp_path: Path
) -> None:
    def pacgrid(*words: str) -> str:
        return run(programs / "pacgrid", *words, folder=tmp_path)

    assert META["version"] in pacgrid("--version")
    pacgrid("new", "mine.py")
    assert "of 25 points" in pacgrid("grade", "mine.py", "--sandbox", "process", "--out", "results")
    assert list((tmp_path / "results").glob("*.csv"))
    pacgrid("play", "mine.py", "--layout", "small", "--view", "none", "--save", "game.jsonl")
    assert "MAX = 3" in pacgrid("tree", "book")
    pacgrid("replay", "game.jsonl", "--save", "game.html")
    assert "<svg" in (tmp_path / "game.html").read_text("utf-8")
    found = "import pacgrid; print(pacgrid.__file__)"
    assert str(programs.parent) in run(programs / "python", "-c", found, folder=tmp_path)
