"""`pacgrid bench`."""

import csv
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from PIL import Image
from typer.testing import CliRunner

from helpers.programs import installed
from pacgrid.cli import app

QUICK = ("-l", "pocket", "-n", "2", "--rounds", "3", "-j", "1")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def bench(*words: str) -> Result:
    return CliRunner().invoke(app, ["bench", *words], env={"COLUMNS": "140"})


def test_a_table_has_a_row_for_each_agent_and_a_column_for_each_of_the_ghosts() -> None:
    done = bench("reflex", "minimax", "-g", "random_ghost", "-g", "minimax_team", *QUICK)
    assert done.exit_code == 0
    for words in ("pocket: 2 games each, seeds 0 to 1", "reflex", "minimax", "ahead"):
        assert words in done.output
    assert done.output.index("against random_ghost") < done.output.index("against minimax_team")


def test_the_same_command_plays_nothing_again_and_writes_the_same_files() -> None:
    words = ("reflex", "random_agent", "-g", "directional_ghost", *QUICK)
    files = [Path(name) for name in ("a.md", "a.csv", "a.json")]
    texts = []
    for _ in range(2):
        done = bench(*words, *(word for file in files for word in ("-o", str(file))))
        assert done.exit_code == 0
        texts.append([file.read_text() for file in files])
        journal = Path("pacgrid-bench.jsonl").read_bytes()
    assert texts[0] == texts[1]
    assert journal.count(b"\n") == 1 + 4
    markdown, table, text = texts[0]
    data = json.loads(text)
    assert f"`{data['command']}`" in markdown
    assert data["version"] in markdown
    assert data["version"].startswith("pacgrid ")
    contests = data["contests"]
    assert [contest["agent"] for contest in contests] == ["reflex", "random_agent"]
    assert [row["mean_score"] for row in csv.DictReader(table.splitlines())] == [
        str(contest["mean_score"]) for contest in contests
    ]
    leads = [b - a for a, b in zip(contests[0]["scores"], contests[1]["scores"], strict=True)]
    assert contests[1]["ahead"] == sum(leads) / 2


def test_games_that_are_all_alike_have_no_intervals() -> None:
    done = bench("reflex", "-g", "minimax_ghost", "--no-journal", *QUICK)
    assert "2 times the same game" in done.output
    assert "won 0%" not in done.output
    assert not Path("pacgrid-bench.jsonl").exists()


def test_an_agent_that_forfeits_is_shown_and_ends_with_1() -> None:
    text = "from pacgrid import Agent\nclass Lost(Agent):\n    def act(self, state): return None\n"
    Path("lost.py").write_text(text)
    done = bench("lost.py", *QUICK)
    assert done.exit_code == 1
    assert "2 forfeited: Pac-Man (lost.py)" in " ".join(done.output.replace("│", "").split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name an agent, such as reflex; `pacgrid agents` lists them"),
        (["minimx"], "no agent 'minimx'; did you mean 'minimax'?"),
        (["reflex", "-g", "arcad"], "no agent 'arcad'; did you mean 'arcade'?"),
        (["reflex", "-g", "arcade,random_ghost", "-l", "small"], "arcade is a team for all ghosts"),
        (["reflex", "-g", "random_ghost,random_ghost"], "but only 1 can play on pocket"),
        (["reflex", "-l", "smal"], "did you mean 'small'?"),
        (["reflex", "--journal", "x", "--no-journal"], "use either --journal or --no-journal"),
        (["reflex", "-o", "a.txt"], "a.txt: results are written as .md, .csv, .json"),
        (["reflex", "-o", "no/a.md"], "no/a.md: there is no directory no"),
        (["keyboard"], "the keyboard can't take part"),
    ],
)
def test_bad_input_is_an_error_of_one_line_and_writes_nothing(
    words: list[str], message: str
) -> None:
    done = bench(*QUICK, *words)
    assert done.exit_code == 1
    assert message in str(done.exception)
    assert "\n" not in str(done.exception)
    assert not list(Path().iterdir())


@pytest.mark.parametrize(
    ("words", "mend"),
    [
        (["--suite", "v1"], "--suite isn't here any more: name the layouts and ghosts"),
        (["--with", "theirs.json"], "--with isn't here any more: compare two files"),
        (["--sweep", "depth=1..4"], "--sweep isn't here any more: bench minimax:depth=1 minimax"),
        (["--plot", "depths.png"], "--plot isn't here any more: "),
        (["--shard", "1/2"], "--shard isn't here any more: "),
        (["--merge", "shard-*.jsonl"], "--merge isn't here any more: "),
    ],
)
def test_an_option_that_went_says_what_to_do_instead(words: list[str], mend: str) -> None:
    done = bench("reflex", *words)
    assert done.exit_code == 2
    assert mend in " ".join(done.output.replace("│", "").split())
    assert not list(Path().iterdir())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_benchmark_goes_on_where_it_was(number: signal.Signals) -> None:
    words = ["bench", "random_agent", "-g", "random_ghost", "-l", "pocket", "-n", "3", "-j", "1"]
    Path("stops.py").write_text(STOPS)
    command = [sys.executable, "stops.py", str(int(number)), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == (130 if number == signal.SIGINT else -number)
    assert ("run the same command to resume" in done.stderr) == (number == signal.SIGINT)
    journal = Path("pacgrid-bench.jsonl")
    before = journal.read_bytes()
    assert before.count(b"\n") == 1 + 2
    assert bench(*words[1:]).exit_code == 0
    assert journal.read_bytes().startswith(before)
    assert journal.read_bytes().count(b"\n") == 1 + 3


STOPS = """
import os, signal, sys
from pacgrid.cli import main
from pacgrid.cli.benchmark import BenchmarkJournal

signal.signal(signal.SIGINT, signal.default_int_handler)
add, count = BenchmarkJournal.add, 0

def stop(*arguments):
    global count
    add(*arguments)
    count += 1
    if count == 2:
        os.kill(os.getpid(), int(number))

BenchmarkJournal.add = stop
number = sys.argv.pop(1)
main()
"""


@pytest.mark.slow
def test_the_program_of_the_page_draws_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    installed("matplotlib")
    page = (Path(__file__).parents[2] / "docs" / "strength.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(import json\n.*?)```", page, re.DOTALL)
    agents = [f"{name}:depth={depth}" for name in ("alpha_beta", "expectimax") for depth in (1, 2)]
    assert bench(*agents, "-g", "random_ghost", "-o", "depths.json", *QUICK).exit_code == 0
    monkeypatch.setenv("MPLBACKEND", "agg")
    subprocess.run([sys.executable, "-c", program], check=True)
    with Image.open("depths.png") as picture:
        assert picture.size == (960, 720)
