from helpers.case_files import GAMES, write_cases
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.assignments.case_folder import load_test_cases
from pacgrid.autograder.assignments.first_look import SIZE, first_look
from pacgrid.autograder.kinds.cs188.course_games import CourseGames
from pacgrid.autograder.kinds.games.games import Games


def test_a_first_look_has_few_games_and_positions_for_the_same_points():
    full = Assignment.load()
    look = first_look(full)
    assert look.title == f"{full.title} (first look)"
    assert look.points == full.points
    for question, short in zip(full.questions, look.questions, strict=True):
        assert [test.possible for test in short.tests] == [test.possible for test in question.tests]
        assert [test.size for test in short.tests] == [
            min(test.size, SIZE) for test in question.tests
        ]


def test_a_first_look_asks_for_the_same_share_of_wins():
    tests = [test for q in Assignment.load().questions for test in q.tests]
    games = next(test for test in tests if isinstance(test, Games))
    question = Assignment.load().questions[0]
    for wins, needed in ((0, 0), (1, 1), (5, 2), (10, 3), (None, None)):
        average = None if wins is not None else 5.0
        threshold = games.thresholds[0].model_copy(update={"wins": wins, "average_score": average})
        test = games.model_copy(update={"games": 10, "thresholds": [threshold]})
        tests = [question.model_copy(update={"tests": [test]})]
        look = first_look(Assignment.load().model_copy(update={"questions": tests}))
        (short,) = look.questions[0].tests
        assert isinstance(short, Games)
        assert (short.thresholds[0].wins, short.thresholds[0].average_score) == (needed, average)


def test_a_first_look_at_test_cases_asks_for_the_same_share(tmp_path):
    many = GAMES.replace('numGames: "3"', 'numGames: "9"').replace('"1 2 3"', '"3 6 9"')
    cases = load_test_cases(write_cases(tmp_path, {"q1/grade-agent.test": many}))
    for question, short in zip(cases.questions, first_look(cases).questions, strict=True):
        assert question.points == short.points
        assert all(test.size <= SIZE for test in short.tests)
    (games,) = first_look(cases).question("q1").tests
    assert isinstance(games, CourseGames)
    assert (games.wins_thresholds, games.non_timeout_minimum) == ([1, 2, 3], 1)
