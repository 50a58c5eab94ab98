import re
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


def assert_names_nobody(folder: Path, names: Sequence[str]) -> None:
    texts = {path: path.read_text("utf-8") for path in folder.rglob("*.*") if path.is_file()}
    assert len(texts) > 5
    words = {word.casefold() for text in texts.values() for word in re.findall(r"\w+", text)}
    assert not words & {*names}


def test_graders_see_no_names_and_the_lms_gets_the_grades(tmp_path: Path) -> None:
    course = write_files(tmp_path / "course", EXERCISES)
    write_files(course, {f"submissions/1_trees/{who}/book.toml": BOOK for who in ("ada", "bob")})
    (course / "dates.toml").write_text(
        'zone = "UTC"\npercent_per_day = 10\n[[assignments]]\ntitle = "Trees"\n'
        "due = 2027-01-15T23:59:00\n"
    )
    secret, upload = tmp_path / "secret.txt", tmp_path / "upload"
    options = ("-j", "1", "--blind", secret, "--upload", upload)
    refused = CliRunner().invoke(app, ["course", "grade", *map(str, (course, *options))])
    assert "roster.csv: isn't there; --upload needs it" in str(refused.exception)
    times = "username,submitted\nada,2027-01-16 10:00\nbob,2027-01-15 10:00\n"
    write_files(course, {"roster.csv": ROSTER, "times/1_trees.csv": times})
    out, _ = run("grade", course, *options)
    assert "Ada" not in out
    assert_names_nobody(course / "blind_results", ("ada", "bob", "cleo"))
    blind = (course / "blind_results/gradebook.csv").read_text("utf-8-sig").splitlines()
    assert sorted(line.partition(",")[2][11:] for line in blind[2:]) == [
        ",,,0",
        ",,4,12.5",
        ",,4,12.5",
    ]
    assert gradebook(course)[2:] == ["Ada,ada,,3.6,11.25", "Bob,bob,,4,12.5", "Cleo,cleo,,,0"]
    filled = ["name,username,Trees", "Ada,ada,3.6", "Bob,bob,4", "Cleo,cleo"]
    assert (upload / "roster.csv").read_text().splitlines() == filled
    assert (upload / "1_trees/blind.csv").exists()
    assert (course / "results/1_trees/lateness.csv").exists()


def test_a_roster_of_one_assignment_is_not_filled_in_for_a_course(tmp_path: Path) -> None:
    course = write_files(tmp_path / "course", EXERCISES)
    worksheet = "Identifier,Full name,Grade,Last modified (grade)\nParticipant 1,Ada,,\n"
    dates = 'zone = "UTC"\n[[assignments]]\ntitle = "Trees"\ndue = 2027-01-15T23:59:00\n'
    write_files(course, {"roster.csv": worksheet, "dates.toml": dates})
    write_files(course, {"submissions/1_trees/ada/book.toml": BOOK})
    done = CliRunner().invoke(app, ["course", "grade", str(course), "--upload", "upload"])
    assert "roster.csv: is of one assignment; --upload needs a roster for all" in str(
        done.exception
    )


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
            "ada,Contest,,add,-1,copied,R. Okafor,2027-02-01\n"
            "bob,Contest,ladder.1,points,1,unlucky,R. Okafor,2027-02-01\n"
            "cleo,Contest,,exempt,,ill,R. Okafor,2027-02-01\n"
        },
    )
    run("grade", course, "--blind", tmp_path / "secret.txt")
    assert_names_nobody(course / "blind_results", ("ada", "bob", "cleo"))
    assert gradebook(course)[2:] == [
        *("Ada,ada,,exempt,3,3,91.67", "Bob,bob,,,0,1,6.25", "Cleo,cleo,,,,exempt,0"),
    ]
    feedback = "\n".join(
        path.read_text() for path in course.glob("blind_results/3_ladder/feedback/*.txt")
    )
    assert "1 point instead of 0, decided by the staff on 2027-02-01: unlucky" in feedback
    statistics = (course / "blind_results/statistics.html").read_text()
    assert all(title in statistics for title in ("Trees", "Minimax", "Ladder: "))
    (course / "decisions.csv").unlink()
    _, err = run("grade", course)
    assert "results were in" in err
    first = gradebook(course)
    # Two of three late days are used for the trees; so the second day costs 10 % in Minimax.
    assert first[2:] == ["Ada,ada,,4,2.7,4,82.5", "Bob,bob,,,0,0,0", "Cleo,cleo,,,,,0"]
    _, err = run("grade", course)
    assert gradebook(course) == first
    assert "results were in" in err
    assert "has no agent" in (course / "results/3_ladder/feedback/bob.txt").read_text()
