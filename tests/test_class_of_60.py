import csv
from pathlib import Path

import pytest
from class_of_60 import ASSIGNMENT, FORMS, roster, students, write
from typer.testing import CliRunner

from pacgrid.autograder.course.register import enrol
from pacgrid.autograder.course.roster import Roster
from pacgrid.autograder.submissions.collection import collect
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.cli import app


def handed_in(path: Path) -> dict[str, Submission]:
    """By identifier: the submissions, with the names of the roster."""
    (path.parent / "roster.csv").write_text(roster(), "utf-8")
    collection = enrol(collect([path]), Roster.load(path.parent / "roster.csv"))[0]
    found = {one.identifier: one for one in collection.submissions}
    assert len(found) == len(collection.submissions)
    return found


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Submission]:
    return handed_in(write(tmp_path_factory.mktemp("class"), FORMS[0])[0])


def test_everybody_in_the_class_has_a_row_of_their_own(expected):
    assert len(students()) == len(expected) == 60
    for student in students():
        submission = expected[student.identifier]
        assert submission.student == student.name
        assert submission.missing == (student.kind == "missing")
        assert not (submission.problem and student.kind == "right")
        assert submission.problem or student.kind not in ("missing", "unreadable")
    assert len({one.name for one in expected.values()}) == 60


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_of_a_download_are_the_same_class(tmp_path, form, expected):
    if form == "gradescope":
        pytest.importorskip("yaml")
    for path in write(tmp_path, form):
        assert handed_in(path) == expected


@pytest.mark.slow
def test_a_class_of_60_is_graded_from_its_download_to_the_gradebook(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "canvas")
    Path("made_up.toml").write_text(ASSIGNMENT)
    Path("roster.csv").write_text(roster(), "utf-8")
    options = ["-a", "made_up.toml", "--roster", "roster.csv", "--out", "out"]
    result = CliRunner().invoke(app, ["grade", "canvas.zip", *options])
    assert result.exit_code == 0, result.exception
    assert "roster: 60 students, 5 handed in nothing" in result.stderr
    with Path("out", "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["identifier"]: row for row in csv.DictReader(file)}
    totals: dict[str, list[str]] = {}
    for student in students():
        row = rows.pop(student.identifier)
        assert row["student"].removeprefix("'") == student.name
        assert bool(row["failure"]) or student.kind in ("right", "wrong", "hostile")
        totals.setdefault(student.kind, []).append(row["total"])
    assert not rows
    assert set(totals["right"]) == {"2"}
    assert set(totals["missing"]) == {""}
    assert set(totals["unreadable"]) == {"0"}
    assert sorted(totals["wrong"]) == ["0"] * 6 + ["1"] * 4
    assert sorted(totals["hostile"]) == ["0"] * 10 + ["1"] + ["2"] * 3
    assert len(list(Path("out", "feedback").glob("*.html"))) == 60
