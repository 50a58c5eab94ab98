import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.grading import TINY
from pacgrid.autograder.assignments.assignment import Assignment, AssignmentError
from pacgrid.autograder.assignments.hidden_seeds import LARGEST, SMALLEST, hidden_seeds
from pacgrid.autograder.authoring.dependencies import Dependencies
from pacgrid.autograder.authoring.kit import Kit
from pacgrid.autograder.authoring.package import Package
from pacgrid.autograder.authoring.toml_writer import to_toml
from pacgrid.autograder.kinds.games.games import Games
from pacgrid.autograder.kinds.search.search import Search

SALT = "0123456789abcdef" * 2
SALTED = f'salt = "{SALT}"{TINY}'


def seeds(text: str = SALTED, seed: int = 3, visibility: str = "hidden") -> range:
    text = text.replace("seed = 3", f'seed = {seed}\nvisibility = "{visibility}"')
    test = Assignment.parse(text, "a.toml").questions[0].tests[0]
    assert isinstance(test, Games)
    return test.seeds


# A hidden test of each kind with seeds. The words in capitals change in the tests below.
WITH_ALL = f"""
title = "TITLE"
salt = "{SALT}"
limits = {{move = {{cpu_seconds = CPU, seconds = 30}}}}

[[questions]]
name = "visible"
agent = "OTHER"
points = POINTS
[[questions.tests]]
kind = "games"
layout = "pocket"
seed = SEED
games = GAMES
thresholds = [{{average_score = SCORE, points = POINTS}}]

[[questions]]
name = "NAME"
agent = "Reflex"
points = POINTS
[[questions.tests]]
kind = "games"
title = "TEXT"
visibility = "VISIBILITY"
layout = "pocket"
ghosts = ["random_ghost"]
games = GAMES
seed = 3
rounds = ROUNDS
thresholds = [{{average_score = SCORE, points = POINTS}}]

[[questions]]
name = "search"
agent = "Minimax"
points = POINTS
[[questions.tests]]
kind = "search"
title = "TEXT"
visibility = "VISIBILITY"
search = "minimax"
depth = 1
generate = GAMES
seed = 3
partial = PARTIAL
points = POINTS
"""
VALUES = {
    "TITLE": "Tiny",
    "CPU": "1",
    "OTHER": "Other",
    "POINTS": "1",
    "SEED": "0",
    "GAMES": "2",
    "SCORE": "5",
    "NAME": "reflex",
    "TEXT": "",
    "VISIBILITY": "hidden",
    "ROUNDS": "20",
    "PARTIAL": "false",
}
LINES = st.text(st.characters(codec="ascii", exclude_characters='"\\', exclude_categories=["Cc"]))
NUMBERS = st.integers(1, 9).map(str)


def secret_seeds(**values: str) -> list[int]:
    text = re.sub("[A-Z]{3,}", lambda word: {**VALUES, **values}.get(word[0], word[0]), WITH_ALL)
    return [*hidden_seeds(Assignment.parse(text, "a.toml").questions).values()]


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "TITLE": LINES,
            "CPU": NUMBERS,
            "OTHER": st.sampled_from(["Minimax", "Expectimax"]),
            "POINTS": NUMBERS,
            "SEED": NUMBERS,
            "GAMES": NUMBERS,
            "SCORE": st.integers().map(str).filter(lambda score: len(score) < 9),
            "NAME": st.sampled_from(["one", "two"]),
            "TEXT": LINES,
            "VISIBILITY": st.sampled_from(["hidden", "after_due_date", "after_published"]),
            "ROUNDS": NUMBERS,
            "PARTIAL": st.sampled_from(["false", "true"]),
        },
    )
)
def test_no_change_to_the_rest_of_the_file_or_to_how_a_test_counts_changes_its_seed(values):
    assert secret_seeds(**values) == secret_seeds()


@pytest.mark.parametrize("visibility", ["hidden", "after_due_date", "after_published"])
def test_hidden_games_have_large_seeds_that_a_file_fixes(visibility):
    first, second = seeds(visibility=visibility)
    assert SMALLEST <= first < LARGEST
    assert second == first + 1
    assert seeds(visibility=visibility)[0] == first


