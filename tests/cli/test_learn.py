"""`pacgrid learn`."""

import json
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


def test_a_training_goes_on_from_weights_but_never_over_a_file_that_is_there():
    assert learn("old.json", *QUICK, "--batches", "1").exit_code == 0
    again = str(learn("old.json", *QUICK, "--batches", "1").exception)
    hint = "to continue from it, give --start old.json and name another file"
    assert again == f"old.json: exists already; {hint}"
    assert learn("new.json", *QUICK, "--batches", "1", "--start", "old.json").exit_code == 0
    old, new = (json.loads(Path(file).read_text()) for file in ("old.json", "new.json"))
    assert new["batches"][0]["weights"] == old["weights"]
