import pickle

import pytest

from helpers.grading import TINY, tiny
from pacgrid.autograder.assignment import Assignment, AssignmentError, shipped_assignments
from pacgrid.autograder.limits import Limits
from pacgrid.autograder.question import Search

SHIPPED = Assignment.load()
THRESHOLD = "a.toml: questions.0.tests.0.thresholds.0"


def refusal(text: str) -> str:
    with pytest.raises(AssignmentError) as caught:
        Assignment.parse(text, "a.toml")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_shipped_assignment_asks_for_five_things_and_gives_25_points():
    names = [question.name for question in SHIPPED.questions]
    assert names == ["reflex", "minimax", "alpha_beta", "expectimax", "evaluation"]
    assert SHIPPED.points == 25


def test_the_shipped_searches_are_judged_by_what_the_grader_counts():
    for name in ("minimax", "alpha_beta", "expectimax"):
        choices = [test for test in SHIPPED.question(name).tests if test.kind != "games"]
        assert choices
        assert all(isinstance(test, Search) for test in choices)


def test_what_it_leaves_out_has_an_answer():
    tiny = Assignment.parse(TINY, "tiny.toml")
    assert tiny.file == "agent.py"
    assert (tiny.limits.memory_mb, tiny.limits.processes) == (1024, 1)
    text = TINY.partition("[limits]")[0] + "[[questions]]" + TINY.partition("[[questions]]")[2]
    assert Assignment.parse(text, "tiny.toml").limits == Limits()


def test_what_is_asked_for_is_named_once_in_the_order_of_the_questions():
    assert SHIPPED.agents == ["Reflex", "Minimax", "AlphaBeta", "Expectimax"]
    assert SHIPPED.functions == ["evaluate"]


@pytest.mark.parametrize(
    ("visibility", "hidden"),
    [("visible", False), ("hidden", True), ("after_due_date", True), ("after_published", True)],
)
def test_a_test_that_is_not_visible_now_is_hidden(visibility, hidden):
    kind = 'kind = "search"\n'
    text = TINY.replace(kind, f'{kind}visibility = "{visibility}"\n')
    assert Assignment.parse(text, "a.toml").has_hidden_tests is hidden


def test_the_shipped_assignment_is_found_by_its_name():
    assert "pacman" in shipped_assignments()
    assert Assignment.load("pacman") == SHIPPED


def test_an_assignment_may_begin_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TINY.encode())
    assert Assignment.load(path) == tiny()


def test_an_assignment_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(tiny())) == tiny()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Tiny"', "title = ", "a.toml:2:9: Invalid value"),
        ('title = "Tiny"', "", "a.toml: title: Field required"),
        ('title = "Tiny"', "title = 3", "a.toml: title: Input should be a valid string"),
        ("cpu_seconds = 2", "cpu_seconds = 0", "a.toml: limits.load.cpu_seconds: "),
        ("cpu_seconds = 2", "cpu = 2", "a.toml: limits.load: unknown key 'cpu'; known are"),
        (
            '"pocket"',
            '"pockt"',
            "a.toml: questions.0.tests.0.layout: pockt: no such layout or file; "
            "did you mean 'pocket'?",
        ),
        ('"random_ghost"', '"random_gost"', "a.toml: questions.0.tests.0.ghosts.0: no agent"),
        ('"random_ghost"', "3", "a.toml: questions.0.tests.0.ghosts.0: name an agent"),
        ("games = 2", "games = 2.5", "a.toml: questions.0.tests.0.games: "),
        ("games = 2", "gmes = 2", "a.toml: questions.0.tests.0: unknown key 'gmes'; did"),
        ('kind = "positions"', 'kind = "riddles"', "a.toml: questions.0.tests.1: "),
        ('search = "minimax"', 'search = "best"', "a.toml: questions.0.tests.1.search: "),
        (
            "%.P1 %",
            "%.P1Q%",
            "a.toml: questions.0.tests.1.positions.0: drawing:2:5: unknown character 'Q'",
        ),
        ("%.P1 %", "% P1 %", "a.toml: questions.0.tests.1.positions.0: nothing to choose"),
        (
            "average_score = -10000, ",
            "",
            "a.toml: questions.0.tests.0.thresholds.0: give either wins or average_score",
        ),
        (
            "average_score = -10000",
            "wins = 3",
            "a.toml: questions.0.tests.0: thresholds.0 asks for 3 wins of 2 games",
        ),
        (
            "points = 2",
            "points = 3",
            "a.toml: questions.0: has 3 points, and its tests give 2",
        ),
        ('agent = "Reflex"', "", "a.toml: questions.0: give either agent or function"),
        (
            'agent = "Reflex"',
            'function = "f"',
            "a.toml: questions.0: tests.0: a function is tested by games with a search",
        ),
        ("average_score = -10000", "average_score = nan", f"{THRESHOLD}.average_score: "),
        ("average_score = -10000", "average_score = -inf", f"{THRESHOLD}.average_score: "),
        (
            '"random_ghost"',
            '"random_ghost", "random_ghost"',
            "a.toml: questions.0.tests.0: names 2 ghosts; the layout has places for 1",
        ),
        ('"random_ghost"', '"random_ghost:a=1"', "a.toml: questions.0.tests.0.ghosts.0: "),
        ('"random_ghost"', '"\\u0000.py"', "a.toml: questions.0.tests.0.ghosts.0: "),
        ('agent = "Reflex"', 'agent = "class"', "a.toml: questions.0.agent: class is a word of"),
        ("games = 2", "matches = 2", "a.toml: questions.0.tests.0: unknown key 'matches'; known"),
        ("%.P1 %", "%.P1 %\n%%%%%%\nscore: 1e999", "a.toml: questions.0.tests.1.positions.0: "),
        ('title = "Tiny"', 'title = "Tiny"\nfile = "../x.py"', "a.toml: file: String should match"),
        ('title = "Tiny"', 'title = "Tiny"\nfile = "x.txt"', "a.toml: file: String should match"),
        (
            'kind = "search"',
            'kind = "search"\nnodes = 0',
            "a.toml: questions.1.tests.0.nodes: ",
        ),
        (
            'kind = "search"',
            'kind = "search"\nvisibility = "never"',
            "a.toml: questions.1.tests.0.visibility: Input should be 'visible', 'hidden'",
        ),
        ('name = "minimax"', 'name = "reflex"', "a.toml: two questions are called reflex"),
    ],
)
def test_an_error_names_the_file_and_the_key(old, new, message):
    assert old in TINY
    assert refusal(TINY.replace(old, new, 1)).startswith(message)


def test_an_assignment_that_is_nowhere_is_told_with_the_likeliest_name(tmp_path):
    with pytest.raises(AssignmentError, match=r"packman: no such .* did you mean 'pacman'"):
        Assignment.load("packman")
    with pytest.raises(AssignmentError, match="can't be read"):
        Assignment.load(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\0")
    with pytest.raises(AssignmentError, match="not a text file"):
        Assignment.load(tmp_path / "binary.toml")


def test_a_question_that_is_not_there_is_told_with_the_likeliest_name():
    with pytest.raises(AssignmentError, match="no question 'minmax'; did you mean 'minimax'"):
        tiny().question("minmax")
