import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner

from helpers.grading import GOES_WEST, SOUND_EVALUATE, TINY, write
from pacgrid.autograder.sandbox import level as level_module
from pacgrid.autograder.sandbox.level import Level
from pacgrid.cli import app


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: with an assignment, and a good and a bad submission."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    write(tmp_path, TINY, "tiny.toml")
    write(tmp_path, GOES_WEST, "good.py")
    write(tmp_path, "import nowhere", "bad.py")
    return tmp_path


def grade(*arguments: str):
    options = ["-a", "tiny.toml", "-j", "1", "--sandbox", "process"]
    return CliRunner().invoke(app, ["grade", *options, *arguments])


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_submission_is_graded_and_the_marks_do_not_make_the_exit_code(folder):
    assert "2 / 2 points" in grade("good.py").stdout
    bad = grade("bad.py")
    assert bad.exit_code == 0
    assert "can't be imported: ModuleNotFoundError" in bad.stdout


def test_a_missing_file_among_others_has_its_line_and_makes_the_exit_code(folder):
    result = grade("good.py", "nowhere.py")
    assert result.exit_code == 1
    assert "nowhere.py: no such file" in result.stdout
    assert " 2 " in result.stdout


def test_results_are_written_as_json(folder):
    grade("good.py", "bad.py", "--json", "out.json", "--no-journal")
    data = json.loads((folder / "out.json").read_text())
    assert [submission["points"] for submission in data["submissions"]] == [2, 0]
    assert names(folder) == ["bad.py", "good.py", "out.json", "tiny.toml"]


def test_a_dash_prints_nothing_but_json(folder):
    result = grade("good.py", "--json", "-")
    assert json.loads(result.stdout)["submissions"][0]["points"] == 2
    assert "2 / 2 points" in result.stderr


def test_the_files_are_written_before_anything_is_printed(folder, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise UnicodeEncodeError("charmap", "✗", 0, 1, "no such character")

    monkeypatch.setattr("pacgrid.autograder.reports.report.report", fail)
    done = grade("good.py", "--json", "out.json", "-o", "results")
    assert isinstance(done.exception, UnicodeEncodeError)
    assert (folder / "out.json").is_file()
    assert (folder / "results" / "junit.xml").is_file()


def test_json_that_nobody_asked_for_is_not_built(folder, monkeypatch):
    monkeypatch.setattr("pacgrid.autograder.reports.report.to_json", None)
    assert grade("good.py").exit_code == 0


def test_one_question_can_be_chosen(folder):
    assert "not answered: no Minimax" in grade("good.py", "-q", "minimax").stdout


def test_a_batch_leaves_a_folder_of_results_and_a_journal(folder):
    grade("good.py", "bad.py", "-o", "results")
    assert (folder / "results" / "gradebook.csv").is_file()
    assert names(folder) == [
        *("bad.py", "good.py", "pacgrid-journal.sqlite", "results", "tiny.toml")
    ]


def test_a_folder_that_can_not_be_written_is_told_before_anything_is_graded(folder):
    result = grade("good.py", "bad.py", "--out", "good.py", "--sandbox", "process")
    assert result.exit_code == 1
    assert str(result.exception).startswith("good.py: can't be written: ")
    assert "pacgrid-journal.sqlite" not in names(folder)


def test_what_is_left_out_is_told(folder):
    (folder / "all").mkdir()
    write(folder, GOES_WEST, "all/good.py")
    write(folder, "read me", "all/notes.txt")
    write(folder, GOES_WEST, "all/other.py")
    assert "ignored: all/notes.txt" in grade("all").stderr


# The wall.


@pytest.fixture
def no_walls(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    why_not = level_module.why_not.__wrapped__
    monkeypatch.setattr(level_module.sys, "platform", "an old kernel")
    level_module.why_not.cache_clear()
    assert why_not(Level.LANDLOCK)
    yield
    level_module.why_not.cache_clear()


@pytest.mark.usefixtures("no_walls")
def test_a_batch_is_not_graded_without_a_wall_unless_one_says_so(folder):
    options = ["grade", "-a", "tiny.toml", "-j", "1"]
    result = CliRunner().invoke(app, [*options, "good.py", "bad.py"])
    assert str(result.exception) == (
        "grading other people's code requires at least landlock "
        "(bubblewrap: needs Linux; landlock: needs Linux); override with --sandbox process"
    )
    assert names(folder) == ["bad.py", "good.py", "tiny.toml"]
    assert grade("good.py", "bad.py").exit_code == 0


@pytest.mark.usefixtures("no_walls")
def test_ones_own_file_is_graded_without_a_wall_and_it_is_told(folder):
    result = CliRunner().invoke(app, ["grade", "-a", "tiny.toml", "-j", "1", "good.py"])
    assert "2 / 2 points" in result.stdout
    assert result.stderr == (
        "no sandbox against hostile code: bubblewrap needs Linux; landlock needs Linux\n"
    )


@pytest.mark.usefixtures("no_walls")
def test_a_wall_that_is_not_there_is_told_in_a_line(folder):
    result = CliRunner().invoke(app, ["grade", "good.py", "--sandbox", "landlock"])
    assert str(result.exception) == "--sandbox landlock: needs Linux"


# Gradescope.


def test_gradescope_gets_the_results_of_the_only_submission(folder):
    assert grade("good.py", "--gradescope", "results.json").exit_code == 0
    data = json.loads((folder / "results.json").read_text())
    assert sum(test["score"] for test in data["tests"]) == 2
    assert "pacgrid-journal.sqlite" not in names(folder)


def test_gradescope_shows_nobody_where_its_files_are(folder):
    write(folder, TINY.replace("-10000", "10000"), "tiny.toml")
    grade(str(folder / "good.py"), "--gradescope", "results.json")
    told = (folder / "results.json").read_text()
    assert "pacgrid play --pacman good.py:Reflex" in told
    assert str(folder) not in told


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "has no Python file"),
        ({"notes.txt": ""}, "has no Python file"),
        ({"a.py": GOES_WEST, "b.py": GOES_WEST}, "holds 2 submissions; hand in one, whose main"),
        ({"agent.py": "import nowhere"}, "can't be imported"),
        ({"hand-in.zip": "not a zip"}, ""),
    ],
)
def test_gradescope_gets_results_of_whatever_a_student_hands_in(folder, files, said):
    (folder / "submission").mkdir()
    for name, text in files.items():
        write(folder, text, f"submission/{name}")
    assert grade("submission", "--gradescope", "results.json").exit_code == 0
    data = json.loads((folder / "results.json").read_text())
    assert said in data["output"]
    assert sum(test["score"] for test in data["tests"]) == 0