def test_they_depend_on_the_salt_and_on_what_the_test_asks():
    others = [
        seeds(),
        seeds(TINY),
        seeds(SALTED.replace(SALT, SALT[::-1])),
        seeds(seed=4),
        seeds(SALTED.replace("Reflex", "Other")),
        seeds(SALTED.replace("pocket", "small")),
        seeds(SALTED.replace("random_ghost", "directional_ghost")),
        seeds(SALTED.replace("random_ghost", "directional_ghost:attack=0.5")),
    ]
    assert len(set(others)) == len(others)


def test_they_do_not_depend_on_where_the_files_are(tmp_path: Path) -> None:
    text = SALTED.replace('"pocket"', '"arena.lay"').replace("seed = 3", 'visibility = "hidden"')
    text = text.replace('"random_ghost"', '"hunter.py:depth=1"')
    lines = ["from pacgrid import Agent", "class Hunter(Agent):"]
    lines += ["    def __init__(self, depth): ...", "    def act(self, state): ...", "    # "]
    found = []
    for name in ("here", "there"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "arena.lay").write_text("%%%%%\n%P.1%\n%%%%%\n")
        (folder / "hunter.py").write_text("\n".join(lines) + name)
        found.append(hidden_seeds(Assignment.parse(text, "a.toml", folder).questions))
    assert found[0] == found[1]
    assert [*found[0]] == ["reflex.2"]


def test_seeds_that_nobody_guesses_or_everybody_knows_stay():
    assert seeds(seed=SMALLEST) == range(SMALLEST, SMALLEST + 2)
    assert seeds(visibility="visible") == range(3, 5)


def test_hidden_searches_have_large_seeds_too():
    for visibility, is_large in (("hidden", True), ("visible", False)):
        text = SALTED.replace('"search"', f'"search"\nvisibility = "{visibility}"')
        test = Assignment.parse(text, "a.toml").questions[1].tests[0]
        assert isinstance(test, Search)
        assert (test.seed >= SMALLEST) is is_large


def test_a_file_that_is_written_from_an_assignment_has_the_same_seeds():
    text = SALTED.replace("seed = 3", 'seed = 3\nvisibility = "hidden"')
    loaded = Assignment.parse(text, "a.toml")
    tests = [test for question in loaded.questions for test in question.tests]
    written = to_toml(loaded, Dependencies.of(tests, taken=()))
    assert Assignment.parse(written, "b.toml") == loaded


def test_without_a_salt_hidden_tests_with_small_seeds_are_named():
    for text, names in ((TINY, ("reflex.2",)), (SALTED, ())):
        hidden = text.replace("seed = 3", 'visibility = "hidden"')
        assert Assignment.parse(hidden, "a.toml").guessable_tests == names
        assert Assignment.parse(text, "a.toml").guessable_tests == ()
        large = hidden.replace("games = 2", f"games = 2\nseed = {SMALLEST}")
        assert Assignment.parse(large, "a.toml").guessable_tests == ()


def test_a_salt_is_in_nothing_that_is_made_from_the_assignment():
    loaded = Assignment.parse(SALTED.replace("seed = 3", 'visibility = "hidden"'), "a.toml")
    made = [repr(loaded).encode(), loaded.model_dump_json().encode(), pickle.dumps(loaded)]
    made += Kit.of(loaded, Package("pacgrid")).files.values()
    assert not any(SALT.encode() in each for each in made)


@pytest.mark.parametrize(
    ("salt", "message"),
    [
        ('"hunter2hunter2"', "a.toml: salt: can be guessed; remove it, then run: "),
        ("20311122", "a.toml: salt: "),
        (f'"{SALT}', "a.toml:1:"),
    ],
)
def test_a_salt_is_in_no_error(salt: str, message: str) -> None:
    with pytest.raises(AssignmentError) as caught:
        Assignment.parse(f"salt = {salt}\n{TINY}", "a.toml")
    assert str(caught.value).startswith(message)
    assert salt.strip('"') not in str(caught.value)
