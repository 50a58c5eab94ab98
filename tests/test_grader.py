import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from helpers.grading import GOES_WEST, SOUND_EVALUATE, TINY, graded, handed_in, message, tiny, write
from pacgrid.autograder.assignment import Assignment, AssignmentError
from pacgrid.autograder.batch import job
from pacgrid.autograder.batch.journal import Journal, JournalError
from pacgrid.autograder.grade import Grade, GradingError, QuestionGrade
from pacgrid.autograder.grader import Grader, Progress
from pacgrid.autograder.question import Search, Test
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submission import Submission
from pacgrid.autograder.trials import trial
from pacgrid.common.failure import Failure


def grader(**options: Any) -> Grader:
    return Grader(tiny(), **{"level": Level.PROCESS, "jobs": 1, **options})


def submission(text: str, name: str = "student") -> Submission:
    return Submission(name, files=(("agent.py", text.encode()),), main="agent.py")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class A(:", "can't be imported: SyntaxError: invalid syntax (agent.py, line 1)"),
        ("import nowhere", "can't be imported: ModuleNotFoundError: No module named 'nowhere'"),
        ("import sys; sys.exit(1)", "can't be imported: SystemExit: 1 (agent.py, line 1"),
        ("import os; os._exit(1)", "stopped by itself: exit code 1"),
        ("while True: pass", "took more than 2 CPU seconds to load"),
        ("", "has no agent; write a class that inherits from pacgrid.Agent"),
        (
            "from pacgrid.agents.minimax import Minimax",
            "can't be imported: ModuleNotFoundError: No module named 'pacgrid.agents.minimax'",
        ),
        (
            GOES_WEST.replace("Reflex", "A") + GOES_WEST.replace("Reflex", "B"),
            "has several agents, A and B, and none is called Reflex or Minimax",
        ),
    ],
)
@pytest.mark.slow
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
@pytest.mark.slow
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
        grader(question="evalution")


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_jobs(tmp_path):
    submissions = handed_in(
        write(tmp_path, GOES_WEST, "a.py"),
        write(tmp_path, "import nowhere", "b.py"),
        tmp_path / "missing.py",
        write(tmp_path, SOUND_EVALUATE, "c.py"),
        write(tmp_path, "", "notes.txt"),
    )
    here = grader(jobs=1).grade(submissions)
    assert grader(jobs=3).grade(submissions) == here
    assert [grade.name for grade in here] == [one.name for one in submissions]
    assert [grade.missing for grade in here] == [False, False, True, False, False]
    assert [message(here[i]) for i in (2, 4)] == [
        "no such file",
        "is not a Python file, a folder, a zip or a tar",
    ]


def test_a_grade_names_the_student_the_files_and_the_sandbox():
    one = Submission("s1", problem=Failure("is empty"), student="Ada", identifier="a1")
    (grade,) = grader().grade([one])
    assert (grade.name, grade.student, grade.identifier) == ("s1", "Ada", "a1")
    assert (grade.digest, grade.sandbox) == (one.digest, "process")
    assert [message(question) for question in grade.questions] == ["is empty"] * 3


def test_progress_is_reported_after_every_job():
    told: list[Progress] = []
    (grade,) = grader(question="reflex", watch=told.append).grade([submission(GOES_WEST)])
    assert [(progress.done, progress.total) for progress in told] == [(1, 3), (2, 3), (3, 3)]
    assert [progress.grade for progress in told] == [None, None, grade]


