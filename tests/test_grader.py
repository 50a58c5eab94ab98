import sys
from importlib import resources
from pathlib import Path

import pytest

from grading import GOES_WEST, SOUND_EVALUATE, graded, message, tiny, write
from pacgrid.autograder.assignment import Assignment, AssignmentError
from pacgrid.autograder.grade import Grade
from pacgrid.autograder.grader import Grader, GradingError, Progress


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class A(:", "can't be imported: SyntaxError: invalid syntax (agent.py, line 1)"),
        ("import nowhere", "can't be imported: ModuleNotFoundError: No module named 'nowhere'"),
        ("import sys; sys.exit(1)", "can't be imported: SystemExit: 1 (agent.py, line 1"),
        ("import os; os._exit(1)", "stopped by itself: exit code 1"),
        ("while True: pass", "took more than 2 CPU seconds to load"),
        ("", "has no agent; write a class that inherits from pacgrid.Agent"),
        ("from pacgrid.agents.minimax import Minimax", "has no agent; write a class that"),
        (
            GOES_WEST.replace("Reflex", "A") + GOES_WEST.replace("Reflex", "B"),
            "has several agents, A and B, and none is called Reflex or Minimax",
        ),
    ],
)
def test_a_file_that_can_not_be_graded_says_why_once_and_for_every_question(tmp_path, text, said):
    grade = graded(write(tmp_path, text), "minimax")
    assert message(grade).startswith(said)
    assert message(grade.questions[0]) == message(grade)
    assert (grade.points, grade.attempted) == (0, 1)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return None", "returned None (NoneType); legal were Action.EAST"),
        ("[0 for _ in iter(int, 1)]", "took more than 0.5 CPU seconds for a move"),
        ("raise SystemExit", "SystemExit (agent.py, line "),
    ],
)
def test_a_question_that_fails_does_not_stop_the_others(tmp_path, body, said):
    bad = f"""
class Minimax(Agent):
    def __init__(self, depth, evaluation):
        pass
    def act(self, state):
        {body}
"""
    grade = graded(write(tmp_path, GOES_WEST + bad + SOUND_EVALUATE))
    reflex, minimax, evaluation = grade.questions
    assert message(minimax).startswith(said)
    assert (reflex.points, minimax.points, evaluation.points) == (2, 0, 1)
    assert (grade.points, grade.attempted, grade.possible) == (3, 4, 4)
    assert grade.failure is None


def test_questions_that_are_not_answered_are_not_attempted(tmp_path):
    grade = graded(write(tmp_path, SOUND_EVALUATE))
    assert [question.answered for question in grade.questions] == [False, False, True]
    assert (grade.points, grade.attempted, grade.possible) == (1, 1, 4)


def test_one_question_can_be_graded_alone(tmp_path):
    grade = graded(write(tmp_path, GOES_WEST + SOUND_EVALUATE), "evaluation")
    assert [question.name for question in grade.questions] == ["evaluation"]
    with pytest.raises(AssignmentError, match="no question 'evalution'"):
        Grader(tiny(), question="evalution")


def test_the_result_does_not_depend_on_the_number_of_jobs(tmp_path):
    files = [
        write(tmp_path, GOES_WEST, "a.py"),
        write(tmp_path, "import nowhere", "b.py"),
        tmp_path / "missing.py",
        write(tmp_path, SOUND_EVALUATE, "c.py"),
        write(tmp_path, "", "notes.txt"),
        tmp_path,
    ]
    here = Grader(tiny(), jobs=1).grade(files)
    assert Grader(tiny(), jobs=3).grade(files) == here
    assert [grade.file for grade in here] == list(map(str, files))
    assert [grade.missing for grade in here] == [False, False, True, False, False, False]
    assert [message(here[i]) for i in (2, 4, 5)] == [
        "no such file",
        "is not a Python file; its name must end in .py",
        "is a folder; name the files in it",
    ]


def test_progress_is_told_of_every_piece_of_work(tmp_path):
    told: list[Progress] = []
    file = write(tmp_path, GOES_WEST)
    Grader(tiny(), question="reflex", jobs=1, watch=told.append).grade([file])
    assert [(progress.done, progress.total) for progress in told] == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_process_of_the_grader_that_is_killed_is_told(tmp_path):
    file = write(tmp_path, "import os; os.kill(os.getppid(), 9)")
    with pytest.raises(GradingError, match="a process of the grader was killed"):
        Grader(tiny(), jobs=2).grade([file, file])


def shipped_file(agent: str) -> Path:
    return Path(str(resources.files("pacgrid.agents") / f"{agent}.py"))


def shipped(agent: str, question: str) -> Grade:
    grader = Grader(Assignment.load(), question=question, jobs=1)
    return grader.grade([shipped_file(agent)])[0]


@pytest.mark.parametrize(
    ("agent", "question"),
    [
        ("reflex", "reflex"),
        ("minimax", "minimax"),
        ("alpha_beta", "alpha_beta"),
        ("expectimax", "expectimax"),
        ("evaluation", "evaluation"),
    ],
)
def test_a_shipped_agent_gets_full_marks_on_its_question(agent, question):
    assert shipped(agent, question).points == 5


@pytest.mark.parametrize("question", ["reflex", "minimax", "alpha_beta", "expectimax"])
def test_a_random_agent_gets_low_marks(question):
    assert shipped("random_agent", question).points <= 1


def test_minimax_does_not_pass_for_alpha_beta(tmp_path):
    source = (shipped_file("minimax")).read_text().replace("class Minimax", "class AlphaBeta")
    assignment = Assignment.load()
    file = write(tmp_path, source)
    (grade,) = Grader(assignment, question="alpha_beta", jobs=1).grade([file])
    assert message(grade.questions[0]) == "took more than 3 CPU seconds for a move"
    assert grade.points == 4
