import tomllib
from datetime import date
from pathlib import Path

import pytest

from helpers.course_folders import FILES, write_files
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.course.errors import CourseError
from pacgrid.autograder.course_folder.course_folder import CourseFolder
from pacgrid.autograder.course_folder.new_course import new_course
from pacgrid.errors import PacgridError

MONDAY = date(2027, 1, 11)


def test_a_new_course_has_the_same_files_and_secrets_of_its_own(tmp_path: Path) -> None:
    source, one, two = (tmp_path / name for name in ("source", "one", "two"))
    write_files(source)
    assert new_course(one, source, MONDAY) == "UTC"
    new_course(two, one, MONDAY, "Europe/Berlin")
    assert {path for path in FILES if (two / path).exists()} == FILES.keys()
    secrets = [
        tomllib.loads((each / name).read_text())[key]
        for each in (one, two)
        for name, key in (("2_minimax/assignment.toml", "salt"), ("3_ladder/ladder.toml", "seed"))
    ]
    assert len({*secrets}) == 4
    assert not Assignment.load(two / "2_minimax/assignment.toml").guessable_tests
    assert not [*CourseFolder.load(two).problems()]
    assert (two / "2_minimax/assignment.toml").read_text().count("salt") == 1


def test_a_new_course_leaves_out_what_belongs_to_last_year(tmp_path: Path) -> None:
    source = write_files(tmp_path / "source")
    for name in ("roster.csv", "submissions/1_trees/ada/book.toml", "students/old.html"):
        write_files(source, {name: "x"})
    new_course(tmp_path / "new", source, MONDAY)
    left = {path.name for path in (tmp_path / "new").iterdir()}
    assert left == {"1_trees", "2_minimax", "3_ladder", "course.toml", "dates.toml", "staff.md"}


@pytest.mark.parametrize(
    ("start", "zone", "message"),
    [
        (date(2027, 1, 12), None, "is a Tuesday; weeks begin on Mondays, so write 2027-01-11 or"),
        (date(9999, 12, 27), None, "start 9999-12-27: is too late; calendars end in 9999"),
        (MONDAY, "Europe/Berln", "unknown time zone 'Europe/Berln'; did you mean 'Europe/Berlin'?"),
    ],
)
def test_a_course_that_cannot_start_so_is_not_written(
    tmp_path: Path, start: date, zone: str | None, message: str
) -> None:
    source, target = write_files(tmp_path / "source"), tmp_path / "new"
    with pytest.raises(PacgridError, match=message.replace("?", r"\?")):
        new_course(target, source, start, zone)
    assert not target.exists()


def test_a_time_that_clocks_skip_is_not_a_date(tmp_path: Path) -> None:
    source = write_files(tmp_path / "source")
    text = (source / "course.toml").read_text()
    (source / "course.toml").write_text(text.replace("week 3 Friday 23:59", "week 11 Sunday 02:30"))
    with pytest.raises(CourseError, match="doesn't exist in Europe/Berlin"):
        new_course(tmp_path / "new", source, MONDAY, "Europe/Berlin")


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    source, target = write_files(tmp_path / "source"), tmp_path / "new"
    write_files(target, {"mine.txt": "mine"})
    with pytest.raises(CourseError, match="new: is not an empty folder; name a new one"):
        new_course(target, source, MONDAY)
    assert [path.name for path in target.iterdir()] == ["mine.txt"]


def test_a_link_to_nothing_in_the_source_is_named(tmp_path: Path) -> None:
    source = write_files(tmp_path / "source")
    (source / "1_trees/board.lay").symlink_to("nowhere")
    with pytest.raises(CourseError, match=r"board\.lay: can't be copied: .*No such file"):
        new_course(tmp_path / "new", source, MONDAY)
