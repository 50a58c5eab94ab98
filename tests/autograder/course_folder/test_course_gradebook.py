from fractions import Fraction
from pathlib import Path

from helpers.course_folders import COURSE, FILES, write_files
from helpers.course_register import graded, hand_in, result, roster
from pacgrid.autograder.course.course_row import CourseRow
from pacgrid.autograder.course.register import CountedGrade
from pacgrid.autograder.course_folder.course_folder import CourseFolder
from pacgrid.autograder.course_folder.course_gradebook import CourseGradebook

PEOPLE = roster("name,username,section\nAda,ada,A\n=Bob,bob,B\nCleo,cleo,A\n")


def gradebook(folder: Path) -> CourseGradebook:
    """Ada has 1 of 8 and 2 of 3 points, Bob 4 of 8 and nothing; nobody is in the ladder yet."""
    text = COURSE.replace("weight = 25", "weight = 3", 1).replace("weight = 50", "weight = 7", 1)
    trees, minimax, _ = CourseFolder.load(
        write_files(folder, {**FILES, "course.toml": text})
    ).assignments
    stranger = CountedGrade(graded(hand_in("zoe"), 8), CourseRow(), None)
    first = [result(PEOPLE, "ada", 1), result(PEOPLE, "bob", 4), stranger]
    return CourseGradebook.of([(trees, first), (minimax, [result(PEOPLE, "ada", 2)])], PEOPLE)


def test_totals_are_exact_sums_of_weighted_shares(tmp_path: Path) -> None:
    book = gradebook(tmp_path)
    totals = {one.name: book.total(one) for one in book.students}
    assert totals == {
        "Ada": Fraction(3, 8) + Fraction(14, 3),
        "=Bob": Fraction(3, 2),
        "Cleo": Fraction(0),
        "zoe": Fraction(3),
    }
    assert book.possible == 10


def test_the_gradebook_has_a_column_for_each_graded_assignment_and_no_formulas(
    tmp_path: Path,
) -> None:
    assert gradebook(tmp_path).csv.splitlines() == [
        "student,identifier,section,Trees,Minimax,total",
        "Points Possible,,,8,3,10",
        "Ada,ada,A,1,2,5.04",
        "'=Bob,bob,B,4,,1.5",
        "Cleo,cleo,A,,,0",
        "zoe,zoe,,8,,3",
    ]
