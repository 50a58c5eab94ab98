"""Whatever fails in Pacgrid while it judges or reports one submission costs the others nothing."""

import csv
import re
import shutil
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from helpers.grading import GOES_WEST, SOUND_EVALUATE, TINY, replace_workers, submission, write
from helpers.report_formats import Page
from pacgrid.autograder.assignments.assignment import Assignment
from pacgrid.autograder.batch.grader import Grader, Progress
from pacgrid.autograder.batch.grading_job import Inspection, SearchDiagnosis, Trial
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.batch.pool import JobRunner
from pacgrid.autograder.model import fault as engine_module
from pacgrid.autograder.model.fault import (
    UNEXPLAINED,
    UNGRADED,
    UNREPORTED,
    Fault,
    GradingError,
    attempt,
    engine_version,
    faults_of,
    sources,
)
from pacgrid.autograder.model.grade import Grade
from pacgrid.autograder.sandbox.level import Level
from pacgrid.autograder.submissions import submission as submission_module
from pacgrid.autograder.submissions.members import Member
from pacgrid.autograder.submissions.submission import Submission
from pacgrid.cli import app, grading

ERRORS = (RuntimeError, RecursionError, MemoryError, OverflowError, AssertionError, KeyError)
INJECTED = "injected on purpose"

ASSIGNMENT = TINY.replace("points = 2", "points = 3", 1).replace(
    "[{average_score = -10000, points = 1}]",
    "[{average_score = -10000, points = 1}, {average_score = 10000, points = 1}]",
    1,
)
"""Its first test can't be passed, so that it is always looked into."""

FEATURES = """
WEIGHTS = {"score": 1}

def features(state):
    return {"score": state.score}
"""

WRONG_MINIMAX = """
class Minimax(Agent):
    def __init__(self, depth, evaluation):
        pass
    def act(self, state):
        return state.legal_actions()[0]
"""
"""Wrong in a way that is named after few questions: all of this file's gradings diagnose it."""
WITHOUT_SEARCH = GOES_WEST + SOUND_EVALUATE + FEATURES
ALL = WITHOUT_SEARCH + WRONG_MINIMAX
ILL = ALL.replace("WEST", "EAST")
"""Wrong in the position, too."""


@pytest.fixture
def inject(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, type[Exception]], list[str]]:
    """Has a function or method of the autograder raise an error for the submission `ill` alone.
    Returns the list of its calls that failed."""

    def inject(place: str, error: type[Exception]) -> list[str]:
        judged = [""]
        _tell_submission(judged, monkeypatch)
        module_name, _, path = place.partition(":")
        owner: Any = import_module(f"pacgrid.autograder.{module_name}")
        *owners, name = path.split(".")
        for each in owners:
            owner = getattr(owner, each)
        real, calls = getattr(owner, name), list[str]()

        def fail(*arguments: Any, **options: Any) -> Any:
            if _is_about_ill(arguments, judged[0]):
                calls.append(place)
                raise error(INJECTED)
            return real(*arguments, **options)

        static = isinstance(vars(owner).get(name), staticmethod)
        monkeypatch.setattr(owner, name, staticmethod(fail) if static else fail)
        return calls

    return inject


_JOBS = (Inspection, Trial, SearchDiagnosis)


