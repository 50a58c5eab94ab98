import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from typer.testing import CliRunner

from grading import GOES_WEST, TINY, write
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
    return CliRunner().invoke(app, ["grade", "-a", "tiny.toml", "-j", "1", *arguments])


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
    grade("good.py", "bad.py", "--json", "out.json")
    data = json.loads((folder / "out.json").read_text())
    assert [submission["points"] for submission in data["submissions"]] == [2, 0]
    assert sorted(path.name for path in folder.iterdir()) == [
        *("bad.py", "good.py", "out.json", "tiny.toml")
    ]


def test_a_dash_prints_nothing_but_json(folder):
    result = grade("good.py", "--json", "-")
    assert json.loads(result.stdout)["submissions"][0]["points"] == 2
    assert "2 / 2 points" in result.stderr


def test_one_question_can_be_chosen(folder):
    assert "not answered: no Minimax" in grade("good.py", "-q", "minimax").stdout


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pacgrid", "grade", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.py"], "GradeError: nowhere.py: no such file; "),
        (["good.py", "-a", "packman"], "AssignmentError: packman: no such assignment"),
        (["good.py", "-q", "minmax"], "AssignmentError: no question 'minmax'; did you mean"),
        (
            ["bad.py", "--json", "none/out.json"],
            "OutputError: none/out.json: there is no directory none",
        ),
    ],
)
def test_wrong_use_is_one_line(folder, arguments, message):
    result = run(folder, *arguments)
    assert result.returncode == 1
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_an_interrupt_leaves_no_process_behind(folder):
    write(folder, f"open({str(folder / 'begun')!r}, 'a').write('x')\nwhile True: pass", "loop.py")
    text = TINY.replace("cpu_seconds = 2", "cpu_seconds = 600").replace(
        "seconds = 20", "seconds = 600"
    )
    write(folder, text, "long.toml")
    os.mkfifo(folder / "begun")
    command = [sys.executable, "-m", "pacgrid", "grade", "-a", "long.toml", "-j", "2"]
    process = subprocess.Popen(
        [*command, "loop.py", "loop.py"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    (folder / "begun").read_text()
    family = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in complaint
    assert len(family) >= 3
    assert psutil.wait_procs(family, timeout=10)[1] == []
