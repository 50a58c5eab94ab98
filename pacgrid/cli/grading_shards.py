"""Shards of `pacgrid grade`: one is graded here, or all are merged."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from pacgrid.autograder.batch.grading_version import GradingVersion
from pacgrid.autograder.batch.journal import Journal
from pacgrid.autograder.batch.shard import Shard, ShardError
from pacgrid.autograder.batch.shard_merge import ShardMerge
from pacgrid.autograder.batch.sharded_batch import ShardedBatch, begin, in_shard
from pacgrid.autograder.submissions.collection import Collection
from pacgrid.cli.console import note
from pacgrid.cli.grading import Grading

_MERGE = "merge them: the same command with --merge 'JOURNALS' instead of --shard and --journal"


@dataclass(frozen=True)
class ShardedGrading:
    """A grading that is split into shards. What to do next goes to stderr."""

    grading: Grading
    collection: Collection

    def run(self, shard: Shard, code: str | None) -> None:
        """Run the visible tests of `shard`. With the `code` of a merge, which shows that those of
        all shards are done, run its hidden tests. Raises ShardError."""
        submissions = self.collection.submissions
        batch = self._batch(shard.count)
        if code is not None and code != batch.code:
            raise ShardError(
                f"--hidden {code}: is not the code of this batch; --merge prints it once the"
                " visible tests of all shards are done"
            )
        hidden = code is not None
        with self.grading.opened(self.collection) as (journal, console):
            assert journal  # a shard always has one
            record = begin(journal, shard, batch)
            if hidden and not record.is_visible_done:
                raise ShardError(
                    f"{journal.path}: the visible tests of shard {shard} aren't done; run it"
                    " without --hidden first"
                )
            part = in_shard(shard, submissions)
            self.grading.run_tests(part, journal, console, hidden=hidden)
            record.note_done(journal, hidden=hidden)
            journal.keep_used()
        handed_in = sum(not each.missing for each in submissions)
        tests = "hidden" if hidden else "visible" if self._has_hidden else "all"
        note(
            f"shard {shard}: {tests} tests of {len(part)} of {handed_in} submissions are"
            f" done. Once all {shard.count} shards are, {_MERGE}"
        )

    def merge(self, journals: Sequence[Path]) -> None:
        """Copy the results of all shards into the journal of the grading, which then has
        everything. Raises ShardError if a shard lacks results.

        If only the hidden tests are left, print the code that starts them and end the command.
        """
        target = self.grading.journal
        assert target
        merge = ShardMerge.read(journals, self._batch(1))
        merge.check(hidden=False)
        if self._has_hidden:
            if not any(record.is_hidden_done for record in merge.records.values()):
                code = merge.batch.code
                note(
                    f"The visible tests of all {merge.batch.count} shards are done. Now run every"
                    f" shard again, with --hidden {code}, then merge again"
                )
                typer.echo(code)
                raise typer.Exit
            merge.check(hidden=True)
        with Journal(target) as journal:
            merge.copy_to(journal)

    @property
    def _has_hidden(self) -> bool:
        return any(test.is_hidden for q in self.grading.questions for test in q.tests)

    def _batch(self, count: int) -> ShardedBatch:
        grading = self.grading
        version = GradingVersion.of(grading.assignment, grading.question, grading.level)
        return ShardedBatch.of(version, self.collection.submissions, count)
