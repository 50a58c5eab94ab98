from dataclasses import replace

import pytest

from helpers.grades import GAMES
from helpers.grading import limits, question_tests, replace_workers, submission, tiny
from pacgrid.autograder.batch.grading_job import Inspection, Trial
from pacgrid.autograder.kinds.games.games import Games
from pacgrid.autograder.model.played_game import PlayedGame
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.worker_client.replies import Loaded
from pacgrid.common.failure import Failure

BOB = submission("class Reflex(Agent): ...", "bob")
(TEST,) = (test for test in question_tests("reflex") if isinstance(test, Games))
TRIAL = Trial(BOB, "reflex", "Reflex", TEST, limits(), Level.PROCESS)


def test_the_student_and_the_question_do_not_change_the_key():
    anns = replace(BOB, name="ann", student="Ann", identifier="7")
    assert replace(TRIAL, submission=anns, question="other").key() == TRIAL.key()


@pytest.mark.parametrize(
    "change",
    [
        {"submission": replace(BOB, files=(("agent.py", b"pass"),))},
        {"submission": replace(BOB, path="there/agent.py")},
        {"answer": "Mine"},
        {"test": TEST.model_copy(update={"seed": 4})},
        {"test": TEST.model_copy(update={"visibility": "hidden"})},
        {"limits": limits().model_copy(update={"memory_mb": 512})},
        {"level": Level.LANDLOCK},
    ],
    ids=["files", "path", "answer", "seed", "visibility", "limits", "level"],
)
def test_everything_that_the_outcome_depends_on_changes_the_key(change):
    assert replace(TRIAL, **change).key() != TRIAL.key()


def test_the_key_of_an_inspection_depends_on_the_files_the_limits_and_the_names_to_find():
    inspection = Inspection(BOB, tiny(), Level.PROCESS)
    other_limits = limits().model_copy(update={"memory_mb": 512})
    keys = {
        inspection.key(),
        replace(inspection, questions=tuple(tiny().questions)).key(),  # the same
        replace(inspection, submission=submission("pass")).key(),
        replace(inspection, assignment=tiny().model_copy(update={"limits": other_limits})).key(),
        replace(inspection, assignment=tiny().model_copy(update={"questions": []})).key(),
        replace(inspection, level=Level.LANDLOCK).key(),
        TRIAL.key(),
    }
    assert len(keys) == 6


@pytest.mark.parametrize("result", [Loaded(kind="loaded", functions=["f"]), Failure("no", "here")])
def test_the_result_of_an_inspection_survives_writing_and_reading(result):
    assert Inspection.read(Inspection.dump(result)) == result


def test_a_job_runs_where_it_is_called(monkeypatch):
    runs = replace_workers(monkeypatch)
    inspection = Inspection(BOB, tiny(), Level.PROCESS, tuple(tiny().questions))
    games: list[int] = []
    inspected = inspection(games.append)
    assert isinstance(inspected.found, Loaded)
    outcome = TRIAL(games.append)
    assert inspected.outcome == outcome
    others = replace(inspection, questions=tuple(tiny().questions[1:]))
    assert others(games.append).outcome is None
    assert runs == ["bob: Reflex", "bob: Reflex"]
    assert games == [1, 2] * 2
    assert inspection.size == TRIAL.size == 2
    assert [str(inspection), str(TRIAL)] == ["bob", "bob: reflex.1"]
    assert Trial.read(Trial.dump(outcome)) == outcome


def test_an_inspection_never_goes_on_to_a_hidden_test(monkeypatch):
    runs = replace_workers(monkeypatch)
    hidden = [test.model_copy(update={"visibility": "hidden"}) for test in question_tests("reflex")]
    question = tiny().questions[0]
    for tests, run in (hidden, 0), ([hidden[0], TEST], 1):
        questions = (question.model_copy(update={"tests": tests}),)
        outcome = Inspection(BOB, tiny(), Level.PROCESS, questions)(lambda _: None).outcome
        assert len(runs) == run
        assert outcome is None or not outcome.is_hidden


def test_a_job_that_cannot_be_finished_has_a_failure_as_its_result():
    failure = Failure("ended the grader's process")
    assert Inspection(BOB, tiny(), Level.PROCESS).failed(failure) == failure
    outcome = TRIAL.failed(failure)
    assert (outcome.points, outcome.possible, outcome.failure) == (0, 1, failure)


def test_the_played_games_of_an_outcome_survive_writing_and_reading():
    games = (PlayedGame(3, won=True, score=-7, actions="nes-w"), PlayedGame(4, won=False, score=1))
    outcome = replace(GAMES, games=games)
    assert Trial.read(Trial.dump(outcome)).games == games