# Wrong use.


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pacgrid", "grade", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.py"], "Error: nowhere.py: no such file; "),
        (["good.py", "-a", "packman"], "Error: packman: no such assignment"),
        (["good.py", "-q", "minmax"], "Error: no question 'minmax'; did you mean"),
        (["good.py", "bad.py", "--gradescope", "x.json"], "Error: --gradescope takes one "),
        (["good.py", "--compare"], "Error: --compare needs a journal; name one with "),
        (["good.py", "--journal", "x", "--no-journal"], "Error: --journal and --no-journal"),
        (["good.py", "--journal", "bad.py"], "Error: bad.py: is not a journal of pacgrid"),
        (["good.py", "--scheduler", "here"], "Error: here: missing port number"),
        (
            ["bad.py", "--json", "none/out.json"],
            "Error: none/out.json: there is no directory none",
        ),
        (
            ["bad.py", "--gradescope", "none/out.json"],
            "Error: none/out.json: there is no directory none",
        ),
    ],
)
def test_wrong_use_is_one_line(folder, arguments, message):
    result = run(folder, *arguments)
    assert result.returncode == 1
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1
    assert names(folder) == ["bad.py", "good.py", "tiny.toml"]


# With a journal.


def test_a_changed_submission_is_graded_again_alone(folder):
    assert "from pacgrid-journal" not in grade("good.py", "bad.py").stderr
    again = grade("good.py", "bad.py")
    assert "from pacgrid-journal.sqlite: 4 of 4 results" in again.stderr
    write(folder, SOUND_EVALUATE, "bad.py")
    changed = grade("good.py", "bad.py")
    assert "from pacgrid-journal.sqlite: 3 of 5 results" in changed.stderr