def _tell_submission(judged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the name of the submission whose job is running in `judged`."""

    def told(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(self: Any, *arguments: Any, **named: Any) -> Any:
            job = self if isinstance(self, _JOBS) else arguments[0]
            job = job[2] if isinstance(job, tuple) else job
            before, judged[0] = judged[0], Path(job.submission.name).stem
            try:
                return real(self, *arguments, **named)
            finally:
                judged[0] = before

        return call

    for job in _JOBS:
        monkeypatch.setattr(job, "__call__", told(job.__call__))
    monkeypatch.setattr(JobRunner, "_find", told(JobRunner._find))
    monkeypatch.setattr(JobRunner, "_finish", told(JobRunner._finish))


def _is_about_ill(arguments: tuple[Any, ...], judged: str) -> bool:
    if judged == "ill" or any("the ill one" in text for text in arguments if isinstance(text, str)):
        return True
    for argument in arguments:
        listed = argument if isinstance(argument, list | tuple) else [argument]
        for one in listed:
            name = getattr(getattr(one, "submission", one), "name", "")
            if Path(name).stem == "ill" or getattr(one, "folder", "") == "ill":
                return True
    return False


# Judging.

ALL_OF_IT, GAMES = [""], ["reflex.1", "evaluation.1"]
EVERY_TEST = ["reflex.1", "reflex.2", "minimax.1", "evaluation.1"]

JUDGING = {
    "batch.grading_job:Inspection.__call__": ALL_OF_IT,
    "batch.grading_job:load_submission": ALL_OF_IT,
    "submissions.submission:Submission.written": ALL_OF_IT,
    "batch.grader:answers": ALL_OF_IT,
    "batch.grading_job:Inspection.key": ALL_OF_IT,
    "batch.grading_job:Inspection.dump": ALL_OF_IT,
    "batch.grader:GradingTask._grade": ALL_OF_IT,
    "batch.grading_job:Trial.__call__": EVERY_TEST,
    "kinds.games:Games.play": GAMES,
    "kinds.games:last_chance": GAMES,
    "kinds.games:games_diagnosis": ["reflex.1"],
    "kinds.games:examine": ["evaluation.1"],
    "kinds.remote_players:RemoteEvaluation.value": ["evaluation.1"],
    "kinds.remote_players:WorkerClient.act": ["reflex.1", "reflex.2", "minimax.1"],
    "kinds.positions:Positions._diagnosis": ["reflex.2"],
    "kinds.search:diagnose": ["minimax.1"],
    "batch.grading_job:SearchDiagnosis.key": ["minimax.1"],
    "batch.grading_job:SearchDiagnosis.dump": ["minimax.1"],
    "batch.grading_job:SearchDiagnosis.read": ["minimax.1"],
    "batch.grading_job:Trial.key": EVERY_TEST,
    "batch.grading_job:Trial.dump": EVERY_TEST,
    "batch.grading_job:Trial.read": EVERY_TEST,
}
"""By place: which of its tests can't be graded. The others keep their points."""
EXPLAINING = {
    *("kinds.games:last_chance", "kinds.games:games_diagnosis", "kinds.games:examine"),
    *("kinds.positions:Positions._diagnosis", "kinds.search:diagnose"),
    *(f"batch.grading_job:SearchDiagnosis.{name}" for name in ("key", "dump", "read")),
}
"""At these places those tests keep their points, too, and only lack an explanation."""
FIXED = {
    "batch.grading_job:load_submission",
    "batch.grading_job:Trial._completed",
    "batch.grading_job:Trial.read",
    "kinds.games:Games.run",
    "kinds.search:diagnose",
}
"""After a fault at these places, all is graded again without it."""


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Grade]]:
    """A journal with the results of all submissions but `ill`, and all grades."""
    path = tmp_path_factory.mktemp("reference") / "journal.sqlite"
    with Journal(path) as journal:
        well = _grade(journal, names=["first", "last"])
    (ill,) = _grade(None, names=["ill"])
    return path, [well[0], ill, well[1]]


def _grade(journal: Journal | None, names: list[str] | None = None, **options: Any) -> list[Grade]:
    assignment = Assignment.parse(ASSIGNMENT, "tiny.toml")
    texts = {"first": ALL, "ill": ILL, "last": f"{ALL}\n# the last one"}
    given = [submission(texts[name], name) for name in names or texts]
    grader = Grader(
        assignment, **{"level": Level.IN_PROCESS, "jobs": 1, "journal": journal, **options}
    )
    return grader.grade(given)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "error"),
    [
        pytest.param(place, error, id=place)
        for place, error in zip(JUDGING, cycle(ERRORS), strict=False)
    ],
)
def test_a_fault_in_judging_is_the_row_of_its_submission(
    tmp_path, reference, inject, monkeypatch, place, error
):
    path, expected = reference
    shutil.copy(path, tmp_path / "journal.sqlite")
    with monkeypatch.context(), Journal(tmp_path / "journal.sqlite") as journal:
        calls = inject(place, error)
        first, ill, last = _grade(journal)
        assert calls, "the place is never reached"
        assert [first, last] == [expected[0], expected[2]]
        assert ill.name == "ill"
        failed, found = zip(*faults_of(ill), strict=True)
        assert [*failed] == JUDGING[place]
        assert _points(ill) == {
            test: 0.0 if {"", test} & {*failed} and place not in EXPLAINING else points
            for test, points in _points(expected[1]).items()
            if failed != ("",)
        }
        message = UNEXPLAINED if place in EXPLAINING else UNGRADED
        assert {fault.message for fault in found} == {message}
        assert all(f"{error.__name__}: " in f.report and INJECTED in f.report for f in found)
        assert ill.possible == first.possible
    monkeypatch.undo()
    if place in FIXED:
        with Journal(tmp_path / "journal.sqlite") as journal:
            assert _grade(journal) == expected, "after a fix, it is graded"


