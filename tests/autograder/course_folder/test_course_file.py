from datetime import date, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from helpers.course_folders import COURSE, write_files
from pacgrid.autograder.course.dates import Dates
from pacgrid.autograder.course.errors import CourseError
from pacgrid.autograder.course_folder.course_file import CourseFile, at
from pacgrid.autograder.course_folder.course_folder import CourseFolder
from pacgrid.errors import PacgridError

MONDAY = date(2027, 1, 11)


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    """A course in which one text in one file is another one."""
    write_files(folder)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    return folder


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("week 1 Monday 00:00", datetime(2027, 1, 11)),
        ("week 1 Sunday 23:59", datetime(2027, 1, 17, 23, 59)),
        ("week 12 Tuesday 09:30", datetime(2027, 3, 30, 9, 30)),
    ],
)
def test_weeks_count_from_the_monday_of_the_start(when: str, expected: datetime) -> None:
    assert at(when, MONDAY) == expected


def test_the_dates_have_the_policy_of_the_course_and_of_each_assignment(tmp_path: Path) -> None:
    course = CourseFile.load(write_files(tmp_path))
    text = course.dates_toml(["Trees", "Minimax", "Contest"], MONDAY, "Europe/Berlin")
    trees, minimax = (Dates.parse(text, Path("dates.toml"), name) for name in ("Trees", "Minimax"))
    assert trees.shown(trees.due) == "2027-01-15 23:59"
    assert trees.opens
    assert trees.shown(trees.opens) == "2027-01-11 09:00"
    assert (trees.course_late_days, trees.rules.percent_per_day) == (3, 10)
    assert (trees.rules.late_days, minimax.rules.late_days) == (10_000, 2)


def test_weights_are_shares_of_the_total(tmp_path: Path) -> None:
    file = CourseFile.load(write_files(tmp_path, {"course.toml": COURSE.replace("50", "0.25")}))
    assert file.share(file.assignments[1]) == Fraction(1, 201)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("course.toml", "weight = 25", "wieght = 25", "did you mean 'weight'?"),
        ("course.toml", "title", "titel", "unknown key 'titel'; did you mean 'title'?"),
        (
            "course.toml",
            "week 1 Friday",
            "week 1 Fryday",
            "such as 'week 2 Friday 23:59'",
        ),
        ("course.toml", '"2_minimax"', '"1_TREES"', "two assignments have the folder '1_trees'"),
        ("course.toml", '"2_minimax"', '"students"', "no name for an assignment's folder"),
        ("course.toml", '"2_minimax"', '"Times"', "no name for an assignment's folder"),
        ("course.toml", '"2_minimax"', '"../mine"', "no name for an assignment's folder"),
        ("course.toml", "weight = 25", "weight = 0", "should be greater than 0"),
        ("course.toml", '"2_minimax"', '"4_more"', "4_more: needs either assignment.toml or"),
        ("course.toml", "ladder = {beats", "#", "3_ladder: is a ladder; say in course.toml how"),
        ("course.toml", "random_agent = 2", "reflex = 2", "has no anchor 'reflex', which"),
        ("course.toml", "{beats = {random_agent = 2}, rank = 2}", "{}", "gives no points; add"),
        ("course.toml", "[[assignments]]", "[[assignments", "course.toml:7:14: "),
        ("3_ladder/ladder.toml", '"Contest"', '"Trees"', "two assignments are called 'Trees'"),
        (
            "2_minimax/assignment.toml",
            "points = 3",
            "points = 0\nextra = 3",
            "has only extra points, so it can't have a weight",
        ),
        ("2_minimax/assignment.toml", "points = 3", "points = 4", "its tests are worth 3"),
    ],
)
def test_a_course_that_cannot_be_is_refused_in_one_line(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    folder = changed(tmp_path, file, old, new)
    with pytest.raises(PacgridError) as caught:
        CourseFolder.load(folder)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_without_a_course_is_named(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"course\.toml: no such file; write it"):
        CourseFolder.load(tmp_path)


def test_dates_out_of_order_and_seeds_that_can_be_guessed_are_named(tmp_path: Path) -> None:
    folder = changed(tmp_path, "course.toml", "week 2 Friday", "week 1 Tuesday")
    text = (folder / "course.toml").read_text().replace("week 2 Monday", "week 1 Monday")
    (folder / "course.toml").write_text(text)
    file = CourseFile.load(folder)
    dates = file.dates_toml(["Trees", "Minimax", "Contest"], MONDAY, "UTC")
    (folder / "dates.toml").write_text(dates)
    *_, order, guessed, seed = sorted(CourseFolder.load(folder).problems())
    found = " ".join(CourseFolder.load(folder).problems())
    assert "'Minimax' is due before 'Trees'" in found
    assert "seeds of hidden tests can be guessed (minimax.2)" in found
    assert "seed 0 can be guessed" in found
    assert len({order, guessed, seed}) == 3
