import os
import pickle
import random
import re
from pathlib import Path

import pytest

from helpers.grading import TINY, tiny
from pacgrid.autograder.assignments.assignment import (
    Assignment,
    AssignmentError,
    shipped_assignments,
)
from pacgrid.autograder.kinds.search.search import Search
from pacgrid.autograder.model.limits import SubmissionLimits

SHIPPED = Assignment.load()
TEXT = Path("autograder/assignments/pacman.toml").read_text("utf-8")


def error(text: str) -> str:
    """The one line about an assignment that can't be read, after the file's name."""
    with pytest.raises(AssignmentError) as caught:
        Assignment.parse(text, "a.toml")
    assert str(caught.value).isprintable()
    assert str(caught.value).startswith("a.toml:")
    return str(caught.value).removeprefix("a.toml:").lstrip()


def test_the_shipped_assignment_asks_for_five_things_and_gives_25_points():
    names = [question.name for question in SHIPPED.questions]
    assert names == ["reflex", "minimax", "alpha_beta", "expectimax", "evaluation"]
    assert SHIPPED.points == 25
    assert SHIPPED.agents == ["Reflex", "Minimax", "AlphaBeta", "Expectimax"]
    assert SHIPPED.functions == ["evaluate"]
    assert "pacman" in shipped_assignments()
    assert Assignment.load("pacman") == SHIPPED


def test_the_shipped_searches_are_tested_where_the_grader_counts_nodes():
    for name in ("minimax", "alpha_beta", "expectimax"):
        choices = [test for test in SHIPPED.question(name).tests if test.kind != "games"]
        assert choices
        assert all(isinstance(test, Search) for test in choices)


def test_everything_but_title_and_questions_has_a_default():
    tiny = Assignment.parse(TINY, "tiny.toml")
    assert tiny.file == "agent.py"
    assert (tiny.limits.memory_mb, tiny.limits.processes) == (1024, 1)
    text = TINY.partition("[limits]")[0] + "[[questions]]" + TINY.partition("[[questions]]")[2]
    assert Assignment.parse(text, "tiny.toml").limits == SubmissionLimits()
    assert Assignment.parse(f"file = 'my-answers.py'\n{TINY}", "a.toml").file == "my-answers.py"
    assert pickle.loads(pickle.dumps(tiny)) == tiny


@pytest.mark.parametrize(
    ("visibility", "hidden"),
    [("visible", False), ("hidden", True), ("after_due_date", True), ("after_published", True)],
)
def test_a_test_that_students_cannot_see_yet_is_hidden(visibility, hidden):
    kind = 'kind = "search"\n'
    text = TINY.replace(kind, f'{kind}visibility = "{visibility}"\n')
    assert Assignment.parse(text, "a.toml").has_hidden_tests is hidden


def test_an_assignment_may_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TINY.encode())
    assert Assignment.load(path) == tiny()