def test_a_changed_assignment_says_what_it_changes(folder):
    grade("good.py", "bad.py")
    write(folder, TINY.replace("= -10000", "= 10000"), "tiny.toml")
    changed = grade("good.py", "bad.py")
    assert "the assignment changed since" in changed.stderr
    assert "points changed for 1 of 2 submissions graded before; --compare" in changed.stderr
    assert "2 → 1" not in changed.stdout
    compared = grade("good.py", "bad.py", "--compare")
    assert "the assignment changed since" in compared.stdout
    assert "2 → 1" in compared.stdout
    assert "--compare" not in compared.stderr


def test_without_a_change_there_is_nothing_to_compare(folder):
    assert "nothing to compare with" in grade("good.py", "bad.py", "--compare").stdout


BATCH = ["submissions", "-a", "tiny.toml", "-j", "2"]
JOURNAL = "pacgrid-journal.sqlite"


def batch(folder: Path) -> None:
    """A folder to grade: with an assignment, and submissions that need 2 + 3 * 3 + 2 * 2 jobs."""
    (folder / "submissions").mkdir(parents=True)
    write(folder, TINY, "tiny.toml")
    texts = {"bad": "import nowhere", "empty": ""}
    texts |= {f"west {n}": f"{GOES_WEST}\nprint({n})" for n in range(3)}
    texts |= {f"sound {n}": f"{SOUND_EVALUATE}\n# {n}" for n in range(2)}
    for name, text in texts.items():
        write(folder, text, f"submissions/{name}.py")


JOBS = 15


def outputs(folder: Path) -> dict[str, bytes]:
    """What came out, but for the file that has times in it."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "junit.xml")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def kept(journal: Path) -> int:
    """How many results are in a journal that is being written to."""
    try:
        with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM work").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pacgrid", "grade", *arguments]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What comes out of the batch when nothing happens."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    batch(folder)
    assert run(folder, *BATCH, "-o", "results").returncode == 0
    return outputs(folder / "results")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_after_every_kill_it_goes_on_and_the_results_are_the_same(tmp_path, uninterrupted):
    batch(tmp_path)
    for least in (1, 5, 9):
        with start(tmp_path, *BATCH, "-o", "results") as process:
            while kept(tmp_path / JOURNAL) < least:
                time.sleep(0.005)
            family = psutil.Process(process.pid).children(recursive=True)
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
        assert psutil.wait_procs(family, timeout=20)[1] == []
    assert not (tmp_path / "results").exists()
    before = kept(tmp_path / JOURNAL)
    last = run(tmp_path, *BATCH, "-o", "results")
    assert f"from {JOURNAL}: {before} of {JOBS} results" in last.stderr
    assert outputs(tmp_path / "results") == uninterrupted
    assert len(uninterrupted) == 3 + 3 * 7


@pytest.mark.skipif(sys.platform == "win32", reason="it looks for SIGKILL's like")
def test_two_runs_at_once_on_one_journal_lose_nothing_and_agree(tmp_path, uninterrupted):
    batch(tmp_path)
    runs = [start(tmp_path, *BATCH, "-o", f"results {number}") for number in (1, 2)]
    for process in runs:
        process.communicate(timeout=120)
        assert process.returncode == 0
    assert kept(tmp_path / JOURNAL) == JOBS
    assert outputs(tmp_path / "results 1") == uninterrupted
    assert outputs(tmp_path / "results 2") == uninterrupted


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_no_process_behind_and_a_journal_that_goes_on(folder, sent):
    write(folder, f"open({str(folder / 'begun')!r}, 'a').write('x')\nwhile True: pass", "loop.py")
    text = TINY.replace("cpu_seconds = 2", "cpu_seconds = 600").replace(
        "seconds = 20", "seconds = 600"
    )
    write(folder, text, "long.toml")
    os.mkfifo(folder / "begun")
    process = start(
        *(folder, "-a", "long.toml", "-j", "2", "--sandbox", "process"),
        *("bad.py", "loop.py", "loop.py"),
    )
    (folder / "begun").read_text()
    while not kept(folder / JOURNAL):
        time.sleep(0.005)
    family = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(sent)
    _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert complaint.decode().splitlines()[1:] == [
        f"stopped; {JOURNAL} has the results so far: run the same command again to resume"
    ]
    assert len(family) >= 3
    assert psutil.wait_procs(family, timeout=10)[1] == []
    assert kept(folder / JOURNAL) == 1
