from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.first_look import SIZE, first_look
from pacgrid.autograder.question import Games


def test_a_first_look_has_few_games_and_positions_for_the_same_points():
    full = Assignment.load()
    look = first_look(full)
    assert look.title == f"{full.title} (first look)"
    assert look.points == full.points
    for question, short in zip(full.questions, look.questions, strict=True):
        assert [test.points for test in short.tests] == [test.points for test in question.tests]
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
