import pytest

from helpers.grading import TINY
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.content_hashes import content_hashes


def hashes(text: str) -> dict[str, str]:
    return content_hashes(Assignment.parse(text, "tiny.toml").questions)


@pytest.mark.parametrize(
    ("old", "new", "is_changed"),
    [
        ("seed = 3", "seed = 4", True),
        ("seed = 3", "seed = 3\nmove = {cpu_seconds = 2, seconds = 9}", True),
        ("seed = 3", 'seed = 3\ntitle = "Games"', False),
        ('title = "Tiny"', 'title = "Small"', False),
    ],
)
def test_a_hash_is_of_what_a_test_asks_and_not_of_what_it_is_called(old, new, is_changed):
    before, after = hashes(TINY), hashes(TINY.replace(old, new, 1))
    assert before.keys() == after.keys()
    assert sum(before[name] != after[name] for name in before) == is_changed
