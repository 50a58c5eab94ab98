from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.course_folders import BOOK, FILES, RIGHT, WORST, write_files
from pacgrid.autograder.authoring import package
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.course_folder import handout, new_course
from pacgrid.autograder.ladder.rules import SECRET
from pacgrid.cli import app

EXERCISES = {
    path: text for path, text in FILES.items() if path.startswith("1_trees") or path == "staff.md"
} | {"course.toml": FILES["course.toml"].partition('[[assignments]]\nfolder = "2_')[0]}
"""A course that runs no code."""
ROSTER = "name,username\nAda,ada\nBob,bob\nCleo,cleo\n"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(package, "package", lambda: Package("./p.whl", ("p.whl", b"wheel")))
    monkeypatch.setattr(handout, "browser", lambda: None)


def run(*words: str | Path, code: int = 0) -> tuple[str, str]:
    """What the command prints on stdout and on stderr."""
    done = CliRunner().invoke(app, ["course", *map(str, words)])
    assert done.exit_code == code, done.output
    return done.stdout, done.stderr


def made(folder: Path, files: dict[str, str] | None = None) -> Path:
    """A new course."""
    source = write_files(folder / "source", files or FILES)
    run(
        "new",
        folder / "course",
        "--start",
        "2027-01-11",
        "--from",
        source,
        "--zone",
        "Europe/Berlin",
    )
    return folder / "course"


def gradebook(course: Path) -> Sequence[str]:
    return (course / "results/gradebook.csv").read_text("utf-8-sig").splitlines()


def test_a_course_is_made_checked_and_graded(tmp_path: Path) -> None:
    source = write_files(tmp_path / "source", EXERCISES)
    course = tmp_path / "course"
    out, err = run("new", course, "--start", "2027-01-11", "--from", source)
    assert "files." in out
    assert "times are in UTC" in err
    assert "handouts are without PDF" in err
    assert "put the roster into" in err
    out, _ = run("check", course, "-j", "1")
    assert "✓ 1_trees/solutions: 8 of 8 points" in out
    assert "What a student reads who hands in 1_trees/wrong/slip" in out
    assert out.endswith("everything is as it should be\n")

    write_files(course, {f"submissions/1_trees/{who}/book.toml": BOOK for who in ("ada", "bob")})
    _, err = run("grade", course, "-j", "1")
    assert "isn't there, so lateness costs nothing" in err
    assert gradebook(course)[2:] == ["ada,,,4,12.5", "bob,,,4,12.5"]
    write_files(
        course,
        {
            "roster.csv": ROSTER,
            "decisions.csv": "username,about,decision,points,reason,by,decided\n"
            "bob,book,points,2,copied,R. Okafor,2027-02-01\n",
            "times/1_trees.csv": "username,submitted\nada,2027-01-20 00:00\nbob,2027-01-15 10:00\n",
        },
    )
    out, _ = run("grade", course, "-j", "1")
    # Five days late, of which three are free: 20 % off.
    assert gradebook(course)[2:] == ["Ada,ada,,3.2,10", "Bob,bob,,2,6.25", "Cleo,cleo,,,0"]
    assert "Ada" in (course / "results/statistics.html").read_text()
    assert (course / "results/1_trees/feedback/bob.html").exists()


def test_a_check_names_everything_that_is_wrong(tmp_path: Path) -> None:
    course = made(tmp_path, EXERCISES)
    (course / "1_trees/solutions/book.toml").write_text(BOOK.replace("3", "4", 1))
    (course / "students/1_trees/handout.md").unlink()
    out, _ = run("check", course, "-j", "1", code=1)
    lines = [line for line in out.splitlines() if line.startswith(("1_trees", str(course)))]
    assert any("has changed since students/" in line for line in lines)
    assert any("book gets 3 of 4 points" in line for line in lines)
    assert "no solution gets all points of book" in out
    (course / "1_trees/handout.md").unlink()
    out, _ = run("check", course, "-j", "1", code=1)
    assert "handout.md: no such file; write it" in out


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "submissions: no such folder; put the hand-ins there, in folders such as 1_trees"),
        (
            {"submissions/1_tree/a.py": ""},
            "1_tree: no assignment in course.toml has this name",
        ),
        ({"submissions/1_trees/.DS_Store": ""}, "submissions: is empty; put hand-ins there"),
        ({"submissions/.DS_Store": ""}, "submissions: is empty; put hand-ins there"),
        ({"submissions/1_trees/a": "", "submissions/1_trees.zip": ""}, "1_trees is there, too"),
    ],
)
def test_hand_ins_of_no_assignment_are_refused(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    course = write_files(tmp_path / "course", EXERCISES)
    write_files(course, files)
    done = CliRunner().invoke(app, ["course", "grade", str(course)])
    assert done.exit_code == 1
    assert message in str(done.exception)
    assert not (course / "results").exists()


@pytest.mark.slow
def test_late_days_add_up_and_a_ladder_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With some seeds, the random agent does as well in ten rounds on a tiny board.
    monkeypatch.setattr(new_course, "secret_seed", lambda: SECRET)
    course = made(tmp_path)
    out, _ = run("check", course)
    assert "everything is as it should be" in out
    hungry = FILES["3_ladder/solutions/hungry.py"]
    handed_in = {
        "1_trees/ada/book.toml": BOOK,
        "2_minimax/ada/agent.py": RIGHT,
        "2_minimax/bob/agent.py": WORST,
        "3_ladder/ada/agent.py": hungry,
        "3_ladder/bob/agent.py": "x = 1",
    }
    write_files(course / "submissions", handed_in)
    times = {
        "1_trees": "ada,2027-01-17 12:00\n",
        "2_minimax": "ada,2027-01-24 23:00\nbob,2027-01-22 12:00\n",
        "3_ladder": "ada,2027-01-29 23:00\nbob,2027-01-29 12:00\n",
    }
    write_files(course, {f"times/{n}.csv": f"username,submitted\n{t}" for n, t in times.items()})
    write_files(course, {"roster.csv": ROSTER})
    write_files(
        course,
        {
            "decisions.csv": "username,assignment,about,decision,points,reason,by,decided\n"
            "ada,Trees,,exempt,,ill,R. Okafor,2027-02-01\n"
        },
    )
    _, err = run("grade", course)
    assert "no decision counts for a ladder, such as Contest" in err
    statistics = (course / "results/statistics.html").read_text()
    assert all(title in statistics for title in ("Trees", "Minimax", "Ladder: "))
    (course / "decisions.csv").unlink()
    run("grade", course)
    first = gradebook(course)
    # Two of three late days are used for the trees; so the second day costs 10 % in Minimax.
    assert first[2:] == ["Ada,ada,,4,2.7,4,82.5", "Bob,bob,,,0,0,0", "Cleo,cleo,,,,,0"]
    _, err = run("grade", course)
    assert gradebook(course) == first
    assert "results were in" in err
    assert "has no agent" in (course / "results/3_ladder/feedback/bob.txt").read_text()
