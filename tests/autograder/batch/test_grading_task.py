import pytest

from helpers.grading import tiny
from pacgrid.autograder.batch.grading_job import Inspection, Trial
from pacgrid.autograder.batch.grading_task import GradingTask, Rubric
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.autograder.worker_client.replies import AgentSummary, Loaded
from pacgrid.common.failure import Failure

LOADED = Loaded(kind="loaded", agents={"Reflex": AgentSummary()})


@pytest.fixture
def task() -> GradingTask:
    rubric = Rubric(tiny(), tiny().questions, Level.PROCESS)
    return GradingTask(Submission("bob", (("agent.py", b""),), "agent.py"), rubric)


def test_a_submission_is_inspected_and_then_tested_on_what_it_answers(task):
    assert [type(job) for job in task.jobs(hidden=False).values()] == [Inspection]
    assert (task.done, task.total) == (0, 6)
    task.record(None, LOADED)
    assert (task.done, task.total) == (1, 3)
    assert all(isinstance(job, Trial) for job in task.jobs(hidden=False).values())
    assert list(task.jobs(hidden=False)) == [("reflex", 0), ("reflex", 1)]


def test_a_task_is_done_when_all_its_tests_are(task):
    task.record(None, LOADED)
    for number, test in enumerate(task.jobs(hidden=False)):
        assert not task.is_done
        task.record(test, Outcome("a test", "went well", number, 1))
    assert task.is_done
    assert (task.done, task.total) == (3, 3)
    grade = task.grade()
    assert (grade.points, grade.attempted, grade.sandbox) == (1, 2, "process")
    assert [question.answered for question in grade.questions] == [True, False, False]


def test_a_submission_that_fails_its_inspection_fails_every_question_and_has_no_jobs_left(task):
    task.record(None, Failure("can't be imported"))
    assert task.is_done
    assert task.jobs(hidden=False) == {}
    assert task.grade().failure == Failure("can't be imported")
