import pickle
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from helpers.grades import GAMES as PLAYED
from helpers.grading import GOES_WEST, limits, question_tests, replace_workers, submission, tiny
from helpers.sandbox_levels import at_each_level
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grading_job import Inspection, SearchDiagnosis, Trial
from pacgrid.autograder.kinds.kind import GradedTest
from pacgrid.autograder.model.fault import GradingError
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.autograder.model.schema import Budget
from pacgrid.autograder.sandbox import scratch
from pacgrid.autograder.sandbox.level import Level, strongest
from pacgrid.autograder.sandbox.worker_disk import shipped_sources
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.autograder.worker_client.replies import Loaded
from pacgrid.common.failure import Failure

GAMES, POSITIONS = question_tests("reflex")
(SEARCH,) = question_tests("minimax")
BOB = submission("class Reflex(Agent): ...", "bob")
TRIAL = Trial(BOB, "reflex", "Reflex", GAMES, limits(), Level.PROCESS)


def test_the_student_and_the_question_do_not_change_the_key():
    anns = replace(BOB, name="ann", student="Ann", identifier="7")
    assert replace(TRIAL, submission=anns, question="other").key() == TRIAL.key()


@pytest.mark.parametrize(
    "change",
    [
        {"submission": replace(BOB, files=(("agent.py", b"pass"),))},
        {"submission": replace(BOB, path="there/agent.py")},
        {"answer": "Mine"},
        {"test": GAMES.model_copy(update={"seed": 4})},
        {"test": GAMES.model_copy(update={"visibility": "hidden"})},
        {"limits": limits().model_copy(update={"memory_mb": 512})},
        {"level": Level.LANDLOCK},
    ],
    ids=["files", "path", "answer", "seed", "visibility", "limits", "level"],
)
def test_everything_that_the_outcome_depends_on_changes_the_key(change):
    assert replace(TRIAL, **change).key() != TRIAL.key()


def test_the_key_of_an_inspection_depends_on_the_files_the_limits_and_the_names_to_find():
    inspection = Inspection.of(BOB, tiny(), Level.PROCESS)
    changes = (
        *({}, {"submission": submission("pass")}, {"agents": ()}, {"level": Level.LANDLOCK}),
        {"limits": limits().model_copy(update={"memory_mb": 512})},
    )
    keys = {TRIAL.key(), *(replace(inspection, **change).key() for change in changes)}
    assert len(keys) == 6


@pytest.mark.parametrize("result", [Loaded(kind="loaded", functions=["f"]), Failure("no", "here")])
def test_the_result_of_an_inspection_survives_writing_and_reading(result):
    assert Inspection.read(Inspection.dump(result)) == result


def test_a_job_runs_where_it_is_called(monkeypatch):
    runs = replace_workers(monkeypatch)
    inspection = Inspection.of(BOB, tiny(), Level.PROCESS)
    assert isinstance(inspection(), Loaded)
    assert runs == []
    outcome = TRIAL()
    assert runs == ["bob: Reflex"]
    assert [str(inspection), str(TRIAL)] == ["bob", "bob: reflex.1"]
    assert Trial.read(Trial.dump(outcome)) == outcome


def test_a_job_that_cannot_be_finished_has_a_failure_as_its_result():
    failure = Failure("ended the grader's process")
    assert Inspection.of(BOB, tiny(), Level.PROCESS).failed(failure) == failure
    outcome = TRIAL.failed(failure)
    assert (outcome.points, outcome.possible, outcome.failure) == (0, 1, failure)


def test_the_played_games_of_an_outcome_survive_writing_and_reading():
    games = (PlayedGame(3, won=True, score=-7, actions="nes-w"), PlayedGame(4, won=False, score=1))
    outcome = replace(PLAYED, games=games)
    assert Trial.read(Trial.dump(outcome)).games == games


def found_in(one: Submission, *, assignment: Assignment | None = None) -> Loaded | Failure:
    return Inspection.of(one, assignment or tiny(), strongest())()


def outcome_of(
    text: str | Submission, test: GradedTest = POSITIONS, level: Level | None = None
) -> Outcome:
    one = submission(text) if isinstance(text, str) else text
    trial = Trial(one, "reflex", "Reflex", test, limits(), level or strongest())
    return trial()


def test_a_submission_is_inspected_in_another_process_unless_it_has_a_problem():
    found = found_in(submission(GOES_WEST + "import sys; sys.inspected = True"))
    assert isinstance(found, Loaded)
    assert list(found.agents) == ["Reflex"]
    assert not hasattr(sys, "inspected")
    problem = Failure("is a folder")
    assert found_in(Submission("x", problem=problem)) is problem


@at_each_level
@pytest.mark.slow
def test_outcomes_are_the_same_at_each_level(level):
    text = GOES_WEST.replace("return", "print(state.score); return") + "print('hello')"
    for test in (GAMES, POSITIONS):
        outcome = outcome_of(text, test, level)
        assert outcome == outcome_of(text, test, Level.PROCESS)
        assert outcome.points == 1


def test_a_submission_can_import_its_other_files():
    text = GOES_WEST.replace("Action.WEST", "Action[WEST.upper()]")
    far = {"helpers/far": "WEST = 'west'"}
    one = submission(f"from helpers.far import WEST\n{text}", **far)
    assert outcome_of(one).points == 1


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
        outcome_of("raise OSError(28)", level=Level.PROCESS)


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
    found = found_in(copy, assignment=Assignment.load())
    assert isinstance(found, Loaded)
    assert len(found.agents) == 1


@pytest.mark.slow
def test_a_file_that_plays_a_game_while_it_is_imported_is_told_where_games_belong():
    game = "from pacgrid import Layout, play\nplay(Layout.load('training'), [Reflex()])"
    outcome = outcome_of(f"{GOES_WEST}\n{game}")
    message = outcome.failure.message
    assert "no agent 'directional_ghost'; Pacgrid's own agents are not available" in message
    assert message.endswith('; games of your own belong under if __name__ == "__main__":')


def test_a_job_and_its_outcome_can_be_sent_to_another_process():
    trial = Trial(submission(GOES_WEST), "reflex", "Reflex", POSITIONS, limits(), strongest())
    sent = pickle.loads(pickle.dumps(trial))
    assert sent == trial
    outcome = sent()
    assert pickle.loads(pickle.dumps(outcome)) == outcome


@pytest.mark.parametrize(("level", "is_tried"), [(Level.IN_PROCESS, False), (Level.PROCESS, True)])
def test_changes_are_tried_only_in_a_worker_that_can_be_ended(level: Level, is_tried: bool) -> None:
    job = SearchDiagnosis(BOB, "minimax", "Minimax", (SEARCH,), (), limits(), level)
    assert job._can_be_changed is is_tried