def _points(grade: Grade) -> dict[str, float]:
    return {f"{q.name}.{o.number}": o.points for q in grade.questions for o in q.outcomes}


OVERFLOWING = {
    "ints": "10**308",
    "values": "1.7e308 * (-1) ** len(state.food)",
    "infinite": "float('inf') * (state.score or 1)",
}
"""By name: the value of a state."""


@pytest.mark.slow
def test_numbers_that_overflow_are_graded_beside_ordinary_ones(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, ASSIGNMENT.replace("games = 1", "games = 2"), "tiny.toml")
    (tmp_path / "submissions").mkdir()
    write(tmp_path / "submissions", SOUND_EVALUATE, "plain.py")
    for name, value in OVERFLOWING.items():
        write(tmp_path / "submissions", f"def evaluate(state): return {value}", f"{name}.py")
    done = _run(options=["-o", "results", "-q", "evaluation"])
    assert done.exit_code == 0, done.stderr
    assert not (tmp_path / "results" / "faults").exists()
    points = {name: row["evaluation"] for name, row in _rows(tmp_path).items()}
    assert points == dict.fromkeys(["plain", *OVERFLOWING], "1")


@pytest.mark.parametrize("error", ERRORS)
def test_every_error_is_a_fault_with_a_traceback_for_the_staff(error):
    def fail() -> None:
        raise error(INJECTED)

    fault = attempt(fail)
    assert isinstance(fault, Fault)
    assert (fault.message, fault.details) == (UNGRADED, "")
    assert "in fail\n" in fault.report
    assert "pacgrid " in fault.report


@pytest.mark.parametrize(
    "error", [GradingError("no space left"), OSError(5, "a disk is gone"), KeyboardInterrupt()]
)
def test_what_is_no_submissions_matter_ends_the_grading(monkeypatch, error):
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("pacgrid.autograder.batch.grading_job.Inspection.__call__", fail)
    expected = KeyboardInterrupt if isinstance(error, KeyboardInterrupt) else GradingError
    with pytest.raises(expected, match=r"|no space left|a disk is gone"):
        _grade(None)


@pytest.mark.slow
def test_a_fault_in_reading_a_stored_result_is_a_row_too(tmp_path, reference, inject):
    _, expected = reference
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert _grade(journal) == expected
        for place in ("batch.grading_job:Inspection.read", "batch.grading_job:Trial.read"):
            assert not inject(place, RecursionError)
            first, ill, last = _grade(journal)
            assert [first, last] == [expected[0], expected[2]]
            assert {fault.message for _, fault in faults_of(ill)} == {UNGRADED}


@pytest.mark.slow
def test_a_fault_in_another_process_is_a_row_too():
    nowhere = Submission("ill", (("a\0.py", b""),), "a\0.py")  # no such file can be written
    well = submission(ALL, "well")
    assignment = Assignment.parse(ASSIGNMENT, "tiny.toml")
    one, two = (Grader(assignment, level=Level.PROCESS, jobs=jobs) for jobs in (1, 2))
    assert one.grade([nowhere, well]) == two.grade([nowhere, well])
    assert one.grade([nowhere])[0].failure == Fault(UNGRADED)


