"""`pacgrid learn`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pacgrid.agents.evaluation import FEATURES, WEIGHTS, LinearEvaluation
from pacgrid.cli import app

QUICK = ("-l", "pocket", "-l", "duel", "--batch-size", "4", "--rounds", "8", "-j", "1")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def learn(*words):
    return CliRunner().invoke(app, ["learn", *words], env={"COLUMNS": "140"})


def test_a_training_that_was_stopped_ends_with_the_same_file():
    assert learn("whole.json", *QUICK, "--batches", "4").exit_code == 0
    for batches in ("1", "3", "4", "2"):
        assert learn("parts.json", *QUICK, "--batches", batches).exit_code == 0
    assert Path("whole.json").read_bytes() == Path("parts.json").read_bytes()


@pytest.mark.slow
def test_several_processes_learn_the_same():
    for file, jobs in (("alone.json", "1"), ("together.json", "2")):
        assert learn(file, *QUICK, "--batches", "1", "-j", jobs).exit_code == 0
    assert Path("alone.json").read_bytes() == Path("together.json").read_bytes()


def test_the_file_is_an_evaluation_and_the_first_batch_plays_the_first_weights():
    done = learn("weights.json", *QUICK, "--batches", "3")
    assert "mean score" in done.output
    data = json.loads(Path("weights.json").read_text())
    batches = data["batches"]
    assert batches[0]["weights"] == WEIGHTS["linear"]
    assert batches[1]["weights"].keys() == FEATURES.keys()
    best = max(batches, key=lambda batch: batch["score"])
    assert LinearEvaluation("weights.json").weights == best["weights"]


@pytest.mark.slow
def test_a_training_that_was_killed_goes_on_where_it_was():
    words = ("-l", "training", "--batch-size", "2", "-j", "1", "--batches")
    command = [sys.executable, "-m", "pacgrid", "learn", "killed.json", *words, "100000"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while not Path("killed.json").exists():
            assert process.poll() is None
        process.kill()
    batches = str(len(json.loads(Path("killed.json").read_text())["batches"]) + 1)
    for file in ("killed.json", "whole.json"):
        assert learn(file, *words, batches).exit_code == 0
    assert Path("killed.json").read_bytes() == Path("whole.json").read_bytes()


def test_a_training_with_other_features_does_not_go_on():
    learn("old.json", *QUICK, "--batches", "1")
    data = json.loads(Path("old.json").read_text())
    data["next"]["vector"].pop()
    Path("old.json").write_text(json.dumps(data))
    assert "is not from `pacgrid learn`" in str(
        learn("old.json", *QUICK, "--batches", "2").exception
    )


def test_a_training_does_not_go_on_with_another_version_of_its_agent():
    agent = Path("mine.py")
    agent.write_text("from pacgrid.agents.reflex import Reflex\nclass Mine(Reflex): pass\n")
    words = ("mine.json", "--agent", "mine.py", *QUICK, "--batches")
    assert learn(*words, "1").exit_code == 0
    agent.write_text(agent.read_text() + "# changed\n")
    message = "mine.json: was learned with another version of an agent or of Pacgrid; name another"
    assert str(learn(*words, "2").exception).startswith(message)


def test_a_training_with_another_seed_does_not_go_on():
    learn("learned.json", *QUICK, "--batches", "1")
    again = learn("learned.json", *QUICK, "--batches", "1", "-s", "1")
    assert "learned.json: was learned with seed 0, not 1; repeat" in str(again.exception)
