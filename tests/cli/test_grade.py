import json
import shlex
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner

from helpers.case_files import SOLUTION, write_cases
from helpers.grading import GOES_WEST, SOUND_EVALUATE, TINY, replace_workers, write
from helpers.processes import PATIENCE, until
from pacgrid.autograder.sandbox import level as level_module
from pacgrid.autograder.sandbox.level import Level
from pacgrid.cli import app
from pacgrid.cli.grade import collected

JOURNAL = "pacgrid-journal.sqlite"


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The current folder: with an assignment, and a good and a bad submission."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    write(tmp_path, TINY, "tiny.toml")
    write(tmp_path, GOES_WEST, "good.py")
    write(tmp_path, "import nowhere", "bad.py")
    return tmp_path


@pytest.fixture
def folder(files, monkeypatch):
    """The same, graded without workers."""
    replace_workers(monkeypatch)
    return files


def grade(*arguments):
    options = ["-a", "tiny.toml", "-j", "1", "--sandbox", "process"]
    return CliRunner().invoke(app, ["grade", *options, *arguments])


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_submission_is_graded_its_games_saved_and_no_path_is_shown_on_gradescope(files):
    write(files, TINY.replace("-10000", "10000"), "tiny.toml")
    result = grade(str(files / "good.py"), "--gradescope", "results.json", "--games", "games")
    assert "1 of 4 points" in result.stdout
    saved = sorted(files.glob("games/*/*.jsonl"))
    assert [file.name for file in saved] == ["reflex-1-seed-3.jsonl", "reflex-1-seed-4.jsonl"]
    shown = CliRunner().invoke(app, ["replay", str(saved[0]), "--view", "none"])
    assert "seed 3" in shown.stdout
    text = (files / "results.json").read_text()
    assert "pacgrid play good.py:Reflex" in text
    assert str(files) not in text


def test_a_missing_file_sets_the_exit_code_and_low_grades_do_not(folder):
    bad, missing = grade("bad.py"), grade("good.py", "nowhere.py")
    assert (bad.exit_code, missing.exit_code) == (0, 1)
    assert "can't be imported" in bad.stdout
    assert "nowhere.py: no such file" in missing.stdout
    assert " 2 " in missing.stdout


def test_a_first_look_plays_few_games_says_so_and_stores_nothing(folder):
    write(folder, TINY.replace("games = 2", "games = 20"), "tiny.toml")
    result = grade("good.py", "--fast", "--all")
    assert "Tiny (first look)" in result.stdout
    assert "3 games on pocket" in result.stdout
    assert "first look: at most 3 games or positions in each test; this is no grade" in (
        grade("good.py", "bad.py", "--fast").stdout
    )
    assert names(folder) == ["bad.py", "good.py", "tiny.toml"]


def test_json_goes_to_a_file_or_to_stdout_with_the_report_on_stderr(folder):
    grade("good.py", "bad.py", "--json", "out.json", "--no-journal")
    assert names(folder) == ["bad.py", "good.py", "out.json", "tiny.toml"]
    result = grade("good.py", "bad.py", "--json", "-")
    assert result.stdout == (folder / "out.json").read_text()
    assert [one["points"] for one in json.loads(result.stdout)["submissions"]] == [2, 0]
    assert "good.py" in result.stderr


def test_the_files_are_written_before_anything_is_printed(folder, monkeypatch):
    def fail(*_, **__):
        raise OSError("the terminal is gone")

    monkeypatch.setattr("pacgrid.autograder.reports.terminal_report.student_report", fail)
    result = grade("good.py", "--json", "out.json", "-o", "results")
    assert isinstance(result.exception, OSError)
    assert (folder / "out.json").is_file()


def test_one_question_can_be_chosen_and_single_tests_can_be_run_without_a_grade(folder):
    assert "not answered: no Minimax" in grade("good.py", "-q", "minimax").stdout
    assert grade("good.py", "--only", "reflex.2").stdout.startswith("\nTiny  good.py\n1 of 1 point")
    result = grade("good.py", "--only", "reflex.2", "--all")
    assert "2. the best action in 1 position" in result.stdout
    assert "1. 2 games" not in result.stdout
    assert "only reflex.2; this is no grade" in result.stdout


