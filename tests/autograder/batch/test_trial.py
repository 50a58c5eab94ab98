import pickle
import sys
from types import SimpleNamespace

import pytest

from helpers.grading import GOES_WEST, limits, question_tests, submission, tiny
from helpers.sandbox_levels import at_each_level
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.trial import inspect, run
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.model.errors import GradingError
from pacgrid.autograder.model.limits import Budget
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.sandbox import scratch
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.sandbox.worker_library import shipped_sources
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.common.failure import Failure

GAMES, POSITIONS = question_tests("reflex")
(SEARCH,) = question_tests("minimax")


def outcome_of(text: str, test: GradedTest = POSITIONS) -> Outcome:
    return run(submission(text), "Reflex", test, limits(), strongest())


def test_a_submission_is_inspected_in_another_process():
    found = inspect(
        submission(GOES_WEST + "import sys; sys.inspected = True"), tiny(), strongest()
    ).found
    assert not isinstance(found, Failure)
    assert list(found.agents) == ["Reflex"]
    assert not hasattr(sys, "inspected")


def test_an_inspection_goes_on_to_the_first_test_in_the_same_worker():
    text = f"print('loaded')\n{GOES_WEST}"
    inspected = inspect(submission(text), tiny(), strongest(), lambda _: ("Reflex", POSITIONS))
    assert inspected.outcome == outcome_of(text)
    assert inspected.outcome.output == "loaded\n"


def test_a_submission_with_a_problem_is_not_loaded():
    problem = Failure("is a folder")
    assert inspect(Submission("x", problem=problem), tiny(), strongest()).found is problem


@at_each_level
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import nowhere", "can't be imported: ModuleNotFoundError: No module named 'nowhere'"),
        ("while True: pass", "took more than 0.5 CPU seconds to load"),
        ("import os; os._exit(3)", "its process exited: exit code 3"),
    ],
)
@pytest.mark.slow
def test_the_failure_to_load_is_the_same_at_each_level_and_names_no_folder(level, text, message):
    quick = limits().model_copy(update={"load": Budget(cpu_seconds=0.5, seconds=20)})
    assignment = tiny().model_copy(update={"limits": quick})
    failure = inspect(submission(text), assignment, level).found
    assert isinstance(failure, Failure)
    assert failure.message.startswith(message)
    assert "/" not in failure.message + failure.frames


@at_each_level
@pytest.mark.slow
def test_outcomes_are_the_same_at_each_level(level):
    text = GOES_WEST.replace("return", "print(state.score); return") + "print('hello')"
    for test in (GAMES, POSITIONS):
        outcome = run(submission(text), "Reflex", test, limits(), level)
        assert outcome == run(submission(text), "Reflex", test, limits(), Level.PROCESS)
        assert outcome.points == 1


def test_a_submission_can_import_its_other_files():
    text = GOES_WEST.replace("Action.WEST", "Action[WEST.upper()]")
    far = {"helpers/far": "WEST = 'west'"}
    one = submission(f"from helpers.far import WEST\n{text}", **far)
    assert run(one, "Reflex", POSITIONS, limits(), strongest()).points == 1


def test_a_submission_that_cannot_be_loaded_fails_the_test_and_its_output_is_kept():
    outcome = outcome_of("print('so far', flush=True)\nimport nowhere", GAMES)
    assert (outcome.test, outcome.points) == ("2 games on pocket against random_ghost", 0)
    assert (outcome.result, outcome.possible) == ("couldn't be loaded", 1)
    assert outcome.output == "so far\n"
    assert outcome.failure == Failure(
        "can't be imported: ModuleNotFoundError: No module named 'nowhere' "
        "(agent.py, line 2, in <module>)",
        '  File "agent.py", line 2, in <module>\n    import nowhere',
    )


@pytest.mark.slow
def test_a_test_can_have_its_own_limit_for_a_move():
    text = GOES_WEST.replace("wanted =", "[0 for _ in iter(int, 1)]; wanted =")
    short = POSITIONS.model_copy(update={"move": Budget(cpu_seconds=0.1, seconds=20)})
    failure = outcome_of(text, short).failure
    assert failure
    assert failure.message == "took more than 0.1 CPU seconds for a move"


@pytest.mark.parametrize("test", [GAMES, POSITIONS, SEARCH], ids=lambda test: test.kind)
@pytest.mark.slow
def test_an_outcome_has_the_title_the_output_the_visibility_and_the_time(test):
    hidden = test.model_copy(update={"visibility": "after_published", "title": "a test"})
    outcome = outcome_of(f"print('hello')\n{GOES_WEST}", hidden)
    assert outcome.output == "hello\n"
    assert (outcome.title, outcome.visibility) == ("a test", "after_published")
    assert outcome.seconds > 0


@pytest.mark.slow
def test_a_full_disk_is_not_the_submissions_failure(monkeypatch):
    spaces = iter([1 << 40, 100])
    monkeypatch.setattr(scratch, "disk_usage", lambda _: SimpleNamespace(free=next(spaces)))
    with pytest.raises(GradingError, match="less than 16 MiB free"):
        run(submission("raise OSError(28)"), "Reflex", POSITIONS, limits(), Level.PROCESS)


def test_each_test_has_its_own_worker_and_its_own_disk():
    text = """
import os
seen = os.path.exists("/tmp/was_here") or hasattr(__import__("sys"), "was_here")
__import__("sys").was_here = True
try: open("/tmp/was_here", "w").close()
except OSError: pass
print("again" if seen else "first")
"""
    if strongest() is Level.PROCESS:
        text = text.replace("/tmp/was_here", "was_here")
    outputs = [outcome_of(text + GOES_WEST).output for _ in range(2)]
    assert outputs == ["first\n", "first\n"]


@pytest.mark.parametrize("name", ["minimax", "alpha_beta", "expectimax", "reflex"])
@pytest.mark.slow
def test_a_copy_of_a_shipped_agent_can_be_graded(name):
    """Course staff try out an assignment with them."""
    file = f"{name}.py"
    copy = Submission(name, ((file, shipped_sources()[name]),), file)
    found = inspect(copy, Assignment.load(), strongest()).found
    assert not isinstance(found, Failure)
    assert len(found.agents) == 1


@pytest.mark.slow
def test_a_changed_copy_cannot_import_the_other_shipped_agents():
    outcome = outcome_of(f"# mine\nfrom pacgrid.agents.minimax import Minimax\n{GOES_WEST}")
    assert outcome.failure
    assert outcome.failure.message == (
        "can't be imported: ModuleNotFoundError: No module named 'pacgrid.agents.minimax' "
        "(agent.py, line 2, in <module>); Pacgrid's own agents are not available in "
        "grading"
    )


def test_the_arguments_and_the_outcome_can_be_sent_to_another_process():
    arguments = (submission(GOES_WEST), "Reflex", POSITIONS, limits(), strongest())
    assert pickle.loads(pickle.dumps(arguments)) == arguments
    outcome = run(*pickle.loads(pickle.dumps(arguments)))
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_descriptions_of_tests():
    assert GAMES.description == "2 games on pocket against random_ghost"
    assert POSITIONS.description == "the best action in 1 position, 1 round ahead"
    assert SEARCH.model_copy(update={"title": "corners"}).description == "corners"
