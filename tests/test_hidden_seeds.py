import pytest

from helpers.grading import TINY
from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.authoring.dependencies import Dependencies
from pacgrid.autograder.authoring.toml_writer import to_toml
from pacgrid.autograder.hidden_seeds import LARGEST, SMALLEST
from pacgrid.autograder.question import Games, Search


def seeds(text: str = TINY, seed: int = 3, visibility: str = "hidden") -> range:
    text = text.replace("seed = 3", f'seed = {seed}\nvisibility = "{visibility}"')
    test = Assignment.parse(text, "a.toml").questions[0].tests[0]
    assert isinstance(test, Games)
    return test.seeds


@pytest.mark.parametrize("visibility", ["hidden", "after_due_date", "after_published"])
def test_hidden_games_have_large_seeds_that_a_file_fixes(visibility):
    first, second = seeds(visibility=visibility)
    assert SMALLEST <= first < LARGEST
    assert second == first + 1
    assert seeds(visibility=visibility)[0] == first


def test_they_depend_on_the_seed_and_on_all_else_but_how_the_file_is_written():
    others = [
        seeds(),
        seeds(seed=4),
        seeds(visibility="after_published"),
        seeds(TINY.replace('title = "Tiny"', 'title = "Small"')),
        seeds(TINY.replace("-10000", "-9999")),
    ]
    assert len(set(others)) == len(others)
    assert seeds(f"# A comment.\n{TINY}") == seeds()


def test_seeds_that_nobody_guesses_or_everybody_knows_stay():
    assert seeds(seed=SMALLEST) == range(SMALLEST, SMALLEST + 2)
    assert seeds(visibility="visible") == range(3, 5)


def test_hidden_searches_have_large_seeds_too():
    for visibility, is_large in (("hidden", True), ("visible", False)):
        text = TINY.replace('"search"', f'"search"\nvisibility = "{visibility}"')
        test = Assignment.parse(text, "a.toml").questions[1].tests[0]
        assert isinstance(test, Search)
        assert (test.seed >= SMALLEST) is is_large


def test_a_file_that_is_written_from_an_assignment_has_the_same_seeds():
    text = TINY.replace("seed = 3", 'seed = 3\nvisibility = "hidden"')
    loaded = Assignment.parse(text, "a.toml")
    tests = [test for question in loaded.questions for test in question.tests]
    written = to_toml(loaded, Dependencies.of(tests, taken=()))
    assert Assignment.parse(written, "b.toml") == loaded