def test_a_folder_that_cannot_be_written_is_reported_before_grading(folder):
    result = grade("good.py", "bad.py", "--out", "good.py")
    assert result.exit_code == 1
    assert str(result.exception).startswith("good.py: can't be written: ")
    assert JOURNAL not in names(folder)


def test_ignored_files_are_listed(folder):
    (folder / "all").mkdir()
    write(folder, GOES_WEST, "all/good.py")
    write(folder, "read me", "all/README.txt")
    write(folder, GOES_WEST, "all/other.py")
    assert "ignored: all/README.txt" in grade("all").stderr


# The sandbox.


@pytest.fixture
def no_sandbox(monkeypatch):
    why_not = level_module.why_not.__wrapped__
    assert level_module.why_random() is not None  # it is found out before the platform changes
    monkeypatch.setattr(level_module.sys, "platform", "an old kernel")
    level_module.why_not.cache_clear()
    assert why_not(Level.LANDLOCK)
    yield
    level_module.why_not.cache_clear()


@pytest.mark.usefixtures("no_sandbox")
def test_without_a_sandbox_a_batch_needs_a_chosen_level_and_your_own_file_gets_a_warning(folder):
    options = ["grade", "-a", "tiny.toml", "-j", "1", "good.py"]
    result = CliRunner().invoke(app, [*options, "bad.py"])
    assert str(result.exception) == (
        "grading other people's code requires at least landlock "
        "(bubblewrap: needs Linux; landlock: needs Linux); override with --sandbox process"
    )
    assert names(folder) == ["bad.py", "good.py", "tiny.toml"]
    assert grade("good.py", "bad.py").exit_code == 0
    result = CliRunner().invoke(app, options)
    assert "2 of 4 points" in result.stdout
    assert result.stderr == (
        "no sandbox against hostile code: bubblewrap needs Linux; landlock needs Linux\n"
    )
    result = CliRunner().invoke(app, ["grade", "good.py", "--sandbox", "landlock"])
    assert str(result.exception) == "--sandbox landlock: needs Linux"


# Gradescope.


@pytest.mark.parametrize(
    ("texts", "output"),
    [
        ({}, "has no Python file"),
        ({"notes.txt": ""}, "has no Python file"),
        ({"a.py": GOES_WEST, "b.py": GOES_WEST}, "has several Python files, a.py and b.py"),
        ({"agent.py": "import nowhere"}, "can't be imported"),
        ({"hand-in.zip": "not a zip"}, ""),
    ],
)
def test_gradescope_gets_results_whatever_a_student_submits(folder, texts, output):
    (folder / "submission").mkdir()
    for name, text in texts.items():
        write(folder, text, f"submission/{name}")
    assert grade("submission", "--gradescope", "results.json").exit_code == 0
    data = json.loads((folder / "results.json").read_text())
    assert output in data["output"]
    assert sum(test["score"] for test in data["tests"]) == 0


# With a journal.


def test_a_changed_submission_is_graded_again_alone(folder):
    first = grade("good.py", "bad.py").stderr
    assert f"{JOURNAL} keeps the results" in first
    assert "already" not in first
    assert f"4 of 4 results were in {JOURNAL} already" in grade("good.py", "bad.py").stderr
    write(folder, SOUND_EVALUATE, "bad.py")
    assert f"3 of 5 results were in {JOURNAL} already" in grade("good.py", "bad.py").stderr


# Runs that are stopped.

BATCH = ["submissions", "-a", "tiny.toml", "-j", "2"]


def batch(folder):
    """Writes an assignment, and submissions that need 2 + 3 * 3 + 2 * 2 jobs."""
    (folder / "submissions").mkdir(parents=True)
    write(folder, TINY, "tiny.toml")
    texts = {"bad": "import nowhere", "empty": ""}
    texts |= {f"west {n}": f"{GOES_WEST}\nprint({n})" for n in range(3)}
    texts |= {f"sound {n}": f"{SOUND_EVALUATE}\n# {n}" for n in range(2)}
    for name, text in texts.items():
        write(folder, text, f"submissions/{name}.py")


JOBS = 15


