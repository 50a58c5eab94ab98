import re
import stat
import sys
from dataclasses import replace

import pytest

from helpers.course_register import graded, hand_in, result, roster
from pacgrid.autograder.course.blind import (
    blind_identifier,
    blind_names,
    blinded,
    read_secret,
)
from pacgrid.autograder.course.course_row import CourseRow
from pacgrid.autograder.course.errors import CourseError
from pacgrid.autograder.course.register import CountedGrade
from pacgrid.common.failure import Failure

CLASS = roster("name,id,section\nAda Lovelace,a1,A\nBob,b2,B\n")
SECRET = b"x" * 64


def test_a_blind_identifier_is_the_same_in_every_run_and_follows_from_the_secret():
    assert blind_identifier(SECRET, "a1") == blind_identifier(SECRET, "A1") == "UQR7I-OS6AY"
    assert re.fullmatch("[A-Z2-7]{5}-[A-Z2-7]{5}", blind_identifier(SECRET, "b2"))
    assert len({blind_identifier(key, who) for key in (SECRET, b"y" * 64) for who in "ab"}) == 4


def test_results_name_nobody_and_their_order_says_nothing():
    course_row = CourseRow("A", ("Bob (b2)",), "2026-10-30 12:00", rule="accommodation")
    results = [result(CLASS, "a1", course_row=course_row), result(CLASS, "b2")]
    found = blinded(results, SECRET)
    assert not re.search("Ada|Bob|a1|b2|accommodation|2026", str([r.grade for r in found]))
    assert not re.search("Ada|Bob|a1|b2|accommodation|2026", str([r.course_row for r in found]))
    assert [one.grade.name for one in found] == sorted(blind_names(SECRET, results))
    assert {one.course_row.section for one in found} == {"A", ""}


def test_two_hand_ins_of_one_student_are_two_rows():
    unknown = graded(hand_in("a1"))  # nobody in the roster, but called as somebody's identifier is
    results = [result(CLASS, "a1"), result(CLASS, "a1"), CountedGrade(unknown, CourseRow(), None)]
    names = blind_names(SECRET, results)
    assert names[:2] == ["UQR7I-OS6AY", "UQR7I-OS6AY (2)"]
    assert len(set(names)) == 3
    assert [one.grade.name for one in blinded(results, SECRET)] == sorted(names)


def test_why_a_hand_in_cannot_be_graded_names_nobody():
    texts = ("b2.docx is not a Python file", "has the identifier A1, like Ada Lovelace")
    results = [
        replace(each, grade=replace(each.grade, failure=Failure(text)))
        for each, text in zip([result(CLASS, "a1"), result(CLASS, "b2")], texts, strict=True)
    ]
    ada, bob = blind_names(SECRET, results)
    found = {one.grade.name: one.grade.failure for one in blinded(results, SECRET)}
    assert found[ada] == Failure(f"{bob}.docx is not a Python file")
    assert found[bob] == Failure(f"has the identifier {ada}, like {ada}")


def test_failures_in_tests_name_no_file_and_keep_their_details():
    failure = Failure("ValueError: x (a1.py, line 3, in act)", '  File "a1.py", line 3')
    one = result(CLASS, "a1")
    (question,) = one.grade.questions
    outcome = replace(question.outcomes[0], failure=failure, advice="pacgrid play a1.py:Reflex")
    question = replace(question, outcomes=(outcome,))
    one = replace(one, grade=replace(one.grade, questions=(question,), failure=failure))
    (found,) = blinded([one], SECRET)
    (code,) = blind_names(SECRET, [one])
    assert found.grade.questions[0].outcomes[0].advice == f"pacgrid play {code}.py:Reflex"
    for each in (found.grade.failure, found.grade.questions[0].outcomes[0].failure):
        assert each == Failure(
            f"ValueError: x ({code}.py, line 3, in act)", f'  File "{code}.py", line 3'
        )


def test_a_secret_is_drawn_once_and_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "secret.txt"
    secret = read_secret(path)
    assert read_secret(path) == secret
    assert len(secret) == 64
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("guess me")
    with pytest.raises(
        CourseError, match="is so short that it can be guessed; remove it to have another drawn"
    ):
        read_secret(path)
    with pytest.raises(CourseError, match=r"can't be used: "):
        read_secret(tmp_path / "no" / "secret.txt")
