"""Shards of `pacgrid bench`: the journals of several machines are put together."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from pacgrid.autograder.batch.shard import Shard, ShardError, numbers_text
from pacgrid.cli.benchmark import Benchmark
from pacgrid.cli.benchmark_journal import BenchmarkJournal
from pacgrid.cli.console import note
from pacgrid.cli.contest import Results
from pacgrid.cli.series_summary import Result
from pacgrid.cli.shard_choice import found_journals


def play_shard(
    benchmark: Benchmark,
    shard: Shard,
    journal: BenchmarkJournal | None,
    jobs: int,
    watch: Callable[[int, int], object],
) -> None:
    """Plays the games of `shard` into its journal. Raises ShardError if that is another one's."""
    if journal:
        journal.begin(shard)
    benchmark.play(journal, jobs, watch, shard)
    note(f"shard {shard}: done. Once all are, the same command with --merge 'JOURNALS'")


def play_merged(
    benchmark: Benchmark,
    patterns: Sequence[str],
    journal: BenchmarkJournal | None,
    jobs: int,
    watch: Callable[[int, int], object],
) -> Results:
    """The results in the journals that the `patterns` name; no game is played."""
    if journal:
        merge_journals(benchmark, found_journals(patterns, journal.path), journal)
    return benchmark.play(journal, jobs, watch)


def merge_journals(benchmark: Benchmark, paths: Sequence[Path], target: BenchmarkJournal) -> None:
    """Copies the results of the `benchmark` from the journals at `paths` to `target`.

    Raises ShardError, before anything is written, if games are missing, or two journals disagree
    about one, and OutputError if a journal can't be read.
    """
    keys = benchmark.keys
    found: dict[str, tuple[Path, Result]] = {}
    shards: dict[Path, Shard] = {}
    with ExitStack() as stack:
        others = [stack.enter_context(BenchmarkJournal(path)) for path in paths]
        for journal in (target, *others):
            if journal.shard:
                shards[journal.path] = journal.shard
            for key in keys:
                if result := journal.find(key):
                    first, other = found.setdefault(key, (journal.path, result))
                    if _without_times(other) != _without_times(result):
                        raise ShardError(
                            f"{first} and {journal.path}: disagree about the game with seed"
                            f" {result.seed}; leave one of them out"
                        )
    _check_complete(keys, found, shards)
    for key, (path, result) in found.items():
        if path != target.path:
            target.add(key, result)


def _check_complete(keys: Sequence[str], found: Iterable[str], shards: dict[Path, Shard]) -> None:
    missing = {*keys} - {*found}
    if not missing:
        return
    counts = {shard.count for shard in shards.values()}
    text = f"{len(missing):,} of {len(keys):,} games are missing"
    if len(counts) == 1:
        (count,) = counts
        numbers = [n for n in range(1, count + 1) if missing & Shard(n, count).part(keys)]
        text += f" (of {count} shards: {numbers_text(numbers)})"
    raise ShardError(f"{text}; play them with the same agents, options and version, then merge")


def _without_times(result: Result) -> Result:
    return replace(result, pacman_seconds=0, pacman_cpu_seconds=0, others_seconds=0)
