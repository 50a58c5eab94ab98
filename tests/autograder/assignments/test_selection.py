import pytest

from helpers.case_files import GAMES as GAME_FILE
from helpers.case_files import write_cases
from helpers.grading import GOES_WEST, graded, tiny, write
from pacgrid.autograder.assignments.assignment import (
    FIRST_LOOK,
    Assignment,
    AssignmentError,
    SelectionError,
    first_look,
    select,
)
from pacgrid.autograder.assignments.case_folder import load_test_cases
from pacgrid.autograder.kinds.cs188.course_games import CourseGames

SHIPPED = Assignment.load()
POSITIONS, GAMES = SHIPPED.question("reflex").tests


def selected(*selectors: str) -> dict[str, list[tuple[int, list[int]]]]:
    """By question: the numbers of the tests, and of their games or positions."""
    return {
        question.name: [(test.number, list(test.numbers)) for test in question.tests]
        for question in select(SHIPPED, selectors)
    }


def test_questions_tests_and_single_games_or_positions_can_be_selected():
    tests = SHIPPED.question("minimax").tests
    everything = [(test.number, list(test.numbers)) for test in tests]
    assert selected("minimax") == {"minimax": everything}
    assert selected("minimax.2.3", f"minimax.{len(tests)}.7", "reflex.1") == {
        "reflex": [(1, list(POSITIONS.numbers))],
        "minimax": [(2, [3]), (len(tests), [7])],
    }
    title = tests[1].description  # a part of it does for a number
    assert selected(f"minimax.{title[2:].upper()}") == {"minimax": [everything[1]]}
    assert selected(f"minimax.{title}.1") == {"minimax": [(2, [1])]}
    (question,) = select(SHIPPED, ["minimax.1"])
    assert question.points == tests[0].possible


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("minimaxx", "no question 'minimaxx'; did you mean 'minimax'"),
        ("reflex.0", f"reflex has no test '0'; choose from 1. {POSITIONS.description}; 2. "),
        ("reflex.dance", "reflex has no test 'dance'; choose from 1. "),
        ("reflex.a", "reflex has several tests 'a'; choose from 1. "),
        ("reflex.1.99", f"reflex.1 has positions 1 to {POSITIONS.size}, but no position 99"),
        ("reflex.2.0", f"reflex.2 has games 1 to {GAMES.size}, but no game 0"),
    ],
)
def test_a_selector_that_names_nothing_gets_what_there_is(selector, message):
    with pytest.raises((AssignmentError, SelectionError)) as caught:
        select(SHIPPED, [selector])
    assert str(caught.value).startswith(message)


def test_a_selected_game_is_the_same_as_in_the_whole_test(tmp_path):
    file = write(
        tmp_path, f"{GOES_WEST}class Minimax(Reflex):\n    def __init__(self, **_): pass\n"
    )
    whole = graded(file, assignment=tiny()).questions[0].outcomes[0]
    (question,) = graded(file, assignment=tiny(), only="reflex.1.2").questions
    (outcome,) = question.outcomes
    assert outcome.games == whole.games[1:2]
    assert (outcome.number, outcome.result[:10]) == (1, "won 0 of 1")
    (question,) = graded(file, assignment=tiny(), only="minimax").questions
    assert question.outcomes[0].result == "right in 1 of 1"


def test_test_cases_are_named_as_their_files_are(tmp_path):
    cases = load_test_cases(write_cases(tmp_path))
    for selector in ("q2/10-first", "q2/10", "cases/q2/10-first.test", "q2.1.2"):
        (question,) = select(cases, [selector])
        (test,) = question.tests
        assert (test.description, list(test.numbers)) == ("q2/10-first", [2])
        assert question.points == 3
    for selector, problem in (("q2/20", "no test case '20'"), ("q2/1", "several test cases '1'")):
        with pytest.raises(SelectionError, match=f"{problem}; choose from 1-left, 10-first"):
            select(cases, [selector])


def test_what_is_selected_in_one_test_is_run_together(tmp_path):
    assert selected("minimax.2.3", "minimax.2.1") == {"minimax": [(2, [1, 3])]}
    whole = selected("minimax.2")
    assert selected("minimax.2.3", "minimax.2") == selected("minimax.2", "minimax.2.3") == whole
    cases = load_test_cases(write_cases(tmp_path))
    (question,) = select(cases, ["q2/1-left", "q2/10-first"])
    assert [(test.title, [*test.numbers]) for test in question.tests] == [("2 game trees", [1, 2])]


def test_a_first_look_has_few_games_and_positions_for_the_same_points():
    look = first_look(SHIPPED)
    assert look.title == f"{SHIPPED.title} (first look)"
    assert look.points == SHIPPED.points
    for question, short in zip(SHIPPED.questions, look.questions, strict=True):
        for full, test in zip(question.tests, short.tests, strict=True):
            assert test.possible == full.possible
            assert test.size == min(full.size, FIRST_LOOK)


@pytest.mark.parametrize(("wins", "needed"), [(0, 0), (1, 1), (5, 2), (10, 3), (None, None)])
def test_a_first_look_asks_for_the_same_share_of_wins(wins, needed):
    average = None if wins is not None else 5.0
    threshold = GAMES.thresholds[0].model_copy(update={"wins": wins, "average_score": average})
    test = GAMES.model_copy(update={"games": 10, "thresholds": [threshold]})
    question = SHIPPED.questions[0].model_copy(update={"tests": [test]})
    look = first_look(SHIPPED.model_copy(update={"questions": [question]}))
    (short,) = look.questions[0].tests[0].thresholds
    assert (short.wins, short.average_score) == (needed, average)


def test_a_first_look_at_test_cases_asks_for_the_same_share(tmp_path):
    many = GAME_FILE.replace('numGames: "3"', 'numGames: "9"').replace('"1 2 3"', '"3 6 9"')
    cases = load_test_cases(write_cases(tmp_path, {"q1/grade-agent.test": many}))
    for question, short in zip(cases.questions, first_look(cases).questions, strict=True):
        assert question.points == short.points
        assert all(test.size <= FIRST_LOOK for test in short.tests)
    (games,) = first_look(cases).question("q1").tests
    assert isinstance(games, CourseGames)
    assert (games.wins_thresholds, games.non_timeout_minimum) == ([1, 2, 3], 1)