def test_only_a_result_that_cannot_be_sent_is_a_fault_not_what_those_who_watch_raise(monkeypatch):
    class StoppedError(Exception):
        pass

    def stop(_: Progress) -> None:
        raise StoppedError

    def result(self: object, future: object) -> object:
        raise TypeError(INJECTED)

    replace_workers(monkeypatch)
    with pytest.raises(StoppedError):
        _grade(None, watch=stop)
    monkeypatch.setattr("pacgrid.autograder.batch.pool.Pool.result", result)
    assert {grade.failure.message for grade in _grade(None) if grade.failure} == {UNGRADED}


# Reporting.

REPORTING = {
    "reports.results_folder:gradebook": "gradebook.csv",
    "reports.results_folder:mistakes_table": "mistakes.csv",
    "reports.json_reports:_submission_json": "grades.json",
    "reports.json_reports:as_json": "grades.json",
    "reports.pages:reasons": "index.html",
    "reports.results_folder:student_view": "feedback",
    "reports.student_view:shortened": "feedback",
    "reports.results_folder:SavedGame.save": "its games",
    "reports.terminal_report:staff_report": "the report on the terminal",
}
"""By place: the report that names it."""
FAST_REPORTS = {"reports.results_folder:gradebook"}
"""The others are slow tests."""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an assignment, submissions, a journal of their results, and reports."""
    folder = tmp_path_factory.mktemp("graded")
    write(folder, ASSIGNMENT, "tiny.toml")
    (folder / "submissions").mkdir()
    for name, text in {"first": WITHOUT_SEARCH, "ill": ILL, "last": WITHOUT_SEARCH}.items():
        said = "the ill one" if name == "ill" else "well"
        write(folder / "submissions", f"{text}\nprint('{said}')\n", f"{name}.py")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert _run().exit_code == 0
    return folder


COMMON = ("-a", "tiny.toml", "-j", "1", "--sandbox", "process")
ALL_REPORTS = ("-o", "results", "--games", "games", "--json", "all.json")


def _run(submissions: str = "submissions", options: Sequence[str] = ALL_REPORTS) -> Any:
    return CliRunner().invoke(app, ["grade", submissions, *COMMON, *options])


@pytest.fixture
def copied(graded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "copied"
    shutil.copytree(graded, folder)
    for made in ("results", "games"):
        shutil.rmtree(folder / made)
    monkeypatch.chdir(folder)
    return folder


def _rows(folder: Path) -> dict[str, dict[str, str]]:
    """The gradebook, by submission."""
    text = (folder / "results" / "gradebook.csv").read_text("utf-8-sig")
    return {row["submission"]: row for row in csv.DictReader(text.splitlines())}


@pytest.mark.parametrize(
    ("place", "error"),
    [
        pytest.param(place, error, marks=[] if place in FAST_REPORTS else pytest.mark.slow)
        for place, error in zip(REPORTING, cycle(ERRORS), strict=False)
    ],
)
def test_a_fault_in_reporting_costs_the_others_nothing(copied, graded, inject, place, error):
    calls = inject(place, error)
    result = _run()
    assert calls, "the place is never reached"
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    before, after = _rows(graded), _rows(copied)
    assert after.keys() == before.keys()
    for name in ("first", "last"):
        assert after[name] == before[name]
        file = Path("results", "feedback", f"{name}.html")
        assert (copied / file).read_text() == (graded / file).read_text()
    ill = after["ill"]
    if REPORTING[place] != "gradebook.csv":
        assert ill == before["ill"]
    else:
        assert ill["failure"] == UNREPORTED
    fault = (copied / "results" / "faults" / "ill.txt").read_text()
    assert REPORTING[place] in fault
    assert f"{error.__name__}: " in fault
    assert result.stderr.splitlines()[-1] == (
        "1 submission could not be graded or reported in full: a fault of Pacgrid; please report"
        " it, with the files in results/faults"
    )


def test_a_fault_in_reading_a_submission_is_its_row(copied, graded, monkeypatch):
    real = submission_module.validate

    def fail(members: Sequence[Member], *more: Any) -> Any:
        if any("ill" in member.path for member in members):
            raise RecursionError(INJECTED)
        return real(members, *more)

    monkeypatch.setattr(submission_module, "validate", fail)
    assert _run().exit_code == 1
    before, after = _rows(graded), _rows(copied)
    assert (after["first"], after["last"]) == (before["first"], before["last"])
    assert after["ill"]["failure"] == UNGRADED
    assert INJECTED in (copied / "results" / "faults" / "ill.txt").read_text()


def test_a_report_without_details_still_has_the_points(copied, graded, inject):
    inject("reports.student_view:shortened", RuntimeError)
    assert _run().exit_code == 1
    page = Path("results", "feedback", "ill.html")
    text, before = (Page((folder / page).read_text()).text for folder in (copied, graded))
    assert UNREPORTED in text
    assert "2 of 5 points" in text
    assert "2 of 5 points" in before
    assert INJECTED not in text


def test_on_gradescope_results_are_written_and_staff_see_the_fault(copied, inject):
    for place in ("reports.json_reports:_output", "batch.grading_job:Inspection.__call__"):
        inject(place, RuntimeError)
        result = _run("submissions/ill.py", ["--gradescope", "results.json"])
        assert (result.exit_code, type(result.exception)) == (1, SystemExit)
        shown = Path("results.json").read_text()
        assert "a fault of Pacgrid" in shown
        assert INJECTED not in shown
        assert "Traceback" not in shown
        assert INJECTED in result.stderr


def test_a_single_file_is_shown_with_its_other_points(copied, inject):
    inject("kinds.positions:Positions.run", RuntimeError)
    result = _run("submissions/ill.py", [])
    assert result.exit_code == 1
    assert "2 of 5 points" in result.stdout
    assert UNGRADED in result.stdout
    assert INJECTED not in result.stdout
    assert result.stderr.splitlines()[-1].endswith("the files in pacgrid-faults")
    (file,) = Path("pacgrid-faults").iterdir()
    assert "place: reflex.2\n" in file.read_text()


def test_watching_goes_on_after_a_fault(copied, inject, monkeypatch):
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(grading.time, "sleep", interrupt)
    for place in ("batch.grading_job:Inspection.__call__", "reports.json_reports:student_view"):
        inject(place, RuntimeError)
        result = _run("submissions/ill.py", ["--watch"])
        assert (result.exit_code, result.exception) == (0, None)
        assert "waiting for a file to be saved" in result.stdout
        assert "the files in pacgrid-faults" in result.stderr


def test_checking_an_assignment_names_a_fault(copied, monkeypatch):
    def fail(*_: object) -> None:
        raise RuntimeError(INJECTED)

    monkeypatch.setattr("pacgrid.autograder.batch.grading_job.Inspection.__call__", fail)
    result = CliRunner().invoke(app, ["assignment", "check", "tiny.toml", "-j", "1"])
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    assert "could not be graded: a fault of" in result.stdout
    assert "Traceback" not in result.output
    assert len([*Path("pacgrid-faults").iterdir()]) == 5


SOURCES = list(sources())


def test_every_source_that_can_change_a_grade_counts_once_and_in_order():
    names = [name for name, _ in SOURCES]
    assert {
        *("pacgrid/state.py", "pacgrid.agents/random_ghost.py"),
        *("pacgrid.autograder/batch/grader.py", "pacgrid.autograder/sandbox/level.py"),
        "pacgrid.autograder/worker/service.py",
    } <= {*names}
    assert len(set(names)) == len(names)
    for package in ("pacgrid/", "pacgrid.agents/", "pacgrid.autograder/"):
        of_package = [name for name in names if name.startswith(package)]
        assert of_package == sorted(of_package)
    assert not [name for name in names if re.search("/(cli|view|envs)/", name)], "what only shows"


def test_any_changed_byte_is_another_engine_version(monkeypatch):
    before = engine_version()
    assert re.fullmatch(r"pacgrid [\d.]+ on Python 3\.\d+ \([0-9a-f]{12}\)", before)
    changed = [(name, text + b" " * (number == 7)) for number, (name, text) in enumerate(SOURCES)]
    monkeypatch.setattr(engine_module, "sources", lambda: iter(changed))
    assert engine_version.__wrapped__() != before
