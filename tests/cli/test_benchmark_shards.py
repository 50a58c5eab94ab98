"""Shards of `pacgrid bench`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from pacgrid import Limits
from pacgrid.autograder.batch.shard import Shard, ShardError
from pacgrid.cli import app
from pacgrid.cli.benchmark import Benchmark
from pacgrid.cli.benchmark_journal import BenchmarkJournal
from pacgrid.cli.benchmark_shards import merge_journals

TINY = Benchmark(
    ("random_agent",), ("random_ghost",), ("pocket",), games=5, seed=5, limits=Limits(rounds=2)
)
WORDS = ("random_agent", "-g", "random_ghost", "-l", "pocket", "-n", "5", "-s", "5")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def bench(*words: str) -> Result:
    options = ("--rounds", "2", "-j", "1")
    return CliRunner().invoke(app, ["bench", *WORDS, *options, *words], env={"COLUMNS": "140"})


def play(number: int, count: int = 2, path: str = "") -> Path:
    file = Path(path or f"shard-{number}.jsonl")
    with BenchmarkJournal(file) as journal:
        journal.begin(Shard(number, count))
        TINY.play(journal, shard=Shard(number, count))
    return file


def merged(*paths: Path) -> None:
    with BenchmarkJournal(Path("all.jsonl")) as journal:
        merge_journals(TINY, paths, journal)


def test_merged_shards_give_the_table_of_one_run() -> None:
    for number in ("1", "2"):
        done = bench("--shard", f"{number}/2", "--journal", f"shard-{number}.jsonl")
        assert (done.exit_code, done.stdout) == (0, "")
    files = {"single": (), "shards": ("--merge", "shard-*.jsonl", "--journal", "all.jsonl")}
    scores = []
    for name, options in files.items():
        assert bench(*options, "-o", f"{name}.json").exit_code == 0
        (contest,) = json.loads(Path(f"{name}.json").read_text())["contests"]
        scores.append((contest["scores"], contest["mean_score"]))
    assert scores[0] == scores[1]


def test_missing_games_are_counted_and_their_shards_named() -> None:
    first = play(1)
    with pytest.raises(ShardError, match=r"2 of 5 games are missing \(of 2 shards: 2\); play"):
        merged(first)


def test_journals_that_disagree_are_named() -> None:
    first, again = play(1), play(1, path="again.jsonl")
    second = play(2)
    merged(first, again, second)
    Path("all.jsonl").unlink()
    with BenchmarkJournal(again) as journal:
        key = next(key for key in TINY.keys if journal.find(key))
        journal.add(key, replace(journal.find(key), score=1_000_000))
    with pytest.raises(ShardError, match=r"shard-1.jsonl and again.jsonl: disagree about the game"):
        merged(first, again, second)


def test_a_journal_is_of_one_shard() -> None:
    play(1)
    with pytest.raises(ShardError, match=r"shard-1.jsonl: is the journal of shard 1/2"):
        play(2, path="shard-1.jsonl")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--shard", "8/7"), "numbered from 1 to 7"),
        (("--shard", "1/7", "--merge", "x"), "not both"),
        (("--merge", "x", "--no-journal"), "leave out --no-journal"),
        (("--shard", "1/7", "-o", "a.md"), "with --merge"),
        (("--merge", "nowhere"), "no such journal"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: tuple[str, ...], why: str) -> None:
    assert why in str(bench(*words).exception)
