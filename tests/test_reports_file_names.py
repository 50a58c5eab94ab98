import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.report_cards import texts
from pacgrid.autograder.reports.file_names import file_names


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("ada.py", "ada"),
        ("section 1/ada.py", "section-1-ada"),
        ("../../etc/passwd", "etc-passwd"),
        ("Zoë Müller", "Zoe-Muller"),
        ("con.txt", "submission-con.txt"),
        ("日本", "submission"),
        (".hidden", "hidden"),
        ("a" * 300, "a" * 60),
    ],
)
def test_a_name_is_kept_as_far_as_every_file_system_can(name, file):
    assert file_names([name]) == [file]


def test_names_that_would_be_the_same_get_a_hash():
    files = file_names(["ada.py", "Ada.py", "bob.py"])
    assert [re.sub("-[0-9a-f]{8}$", "-#", file) for file in files] == ["ada-#", "Ada-#", "bob"]
    assert len({file.lower() for file in files}) == 3


def test_a_name_that_looks_like_anothers_hash_gets_a_longer_one():
    hashed = file_names(["ada.py", "Ada.py"])[0]
    files = file_names(["ada.py", "Ada.py", hashed])
    assert len({file.lower() for file in files}) == 3


@given(st.lists(texts, unique=True, max_size=5))
def test_every_name_gets_a_safe_one_of_its_own(names):
    files = file_names(names)
    assert len({file.lower() for file in files}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_][\w.-]*", file, re.ASCII) for file in files)
    assert all(len(file) < 130 and not file.endswith(".") for file in files)
    assert file_names(names[::-1]) == files[::-1]