GAMES, POSITIONS = "questions.0.tests.0", "questions.0.tests.1"
SEARCHES, SEARCH = "questions.1.tests.0", 'kind = "search"\n'
THRESHOLD = f"{GAMES}.thresholds.0"
TITLE = 'title = "Tiny"'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # TOML
        (TITLE, "title = ", "2:9: Invalid value"),
        (TITLE, "x = " + "[" * 5000, "2: arrays or tables are nested too deeply; use fewer levels"),
        (TITLE, "x = " + "9" * 5000, "2: an integer doesn't fit in 64 bits; write a smaller one"),
        # keys and types
        (TITLE, "", "title: missing; add this key"),
        (TITLE, "title = 3", "title: Input should be a valid string"),
        (TITLE, "title = 1979-05-27", "title: Input should be a valid string"),
        ("move = {cpu_seconds = 0.5, seconds = 4}", "move = 3", "limits.move: should be a table"),
        (TITLE, f"{TITLE}\nfile = '../x.py'", "file: '../x.py' is not the name of a Python file"),
        (
            TITLE,
            f"{TITLE}\nfile = 'x.txt'",
            "file: 'x.txt' is not the name of a Python file; write",
        ),
        ("cpu_seconds = 2", "cpu_seconds = 0", "limits.load.cpu_seconds: "),
        ("cpu_seconds = 2", "cpu = 2", "limits.load: unknown key 'cpu'; known: cpu_seconds, sec"),
        ("games = 2", "games = 2.5", f"{GAMES}.games: "),
        ("games = 2", "gmes = 2", f"{GAMES}: unknown key 'gmes'; did you mean 'games'?"),
        ("games = 2", "matches = 2", f"{GAMES}: unknown key 'matches'; known: kind, title, vis"),
        (
            "games = 2",
            'options = {"a\\u001bb" = 1}',
            f"{GAMES}.options.a\ufffdb.[key]: 'a\\x1bb' is not",
        ),
        ("games = 2", "options = {a = inf}", f"{GAMES}.options.a"),
        # names
        (
            '"pocket"',
            '"pockt"',
            f"{GAMES}.layout: pockt: no such layout or file; did you mean 'poc",
        ),
        ('"pocket"', f'"{"a" * 5000}"', f"{GAMES}.layout: "),
        ('"pocket"', "3", f"{GAMES}.layout: name a layout"),
        ('"random_ghost"', '"random_gost"', f"{GAMES}.ghosts.0: no agent 'random_gost'"),
        ('"random_ghost"', "3", f"{GAMES}.ghosts.0: name an agent"),
        ('"random_ghost"', '"random_ghost:a=1"', f"{GAMES}.ghosts.0: "),
        ('"random_ghost"', '"\\u0000.py"', f"{GAMES}.ghosts.0: "),
        ('"random_ghost"', '"a", "b"', f"{GAMES}.ghosts.0: no agent 'a'"),
        (
            'agent = "Reflex"',
            'agent = "class"',
            "questions.0.agent: class is a Python keyword; use",
        ),
        # kinds of tests
        (
            'kind = "positions"',
            'kind = "x"',
            f"{POSITIONS}: kind should be one of 'games', 'ghosts',",
        ),
        (
            'kind = "positions"',
            "",
            f"{POSITIONS}: kind is missing; add 'games', 'ghosts', 'positions' or 'search'",
        ),
        ('search = "minimax"', 'search = "best"', f"{POSITIONS}.search: "),
        ('kind = "search"', 'kind = "search"\nnodes = 0', "questions.1.tests.0.nodes: "),
        (
            'kind = "search"',
            'kind = "search"\nvisibility = "never"',
            "questions.1.tests.0.visibility: Input should be 'visible', 'hidden'",
        ),
        # positions
        ("%.P1 %", "%.P1Q%", f"{POSITIONS}.positions.0: drawing:2:5: unknown character 'Q'"),
        ("%.P1 %", "% P1 %", f"{POSITIONS}.positions.0: the game is over; draw"),
        (
            "%.P1 %\n%%%%%%",
            "%.P1 %\n%%%%%%\nto move: ghost 1",
            f"{POSITIONS}.positions.0: it is a ",
        ),
        ("%.P1 %\n%%%%%%", "%.P1 %\n%%%%%%\nscore: 1e999", f"{POSITIONS}.positions.0: "),
        # searches
        (SEARCH, f"{SEARCH}trees = ['MAX: 3 x']\n", f"{SEARCHES}.trees.0:1:8: 'x' is not a"),
        (
            SEARCH,
            f"{SEARCH}trees = ['MAX: 1 2', '''\nMAX\n  MIN: 1 2\n  MIN: 3 12 (\n''']\n",
            f"{SEARCHES}.trees.1:3:13: ",
        ),
        (SEARCH, f"{SEARCH}trees = ['CHANCE']\n", f"{SEARCHES}.trees.0:1:1: this CHANCE has no"),
        (SEARCH, f"{SEARCH}trees = ['MIN: 1 2']\n", f"{SEARCHES}.trees.0: Pac-Man can't move at"),
        (SEARCH, f"{SEARCH}trees = [3]\n", f"{SEARCHES}.trees.0: write a tree as text"),
        (SEARCH, f"{SEARCH}evaluation = 'liner'\n", f"{SEARCHES}.evaluation: no evaluation 'line"),
        (SEARCH, f"{SEARCH}moves = 0\n", f"{SEARCHES}.moves: "),
        (SEARCH, f"{SEARCH}generate = -1\n", f"{SEARCHES}.generate: "),
        (SEARCH, f"{SEARCH}pruning = 'no'\n", f"{SEARCHES}.pruning: "),
        (SEARCH, f"{SEARCH}nodes = 5001\nmoves = 2\n", f"{SEARCHES}: with more than 5,000 nodes"),
        (SEARCH, f"{SEARCH}generate = 1\noptions = {{}}\n", f"{SEARCHES}: options don't go with"),
        (SEARCH, f'{SEARCH}pruning = "strict"\n', f"{SEARCHES}: minimax doesn't prune; remove"),
        # what doesn't fit together
        ("average_score = -10000, ", "", f"{THRESHOLD}: give either wins or average_score"),
        (
            "average_score = -10000",
            "wins = 3",
            f"{GAMES}: thresholds.0 asks for 3 wins of 2 games;",
        ),
        ("average_score = -10000", "average_score = nan", f"{THRESHOLD}.average_score: "),
        ("average_score = -10000", "average_score = -inf", f"{THRESHOLD}.average_score: "),
        ("points = 2", "points = 3", "questions.0: points is 3, but its tests are worth 2; make"),
        ('agent = "Reflex"', "", "questions.0: give either agent or function"),
        (
            'agent = "Reflex"',
            'function = "f"',
            "questions.0: tests.0: a function is tested by games with a search",
        ),
        ("games = 2", 'search = "minimax"', "questions.0: tests.0: search is for functions only"),
        (
            '"random_ghost"',
            '"random_ghost", "random_ghost"',
            f"{GAMES}: 2 ghosts are named, but only 1 can play on pocket",
        ),
        ('name = "minimax"', 'name = "reflex"', "two questions are called reflex; rename one"),
    ],
)
def test_an_error_names_the_file_and_the_key_and_the_mend(old, new, message):
    assert old in TINY
    assert error(TINY.replace(old, new, 1)).startswith(message)


