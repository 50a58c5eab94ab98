import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grading import TINY
from pacgrid.autograder.assignments.assignment import (
    Assignment,
    AssignmentError,
    add_salt,
    advice,
    with_salt,
)

HIDDEN = TINY.replace("seed = 3", 'visibility = "hidden"')


def test_a_salt_makes_the_seeds_of_hidden_tests_secret_and_changes_nothing_else(tmp_path: Path):
    file = tmp_path / "my course.toml"
    file.write_text(HIDDEN)
    before = Assignment.load(file)
    command = f"pacgrid assignment salt '{file}'"
    assert advice(before, str(file)) == (
        f"the seeds of hidden tests can be guessed (reflex.2); to make them secret: {command}"
    )
    assert add_salt(str(file)) == ("reflex.2",)
    after = Assignment.load(file)
    assert advice(after, str(file)) == ""
    assert after.questions[0].tests[0] != before.questions[0].tests[0]
    assert (after.questions[0].tests[1:], after.questions[1:], after.limits) == (
        before.questions[0].tests[1:],
        before.questions[1:],
        before.limits,
    )
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


@given(
    st.lists(st.sampled_from(["# Ours", "  # ☃ = [", "", " \t"])), st.sampled_from(["\n", "\r\n"])
)
def test_it_is_the_first_key_after_the_comments_at_the_top(heading, line_end):
    top = "".join(f"{line}{line_end}" for line in heading)
    content = f"{top}[limits]{line_end}#".encode()
    for mark in (b"", b"\xef\xbb\xbf"):
        salted = with_salt(mark + content)
        assert salted.startswith(mark + top.encode())
        assert salted.endswith(f"[limits]{line_end}#".encode())
        data = tomllib.loads(salted.decode("utf-8-sig"))
        assert [*data] == ["salt", "limits"]
        assert len(data["salt"]) == 32
    assert with_salt(content) != with_salt(content)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'salt = "{"x" * 32}"{TINY}', "has a salt; another one would give hidden tests other"),
        ('title = "Tiny"', "questions: missing"),
        ("salt = ", "1: Invalid value"),
    ],
)
def test_a_file_that_has_one_or_is_no_assignment_stays_as_it_is(tmp_path, text, message):
    file = tmp_path / "a.toml"
    file.write_text(text)
    with pytest.raises(AssignmentError, match=message):
        add_salt(str(file))
    assert file.read_text() == text


def test_a_shipped_assignment_gets_none():
    with pytest.raises(AssignmentError, match="pacman: is part of Pacgrid; make a copy"):
        add_salt("pacman")


def test_a_file_that_cannot_be_written_stays_as_it_is(tmp_path, monkeypatch):
    file = tmp_path / "a.toml"
    file.write_text(TINY)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(AssignmentError, match=r"a\.toml: can't be written: No space left"):
        add_salt(str(file))
    assert file.read_text() == TINY
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