def outputs(folder):
    """The files in `folder`."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def stored(journal):
    """The number of results in a journal that another process is writing to."""
    try:
        with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM results").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


@contextmanager
def started(folder, *arguments, handler="default_int_handler"):
    """A run of `pacgrid grade` that handles SIGINT so, also if the tests ignore it. All its
    processes are ended."""
    command = [sys.executable, "-c", INTERRUPTIBLE, handler, "grade", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                for member in family_of(process):
                    member.kill()


def family_of(process):
    """The process and its descendants."""
    parent = psutil.Process(process.pid)
    return [*parent.children(recursive=True), parent]


INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, getattr(signal, sys.argv.pop(1)))
from pacgrid.cli import main
main()
"""


def run(folder, *arguments):
    """Grades to the end, and returns stderr."""
    with started(folder, *arguments) as process:
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    return errors.decode()


def wait_until(condition, process):
    """Waits for something that `process` does; fails if it ends before."""

    def holds():
        assert process.poll() is None
        return condition()

    until(holds)


def stop(process, number):
    """Sends a signal; returns stderr when `process` and all that it started have ended."""
    *children, _ = family_of(process)
    assert len(children) >= 2
    process.send_signal(number)
    _, errors = process.communicate(timeout=PATIENCE)
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    return errors.decode()


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """The results of a batch that runs to the end."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    batch(folder)
    run(folder, *BATCH, "-o", "results")
    return outputs(folder / "results")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_batch_resumes_after_every_kill_with_the_same_results(tmp_path, uninterrupted):
    batch(tmp_path)
    for least in (1, 5, 9):
        with started(tmp_path, *BATCH, "-o", "results") as process:
            wait_until(lambda least=least: stored(tmp_path / JOURNAL) >= least, process)
            stop(process, signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
    assert not (tmp_path / "results").exists()
    before = stored(tmp_path / JOURNAL)
    last = run(tmp_path, *BATCH, "-o", "results")
    assert f"{before} of {JOBS} results were in {JOURNAL} already" in last
    assert outputs(tmp_path / "results") == uninterrupted
    assert len(uninterrupted) == 4 + 7


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
@pytest.mark.parametrize(
    ("number", "handler"),
    [
        (signal.SIGINT, "default_int_handler"),
        (signal.SIGTERM, "SIG_IGN"),  # as a program in the background has it
        (signal.SIGKILL, "SIG_IGN"),
    ],
)
def test_an_interrupt_leaves_no_process_behind_and_a_journal_to_resume_from(files, number, handler):
    begun = files / "begun"
    write(files, f"open({str(begun)!r}, 'w').close()\nwhile True: pass", "loop.py")
    text = TINY.replace("cpu_seconds = 2", "cpu_seconds = 600").replace(
        "seconds = 20", "seconds = 600"
    )
    write(files, text, "long.toml")
    with started(
        *(files, "-a", "long.toml", "-j", "2", "--sandbox", "process"),
        *("bad.py", "loop.py", "loop.py"),
        handler=handler,
    ) as process:
        wait_until(lambda: begun.exists() and stored(files / JOURNAL) > 0, process)
        errors = stop(process, number)
    assert stored(files / JOURNAL) == 1
    if number == signal.SIGKILL:
        assert process.returncode == -number
        return
    assert process.returncode == 130
    assert errors.splitlines()[-1:] == [
        f"stopped; {JOURNAL} has the results so far: run the same command again to resume"
    ]


@pytest.mark.parametrize(
    ("agents", "page"), [(["good.py"], "feedback/good.html"), (["good.py", "bad.py"], "index.html")]
)
def test_the_page_to_begin_with_is_said(folder, agents, page):
    result = grade(*agents, "--out", "out")
    assert f"The page to begin with is {Path('out', page)}" in result.stderr
    assert (folder / "out" / page).is_file()


def test_everybody_in_the_roster_has_a_row_in_every_file(folder):
    (folder / "roster.csv").write_text("name,identifier\nAda Lovelace,good\nEve,eve\n")
    result = grade("good.py", "--roster", "roster.csv", "--out", "out")
    assert result.exit_code == 0
    assert "roster: 2 students, 1 handed in nothing" in result.stderr
    for name in ("gradebook.csv", "grades.json", "index.html"):
        text = (folder / "out" / name).read_text("utf-8")
        assert "Ada Lovelace" in text
        assert "nothing was handed in" in text
    assert "nothing was handed in" in (folder / "out" / "feedback" / "Eve.html").read_text("utf-8")


def test_the_command_that_runs_a_failure_again_is_what_was_typed(files):
    write(files, GOES_WEST.replace("return", "raise"), "fails.py")
    path = files / "fails.py"
    (files / "handed in").mkdir()
    write(files / "handed in", GOES_WEST.replace("return", "raise"))
    for typed in (path, files / "handed in"):
        for options in ((), ("--fast",)):
            words = ["pacgrid", "grade", str(typed), "--assignment", "tiny.toml", *options]
            assert f"{shlex.join(words)} --only reflex" in grade(str(typed), *options).stdout


COURSE_FILE = """
class ReflexAgent(): ...
class MinimaxAgent(): ...
class AlphaBetaAgent(): ...
"""


def grade_on_cases(*arguments):
    options = ["--assignment", "cases", "-j", "1", "--sandbox", "process"]
    return CliRunner().invoke(app, ["grade", *arguments, *options])


def test_a_file_is_graded_on_a_folder_of_test_cases(folder):
    write_cases(folder / "cases", {"q2/odd.test": 'class: "OddTest"'})
    file = write(folder, COURSE_FILE, "multiAgents.py")
    result = grade_on_cases(str(file), "--out", "out")
    assert result.exit_code == 0, result.output
    assert "q2/odd: class OddTest is unknown, so it is never passed" in result.stderr
    assert "5 of 10 points" in result.stdout
    result = grade_on_cases("multiAgents.py", "--only", "q2/1-left")
    assert "3 of 3 points" in result.stdout
    assert "only q2/1-left; this is no grade" in result.stdout


def test_a_folder_of_submissions_is_graded_on_test_cases_and_resumed(folder):
    write_cases(folder / "cases")
    for student in ("ann", "bob"):
        (folder / "hand-ins" / student).mkdir(parents=True)
        write(folder / "hand-ins" / student, f"{COURSE_FILE}# {student}", "multiAgents.py")
        write(folder / "hand-ins" / student, "", "util.py")
    result = grade_on_cases("hand-ins")
    assert "10 of 10" in result.stdout
    assert "8 of 8 results were in" in grade_on_cases("hand-ins").stderr
    change = {"q2/1-left.solution": SOLUTION.replace("Right", "Left")}
    write_cases(folder / "cases", change)
    assert "2 of 4 results were in" in grade_on_cases("hand-ins", "-q", "q2").stderr


# The course, and who handed in.

METADATA = "submission_metadata.json"
ADA = {"users": [{"name": "Ada", "email": "ada@uni.edu"}]}


@pytest.mark.parametrize(
    ("metadata", "identifier"),
    [(None, ""), ({}, ""), (ADA, "ada@uni.edu"), ({"users": ADA["users"] * 2}, "")],
)
def test_gradescope_says_who_the_only_student_is(metadata, identifier, tmp_path):
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "agent.py").write_text("x = 1\n")
    if metadata is not None:
        (tmp_path / METADATA).write_text(json.dumps(metadata))
    found = collected([tmp_path / "submission"], "agent.py", is_alone=True)
    (submission,) = found.submissions
    assert submission.identifier == identifier


def test_students_cannot_say_who_they_are(tmp_path, monkeypatch):
    """In a repository, the folder with the graded file is the student's own."""
    repository = tmp_path / "repository"
    for folder in (repository, repository / "agents", tmp_path / "submission"):
        folder.mkdir()
        (folder / "agent.py").write_text("x = 1\n")
        (folder / METADATA).write_text(json.dumps(ADA))
    given = [
        (tmp_path, name) for name in ("repository/agent.py", "repository/agents", "submission")
    ]
    for current, path in (*given, (repository, ".")):
        monkeypatch.chdir(current)
        (found,) = collected([Path(path)], "agent.py", is_alone=True).submissions
        assert found.identifier == "", path


@pytest.mark.parametrize(
    ("folder_name", "message"),
    [
        (".", "--upload would overwrite roster.csv; name another folder"),
        ("up", "roster.csv:1: has no column of grades called 'Tiny'"),
    ],
)
def test_files_of_the_course_are_checked_before_anything_is_graded(folder, folder_name, message):
    (folder / "roster.csv").write_text("Student,ID,Section,HW 2\nAda,good,A,\n")
    result = grade("good.py", "--roster", "roster.csv", "--upload", folder_name)
    assert str(result.exception).startswith(message)
    assert names(folder) == ["bad.py", "good.py", "roster.csv", "tiny.toml"]
