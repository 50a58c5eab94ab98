import re
import stat
import sys

import pytest

from helpers.course_register import result, roster
from pacgrid.autograder.course.blind import (
    blind_identifier,
    blind_name,
    blinded,
    read_secret,
)
from pacgrid.autograder.course.course_row import CourseRow
from pacgrid.autograder.course.errors import CourseError

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
    assert [one.grade.name for one in found] == sorted(blind_name(SECRET, one) for one in results)
    assert {one.course_row.section for one in found} == {"A", ""}


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
