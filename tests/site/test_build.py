"""The site as it is built."""

import sys
import zipfile
from pathlib import Path

import pytest

from helpers.playground import build_site
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.cli import main
from pacgrid.site.build import (
    SiteError,
    build,
    completions,
    run,
    site_data,
    write_packages,
)

SEARCH = """
[[questions.tests]]
kind = "search"
title = "{title}"
search = "minimax"
depth = 1
generate = 3
seed = {seed}
visibility = "{visibility}"
points = 1
"""
COURSE = """
title = "My course"

[[questions]]
name = "minimax"
agent = "Minimax"
points = 2
"""
OPEN = SEARCH.format(title="the open test", seed=4711, visibility="visible")
SECRET = SEARCH.format(title="the secret test", seed=888777666555444, visibility="hidden")
GAMES = """
[[questions.tests]]
kind = "games"
layout = "mine.lay"
games = 1
seed = 1
thresholds = [{wins = 1, points = 1}]
"""


def test_names_are_completed_with_what_they_are() -> None:
    names = {each["label"]: each for each in completions()}
    assert names["State"]["type"] == "class"
    assert names["successor"]["member"]
    assert names["successor"]["info"]
    assert "_maze" not in names


def test_layouts_of_a_course_come_first_and_its_kit_can_be_had(tmp_path: Path) -> None:
    (tmp_path / "mine.lay").write_text("%%%%%\n%P.G%\n%%%%%\n")
    course = tmp_path / "assignment.toml"
    course.write_text(COURSE + OPEN + GAMES)
    kit = Kit.of(Assignment.load(str(course)), Package("pacgrid"))
    assert kit.visible
    data = site_data(kit.visible, kit)
    assert data["layouts"][0] == ("/course/mine.lay", "mine")
    assert ("small", "small") in data["layouts"]
    assert data["kit"] == "kit.zip"
    assert site_data(kit.visible)["kit"] == ""


def test_there_is_an_example_for_each_question_if_they_are_asked_for() -> None:
    assignment = Assignment.load("pacman")
    assert site_data(assignment)["examples"] == []
    data = site_data(assignment, examples=True)
    assert data["questions"] == [each["name"] for each in data["examples"]]
    for each in data["examples"]:
        compile(each["text"], each["name"], "exec")
        assert each["title"]


def test_packages_are_those_installed_without_what_a_page_has_no_use_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pacgrid.site.build._compiled", lambda: iter(()))
    path = tmp_path / "packages.zip"
    write_packages(path)
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        text = archive.read(next(name for name in names if name.startswith("pacgrid-")))
    assert {"pacgrid/state.py", "pacgrid/autograder/own_grade.py", "jinja2/__init__.py"} <= names
    assert {"pacgrid/cli/templates/new_search.py", "pacgrid/layouts/small.lay"} <= names
    left_out = ("pacgrid/cli/play.py", "pacgrid/envs", "pacgrid/site/page/", "rich/__pycache__")
    assert not [name for name in names if name.startswith(left_out) or name.endswith(".pyc")]
    assert b"Version: " in text


def test_without_npm_one_line_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr("sys.argv", ["pacgrid", "site", "build", "--out", str(tmp_path / "site")])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code
    lines = capsys.readouterr().err.strip().splitlines()
    assert lines[-1].endswith("building the site needs node 18 or later, and npm")


def test_what_npm_complains_of_is_said_in_a_line(tmp_path: Path) -> None:
    script = "import sys; sys.exit('one\\nnpm error no such thing')"
    with pytest.raises(SiteError, match=r"-c failed: npm error no such thing$"):
        run([sys.executable, "-c", script], tmp_path)
    with pytest.raises(SiteError, match="not_there can't be run"):
        run(["not_there"], tmp_path)


def test_a_folder_that_is_no_site_is_left_alone_and_hidden_tests_are_no_site(
    tmp_path: Path,
) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(SiteError, match="isn't empty, and no site"):
        build("pacman", tmp_path)
    assert (tmp_path / "thesis.tex").is_file()
    course = tmp_path / "assignment.toml"
    course.write_text(COURSE.replace("points = 2", "points = 1") + SECRET)
    with pytest.raises(SiteError, match="all tests are hidden"):
        build(str(course), tmp_path / "site")


@pytest.mark.slow
def test_a_courses_own_site_has_its_visible_tests_and_no_hidden_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pacgrid.site.build.compile_packages", lambda *_: None)  # takes long
    course = tmp_path / "course"
    course.mkdir()
    (course / "assignment.toml").write_text(COURSE + OPEN + SECRET)
    site = build_site(tmp_path / "site", str(course))
    assert (site / "playground.js").stat().st_size > 100_000
    contents = {path.name: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    assert {"python_worker.js", "service_worker.js", "play.html"} <= contents.keys()
    for name in ("packages.zip", "course.zip"):
        with zipfile.ZipFile(site / name) as archive:
            contents |= {f"{name}/{each}": archive.read(each) for each in archive.namelist()}
    assert b"4711" in contents["course.zip/assignment.toml"]
    assert b"My course" in contents["index.html"]
    for name, data in contents.items():
        assert b"888777666555444" not in data, name
        assert b"the secret test" not in data, name
        assert b'"hidden"' not in data or not name.startswith("course.zip/"), name
    build_site(site, str(course))  # over an older one
