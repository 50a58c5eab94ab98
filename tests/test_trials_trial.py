import pickle

import pytest

from helpers.grading import GOES_WEST, limits, question_tests, tiny
from helpers.levels import at_each_level
from pacgrid.autograder.assignment import Assignment
from pacgrid.autograder.grade import Outcome
from pacgrid.autograder.limits import Budget
from pacgrid.autograder.question import Games, Positions, Search, Test
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.sandbox.worker_library import shipped_sources
from pacgrid.autograder.submission import Submission
from pacgrid.autograder.trials.trial import describe, inspect, run
from pacgrid.common.failure import Failure

GAMES, POSITIONS = question_tests("reflex")


def handed_in(text: str, *others: tuple[str, str]) -> Submission:
    files = sorted([("agent.py", text), *others])
    return Submission("mine", tuple((path, text.encode()) for path, text in files), "agent.py")


def tried(submission: Submission | str, test: Test = GAMES) -> Outcome:
    if isinstance(submission, str):
        submission = handed_in(submission)
    return run(submission, "Reflex", test, limits(), strongest())


def test_a_file_is_inspected_without_being_imported_here():
    found = inspect(
        handed_in(GOES_WEST + "import sys; sys.inspected = True"), tiny(), strongest()
    ).found
    assert not isinstance(found, Failure)
    assert list(found.agents) == ["Reflex"]
    assert not hasattr(__import__("sys"), "inspected")


def test_what_can_not_be_graded_is_not_even_started():
    problem = Failure("is a folder")
    assert inspect(Submission("x", problem=problem), tiny(), strongest()).found is problem


@at_each_level
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import nowhere", "can't be imported: ModuleNotFoundError: No module named 'nowhere'"),
        ("while True: pass", "took more than 0.5 CPU seconds to load"),
        ("import os; os._exit(3)", "stopped by itself: exit code 3"),
    ],
)
@pytest.mark.slow
def test_why_it_can_not_be_loaded_is_the_same_everywhere_and_names_no_folder(level, text, said):
    quick = limits().model_copy(update={"load": Budget(cpu_seconds=0.5, seconds=20)})
    assignment = tiny().model_copy(update={"limits": quick})
    failure = inspect(handed_in(text), assignment, level).found
    assert isinstance(failure, Failure)
    assert failure.message.startswith(said)
    assert "/" not in failure.message + failure.frames


@at_each_level
@pytest.mark.slow
def test_outcomes_are_the_same_at_each_level(level):
    text = GOES_WEST.replace("return", "print(state.score); return") + "print('hello')"
    for test in (GAMES, POSITIONS):
        found = run(handed_in(text), "Reflex", test, limits(), level)
        assert found == run(handed_in(text), "Reflex", test, limits(), Level.PROCESS)
        assert found.points == 1


def test_files_beside_it_can_be_imported():
    helper = ("helpers/far.py", "WEST = 'west'")
    text = f"from helpers.far import WEST\n{GOES_WEST}"
    text = text.replace("Action.WEST", "Action[WEST.upper()]")
    assert tried(handed_in(text, helper)).points == 1


def test_a_file_that_loads_no_more_fails_the_test():
    outcome = tried("import nowhere")
    assert (outcome.test, outcome.points) == ("2 games on pocket against random_ghost", 0)
    assert (outcome.result, outcome.possible) == ("couldn't be loaded", 1)
    assert outcome.failure == Failure(
        "can't be imported: ModuleNotFoundError: No module named 'nowhere' "
        "(agent.py, line 1, in <module>)",
        '  File "agent.py", line 1, in <module>\n    import nowhere',
    )


@pytest.mark.slow
def test_a_test_can_limit_a_move_in_its_own_way():
    text = GOES_WEST.replace("wanted =", "[0 for _ in iter(int, 1)]; wanted =")
    short = POSITIONS.model_copy(update={"move": Budget(cpu_seconds=0.1, seconds=20)})
    outcome = tried(text, short)
    assert outcome.failure == Failure("took more than 0.1 CPU seconds for a move")


@pytest.mark.parametrize("test", [GAMES, POSITIONS, *question_tests("minimax")])
@pytest.mark.slow
def test_what_it_printed_is_kept_and_who_may_see_it_is_noted(test):
    hidden = test.model_copy(update={"visibility": "after_published"})
    outcome = tried(f"print('hello')\n{GOES_WEST}", hidden)
    assert outcome.output == "hello\n"
    assert outcome.visibility == "after_published"
    assert outcome.seconds > 0


@pytest.mark.slow
def test_what_was_printed_before_it_failed_is_kept():
    outcome = tried("print('so far', flush=True)\nraise ValueError")
    assert outcome.output == "so far\n"
    assert outcome.failure


def test_each_test_has_a_worker_and_a_disk_of_its_own():
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
    outputs = [tried(text + GOES_WEST).output for _ in range(2)]
    assert outputs == ["first\n", "first\n"]


@pytest.mark.parametrize("name", ["minimax", "alpha_beta", "expectimax", "reflex"])
@pytest.mark.slow
def test_a_copy_of_one_of_our_own_agents_can_be_graded(name):
    """Whoever sets an assignment tries it out with them."""
    file = f"{name}.py"
    submission = Submission(name, ((file, shipped_sources()[name]),), file)
    found = inspect(submission, Assignment.load(), strongest()).found
    assert not isinstance(found, Failure)
    assert len(found.agents) == 1


@pytest.mark.slow
def test_a_copy_that_was_changed_can_not_import_the_others():
    outcome = tried(f"# mine\nfrom pacgrid.agents.minimax import Minimax\n{GOES_WEST}")
    assert outcome.failure
    assert outcome.failure.message == (
        "can't be imported: ModuleNotFoundError: No module named 'pacgrid.agents.minimax' "
        "(agent.py, line 2, in <module>); Pacgrid's own agents are not available in "
        "grading"
    )


def test_the_work_can_be_sent_to_another_process():
    work = (handed_in(GOES_WEST), "Reflex", GAMES, limits(), strongest())
    assert pickle.loads(pickle.dumps(work)) == work
    outcome = run(*pickle.loads(pickle.dumps(work)))
    assert pickle.loads(pickle.dumps(outcome)) == outcome == run(*work)


def test_descriptions_of_tests():
    search = question_tests("minimax")[0]
    assert isinstance(GAMES, Games)
    assert isinstance(POSITIONS, Positions)
    assert isinstance(search, Search)
    assert describe(GAMES) == "2 games on pocket against random_ghost"
    assert describe(POSITIONS) == "the best action in 1 position, 1 round ahead"
    assert describe(search.model_copy(update={"title": "corners"})) == "corners"
