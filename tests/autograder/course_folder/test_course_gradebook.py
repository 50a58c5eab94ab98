from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from helpers.course_folders import COURSE, FILES, write_files
from helpers.course_register import graded, hand_in, result, roster
from pacgrid.autograder.course.course_row import CourseRow
from pacgrid.autograder.course.register import CountedGrade
from pacgrid.autograder.course_folder.course_folder import CourseFolder
from pacgrid.autograder.course_folder.course_gradebook import CourseGradebook

PEOPLE = roster("name,username,section\nAda,ada,A\n=Bob,bob,B\nCleo,cleo,A\n")


def graded_course(folder: Path, *results: list[CountedGrade]) -> CourseGradebook:
    """Of the first assignments of a course, which count 25 and 50."""
    course = CourseFolder.load(write_files(folder))
    return CourseGradebook.of([*zip(course.assignments, results, strict=False)], PEOPLE)


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


def test_what_a_student_is_exempt_from_does_not_count(tmp_path: Path) -> None:
    ada, bob = result(PEOPLE, "ada", 1), result(PEOPLE, "bob", 4)
    exempt = replace(ada, grade=replace(ada.grade, is_exempt=True))
    book = graded_course(tmp_path, [exempt, bob], [result(PEOPLE, "ada", 1.5)])
    # Ada has half of what counts; Bob has half of the 25, and nothing of the 50.
    assert book.csv.splitlines()[2:4] == ["Ada,ada,A,exempt,1.5,37.5", "'=Bob,bob,B,4,,12.5"]
    assert graded_course(tmp_path, [exempt]).csv.splitlines()[2] == "Ada,ada,A,exempt,"


def test_points_of_a_student_who_is_exempt_from_a_question_are_scaled(tmp_path: Path) -> None:
    ada = result(PEOPLE, "ada", 2.5)
    (question,) = ada.grade.questions
    other = replace(question, name="other", possible=3, is_exempt=True, outcomes=())
    partly = replace(ada, grade=replace(ada.grade, questions=(question, other)))
    assert graded_course(tmp_path, [partly]).csv.splitlines()[2] == "Ada,ada,A,4,12.5"


def test_two_hand_ins_by_one_name_have_no_total_and_are_named(tmp_path: Path) -> None:
    one, two = (CountedGrade(graded(hand_in("zoe"), n), CourseRow(), None) for n in (3, 5))
    book = graded_course(tmp_path, [one, two])
    assert book.csv.splitlines()[-1] == "zoe,zoe,,,"
    assert [*book.problems] == ["zoe: has no total: Trees has several hand-ins by this name"]


def test_two_students_of_one_name_without_identifiers_have_a_row_each(tmp_path: Path) -> None:
    course = CourseFolder.load(write_files(tmp_path))
    namesakes = roster("name,username\nAda,\nAda,\nBob,bob\n")
    first, second, _ = namesakes.students
    grade = graded(hand_in(""), 4)
    results = [CountedGrade(grade, CourseRow(), first), CountedGrade(grade, CourseRow(), second)]
    book = CourseGradebook.of([(course.assignments[0], results)], namesakes)
    assert [row[-1] for row in book.rows] == ["12.5", "12.5", "0"]
