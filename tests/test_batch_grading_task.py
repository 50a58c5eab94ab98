import pytest

from helpers.grading import tiny
from pacgrid.autograder.batch.grading_task import GradingTask, Rubric
from pacgrid.autograder.batch.job import Look, Trial
from pacgrid.autograder.grade import Outcome
from pacgrid.autograder.messages import Loaded, SeenAgent
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submission import Submission
from pacgrid.common.failure import Failure

SEEN = Loaded(kind="loaded", agents={"Reflex": SeenAgent()})


@pytest.fixture
def paper() -> GradingTask:
    rubric = Rubric(tiny(), tiny().questions, Level.PROCESS)
    return GradingTask(Submission("bob", (("agent.py", b""),), "agent.py"), rubric)


def test_first_it_is_looked_at_and_then_what_it_answers_is_tested(paper):
    assert [type(job) for job in paper.jobs().values()] == [Look]
    paper.note(None, SEEN)
    assert all(isinstance(job, Trial) for job in paper.jobs().values())
    assert list(paper.jobs()) == [("reflex", 0), ("reflex", 1)]


def test_it_is_done_when_all_its_tests_are(paper):
    paper.note(None, SEEN)
    for number, place in enumerate(paper.jobs()):
        assert not paper.is_done
        paper.note(place, Outcome("a test", "went well", number, 1))
    assert paper.is_done
    assert (paper.done, paper.total) == (3, 3)
    grade = paper.grade()
    assert (grade.points, grade.attempted, grade.sandbox) == (1, 2, "process")
    assert [question.answered for question in grade.questions] == [True, False, False]


def test_a_failure_of_the_whole_fails_every_question_and_leaves_nothing_to_do(paper):
    paper.note(None, SEEN)
    paper.fail(Failure("ended the grader's process"))
    assert paper.is_done
    assert paper.jobs() == {}
    assert paper.grade().failure == Failure("ended the grader's process")