def test_a_submission_with_a_problem_is_reported_as_finished():
    told: list[Progress] = []
    broken = Submission("broken", problem=Failure("is empty"))
    grader(watch=told.append).grade([broken])
    assert [(progress.done, progress.total) for progress in told] == [(1, 1)]
    assert told[0].grade is not None


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done and told, in this process."""
    done: list[str] = []
    real = trial._run

    def run(test: Test, client: Any, answer: str, submission: Submission, began: float) -> Any:
        done.append(f"{submission.name}: {answer}")
        return real(test, client, answer, submission, began)

    monkeypatch.setattr(trial, "_run", run)
    return done


def test_progress_comes_with_every_test_when_all_runs_here(order):
    watch = grader(question="reflex", watch=lambda _: order.append("told"))
    watch.grade([submission(GOES_WEST)])
    # The inspection goes on to the first test.
    assert order == ["student: Reflex", "told", "told", "student: Reflex", "told"]


def test_tests_of_a_submission_come_before_the_next_one_is_looked_at():
    told: list[Progress] = []
    both = [submission(GOES_WEST, "a"), submission(GOES_WEST, "b")]
    grader(question="reflex", watch=told.append).grade(both)
    assert [progress.latest for progress in told] == [
        *("a", "a: reflex", "a: reflex", "b", "b: reflex", "b: reflex")
    ]


KILLS_ITS_PARENT = "import os; os.kill(os.getppid(), 9)"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.slow
def test_a_submission_that_kills_the_graders_process_is_found_out_and_the_others_graded(tmp_path):
    told: list[Progress] = []
    texts = {"a": GOES_WEST, "killer": KILLS_ITS_PARENT, "b": GOES_WEST, "c": GOES_WEST}
    submissions = [submission(text, name) for name, text in texts.items()]
    with Journal(tmp_path / "journal") as journal:
        watched = grader(question="reflex", jobs=2, watch=told.append, journal=journal)
        first, bad, *others = watched.grade(submissions)
        again = grader(question="reflex", jobs=2, journal=journal).grade(submissions)
    assert [grade.points for grade in (first, *others)] == [2, 2, 2]
    assert message(bad) == "ended the grader's process"
    assert told[-1].done == told[-1].total == 10
    assert again == [first, bad, *others]


# With a journal.


def test_what_is_in_the_journal_is_not_done_again(tmp_path, order):
    told: list[Progress] = []
    both = [submission(GOES_WEST, "a"), submission("import nowhere", "b")]
    with Journal(tmp_path / "journal") as journal:
        before = grader(journal=journal).grade(both)
        order.clear()
        assert grader(journal=journal, watch=told.append).grade(both) == before
    assert order == []
    assert [progress.from_journal for progress in told] == [1, 2, 3, 4]
    assert grader().grade(both) == before


def test_a_changed_submission_is_graded_again_alone(tmp_path, order):
    old = [submission(GOES_WEST + f"# {name}", name) for name in "abc"]
    with Journal(tmp_path / "journal") as journal:
        grader(journal=journal).grade(old)
        order.clear()
        changed = submission(GOES_WEST + "# another", "b")
        grades = grader(journal=journal).grade([old[0], changed, old[2]])
    assert order == ["b: Reflex", "b: Reflex"]
    assert [grade.digest for grade in grades][1] == changed.digest


@pytest.mark.parametrize(
    ("old", "new", "run_again"),
    [
        ("points = 2", "points = 2", 0),
        ('title = "Tiny"', 'title = "Tinier"', 0),
        ('name = "reflex"', 'name = "corner"', 0),
        ("seed = 3", "seed = 4", 1),
        ("average_score = -10000", "average_score = -9999", 1),
        ("[[questions.tests]]", '[[questions.tests]]\nvisibility = "hidden"', 1),
        ("move = {cpu_seconds = 0.5,", "move = {cpu_seconds = 0.6,", 2),
    ],
)
@pytest.mark.slow
def test_a_changed_assignment_has_those_tests_run_that_it_changes(
    tmp_path, order, old, new, run_again
):
    text = TINY.replace(old, new, 1)
    assert (text == TINY) == (old == new)
    with Journal(tmp_path / "journal") as journal:
        grader(journal=journal).grade([submission(GOES_WEST)])
        order.clear()
        changed = Assignment.parse(text, "tiny.toml")
        again = Grader(changed, level=Level.PROCESS, jobs=1, journal=journal)
        again.grade([submission(GOES_WEST)])
    assert len(order) == run_again


@pytest.mark.slow
def test_another_engine_does_all_anew(tmp_path, order, monkeypatch):
    with Journal(tmp_path / "journal") as journal:
        grader(journal=journal).grade([submission(GOES_WEST)])
        order.clear()
        monkeypatch.setattr(job, "engine_version", lambda: "another")
        grader(journal=journal).grade([submission(GOES_WEST)])
    assert len(order) == 2


@pytest.mark.slow
def test_a_file_of_another_path_has_its_own_advice(tmp_path):
    text = TINY.replace("average_score = -10000", "average_score = 10000")
    assignment = Assignment.parse(text, "tiny.toml")
    paths = ["here/agent.py", "there/agent.py"]
    with Journal(tmp_path / "journal") as journal:
        kept = Grader(assignment, level=Level.PROCESS, jobs=1, journal=journal)
        grades = kept.grade([replace(submission(GOES_WEST), path=path) for path in paths])
    for grade, path in zip(grades, paths, strict=True):
        assert f"--pacman {path}:Reflex" in grade.questions[0].outcomes[0].advice


def test_what_is_not_a_submissions_fault_is_not_kept(tmp_path, monkeypatch):
    def fails(*_: object) -> None:
        raise GradingError("a ghost failed")

    with Journal(tmp_path / "journal") as journal:
        with monkeypatch.context() as patched:
            patched.setattr(trial, "_run", fails)
            with pytest.raises(GradingError, match="a ghost failed"):
                grader(journal=journal).grade([submission(GOES_WEST)])
        (grade,) = grader(journal=journal).grade([submission(GOES_WEST)])
    assert grade.points == 2


def test_a_full_disk_is_no_submissions_fault(monkeypatch):
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(trial, "_run", fails)
    with pytest.raises(GradingError, match=r"^student: OSError: .*No space left"):
        grader().grade([submission(GOES_WEST)])


def test_what_makes_no_sense_in_a_journal_is_said_and_not_believed(tmp_path, monkeypatch):
    with Journal(tmp_path / "journal") as journal:
        monkeypatch.setattr(Journal, "find", lambda *_: '{"outcome": {"points": 1000}}')
        with pytest.raises(
            JournalError, match=r"journal: the journal is damaged: .*; move it away"
        ):
            grader(journal=journal).grade([submission(GOES_WEST)])


def test_of_two_that_do_the_same_work_the_first_one_counts(tmp_path, monkeypatch):
    """The other run comes between our look into the journal and our result."""
    path = tmp_path / "journal"
    inspect: Callable[..., Any] = trial.inspect

    def meanwhile(*arguments: Any) -> Any:
        monkeypatch.setattr(trial, "inspect", lambda *_: trial.Inspected(Failure("is the first")))
        with Journal(path) as other:
            grader(journal=other).grade([submission(GOES_WEST)])
        return inspect(*arguments)

    monkeypatch.setattr(trial, "inspect", meanwhile)
    with Journal(path) as journal:
        (grade,) = grader(journal=journal).grade([submission(GOES_WEST)])
    assert message(grade) == "is the first"


# Marks of whole files.


@pytest.mark.slow
def test_a_new_agent_is_graded_where_it_can_be(tmp_path):
    file = write(tmp_path, GOES_WEST.replace("Reflex", "MyAgent"))
    reflex, minimax, _ = graded(file).questions
    assert (reflex.points, reflex.failures) == (2, {})
    assert minimax.reason == "MyAgent doesn't accept depth or evaluation"


def test_a_misspelt_class_gets_the_right_name_as_advice(tmp_path):
    file = write(tmp_path, GOES_WEST.replace("Reflex(Agent)", "Minmax(Agent)"))
    assert message(graded(file)) == "can't be graded: Minmax: did you mean Minimax?"
    file = write(tmp_path, GOES_WEST.replace("Reflex(Agent)", "Reflex"))
    assert message(graded(file).questions[0]) == "Reflex doesn't inherit from pacgrid.Agent"


def shipped_file(agent: str) -> Path:
    return Path(str(resources.files("pacgrid.agents") / f"{agent}.py"))


def shipped(agent: str, question: str) -> Grade:
    fair = Grader(Assignment.load(), level=Level.PROCESS, question=question, jobs=1)
    return fair.grade(handed_in(shipped_file(agent)))[0]


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
@pytest.mark.slow
def test_a_shipped_agent_gets_full_marks_on_its_question(agent, question):
    assert shipped(agent, question).points == 5


def graded_as(question: str, text: str, folder: Path, *, searches: bool = False) -> QuestionGrade:
    """What `text` gets for a question of the shipped assignment, or for its searches alone."""
    assignment = Assignment.load()
    if searches:
        whole = assignment.question(question)
        tests = [test for test in whole.tests if isinstance(test, Search)]
        points = sum(test.points for test in tests)
        part = whole.model_copy(update={"tests": tests, "points": points})
        assignment = assignment.model_copy(update={"questions": [part]})
    fair = Grader(assignment, level=Level.PROCESS, question=question, jobs=1)
    (grade,) = fair.grade(handed_in(write(folder, text)))
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
@pytest.mark.slow
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
@pytest.mark.slow
def test_a_search_that_takes_the_last_of_equals_gets_full_marks(tmp_path, kind, question, text):
    grade = graded_as(question, text.replace("{kind}", kind), tmp_path, searches=True)
    assert grade.points == grade.possible


@pytest.mark.parametrize(
    ("search", "kind", "mistake"),
    [
        (UNPRUNED, "Minimax", ("min(values)", "max(values)")),
        (UNPRUNED, "Minimax", ("num_agents - 1", "num_agents")),
        (UNPRUNED, "Minimax", ("num_agents - 1", "num_agents - 2")),
        (UNPRUNED, "Minimax", ("self.depth * state.num_agents - 1", "self.depth")),
        (UNPRUNED, "Minimax", ("min(values)", "sum(values) / len(values)")),
        (SEARCH, "AlphaBeta", ("values[-1] < alpha", "values[-1] <= alpha")),
        (SEARCH, "AlphaBeta", ("min(values)", "sum(values) / len(values)")),
        (AVERAGING, "Expectimax", ("sum(values) / len(values)", "min(values)")),
        (AVERAGING, "Expectimax", ("sum(values) / len(values)", "max(values)")),
        (AVERAGING, "Expectimax", ("num_agents - 1", "num_agents")),
        (AVERAGING, "Expectimax", ("/ len(values)", "/ 2")),
        (AVERAGING, "Expectimax", (" / ", " // ")),
    ],
)
@pytest.mark.slow
def test_a_search_that_goes_wrong_loses_points(tmp_path, search, kind, mistake):
    question = {"AlphaBeta": "alpha_beta"}.get(kind, kind.lower())
    old, new = mistake
    assert old in search
    text = search.replace("{kind}", kind).replace(old, new)
    grade = graded_as(question, text, tmp_path, searches=True)
    assert grade.answered
    assert grade.points < grade.possible


@pytest.mark.slow
def test_minimax_does_not_pass_for_alpha_beta(tmp_path):
    text = UNPRUNED.replace("{kind}", "AlphaBeta")
    grade = graded_as("alpha_beta", text, tmp_path, searches=True)
    assert message(grade).startswith("asked for more than ")
    assert (grade.points, grade.possible) == (2, 4)


NEAREST_FOOD = """
def evaluate(state):
    food = min(state.maze.distance(state.pacman, at) for at in state.food)
    ghosts = [ghost.position for ghost in state.ghosts if not ghost.scared]
    near = sum(state.maze.distance(state.pacman, at) <= 3 for at in ghosts)
    return state.score - food - 100 * near
"""


@pytest.mark.parametrize(("penalty", "points"), [("100 * near", 5), ("0 * near", 2)])
@pytest.mark.slow
def test_an_evaluation_must_see_the_ghosts(tmp_path, penalty, points):
    text = NEAREST_FOOD.replace("100 * near", penalty)
    assert graded_as("evaluation", text, tmp_path).points == points
