import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote
from zipfile import ZipFile

import pytest

from helpers.course_register import collected, dates, graded, hand_in, roster
from helpers.grades import ASSIGNMENT, GAMES, GOOD, HIDDEN, ILL, MISSING, UNANSWERED, reflex
from helpers.grading import TINY
from helpers.report_formats import checked_page
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.course.register import CountedGrade, Register, course_rows
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.autograder.reports.gradebook import gradebook
from pacgrid.autograder.reports.result_files import FaultLog, ResultsError
from pacgrid.autograder.reports.results_folder import (
    SavedGame,
    Upload,
    grade_column,
    saved_games,
    write_results,
)
from pacgrid.records.record import Record


def files(folder: Path) -> list[str]:
    """The paths of all files in a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path.relative_to(folder).as_posix() for path in paths]


def test_all_results_are_written(tmp_path):
    write_results(tmp_path / "out", ASSIGNMENT, [GOOD, ILL])
    assert files(tmp_path / "out") == [
        *("feedback/good.html", "feedback/ill.html"),
        *("gradebook.csv", "grades.json", "index.html", "mistakes.csv"),
    ]
    table = tmp_path / "out" / "gradebook.csv"
    assert table.read_bytes().startswith(b"\xef\xbb\xbfsubmission,"), "Excel needs it for Unicode"
    with table.open(encoding="utf-8-sig", newline="") as file:
        assert [row["submission"] for row in csv.DictReader(file)] == ["good.py", "ill.py"]
    assert json.loads((tmp_path / "out" / "grades.json").read_bytes())["version"] == 3


def test_the_index_links_to_existing_files(tmp_path):
    batch = [GOOD, replace(GOOD, name="a b/../é?.py"), replace(GOOD, name="GOOD")]
    write_results(tmp_path, ASSIGNMENT, batch)
    page = checked_page((tmp_path / "index.html").read_text("utf-8"))
    links = [unquote(value) for _, name, value in page.attributes if name == "href"]
    assert len(links) == 3 + 3
    assert all((tmp_path / link).is_file() for link in links)
    write_results(tmp_path, ASSIGNMENT, [])
    assert "0 submissions" in (tmp_path / "index.html").read_text("utf-8")


def test_the_index_counts_who_handed_in_nothing_apart(tmp_path):
    write_results(tmp_path, ASSIGNMENT, [GOOD, MISSING])
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "1 submission · 1 missing · average 5 points · 0 couldn’t be tested" in page
    assert page.count("nothing handed in") == 2
    assert all(file.read_text("utf-8") for file in (tmp_path / "feedback").glob("Eve-Absent.*"))


def test_no_file_depends_on_the_time(tmp_path):
    slow = replace(GOOD, questions=(reflex(replace(GAMES, seconds=9), HIDDEN), UNANSWERED))
    for folder, grade in (("a", GOOD), ("b", slow)):
        write_results(tmp_path / folder, ASSIGNMENT, [grade, ILL])
    for name in files(tmp_path / "a"):
        content = (tmp_path / "a" / name).read_bytes()
        assert b"\r" not in content
        assert content == (tmp_path / "b" / name).read_bytes()


PLAYED = tuple(PlayedGame(seed, won=seed == 3, score=0, actions="") for seed in range(6))
LOST_AND_HIDDEN = PlayedGame(77, won=False, score=0)
PARTS = replace(GAMES, games=PLAYED), replace(HIDDEN, games=(LOST_AND_HIDDEN,), number=2)
GRADE = replace(GOOD, questions=(reflex(*PARTS), UNANSWERED))


def saved(*, show_hidden: bool = False) -> list[SavedGame]:
    return list(saved_games(ASSIGNMENT, [GRADE], show_hidden=show_hidden))


def test_every_game_is_saved_and_the_first_lost_ones_have_a_page(tmp_path: Path) -> None:
    for game in saved():
        game.save(tmp_path)
    pages = [f"good/reflex-1-seed-{seed}.html" for seed in (0, 1, 2)]
    records = [f"good/reflex-1-seed-{seed}.jsonl" for seed in range(6)]
    assert files(tmp_path) == sorted([*records, *pages])
    assert Record.load(tmp_path / "good" / "reflex-1-seed-4.jsonl").seed == 4


def test_games_of_hidden_tests_are_saved_on_request_and_never_linked(tmp_path: Path) -> None:
    assert not [game for game in saved() if game.game.seed == 77]
    games = saved(show_hidden=True)
    assert [game.name for game in games if game.game.seed == 77] == ["reflex-2-seed-77"]
    for game in games:
        game.save(tmp_path / "games")
    write_results(tmp_path, ASSIGNMENT, [GRADE], tmp_path / "games")
    feedback = files(tmp_path / "feedback")
    assert len(feedback) == 1 + 3
    for name in feedback:
        assert "77" not in name
        assert "seed 77" not in (tmp_path / "feedback" / name).read_text()


def test_the_feedback_links_to_the_pages_of_lost_games(tmp_path: Path) -> None:
    write_results(tmp_path, ASSIGNMENT, [GRADE])
    assert "games/" not in (tmp_path / "feedback" / "good.html").read_text()
    for game in saved():
        game.save(tmp_path / "games")
    write_results(tmp_path, ASSIGNMENT, [GRADE], tmp_path / "games")
    page = checked_page((tmp_path / "feedback" / "good.html").read_text())
    links = [value for _, name, value in page.attributes if name == "href" and "games" in value]
    assert len(links) == 3
    assert "lost with seeds 0, 1, 2 and 2 more" in page.text
    assert all((tmp_path / "feedback" / link).is_file() for link in links)


def test_what_cannot_be_written_or_is_gone_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "good").write_text("")
    with pytest.raises(ResultsError, match=r"^.*good: can't be written: .*$"):
        saved()[0].save(tmp_path)
    with pytest.raises(ResultsError, match=r"^.*reflex-1-seed-0\.html: can't be read: .*$"):
        write_results(tmp_path / "out", ASSIGNMENT, [GRADE], tmp_path / "nothing")
    (tmp_path / "gradebook.csv").mkdir()
    with pytest.raises(ResultsError, match=r"^.*gradebook\.csv: can't be written: .*$"):
        write_results(tmp_path, ASSIGNMENT, [GOOD])


TINY_ASSIGNMENT = Assignment.parse(TINY, "tiny.toml")
MOODLE = roster(
    "Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade)\n"
    "Participant 11,Ada Ito,a@x.edu,,4.00,-\nParticipant 12,=Bob,,,4.00,-\n"
    "Participant 13,Cem,c@x.edu,,4.00,-\n",
    "folder/Grades-HW 1.csv",
)
DATES = dates("percent_per_day = 10")


@pytest.fixture(scope="module")
def results() -> list[CountedGrade]:
    handed_in = collected(
        hand_in("11", "2026-10-31 12:00", entry="Ada Ito_11_assignsubmission_file_/"),
        hand_in("12", "2026-10-30 12:00"),
        hand_in("99", "2026-10-30 12:00"),
    )
    entries = Register(MOODLE, DATES).enter(handed_in)
    return entries.results([graded(one) for one in entries.collection.submissions])


def test_the_folder_has_all_that_goes_back_to_students(tmp_path, results):
    upload = Upload(tmp_path / "up", MOODLE, grade_column(MOODLE, "Tiny"))
    notes = upload.write(TINY_ASSIGNMENT, results, FaultLog())
    paths = {path.relative_to(upload.folder).as_posix() for path in upload.folder.rglob("*.*")}
    assert paths == {"Grades-HW 1.csv", "feedback.zip", "lateness.csv"}
    assert notes == [
        "no grades are filled in for 99; see their rows",
        "feedback.zip has 2 of 3 hand-ins: Moodle needs the names of its own download for the"
        " others",
    ]
    grades = (upload.folder / "Grades-HW 1.csv").read_text("utf-8")
    assert "Participant 11,Ada Ito,a@x.edu,3.6,4.00,-\n" in grades
    assert "Participant 12,=Bob,,4,4.00,-\n" in grades  # as Moodle wrote it
    assert "Participant 13,Cem,c@x.edu,,4.00,-\n" in grades
    with ZipFile(upload.folder / "feedback.zip") as archive:
        assert archive.namelist() == [
            "=Bob_12_assignfeedback_file_/feedback.html",
            "Ada Ito_11_assignfeedback_file_/feedback.html",
        ]
        page = archive.read("Ada Ito_11_assignfeedback_file_/feedback.html").decode()
        assert "10 % off: 1 day late; 3.6 points count" in page
    before = {path: path.read_bytes() for path in upload.folder.rglob("*.*")}
    upload.write(TINY_ASSIGNMENT, results, FaultLog())
    assert before == {path: path.read_bytes() for path in upload.folder.rglob("*.*")}


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path, results):
    (tmp_path / "file").write_text("")
    upload = Upload(tmp_path / "file", MOODLE, grade_column(MOODLE, "Tiny"))
    with pytest.raises(ResultsError, match=r"file/Grades-HW 1\.csv: can't be written"):
        upload.write(TINY_ASSIGNMENT, results, FaultLog())


def test_every_row_of_the_gradebook_has_the_rule_and_both_points(results):
    text = gradebook([one.grade for one in results], course_rows(results))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(r["submission"], r["total"], r["points that count"], r["rule"]) for r in rows] == [
        ("99", "4", "4", "on time"),
        ("'=Bob", "4", "4", "on time"),
        ("Ada Ito", "4", "3.6", "10 % off: 1 day late"),
        ("Cem", "", "", "nothing handed in"),
    ]
    assert rows[2]["late"] == "12 h 1 min"
