import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grades import texts
from pacgrid.autograder.reports.result_files import file_names
from pacgrid.autograder.submissions.members import caseless


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("ada.py", "ada"),
        ("section 1/ada.py", "section-1-ada"),
        ("../../etc/passwd", "etc-passwd"),
        ("Zoë Müller", "Zoe-Muller"),
        ("con.txt", "submission-con.txt"),
        ("山田 太郎", "山田-太郎"),
        ("Андрей", "Андрей"),
        ("अमित", "अमित"),
        ("🐍", "submission"),
        (".hidden", "hidden"),
        ("a" * 300, "a" * 60),
        ("𠀀" * 300, "𠀀" * 45),
    ],
)
def test_a_name_keeps_what_every_file_system_accepts(name, file):
    assert file_names([name]) == [file]


def test_names_that_would_collide_get_a_hash():
    files = file_names(["ada.py", "Ada.py", "bob.py"])
    assert [re.sub("-[0-9a-f]{8}$", "-#", file) for file in files] == ["ada-#", "Ada-#", "bob"]
    assert len({file.lower() for file in files}) == 3


def test_a_name_that_equals_a_hashed_one_gets_a_longer_hash():
    hashed = file_names(["ada.py", "Ada.py"])[0]
    files = file_names(["ada.py", "Ada.py", hashed])
    assert len({file.lower() for file in files}) == 3


@given(st.lists(texts, unique=True, max_size=5))
def test_file_names_are_safe_and_distinct(names):
    files = file_names(names)
    assert len({caseless(file) for file in files}) == len(names)
    assert not any(set(file) & set(' <>:"/\\|?*') or not file.isprintable() for file in files)
    assert all(len(file.encode()) <= 250 and file.strip(".-") == file for file in files)
    assert file_names(names[::-1]) == files[::-1]
