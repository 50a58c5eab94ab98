"""`pacgrid learn`."""

import json
from pathlib import Path

import pytest

from pacgrid.agents.evaluation import FEATURES, WEIGHTS, LinearEvaluation

QUICK = ("-l", "pocket", "-l", "duel", "--batch-size", "4", "--rounds", "8")


@pytest.mark.slow
def test_several_processes_learn_the_same(pacgrid):
    for file, jobs in (("alone.json", "1"), ("together.json", "2")):
        pacgrid("learn", file, *QUICK, "--batches", "1", "-j", jobs)
    assert Path("alone.json").read_bytes() == Path("together.json").read_bytes()


def test_the_file_is_an_evaluation_and_the_first_batch_plays_the_first_weights(pacgrid):
    done = pacgrid("learn", "weights.json", *QUICK, "-j", "1", "--batches", "3")
    assert "mean score" in done.output
    data = json.loads(Path("weights.json").read_text())
    batches = data["batches"]
    assert batches[0]["weights"] == WEIGHTS["linear"]
    assert batches[1]["weights"].keys() == FEATURES.keys()
    best = max(batches, key=lambda batch: batch["score"])
    assert LinearEvaluation("weights.json").weights == best["weights"]
    pacgrid("learn", "new.json", *QUICK, "-j", "1", "--batches", "1", "--start", "weights.json")
    new = json.loads(Path("new.json").read_text())
    assert new["batches"][0]["weights"] == best["weights"]
