import sys
from importlib import resources
from pathlib import Path

import pytest

from grading import GOES_WEST, SOUND_EVALUATE, graded, message, tiny, write
from pacgrid.autograder import grader as grader_module
from pacgrid.autograder.assignment import Assignment, AssignmentError
from pacgrid.autograder.grade import Grade, QuestionGrade
from pacgrid.autograder.grader import Grader, Progress


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


def test_progress_comes_with_every_test_when_all_runs_here(tmp_path, monkeypatch):
    order: list[str] = []
    monkeypatch.setattr(grader_module, "try_out", lambda *_: order.append("test"))
    file = write(tmp_path, GOES_WEST)
    watch = Grader(tiny(), question="reflex", jobs=1, watch=lambda _: order.append("told"))
    watch.grade([file])
    assert order == ["told", "test", "told", "test", "told"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_submission_that_kills_the_graders_process_is_found_out_and_the_others_graded(tmp_path):
    good = write(tmp_path, GOES_WEST, "good.py")
    killer = write(tmp_path, "import os; os.kill(os.getppid(), 9)", "killer.py")
    told: list[Progress] = []
    files = [good, killer, good]
    first, bad, last = Grader(tiny(), question="reflex", jobs=2, watch=told.append).grade(files)
    assert (first.points, last.points) == (2, 2)
    assert message(bad) == "ended the grader's process"
    assert told[-1].done <= told[-1].total == 7


def test_a_new_agent_is_graded_where_it_can_be(tmp_path):
    file = write(tmp_path, GOES_WEST.replace("Reflex", "MyAgent"))
    reflex, minimax, _ = graded(file).questions
    assert (reflex.points, reflex.failures) == (2, {})
    assert minimax.reason == "MyAgent takes no depth and evaluation"


def test_a_misspelt_class_is_told_the_right_name(tmp_path):
    file = write(tmp_path, GOES_WEST.replace("Reflex(Agent)", "Minmax(Agent)"))
    assert message(graded(file)) == "can't be graded: Minmax: did you mean Minimax?"
    file = write(tmp_path, GOES_WEST.replace("Reflex(Agent)", "Reflex"))
    assert message(graded(file).questions[0]) == "Reflex doesn't inherit from pacgrid.Agent"


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


def graded_as(question: str, text: str, folder: Path) -> QuestionGrade:
    (grade,) = Grader(Assignment.load(), question=question).grade([write(folder, text)])
    return grade.questions[0]


AT_RANDOM = """
from pacgrid import Agent

class Mine(Agent):
    def __init__(self, *, depth=1, evaluation=None):
        pass
    def act(self, state):
        return self.rng.choice(state.legal_actions())
"""


@pytest.mark.parametrize("question", ["reflex", "minimax", "alpha_beta", "expectimax"])
def test_a_random_agent_gets_low_marks(tmp_path, question):
    grade = graded_as(question, AT_RANDOM, tmp_path)
    assert grade.answered
    assert not grade.failures
    assert grade.points <= 1


SEARCH = """
from math import inf
from pacgrid import Agent

class {kind}(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        best, chosen = -inf, None
        for action in state.legal_actions():
            value = self.value(state.successor(action), self.depth * state.num_agents - 1, best)
            if value >= best:  # the last of equals
                best, chosen = value, action
        return chosen

    def value(self, state, plies, alpha, beta=inf):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        values = []
        for action in state.legal_actions():
            values.append(self.value(state.successor(action), plies - 1, alpha, beta))
            if state.to_move == 0:
                if values[-1] > beta:
                    break
                alpha = max(alpha, values[-1])
            else:
                if values[-1] < alpha:
                    break
                beta = min(beta, values[-1])
        return max(values) if state.to_move == 0 else min(values)
"""
UNPRUNED = SEARCH.replace("> beta", "> inf").replace("< alpha", "< -inf")
AVERAGING = UNPRUNED.replace("min(values)", "sum(values) / len(values)")
IGNORED = "return max(values)"


@pytest.mark.parametrize(
    ("kind", "question", "text"),
    [
        ("Minimax", "minimax", UNPRUNED),
        ("AlphaBeta", "alpha_beta", SEARCH),
        ("Expectimax", "expectimax", AVERAGING),
    ],
)
def test_a_search_that_takes_the_last_of_equals_gets_full_marks(tmp_path, kind, question, text):
    assert graded_as(question, text.replace("{kind}", kind), tmp_path).points == 5


@pytest.mark.parametrize(
    ("search", "kind", "mistake", "most"),
    [
        (UNPRUNED, "Minimax", ("min(values)", "max(values)"), 2),
        (UNPRUNED, "Minimax", ("num_agents - 1", "num_agents"), 4),
        (UNPRUNED, "Minimax", ("num_agents - 1", "num_agents - 2"), 4),
        (UNPRUNED, "Minimax", ("self.depth * state.num_agents - 1", "self.depth"), 3),
        (UNPRUNED, "Minimax", ("min(values)", "sum(values) / len(values)"), 3),
        (SEARCH, "AlphaBeta", ("values[-1] < alpha", "values[-1] <= alpha"), 4),
        (SEARCH, "AlphaBeta", ("min(values)", "sum(values) / len(values)"), 3),
        (AVERAGING, "Expectimax", ("sum(values) / len(values)", "min(values)"), 3),
        (AVERAGING, "Expectimax", ("sum(values) / len(values)", "max(values)"), 3),
        (AVERAGING, "Expectimax", ("num_agents - 1", "num_agents"), 4),
        (AVERAGING, "Expectimax", ("/ len(values)", "/ 2"), 3),
        (AVERAGING, "Expectimax", (" / ", " // "), 4),
    ],
)
def test_a_search_that_goes_wrong_loses_points(tmp_path, search, kind, mistake, most):
    question = {"AlphaBeta": "alpha_beta"}.get(kind, kind.lower())
    old, new = mistake
    assert old in search
    text = search.replace("{kind}", kind).replace(old, new)
    grade = graded_as(question, text, tmp_path)
    assert grade.answered
    assert grade.points <= most


def test_minimax_does_not_pass_for_alpha_beta(tmp_path):
    grade = graded_as("alpha_beta", UNPRUNED.replace("{kind}", "AlphaBeta"), tmp_path)
    assert message(grade) == "took more than 8 CPU seconds for a move"
    assert grade.points == 3


NEAREST_FOOD = """
def evaluate(state):
    food = min(state.maze.distance(state.pacman, at) for at in state.food)
    ghosts = [ghost.position for ghost in state.ghosts if not ghost.scared]
    near = sum(state.maze.distance(state.pacman, at) <= 3 for at in ghosts)
    return state.score - food - 100 * near
"""


@pytest.mark.parametrize(
    ("penalty", "points"), [("100 * near", 5), ("30 * near", 5), ("0 * near", 2)]
)
def test_an_evaluation_must_see_the_ghosts(tmp_path, penalty, points):
    text = NEAREST_FOOD.replace("100 * near", penalty)
    assert graded_as("evaluation", text, tmp_path).points == points
