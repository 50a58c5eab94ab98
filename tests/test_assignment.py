import pickle

import pytest

from grading import TINY, tiny
from pacgrid.autograder.assignment import Assignment, AssignmentError, Positions

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


def test_an_assignment_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(tiny())) == tiny()


def test_seeds_count_on_from_the_first():
    games = tiny().question("reflex").tests[0]
    assert list(games.seeds) == [3, 4]


def test_there_is_a_player_for_every_ghost_of_the_layout():
    text = TINY.replace('layout = "pocket"', 'layout = "arcade"', 1)
    games = Assignment.parse(text, "a.toml").questions[0].tests[0]
    assert [type(player).__name__ for player in games.players()] == ["RandomGhost"] * 4


def test_an_agent_is_built_as_our_own_search_unless_the_test_says_otherwise():
    reflex, minimax = (tiny().question(name).tests[-1] for name in ("reflex", "minimax"))
    assert isinstance(reflex, Positions)
    assert reflex.built_with == {}
    assert minimax.built_with == {"depth": 1, "evaluation": "score"}


def test_a_layout_may_lie_beside_the_assignment(tmp_path):
    (tmp_path / "mine.lay").write_text("%%%%%\n%P.1%\n%%%%%")
    path = tmp_path / "a.toml"
    path.write_text(TINY.replace('"pocket"', '"mine.lay"', 1))
    layout = Assignment.load(path).questions[0].tests[0].layout
    assert layout.name == str(tmp_path / "mine.lay")


def test_a_ghost_may_lie_beside_the_assignment(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from pacgrid.agents.random_ghost import RandomGhost\nclass Mine(RandomGhost): pass"
    )
    path = tmp_path / "a.toml"
    path.write_text(TINY.replace('"random_ghost"', '"mine.py:Mine"', 1))
    games = Assignment.load(path).questions[0].tests[0]
    assert games.ghosts == [f"{tmp_path / 'mine.py'}:Mine"]
    assert [type(player).__name__ for player in games.players()] == ["Mine"]


def test_points_that_add_up_but_for_rounding_are_accepted():
    thirds = ", ".join(["{average_score = 1, points = 0.1}"] * 3)
    text = TINY.replace("{average_score = -10000, points = 1}", thirds, 1)
    text = text.replace("points = 2", "points = 1.3", 1)
    assert Assignment.parse(text, "a.toml").questions[0].points == 1.3


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
