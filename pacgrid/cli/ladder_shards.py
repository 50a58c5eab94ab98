"""Shards of `pacgrid ladder run`: one is played here, or all are merged."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import typer
from rich.console import Console

from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.batch.shard import Shard
from pacgrid.autograder.batch.shard_merge import ShardMerge
from pacgrid.autograder.batch.sharded_batch import ShardedBatch, begin
from pacgrid.autograder.ladder.ladder import Ladder
from pacgrid.autograder.ladder.rules import LadderRules
from pacgrid.autograder.model.engine_version import engine_version
from pacgrid.autograder.submissions.collection import Collection
from pacgrid.cli.console import note
from pacgrid.cli.grading_progress import ProgressBar
from pacgrid.cli.interrupts import stopped_by_sigterm
from pacgrid.cli.worker_choice import WorkerChoice


@dataclass(frozen=True)
class ShardedLadder:
    """A ladder whose first games are split into shards."""

    rules: LadderRules
    collection: Collection
    workers: WorkerChoice

    def run(self, shard: Shard, path: Path, console: Console) -> None:
        """Play the games of `shard`, into the journal at `path`. Raises ShardError."""
        workers = self.workers
        with Journal(path) as journal:
            record = begin(journal, shard, self._batch(shard.count))
            try:
                with stopped_by_sigterm(), ProgressBar(console, "playing") as bar:
                    ladder = Ladder(
                        self.rules,
                        level=workers.level(is_own=False),
                        jobs=workers.jobs,
                        cluster=workers.cluster,
                        journal=journal,
                        watch=lambda now: bar.show(now.done, now.total, now.latest),
                    ).play(self.collection.submissions, shard)
            except KeyboardInterrupt:
                note(f"stopped; {path} has the results so far: run the same command to resume")
                raise typer.Exit(130) from None
            record.note_done(journal, hidden=False)
            journal.keep_used()
        note(
            f"shard {shard}: {len(ladder.results)} games are done. Once all {shard.count} shards"
            " are, the same command with --merge 'JOURNALS' instead of --shard"
        )

    def merge(self, paths: Sequence[Path], target: Path) -> None:
        """Copy the results of all shards into the journal at `target`. Raises ShardError if a shard
        lacks some."""
        merge = ShardMerge.read(paths, self._batch(1))
        merge.check(hidden=False)
        with Journal(target) as journal:
            merge.copy_to(journal)

    def _batch(self, count: int) -> ShardedBatch:
        rules = sha256(self.rules.model_dump_json().encode()).hexdigest()
        level = str(self.workers.level(is_own=False))
        version = GradingVersion(self.rules.title, "", rules, engine_version(), level)
        return ShardedBatch.of(version, self.collection.submissions, count, work="the ladder")
