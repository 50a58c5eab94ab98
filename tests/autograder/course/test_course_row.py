from datetime import timedelta
from fractions import Fraction

from helpers.course_register import graded, hand_in
from helpers.grades import MISSING
from pacgrid.autograder.course.lateness import CourseRow, Lateness

LATE = Lateness(timedelta(hours=3), 1, percent=Fraction(10))


def test_a_student_reads_the_rule_and_the_points_unless_tests_are_hidden():
    course_row = CourseRow(lateness=LATE, rule=LATE.rule)
    grade = graded(hand_in("1"), 4)
    assert course_row.late == "3 h"
    assert course_row.line(grade) == "10 % off: 1 day late; 3.6 points count"
    assert course_row.line(grade, has_hidden_tests=True) == "10 % off: 1 day late"
    assert CourseRow(rule="on time", lateness=Lateness()).line(grade) == "on time"
    assert CourseRow().line(grade) == ""
    assert course_row.final(MISSING) is None
    assert course_row.line(MISSING) == "10 % off: 1 day late"