VALUES = [
    *("", "3", "-1", "0.5", "nan", "inf", "1e999", "9" * 30, "9" * 5000, "0x" + "f" * 5000, "true"),
    *('"x"', '"\\u001b[2J"', "''", "1979-05-27T07:32:00Z", "[]", "{}", "[" * 9000, "{a=" * 9000),
    *('"a/../b"', '"random_ghost:attack=9"', '"' + "x" * 300 + '.py"', "x" * 20, "\0", "é", "\n"),
]


def read(text: str) -> str:
    """The error about an assignment, if there is one."""
    try:
        Assignment.parse(text, "a.toml")
    except AssignmentError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("text", "times"), [(TINY, 150), (TEXT, 25)], ids=["tiny", "shipped"])
def test_a_mutated_assignment_is_read_or_refused_in_one_line(text, times):
    rng = random.Random(times)
    tokens = re.split(r"(\s+|[][{},=]|\"[^\"\n]*\")", text)
    for _ in range(times):
        mutated = tokens.copy()
        for _ in range(rng.randint(1, 2)):
            mutated[rng.randrange(len(mutated))] = rng.choice([*VALUES, rng.choice(tokens)])
        error = read("".join(mutated))
        assert not error or error.isprintable()
        assert "Value error" not in error


def test_a_name_that_does_not_exist_gets_a_suggestion():
    with pytest.raises(AssignmentError, match=r"packman: no such .* did you mean 'pacman'"):
        Assignment.load("packman")
    with pytest.raises(AssignmentError, match="no question 'minmax'; did you mean 'minimax'"):
        tiny().question("minmax")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("folder", "folder: can't be read: Is a directory"),
        ("binary", "binary: is not UTF-8 text; write it in TOML"),
        ("pipe", "pipe: can't be read: not a regular file"),
        ("nowhere", "nowhere: no such assignment or file; shipped: pacman"),
        ("\0", "can't be read: not a valid file name"),
    ],
)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_file_that_can_not_be_read_is_one_line(tmp_path, name, message):
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\xff\xfe\0")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(AssignmentError) as caught:
        Assignment.load(tmp_path / name)
    assert str(caught.value).endswith(message)
    assert str(caught.value).isprintable()


REFLEX, MINIMAX = 'name = "reflex"\n', 'name = "minimax"\n'
SEARCH = 'kind = "search"\n'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (MINIMAX, 'rule = "count"\n', "rule 'count' is for test cases from files; write 'sum'"),
        (
            MINIMAX,
            "extra = 1\n",
            "points is 1, extra 1, but its tests are worth 1; make them equal",
        ),
        (REFLEX, 'requires = ["minimax"]\n', "reflex requires minimax, which is no earlier"),
        (SEARCH, 'visibility = "hidden"\n', "rule 'all' would give hidden tests away"),
    ],
)
def test_rules_and_requirements_that_cannot_hold_are_refused(old, new, message):
    text = TINY.replace(MINIMAX, f'{MINIMAX}rule = "all"\n') if old == SEARCH else TINY
    assert message in error(text.replace(old, f"{old}{new}"))


def test_a_question_may_require_only_visible_ones():
    text = TINY.replace(MINIMAX, f'{MINIMAX}rule = "all"\nextra = 1\nrequires = ["reflex"]\n')
    assert Assignment.parse(text, "a.toml").question("minimax").requires == ["reflex"]
    hidden = text.replace('kind = "games"\n', 'kind = "games"\nvisibility = "hidden"\n', 1)
    assert "minimax requires reflex, which has hidden tests" in error(hidden)


def test_tests_of_test_cases_are_not_for_toml():
    kinds = error(TINY.replace(SEARCH, 'kind = "unknown"\n'))
    assert "kind should be one of 'games', 'ghosts', 'positions', 'search'" in kinds
